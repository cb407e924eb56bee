"""The chances that the fitted models of the first gate give: logistic models over what the rules saw (`gate.json`)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kts.data import table

if TYPE_CHECKING:
    from collections.abc import Mapping


def model_for(vectors: bool, reader: bool) -> Mapping[str, Mapping[str, float]]:  # noqa: FBT001 - which of the shipped ones
    """The shipped weights for what is there."""
    fitted: Mapping[str, Mapping[str, Mapping[str, float]]] = table("gate.json")
    return fitted[named_model(vectors=vectors, reader=reader)]


def named_model(*, vectors: bool, reader: bool) -> str:
    """The name of the weights for what is there: words alone, with token vectors, with a reader, or with both."""
    return ("vectors" if vectors else "words") + (", read" if reader else "")


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
