"""Candidates as columns: what is known of each stands at its place, and an object is made of those that are looked at.

A question has a hundred candidates and shows ten: an object of each costs as much as scoring them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise, starmap
from operator import sub
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

T = TypeVar("T")

DIGITS = 6
"""Decimal places of a score: two machines agree on ties."""
CLOSE = 1.5 * 10**-DIGITS
"""Scores that lie further apart than this do not become the same when they are rounded."""
GAP = 1.0
"""What lies between the last candidate that was ranked anew and the first that was not."""


class Scored(NamedTuple):
    """A passage with its evidence: BM25F of its own and of its document, exact identifiers, cosines of both.

    A cosine is None where there is no vector: not embedded yet, or a search by words alone.
    """

    key: int
    id: str
    document_key: int
    passage: float
    document: float
    identifiers: float
    cosine: float | None = None
    document_cosine: float | None = None


class Fused(NamedTuple):
    """A candidate with its score and the parts that sum to it."""

    scored: Scored
    score: float
    signals: Mapping[str, float]


class Candidates(Sequence[Scored]):
    """Candidates with their evidence: each argument is the column of a field of `Scored`."""

    def __init__(
        self,
        keys: Sequence[int],
        ids: Sequence[str],
        document_keys: Sequence[int],
        passage: Sequence[float],
        document: Sequence[float],
        identifiers: Sequence[float],
        cosine: Sequence[float | None],
        document_cosine: Sequence[float | None],
    ) -> None:
        self.keys, self.ids, self.document_keys = keys, ids, document_keys
        self.passage, self.document, self.identifiers = passage, document, identifiers
        self.cosine, self.document_cosine = cosine, document_cosine

    @classmethod
    def of(cls, scored: Sequence[Scored]) -> Candidates:
        """The same as columns."""
        if isinstance(scored, Candidates):
            return scored
        return cls(*zip(*scored, strict=True)) if scored else cls(*((),) * len(Scored._fields))

    def __len__(self) -> int:
        """How many there are."""
        return len(self.keys)

    @overload
    def __getitem__(self, at: int) -> Scored: ...
    @overload
    def __getitem__(self, at: slice) -> list[Scored]: ...
    def __getitem__(self, at: int | slice) -> Scored | list[Scored]:
        """One by its place, or those of some places."""
        if isinstance(at, slice):
            return [self[place] for place in range(len(self))[at]]
        return Scored(
            self.keys[at],
            self.ids[at],
            self.document_keys[at],
            self.passage[at],
            self.document[at],
            self.identifiers[at],
            self.cosine[at],
            self.document_cosine[at],
        )


class Listed(Sequence[Fused]):
    """Candidates in an order; `places` are those among `candidates`, `totals` and `signals` say the score of a place.

    `totals` are not rounded yet. `arms` are the columns of what words and meaning add, where they were fused so.
    """

    def __init__(
        self,
        candidates: Candidates,
        places: Sequence[int],
        totals: Mapping[int, float] | Sequence[float],
        signals: Callable[[int], Mapping[str, float]],
        arms: tuple[Sequence[float], Sequence[float]] | None = None,
    ) -> None:
        self.candidates, self.places, self.arms = candidates, places, arms
        self._totals, self._signals = totals, signals

    @classmethod
    def of(cls, fused: Sequence[Fused]) -> Listed:
        """The same candidates as columns."""
        if isinstance(fused, Listed):
            return fused
        signals = [one.signals for one in fused]
        scored, scores = [one.scored for one in fused], [one.score for one in fused]
        return cls(Candidates.of(scored), range(len(signals)), scores, signals.__getitem__)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.places)

    def __iter__(self) -> Iterator[Fused]:
        """In order."""
        return map(self._made, self.places)

    @overload
    def __getitem__(self, at: int) -> Fused: ...
    @overload
    def __getitem__(self, at: slice) -> Listed: ...
    def __getitem__(self, at: int | slice) -> Fused | Listed:
        """One by its rank, or those of some ranks."""
        return self._with(self.places[at]) if isinstance(at, slice) else self._made(self.places[at])

    def _made(self, place: int) -> Fused:
        return Fused(self.candidates[place], round(self._totals[place], DIGITS), self._signals(place))

    def _with(self, places: Sequence[int]) -> Listed:
        return Listed(self.candidates, places, self._totals, self._signals, self.arms)

    def document_keys(self) -> Iterator[int]:
        """The document of each, in order."""
        return map(self.candidates.document_keys.__getitem__, self.places)

    def column(self, values: Sequence[T]) -> list[T]:
        """The values of a column of the candidates, in this order."""
        return list(map(values.__getitem__, self.places))

    def best_first(self) -> Listed:
        """Best first; equal scores by passage id, which does not depend on the order of ingest.

        Only where two scores are so close that they may be equal when they are rounded, all are.
        """
        totals, ids = self._totals, self.candidates.ids
        places = sorted(self.places, key=totals.__getitem__, reverse=True)
        if min(starmap(sub, pairwise(map(totals.__getitem__, places))), default=CLOSE) < CLOSE:
            places.sort(key=lambda place: (-round(totals[place], DIGITS), ids[place]))
        return self._with(places)


class Ranked(Sequence[Fused]):
    """The candidates that were ranked anew, then the others as they follow each other, below the last of those.

    Few of the others are ever looked at: each is lowered when it is.
    """

    def __init__(self, first: Sequence[Fused], others: Sequence[Fused]) -> None:
        self._first, self._others = Listed.of(first), Listed.of(others)
        self._shift = first[-1].score - GAP - others[0].score if others else 0.0

    def __len__(self) -> int:
        """How many there are of both."""
        return len(self._first) + len(self._others)

    def __iter__(self) -> Iterator[Fused]:
        """Best first."""
        yield from self._first
        for one in self._others:
            yield self._lowered(one)

    @overload
    def __getitem__(self, at: int) -> Fused: ...
    @overload
    def __getitem__(self, at: slice) -> list[Fused]: ...
    def __getitem__(self, at: int | slice) -> Fused | list[Fused]:
        """One by its place, or those of some places."""
        places = range(len(self))[at]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def document_keys(self) -> Iterator[int]:
        """The document of each, in order."""
        return chain(self._first.document_keys(), self._others.document_keys())

    def _at(self, place: int) -> Fused:
        ranked = len(self._first)
        return self._first[place] if place < ranked else self._lowered(self._others[place - ranked])

    def _lowered(self, one: Fused) -> Fused:
        signals = {**one.signals, "not_ranked": self._shift}
        return Fused(one.scored, round(one.score + self._shift, DIGITS), signals)
