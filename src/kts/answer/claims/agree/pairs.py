"""Several values in one statement: which is of what. `1,900 in advance, 3,100 on completion` are not to be exchanged.

The statement is cut between its values; the words that stand with one of them say what it is of.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.values import equal, twins
from kts.answer.claims.match import tokens
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.roles import Name
    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.quantities import Quantity

_JOINT = later(r"[;,](?: (?:and|but|or|while|whereas))?(?=\s)|\b(?:and|but|or|while|whereas)\b", re.IGNORECASE)


class Part(NamedTuple):
    """A value with the stretch of its text that is of it."""

    value: Quantity
    start: int
    end: int


def parted(text: str) -> tuple[Part, ...]:
    """The values of a text, each with its stretch: it is cut at the last comma or `and` between two of them."""
    found = [one for one in quantities(text) if one.kind not in {"ordinal", "time_of_day"}]
    cuts = [0]
    for one, other in pairwise(found):
        joints = [match.start() for match in _JOINT.finditer(text, one.end, other.start)]
        cuts.append(joints[-1] if joints else other.start)
    ends = [*cuts[1:], len(text)]
    return tuple(Part(one, start, end) for one, start, end in zip(found, cuts, ends, strict=False))


def exchanged_values(sides: Sides) -> Iterator[Finding]:
    """Two values of which each stands with the other one's words: `3,100 in advance and 1,900 on completion`."""
    pairs = [(one, alike[0]) for one, alike in twins(sides.claim, sides.statement) if len(alike) == 1]
    turned = _turned(sides, pairs)
    if turned is not None:
        yield from turned
        return
    if len(pairs) != len(quantities(sides.statement)) or not _exchangeable(sides, pairs):
        return
    straight = crossed = 0.0
    ours, theirs = ([_part(text, pair[side]) for pair in pairs] for side, text in enumerate(sides[:2]))
    for pair in sides.alignment.pairs:
        here = [one.value.start < pair.claim.start < one.end for one in ours if one]
        there = [one.start <= pair.evidence.start < one.end for one in theirs if one]
        if here.count(True) == there.count(True) == 1:
            straight += pair.claim.weight * (here == there)
            crossed += pair.claim.weight * (here != there)
    if crossed and not straight:
        (first, stated), (second, _) = pairs
        text = f"in the evidence {quoted(first.text)} and {quoted(second.text)} are each of the other thing"
        span, place = Span(first.start, first.end), Span(stated.start, stated.end)
        yield Finding("swapped", conflict=True, text=text, claim=span, evidence=place)


def _turned(sides: Sides, pairs: Sequence[tuple[Quantity, Quantity]]) -> tuple[Finding, ...] | None:
    """Both texts tell of a change `from A to B`: which way it went, whatever else stands there; else None."""
    if len(pairs) != 2:  # noqa: PLR2004
        return None
    (first, one), (second, other) = pairs
    before, after = sorted((one, other), key=lambda value: value.start)
    if not _is_change(sides.claim, first, second) or not _is_change(sides.statement, before, after):
        return None
    if before == one:
        return ()
    text = f"the evidence says from {quoted(before.text)} to {quoted(after.text)}"
    return (Finding("swapped", conflict=True, text=text, claim=Span(first.start, second.end)),)


def _is_change(text: str, first: Quantity, second: Quantity) -> bool:
    """Whether two values stand as `from A to B`."""
    return bool(_FROM.search(text, 0, first.start) and _TO.fullmatch(text, first.end, second.start))


_FROM = later(r"\b(?:from|von)\s+\Z", re.IGNORECASE)
_TO = later(r"[\s,]+(?:per \w+ )?(?:to|auf)\s+", re.IGNORECASE)


def _exchangeable(sides: Sides, pairs: Sequence[tuple[Quantity, Quantity]]) -> bool:
    """Whether a claim gives two values of one kind, each with what it is of behind it."""
    if len(pairs) != 2 or sides.statement.startswith("|"):  # noqa: PLR2004
        return False
    (first, one), (second, other) = pairs
    last = _part(sides.claim, second)
    if last is None or any(last.start <= token.start < second.start for token in tokens(sides.claim)):
        return False
    return comparable(first, second) and first.value != second.value and one != other


def _part(text: str, value: Quantity) -> Part | None:
    return next((one for one in parted(text) if one.value == value), None)


def of_another_name(sides: Sides) -> Iterator[Finding]:
    """A value that the statement gives for another place or case than the claim: `500 psi at Alder, 600 at Birch`."""
    parts = () if sides.statement.startswith("|") else parted(sides.statement)
    placed = [(name, part) for name in names(sides.statement) for part in parts if _behind(sides.statement, name, part)]
    for one, alike in twins(sides.claim, sides.statement) if len(placed) > 1 else ():
        own = [name for name, part in placed if [part.value] == list(alike)]
        if any(set(terms(sides.claim)) >= set(name.stems) for name in own):
            continue
        for said in names(sides.claim):
            there = [(name, part) for name, part in placed if set(name.stems) >= set(said.stems)]
            if len(there) != 1 or not own or equal(one, there[0][1].value):
                continue
            name, part = there[0]
            if part.value.unit == alike[0].unit and _lead(sides.statement, name) == _lead(sides.statement, own[0]):
                text = f"of {quoted(said.text)} the evidence says {quoted(part.value.text)}, not {quoted(one.text)}"
                place = Span(part.value.start, part.value.end)
                yield Finding("number", conflict=True, text=text, claim=Span(one.start, one.end), evidence=place)
                return


def _behind(text: str, name: Name, part: Part) -> bool:
    """Whether a name stands behind the value of a part and says where or for what it is."""
    return part.value.end <= name.start < part.end and bool(_lead(text, name))


def _lead(text: str, name: Name) -> str:
    """The preposition right before a name."""
    match = _PREPOSITION.search(text, max(0, name.start - len("under the ")), name.start)
    return match["lead"].lower() if match else ""


_PREPOSITION = later(r"\b(?P<lead>at|in|for|to|on|under|from|with) (?:the )?\Z", re.IGNORECASE)
