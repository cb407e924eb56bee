"""What is known of a candidate's document: whether it is of a preferred kind, its priority, and how recent it is."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.records import DocumentRecord
    from kts.search.question import Question
    from kts.search.signals import Pool, Source

HALF_LIFE = 365.0
"""Days after which a document counts half as recent as the newest candidate (a default, not fitted)."""
PRIORITIES = {"critical": 1.0, "urgent": 1.0, "high": 0.75, "normal": 0.5, "medium": 0.5, "low": 0.25}
"""Words for a priority; a document that names none has 0."""


def document_signals(ranked: Pool, question: Question, records: Mapping[int, DocumentRecord]) -> Mapping[str, Source]:
    """Category (the type is one that the question prefers), priority and recency, 0..1 each."""
    listed = ranked.candidates
    found = list(map(records.get, listed.column(listed.candidates.document_keys)))
    preferred = set(question.preferred.doc_type)
    days = [_day(record.content_date) if record else None for record in found]
    newest = max((day for day in days if day is not None), default=0)
    return {
        "category": lambda: [float(record is not None and record.doc_type in preferred) for record in found],
        "priority": lambda: [_priority(record) for record in found],
        "recency": lambda: [0.0 if day is None else 0.5 ** ((newest - day) / HALF_LIFE) for day in days],
    }


def _day(content_date: str) -> int | None:
    try:
        return date.fromisoformat(content_date[:10]).toordinal()
    except ValueError:
        return None


def _priority(record: DocumentRecord | None) -> float:
    named = str(record.metadata.get("priority", "")).strip().lower() if record else ""
    return PRIORITIES.get(named, 0.0)
