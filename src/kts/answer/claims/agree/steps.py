"""In which order numbered steps are taken, and a claim that takes two of them in an order: `A before B`.

A step says what it does in its first sentence; what follows says when it is done, or warns. Which step a claim means is
known by its words: neither of the two is known alone, `rerun the batch` may be the dry run or the real one, so both are
looked for at once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sequence import in_order, orders
from kts.answer.claims.agree.sides import Finding, flat, quoted
from kts.answer.claims.match import related, stems, tokens
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.answer.claims.agree.sequence import Order
    from kts.answer.claims.agree.sides import Sides

_STEP = later(
    r"(?m)^[ \t]*(?:[-*\u2022|][ \t]+)?(?:step[ \t]+)?(?P<number>\d{1,2})(?:[.):]|[ \t]*\|)[ \t]+(?P<text>[^\n]*\S"
    r"(?:\n[ \t]+(?![-*\u2022|]|\d{1,2}[.)])[^\n]*\S)*)",
    re.IGNORECASE,
)
_FIRST = later(r"(?s)(?:[^.;]|[.;](?!\s))+")
STEPS = 3
"""Steps in a row that make a list of steps; of two entries the numbers may count anything. A default."""
OF_A_STEP = 0.6
"""Share of the words of a stretch that a step must have to be the one it means; a default, not fitted."""
RATHER = 0.2
"""By how much the two steps must fit better than any two in the other order; a default, not fitted."""
EXTRA = 0.02
"""What a word of a step that the claim lacks takes away, so that of two alike the plainer one is meant; a default."""


_AT_ONCE = later(
    r"\b(?:at once|immediately|straight ?away|right (?:after|before|away)|directly|instantly)\b",
    re.IGNORECASE,
)
_MORE = later(r"\b(?:only|always|never|even|at the latest|within)\b", re.IGNORECASE)
"""What a claim says beyond the order."""
_WAIT = later(r"\W*(?:wait|pause for|let|leave|allow)\b", re.IGNORECASE)
_ITS = later(r"\b(?:it|its|them|their|this|these|that|those)\b", re.IGNORECASE)
MEANT = 0.5
"""What a word of an earlier step counts in one that only says `it`; a default, not fitted."""


class Step(NamedTuple):
    """A step: its place in the list, what it does, where that stands in the passage, and what `it` may be in it."""

    at: int
    text: str
    span: Span
    before: str = ""


@lru_cache(maxsize=256)
def steps(passage: str) -> tuple[tuple[Step, ...], ...]:
    """The lists of numbered steps of a passage; each begins with its first number and leaves none out."""
    found: list[list[Step]] = []
    before = 0
    for match in _STEP.finditer(passage):
        number = int(match["number"])
        if number != before + 1 or not found:
            found.append([])
        first = _FIRST.match(passage, *match.span("text"))
        end = first.end() if first else match.end()
        span = Span(match.start("text"), end)
        text = flat(passage[span.start : span.end])[0]
        earlier = " ".join(one.text for one in found[-1]) if _ITS.search(text) else ""
        found[-1].append(Step(number, text, span, earlier))
        before = number
    return tuple(tuple(one) for one in found if len(one) >= STEPS)


class Taken(NamedTuple):
    """Two steps that a claim puts in an order: the one that it has first, and whether the list has it so.

    `wait` is a step between the two that only waits.
    """

    earlier: Step
    later: Step
    order: Order
    fit: float
    same: bool
    wait: Step | None = None


def taken(claim: str, passage: str, about: str) -> tuple[Taken, ...]:
    """What a claim says of the order of two steps of a passage; `about` is its title and heading."""
    ours = orders(claim)
    lists = steps(passage) if ours else ()
    found = (_taken(claim, one, listed, about) for one in ours for listed in lists)
    return tuple(one for one in found if one)


def _taken(claim: str, order: Order, listed: tuple[Step, ...], about: str) -> Taken | None:
    """The two steps that an order is of, None where no two fit, or as well in the other order."""
    frame = stems(about) - stems(" ".join(one.text for one in listed))  # `in a failover` tells which list is meant
    stretches = [_stems(claim, span, frame) for span in order]
    if not all(stretches):
        return None
    shares = [[_share(stretch, one) for one in listed] for stretch in stretches]
    pairs = [
        Taken(listed[here], listed[there], order, shares[0][here] + shares[1][there], here < there)
        for here, there in permutations(range(len(listed)), 2)
        if min(shares[0][here], shares[1][there]) >= OF_A_STEP
    ]
    best = max(pairs, key=lambda one: one.fit, default=None)
    if best is None or any(one.same != best.same and one.fit > best.fit - RATHER for one in pairs):
        return None
    wait = next((one for one in listed if best.earlier.at < one.at < best.later.at and _WAIT.match(one.text)), None)
    return best._replace(wait=wait)


def _stems(claim: str, span: Span, frame: frozenset[str]) -> Mapping[str, float]:
    own = [one for one in tokens(claim) if span.start <= one.start < span.end]
    return {one.stem: one.weight for one in own if one.stem not in frame}


def _share(stretch: Mapping[str, float], step: Step) -> float:
    """The weighted share of a stretch's words that a step has, less a little for what it has beside them."""
    own, earlier = (dict.fromkeys(token.stem for token in tokens(text)) for text in (step.text, step.before))
    held = [stem for stem in stretch if related(stem, own)]
    meant = [stem for stem in stretch if stem not in held and held and related(stem, earlier)]
    share = sum(stretch[stem] for stem in held) + MEANT * sum(stretch[stem] for stem in meant)
    return share / sum(stretch.values()) - EXTRA * max(0, len(own) - len(held))


def other_order(sides: Sides) -> Iterator[Finding]:
    """Two steps that the claim takes in the other order than their numbers have; at once, with a wait between them."""
    if in_order(sides):
        return
    for one in taken(sides.claim, sides.whole, sides.about):
        at_once = one.same and one.wait and _AT_ONCE.search(sides.claim)
        if one.same and not at_once:
            continue
        here = Span(min(span.start for span in one.order), max(span.end for span in one.order))
        first, then = (one.wait, one.later) if one.wait and at_once else (one.later, one.earlier)
        text = f"step {first.at} of the evidence is {quoted(first.text)}, step {then.at} {quoted(then.text)}"
        yield Finding("sequence", conflict=True, text=text, claim=here, beside=first.span)
        return


def told_by_steps(claim: str, passage: str, about: str) -> bool:
    """Whether a claim says of two steps no more than that they come in the order of their numbers."""
    found = (
        ()
        if _AT_ONCE.search(claim) or _MORE.search(claim) or quantities(claim) or dates(claim)
        else taken(claim, passage, about)
    )
    if not found or not all(one.same for one in found):
        return False
    there = stems(" ".join((about, *(step.text for one in found for step in (one.earlier, one.later)))))
    known = dict.fromkeys(there, True)
    return all(related(token.stem, known) for token in tokens(claim))
