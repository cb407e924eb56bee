"""How likely the reply to a ticket is right and wanted: one logistic model over what the stages found."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.identifiers import identifiers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Answer
    from kts.tickets.escalate import Triage
    from kts.tickets.nouns import Retrieval, Ticket

NAMES = ("answer", "answered", "routine", "out_of_scope", "evidence", "margin", "first", "agree", "codes", "question",
         "length")  # fmt: skip


class Weights(NamedTuple):
    """Weights of the signs by name, and the constant; fitted by evaluation/tickets/confidence.py.

    The defaults are those before any fit: the answer's own confidence.
    """

    weights: Mapping[str, float] = {"answer": 6.0}
    constant: float = -3.0


def signs(ticket: Ticket, answer: Answer, retrieval: Retrieval, said: Triage) -> dict[str, float]:
    """What the probability is made of, each about 0..1."""
    values = [one.confidence for one in retrieval.results]
    first, second = (*values, 0.0, 0.0)[:2]
    cited = [citation.document_id for claim in answer.claims for citation in claim.citations]
    return {
        "answer": answer.confidence,
        "answered": float(answer.verdict == "answered"),
        "routine": said.routine,
        "out_of_scope": said.shares.get("out_of_scope", 0.0),
        "evidence": first,
        "margin": first - second,
        "first": float(bool(cited and values) and cited[0] == retrieval.results[0].citation.document_id),
        "agree": sum(one == cited[0] for one in cited) / len(cited) if cited else 0.0,
        "codes": _codes(ticket, answer),
        "question": float("?" in ticket.text),
        "length": min(1.0, len(ticket.text) / 1000),
    }


def _codes(ticket: Ticket, answer: Answer) -> float:
    """The share of the ticket's codes that the cited passages hold; .5 where it names none."""
    wanted = {one.norm for one in identifiers(ticket.text) if one.kind == "error_code"}
    if not wanted:
        return 0.5
    quotes = " ".join(citation.quote for claim in answer.claims for citation in claim.citations)
    ids = {citation.document_id for claim in answer.claims for citation in claim.citations}
    hits = answer.ranking.hits if answer.ranking else ()
    texts = " ".join((quotes, *(hit.passage.text for hit in hits if hit.passage.document_id in ids)))
    return len(wanted & {one.norm for one in identifiers(texts)}) / len(wanted)


def probability(found: Mapping[str, float], fitted: Weights) -> float:
    """The probability (0..1) of the signs under the weights."""
    total = fitted.constant + sum(fitted.weights.get(name, 0.0) * value for name, value in found.items())
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, total)))), 4)
