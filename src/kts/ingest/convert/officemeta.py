"""Core properties of an office document as metadata."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import Any

_TEXTS = ("title", "author", "keywords", "subject", "category", "language", "version")
_DATES = ("created", "modified")


def core_metadata(properties: Any, content: bytes) -> dict[str, Any]:
    """What is set of title, author, keywords, subject, category, language, version, created and modified.

    The libraries make up properties (the current time among them) that the file does not have: only what
    stands in the core part of `content` is taken.
    """
    stored = _core_part(content)
    if not stored:
        return {}
    texts = {key: _text(getattr(properties, key, None)) for key in _TEXTS}
    texts["author"] = texts["author"] or _text(getattr(properties, "creator", None))
    dates = {key: iso(getattr(properties, key, None)) for key in _DATES if key.encode() in stored}
    return {key: value for key, value in {**texts, **dates}.items() if value}


def _core_part(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = (name for name in archive.namelist() if name.lower().endswith(("core.xml", ".psmdcp")))
        return b"".join(archive.read(name) for name in names)


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def iso(value: object) -> str:
    """A date or time in ISO 8601, empty for anything else."""
    return value.isoformat() if isinstance(value, (dt.datetime, dt.date)) else ""
