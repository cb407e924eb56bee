"""AUROC of scores over the same pairs, with intervals by group: articles and contracts are drawn, not questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

DRAWS = 1000
SEED = 20261122


def auroc(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """The probability that a right one scores above a wrong one, ties as a half; NaN where there is one kind."""
    good = int(right.sum())
    bad = len(right) - good
    if not good or not bad:
        return float("nan")
    _, places, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return float((ranks[right].sum() - good * (good + 1) / 2) / (good * bad))


def compared(
    groups: Sequence[str],
    right: Sequence[bool],
    reader: Sequence[float],
    bare: Sequence[float],
    others: Mapping[str, Sequence[float]],
) -> dict[str, Any]:
    """The reader joined with signs beside its bare logit and beside the best of the other scores.

    All with 95 % intervals, and so the differences from it.
    """
    labels, own, alone = np.array(right, bool), np.array(reader, float), np.array(bare, float)
    scores = {name: np.array(given, float) for name, given in others.items()}
    single = {name: auroc(given, labels) for name, given in scores.items()}
    best = max(sorted(single), key=lambda name: single[name])
    members = _members(groups)
    random = np.random.default_rng(SEED)
    draws = []
    for _ in range(DRAWS):
        drawn = np.concatenate([members[at] for at in random.integers(0, len(members), len(members))])
        draws.append([auroc(given[drawn], labels[drawn]) for given in (own, alone, scores[best])])
    found = np.array(draws)
    values = (auroc(own, labels), auroc(alone, labels), single[best])
    return {
        "pairs": len(labels),
        "groups": len(members),
        "answered": round(float(labels.mean()), 3),
        "reader": _with_interval(values[0], found[:, 0]),
        "bare": _with_interval(values[1], found[:, 1]),
        "best_other": {"name": best, **_with_interval(values[2], found[:, 2])},
        "difference": _with_interval(values[0] - values[2], found[:, 0] - found[:, 2]),
        "over_bare": _with_interval(values[0] - values[1], found[:, 0] - found[:, 1]),
        "others": {name: round(value, 4) for name, value in sorted(single.items())},
    }


def by_group(groups: Sequence[str], right: Sequence[bool], reader: Sequence[float]) -> dict[str, float]:
    """The reader's AUROC within each group that has both kinds."""
    labels, own = np.array(right, bool), np.array(reader, float)
    names = sorted(set(groups))
    members = dict(zip(names, _members(groups), strict=True))
    found = {name: auroc(own[at], labels[at]) for name, at in members.items()}
    return {name: round(value, 4) for name, value in found.items() if not np.isnan(value)}


def _members(groups: Sequence[str]) -> list[NDArray[np.int64]]:
    order: dict[str, list[int]] = {}
    for at, group in enumerate(groups):
        order.setdefault(group, []).append(at)
    return [np.array(order[name]) for name in sorted(order)]


def _with_interval(value: float, draws: NDArray[np.float64]) -> dict[str, float]:
    low, high = np.nanquantile(draws, (0.025, 0.975))
    return {"auroc": round(value, 4), "low": round(float(low), 4), "high": round(float(high), 4)}
