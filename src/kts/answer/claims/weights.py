"""The chances that the fitted models of the first gate give: logistic models over what the rules saw (`gate.json`)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.data import table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ports.models import EntailmentModel, Reader, TokenVectors


class Models(NamedTuple):
    """The models that read a claim beside the rules, None where one is not there; `entailment` is a fitted one."""

    tokens: TokenVectors | None = None
    reader: Reader | None = None
    entailment: EntailmentModel | None = None

    @property
    def weights(self) -> Mapping[str, Mapping[str, float]]:
        """The shipped weights for what is there."""
        fitted: Mapping[str, Mapping[str, Mapping[str, float]]] = table("gate.json")
        return fitted[self.name]

    @property
    def name(self) -> str:
        """What the weights are called: words alone, with token vectors, with a reader, with both, with all three."""
        read = ", read" if self.reader else ""
        return ("vectors" if self.tokens else "words") + read + (", entailed" if self.entailment else "")


NO_MODELS = Models()
"""The rules alone."""


def heard_among(tokens: TokenVectors | None, reader: Reader | None, entailment: EntailmentModel | None) -> Models:
    """The models that are heard: a reader calibrated for claims, a fitted entailment model beside all others."""
    reader = reader if reader and "claim" in reader.weighings else None
    fitted = entailment if entailment and entailment.fitted and tokens and reader else None
    return Models(tokens, reader, fitted)


def chance(features: Mapping[str, float], model: Mapping[str, Mapping[str, float]]) -> float:
    """The chance that the evidence speaks of it, times the chance that it then says the same."""
    return spoken(features, model) * logistic(features, model["agrees"])


def spoken(features: Mapping[str, float], model: Mapping[str, Mapping[str, float]]) -> float:
    """The chance that the evidence speaks of what the claim says."""
    return logistic(features, model["spoken"])


def logistic(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The chance that a logistic model gives; features that it does not know count nothing."""
    total = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, total))))
