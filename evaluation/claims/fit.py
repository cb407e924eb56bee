"""Fit the first gate's model and write src/kts/data/gate.json.

    python evaluation/claims/fit.py --samples INDEX --scifact DIR --made INDEX...

Fitted on the `train` half of samples/claims.jsonl, on every second claim of SciFact's training part, and on claims
made from the given indexes (evaluation/claims/material.py). A logistic regression with an L2 penalty, twice: over what
words alone show, and with the token vectors of the shipped embedding model.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from material import elsewhere, made, samples, scifact

from kts.answer import gate
from kts.embed.onnx import OnnxEmbedder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from material import Case
    from numpy.typing import NDArray

MADE = 150
"""Claims of each made set that are fitted on."""
PENALTY = 1.0
ROUNDS = 3
"""The statement that decides depends on the weights, and they on it: fitted so many times over."""
SHARES = {"samples": 0.35, "elsewhere": 0.15, "scifact": 0.25, "made": 0.25}
"""Weight of each kind of material, whatever its size."""
FALSE_ALARMS = 0.09
"""Share of the true training claims that people worded that may be called unsupported."""
TOPIC = 0.35
"""Fit from which a statement speaks of what the claim says, so that a conflict with it contradicts the claim."""
START = {"held": 3.0, "around": 3.0, "cosine": 3.0}
TARGET = Path("src/kts/data/gate.json")


@cache
def vectors() -> Any:
    """Token vectors of the shipped model, kept for texts that come again."""
    folder = Path.home() / ".local/share/kts/models/minilm_onnx"
    return cache(OnnxEmbedder(folder).embed_tokens)


_SHARED: list[Case] = []
"""The cases that worker processes share with the one that made them."""


def over(cases: Sequence[Case], one: Callable[[Case], Any], jobs: int) -> list[Any]:
    """What `one` gives for each case, in order, by some processes."""
    if jobs <= 1:
        return [one(case) for case in cases]
    _SHARED[:] = cases
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        return pool.map(partial(_nth, one), range(len(cases)), chunksize=4)


def _nth(one: Callable[[Case], Any], number: int) -> Any:
    return one(_SHARED[number])


def seen(case: Case, *, with_vectors: bool) -> tuple[gate.Weighed, ...]:
    """The statements of a case with what the rules saw in each."""
    return gate.weighed(case.claim, case.evidence, vectors() if with_vectors else None)


def best(found: Sequence[gate.Weighed], weights: Mapping[str, float]) -> gate.Weighed:
    """The statement that decides under some weights."""
    fit = found[0].match.fit - gate.AS_GOOD
    return max((one for one in found if one.match.fit >= fit), key=lambda one: score(one.features, weights))


def threshold(true: Sequence[gate.Weighed], weights: Mapping[str, float]) -> float:
    """The log-odds under which so few true claims fall that, with those that a rule bars, the false alarms are few."""
    barred = sum(gate.barred(one) for one in true)
    free = sorted(score(one.features, weights) for one in true if not gate.barred(one))
    return free[max(0, int(FALSE_ALARMS * len(true)) - barred)]


def score(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The log-odds of support."""
    return weights.get("bias", 0.0) + sum(weights.get(name, 0.0) * value for name, value in features.items())


def fitted(sets: Sequence[tuple[float, Sequence[Case]]], *, with_vectors: bool, jobs: int = 1) -> dict[str, Any]:
    """The weights and thresholds over some sets with their shares; the first set chooses the threshold."""
    every = [case for _, cases in sets for case in cases]
    found_all = iter(over(every, partial(seen, with_vectors=with_vectors), jobs))
    weighed = [[(next(found_all), case) for case in cases] for _, cases in sets]
    rows = [
        (found, case.label == "supported", share / len(group))
        for (share, _), group in zip(sets, weighed, strict=True)
        for found, case in group
        if found
    ]
    weights: dict[str, float] = dict(START)
    for _ in range(ROUNDS):
        features = [best(found, weights).features for found, _, _ in rows]
        names = sorted({name for one in features for name in one})
        matrix = np.array([[1.0, *(one.get(name, 0.0) for name in names)] for one in features])
        labels = np.array([label for _, label, _ in rows], float)
        sizes = np.array([size for *_, size in rows]) * 1000
        solved = logistic(matrix, labels, sizes)
        weights = {name: round(float(value), 4) for name, value in zip(["bias", *names], solved, strict=True)}
    true = [found for found, case in weighed[0] if found and case.label == "supported"]
    limit = threshold([best(found, weights) for found in true], weights)
    chance = 1 / (1 + np.exp(-limit))
    return {"weights": weights, "thresholds": {"supported": round(float(chance), 4), "topic": TOPIC}}


def logistic(
    matrix: NDArray[np.float64], labels: NDArray[np.float64], sizes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weights of a logistic regression with an L2 penalty, by Newton's method."""
    weights = np.zeros(matrix.shape[1])
    penalty = PENALTY * np.r_[1e-6, np.ones(len(weights) - 1)]
    for _ in range(100):
        chances = 1 / (1 + np.exp(-(matrix @ weights)))
        gradient = matrix.T @ (sizes * (chances - labels)) + penalty * weights
        curvature = (matrix * (sizes * chances * (1 - chances))[:, None]).T @ matrix + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def main() -> None:
    """Fit both models and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", required=True, help="index of samples/")
    parser.add_argument("--scifact", required=True, help="folder of SciFact")
    parser.add_argument("--made", nargs="+", required=True, help="indexes to make claims from")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    sources = [made(index)[:MADE] for index in given.made]
    sets = [(SHARES["samples"], samples(given.samples, "train")), (SHARES["scifact"], scifact(given.scifact, 0))]
    sets += [(SHARES["elsewhere"], elsewhere(given.samples, "train"))]
    sets += [(SHARES["made"] / len(sources), cases) for cases in sources]
    names = {"words": False, "vectors": True}
    both = {name: fitted(sets, with_vectors=vectors_, jobs=given.jobs) for name, vectors_ in names.items()}
    both["fitted_on"] = {  # type: ignore[assignment]
        "samples/claims.jsonl": "train",
        "scifact": "every second claim of the training part",
        "made": [Path(index).name for index in given.made],
        "claims": sum(len(cases) for _, cases in sets),
    }
    TARGET.write_text(json.dumps(both, indent=1, sort_keys=True) + "\n", "utf-8")
    for name in ("words", "vectors"):
        sys.stdout.write(f"{name}: {both[name]['thresholds']}\n")


if __name__ == "__main__":
    main()
