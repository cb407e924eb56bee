"""How likely the reply to a ticket is right and wanted: one logistic model over what the stages found.

Five signs of some twenty that were tried: with some hundred judged tickets more of them fit the accident, not the rule.
"""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Answer
    from kts.tickets.escalate import Triage
    from kts.tickets.nouns import Retrieval, Ticket

NAMES = ("answer", "routine", "first", "agree", "length")
LONG = 1000
"""Characters of a ticket that count as long: a story has more than one question (a default, not fitted)."""
STEEPEST = 30.0
"""Where the logistic curve is flat enough to stop."""


class Weights(NamedTuple):
    """Weights of the signs by name, and the constant; fitted by evaluation/tickets/desk.py.

    The defaults are those before any fit: the answer's own confidence.
    """

    weights: Mapping[str, float] = MappingProxyType({"answer": 6.0})
    constant: float = -3.0


def signs(ticket: Ticket, answer: Answer, retrieval: Retrieval, said: Triage) -> dict[str, float]:
    """What the probability is made of, each 0..1.

    `answer` is the answer's own confidence, `routine` that the ticket is an ordinary request, `first` whether the first
    document found is the first one cited, `agree` the share of citations of that document.
    """
    cited = [citation.document_id for claim in answer.claims for citation in claim.citations]
    found = retrieval.results
    return {
        "answer": answer.confidence,
        "routine": said.routine,
        "first": float(bool(cited and found) and cited[0] == found[0].citation.document_id),
        "agree": sum(one == cited[0] for one in cited) / len(cited) if cited else 0.0,
        "length": min(1.0, len(ticket.text) / LONG),
    }


def probability(found: Mapping[str, float], fitted: Weights) -> float:
    """The probability (0..1) of the signs under the weights."""
    total = fitted.constant + sum(fitted.weights.get(name, 0.0) * value for name, value in found.items())
    return round(1 / (1 + math.exp(-max(-STEEPEST, min(STEEPEST, total)))), 4)
