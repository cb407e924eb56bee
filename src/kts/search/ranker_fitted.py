"""The ranker that was fitted on judged questions: a few weights that may be read, `data/ranker.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.data import table
from kts.errors import UsageError
from kts.search.signals import ARMS, NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SHIPPED = "ranker.json"
FORMAT = 2
"""1 were trees."""


class Fitted(NamedTuple):
    """A fitted ranker: what a deviation of each signal is worth beside one of the fused evidence."""

    weights: Mapping[str, float]


class FittedRanker:
    """Implements `ports.Ranker`: the fused evidence, exact identifiers, and the weighed signals on top."""

    name = "fitted"
    reads = frozenset({"text"})

    def __init__(self, fitted: Fitted | None = None) -> None:
        self._weights = (fitted or read(table(SHIPPED))).weights

    def parts(self, signals: Mapping[str, Sequence[float]]) -> Sequence[Mapping[str, float]]:
        """What each signal adds; an identifier as much as in the fusion, so that none of them outvotes a code."""
        weights = {**dict.fromkeys((*ARMS, "identifiers"), 1.0), **self._weights}
        columns = [[weight * value for value in signals[name]] for name, weight in weights.items()]
        return [dict(zip(weights, values, strict=True)) for values in zip(*columns, strict=True)]


def read(value: Any, *, name: str = SHIPPED) -> Fitted:
    """The ranker of a file's JSON value. Raises UsageError when it is none of ours."""
    try:
        if value["format"] != FORMAT:
            message = f"{name} has format {value['format']}, not {FORMAT}"
            raise UsageError(message, hint="kts train ranker writes it anew; or delete it")
        weights = {str(signal): float(weight) for signal, weight in value["weights"].items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        message = f"{name} holds no ranker: {error}"
        raise UsageError(message, hint="kts train ranker writes it anew; or delete it") from error
    unknown = sorted(set(weights).difference(NAMES))
    if unknown:
        message = f"{name} weighs '{unknown[0]}', which is no signal"
        raise UsageError(message, hint="kts train ranker writes it anew; or delete it")
    return Fitted(weights)
