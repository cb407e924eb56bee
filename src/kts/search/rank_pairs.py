"""The one pass of a cross-encoder: the first candidates are read together with the question and ordered by it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kts.search.candidates import DIGITS, Fused
from kts.search.rank import ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NamedTuple

    from kts.ports.models import Reranker
    from kts.search.question import Asking, Context
    from kts.search.stages import Sought
else:
    from kts.nouns import NamedTuple

SLICE = 4
"""Pairs that are read between two looks at the clock."""
GAP = 1.0
"""What lies between the last candidate that was read and the first that was not."""


def after_reading(found: Sought, question: str, context: Context, asking: Asking) -> Sought:
    """What was found, in the order of the cross-encoder where there is one; said, where time was too short for it."""
    reranker, budget = asking.reranker, context.settings.reranked
    if reranker is None or not found.ranked:
        return found

    def texts(keys: Sequence[int]) -> Mapping[int, str]:
        return {key: passage.text for key, passage in context.corpus.passages(keys).items()}

    read = read_pairs(question, found.ranked, reranker=reranker, texts=texts, budget=budget, remaining=asking.remaining)
    missing = min(budget, len(found.ranked)) - read.pairs
    said = (f"out of time: {missing} passages were not read with the question",) if missing else ()
    return found._replace(ranked=read.ranked, notes=(*found.notes, *said))


class Read(NamedTuple):
    """The list after the pass, and how many of its candidates were read with the question."""

    ranked: list[Fused]
    pairs: int


def read_pairs(
    question: str,
    ranked: Sequence[Fused],
    *,
    reranker: Reranker,
    texts: Callable[[Sequence[int]], Mapping[int, str]],
    budget: int,
    remaining: Callable[[], float] = lambda: float("inf"),
) -> Read:
    """The first `budget` candidates in the order of the cross-encoder, the others after them (SPEC RANK-2).

    Whoever is not read when no seconds remain stays behind those who are: nobody is judged by two measures.
    """
    first = ranked[:budget]
    read = texts([one.scored.key for one in first])
    scores: list[float] = []
    began = time.monotonic()
    for start in range(0, len(first), SLICE):
        pairs = [read.get(one.scored.key, "") for one in first[start : start + SLICE]]
        scores += reranker.scores(question, pairs)
        spent = time.monotonic() - began
        if remaining() < spent * SLICE / len(scores):  # the next slice would end too late
            break
    again = ordered(
        Fused(one.scored, round(score, DIGITS), {"cross_encoder": round(score, DIGITS)})
        for one, score in zip(first, scores, strict=False)
    )
    return Read([*again, *_below(again, ranked[len(again) :])], len(again))


def _below(again: Sequence[Fused], rest: Sequence[Fused]) -> list[Fused]:
    if not again or not rest:
        return list(rest)
    shift = again[-1].score - GAP - rest[0].score
    return [Fused(one.scored, round(one.score + shift, DIGITS), {**one.signals, "not_read": shift}) for one in rest]
