"""What the evidence only plans, and the claim says will be so.

`Planned for 8 May, not promised` gives a day, and no promise of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conditions import conditions, within
from kts.answer.claims.agree.sides import Finding, told_apart
from kts.answer.claims.match import has_value, related, tokens
from kts.lexicon.dates import dates
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_PLAN = later(
    r"(?<!who )(?<!that )(?<!which )\b(?:(?:is|are|was|were|currently|still|now) (?:only )?planned (?:for|in|on|by|to)"
    r"|planned (?:for|date|release|start)|plans? to|tentatively|provisionally|(?:tentative|provisional) (?:date|plan)"
    r"|(?:is|are|remains?) (?:still |only )?(?:tentative|provisional)|hoped|hopes? to|aims? to|intends? to"
    r"|targeted (?:for|at)|target date|expected (?:in|on|for|by|around|from)"
    r"|(?:not|nothing)(?: \w+)? (?:promised|guaranteed|confirmed|committed|decided)"
    r"|no (?:promise|guarantee|commitment)|subject to change|without (?:promise|guarantee|commitment))\b"
    r"|\A[\W_]*(?:planned|expected|intended|targeted)\b",
    re.IGNORECASE,
)
"""How a text says that something is meant to be so and not promised."""
_SURE = later(
    r"\b(?:will|shall|is going to|are going to|guarantee[sd]?|promise[sd]?|definitely|certainly|certain|confirmed)\b",
    re.IGNORECASE,
)
_HEDGED = later(
    r"\b(?:plan\w*|expect\w*|tentative\w*|provisional\w*|hope[sd]?|aim\w*|intend\w*|target\w*|probabl[ey]|likely|(?-i:may)|might"
    r"|could|should|propos\w*|estimat\w*|not)\b",
    re.IGNORECASE,
)


_ONLY_PLANNED = later(
    r"\b(?:is|are) (?:not |only |still |currently |now )?planned\b(?! (?:maintenance|work|outage))|"
    r"\b(?:will|shall) be (?:available|supported|added|offered|released|launched|introduced)\b",
    re.IGNORECASE,
)
_IS_THERE = later(
    r"\b(?:is|are) (?:already |now )?(?:available|supported|offered|included|live|there)\b", re.IGNORECASE
)
"""What says that the thing before it is there today."""
_HAS_IT = later(
    r"\A\W*there (?:is|are)\b|\b(?:supports?|speaks?|offers?|has|have|includes?|provides?|comes? with|runs? on"
    r"|works? (?:on|with|in))\b(?! to\b)",
    re.IGNORECASE,
)
"""What says so of the thing behind it."""


def not_there_yet(sides: Sides) -> Iterator[Finding]:
    """A thing that the claim says is there, and the statement that it is planned, or not even that."""
    theirs = _ONLY_PLANNED.search(sides.statement)
    there = _IS_THERE.search(sides.claim)
    ours = there or _HAS_IT.search(sides.claim)
    if theirs is None or ours is None or _HEDGED.search(sides.claim) or _SURE.search(sides.claim):
        return
    said = tokens(sides.claim)
    things = [one for one in said if (one.end <= ours.start() if there else one.start >= ours.end())]
    clause = [token for token in tokens(sides.statement) if token.start < theirs.start()]
    if not clause or not related(clause[-1].stem, dict.fromkeys(one.stem for one in things)):
        return
    if not negated(sides.claim) and not dates(sides.claim):
        here, place = Span(*ours.span()), Span(*theirs.span())
        told = told_apart(sides.claim, here, sides.statement, place)
        yield Finding("contrast", conflict=True, text=told, claim=here, evidence=place)


def planned(sides: Sides) -> Iterator[Finding]:
    """A day or an amount that will be so, of what the statement, or the sentence that gives it, only plans."""
    sure = _SURE.search(sides.claim)
    if sure is None or _HEDGED.search(sides.claim):
        return
    values = [*(one.text for one in dates(sides.claim)), *(one.text for one in quantities(sides.claim))]
    beside = [(one.text, one.span) for one in (*sides.behind, *sides.before) if one.joined]
    for text, place in ((sides.statement, None), *beside):
        plan = _PLAN.search(text)
        valued = any(has_value(value, text) for value in values)
        if plan is None or within(plan.start(), conditions(text)):
            continue
        if not (valued or (place is None and not values and not _SURE.search(text))):
            continue
        here, there = Span(*sure.span()), Span(*plan.span())
        told = told_apart(sides.claim, here, text, there)
        yield Finding(
            "planned", conflict=False, text=told, claim=here, evidence=there if place is None else None, beside=place
        )
        return
