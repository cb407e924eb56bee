"""How likely the reply to a ticket is right and wanted: one logistic model over what the stages found.

Four signs of some thirty that were tried: with some hundred judged tickets more of them fit the accident, not the rule.
Whatever comes to make the answer's own confidence better, such as a model that reads, is in its sign already.
"""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Answer
    from kts.tickets.escalate import Triage
    from kts.tickets.nouns import Retrieval

NAMES = ("answer", "routine", "ahead", "agree")
DISTANCE = 0.1
"""Evidence by which a document lies clearly before the next, or behind it (a default, not fitted: the evidence of the
first two documents lies .05 apart at the median)."""
STEEPEST = 30.0
"""Where the logistic curve is flat enough to stop."""


class Weights(NamedTuple):
    """Weights of the signs by name, and the constant; fitted by evaluation/tickets/desk.py.

    The defaults are those before any fit: the answer's own confidence.
    """

    weights: Mapping[str, float] = MappingProxyType({"answer": 6.0})
    constant: float = -3.0


def signs(answer: Answer, retrieval: Retrieval, said: Triage) -> dict[str, float]:
    """What the probability is made of, each 0..1.

    `answer` is the answer's own probability before its gates, `routine` that the ticket is an ordinary request, `ahead`
    how far the first cited document lies before the best other one that was found (.5: level), `agree` the share of
    citations of it.
    """
    cited = [citation.document_id for claim in answer.claims for citation in claim.citations]
    return {
        "answer": answer.before_gates,
        "routine": said.routine,
        "ahead": _ahead(cited[0], retrieval) if cited else 0.0,
        "agree": sum(one == cited[0] for one in cited) / len(cited) if cited else 0.0,
    }


def _ahead(document_id: str, retrieval: Retrieval) -> float:
    """0 where another document is found with much more evidence, 1 where none comes near.

    Two documents that answer as well as each other are the usual reason that the wrong one is cited.
    """
    found = [(one.citation.document_id == document_id, one.confidence) for one in retrieval.results]
    own = max((evidence for same, evidence in found if same), default=0.0)
    other = max((evidence for same, evidence in found if not same), default=0.0)
    return min(1.0, max(0.0, 0.5 + (own - other) / (2 * DISTANCE)))


def probability(found: Mapping[str, float], fitted: Weights) -> float:
    """The probability (0..1) of the signs under the weights."""
    total = fitted.constant + sum(fitted.weights.get(name, 0.0) * value for name, value in found.items())
    return round(1 / (1 + math.exp(-max(-STEEPEST, min(STEEPEST, total)))), 4)
