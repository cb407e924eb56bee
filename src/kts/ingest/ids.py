"""Ids that depend on content and place alone, so that two machines agree on them."""

from __future__ import annotations

import hashlib
import os


def document_id(root: str, path: str) -> str:
    """`doc_` and 16 hex digits of the root's label and the relative path's bytes."""
    digest = hashlib.sha256(root.encode("utf-8", "surrogateescape") + b"\0" + os.fsencode(path))
    return f"doc_{digest.hexdigest()[:16]}"


def passage_id(prefix: str, document: str, *, text_sha256: bytes, start: int, end: int) -> str:
    """`chunk_`, `sec_` or `item_` and 16 hex digits of document, text hash, start and end."""
    digest = hashlib.sha256(f"{document}\0{text_sha256.hex()}\0{start}\0{end}".encode())
    return f"{prefix}_{digest.hexdigest()[:16]}"


def text_sha256(text: str) -> bytes:
    """The SHA-256 of a text's UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
