"""The container of Office 97-2003 files and Outlook messages: streams by name, properties, encryption.

[MS-CFB] through olefile; the property sets are those of [MS-OLEPS].
"""

from __future__ import annotations

import datetime as dt
import io
import struct
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.outcomes import DAMAGE, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
KINDS = (
    ("doc", "WordDocument"),
    ("ppt", "PowerPoint Document"),
    ("xls", "Workbook"),
    ("xls", "Book"),
    ("msg", "__properties_version1.0"),
)
"""Converters and the stream that a file of theirs has in its root."""
_ENTRY = 128
_NAME = 64
_PROPERTIES = {"title": "title", "author": "author", "subject": "subject", "keywords": "keywords"}
_DATES = {"created": "create_time", "modified": "last_saved_time"}
_MAX_CODEPAGE = 65_001


def kinds_of(content: bytes) -> tuple[str, ...]:
    """The converters whose stream the file holds, the one nearest to its beginning first.

    Looks for directory entries only; a document may hold documents of the other kinds.
    """
    found = ((_entry(content, stream), kind) for kind, stream in KINDS)
    return tuple(kind for at, kind in sorted(found) if at < len(content))


def _entry(content: bytes, stream: str) -> int:
    """Where the first directory entry of this name is; the length of the file when there is none."""
    name = f"{stream}\0".encode("utf-16-le")
    at = content.find(name)
    while at != -1:
        length = content[at + _NAME : at + _NAME + 2]
        if at % _ENTRY == 0 and length == struct.pack("<H", len(name)):
            return at
        at = content.find(name, at + 1)
    return len(content)


class Container:
    """The streams of one file; lives for one conversion."""

    def __init__(self, content: bytes, *, what: str) -> None:
        import olefile

        if not content:
            raise Refusal(outcome="empty", reason="the file has no bytes")
        if not content.startswith(SIGNATURE):
            raise Refusal(outcome="malformed", reason=f"not a {what} file: its first bytes are those of another format")
        self._file: Any = olefile.OleFileIO(io.BytesIO(content))
        self._names = {"/".join(path): path for path in self._file.listdir()}

    @property
    def names(self) -> tuple[str, ...]:
        """The streams, as paths, in the order of the directory."""
        return tuple(self._names)

    def stream(self, name: str) -> bytes:
        """The bytes of a stream, none when it is not there. Raises OSError for a broken chain of sectors."""
        path = self._names.get(name)
        return bytes(self._file.openstream(path).read()) if path else b""

    def metadata(self) -> dict[str, Any]:
        """Title, author, subject, keywords and dates of the document summary; none when that is damaged."""
        try:
            found = self._file.get_metadata()
        except DAMAGE:
            return {}
        encoding = _encoding(found.codepage)
        texts = {key: _text(getattr(found, name), encoding) for key, name in _PROPERTIES.items()}
        dates = {key: _iso(getattr(found, name)) for key, name in _DATES.items()}
        return {key: value for key, value in {**texts, **dates}.items() if value}


def _encoding(codepage: object) -> str:
    number = codepage if isinstance(codepage, int) else 1252
    number = number + 65_536 if number < 0 else number
    return "utf-8" if number >= _MAX_CODEPAGE else "utf-16-le" if number == 1_200 else f"cp{number}"  # noqa: PLR2004


def _text(value: object, encoding: str) -> str:
    text = value if isinstance(value, str) else ""
    if isinstance(value, bytes):
        try:
            text = value.decode(encoding, "replace")
        except LookupError:
            text = value.decode("cp1252", "replace")
    return " ".join(text.replace("\0", "").split())


def _iso(value: object) -> str:
    """A date of this or the last century; programs write 1601 for none."""
    return value.isoformat() if isinstance(value, dt.datetime) and value.year > 1980 else ""  # noqa: PLR2004


def described(metadata: Mapping[str, Any], title: str) -> dict[str, Any]:
    """The metadata with the first heading for a title where the file has none."""
    return {**({"title": title} if title else {}), **metadata}
