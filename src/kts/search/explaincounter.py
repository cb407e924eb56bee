"""What a hit's rank would be without one kind of evidence, computed from what was found: as searching again finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.search.merge import merged
from kts.search.rank import limited
from kts.search.stages import scored

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.config import SearchSettings
    from kts.search.candidates import Fused, Scored
    from kts.search.merge import Found
    from kts.search.stages import Sought

WITHOUT: Mapping[str, tuple[str, float]] = {
    "identifiers": ("identifier_weight", 0.0),
    "document": ("document_weight", 0.0),
    "dense": ("dense_weight", 0.0),
    "lexical": ("dense_weight", 1.0),
}
"""The setting, and its value, that searching again needs to be without a kind of evidence."""
BOTH_ARMS = ("dense", "lexical")
"""Kinds that a search by words, or by meaning, alone cannot be without."""


def asked_why(
    sought: Sought, kept: Sequence[Fused], settings: SearchSettings, *, per_document: int
) -> dict[str, object]:
    """The part of an explanation that is made only for those who ask."""
    return {
        "intents": list(sought.question.intents),
        "without": counterfactuals(sought, kept, settings, per_document=per_document),
    }


def counterfactuals(
    sought: Sought, kept: Sequence[Fused], settings: SearchSettings, *, per_document: int
) -> list[dict[str, int | None]]:
    """The rank of each hit, from 1, without each kind of evidence that it has; None: below all candidates."""
    ranks = {name: _ranks(sought, settings, name, per_document=per_document) for name in _kinds(sought, settings)}
    return [
        {name: found.get(_shown_as(one, per_document)) for name, found in ranks.items() if _has(one.scored, name)}
        for one in kept
    ]


def _shown_as(one: Fused, per_document: int) -> int:
    """What a rank belongs to: the document where one passage of each is shown, else the passage."""
    return one.scored.document_key if per_document == 1 else one.scored.key


def _kinds(sought: Sought, settings: SearchSettings) -> list[str]:
    hybrid = all(one.dense for one in sought.found) and settings.mode == "hybrid" and settings.fusion == "convex"
    return [name for name in WITHOUT if sought.found and (hybrid or name not in BOTH_ARMS)]


def _has(one: Scored, name: str) -> bool:
    values: Mapping[str, Callable[[], float | None]] = {
        "identifiers": lambda: one.identifiers,
        "document": lambda: one.document,
        "dense": lambda: one.cosine,
        "lexical": lambda: one.passage + one.document,
    }
    return bool(values[name]())


def _ranks(sought: Sought, settings: SearchSettings, name: str, *, per_document: int) -> dict[int, int]:
    setting, value = WITHOUT[name]
    changed = settings._replace(**{setting: value})  # type: ignore[arg-type]  # all of them are numbers
    lists = [_again(one, changed, name) for one in sought.found]
    order = limited(merged(lists), per_document=per_document, limit=len(sought.retrieved.scored))
    return {_shown_as(one, per_document): rank for rank, one in enumerate(order, 1)}


def _again(found: Found, settings: SearchSettings, name: str) -> Found:
    """One query's list with the evidence taken away and all else as it was."""
    without: dict[str, Callable[[Scored], Scored]] = {
        "identifiers": lambda one: one._replace(identifiers=0.0),
        "document": lambda one: one._replace(document=0.0),
    }
    change = without.get(name)
    retrieved = found.retrieved
    if change:
        retrieved = retrieved._replace(scored=tuple(change(one) for one in retrieved.scored))
    fused = scored(retrieved, settings, dense=found.dense)
    return found._replace(ranked=found.again(fused, retrieved, settings))
