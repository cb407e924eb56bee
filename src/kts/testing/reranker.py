"""What every reranker must keep, `check_reranker` (RANK-2), and one without a model, `OverlapReranker`."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

from kts.lexicon.analyse import terms
from kts.testing.rules import Unharmed, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ports.models import Reranker

QUESTION = "how long is the cure period"
TEXTS = (
    "The cure period is thirty days.",
    "Whales are mammals of the open sea.",
    "the engine is cold and wet, the notice is to the bank",
    "the",
)
ODD = ("", " ", "\n\t\x00", "\ud800 half of a pair", "e\u0301\u200d\u202e\ufeff", "x" * 5_000, "[CLS] [SEP] <s> </s>")
"""Texts that a folder of documents will hold some day."""
CLOSE = 1e-3
"""How far the score of a pair may be from that of another batch."""


def check_reranker(make: Callable[[], Reranker]) -> None:
    """Raise AssertionError naming the first rule of `ports.Reranker` that does not hold.

    `make` returns a reranker; two of them must give the same scores.
    """
    reranker, other = make(), make()
    _check_named(reranker, other)
    _check_alone(reranker, other)
    _check_odd(reranker)
    _check_meaning(reranker)


def _check_named(reranker: Reranker, other: Reranker) -> None:
    require(reranker.provider_id, "reranker: `provider_id` is not empty")
    require(reranker.max_tokens >= 1, "reranker: `max_tokens` is at least 1", reranker.max_tokens)
    require(reranker.model_hash, "reranker: `model_hash` is not empty")
    require_equal(other.model_hash, reranker.model_hash, "reranker: the same model has the same `model_hash`")


def _check_alone(reranker: Reranker, other: Reranker) -> None:
    """The same pair has the same score: alone, among others, in another order, from another reranker."""
    alone = {text: reranker.scores(QUESTION, [text])[0] for text in TEXTS}
    for order in (TEXTS, TEXTS[::-1], TEXTS * 3):
        found = other.scores(QUESTION, order)
        require_equal(len(found), len(order), "reranker: one score a text, in the order of the texts")
        for text, score in zip(order, found, strict=True):
            near = math.isclose(score, alone[text], abs_tol=CLOSE)
            require(near, f"reranker: a pair has the same score whatever its neighbours: {text!r}", score)
    require_equal(list(reranker.scores(QUESTION, [])), [], "reranker: no texts have no scores")


def _check_odd(reranker: Reranker) -> None:
    for text in ODD:
        with Unharmed(f"reranker: any text has a score, not an exception: {text[:40]!r}"):
            found = [*reranker.scores(QUESTION, [text]), *reranker.scores(text, [TEXTS[0]])]
        require(all(map(math.isfinite, found)), f"reranker: scores are finite: {text[:40]!r}", found)
    with Unharmed("reranker: a question that is longer than the model reads is cut"):
        reranker.scores("how long " * reranker.max_tokens, [TEXTS[0]])


def _check_meaning(reranker: Reranker) -> None:
    answer, other = reranker.scores(QUESTION, TEXTS[:2])
    require(answer > other, "reranker: an answer has a greater score than a text about something else", (answer, other))


class OverlapReranker:
    """Implements `ports.Reranker` without a model: the share of the question's word stems that a text holds."""

    name = "overlap"
    provider_id = "overlap"
    max_tokens = 512
    model_hash = hashlib.sha256(b"overlap 1").hexdigest()

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One share a text."""
        wanted = set(terms(question))
        return [len(wanted & set(terms(text))) / max(1, len(wanted)) for text in texts]
