"""The part of a passage to show: the stretch of whole lines or sentences that answers most of the question."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.lexicon.analyse import folded_words, forms, located_words, places_of, stemmed_as, with_stems, words
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

_BREAK = later(r"\s(?:(?<=[.!?;:]\s)\s*(?=[\"'(\[]?[A-Z0-9])|(?<=\n)\n*)")
"""After the end of a sentence, and of lines. It begins with what it consumes, so that other characters are skipped."""
LONGEST_WORD = 40
"""Characters looked back for the end of a word."""
KEPT_TEXTS = 4_096
"""Passages whose edges are kept between questions: some 3 MB."""
ASCII = "\x7f"
APOSTROPHES = ("'", "\u2019")


class Snippet(NamedTuple):
    """`text` is the passage's text at `span`; `marks` are the words of the question in it, offsets into `text`.

    `best` is the mark that says most, None when there is none.
    """

    text: str
    span: Span
    marks: tuple[Span, ...]
    best: Span | None = None


class _Edges(NamedTuple):
    """Where a stretch of a text may begin, and how far the two neighbouring places are apart that are so the most."""

    places: tuple[int, ...]
    longest: int


@lru_cache(maxsize=KEPT_TEXTS)
def _edges(text: str) -> _Edges:
    places = (0, *[match.end() for match in _BREAK.finditer(text)], len(text))
    return _Edges(places, max(after - before for before, after in pairwise(places)))


def snippet(text: str, wanted: Mapping[str, float], *, length: int, languages: Sequence[str] = ("en",)) -> Snippet:
    """The best stretch of at most `length` characters; `wanted` are index terms of the question with their weight."""
    marks = _marks(text, wanted, languages)
    start, end = _best(text, marks, wanted, length)
    inside = [(mark, wanted[term]) for mark, term in marks if mark.start >= start and mark.end <= end]
    shifted = [(Span(mark.start - start, mark.end - start), weight) for mark, weight in inside]
    best = max(shifted, key=lambda item: (item[1], -item[0].start), default=None)
    return Snippet(text[start:end], Span(start, end), tuple([mark for mark, _ in shifted]), best[0] if best else None)


def _marks(text: str, wanted: Collection[str], languages: Sequence[str]) -> list[tuple[Span, str]]:
    """The words with a wanted stem, in order."""
    if not _plain(text):
        known = forms(with_stems(folded_words(text), wanted, languages), languages)
        stems = {word: stem for word, found in known.items() for stem in found if stem in wanted}
        return [(Span(start, end), stems[word]) for start, end, word in located_words(text, among=stems)]
    places = places_of(text, wanted, stemmed_as(languages))
    if not places:
        return []
    listed = words(text)
    known = forms({listed[place] for place in places}, languages)
    stems = {word: stem for word, found in known.items() for stem in found if stem in wanted}
    return [(Span(start, end), stems[word]) for start, end, word in _located(text, stems)]


def _plain(text: str) -> bool:
    """Whether the words are those that stand there: no letter but those of ASCII, from which accents are taken."""
    return text.isascii() or not any(character.isalnum() for character in set(text) if character > ASCII)


def _located(text: str, among: Collection[str]) -> list[tuple[int, int, str]]:
    """`located_words` of a few words of a plain text, each looked for where that is certain to find the same."""
    if any("'" in word for word in among):
        return located_words(text, among=among)
    folded, found = text.lower(), []
    for word in among:
        start = folded.find(word)
        while start >= 0:
            end = start + len(word)
            before = folded[start - 1 : start]
            if before in APOSTROPHES:  # it may be within a word
                return located_words(text, among=among)
            if not before.isalnum():
                after = folded[end : end + 2]
                if not after[:1].isalnum() and not (after[:1] in APOSTROPHES and after[1:].isalnum()):
                    found.append((start, end, word))
            start = folded.find(word, end)
    found.sort()
    return found


def _best(text: str, marks: Sequence[tuple[Span, str]], wanted: Mapping[str, float], length: int) -> tuple[int, int]:
    edges, longest = _edges(text)
    starts, ends = [mark.start for mark, _ in marks], [mark.end for mark, _ in marks]
    best, chosen = (-1.0, 0, 0), (0, min(length, len(text)))
    seen: set[tuple[int, int]] = set()
    within = _inside_long(text, edges, marks, length) if longest > length else ()
    for start in sorted({*edges[:-1], *within}):
        edge = edges[bisect_right(edges, start + length) - 1]
        end = edge if edge > start else _word_end(text, start + length)
        first, last = bisect_left(starts, start), bisect_right(ends, end)
        if (first, last) in seen:  # the same words, from further on
            continue
        seen.add((first, last))
        inside = marks[first:last]
        rank = (sum([wanted[term] for term in sorted({term for _, term in inside})]), len(inside), -start)
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
