"""Fit the shipped calibration on the collected records, and say how well it does on sets it was not fitted on.

    python evaluation/confidence/fit.py FOLDER --out src/kts/data/calibration.json --report evaluation/confidence

FOLDER holds what `collect.py` wrote. Every figure of a set is of a fit without that set.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from records import Row, read_rows

from kts.answer.confidence import Calibration, Model, as_json, logit
from kts.learn.isotonic import isotonic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RIDGE = 3.0
"""Strength of the ridge over standardised signs, in questions (chosen by leaving out one training set after another)."""
MEANING = (
    "lexical", "bm25", "evidence", "cosine", "margin", "agreement", "passage_coverage", "sentence_coverage",
    "typed_coverage", "pairs", "unknown", "rarest_missing", "unmet", "unmet_softly", "rest_coverage", "rest_in_sentence",
    "first_meets", "nearest",
)  # fmt: skip
WORDS = tuple(name for name in MEANING if name not in {"cosine", "nearest", "evidence", "agreement", "margin"})


class Fitted(NamedTuple):
    """A model over signs in their own units."""

    names: tuple[str, ...]
    weights: NDArray[np.float64]
    bias: float
    ranges: dict[str, tuple[float, float]]


def matrix(rows: Sequence[Row], names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([[row.signs.get(name, 0.0) for name in names] for row in rows])


def fitted(rows: Sequence[Row], names: Sequence[str], *, ridge: float = RIDGE, sets: Sequence[str] = ()) -> Fitted:
    """Ridge logistic regression; every set weighs the same, and so do right and wrong within it."""
    ranges = {name: _range([row.signs.get(name, 0.0) for row in rows]) for name in names}
    low = np.array([ranges[name][0] for name in names])
    high = np.array([ranges[name][1] for name in names])
    x = np.clip(matrix(rows, names), low, high)
    mean, scale = x.mean(0), np.where(x.std(0) > 0, x.std(0), 1.0)
    x = np.hstack([(x - mean) / scale, np.ones((len(x), 1))])
    y = np.array([row.right for row in rows], float)
    weight = _weights(rows)
    theta = np.zeros(x.shape[1])
    penalty = np.r_[np.full(len(names), ridge), 1e-6]
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ theta, -30, 30)))
        gradient = x.T @ (weight * (p - y)) + penalty * theta
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        theta -= step
        if np.abs(step).max() < 1e-9:
            break
    weights = theta[:-1] / scale
    return Fitted(tuple(names), weights, float(theta[-1] - (weights * mean).sum()), ranges)


def _range(values: Sequence[float]) -> tuple[float, float]:
    """From the first to the 99th percentile: beyond it a sign says no more."""
    return float(np.quantile(values, 0.01)), float(np.quantile(values, 0.99))


def _weights(rows: Sequence[Row]) -> NDArray[np.float64]:
    """Each set sums to the mean size of a set."""
    sizes = {name: sum(row.set == name for row in rows) for name in {row.set for row in rows}}
    return np.array([len(rows) / len(sizes) / sizes[row.set] for row in rows])


def model(found: Fitted, rows: Sequence[Row]) -> Model:
    """The shipped form, with the monotone map fitted on out-of-set scores."""
    return Model(
        weights={name: round(float(weight), 6) for name, weight in zip(found.names, found.weights, strict=True)},
        bias=round(found.bias, 6),
        ranges={name: (round(low, 6), round(high, 6)) for name, (low, high) in found.ranges.items()},
    )


def auroc(scores: Sequence[float], right: Sequence[bool]) -> float:
    """The probability that a right one scores above a wrong one, ties half."""
    order = np.argsort(scores, kind="stable")
    values = np.asarray(scores)[order]
    ranks = np.empty(len(values))
    ranks[order] = [0.5 * (np.searchsorted(values, v, "left") + np.searchsorted(values, v, "right") + 1) for v in values]
    good = np.asarray(right, bool)
    if good.all() or not good.any():
        return float("nan")
    return float((ranks[good].sum() - good.sum() * (good.sum() + 1) / 2) / (good.sum() * (~good).sum()))


def ece(chances: Sequence[float], right: Sequence[bool], bins: int = 10) -> float:
    """Expected calibration error over bins of equal count (Nixon et al. 2019: adaptive)."""
    order = np.argsort(chances, kind="stable")
    p, y = np.asarray(chances)[order], np.asarray(right, float)[order]
    return float(sum(abs(part_p.mean() - part_y.mean()) * len(part_p) for part_p, part_y in
                     zip(np.array_split(p, bins), np.array_split(y, bins), strict=True) if len(part_p)) / len(p))  # fmt: skip


def coverage_at(scores: Sequence[float], right: Sequence[bool], precision: float = 0.9) -> float:
    """The greatest share of questions that can be answered at that precision."""
    order = np.argsort(scores, kind="stable")[::-1]
    good = np.cumsum(np.asarray(right, float)[order]) / np.arange(1, len(order) + 1)
    held = np.nonzero(good >= precision)[0]
    return float((held[-1] + 1) / len(order)) if len(held) else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--near", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--ridge", type=float, default=RIDGE)
    parser.add_argument("--gated", action="store_true")
    parser.add_argument("--drop", default="")
    given = parser.parse_args()
    rows = read_rows(given.folder)
    if given.near:
        rows += [row._replace(id=f"near:{row.id}", kind="near") for row in read_rows(given.near)]
    rows = [row for row in rows if not row.refused] if given.gated else rows
    names = tuple(name for name in MEANING if name not in given.drop.split(","))
    sets = sorted({row.set for row in rows})
    print(f"{'set':10} {'n':>5} {'right':>5} | AUROC fitted  bm25   evid   cos   near | unans.AUROC | ECE   | cov90 fitted / cosine")
    for name in sets:
        train = [row for row in rows if row.set != name and row.split != "held"]
        test = [row for row in rows if row.set == name and row.split != "train"]
        found = fitted(train, names, ridge=given.ridge)
        m = model(found, train)
        scores = [logit(row.signs, m) for row in test]
        right = [row.right for row in test]
        chances = [1 / (1 + np.exp(-s)) for s in scores]
        nears=[i for i,row in enumerate(test) if row.kind=='near' or row.answerable]
        nearau=auroc([scores[i] for i in nears],[test[i].answerable for i in nears])
        base = {k: auroc([row.signs.get(k, 0) for row in test], right) for k in ("bm25", "evidence", "cosine", "nearest", "sentence_coverage")}
        ans = auroc(scores, [row.answerable for row in test])
        own=[i for i,row in enumerate(test) if row.kind not in ('foreign','near')]
        ansown = auroc([scores[i] for i in own], [test[i].answerable for i in own])
        bmown = auroc([test[i].signs['bm25'] for i in own], [test[i].answerable for i in own])
        print(f"{name:10} {len(test):5} {np.mean(right):5.2f} | {auroc(scores,right):.3f} {base['bm25']:.3f} {base['evidence']:.3f} {base['cosine']:.3f} {base['nearest']:.3f} {base['sentence_coverage']:.3f}| {ans:.3f} own {ansown:.3f} (bm25 {bmown:.3f}) near {nearau:.3f} | {ece(chances,right):.3f} | {coverage_at(scores,right):.2f} {coverage_at([r.signs.get('cosine',0) for r in test],right):.2f}")
    full = fitted([row for row in rows if row.split != "held"], names, ridge=given.ridge)
    print({n: round(float(w), 3) for n, w in zip(full.names, full.weights, strict=True)}, full.bias)
    if given.out:
        train = [row for row in rows if row.split != "held"]
        words = fitted(train, WORDS, ridge=given.ridge)
        shipped = Calibration("shipped", model(words, train), model(full, train), 0.5, tuple(sets))
        given.out.write_text(json.dumps(as_json(shipped), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
