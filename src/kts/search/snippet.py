"""The part of a passage to show: the stretch of whole lines or sentences that answers most of the question."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from kts.lexicon.analyse import folded_words, forms, located_words, with_stems
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

_BREAK = later(r"(?<=[.!?;:])\s+(?=[\"'(\[]?[A-Z0-9])|\n+")


SHORT = 3
"""Letters of a stem whose words may share no more than the first (`die`, `dying`)."""
LONGEST_WORD = 40
"""Characters looked back for the end of a word."""


class Snippet(NamedTuple):
    """`text` is the passage's text at `span`; `marks` are the words of the question in it, offsets into `text`.

    `best` is the mark that says most, None when there is none.
    """

    text: str
    span: Span
    marks: tuple[Span, ...]
    best: Span | None = None


def snippet(text: str, wanted: Mapping[str, float], *, length: int, languages: Sequence[str] = ("en",)) -> Snippet:
    """The best stretch of at most `length` characters; `wanted` are index terms of the question with their weight."""
    marks = _marks(text, wanted, languages)
    start, end = _best(text, marks, wanted, length)
    inside = [(mark, wanted[term]) for mark, term in marks if mark.start >= start and mark.end <= end]
    shifted = [(Span(mark.start - start, mark.end - start), weight) for mark, weight in inside]
    best = max(shifted, key=lambda item: (item[1], -item[0].start), default=None)
    return Snippet(text[start:end], Span(start, end), tuple(mark for mark, _ in shifted), best[0] if best else None)


def _marks(text: str, wanted: Collection[str], languages: Sequence[str]) -> list[tuple[Span, str]]:
    """The words with a wanted stem, in order; the words of an English text are not even listed one by one."""
    if tuple(languages) == ("en",):
        located = _likely(text, wanted)
        stems = _stems({word for _, _, word in located}, wanted, languages)
        return [(Span(start, end), stems[word]) for start, end, word in located if word in stems]
    stems = _stems(folded_words(text), wanted, languages)
    return [(Span(start, end), stems[word]) for start, end, word in located_words(text, among=stems)] if stems else []


def _stems(listed: Iterable[str], wanted: Collection[str], languages: Sequence[str]) -> dict[str, str]:
    """The wanted stem of each word that has one."""
    having = with_stems(listed, wanted, languages)
    return {word: stem for word, found in forms(having, languages).items() for stem in found if stem in wanted}


def _likely(text: str, wanted: Collection[str]) -> list[tuple[int, int, str]]:
    """Words that may have a wanted stem: an English stem shares all but its last letter with its words (`y`, `i`)."""
    if not wanted:
        return []
    if not text.isascii():
        return located_words(text)
    starts = "|".join(re.escape(term[: max(1, len(term) - 1 if len(term) > SHORT else 1)]) for term in sorted(wanted))
    pattern = rf"(?<![^\W_])(?:{starts})[^\W_]*(?:'[^\W_]+)?"
    return [(match.start(), match.end(), match[0].lower()) for match in re.finditer(pattern, text, re.IGNORECASE)]


def _best(text: str, marks: Sequence[tuple[Span, str]], wanted: Mapping[str, float], length: int) -> tuple[int, int]:
    edges = [0, *(match.end() for match in _BREAK.finditer(text)), len(text)]
    starts, ends = [mark.start for mark, _ in marks], [mark.end for mark, _ in marks]
    best, chosen = (-1.0, 0, 0), (0, min(length, len(text)))
    for start in sorted({*edges[:-1], *_inside_long(text, edges, marks, length)}):
        edge = edges[bisect_right(edges, start + length) - 1]
        end = edge if edge > start else _word_end(text, start + length)
        inside = marks[bisect_left(starts, start) : bisect_right(ends, end)]
        rank = (sum(wanted[term] for term in sorted({term for _, term in inside})), len(inside), -start)
        if rank > best:
            best, chosen = rank, (start, end)
    start, end = chosen
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def _inside_long(text: str, edges: Sequence[int], marks: Sequence[tuple[Span, str]], length: int) -> Iterator[int]:
    """Where to begin so that a mark is shown that stands far inside a stretch without an edge."""
    for mark, _ in marks:
        edge = edges[bisect_right(edges, mark.start) - 1]
        if mark.end - edge > length:
            begin = mark.start - length // 3
            yield text.rfind(" ", edge, begin + 1) + 1 or begin


def _word_end(text: str, reach: int) -> int:
    """The end of the last whole word up to `reach`."""
    if reach >= len(text):
        return len(text)
    space = text.rfind(" ", reach - LONGEST_WORD, reach + 1)
    return space if space > 0 else reach
