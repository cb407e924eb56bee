"""What is said of one thing, claimed of the other: two names or two values with their words, put crosswise.

*Alder handled 412 cases and Birch 268* supports neither *Birch handled 412* nor *Alder handled 268*. The two sides
are cut in halves, each with one of the two names or values, and the words of the halves are compared. A statement that
has one of the two alone is read together with the next or the one before.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import FINITE
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, flat, quoted
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import long, tokens
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import Quantity, comparable, quantities
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides

_JOINT = later(r"[;,.](?=\s)|\b(?:and|but|while|whereas)\b", re.IGNORECASE)
_STRONG = later(r"[;.](?=\s)|,? \b(?:but|while|whereas)\b", re.IGNORECASE)
_OTHER = later(r"\b(?:other|all|remaining|rest|else|longer|shorter|earlier|later)\b", re.IGNORECASE)
"""Words of little meaning that tell one half from the other."""
_COUNTED = later(r"\b(?:per|each|every|pro)\s\Z", re.IGNORECASE)
YEARS = range(1900, 2100)
MOST = 6
"""Names or values of a claim of which each two are compared; one that lists more is no pair."""


class Thing(NamedTuple):
    """A name or a value of a text, and what makes it the same on the other side."""

    start: int
    end: int
    key: frozenset[str] | Quantity


class Halves(NamedTuple):
    """The stems that only one of the halves has of a text that is cut between two things."""

    first: frozenset[str]
    second: frozenset[str]


def crossed(sides: Sides) -> Iterator[Finding]:
    """Two names, or two values, of which each stands with the words of the other one."""
    if sides.statement.startswith("|") or long(sides.claim) or long(sides.statement):
        return
    for kind in (_names, _values):
        ours = kind(sides.claim)
        if len(ours) > MOST:
            continue
        for text in _around(sides) if len(ours) > 1 else ():
            for one, other in combinations(ours, 2):
                pair = [[there for there in kind(text) if _alike(here, there)] for here in (one, other)]
                if all(len(found) == 1 for found in pair) and _crosswise(sides.claim, (one, other), text, pair):
                    yield _swapped(sides, one, other)
                    return


def of_the_other(sides: Sides) -> Iterator[Finding]:
    """A value that the statement gives for another name, where it gives the claim's own name another one."""
    ours, theirs = _names(sides.claim), _names(sides.statement)
    if sides.statement.startswith("|") or len(theirs) != 2:  # noqa: PLR2004 - one and the other
        return
    own = _meant(ours, theirs)
    if len(own) != 1:
        return
    (mine,), (other,) = own, [one for one in theirs if one not in own]
    cut = _cut(sides.statement, mine, other)
    if cut is None:
        return
    stated = _values(sides.statement)
    mine_there = [one for one in stated if (one.start < cut) == (mine.start < cut)]
    other_there = [one for one in stated if one not in mine_there]
    for value in _values(sides.claim):
        if not any(_alike(value, one) for one in mine_there) and any(_alike(value, one) for one in other_there):
            rival = next((one for one in mine_there if _comparable(value, one)), None)
            if rival is not None:
                named, said = (sides.statement[one.start : one.end] for one in (mine, rival))
                text = f"of {quoted(named)} the evidence says {quoted(said)}"
                place = Span(rival.start, rival.end)
                yield Finding("swapped", conflict=True, text=text, claim=Span(value.start, value.end), evidence=place)
                return


def in_the_other_clause(sides: Sides) -> Iterator[Finding]:
    """What the statement says of one name in a clause, claimed of another that has a clause of its own."""
    theirs = _names(sides.statement)
    if sides.statement.startswith("|") or len(theirs) != 2:  # noqa: PLR2004 - one and the other
        return
    own = _meant(_names(sides.claim), theirs)
    if len(own) != 1:
        return
    (mine,), (other,) = own, [one for one in theirs if one not in own]
    low, high = sorted((mine, other))
    cuts = [match.end() for match in _STRONG.finditer(sides.statement, low.end, high.start)]
    if not cuts or not all(FINITE.search(half) for half in (sides.statement[: cuts[-1]], sides.statement[cuts[-1] :])):
        return
    before = mine == low
    places = [
        pair.evidence.start < cuts[-1]
        for pair in sides.alignment.pairs
        if not any(one.start <= pair.evidence.start < one.end for one in theirs)
    ]
    if len(places) > 1 and all(place != before for place in places):
        text = f"the evidence says it of {quoted(sides.statement[other.start : other.end])}"
        yield Finding("other_clause", conflict=False, text=text, evidence=Span(other.start, other.end))


def _swapped(sides: Sides, one: Thing, other: Thing) -> Finding:
    said, stated = (quoted(sides.claim[thing.start : thing.end]) for thing in (one, other))
    text = f"in the evidence {said} and {stated} are each with the other one's words"
    return Finding("swapped", conflict=True, text=text, claim=Span(one.start, one.end))


def _around(sides: Sides) -> Iterator[str]:
    """The statement, and the statement with the sentence after or before it in its passage."""
    yield sides.statement
    whole, _ = flat(sides.whole)
    said = [whole[start:end] for start, end in sentences(whole)] if len(whole) > len(sides.statement) else []
    for one, other in pairwise(said):
        if (one.endswith(sides.statement) or other.endswith(sides.statement)) and not one.lstrip().startswith("|"):
            yield f"{one} {other}"


def _names(text: str) -> list[Thing]:
    """The names of a text that it has once; behind *per* a name is what is counted (`0.46 pounds per Piece`)."""
    found = [
        Thing(one.start, one.end, frozenset(one.stems))
        for one in names(text)
        if not _COUNTED.search(text, max(0, one.start - len("every ")), one.start)
    ]
    return [one for one in found if sum(one.key == other.key for other in found) == 1]


def _values(text: str) -> list[Thing]:
    """The quantities of a text, but for years and what is part of a date."""
    taken = [(one.start, one.end) for one in dates(text)]
    return [
        Thing(one.start, one.end, one)
        for one in quantities(text)
        if one.kind not in {"ordinal", "time_of_day"}
        and not (one.kind == "number" and one.value in YEARS)
        and not any(start <= one.start < end for start, end in taken)
    ]


def _alike(one: Thing, other: Thing) -> bool:
    if isinstance(one.key, Quantity) and isinstance(other.key, Quantity):
        return equal(one.key, other.key)
    if isinstance(one.key, Quantity) or isinstance(other.key, Quantity):
        return False
    return bool(one.key) and (one.key <= other.key or other.key <= one.key)


def _meant(ours: Sequence[Thing], theirs: Sequence[Thing]) -> list[Thing]:
    """The names that names of the other side mean: the same, before one that holds it (`Linen`, `Infected Linen`)."""
    same = [there for here in ours for there in theirs if here.key == there.key]
    return same or [there for here in ours for there in theirs if _alike(here, there)]


def _comparable(one: Thing, other: Thing) -> bool:
    if not isinstance(one.key, Quantity) or not isinstance(other.key, Quantity):
        return False
    return comparable(one.key, other.key) or {one.key.kind, other.key.kind} == {"number", "count"}


def _cut(text: str, one: Thing, other: Thing) -> int | None:
    """The last joint between two things; None where nothing parts them."""
    low, high = sorted((one, other), key=lambda thing: thing.start)
    joints = [match.start() for match in _JOINT.finditer(text, low.end, high.start)]
    return joints[-1] if joints else None


def _halved(text: str, one: Thing, other: Thing) -> Halves | None:
    """What tells the halves of a text apart that is cut between two things."""
    cut = _cut(text, one, other)
    if cut is None:
        return None
    taken = [(thing.start, thing.end) for thing in (one, other)]
    words: tuple[set[str], set[str]] = (set(), set())
    for token in tokens(text):
        if not any(start <= token.start < end for start, end in taken):
            words[token.start >= cut].add(token.stem)
    for other_word in _OTHER.finditer(text):
        words[other_word.start() >= cut].add(other_word[0].lower())
    for thing in _values(text):
        if isinstance(thing.key, Quantity) and not any(start <= thing.start < end for start, end in taken):
            words[thing.start >= cut].add(f"{thing.key.value:g}")
    return Halves(frozenset(words[0] - words[1]), frozenset(words[1] - words[0]))


def _crosswise(claim: str, ours: tuple[Thing, Thing], text: str, theirs: Sequence[Sequence[Thing]]) -> bool:
    """Whether words of both halves stand with the other thing, and none with its own.

    What stands in the first half on both sides may hold for the second, too: *Alder handled 412, Birch 268*.
    """
    (one, other), ((first,), (second,)) = ours, theirs
    said, stated = _halved(claim, one, other), _halved(text, first, second)
    if said is None or stated is None or first == second:
        return False
    if (one.start < other.start) == (first.start < second.start):
        return not said.second & stated.second and bool(said.first & stated.second) and bool(said.second & stated.first)
    moved = said.first & stated.second | said.second & stated.first
    return not moved and bool(said.first & stated.first) and bool(said.second & stated.second)
