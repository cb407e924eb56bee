"""The probability that the evidence answers the question, from its signs and a fitted calibration.

A logistic model over the signs of `kts.answer.verdict.signals`, then a monotone map fitted on judged questions; both
lie in `data/calibration.json` as numbers, or in the ledger where a user has calibrated. `weighted` is the original
design's formula and needs no fit.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.answer.verdict.signals import features

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answers import Band

__all__ = [
    "SHIPPED",
    "Calibration",
    "Model",
    "band",
    "calibrated",
    "features",
    "outside",
    "probability",
    "scaled",
    "weighted",
]

HIGH, MEDIUM, LOW = 0.80, 0.50, 0.20
"""Where the bands begin (SPEC CONF-3)."""
ASKED = 0.34
"""What the logit of a probability has more that rests on a statement's reading: it is told of questions that are asked,
the others of near-misses too (decision 0026). With it `answer.floor` declines .05 of what is right and .36 of what has
no answer on 38 sets."""
SHIPPED = "shipped"
WORDS, MEANING = "words", "meaning"
"""Names of the models for signs of words, and of meaning too."""
READ, STATED = "+reader", "+statement"
"""Endings of the names of models for what a reader makes of passages, and a selector of the statement that leads."""


class Model(NamedTuple):
    """`logit = bias + sum of weight x sign`, each sign kept within the `ranges` that were seen when it was fitted.

    `steps` are (logit, probability) points of a monotone map, linear between them; none: the logistic function.
    """

    weights: Mapping[str, float]
    bias: float
    ranges: Mapping[str, tuple[float, float]]
    steps: tuple[tuple[float, float], ...] = ()


class Calibration(NamedTuple):
    """How signs become a probability, by a model for each way to have them.

    `models` are `words`; `meaning` where cosines are there; both with `+reader` behind the name where passages were
    read, with `+statement` where the leading statement was; users' older ones with both. All but the first two may be
    missing. An answer with less than `threshold` is not sure enough; where passages were read, with less than
    `read_threshold`, where the statement was, with less than `stated_threshold`, if there is one. `name` says whose it
    is: shipped, or the user's.
    """

    name: str
    models: Mapping[str, Model]
    threshold: float
    fitted_on: tuple[str, ...] = ()
    read_threshold: float | None = None
    stated_threshold: float | None = None

    def least(self, *, read: bool, stated: bool) -> float:
        """The least probability of an answer that is sure enough."""
        if stated and self.stated_threshold is not None:
            return self.stated_threshold
        return self.read_threshold if read and self.read_threshold is not None else self.threshold

    def model(self, signs: Mapping[str, float]) -> Model:
        """The model for these signs."""
        name = MEANING if "cosine" in signs else WORDS
        for sign, ending in (("reader", READ), ("statement", STATED)):
            if sign in signs and name + ending in self.models:
                name += ending
        return self.models[name]


def probability(signs: Mapping[str, float], calibration: Calibration) -> float:
    """0..1. A sign that the calibration does not know counts for nothing, one that is missing as its least value."""
    model = calibration.model(signs)
    score = logit(signs, model)
    return _stepped(score, model.steps) if model.steps else _logistic(score)


def logit(signs: Mapping[str, float], model: Model) -> float:
    """The linear part, before the monotone map."""
    return model.bias + math.fsum(
        weight * _kept(signs.get(name), model.ranges.get(name)) for name, weight in model.weights.items()
    )


def _kept(value: float | None, limits: tuple[float, float] | None) -> float:
    if value is None:
        return limits[0] if limits else 0.0
    return value if limits is None else min(max(value, limits[0]), limits[1])


def _logistic(score: float) -> float:
    return 1 / (1 + math.exp(-score)) if score > -700 else 0.0  # noqa: PLR2004 - the exponent that overflows


def _stepped(score: float, steps: Sequence[tuple[float, float]]) -> float:
    if score <= steps[0][0]:
        return steps[0][1]
    for (left, low), (right, high) in pairwise(steps):
        if score <= right:
            return min(high, low + (high - low) * (score - left) / (right - left)) if right > left else high
    return steps[-1][1]


def scaled(chance: float, lead: float | None) -> float:
    """A probability on the scale of an answer; `lead` is the logit of what leads it, where a selector has read that."""
    if lead is None or not 0 < chance < 1:
        return chance
    return _logistic(math.log(chance / (1 - chance)) + ASKED)


def band(chance: float) -> Band:
    """high, medium, low or none, by the probability (SPEC CONF-3)."""
    return "high" if chance >= HIGH else "medium" if chance >= MEDIUM else "low" if chance >= LOW else "none"


def outside(signs: Mapping[str, float], calibration: Calibration) -> tuple[str, ...]:
    """The signs that lie outside the range that the calibration was fitted on, by name."""
    model = calibration.model(signs)
    return tuple(
        name for name, (low, high) in sorted(model.ranges.items()) if name in signs and not low <= signs[name] <= high
    )


def calibrated(values: Mapping[str, Any]) -> Calibration:
    """A calibration from its JSON. Raises KeyError for what is missing.

    Those that users made before there were readers have their two models beside the name.
    """
    models = values["models"] if "models" in values else {name: values[name] for name in (WORDS, MEANING)}
    return Calibration(
        name=str(values["name"]),
        models={str(name): _model(models[name]) for name in dict.fromkeys((WORDS, MEANING, *models))},
        threshold=float(values["threshold"]),
        fitted_on=tuple(values.get("fitted_on", ())),
        read_threshold=values.get("read_threshold"),
        stated_threshold=values.get("stated_threshold"),
    )


def _model(values: Mapping[str, Any]) -> Model:
    return Model(
        weights={str(name): float(weight) for name, weight in values["weights"].items()},
        bias=float(values["bias"]),
        ranges={str(name): (float(low), float(high)) for name, (low, high) in values["ranges"].items()},
        steps=tuple((float(x), float(y)) for x, y in values.get("steps", ())),
    )


def as_json(calibration: Calibration) -> dict[str, Any]:
    """The calibration as JSON values; `calibrated` reads it back."""
    return {
        "name": calibration.name,
        "threshold": calibration.threshold,
        "read_threshold": calibration.read_threshold,
        "stated_threshold": calibration.stated_threshold,
        "fitted_on": list(calibration.fitted_on),
        "models": {name: _model_json(model) for name, model in sorted(calibration.models.items())},
    }


def _model_json(model: Model) -> dict[str, Any]:
    return {
        "weights": dict(model.weights),
        "bias": model.bias,
        "ranges": {name: list(limits) for name, limits in model.ranges.items()},
        "steps": [list(step) for step in model.steps],
    }


WEIGHTS = {
    "cosine": 0.25,
    "cross_encoder": 0.25,
    "graph": 0.10,
    "code": 0.10,
    "intent": 0.10,
    "entities": 0.10,
    "key_phrases": 0.05,
    "filter": 0.05,
}
FURTHER, FURTHER_AT_MOST = 0.02, 0.10


def weighted(signals: Mapping[str, float], *, passages: int, coverage: float) -> float:
    """The confidence of the original design (SPEC CONF-1), not calibrated; `cross_encoder` is a logit.

    Each signal lies in 0..1, one that is absent counts 0; every further passage adds .02, at most .10; the sum is
    halved at no coverage of claims and whole at all. 0 without a passage.
    """
    if not passages:
        return 0.0
    parts = {name: _kept(signals.get(name), (0.0, 1.0)) for name in WEIGHTS if name != "cross_encoder"}
    if "cross_encoder" in signals:
        parts["cross_encoder"] = _logistic(signals["cross_encoder"])
    total = math.fsum(WEIGHTS[name] * value for name, value in parts.items())
    total += min(FURTHER_AT_MOST, FURTHER * (passages - 1))
    return min(1.0, total * (0.5 + 0.5 * min(max(coverage, 0.0), 1.0)))
