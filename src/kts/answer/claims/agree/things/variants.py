"""A table whose columns are variants of one thing, and a claim that gives one of them what another one has.

Models, plans, releases: `| | P-40 | P-40 Lite | P-60 |`. Which one a claim means it says by the whole header, so that
a header which is the beginning of another one is told from it. Cells of words and codes count as values do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.tables import table, written_row
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row
    from kts.lexicon.quantities import Quantity

CODE = later(r"(?<![\w-])(?=[A-Z])[A-Za-z]{1,6}[ -]?\d{1,5}[A-Za-z]{0,3}(?![\w])")
"""The code that a header begins with or is: `RX-30` of `RX-30 Mullion`."""
_PARTS = later(r",(?!\d)|;|\s/\s|\s\+\s|\b(?:or|and|plus|oder|und|sowie)\b|\([^()]*\)", re.IGNORECASE)
"""What stands between the things of one cell; what stands in brackets says more of one."""
_EMPTY = later(
    r"(?:[-\u2013\u2014?\W]*|yes|no|none|nil|n/a|any|all|only|optional|standard|included|ja|nein|keine?)", re.IGNORECASE
)
_REFERS = later(r"\A\W*(?:as|like|same|see|ditto|plus|wie|siehe|identical|dto)\b", re.IGNORECASE)
"""A cell that says what stands in another one."""
_COMPARES = later(
    r"\b(?:than|unlike|instead|compared|whereas|while|but|twice|half|double|times|as (?:\w+ ){1,3}?as|"
    r"only|except|neither|both|from the|als|statt|anders|sondern|nur)\b|\Bn't\b",
    re.IGNORECASE,
)
"""What makes a claim one of two variants, or one that denies."""
_GOES_ON = later(r"[ -](?:[A-Z][a-z]+|[A-Z]{1,3}|\d+)(?!\w)")
"""What stands behind a name that may be the beginning of a longer one."""


class Named(NamedTuple):
    """The column that a claim names, where, and whether by the whole name that stands there."""

    at: int
    place: Span
    whole: bool


def of_another(sides: Sides) -> Iterator[Finding]:
    """A value, word or code that stands under other variants only, and not under the one that the claim names."""
    own = written_row(sides)
    meant = named(sides.claim, own.heads) if own else None
    if own is None or meant is None or negated(sides.claim):
        return
    found = _under_another(sides, own, meant)
    if found is None:
        return
    at, place = found
    mine, said = own.values[meant.at].strip(), sides.claim[slice(*place)]
    keyed = _keyed(_blanked(sides.claim, meant.place), own)
    if keyed or _tells(said, mine):
        head = own.heads[meant.at]
        text = f"{quoted(said)} stands under {quoted(own.heads[at])}, not under {quoted(head)} ({quoted(mine)})"
        sure = keyed and meant.whole
        yield Finding("cell" if sure else "other_variant", conflict=sure, text=text, claim=place)


def _under_another(sides: Sides, own: Row, meant: Named) -> tuple[int, Span] | None:
    """The other column whose cell has what the claim says where the one that it means has it in no row, and where."""
    mine = own.values[meant.at]
    if not mine.strip() or refers(own, meant.at) or is_comparing(sides.claim):
        return None
    rows = table(sides.whole, sides.near, own.heads)
    rest = _blanked(sides.claim, meant.place)
    for at, cell in list(enumerate(own.values))[1:]:
        place = _told(rest, cell) if at != meant.at and _rivals(at, meant.at, own, rows) else None
        if place and not any(_holds(one.values[meant.at], rest, place) for one in (own, *rows)):
            return at, place
    return None


def refers(own: Row, at: int) -> bool:
    """Whether a cell only says what stands in another one, or names another column: `as HB-20`."""
    return bool(_REFERS.match(own.values[at])) or any(written(own.values[at], head) for head in own.heads[1:])


def is_comparing(claim: str) -> bool:
    """Whether a claim is of two things, or says what is so of one alone."""
    return _COMPARES.search(claim) is not None


def listed(cell: str) -> list[str]:
    """The things of a cell: `CAN or Modbus (RTU)` has two."""
    return [part.strip() for part in _PARTS.split(cell) if part.strip()]


def _blanked(text: str, place: Span) -> str:
    """A text with blanks for a stretch of it."""
    return f"{text[: place.start]}{' ' * (place.end - place.start)}{text[place.end :]}"


@lru_cache(maxsize=1024)
def named(claim: str, heads: tuple[str, ...]) -> Named | None:
    """The one column but the first whose header stands in a claim, within no longer one; None for none or several.

    A code that only one header begins with names it, too: `RX-30` is `RX-30 Mullion` where there is no other.
    """
    found = [
        Named(at, Span(*match.span()), _GOES_ON.match(claim, match.end()) is None)
        for at, head in enumerate(heads)
        if at and head.strip()
        for match in _places(_short(head, heads), claim)
    ]
    outer = [
        one
        for one in found
        if not any(
            other.place != one.place and other.place.start <= one.place.start and one.place.end <= other.place.end
            for other in found
        )
    ]
    return outer[0] if outer and len({one.at for one in outer}) == 1 else None


def _short(head: str, heads: Sequence[str]) -> tuple[str, ...]:
    """How a header may be written: as it is, and by the code that it alone begins with."""
    code = CODE.match(head.strip())
    if code is None or code[0] == head.strip():
        return (head.strip(),)
    alone = sum(bool(written(other, code[0])) for other in heads) == 1
    return (head.strip(), code[0]) if alone else (head.strip(),)


def _places(names: Sequence[str], claim: str) -> Iterator[re.Match[str]]:
    for name in names:
        found = list(re.finditer(rf"(?<![\w-]){re.escape(name)}(?!\w|-\w)", claim, re.IGNORECASE))
        if found:
            yield from found
            return


def written(text: str, what: str) -> Span | None:
    """Where a text has some words as they are written; capitals within a word count: `CAN` is no `can`."""
    own = _same_dashes(what.strip())
    if not own:
        return None
    flags = 0 if any(one.isupper() for one in own[1:]) else re.IGNORECASE
    behind = r"(?!\w|[.,]\d)" if own[-1].isdigit() else r"(?!\w)"
    match = re.search(rf"(?<![\w.,-]){re.escape(own)}{behind}", _same_dashes(text), flags)
    return Span(*match.span()) if match else None


def _same_dashes(text: str) -> str:
    """A text with one sign for all dashes and for the minus."""
    return re.sub("[\u2010-\u2014\u2212]", "-", text)


def _rivals(one: int, other: int, own: Row, rows: Sequence[Row]) -> bool:
    """Whether two columns are variants of one thing: both headers are codes, or a row has the same cell under both."""
    if CODE.match(own.heads[one].strip()) and CODE.match(own.heads[other].strip()):
        return True
    pairs = ((each.values[one].strip(), each.values[other].strip()) for each in (own, *rows))
    return any(first == second and re.search(r"\w", first) for first, second in pairs)


def _told(claim: str, cell: str) -> Span | None:
    """Where a claim has one of the things in a cell: a value with its unit, a code, words."""
    if any(one.comparator for one in quantities(claim)):
        return None
    for part in listed(cell):
        if len(part) > 1 and not _EMPTY.fullmatch(part):
            place = written(claim, part)
            if place is not None:
                return place
    stated = quantities(cell)
    for one in quantities(claim):
        if one.unit and any(equal(one, other) and other.unit for other in stated):
            return Span(one.start, one.end)
    return None


def _holds(cell: str, claim: str, place: Span) -> bool:
    """Whether a cell has what a claim says at a place: as it is written, all its words, or its values in its range."""
    said = claim[slice(*place)]
    if written(cell, said):
        return True
    there = {token.stem: True for token in tokens(cell)}
    own = tokens(said)
    if own and not re.search(r"\d", said) and all(related(token.stem, there) for token in own):
        return True
    stated, values = quantities(cell), quantities(said)
    figures = "".join(one.text for one in values)
    if sum(one.isdigit() for one in figures) < sum(one.isdigit() for one in said):  # `1,3` read as 1 tells nothing
        return False
    return bool(values) and all(any(_within(one, other) for other in stated) for one in values)


def _within(one: Quantity, other: Quantity) -> bool:
    """Whether a value is the other one, or lies in its range."""
    if equal(one, other):
        return True
    if one.unit and other.unit and one.unit != other.unit:
        return False
    return other.comparator != "" or (other.upper is not None and other.value <= one.value <= other.upper)


def _keyed(claim: str, own: Row) -> bool:
    """Whether a claim has a word of a row's key."""
    said = {token.stem: True for token in tokens(claim)}
    return any(related(token.stem, said) for token in tokens(own.values[0]))


def _tells(said: str, cell: str) -> bool:
    """Whether what is said tells by itself what it is of: a value where the cell has one of its unit; a code."""
    values = [one for one in quantities(said) if one.unit]
    if values:
        return any(one.unit == other.unit for one in values for other in quantities(cell))
    return any(one.isupper() or one.isdigit() for one in said)


def settled(sides: Sides, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings without those that a column which the claim names answers.

    Its name is nobody who acts (`The P-40 Lite is IP65`), and what is denied of it stands under others only.
    """
    own = written_row(sides)
    meant = named(sides.claim, own.heads) if own else None
    if own is None or meant is None:
        return tuple(findings)
    other = _under_another(sides, own, meant) if negated(sides.claim) else None
    agreed = other is not None and denied(negated(sides.claim), *other[1])
    return tuple(
        one
        for one in findings
        if not (one.kind == "party" and one.claim is not None and _within_place(one.claim, meant.place))
        and not (agreed and one.kind == "negation")
    )


def _within_place(one: Span, other: Span) -> bool:
    return other.start <= one.start and one.end <= other.end
