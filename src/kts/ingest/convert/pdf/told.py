"""What runs along the pages of a PDF and says something, told once: a title, an edition, whom to ask."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from kts.ingest.convert.runs_along import folded, is_page_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.ingest.convert.pdf.page import Line

MAX_TOLD = 20
"""Lines that are told of one document: a footer that names each chapter says no more than its headings."""
_DIGITS = re.compile(r"\d+")
_PAGE = re.compile(
    r"(?i)(?:\b(?:pages?|pg|p|seite|s)\b\.?[\s\d]*(?:\b(?:of|von|sur|de)\b[\s\d]*)?|[-\u2013\u2014|/,;\s])+\Z"
)
"""What is left of the number of a page and its words at the end of a line; at its beginning likewise."""
_LEADING = re.compile(r"(?i)\A(?:\b(?:pages?|pg|p|seite|s)\b\.?|\b(?:of|von|sur|de)\b[\s\d]*|[-\u2013\u2014|/,;\s])+")


def told_once(running: Iterable[tuple[int, Line]], body: str, middles: Mapping[int, float]) -> Iterator[Line]:
    """The running lines that say something besides numbers of pages and lines of the body, each led by its place.

    Of lines that differ in the number of the page the first is told, without it. `body` is the text of the pages
    without them; `middles` are the heights, by page, above which a line is a header.
    """
    alike: dict[str, list[Line]] = {}
    for _, line in running:
        alike.setdefault(_DIGITS.sub("#", line.text.casefold()), []).append(line)
    said = {folded(line) for line in body.splitlines()}
    found: list[Line] = []
    for line, text in (pair for lines in alike.values() for pair in _distinct(lines)):
        if is_page_number(text) or folded(text) in said:
            continue
        said.add(folded(text))
        lead = "Header" if line.base > middles.get(line.page, 0.0) else "Footer"
        found.append(line._replace(text=f"{lead}: {text}"))
    return iter(found[:MAX_TOLD])


def _distinct(lines: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    """Lines that differ in numbers alone, each text once; as one where each page has another number."""
    texts = [line.text for line in lines]
    if len(set(texts)) == len(texts):
        yield lines[0], _standing(texts)
        return
    first = {line.text: line for line in reversed(lines)}
    yield from ((first[text], text) for text in dict.fromkeys(texts))


def _standing(texts: Sequence[str]) -> str:
    """The first text, without a number that grows from page to page and the words around it."""
    first = texts[0]
    if len(set(texts)) == 1:
        return first
    start = _alike(texts)
    end = _alike([text[start:][::-1] for text in texts])
    before = _PAGE.sub("", re.sub(r"\d+\Z", "", first[:start]))
    behind = _LEADING.sub("", re.sub(r"\A\d+", "", first[len(first) - end :]))
    return " ".join(f"{before} {behind}".split())


def _alike(texts: Sequence[str]) -> int:
    """How many characters all texts begin with."""
    return sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False)))
