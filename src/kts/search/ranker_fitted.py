"""The ranker that was fitted on judged questions: a small forest that may be read, `data/ranker.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.data import table
from kts.errors import UsageError
from kts.learn.trees import from_json, laid, scored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.learn.trees import Forest, Laid

SHIPPED = "ranker.json"
FORMAT = 1
FUSED = "fused"
"""The column of the fused evidence."""


class Fitted(NamedTuple):
    """A fitted ranker.

    `unit` is what one deviation of an exact identifier is worth in its scores, `trust` the weight of the fused
    evidence itself beside the trees.
    """

    forest: Forest
    unit: float
    trust: float


class FittedRanker:
    """Implements `ports.Ranker` over a forest; without one, over the one that ships."""

    name = "fitted"
    reads = frozenset({"text"})

    def __init__(self, fitted: Fitted | None = None) -> None:
        self._fitted = fitted or read(table(SHIPPED))
        self._trees: Laid = laid(self._fitted.forest)

    def parts(self, signals: Mapping[str, Sequence[float]]) -> Sequence[Mapping[str, float]]:
        """What each signal adds along the paths of the trees; an exact identifier on top, which trees never outvote."""
        forest = self._fitted.forest
        rows = np.array([signals[name] for name in forest.columns], np.float64).T
        found = scored(forest, self._trees, np.round(rows, 6))  # another machine's last digit chooses no other path
        codes = [value * self._fitted.unit for value in signals["identifiers"]]
        found.parts[:, forest.columns.index(FUSED)] += self._fitted.trust * np.asarray(signals[FUSED])
        return [
            {**dict(zip(forest.columns, own, strict=True)), "identifiers": code, "start": found.bias}
            for own, code in zip(found.parts.tolist(), codes, strict=True)
        ]


def read(value: Any, *, name: str = SHIPPED) -> Fitted:
    """The ranker of a file's JSON value. Raises UsageError when it is none of ours."""
    try:
        if value["format"] != FORMAT:
            message = f"{name} has format {value['format']}, not {FORMAT}"
            raise UsageError(message, hint="kts train ranker writes it anew")
        return Fitted(from_json(value["forest"]), float(value["unit"]), float(value["trust"]))
    except (KeyError, TypeError, ValueError) as error:
        message = f"{name} holds no ranker: {error}"
        raise UsageError(message, hint="kts train ranker writes it anew") from error
