"""The case of a rule, turned round: `if the loan is current` in the evidence, `when it is not current` in the claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conditions import conditions, within
from kts.answer.claims.agree.sides import Finding, told_apart
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.types import Span

_CASE = later(r"(?:only )?(?:if|when|whenever|where|provided that|as long as|in case|unless|while)\b", re.IGNORECASE)
_EITHER_WAY = later(r"\b(?:whether|even|regardless|with or without|otherwise|or not)\b", re.IGNORECASE)
_ONLY = later(r"\bonly\b", re.IGNORECASE)
"""What makes a claim one of the other case, too: `no notice only when he is insolvent`."""
_PLAIN = frozenset({"not", "never", "no"})


def turned_case(sides: Sides) -> Iterator[Finding]:
    """The same said of a case as the evidence says of the opposite case, in the same words but for a `not`."""
    if _EITHER_WAY.search(sides.claim) or _ONLY.search(sides.claim) or _EITHER_WAY.search(sides.statement):
        return
    ours, theirs = conditions(sides.claim), conditions(sides.statement)
    if _odd_outside(sides.claim, ours) != _odd_outside(sides.statement, theirs):
        return
    for mine in ours:
        for other in theirs:
            if _of_one_thing(sides, mine, other) and _odd(sides.claim, mine) != _odd(sides.statement, other):
                text = told_apart(sides.claim, mine, sides.statement, other)
                yield Finding("exception", conflict=True, text=text, claim=mine, evidence=other)
                return


def _of_one_thing(sides: Sides, mine: Span, other: Span) -> bool:
    """Whether two cases have the same words that carry a meaning, two at least."""
    if not _CASE.match(sides.claim, mine.start) or not _CASE.match(sides.statement, other.start):
        return False
    one = {token.stem: True for token in tokens(sides.claim) if within(token.start, (mine,))}
    two = {token.stem: True for token in tokens(sides.statement) if within(token.start, (other,))}
    alike = all(related(stem, two) for stem in one) and all(related(stem, one) for stem in two)
    return min(len(one), len(two)) > 1 and alike


def _odd(text: str, case: Span) -> bool:
    """Whether a case is denied: by `not`, or by `unless`."""
    cues = sum(one.kind in _PLAIN for one in negated(text) if case.start <= one.cue_start < case.end)
    return (cues + text[slice(*case)].lower().startswith("unless")) % 2 == 1


def _odd_outside(text: str, cases: tuple[Span, ...]) -> bool:
    """Whether a text denies what it says of its cases."""
    return (
        sum(one.kind in _PLAIN | {"refusal", "without"} for one in negated(text) if not within(one.cue_start, cases))
        % 2
        == 1
    )
