"""An answer that is not sure is looked for once more in its document, in more passages and with more statements read.

Everyday words seldom are those of a contract: who asks how long he may stay late with a payment is answered by *within
five days after the same becomes due*. The document is the right one nearly always, for it is told by its names; the
passage and the statement are not, for both are ordered by words first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import meets
from kts.answer.gather import of_the_day, only, valid
from kts.answer.judge import sureness
from kts.answer.means import record
from kts.answer.pick import picked
from kts.answer.read import read
from kts.answer.renamed import and_their_amendments
from kts.answer.select import lead_logit, selector_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Constraint
    from kts.types import Ranking

SOUGHT, PASSAGES = 60, 25
"""Passages of the document that are ordered anew, and those of them whose statements may be read (defaults: of the
answers to 36 questions on contracts that are not among the first ten passages most are among these)."""
RANK = 10
"""What is added to a rank before it is turned over: the greater, the more both orders must agree (a default)."""
CLEARLY = 0.5
"""What the logit of the other lead must be greater by (a default, as that of `within`)."""
LATE = "what is cited was found only when more of its document was read"
"""Why it is not sure, however probable: it was not found as what answers is."""
DEEPLY = "what was found first was not sure: more of its document was read"


def sought(
    question: str, wants: Sequence[Constraint], ways: tuple[tuple[Gathered, Picked], ...], means: Means
) -> tuple[tuple[Gathered, Picked], ...]:
    """The ways that a question was looked for in; before them, one more where that says more likely what is asked."""
    found, chosen = ways[0]
    selector = selector_for(question, means)
    if selector is None or means.look_in is None or not means.settings.retries or not chosen.chosen:
        return ways
    if chosen.keyed or chosen.told or chosen.decided or chosen.met or is_sure(question, ways, means):
        return ways
    lead = found.ranking.hits[chosen.chosen[0].held.unit.hit]
    documents = tuple(and_their_amendments([record(lead, found).key], means))
    ranking = both_ways(means.look_in(question, documents, SOUGHT))
    more = valid(of_the_day(ranking, means), wants, means)
    kept = meets.meeting(wants, more.evidence, known=means.known)
    if not kept:
        return ways
    evidence = tuple(more.evidence[at] for at in kept)
    more = more._replace(ranking=only(more.ranking, kept), evidence=evidence, met=True, again=DEEPLY)
    more = read(question, more, means)
    again = picked(question, wants, more, means._replace(deeply=True))
    if not again.chosen or again.chosen[0].held.unit.text == chosen.chosen[0].held.unit.text:
        return ways
    again = again._replace(against=(*again.against, LATE))
    before, after = (lead_logit(question, *way, selector) for way in (ways[0], (more, again)))
    return ((more, again), *ways) if after > before + CLEARLY else ways


def is_sure(question: str, ways: Sequence[tuple[Gathered, Picked]], means: Means) -> bool:
    """Whether one of the ways is probable enough for an answer."""
    found, chosen = ways[0]
    least = means.calibration.least(read=bool(found.readings), stated=chosen.said is not None)
    return max(sureness(question, *way, (), means) for way in ways) >= least


def both_ways(ranking: Ranking) -> Ranking:
    """The first passages by their rank and by how near their meaning is, by reciprocal ranks."""
    rows = ranking.explanation.get("evidence", ())
    cosines = [float(rows[at].get("cosine") or 0.0) if at < len(rows) else 0.0 for at in range(len(ranking.hits))]
    nearest = sorted(range(len(cosines)), key=lambda at: (-cosines[at], at))
    rank = {at: place for place, at in enumerate(nearest)}
    order = sorted(rank, key=lambda at: (-1 / (RANK + at) - 1 / (RANK + rank[at]), at))
    return only(ranking, order[:PASSAGES])
