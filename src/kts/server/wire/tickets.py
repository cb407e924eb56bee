"""The shapes of tickets (`kts ticket`, `kts tickets`)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.lexicon.personal import redact
from kts.search.results import metadata
from kts.server.wire import citation, envelope, shown
from kts.tickets.cited import sentences
from kts.tickets.measure import outcome
from kts.tickets.report import in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answers import Answer
    from kts.errors import KTSError
    from kts.tickets.cited import Sentence
    from kts.tickets.listed import Row
    from kts.tickets.measure import Measures
    from kts.tickets.nouns import Classification, Processed, Ranked, Retrieval, Ticket
    from kts.types import Result


def ticket(found: Processed) -> dict[str, Any]:
    """`kts ticket --json`."""
    return envelope(ticket_data(found), confidence=found.confidence, reasoning=reasoning(found))


def reasoning(found: Processed) -> str:
    """What became of the ticket, in a sentence."""
    if found.auto:
        return "a cited reply that may be sent"
    if not found.escalation.recommended:
        return f"nothing to answer: {', '.join(in_words(one) for one in found.validation.reasons)}"
    said = ", ".join(in_words(one) for one in found.escalation.reasons)
    return f"for a person{', at once' if found.escalation.urgent else ''}: {said}"


def ticket_data(found: Processed) -> dict[str, Any]:
    """All that is known of one ticket, and what became of it: sent, draft, person or aside."""
    data = _stages(found)
    return {**data, "outcome": outcome(data)}


def _stages(found: Processed) -> dict[str, Any]:
    escalation = found.escalation
    return {
        "id": found.ticket.id,
        "ticket": _received(found.ticket),
        "validation": {
            "valid": found.validation.valid,
            "reasons": list(found.validation.reasons),
            "in_words": [in_words(one) for one in found.validation.reasons],
            "signals": dict(found.validation.signals),
        },
        "augmentation": {
            "rephrased": found.augmentation.rephrased,
            "expansion": list(found.augmentation.expansion),
            "synonyms": {word: list(others) for word, others in found.augmentation.synonyms.items()},
            "implicit_context": list(found.augmentation.implicit_context),
        },
        "summary": found.augmentation.summary,
        "keywords": list(found.augmentation.keywords),
        "classification": _classification(found.classification),
        "plan": {
            "primary_route": found.plan.primary_route,
            "search_query": found.plan.search_query,
            "search_params": dict(found.plan.search_params),
        },
        "retrieval": _retrieval(found.retrieval),
        "ranking": _ranking(found.ranking),
        "context": found.context._asdict() | {"selected": list(found.context.selected)},
        "answer": _answer(found.answer),
        "draft": found.draft,
        "sentences": [_sentence(one) for one in sentences(found)],
        "final_response": found.final_response,
        "confidence": found.confidence,
        "auto": found.auto,
        "escalation": {
            "recommended": escalation.recommended,
            "reasons": list(escalation.reasons),
            "in_words": [in_words(one) for one in escalation.reasons],
            "urgent": escalation.urgent,
            "risks": [{**one._asdict(), "in_words": in_words(one.reason)} for one in escalation.risks],
            "queue": escalation.queue,
            "message": escalation.message,
        },
        "suggested_actions": list(found.suggested_actions),
        "review": {
            "valid": found.review.valid,
            "issues": list(found.review.issues),
            "recommendations": list(found.review.recommendations),
        },
        "missing_details": list(found.missing_details),
        "personal": dict(found.personal),
        "tokens": found.tokens,
        "notes": list(found.notes),
        "internal": [citation(one.citation) | {"internal": True, "why": one.why} for one in found.internal],
        "ledger_id": found.ledger_id,
        "timings_ms": dict(found.timings_ms),
    }


def _received(given: Ticket) -> dict[str, Any]:
    """What a person has to see of a ticket to look after it; kinds stand in the place of personal data."""
    return {
        "subject": redact(given.subject),
        "description": redact(given.description),
        "created": given.created,
        "attachments": [redact(one) for one in given.attachments],
    }


def _sentence(one: Sentence) -> dict[str, Any]:
    """A sentence of the draft, by its place there, with what it is cited from."""
    sources = [{"number": number, "citation": citation(cited)} for number, cited in one.sources]
    return {"start": one.span.start, "end": one.span.end, "sources": sources}


def _classification(found: Classification) -> dict[str, Any]:
    return {
        "primary_class": found.primary_class,
        "primary_score": found.primary_score,
        "relevant_classes": list(found.relevant_classes),
        "class_scores": dict(found.class_scores),
        "routing": found.routing,
        "in_scope": found.in_scope,
        "method": found.method,
    }


def _answer(found: Answer | None) -> dict[str, Any] | None:
    if found is None:
        return None
    from kts.server.wire.answers import answered

    data: dict[str, Any] = answered(found)["data"]
    return data


def _retrieval(found: Retrieval) -> dict[str, Any]:
    data: dict[str, Any] = {
        "results": [_result(one) for one in found.results],
        "fallback_applied": found.fallback_applied,
        "stats": dict(found.stats),
    }
    if found.similarity_matrix:
        data["similarity_matrix"] = [list(row) for row in found.similarity_matrix]
    return data


def _ranking(found: Ranked) -> dict[str, Any]:
    return {
        "count": len(found.results),
        "ranker": found.ranker,
        "stability": found.stability,
        "score_stats": _statistics(found.scores),
    }


def _result(one: Result) -> dict[str, Any]:
    return {
        "id": one.hit.passage.id,
        "text": one.snippet,
        "score": one.hit.score,
        "confidence": one.confidence,
        "metadata": metadata(one),
        "citation": citation(one.citation),
    }


def _statistics(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {"min": 0.0, "max": 0.0, "mean": 0.0, "std": 0.0}
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    found = {"min": min(values), "max": max(values), "mean": mean, "std": spread}
    return {name: round(value, 4) for name, value in found.items()}


def trained(path: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    """`kts tickets train --json`."""
    said = f"{figures['tickets']} tickets, {figures['classes']} classes, accuracy {figures['accuracy']} held out"
    return envelope({"path": path, **figures}, reasoning=said)


def evaluated(figures: Mapping[str, Any]) -> dict[str, Any]:
    """`kts tickets evaluate --json`."""
    return envelope(dict(figures), reasoning=f"accuracy {figures['accuracy']} over {figures['n']} tickets")


class Account(NamedTuple):
    """What a run did, in numbers and names.

    `changed` tickets were worked on again, `joined` rows are comments of others, `repeated` ones say nothing new;
    `unread` are columns that no field takes, `left_out` the files of a folder that hold no tickets.
    """

    out: str
    processed: int
    skipped: int
    failed: int
    changed: int = 0
    joined: int = 0
    repeated: int = 0
    unread: tuple[str, ...] = ()
    left_out: Sequence[KTSError] = ()


def ran(account: Account) -> dict[str, Any]:
    """`kts tickets run --json`."""
    left = [{"path": shown(one.path or ""), "reason": one.message} for one in account.left_out]
    data = account._asdict() | {"unread": list(account.unread), "left_out": left}
    said = f"{account.processed} tickets, {account.skipped} done before, {account.failed} failed"
    return envelope(data, reasoning=said)


def reported(found: Measures, listed: Sequence[Row] = ()) -> dict[str, Any]:
    """`kts tickets report --json`; `first` are the urgent ones."""
    first = [_listed(one) for one in listed if one.urgent]
    data = found._asdict() | {"confidence_bins": list(found.confidence_bins), "first": first}
    return envelope(data, reasoning=f"{found.tickets} tickets")


def _listed(one: Row) -> dict[str, Any]:
    return {
        "id": one.id,
        "subject": one.subject,
        "class": one.kind,
        "outcome": one.outcome,
        "urgent": one.urgent,
        "reasons": list(one.reasons),
        "confidence": one.confidence,
    }


def ticket_line(one: Row) -> dict[str, Any]:
    """`kts tickets show --json`: the line of a run."""
    said = f"{one.outcome}{', at once' if one.urgent else ''}: {', '.join(one.reasons)}".rstrip(": ")
    confidence = None if one.outcome == "failed" else one.confidence
    return envelope(dict(one.line), confidence=confidence, reasoning=said)
