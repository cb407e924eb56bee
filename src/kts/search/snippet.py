"""The part of a passage to show: the stretch of whole lines or sentences that answers most of the question."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.lexicon.analyse import forms, located_words, places_of, spaced_words, stemmed_as
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import NamedTuple

    Mark = tuple[int, int, str]
else:
    from kts.nouns import NamedTuple

_BREAK = later(r"\s(?:(?<=[.!?;:]\s)\s*(?=[\"'(\[]?[A-Z0-9])|(?<=\n)\n*)")
"""After the end of a sentence, and of lines. It begins with what it consumes, so that other characters are skipped."""
LONGEST_WORD = 40
"""Characters looked back for the end of a word."""
KEPT_TEXTS = 4_096
"""Passages whose edges are kept between questions: some 3 MB."""
KEPT_MARKS = 65_536
"""Words of questions whose places in a passage are kept between questions, most of them nowhere.

Some 27 MB, filled from 11,000 passages of 750 characters: the keys keep the texts, 8 MB of it (one copy with
`lexicon.analyse.KEPT_PLACES`: 40 MB for both).
"""
KEPT_WHOLE = 256
"""Passages with letters that are not those of ASCII whose words are kept, each with its place: some 6 MB."""
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
    marks = _marks(text, wanted, tuple(stemmed_as(languages)))
    start, end = _best(text, marks, wanted, length)
    shown, best, most = [], None, -1.0
    for first, last, term in marks:
        if first >= start and last <= end:
            shown.append(Span(first - start, last - start))
            if wanted[term] > most:
                best, most = shown[-1], wanted[term]
    return Snippet(text[start:end], Span(start, end), tuple(shown), best)


def _marks(text: str, wanted: Iterable[str], languages: tuple[str, ...]) -> list[Mark]:
    """The words with a wanted stem, in order; of several wanted stems, as different languages have them, the last."""
    found: list[Mark] = []
    for stem in wanted:
        found += _marks_of(text, stem, languages)
    found.sort()
    if len(languages) == 1 or len({start for start, _, _ in found}) == len(found):
        return found
    stems: dict[tuple[int, int], list[str]] = {}
    for start, end, stem in found:
        stems.setdefault((start, end), []).append(stem)
    return [(start, end, _last(text[start:end], held, languages)) for (start, end), held in stems.items()]


def _last(surface: str, held: Sequence[str], languages: Sequence[str]) -> str:
    ((_, _, word),) = located_words(surface)
    return max(held, key=forms([word], languages)[word].index)


@lru_cache(maxsize=KEPT_MARKS)
def _marks_of(text: str, stem: str, languages: tuple[str, ...]) -> tuple[Mark, ...]:
    """The words with that stem under any of the languages."""
    if not _plain(text):
        return _marks_by_stem(text, languages).get(stem, ())
    places = places_of(text, (stem,), languages)
    if not places:
        return ()
    listed = _listed(text)
    return tuple([(start, end, stem) for start, end, _ in _located(text, {listed[place] for place in places})])


@lru_cache(maxsize=1)
def _listed(text: str) -> list[str]:
    """The words of the text in order: one stem after the other is looked for in one text."""
    return spaced_words(text).split()


@lru_cache(maxsize=KEPT_WHOLE)
def _marks_by_stem(text: str, languages: tuple[str, ...]) -> Mapping[str, tuple[Mark, ...]]:
    """All words of a text whose letters are not those of ASCII alone, by each of their stems."""
    located = located_words(text)
    stems = forms({word for _, _, word in located}, languages)
    found: dict[str, list[Mark]] = {}
    for start, end, word in located:
        for stem in stems[word]:
            found.setdefault(stem, []).append((start, end, stem))
    return {stem: tuple(marks) for stem, marks in found.items()}


@lru_cache(maxsize=KEPT_TEXTS)
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


def _best(text: str, marks: Sequence[Mark], wanted: Mapping[str, float], length: int) -> tuple[int, int]:
    """The stretch that answers most of the question; of several alike the first."""
    starts, ends, terms = zip(*marks, strict=True) if marks else ((), (), ())
    best, chosen, held = (-1.0, 0), (0, min(length, len(text))), (-1, -1)
    worth: dict[frozenset[str], float] = {}
    for start, end in _stretches(text, length) or _stretches_with(text, starts, ends, length):
        before, held = held, (bisect_left(starts, start), bisect_right(ends, end))
        if held == before:  # the same words, from further on
            continue
        inside = frozenset(terms[held[0] : held[1]])
        if inside not in worth:
            worth[inside] = sum([wanted[term] for term in sorted(inside)])
        rank = (worth[inside], max(0, held[1] - held[0]))
        if rank > best:
            best, chosen = rank, (start, end)
    start, end = chosen
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


@lru_cache(maxsize=KEPT_TEXTS)
def _stretches(text: str, length: int) -> tuple[tuple[int, int], ...]:
    """From an edge to an edge, as far as possible; none where two neighbouring edges are further apart than that.

    One that ends where an earlier one ends holds nothing that the earlier one does not.
    """
    edges, longest = _edges(text)
    if longest > length:
        return ()
    found: dict[int, int] = {}
    for start in edges[:-1]:
        found.setdefault(edges[bisect_right(edges, start + length) - 1], start)
    return tuple([(start, end) for end, start in found.items()])


def _stretches_with(text: str, starts: Sequence[int], ends: Sequence[int], length: int) -> Iterator[tuple[int, int]]:
    """From an edge, or a mark far from one, to an edge or to the end of a word."""
    edges, _ = _edges(text)
    for start in sorted({*edges[:-1], *_inside_long(text, edges, starts, ends, length)}):
        edge = edges[bisect_right(edges, start + length) - 1]
        yield start, edge if edge > start else _word_end(text, start + length)


def _inside_long(
    text: str, edges: Sequence[int], starts: Sequence[int], ends: Sequence[int], length: int
) -> Iterator[int]:
    """Where to begin so that a mark is shown that stands far inside a stretch without an edge."""
    for start, end in zip(starts, ends, strict=True):
        edge = edges[bisect_right(edges, start) - 1]
        if end - edge > length:
            begin = start - length // 3
            yield text.rfind(" ", edge, begin + 1) + 1 or begin


def _word_end(text: str, reach: int) -> int:
    """The end of the last whole word up to `reach`."""
    if reach >= len(text):
        return len(text)
    space = text.rfind(" ", reach - LONGEST_WORD, reach + 1)
    return space if space > 0 else reach
