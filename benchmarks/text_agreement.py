"""How far two Markdown texts of one document agree: words, headings, cells of tables, as multisets."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

MEASURES = ("tokens", "headings", "cells")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(
    r"</?(?:a|b|big|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small"
    r"|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_WORD = re.compile(r"[^\W_]+")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_NO_TITLE = re.compile(r"^ {0,3}(?:(?:[-+*]|\d{1,9}[.)])(?:\s|$)|>)")
"""Lines that a line of dashes below makes no heading of: items of lists and quotations."""
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_DELIMITERS = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_PIPE = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Content:
    """What is compared, as multisets of normalised strings."""

    tokens: Counter[str]
    headings: Counter[str]
    cells: Counter[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """F1 of one file; None where neither side has any."""

    path: str
    tokens: float | None
    headings: float | None
    cells: float | None


def content(markdown: str) -> Content:
    """Tokens, headings and table cells of a Markdown text, its marks removed."""
    plain = html.unescape(_TAG.sub(" ", _COMMENT.sub(" ", markdown)))
    prose, code = _parted(plain.splitlines())
    return Content(Counter(_words(plain)), Counter(_headings(prose)), Counter(_cells(prose, code)))


def _parted(lines: list[str]) -> tuple[list[str], frozenset[int]]:
    """The lines, those of fenced code emptied, and the numbers of these."""
    code: set[int] = set()
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if fence or mark:
            code.add(number)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1] == fence:
            fence = ""
    return ["" if number in code else line for number, line in enumerate(lines)], frozenset(code)


def _words(text: str) -> list[str]:
    """Lower-cased words; the targets of links, which are marks, do not count."""
    folded = unicodedata.normalize("NFKC", _TARGET.sub("] ", text)).replace("\u00ad", "").lower()
    return _WORD.findall(folded)


def _flat(text: str) -> str:
    return " ".join(_words(text))


def _headings(lines: list[str]) -> Iterator[str]:
    previous = ""
    for line in lines:
        mark = _HEADING.match(line)
        words = mark[1] if mark else previous if _UNDERLINE.match(line) and "|" not in previous else ""
        if found := _flat(words):
            yield found
        previous = "" if mark or _NO_TITLE.match(line) else line.strip()


def _cells(lines: list[str], code: frozenset[int]) -> Iterator[tuple[str, str, str]]:
    """(text, left neighbour, column header) of every cell with text; `<header>` stands above headers."""
    number = 1
    while number < len(lines):
        above = lines[number - 1]
        if number in code or "|" not in above or "|" not in lines[number] or not _DELIMITERS.match(lines[number]):
            number += 1
            continue
        header = _row(above)
        yield from _triples(header, ["<header>"] * len(header))
        number += 1
        while number < len(lines) and "|" in lines[number]:
            yield from _triples(_row(lines[number]), header)
            number += 1


def _row(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [_flat(cell) for cell in _PIPE.split(inner)]


def _triples(row: list[str], header: list[str]) -> Iterator[tuple[str, str, str]]:
    for column, cell in enumerate(row):
        if cell:
            yield cell, row[column - 1] if column else "", header[column] if column < len(header) else ""


def f1(ours: Counter[Any], reference: Counter[Any]) -> float | None:
    """Harmonic mean of precision and recall of two multisets; None when both are empty."""
    if not ours and not reference:
        return None
    return 2 * (ours & reference).total() / (ours.total() + reference.total())


def agreement(path: str, ours: Content, reference: Content) -> Agreement:
    """The three figures of one file."""
    return Agreement(
        path,
        f1(ours.tokens, reference.tokens),
        f1(ours.headings, reference.headings),
        f1(ours.cells, reference.cells),
    )
