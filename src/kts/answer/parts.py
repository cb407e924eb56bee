"""One answer from the answers to the parts of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import compose, confidence
from kts.answers import GIVEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.answers import Answer, Claim


OF_PART = 2
"""Claims that a part brings to the whole: a list of questions wants a list of short answers (a default)."""


def joined(question: str, parts: Sequence[Answer]) -> Answer | None:
    """The parts as one answer: `partly` where some have none. None when no part has an answer."""
    given = [one for one in parts if one.verdict in GIVEN]
    if not given:
        return None
    claims = tuple(_once(claim for one in given for claim in one.claims[:OF_PART]))
    chance = min(one.confidence for one in given)
    disputed = any(one.verdict == "conflicting" for one in given)
    whole = len(given) == len(parts)
    return given[0]._replace(
        query=question,
        verdict="partly" if not whole else "conflicting" if disputed else "answered",
        text=compose.text(claims),
        claims=claims,
        confidence=chance,
        band=confidence.band(chance),
        coverage=1.0,
        unmet=tuple(lacking for one in parts if one.verdict not in GIVEN for lacking in one.unmet),
        nearest=tuple(place for one in parts if one.verdict not in GIVEN for place in one.nearest),
        conflicts=tuple(conflict for one in given for conflict in one.conflicts),
        definitions=tuple({each.term: each for one in given for each in one.definitions}.values()),
        freshness=tuple(dict.fromkeys(each for one in given for each in one.freshness)),
        notes=tuple(dict.fromkeys([*(note for one in parts for note in one.notes), *_unanswered(parts)])),
    )


def _once(claims: Iterable[Claim]) -> list[Claim]:
    kept: dict[tuple[object, ...], Claim] = {}
    for claim in claims:
        kept.setdefault(tuple((one.document_id, one.span) for one in claim.citations), claim)
    return list(kept.values())


def _unanswered(parts: Sequence[Answer]) -> list[str]:
    return [f"not answered: {one.query}" for one in parts if one.verdict not in GIVEN]
