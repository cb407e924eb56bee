"""What a ticket names beside its question and no document can be held to: it is asked again without it.

A subject is a label (`win11`, `WHAT A MESS`), a name is that of somebody at the sender's (`my colleague Petra`), and
how long ago something happened is the case that a rule is held against, no value that it states. Where an answer fails
for such a thing alone, the rest is asked; what was left out is said, and a person compares.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answers import GIVEN
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.answers import Answer
    from kts.tickets.nouns import Ticket

_COUNT = r"(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_UNIT = r"(?:hours?|days?|weeks?|months?|years?)"
_AGO = later(rf"(?i)\b(?:about |over |almost |some |more than )?{_COUNT} {_UNIT} ago\b")
_AFTER = later(rf"(?i)\bafter (?:about |only |just )?{_COUNT} {_UNIT}\b")
_PEOPLE = (
    "waiter|waitress|colleague|boss|manager|wife|husband|partner|son|daughter|friend|assistant|nephew|niece|brother|"
    "sister|mother|father|guest|regular|customer|client|employee|neighbour|neighbor|cook|chef|driver|secretary|intern|"
    "trainee|accountant|bookkeeper|cashier|owner|technician|nurse|teacher|student|tenant|landlord"
)
_SOMEBODY = later(
    rf"(?i:\b(?:my|our|his|her|their|the) (?:[a-z]+ )?(?:{_PEOPLE}),? )(?P<name>(?:(?:Mr|Mrs|Ms|Dr)\.? )?"
    r"[A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)?)"
)
"""Somebody of the sender's, by name."""
LEFT = 4
"""Words of a ticket without its subject from which they ask something by themselves (a default, not fitted)."""
ASIDE = "asked without what only the ticket's case names, so compare: "
"""The doubt of an answer to a question from which something was left out."""


def nobody(text: str) -> str:
    """The text without the names of people who are introduced as the sender's: `my colleague Petra` is a colleague."""
    return _SOMEBODY.sub(lambda match: match[0][: match.start("name") - match.start()].rstrip(" ,"), text)


def relaxed(ticket: Ticket, answer: Answer, query: str, probe: Callable[[str], Answer] | None) -> Answer:
    """The answer to the question without such names and times, where the answer to the whole fails for them alone.

    Where that is no better, they are at least not said to be lacking.
    """
    cases = {one: case for one in answer.unmet if (case := _of_case(ticket, query, one.constraint.text))}
    if not cases:
        return answer
    kept = answer._replace(unmet=tuple(one for one in answer.unmet if one not in cases))
    certain = any(one.constraint.certain for one in kept.unmet)
    if probe is None or certain or answer.verdict in GIVEN:
        return kept
    shorter = query
    for case in cases.values():
        shorter = shorter.replace(case, "", 1)
    shorter = re.sub(r"\s{2,}", " ", shorter).strip(" .?!,") + "?"
    again = probe(shorter) if len(shorter.split()) >= LEFT else kept
    if again is kept or not again.claims or again.verdict not in GIVEN:
        return kept
    left = f"{ASIDE}{', '.join(dict.fromkeys(cases.values()))}"
    return again._replace(query=answer.query, ledger_id=answer.ledger_id, doubts=(*again.doubts, left))


def _of_case(ticket: Ticket, query: str, name: str) -> str:
    """The stretch of a query that holds a name or a time which binds no document, empty where it is of the question."""
    time = next((match[0] for match in (*_AGO.finditer(query), *_AFTER.finditer(query)) if name in match[0]), "")
    subject = ticket.subject.strip().rstrip(".?!")
    only = name.casefold() in subject.casefold() and name.casefold() not in ticket.description.casefold()
    return time or (subject if only and subject in query else "")
