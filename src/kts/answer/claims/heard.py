"""Another statement of the document that speaks of what the deciding one leaves out, and denies it.

`Before drawing we give ten days' notice` says nothing of an insolvent tenant; `no notice is needed if the tenant is
insolvent` does. A claim is no better supported by the first because the second denies it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import flat
from kts.answer.claims.agree.things.withheld import withholds
from kts.answer.claims.bars import DENIED, elsewhere, is_row
from kts.answer.claims.match import Match, Statement, long, related, stems, under_headers
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.claims.agree.sides import Finding
    from kts.answer.claims.bars import Weighed
    from kts.answers import Evidence

AGAINST = frozenset({"negation", "contrast"})
"""What a statement is heard for: it denies, or needs what the claim does without."""
AS_MUCH = 0.5
"""How much of the claim a statement must hold, for what the deciding one holds, to be heard against it."""
ACTS = "other_party"
"""What is found where the other party of an agreement does it."""
OF_THE_REST = 0.5
"""Share of what the deciding statement leaves of the claim that another must hold to be heard. Both are defaults:
with .3 one false claim more of five strangers' folders is caught, two true ones of the samples are turned away."""
_ASIDE = later(r"\b(?:that|which|who|whose|whom|where|when|if|unless|because|since|although|while)\b", re.IGNORECASE)
"""What begins a clause whose denial is not of what the statement says as a whole."""


def denied_by(best: Weighed, others: Iterable[Weighed]) -> tuple[Finding, Weighed] | None:
    """The first of some statements that speak of the rest of a claim which denies it."""
    kinds = AGAINST - {"negation"} if negated(best.claim.text) else AGAINST
    for one in others:
        text, _ = flat(one.match.statement.text)
        if elsewhere(one) or one.alignment.held < AS_MUCH * best.alignment.held:
            continue
        why = next((each for each in one.conflicts if each.kind in kinds and each.weight >= DENIED), None)
        acts = _of_the_other(best, one)
        if acts:
            return acts, one
        if why and _plainly(why, text) and _of_the_same(why, best, one) and not _of_a_name(text, one):
            return why, one
    return None


def refused_by(found: Iterable[Weighed]) -> tuple[Finding, Weighed] | None:
    """The first of some statements, of any document, that denies in so many words what the claim says of somebody."""
    for one in found:
        why = next((each for each in one.findings if each.kind == REFUSED), None)
        if why and not elsewhere(one):
            return why, one
    return None


REFUSED = "refused"
"""What is found where a part of a statement says that the same ones do not do the same."""


def withholding(evidence: Sequence[Evidence]) -> Iterator[Match]:
    """The sentences of any piece that say what somebody lacks or stays at, however little of a claim they hold."""
    for number, piece in enumerate(evidence):
        for span, intro in under_headers(piece) if withholds(piece.text) else ():
            text = piece.text[span.start : span.end]
            match = Match(Statement(number, span, text, intro), 0.0, 0.0)
            if withholds(flat(text)[0]) and not is_row(match) and not long(text):
                yield match


def _of_the_other(best: Weighed, one: Weighed) -> Finding | None:
    """The other party that does it, in a statement with as much of the claim: one insures the building, not both."""
    if one.alignment.held < best.alignment.held or any(each.kind == ACTS for each in best.findings):
        return None
    return next((each for each in one.findings if each.kind == ACTS), None)


def of_the_rest(best: Weighed, number: int, piece: Evidence) -> Iterator[Match]:
    """The sentences and entries of a piece of evidence with enough of what the deciding one leaves of the claim."""
    alone = best.alignment.alone
    for span, intro in under_headers(piece):
        text = piece.text[span.start : span.end]
        there = dict.fromkeys(stems(text))
        told = sum(token.weight for token in alone if related(token.stem, there))
        match = Match(Statement(number, span, text, intro), 0.0, 0.0)
        if 0 < told >= OF_THE_REST * sum(token.weight for token in alone) and not is_row(match) and not long(text):
            yield match


def _plainly(why: Finding, text: str) -> bool:
    """Whether the denial is of what the statement says, and not of a thing that a clause in it describes."""
    return why.evidence is None or not _ASIDE.search(text, 0, why.evidence.start)


def _of_the_same(why: Finding, best: Weighed, one: Weighed) -> bool:
    """Whether a statement shares a word with the deciding one too; an entry of a list under a denial need not."""
    left = {token.stem for token in best.alignment.alone}
    return (
        why.evidence is None
        or why.kind != "negation"
        or any(pair.claim.stem not in left for pair in one.alignment.pairs)
    )


def _of_a_name(text: str, one: Weighed) -> bool:
    """Whether a statement names somebody or something that the claim does not."""
    said = stems(one.claim.text)
    return any(said.isdisjoint(name.stems) for name in names(text))
