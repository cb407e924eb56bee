"""What a ranking is made of, from the values that made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kts.search.bm25 import matched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.lexicon.analyse import QueryTerm
    from kts.search.bm25 import WeightedTerm
    from kts.search.candidates import Fused, Scored
    from kts.search.stages import Sought

    Part = Callable[[], Any]

DIGITS = 6


class Explanation(Mapping[str, Any]):
    """An explanation by part; each is worked out when it is first looked at: most who search look at few."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self._parts = parts
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """A part."""
        if name not in self._made:
            self._made[name] = self._parts[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the parts."""
        return iter(self._parts)

    def __len__(self) -> int:
        """How many parts there are."""
        return len(self._parts)

    def __repr__(self) -> str:
        """As the dictionary of its parts."""
        return repr(dict(self))


def explained(sought: Sought, kept: Sequence[Fused]) -> Explanation:
    """What each stage did, terms with their weights, identifiers that the index knows, and what each hit is made of."""
    found, question = sought.retrieved, sought.question
    terms, codes, lists, candidates = found.terms, found.codes, found.lists, len(found.scored)
    rows = [found.rows[one.scored.key] for one in kept]
    return Explanation({
        "terms": lambda: _terms(question.terms, terms),
        "stages": lambda: [step._asdict() for step in question.steps],
        "parts": lambda: [part.text for part in question.parts],
        "identifiers": lambda: list(codes),
        "candidates": lambda: candidates,
        "matched": lambda: matched(rows, terms),
        "evidence": lambda: [_evidence(one.scored) for one in kept],
        "ranks": lambda: _ranks(kept, lists),
    })  # fmt: skip


def _terms(asked: Sequence[QueryTerm], weighed: Sequence[WeightedTerm]) -> list[dict[str, Any]]:
    return [
        {
            "word": term.word,
            "forms": list(term.forms),
            "idf": round(one.idf, DIGITS),
            "weight": term.weight,
            "origin": term.origin,
        }
        for term, one in zip(asked, weighed, strict=True)
    ]


def _evidence(one: Scored) -> dict[str, float | None]:
    """The exact evidence of each arm, before it is normalised."""
    return {
        "passage_bm25": round(one.passage, DIGITS),
        "document_bm25": round(one.document, DIGITS),
        "identifiers": round(one.identifiers, DIGITS),
        "cosine": None if one.cosine is None else round(one.cosine, DIGITS),
        "document_cosine": None if one.document_cosine is None else round(one.document_cosine, DIGITS),
    }


def _ranks(kept: Sequence[Fused], lists: Mapping[str, Sequence[int]]) -> list[dict[str, int | None]]:
    """The place of each hit in each list of the first stage, from 1; None where that list did not find it."""
    passages, documents = [one.scored.key for one in kept], [one.scored.document_key for one in kept]
    columns = []
    for name, keys in lists.items():
        place = dict(zip(reversed(keys), range(len(keys), 0, -1), strict=True))
        columns.append(list(map(place.get, documents if name.endswith("_documents") else passages)))
    return [dict(zip(lists, places, strict=True)) for places in zip(*columns, strict=True)]
