"""What is done with a ticket, before anything is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.personal import without
from kts.tickets.escalate import LIKELY, urgent
from kts.tickets.nouns import Plan
from kts.tickets.validate import by_header, by_words

if TYPE_CHECKING:
    from kts.tickets.nouns import Augmentation, Classification, Risk, Route, Ticket, Validation
    from kts.tickets.policy import Policy

FIRST_THRESHOLD, SECOND_THRESHOLD = 0.4, 0.2
"""Evidence (0..1) that a passage needs at first, and when too few have it (SPEC TICK-3)."""
CANDIDATES = 20
"""Passages looked at (SPEC RANK-5)."""
NOT_ANSWERED = frozenset({"automatic", "duplicate", "empty", "low_signal", "test", "spam"})
"""Reasons of an invalid ticket that need no person: there is nothing to answer. Of a notice its header must say so, or
both its subject and its text: one of them alone is also that of a person who writes of one."""
_PLEADS = later(
    r"(?i)\b(?:help|hilfe|aide|ayuda|urgent|dringend|asap|sos|emergency|problems?|issues?|broken|stuck|down|errors?|failed"
    r"|call (?:me|back)|(?:not|n['\u2019]t) work)"
)
"""What makes one word or two a call for a person: what is wrong can be asked, and only a person knows."""
IGNORABLE = 0.2
"""Danger from which even such a ticket goes to a person (no escalation of the training half is put aside)."""


def plan(
    ticket: Ticket,
    *,
    validation: Validation,
    augmentation: Augmentation,
    classification: Classification,
    risks: tuple[Risk, ...],
    danger: float,
    policy: Policy,
) -> Plan:
    """The route, the words to search by and how.

    `danger` is the model's share of all reasons of escalation together: what may hide one is never put aside. A ticket
    that is escalated is searched for, too, and one in a language that the desk does not answer: its reader finds the
    articles beside it, and a draft where the alarm of the model alone is likelier a false one or its reason is not
    urgent. Nothing personal is searched by: no document is found by it, and the ledger keeps the question.
    """
    lost = set(validation.reasons) - {"personal_data"}
    if not validation.valid and lost != {"wrong_language"}:
        nothing = lost <= NOT_ANSWERED and ("automatic" not in lost or by_header(ticket) or _is_notice(ticket))
        nothing = nothing and not (lost == {"low_signal"} and _PLEADS.search(ticket.text))
        return Plan("ignore" if nothing and not risks and danger < IGNORABLE else "handoff")
    none = policy.topic(classification.primary_class).automation == "none"
    alarmed = any(urgent(one, policy) and (one.source != "model" or one.score >= LIKELY) for one in risks)
    route: Route = "handoff" if alarmed or none or lost else "answer"
    params = {
        "category": ticket.category or str(ticket.metadata.get("product") or ""),
        "candidates": CANDIDATES,
        "threshold": FIRST_THRESHOLD,
        "fallback_threshold": SECOND_THRESHOLD,
    }
    return Plan(route, without(augmentation.rephrased or ticket.text), params)


def _is_notice(ticket: Ticket) -> bool:
    """Whether a ticket is a notice by its words: of an export nobody has the header. What is wrong is no notice."""
    return by_words(ticket) and not _PLEADS.search(ticket.description)
