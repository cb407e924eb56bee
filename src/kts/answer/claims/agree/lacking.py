"""What is denied beside what is said: what is lacking (`without a battery`), and what an order forbids in one case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import covers
from kts.answer.claims.match import tokens
from kts.lexicon.modality import order
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.align import Pair
    from kts.lexicon.negation import Scope


def on_both_sides(
    ours: Sequence[Scope], theirs: Sequence[Scope], pairs: Sequence[Pair]
) -> tuple[list[Scope], list[Scope]]:
    """The denials without those that say on both sides that the same thing is lacking: `never left with no padlock`."""
    both = [
        (one, other)
        for one in ours
        for other in theirs
        if one.kind == other.kind == "without"
        and any(covers(one, *pair.claim[:2]) and covers(other, *pair.evidence[:2]) for pair in pairs)
    ]
    mine, other = ([pair[side] for pair in both] for side in (0, 1))
    return [scope for scope in ours if scope not in mine], [scope for scope in theirs if scope not in other]


def of_what_is_said(sides: Sides, ours: Sequence[Scope], theirs: Sequence[Scope]) -> list[Scope]:
    """The claim's denials without those of a thing that the statement does not speak of, where that denies plainly.

    `A reader without a battery prints labels` does not deny what `cannot print labels` does.
    """
    if not any(scope.kind in {"not", "never"} for scope in theirs):
        return list(ours)
    return [scope for scope in ours if not _is_of_another_thing(sides, scope)]


def _is_of_another_thing(sides: Sides, scope: Scope) -> bool:
    """Whether a denial is of a thing alone, of which the statement has no word, and what else is said follows it."""
    if scope.kind not in {"without", "no"} or scope.cue in {"no one", "nobody", "nothing", "none"}:
        return False
    behind = [token for token in tokens(sides.claim) if token.start >= scope.cue_end]
    if not behind or behind[0] not in sides.alignment.alone or behind[0].start - scope.cue_end > ARTICLE:
        return False
    if scope.kind == "without":
        return True
    had = _HAS.search(sides.claim, 0, scope.cue_start)
    return bool(had and _GOES_ON.match(sides.claim, behind[0].end))


ARTICLE = 5
"""Characters between `without` and its noun at most, which an article fills; a default."""
_HAS = later(r"\b(?:has|have|had|having|with|gets?|needs?) \Z", re.IGNORECASE)
_GOES_ON = later(r"(?: [a-z-]+){0,2},? (?:and|but) ", re.IGNORECASE)


def forbids(sides: Sides) -> bool:
    """Whether the statement is an order not to do what the claim says is done, in no other case: `never cut while`."""
    return order(sides.statement) == "prohibition" and not _CASES.search(sides.claim)


def at_another(sides: Sides) -> bool:
    """Whether the statement denies something while another thing goes on, and the claim speaks of before or after."""
    return bool(_MEANWHILE.search(sides.statement)) and bool(_CASES.search(sides.claim))


_MEANWHILE = later(r"\b(?:while|during|as long as)\b", re.IGNORECASE)
_CASES = later(r"\b(?:after|before|until|till|once|unless|except|without|only|outside|instead)\b", re.IGNORECASE)
