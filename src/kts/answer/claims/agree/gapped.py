"""A clause that leaves its verb out: `The Basic plan allows 10 devices, the Team plan 100 devices`.

What the first clause does by its verb, the next ones do too; a claim of one of them has the verb, and is of it alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kts.answer.claims.agree.actors import FINITE
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import tokens
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.claims.agree.sides import Finding, Sides
    from kts.answer.claims.match import Token

_JOINT = later(r"[,;] (?:(?:and|but|while) )?|\band (?=the\b)")
_VERB = later(r"\b[a-z]{3,}(?:s|ed)\b|" + FINITE.pattern)
SETTLED = frozenset({"other_clause", "party", "agent", "exchanged", "added", "role"})
"""What is seen where the subject of a claim stands in another clause than its verb."""


def settled(sides: Sides, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings without those of a subject and a verb that a statement says once for several clauses."""
    if not any(one.kind in SETTLED for one in findings) or not _of_a_gap(sides):
        return tuple(findings)
    return tuple(one for one in findings if one.kind not in SETTLED)


def _of_a_gap(sides: Sides) -> bool:
    """Whether all of a claim stands in one clause without a verb, but for the verb, which the first clause has."""
    cuts = [0, *(one.end() for one in _JOINT.finditer(sides.statement)), len(sides.statement)]
    first, *rest = (Span(start, end) for start, end in pairwise(cuts))
    values = quantities(sides.claim)
    if not rest or not values:
        return False
    for clause in rest:
        text = sides.statement[slice(*clause)]
        stated, own = quantities(text), frozenset(terms(text))
        if not all(any(equal(one, other) for other in stated) for one in values):
            continue
        left = [token for token in tokens(sides.claim) if token.stem not in own]
        if len(left) == 1 and _is_the_verb(left[0], sides, first, text):
            return True
    return False


def _is_the_verb(left: Token, sides: Sides, first: Span, clause: str) -> bool:
    """Whether the only word of a claim that its clause lacks is the verb of the first one."""
    head = frozenset(terms(sides.statement[slice(*first)]))
    before = {token.stem for token in tokens(sides.claim) if token.end <= left.start}
    return bool(before) and left.stem in head and bool(_VERB.fullmatch(left.word.lower())) and not FINITE.search(clause)
