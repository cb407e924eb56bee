"""Columns and rows that are for several at once: `Grade A-C`, `Floors 1-3`, `Bands 1, 2 and 3`, `2021-2023`, `5-20 kg`.

A claim names one of them by itself (`grade B`, `the second floor`, `in 2022`, `a parcel of 12 kg`), and no word of it
stands in the header.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.tables.bands import apart, band, holding, limited_by
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities, same
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answer.claims.agree.sides import Finding
    from kts.answer.claims.agree.tables import Row
    from kts.answer.tables.bands import Band
    from kts.lexicon.quantities import Quantity

_ONE = r"(?:[A-Z](?![\w'\u2019])|\d{1,3}(?![\w%]|[.:]\d)|[IVX]{2,4}\b)"
_MARK = r"(?:[IVX]{2,4}|[A-Z]|\d{1,3})"
_TO = r"\s?(?:-|\u2013|\bto\b|\bthrough\b|\bbis\b)\s?"
_AND = r"(?:\s?[,/&]\s?(?:(?:and|or)\s)?|\s(?:and|or|und|oder)\s)"
_SEVERAL = later(rf"\b(?P<noun>[^\W\d_]{{3,}})[ -](?P<marks>{_ONE}(?:(?:{_TO}|{_AND}){_ONE})*)")
_BARE = later(rf"\s*(?P<marks>{_ONE}(?:(?:{_TO}|{_AND}){_ONE})+)\s*")
_RANGE = later(rf"(?P<first>{_MARK})(?:{_TO}(?P<last>{_MARK}))?(?![a-z])")
_YEARS = later(
    r"(?<![\w.,/-])(?P<first>(?:19|20)\d\d)(?:\s?(?:-|\u2013|\bto\b|\bbis\b)\s?(?P<last>(?:19|20)\d\d))?(?![\w/-]|[.,]\d)"
)
_NO_NOUN = frozenset("the and for per from than over until with day days week weeks month months".split())
"""Words before a number or a letter that do not say what it numbers."""
_NTH = later(
    r"\b(?:(?P<word>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(?P<figure>\d{1,3})(?:st|nd|rd|th))"
    r"[ -](?P<noun>[a-z]{3,})",
    re.IGNORECASE,
)
_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_ROMAN: Mapping[str, int] = MappingProxyType(
    {one: at for at, one in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), 1)}
)
GAPS = frozenset({"number_gap", "number_near", "number", "date_gap", "date_near", "unnamed", "name_gap", "name"})
"""What is seen where a mark of the claim stands in no text as it is, though it lies within a header's range."""


class Several(NamedTuple):
    """What a text is for: the stem of its noun, and its stretches, each from one mark to another of a kind."""

    noun: str
    stretches: tuple[tuple[str, int, int], ...]
    place: Span

    def holds(self, other: Several) -> bool:
        """Whether all that another one is for lies within this one."""
        return all(
            any(kind == own and low <= first and last <= high for own, low, high in self.stretches)
            for kind, first, last in other.stretches
        )

    @property
    def ranged(self) -> bool:
        """Whether it is for more than one."""
        return len(self.stretches) > 1 or any(low < high for _, low, high in self.stretches)


@lru_cache(maxsize=2048)
def several(text: str) -> tuple[Several, ...]:
    """What a text is for by marks behind a noun, by an ordinal before one, or by years."""
    found = []
    for match in _SEVERAL.finditer(text):
        noun, stretches = _stem(match["noun"]), _stretches(match["marks"])
        if stretches and match["noun"].lower() not in _NO_NOUN:
            found.append(Several(noun, stretches, Span(*match.span())))
    for match in _NTH.finditer(text):
        at = _WORDS.index(match["word"].lower()) + 1 if match["word"] else int(match["figure"])
        found.append(Several(_stem(match["noun"]), (("n", at, at),), Span(*match.span())))
    for match in _YEARS.finditer(text):
        first, last = int(match["first"]), int(match["last"] or match["first"])
        found.append(Several("", (("y", first, last),), Span(*match.span())))
    return tuple(found)


def _stem(noun: str) -> str:
    return (terms(noun) or [noun.lower()])[0]


def _stretches(marks: str) -> tuple[tuple[str, int, int], ...]:
    """The stretches of `A-C`, `1, 2 and 3`, `I-II`; a letter alone that may be a Roman number is both."""
    found = []
    roman = re.search(r"[IVX]{2}", marks) is not None
    for match in _RANGE.finditer(marks):
        first, last = match["first"], match["last"] or match["first"]
        for kind, rank in (("n", _number), ("r", _ROMAN.get), ("l", _letter)):
            low, high = rank(first), rank(last)
            if low is not None and high is not None and low <= high and not (roman and kind == "l"):
                found.append((kind, low, high))
    return tuple(found)


def _number(mark: str) -> int | None:
    return int(mark) if mark.isdigit() else None


def _letter(mark: str) -> int | None:
    return ord(mark) if len(mark) == 1 and mark.isalpha() else None


def _within(own: Several, other: Several) -> bool:
    """Whether a header holds what a claim names; of a letter that may be a Roman number either reading does."""
    if own.noun != other.noun:
        return False
    kinds = {kind for kind, *_ in own.stretches} & {kind for kind, *_ in other.stretches}
    return any(
        own._replace(stretches=tuple(one for one in own.stretches if one[0] == kind)).holds(
            other._replace(stretches=tuple(one for one in other.stretches if one[0] == kind))
        )
        for kind in kinds
    )


class Column(NamedTuple):
    """Where a claim names a column by one of those that it is for; `at` is None where no column is for that one."""

    at: int | None
    place: Span


@lru_cache(maxsize=1024)
def column(claim: str, heads: tuple[str, ...], values: tuple[str, ...] = ()) -> Column | None:
    """The column that is for what a claim names; None where the headers part nothing, or the claim names none of it.

    An amount of the claim that stands in a cell is no amount for which a column is.
    """
    marked = {at: several(head) for at, head in enumerate(heads) if at and several(head)}
    parted = len(marked) > 1 or len(heads) > 2  # noqa: PLR2004 - the key and one column beside it part nothing
    if parted and any(one.ranged for found in marked.values() for one in found):
        found = [_named(one, marked) for one in several(claim)]
        known = [one for one in found if one is not None]
        if known:
            return known[0] if len({one.at for one in known}) == 1 else None
    return _measured(claim, heads, values)


def _named(one: Several, marked: Mapping[int, tuple[Several, ...]]) -> Column | None:
    """The column for what a claim names, None where no header is for such things or several are for that one."""
    ranged = any(own.noun == one.noun and own.ranged for found in marked.values() for own in found)
    if not ranged:
        return None
    at = [at for at, found in marked.items() if any(_within(own, one) for own in found)]
    if len(at) > 1:
        return None
    apart_ = not at and any(_meets(own, one) for found in marked.values() for own in found)
    return None if apart_ else Column(at[0] if at else None, one.place)


def _meets(own: Several, other: Several) -> bool:
    """Whether a header is for a part of what the claim names: `grades A to E`."""
    return own.noun == other.noun and any(
        kind == one and low <= last and first <= high
        for kind, low, high in own.stretches
        for one, first, last in other.stretches
    )


LEAST = 2
"""Headers of amounts of one kind that part a table."""


def _measured(claim: str, heads: Sequence[str], values: Sequence[str]) -> Column | None:
    """The column whose header holds an amount of the claim: of 12 kg `5-20 kg`, beside `up to 5 kg`."""
    stated = [one for cell in values[1:] for one in quantities(cell)]
    for wanted in quantities(claim):
        if not wanted.unit or wanted.per or any(_is(wanted, one) for one in stated):
            continue
        found = {at: one for at, head in enumerate(heads) if at and (one := _band(head, wanted)) is not None}
        if len(found) < LEAST or not all(one.limited for one in found.values()):
            continue
        at = holding(apart(found), wanted)
        if len(at) == 1:
            return Column(at.pop(), Span(wanted.start, wanted.end))
    return None


def _is(wanted: Quantity, one: Quantity) -> bool:
    return same(wanted._replace(comparator=""), one._replace(comparator=""))


def _band(head: str, wanted: Quantity) -> Band | None:
    stated = [one for one in quantities(head) if comparable(one, wanted)]
    found = band(head, stated)
    return limited_by(head, found) if found else None


def keyed(claim: str, head: str, cell: str) -> bool | None:
    """Whether a row whose key is for several is for the one that a claim names; None where the two tell nothing."""
    named = _of_key(claim, head, cell)
    return any(within for within, _ in named) if named else None


def _of_key(claim: str, head: str, cell: str) -> list[tuple[bool, Span]]:
    """What a claim names of the kind that a key is for, and whether it lies within."""
    own = [one for one in several(cell) if one.ranged and one.noun]
    if not own:
        bare = _BARE.fullmatch(cell)
        word = re.search(r"[^\W\d_]{3,}(?=\W*\Z)", head)
        stretches = _stretches(bare["marks"]) if bare and word else ()
        own = [Several(_stem(word[0]), stretches, Span(0, 0))] if word and stretches else []
    named = [one for one in several(claim) if any(each.noun == one.noun for each in own)]
    return [(any(_within(each, one) for each in own), one.place) for one in named]


def settled(claim: str, own: Row, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings without those of a mark that lies within the key of its row or the header of its column."""
    for_it = column(claim, own.heads, own.values)
    places = [for_it.place] if for_it and for_it.at is not None else []
    places += [place for within, place in _of_key(claim, own.heads[0], own.values[0]) if within]
    return tuple(
        one
        for one in findings
        if not (one.kind in GAPS and one.claim and any(_overlap(one.claim, place) for place in places))
    )


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
