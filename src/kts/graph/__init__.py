"""The graph of an index: documents, sections, items, terms, topics, tools, error codes, and what ties them."""

from __future__ import annotations
