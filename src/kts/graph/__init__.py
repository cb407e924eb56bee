"""The graph of an index: documents, sections, items, terms, topics, tools and error codes, and how they hang together."""

from __future__ import annotations
