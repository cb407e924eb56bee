"""Which of two events comes first: `A before B`, `after B, A`, `first A and then B`, `no A until B`."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.claims.agree.sides import Sides

_CUE = later(
    r"\b(?:(?P<before>before|prior to|ahead of|followed by)"
    r"|(?P<after>after|(?<!at )once|following|as soon as|only when)"
    r"|(?P<until>until|unless)|(?P<then>(?:and |only )*then|and (?=[^.;,]*\b(?:afterwards|later)\b)))\b",
    re.IGNORECASE,
)
_FIRST = later(r"\bfirst\b", re.IGNORECASE)
_CASE = later(r"\b(?:if|when|where|unless)\b", re.IGNORECASE)
"""Behind it `then` joins a case with what holds in it."""
_DENIES = later(r"\b(?:not|no|never|nobody|cannot)\b|n't\b", re.IGNORECASE)
_STOP = later(r"[;:.](?=\s|\Z)")
_COMMA = later(r",(?=\s)")
_AND = later(r"\b(?:and|but)\b", re.IGNORECASE)


MOSTLY = 0.4
"""Share of the shorter of two stretches that both must hold to be of one event; a default, not fitted."""


class Order(NamedTuple):
    """Two stretches of a text, of which the first happens before the second."""

    earlier: Span
    later: Span


@lru_cache(maxsize=1024)
def orders(text: str) -> tuple[Order, ...]:
    """The orders of events that a text states."""
    cues = list(_CUE.finditer(text))
    found = []
    done = 0
    for number, cue in enumerate(cues):
        start = max(done, cues[number - 1].end()) if number else 0
        end = cues[number + 1].start() if number + 1 < len(cues) else len(text)
        left, right = _left(text, start, cue.start(), inner=number > 0), _right(text, cue.end(), end, last=end)
        if text[left.start : left.end].strip(" ,-*0123456789.)(") == "":
            comma = _COMMA.search(text, cue.end(), end)
            if not comma:
                continue
            right = Span(cue.end(), comma.start())
            left = _right(text, comma.end(), end, last=end)
            done = comma.end()  # `after A, B and then C`: what comes before C is B
        order = _ordered(text, cue, left, right)
        if order:
            found.append(order)
    return tuple(found)


def _ordered(text: str, cue: re.Match[str], left: Span, right: Span) -> Order | None:
    if cue["before"]:
        return Order(right, left) if _denied_before(text, left, cue.start()) else Order(left, right)
    if cue["after"]:
        return Order(right, left)
    if cue["until"]:
        return Order(right, left) if _DENIES.search(text, left.start, left.end) else None
    joined = text[: cue.start()].rstrip()[-1:] in {",", ";"} or cue["then"].lower().startswith("and")
    told = joined and cue["then"].lower().endswith("then") and not _CASE.search(text, left.start, left.end)
    return Order(left, right) if told or _FIRST.search(text, left.start, left.end) else None


def _denied_before(text: str, left: Span, cue: int) -> bool:
    """Whether what stands left of a `before` is not done until then: `do not thaw payouts before the check`."""
    if _SPACE_OF_TIME.search(text, left.start, cue):
        return False
    return any(
        one.kind in _PLAIN
        and left.start <= one.cue_start < cue <= one.end
        and not _INNER.search(text, left.start, one.cue_start)
        for one in negated(text)
    )


_PLAIN = frozenset({"not", "no", "never"})
_INNER = later(r"\b(?:who|which|that)\b", re.IGNORECASE)
"""Behind it a denial is of a clause within: `who did not sign is told before`."""
_SPACE_OF_TIME = later(r"\b(?:minutes?|hours?|days?|weeks?|months?|years?|long|shortly|right|just)\s*\Z", re.IGNORECASE)
"""`Not three days before` denies the three days."""


def _left(text: str, start: int, end: int, *, inner: bool) -> Span:
    stops = [one.end() for one in _STOP.finditer(text, start, end)]
    begin = stops[-1] if stops else start
    cuts = [one.end() for one in _AND.finditer(text, begin, end)] if inner else []
    return Span(cuts[-1] if cuts else begin, end)


def _right(text: str, start: int, end: int, *, last: int) -> Span:
    stop = _STOP.search(text, start, end)
    if stop:
        return Span(start, stop.start())
    cuts = [one.start() for one in _AND.finditer(text, start, end)] if last < len(text) else []
    return Span(start, cuts[-1] if cuts else end)


def in_order(sides: Sides) -> bool:
    """Whether the statement itself puts two events in the order in which the claim has them."""
    stated = _apart(sides.statement, orders(sides.statement))
    return any(_compared(one, other)[0] for one in _apart(sides.claim, orders(sides.claim)) for other in stated)


def forbidden_first(sides: Sides) -> bool:
    """Whether the statement says what is not done before a thing, and the claim that it is done after that.

    Not the other way round: what must be done after a thing is not forbidden before it.
    """
    ours, theirs = (sum(one.kind in _PLAIN for one in negated(text)) for text in (sides.claim, sides.statement))
    return ours == 0 and theirs == 1 and in_order(sides)


def sequence(sides: Sides) -> Iterator[Finding]:
    """Two events that both sides put in an order, and not in the same one."""
    ours, theirs = orders(sides.claim), orders(sides.statement)
    if not ours or not theirs:
        return
    stated = _apart(sides.statement, theirs)
    for one, said in zip(ours, _apart(sides.claim, ours), strict=True):
        seen = [_compared(said, other) for other in stated]
        if any(same for same, _ in seen):
            continue
        turned = next((other for other, (_, crossed) in zip(theirs, seen, strict=True) if crossed), None)
        if turned:
            here, there = Span(*_both(one)), Span(*_both(turned))
            text = f"the claim says {quoted(sides.claim[here.start : here.end])}, "
            text += f"the evidence {quoted(sides.statement[there.start : there.end])}"
            yield Finding("sequence", conflict=True, text=text, claim=here, evidence=there)
            return


def _both(one: Order) -> tuple[int, int]:
    return min(one.earlier.start, one.later.start), max(one.earlier.end, one.later.end)


def _apart(text: str, found: Sequence[Order]) -> list[tuple[Mapping[str, bool], Mapping[str, bool]]]:
    """The stems of each stretch, without those that stand in more than one: they do not tell the events apart.

    A stretch may be the later event of one order and the earlier one of the next.
    """
    own = tokens(text)
    starts = [token.start for token in own]
    slots = [own[bisect_left(starts, span.start) : bisect_left(starts, span.end)] for one in found for span in one]
    places: dict[str, set[int]] = {}
    for at, slot in enumerate(slots):
        first = next((number for number, other in enumerate(slots) if set(other) & set(slot)), at)
        for token in slot:
            places.setdefault(token.stem, set()).add(first)
    single = [{token.stem: True for token in slot if len(places[token.stem]) == 1} for slot in slots]
    return list(zip(single[::2], single[1::2], strict=True))


def _compared(
    one: tuple[Mapping[str, bool], Mapping[str, bool]], other: tuple[Mapping[str, bool], Mapping[str, bool]]
) -> tuple[bool, bool]:
    """Whether two orders are of the same events in the same order, and whether they are turned round."""

    def common(mine: Mapping[str, bool], theirs: Mapping[str, bool], least: float = 0.0) -> bool:
        held = sum(bool(related(stem, theirs)) for stem in mine)
        return held > 0 and held >= least * min(len(mine), len(theirs))

    same = common(one[0], other[0]), common(one[1], other[1])
    crossed = common(one[0], other[1], MOSTLY), common(one[1], other[0], MOSTLY)
    return all(same) and not all(crossed), all(crossed) and not all(same)
