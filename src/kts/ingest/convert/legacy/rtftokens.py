"""RTF cut into control words, groups and text; the bytes of text are decoded by the font in use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\"
)
_CHARSETS = {
    0: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    134: "gb18030",
    136: "big5",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    255: "cp437",
}
"""Encodings by the number of a font's character set (RTF 1.9.1, font table)."""
_SYMBOLS = {b"~": "\xa0", b"_": "-", b"-": "", b"\\": "\\", b"{": "{", b"}": "}"}
_MAX_UNITS = 65_536


class Token(NamedTuple):
    """`kind` is open, close, word (a control word, with its parameter or None), bytes or symbol."""

    kind: str
    word: str = ""
    parameter: int | None = None
    body: bytes = b""


def tokens(content: bytes) -> Iterator[Token]:
    """The tokens of a file; binary data are skipped."""
    at = 0
    while match := _TOKEN.match(content, at):
        at = match.end()
        word, number, coded, symbol, brace, text = match.groups()
        if word:
            parameter = int(number) if number else None
            if word == b"bin":
                at += max(parameter or 0, 0)
            yield Token("word", word.decode(), parameter)
        elif coded:
            yield Token("bytes", body=bytes.fromhex(coded.decode()))
        elif symbol:
            yield Token("symbol", body=symbol)
        elif brace:
            yield Token("open" if brace == b"{" else "close")
        elif text:
            yield Token("bytes", body=text)


def symbol(body: bytes) -> str:
    """The text of a control symbol, none for those without."""
    return _SYMBOLS.get(body, "")


def encoding_of(charset: int) -> str:
    """The encoding of a font's character set, empty for one that says nothing."""
    return _CHARSETS.get(charset, "")


def page(number: int) -> str:
    """The encoding of a code page, Windows-1252 for one that Python does not know."""
    name = "utf-8" if number == 65_001 else f"cp{number}"  # noqa: PLR2004 - the code page of UTF-8
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name


def unit(parameter: int) -> str:
    """A UTF-16 unit, which the format writes as a signed number; halves of pairs are joined later."""
    return chr(parameter % _MAX_UNITS)


def whole(text: str) -> str:
    """Text with the halves of surrogate pairs joined."""
    if text.isascii() or not re.search("[\ud800-\udfff]", text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
