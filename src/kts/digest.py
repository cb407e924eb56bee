"""SHA-256 without loading OpenSSL.

`hashlib` loads it when it is imported, which costs a cold search as much as opening its index; the texts of a few
passages are hashed as well by the implementation that Python brings along, and that `hashlib` itself falls back to.
Whole files are hashed by `hashlib`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

BUILT_IN = ("_sha2", "_sha256", "hashlib")
"""Where Python 3.12 and later, and 3.11, keep it; and where any Python has it."""


def _found() -> Any:
    for name in BUILT_IN[:-1]:
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    return import_module(BUILT_IN[-1]).sha256


sha256 = _found()


def text_digest(text: str) -> bytes:
    """The SHA-256 of a text as it is stored: UTF-8, lone surrogates kept."""
    found: bytes = sha256(text.encode("utf-8", "surrogatepass")).digest()
    return found
