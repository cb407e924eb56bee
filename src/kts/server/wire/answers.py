"""The shapes of answers (`kts ask`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.answer.fresh import of_file
from kts.server.wire import citation, envelope, image, location

if TYPE_CHECKING:
    from kts.answers import Answer, Claim, Conflict, Definition, Reason, Unmet
    from kts.types import Span
    from kts.workspace.showing import Shown


def answered(found: Answer) -> dict[str, Any]:
    """`kts ask --json`."""
    data = {
        "query": found.query,
        "verdict": found.verdict,
        "text": found.text,
        "confidence": found.confidence,
        "band": found.band,
        "coverage": found.coverage,
        "claims": [claim(one) for one in found.claims],
        "unmet": [unmet(one) for one in found.unmet],
        "nearest": [citation(one) for one in found.nearest],
        "images": [image(one) for one in found.images],
        "conflicts": [_conflict(one) for one in found.conflicts],
        "definitions": [_definition(one) for one in found.definitions],
        "freshness": [one._asdict() for one in found.freshness],
        "as_of": found.as_of,
        "judged_on": found.judged_on,
        "gates": list(found.gates),
        "notes": list(found.notes),
        "searched": found.searched,
        "generation": found.generation,
        "ledger_id": found.ledger_id,
        "timings_ms": dict(found.timings_ms),
    }
    return envelope(data, confidence=found.confidence, reasoning=reasoning(found))


def reasoning(found: Answer) -> str:
    """The verdict in a sentence."""
    if found.verdict == "answered":
        count = len(found.claims)
        return f"answered from {count} cited place{'' if count == 1 else 's'}"
    if found.doubts and found.verdict == "low_confidence":
        return f"what was found may not answer the question: {'; '.join(found.doubts)}"
    missing = [f"{one.constraint.kind} '{one.constraint.text}'" for one in found.unmet if one.constraint.certain]
    if missing:
        return f"nothing found meets the {' and the '.join(missing)}"
    if found.verdict == "abstained" and any(map(of_file, found.notes)):
        return "what answered this is in files that are gone or have changed since they were read"
    sentences = {
        "partly": "some of the question is answered",
        "conflicting": "documents say different things",
        "low_confidence": "what was found may not answer the question",
        "abstained": "the documents do not answer this",
    }
    return sentences[found.verdict]


def claim(one: Claim) -> dict[str, Any]:
    """A statement with its citations."""
    return {
        "text": one.text,
        "support": one.support,
        "standing": one.standing or None,
        "reasons": [reason(why) for why in one.reasons],
        "citations": [citation(cited) for cited in one.citations],
    }


def reason(why: Reason) -> dict[str, Any]:
    """Why a claim is judged as it is, with both places."""
    return {"kind": why.kind, "text": why.text, "claim": _span(why.claim), "evidence": _span(why.evidence)}


def _span(span: Span | None) -> list[int] | None:
    return [span.start, span.end] if span else None


def unmet(one: Unmet) -> dict[str, Any]:
    """What of the question the evidence does not meet."""
    wanted = one.constraint
    return {"kind": wanted.kind, "text": wanted.text, "certain": wanted.certain, "detail": one.detail}


def _conflict(one: Conflict) -> dict[str, Any]:
    sides = [
        {"value": side.value, "citation": citation(side.citation), "date": side.date, "authority": side.authority}
        for side in one.sides
    ]
    return {"subject": one.subject, "attribute": one.attribute, "sides": sides}


def _definition(one: Definition) -> dict[str, Any]:
    return {"term": one.term, "text": one.text, "citation": citation(one.citation)}


def shown(found: Shown) -> dict[str, Any]:
    """`kts show --json`; `content_date` is one that the text gives, not the file's own."""
    record = found.document
    dated = any(record.metadata.get(name) for name in ("content_date", "effective"))
    return envelope(
        {
            "document_id": record.id,
            "path": record.path,
            "title": record.title,
            "content_date": record.content_date if dated else "",
            "length": record.length,
            "uri": found.uri,
            "start": found.cited.start,
            "end": found.cited.end,
            "text": found.text,
            "text_start": found.around.start,
            "hidden": list(found.hidden),
            "location": location(found.location),
            "original": found.original,
            "stands": found.stands,
            "sections": [{"number": one.number, "heading": one.heading, "level": one.level} for one in found.sections],
        }
    )
