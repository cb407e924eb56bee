"""The part of a passage to show: the stretch of whole lines or sentences that answers most of the question."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from itertools import compress, pairwise, repeat
from typing import TYPE_CHECKING

from kts.lexicon.analyse import forms, located_words, places_of, spaced_words, stemmed_as
from kts.lexicon.patterns import later
from kts.nouns import each
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import NamedTuple

    Mark = tuple[int, int, str]
else:
    from kts.nouns import NamedTuple

_BREAK = later(r"\s(?:(?<=[.!?;:]\s)\s*(?=[\"'(\[]?[A-Z0-9])|(?<=\n)\n*)")
"""After the end of a sentence, and of lines. It begins with what it consumes, so that other characters are skipped."""
_PARTED = later(r"[^\W_]+(?:[-_./:][^\W_]+)+")
_FIGURE = later(r"\d")
LONGEST_WORD = 40
"""Characters looked back for the end of a word."""
KEPT_TEXTS = 4_096
"""Passages whose edges are kept between questions: some 3 MB."""
KEPT_MARKS = 65_536
"""Words of questions whose places in a passage are kept between questions, most of them nowhere.

Some 29 MB, filled from 11,000 passages of 750 characters: the keys keep the texts, 8 MB of it (one copy with
`lexicon.analyse.KEPT_PLACES`: 42 MB for both).
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


def snippet(
    text: str,
    wanted: Mapping[str, float],
    *,
    length: int,
    languages: Sequence[str] = ("en",),
    whole: Sequence[str] = (),
) -> Snippet:
    """The best stretch of at most `length` characters; `wanted` are index terms of the question with their weight.

    `whole` are names of several parts, folded: where the text holds one, it says more than all words together.
    """
    held = _held(text, wanted, _stemmed_as(tuple(languages)), length)
    if whole and (named := _whole(text, whole, length)):
        held = {**held, **named}
        wanted = {**wanted, **dict.fromkeys(named, 1.0 + sum(wanted.values()))}
    start, end = _best(text, held, wanted, length)
    inside = sorted([mark for one in held.values() for mark in one.marks if mark[0] >= start and mark[1] <= end])
    shown = each(Span, [(first - start, last - start) for first, last, _ in inside])
    worth = [wanted[stem] for _, _, stem in inside]
    best = shown[worth.index(max(worth))] if worth else None
    return Snippet(text[start:end], Span(start, end), tuple(_apart(shown)), best)


def _apart(marks: Sequence[Span]) -> Sequence[Span]:
    """Marks in order, those that overlap as one: words of scripts without spaces are pairs of their signs."""
    if all(before.end <= after.start for before, after in pairwise(marks)):
        return marks
    found = [marks[0]]
    for one in marks[1:]:
        if one.start < found[-1].end:
            found[-1] = Span(found[-1].start, max(one.end, found[-1].end))
        else:
            found.append(one)
    return found


@cache
def _stemmed_as(languages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(stemmed_as(languages))


def names_in(question: str) -> tuple[str, ...]:
    """What a question writes as one word of several parts, one of them with a figure: `pgt-fra-02`, `10.40.8.15`."""
    if not any(map(str.isdigit, question)):
        return ()
    return tuple(dict.fromkeys(match[0].casefold() for match in _PARTED.finditer(question) if _FIGURE.search(match[0])))


def _whole(text: str, names: Iterable[str], length: int) -> dict[str, _Held]:
    """The places of whole names, by name."""
    folded, found = text.lower(), {}
    for name in names:
        marks, start = [], folded.find(name)
        while start >= 0:
            end = start + len(name)
            if not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum()):
                marks.append((start, end, name))
            start = folded.find(name, end)
        if marks:
            found[name] = _Held(marks, _often(marks, _stretches(text, length)))
    return found


class _Held(NamedTuple):
    """The words of a text with one stem, in order, and how many of them each of its stretches holds."""

    marks: Sequence[Mark]
    often: Sequence[int]


def _held(text: str, wanted: Iterable[str], languages: tuple[str, ...], length: int) -> dict[str, _Held]:
    """The words with a wanted stem, by stem; of several wanted stems, as different languages have them, the last."""
    found = {stem: one for stem in sorted(wanted) if (one := _of_stem(text, stem, languages, length)).marks}
    if len(languages) == 1:
        return found
    places = [start for one in found.values() for start, _, _ in one.marks]
    return found if len(set(places)) == len(places) else _once(text, found, languages, length)


def _once(text: str, found: Mapping[str, _Held], languages: tuple[str, ...], length: int) -> dict[str, _Held]:
    stems: dict[tuple[int, int], list[str]] = {}
    for start, end, stem in sorted([mark for one in found.values() for mark in one.marks]):
        stems.setdefault((start, end), []).append(stem)
    marks: dict[str, list[Mark]] = {}
    for (start, end), held in stems.items():
        stem = _last(text[start:end], held, languages)
        marks.setdefault(stem, []).append((start, end, stem))
    return {stem: _Held(marks[stem], _often(marks[stem], _stretches(text, length))) for stem in sorted(marks)}


def _last(surface: str, held: Sequence[str], languages: Sequence[str]) -> str:
    ((_, _, word),) = located_words(surface)
    return max(held, key=forms([word], languages)[word].index)


@lru_cache(maxsize=KEPT_MARKS)
def _of_stem(text: str, stem: str, languages: tuple[str, ...], length: int) -> _Held:
    marks = _marks_of(text, stem, languages)
    return _Held(marks, _often(marks, _stretches(text, length))) if marks else _NOWHERE


_NOWHERE = _Held((), ())


def _often(marks: Sequence[Mark], stretches: Iterable[tuple[int, int]]) -> Sequence[int]:
    """How many of some words each stretch holds."""
    starts, ends, _ = zip(*marks, strict=True)
    return [max(0, bisect_right(ends, end) - bisect_left(starts, start)) for start, end in stretches]


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


def _best(text: str, held: Mapping[str, _Held], wanted: Mapping[str, float], length: int) -> tuple[int, int]:
    """The stretch that answers most of the question; of several alike the first."""
    stretches: Sequence[tuple[int, int]] = _stretches(text, length)
    columns = [one.often for one in held.values()]
    if not stretches:
        stretches = tuple(_stretches_with(text, [mark for one in held.values() for mark in one.marks], length))
        columns = [_often(one.marks, stretches) for one in held.values()]
    worths = [wanted[stem] for stem in held]
    start, end = stretches[_first_of_best(worths, columns) if columns and len(stretches) > 1 else 0]
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def _first_of_best(worths: Sequence[float], columns: Sequence[Sequence[int]]) -> int:
    """The stretch whose stems are worth the most, then the one with the most words; `columns` has a row a stem."""
    often = list(zip(*columns, strict=True))
    ranks = list(zip(map(sum, map(compress, repeat(worths), often)), map(sum, often), strict=True))
    return ranks.index(max(ranks))


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


def _stretches_with(text: str, marks: Iterable[Mark], length: int) -> Iterator[tuple[int, int]]:
    """From an edge, or a mark far from one, to an edge or to the end of a word."""
    edges, _ = _edges(text)
    for start in sorted({*edges[:-1], *_inside_long(text, edges, marks, length)}):
        edge = edges[bisect_right(edges, start + length) - 1]
        yield start, edge if edge > start else _word_end(text, start + length)


def _inside_long(text: str, edges: Sequence[int], marks: Iterable[Mark], length: int) -> Iterator[int]:
    """Where to begin so that a mark is shown that stands far inside a stretch without an edge."""
    for start, end, _ in marks:
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
