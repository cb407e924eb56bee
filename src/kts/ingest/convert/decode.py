"""Bytes to characters and back, exactly: the prefix of a text, encoded, is the prefix of its file."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from dataclasses import dataclass

from kts.ingest.convert.outcomes import Refusal
from kts.types import Location

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY = [
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r"),
    *("cp932", "euc_jp", "gb18030", "big5", "cp949"),
]
"""Stateless legacy encodings worth guessing; stateful ones cannot map a prefix to its bytes."""

_SAMPLE = 32_768
_UTF16_ZEROS = 0.3
"""Share of zero bytes at one parity from which bytes without a mark are taken for UTF-16."""
_BINARY_SHARE = 0.1
_LINE_END = re.compile(r"\r\n|\n|\r")
_CHECKPOINT = 2_048
_NOT_TEXT = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text.encode(encoding)` is the file without its first `bom` bytes."""

    text: str
    encoding: str
    bom: int = 0


def decode(content: bytes, *, declared: str = "") -> Decoded:
    """Decode a text file: byte order mark, UTF-8, UTF-16 by its zeros, `declared`, then the best guess.

    Raises a refusal (`malformed`) when the bytes are not text in any encoding.
    """
    found = _by_mark(content) or _by_zeros(content)
    if found is not None:
        return found
    _refuse_binary(content)
    named = _strictly(content, declared) if declared else None
    return _strictly(content, "utf-8") or named or _guess(content)


def _by_mark(content: bytes) -> Decoded | None:
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            decoded = _strictly(content[len(mark) :], encoding)
            if decoded is not None:
                return Decoded(decoded.text, encoding, len(mark))
    return None


def _strictly(content: bytes, encoding: str) -> Decoded | None:
    """Decoded if every byte is accounted for both ways; UTF-8 and its kin are so by construction."""
    try:
        text = content.decode(encoding)
        exact = encoding.startswith("utf-") or text.encode(encoding) == content
    except (UnicodeError, LookupError):
        return None
    stateful = codecs.lookup(encoding).name.startswith(("iso2022", "hz", "utf-7"))
    return Decoded(text, encoding) if exact and not stateful else None


def _by_zeros(content: bytes) -> Decoded | None:
    sample = content[:_SAMPLE]
    half = max(len(sample) // 2, 1)
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    if odd >= _UTF16_ZEROS and even < odd / 4:
        return _strictly(content, "utf-16-le")
    if even >= _UTF16_ZEROS and odd < even / 4:
        return _strictly(content, "utf-16-be")
    return None


def _refuse_binary(content: bytes) -> None:
    sample = content[:_SAMPLE]
    control = len(sample) - len(sample.translate(None, _NOT_TEXT))
    if control > _BINARY_SHARE * len(sample):
        raise Refusal(outcome="malformed", reason="the bytes are not text in any known encoding")


def _guess(content: bytes) -> Decoded:
    """The likeliest legacy encoding; Windows-1252 where it is as plausible, Latin-1 where all else fails."""
    from charset_normalizer import from_bytes

    matches = list(from_bytes(content[:_SAMPLE], cp_isolation=_LEGACY, enable_fallback=False))
    best = min((match.chaos for match in matches), default=1.0)
    names = [match.encoding for match in matches]
    western = any(match.encoding == "cp1252" and match.chaos <= best for match in matches)
    for encoding in (*(("cp1252",) if western else ()), *names, "cp1252"):
        decoded = _strictly(content, encoding)
        if decoded is not None:
            return decoded
    return Decoded(content.decode("latin-1"), "latin-1")


class Positions:
    """Lines and bytes of character offsets; lives as long as the conversion of one decoded file."""

    def __init__(self, decoded: Decoded) -> None:
        self._text = decoded.text
        self._encoding = decoded.encoding
        self._bom = decoded.bom
        self._lines = [0, *(match.end() for match in _LINE_END.finditer(decoded.text))]
        self._width = _width(decoded)
        self._checkpoints = [] if self._width else _checkpoints(decoded)

    def byte(self, at: int) -> int:
        """The offset in the file of the character at `at`."""
        if self._width:
            return self._bom + at * self._width
        index, rest = divmod(at, _CHECKPOINT)
        start = at - rest
        return self._bom + self._checkpoints[index] + len(self._text[start:at].encode(self._encoding))

    def line(self, at: int) -> int:
        """The line of the character at `at`, from 1; CR, LF and CRLF each end one."""
        return bisect_right(self._lines, at)

    def locate(self, start: int, end: int) -> Location:
        """The place in the file of `text[start:end]`."""
        return Location("text", line=self.line(start), byte_start=self.byte(start), byte_end=self.byte(end))


def _width(decoded: Decoded) -> int:
    """Bytes a character where all have the same number, else 0."""
    if decoded.encoding.startswith("utf-32"):
        return 4
    if decoded.text.isascii() and not decoded.encoding.startswith("utf-16"):
        return 1
    return 1 if decoded.encoding in {"latin-1", "koi8_r"} or decoded.encoding.startswith("cp125") else 0


def _checkpoints(decoded: Decoded) -> list[int]:
    total = 0
    marks = [0]
    for start in range(0, len(decoded.text), _CHECKPOINT):
        total += len(decoded.text[start : start + _CHECKPOINT].encode(decoded.encoding))
        marks.append(total)
    return marks
