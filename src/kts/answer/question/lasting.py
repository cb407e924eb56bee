"""How long an agreement holds: the clause that says so is looked for in the words of such clauses.

`When does the agreement end?` shares no word with `shall commence on the Effective Date and continue for five years`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.shapes import leading_shape
from kts.answer.gather import of_the_day, with_hits

if TYPE_CHECKING:
    from kts.answer.means import Gathered, Means

CLAUSE = (
    "initial term of this agreement shall commence on the effective date and continue in full force until for a period "
    "of years unless terminated earlier, expire, renewal, duration"
)
"""What clauses on the term of agreements say."""
ADDED = 2
"""Passages that are added at most (a default, not fitted)."""


def with_term(question: str, found: Gathered, means: Means) -> Gathered:
    """With the clause on the term of the document found first, where its end is asked for and no passage has it."""
    shape, hits = leading_shape(question), found.ranking.hits
    if shape is None or not shape.decides or not hits or not means.settings.retries:
        return found
    document = hits[0].passage.document_id
    if any(one.passage.document_id == document and shape.tells(one.passage.text) for one in hits):
        return found
    limit = means.settings.passages
    ranking = means.look_in(CLAUSE, (document,), limit) if means.look_in else means.look(CLAUSE, limit)
    more = of_the_day(ranking, means)
    known = {one.passage.id for one in hits}
    kept = [
        at
        for at, one in enumerate(more.ranking.hits)
        if one.passage.document_id == document and one.passage.id not in known and shape.tells(one.passage.text)
    ]
    return with_hits(found, more, kept[:ADDED]) if kept else found
