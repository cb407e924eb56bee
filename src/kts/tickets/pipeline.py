"""The way of a ticket, from what was written to a cited reply or a reasoned handoff; a line a stage.

What a ticket says is only ever searched with and quoted: no stage follows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.tickets.stages import STAGES, Work
from kts.trace import mark

if TYPE_CHECKING:
    from kts.tickets.nouns import Processed, Ticket
    from kts.tickets.stages import Desk, Stages


def process(ticket: Ticket, desk: Desk, *, stages: Stages = STAGES) -> Processed:
    """One ticket through all stages; an invalid one is looked at no further than its risks."""
    work = Work(ticket)
    work = mark("validate", stages.validate(work, desk))
    work = mark("augment", stages.augment(work, desk))
    work = mark("classify", stages.classify(work, desk))
    work = mark("plan", stages.plan(work, desk))
    work = mark("retrieve", stages.retrieve(work, desk))
    work = mark("rank", stages.rank(work, desk))
    work = mark("context", stages.context(work, desk))
    work = mark("answer", stages.answer(work, desk))
    work = mark("review", stages.review(work, desk))
    return stages.finish(work, desk)
