"""Bytes to characters and back, exactly: the prefix of a text, encoded, is the prefix of its file."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise

from kts.ingest.convert.outcomes import Refusal
from kts.types import Location, Mapped, SourceMap

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
_NOISE_SHARE = 0.03
"""The same in what is no UTF-8: of noise a tenth of the bytes are control characters, of old texts hardly any are."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_CHECKPOINT = 2_048
_ESCAPED = re.compile("[\udc80-\udcff]")
_ESCAPE = 0xDC00
_SEVERAL = re.compile("[\u0080-\ud7ff\ue000-\U0010ffff]")
"""A character that UTF-8 writes in several bytes: hardly ever found in other encodings by chance."""
_NOT_TEXT = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b"))
_NO_CONTROLS = dict.fromkeys(_NOT_TEXT)
NO_TEXT = "the bytes are not text in any known encoding"


_REPAIRED_SHARE = 0.5
"""Most damaged bytes for each sound sequence of several bytes in a text that is still taken for UTF-8."""
_ALIASES = {
    **dict.fromkeys(("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii", "iso8859-1", "ansi"), "cp1252"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk", "x-gbk", "gb_2312-80", "hz-gb-2312"), "gb18030"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "ksc5601"), "cp949"),
    **dict.fromkeys(("iso-8859-9", "latin5"), "cp1254"),
    **dict.fromkeys(("utf-16", "utf-16le", "utf-16be", "unicode", "x-user-defined"), "utf-8"),
}
"""Labels that are read as a superset (WHATWG Encoding, 4.2); bytes that could be searched for a label are no UTF-16."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text.encode(encoding)` is the file without its first `bom` bytes, unless it was repaired.

    `raw` is then what stands for the text, character for character, and encodes to the bytes of the file.
    `basis`: how the encoding is known (mark, strict, zeros, declared, guess, repair).
    """

    text: str
    encoding: str
    bom: int = 0
    basis: str = "strict"
    raw: str = ""
    damaged: int = 0


def decode(content: bytes, *, declared: str = "") -> Decoded:
    """Decode a text file: byte order mark, UTF-8, UTF-16 by its zeros, `declared`, then the best guess.

    Raises a refusal (`malformed`) when the bytes are not text in any encoding.
    """
    found = _by_mark(content) or _by_zeros(content)
    if found is not None:
        _refuse_controls(found.text)
        return found
    _refuse_binary(content)
    label = _ALIASES.get(declared.strip().lower(), declared)
    named = _strictly(content, label, basis="declared") if label else None
    return _strictly(content, "utf-8") or _repaired(content) or named or _guess(content)


def assumed(decoded: Decoded) -> dict[str, str]:
    """Metadata on what was assumed of the bytes; nothing where they say it themselves."""
    if decoded.basis in {"mark", "strict"}:
        return {}
    damage = f", {decoded.damaged:,} damaged bytes" if decoded.damaged else ""
    return {"encoding": f"{decoded.encoding} ({decoded.basis}{damage})"}


def source_map(decoded: Decoded) -> SourceMap:
    """The map of a text that is the decoded file itself: computed, or line by line where bytes were repaired."""
    if not decoded.raw:
        return SourceMap(encoding=decoded.encoding, bom=decoded.bom)
    positions = Positions(decoded)
    ends = [*(match.end() for match in _LINE_END.finditer(decoded.text)), len(decoded.text)]
    lines = ((start, end) for start, end in pairwise([0, *ends]) if start < end)
    return SourceMap(entries=tuple(Mapped(start, end, positions.locate(start, end)) for start, end in lines))


def _by_mark(content: bytes) -> Decoded | None:
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            body = content[len(mark) :]
            decoded = _strictly(body, encoding) or _repaired_wide(body, encoding) or _repaired(body)
            if decoded is not None:
                return replace(decoded, encoding=encoding, bom=len(mark), basis="repair" if decoded.raw else "mark")
    return None


def _repaired(content: bytes) -> Decoded | None:
    """UTF-8 with a few damaged bytes, each read as Windows-1252 where that has a character for it."""
    raw = content.decode("utf-8", "surrogateescape")
    damaged = _ESCAPED.findall(raw)
    sound = len(_SEVERAL.findall(raw))
    if not damaged or len(damaged) > _REPAIRED_SHARE * sound:
        return None
    text = _ESCAPED.sub(lambda match: bytes([ord(match[0]) - _ESCAPE]).decode("cp1252", "replace"), raw)
    return Decoded(text, "utf-8", basis="repair", raw=raw, damaged=len(damaged))


def _repaired_wide(content: bytes, encoding: str) -> Decoded | None:
    """UTF-16 or UTF-32 with halves of characters, or with an incomplete one at its end."""
    width = 4 if "32" in encoding else 2
    whole = content[: len(content) // width * width]
    if not encoding.startswith(("utf-16", "utf-32")):
        return None
    text = whole.decode(encoding, "replace")
    if len(text.encode(encoding)) != len(whole):
        return None
    damaged = text.count("\ufffd") + (len(content) > len(whole))
    too_many = damaged > _REPAIRED_SHARE * max(len(text), 1)
    return None if too_many else Decoded(text, encoding, basis="repair", raw=text, damaged=damaged)


def _strictly(content: bytes, encoding: str, *, basis: str = "strict") -> Decoded | None:
    """Decoded if every byte is accounted for both ways; UTF-8 and its kin are so by construction."""
    try:
        text = content.decode(encoding)
        exact = encoding.startswith("utf-") or text.encode(encoding) == content
    except (UnicodeError, LookupError):
        return None
    stateful = codecs.lookup(encoding).name.startswith(("iso2022", "hz", "utf-7"))
    return Decoded(text, encoding, basis=basis) if exact and not stateful else None


def _by_zeros(content: bytes) -> Decoded | None:
    sample = content[:_SAMPLE]
    half = max(len(sample) // 2, 1)
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    if odd >= _UTF16_ZEROS and even < odd / 4:
        return _strictly(content, "utf-16-le", basis="zeros")
    if even >= _UTF16_ZEROS and odd < even / 4:
        return _strictly(content, "utf-16-be", basis="zeros")
    return None


def is_binary(content: bytes) -> bool:
    """Whether a file has too many bytes that no text has: at its beginning, or anywhere where it is no UTF-8.

    Zeros count at the beginning alone: what a crash leaves in a log are zeros, and the rest of it can be read.
    """
    sample = content[:_SAMPLE]
    if len(sample) - len(sample.translate(None, _NOT_TEXT)) > _BINARY_SHARE * len(sample):
        return True
    written = content.translate(None, b"\0")
    odd = len(written) - len(written.translate(None, _NOT_TEXT))
    return odd > _NOISE_SHARE * len(written) and _strictly(content, "utf-8") is None and _repaired(content) is None


def _refuse_binary(content: bytes) -> None:
    if is_binary(content):
        raise Refusal(outcome="malformed", reason=NO_TEXT)


def _refuse_controls(text: str) -> None:
    """The same for a text whose characters are not single bytes."""
    sample = text[:_SAMPLE]
    if len(sample) - len(sample.translate(_NO_CONTROLS)) > _BINARY_SHARE * len(sample):
        raise Refusal(outcome="malformed", reason=NO_TEXT)


def _guess(content: bytes) -> Decoded:
    """The likeliest legacy encoding; Windows-1252 where it is as plausible, Latin-1 where all else fails."""
    from charset_normalizer import from_bytes

    matches = list(from_bytes(content[:_SAMPLE], cp_isolation=_LEGACY, enable_fallback=False))
    best = min((match.chaos for match in matches), default=1.0)
    names = [match.encoding for match in matches]
    western = any(match.encoding == "cp1252" and match.chaos <= best for match in matches)
    for encoding in (*(("cp1252",) if western else ()), *names, "cp1252"):
        decoded = _strictly(content, encoding, basis="guess")
        if decoded is not None:
            return decoded
    return Decoded(content.decode("latin-1"), "latin-1", basis="guess")


class Positions:
    """Lines and bytes of character offsets; lives as long as the conversion of one decoded file."""

    def __init__(self, decoded: Decoded) -> None:
        self._text = decoded.raw or decoded.text
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
        return (
            self._bom + self._checkpoints[index] + len(self._text[start:at].encode(self._encoding, "surrogateescape"))
        )

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
    if decoded.text.isascii() and not decoded.raw and not decoded.encoding.startswith("utf-16"):
        return 1
    return 1 if decoded.encoding in {"latin-1", "koi8_r"} or decoded.encoding.startswith("cp125") else 0


def _checkpoints(decoded: Decoded) -> list[int]:
    total = 0
    marks = [0]
    text = decoded.raw or decoded.text
    for start in range(0, len(text), _CHECKPOINT):
        total += len(text[start : start + _CHECKPOINT].encode(decoded.encoding, "surrogateescape"))
        marks.append(total)
    return marks
