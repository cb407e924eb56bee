"""What every entailment model must keep, `check_entailment_model`, and one without weights, `OverlapEntailment`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kts.lexicon.analyse import terms, words
from kts.ports.models import Entailment, Least
from kts.testing.reranker import ODD
from kts.testing.rules import Unharmed, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ports.models import EntailmentModel

PREMISE = "The cure period is thirty days."
SAME, DENIED, ELSE = PREMISE, "The cure period is not thirty days.", "Whales are mammals of the open sea."
PAIRS = ((PREMISE, SAME), (PREMISE, DENIED), (PREMISE, ELSE), (ELSE, SAME))
SLACK = 1e-4
"""How far the sum of rounded probabilities may be over 1."""


def check_entailment_model(make: Callable[[], EntailmentModel]) -> None:
    """Raise AssertionError naming the first rule of `ports.EntailmentModel` that does not hold.

    `make` returns a model; two of them must read alike.
    """
    model, other = make(), make()
    _check_named(model, other)
    _check_alone(model, other)
    _check_classes(model)
    _check_odd(model)
    _check_cut(model)
    _check_meaning(model)


def _check_named(model: EntailmentModel, other: EntailmentModel) -> None:
    require(model.provider_id, "entailment: `provider_id` is not empty")
    require(model.max_tokens >= 1, "entailment: `max_tokens` is at least 1", model.max_tokens)
    require(model.model_hash, "entailment: `model_hash` is not empty")
    require_equal(other.model_hash, model.model_hash, "entailment: the same model has the same `model_hash`")
    right = all(one is None or 0 <= one <= 1 for one in model.least)
    require(right, "entailment: `least` has probabilities, or None", model.least)
    require(isinstance(model.fitted, bool), "entailment: `fitted` is True or False", model.fitted)


def _check_alone(model: EntailmentModel, other: EntailmentModel) -> None:
    """The same pair has the same result: alone, among others, in another order, from another model."""
    alone = {pair: model.infer([pair])[0] for pair in PAIRS}
    for order in (PAIRS, PAIRS[::-1], PAIRS * 3):
        found = other.infer(order)
        require_equal(len(found), len(order), "entailment: one result a pair, in the order of the pairs")
        for pair, one in zip(order, found, strict=True):
            require_equal(one, alone[pair], f"entailment: a pair has the same result whatever its neighbours: {pair}")
    require_equal(list(model.infer([])), [], "entailment: no pairs have no results")


def _check_classes(model: EntailmentModel) -> None:
    known = [[name for name, one in each._asdict().items() if one is not None] for each in model.infer(PAIRS)]
    require(all(one == known[0] for one in known), "entailment: each pair has the same classes", known)
    require({"entailment", "contradiction"} & {*known[0]}, "entailment: one of the classes decides", known[0])


def _check_odd(model: EntailmentModel) -> None:
    for text in ODD:
        with Unharmed(f"entailment: any pair has a result, not an exception: {text[:40]!r}"):
            found = model.infer([(PREMISE, text), (text, PREMISE), (text, text)])
        chances = [[one for one in each if one is not None] for each in found]
        inside = all(0 <= one <= 1 for each in chances for one in each) and all(
            sum(each) <= 1 + SLACK for each in chances
        )
        require(inside, f"entailment: probabilities are such, and sum to 1 at most: {text[:40]!r}", found)


def _check_cut(model: EntailmentModel) -> None:
    """A premise that is too long is cut; a hypothesis that is too long is not read."""
    long = "how long " * model.max_tokens
    with Unharmed("entailment: a premise that is longer than the model reads is cut"):
        same, denied = model.infer([(f"{PREMISE} {long}", SAME), (f"{PREMISE} {long}", DENIED)])
    require(any(one is not None for one in same), "entailment: the hypothesis under a long premise is read", same)
    require(same != denied, "entailment: of a long pair the hypothesis is not cut", same)
    (found,) = model.infer([(PREMISE, long)])
    require_equal(found, Entailment(), "entailment: a hypothesis that is longer than the model reads is not read")


def _check_meaning(model: EntailmentModel) -> None:
    same, denied = model.infer([(PREMISE, SAME), (PREMISE, DENIED)])
    for more, less, name in ((same, denied, "entailment"), (denied, same, "contradiction")):
        ours, theirs = getattr(more, name), getattr(less, name)
        right = ours is None or (theirs is not None and ours > theirs)
        require(right, f"entailment: a sentence and its denial are told apart by {name}", (same, denied))


class OverlapEntailment:
    """Implements `ports.EntailmentModel` without weights: shared word stems, and whether one side alone says `not`."""

    provider_id = "overlap"
    max_tokens = 512
    least = Least()
    fitted = False
    model_hash = hashlib.sha256(b"overlap entailment 1").hexdigest()

    def infer(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Entailment]:
        """The share of the hypothesis that the premise holds is that of entailment, or of contradiction."""
        return [self._read(premise, hypothesis) for premise, hypothesis in pairs]

    def _read(self, premise: str, hypothesis: str) -> Entailment:
        if len(hypothesis.split()) >= self.max_tokens:
            return Entailment()
        wanted, turned = set(terms(hypothesis)), ("not" in words(premise)) != ("not" in words(hypothesis))
        held = len(wanted & set(terms(premise))) / max(1, len(wanted))
        return Entailment(0.0, 1 - held, held) if turned else Entailment(held, 1 - held, 0.0)
