"""Typed sentences: one module a domain, `extract.items` the router."""

from __future__ import annotations
