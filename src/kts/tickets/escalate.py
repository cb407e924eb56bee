"""What a person must see, whatever else a ticket asks: by the rules of the policy and by the model that ships.

Rules find what is said plainly, the model what is only meant. Neither is proof; both together decide how a ticket is
handled, never what is replied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.personal import redact
from kts.tickets.nouns import Risk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.tickets.nouns import Ticket
    from kts.tickets.policy import Policy
    from kts.tickets.triage import Kinds

ROUTINE = "routine"
REASONS = ("legal_threat", "payment", "security", "self_harm", "vip")
SHOWN = 80
"""Characters of the words that a rule rests on (a default, not fitted)."""
OTHERS = ("injection", "noise", "out_of_scope", "spam")
"""What the model tells apart besides an ordinary request and the reasons of escalation."""


class Triage(NamedTuple):
    """Probabilities of the model that ships: of each reason, of what is no request, and of an ordinary one."""

    shares: Mapping[str, float]

    @property
    def routine(self) -> float:
        """The probability of an ordinary request, 0 without a model."""
        return self.shares.get(ROUTINE, 0.0)

    @property
    def danger(self) -> float:
        """The probability of any reason of escalation."""
        return sum(self.shares.get(name, 0.0) for name in REASONS)


def triage(
    ticket: Ticket, *, model: Kinds | None, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None
) -> Triage:
    """What the model says of a ticket; nothing without one."""
    if model is None:
        return Triage({})
    from kts.tickets.triage import told

    return Triage(told(ticket.text, model, embed))


def risks(ticket: Ticket, said: Triage, policy: Policy) -> tuple[Risk, ...]:
    """Every reason for which a person must see the ticket, the surest first."""
    found = [risk for rule in policy.rules for risk in _by_rule(ticket, rule.reason, rule.patterns)]
    found += [
        Risk(rule.reason, said.shares[rule.reason], "model")
        for rule in policy.rules
        if said.shares.get(rule.reason, 0.0) >= rule.threshold
    ]
    if ticket.email.lower() in policy.vips or ticket.client_name.lower() in policy.vips:
        found.append(Risk("vip", 1.0, "list", ticket.client_name))
    best: dict[str, Risk] = {}
    for risk in sorted(found, key=lambda one: (-one.score, one.reason, one.source)):
        best.setdefault(risk.reason, risk)
    return tuple(best.values())


def _by_rule(ticket: Ticket, reason: str, patterns: Sequence[object]) -> list[Risk]:
    import re

    text = ticket.text
    for pattern in patterns:
        match = pattern.search(text) if isinstance(pattern, re.Pattern) else None
        if match:
            return [Risk(reason, 1.0, "rule", redact(match[0])[:SHOWN])]
    return []
