"""The part of a passage to show: the stretch of whole lines or sentences that answers most of the question."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import forms, located_words
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_BREAK = re.compile(r"(?<=[.!?;:])\s+(?=[\"'(\[]?[A-Z0-9])|\n+")


class Snippet(NamedTuple):
    """`text` is the passage's text at `span`; `marks` are the words of the question in it, offsets into `text`."""

    text: str
    span: Span
    marks: tuple[Span, ...]


def snippet(text: str, wanted: Collection[str], *, length: int, languages: Sequence[str] = ("en",)) -> Snippet:
    """The best stretch of at most `length` characters; `wanted` are index terms of the question."""
    marks = _marks(text, wanted, languages)
    start, end = _best(text, marks, length)
    inside = tuple(
        Span(mark.start - start, mark.end - start) for mark, _ in marks if mark.start >= start and mark.end <= end
    )
    return Snippet(text[start:end], Span(start, end), inside)


def _marks(text: str, wanted: Collection[str], languages: Sequence[str]) -> list[tuple[Span, str]]:
    located = _likely(text, wanted)
    stems = {
        word: stem
        for word, found in forms({word for _, _, word in located}, languages).items()
        for stem in found
        if stem in wanted
    }
    return [(Span(start, end), stems[word]) for start, end, word in located if word in stems]


def _likely(text: str, wanted: Collection[str]) -> list[tuple[int, int, str]]:
    """Words that may have a wanted stem: a stem shares all but its last letter with its words (Porter's `y`, `i`)."""
    if not wanted:
        return []
    if not text.isascii():
        return located_words(text)
    starts = "|".join(re.escape(term[: max(1, len(term) - 1)]) for term in sorted(wanted))
    pattern = rf"(?<![^\W_])(?:{starts})[^\W_]*(?:'[^\W_]+)?"
    return [(match.start(), match.end(), match[0].lower()) for match in re.finditer(pattern, text, re.IGNORECASE)]


def _best(text: str, marks: Sequence[tuple[Span, str]], length: int) -> tuple[int, int]:
    edges = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    best, chosen = (-1, 0, 0), (0, min(length, len(text)))
    for start, stop in pairwise(edges):
        end = max((edge for edge in edges if start < edge <= start + length), default=min(stop, start + length))
        inside = [term for span, term in marks if span.start >= start and span.end <= end]
        rank = (len(set(inside)), len(inside), -start)
        if rank > best:
            best, chosen = rank, (start, end)
    start, end = chosen
    return _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))
