r"""Join what a selector makes of the leading statement to the shipped confidence, fitted on whole answers.

    python evaluation/confidence/fit_stated.py STATED --calibration src/kts/data/calibration.json [--out FILE]

STATED holds what `stated.py` wrote, a file a set. The logit of the statement, the place of the lead's passage and signs
of the search are joined by a weight each, so that the probability is that of an answer whose shown statements hold the
judged words. Every figure of a set is of a fit without that set; of samples/ the train half is fitted on and the held
half reported.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.answer.verdict.confidence import MEANING, STATED, WORDS, Model, as_json, calibrated, probability, scaled
from kts.answer.verdict.judge import DEFINED, KEYED, LIKELY
from kts.evaluate.calibration import auroc, ece
from kts.learn.bounds import upper_bound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answer.verdict.confidence import Calibration

STATEMENT = "statement"
BESIDE = (STATEMENT, "behind")
"""Signs that only these models have."""
SIGNS = {WORDS: ("lexical", "together"), MEANING: ("evidence", "margin", "together")}
"""What is joined with them: the shipped models' other signs, a reader's and the nearest cosine among them, tell nothing
more where a selector has read (AUROC of 36 sets, each left out, .799 with all of them, .798 with these)."""
RIDGE = 1e-3
"""Of the weights, in sets: every set counts as one question."""
NEAR = 0.25
"""What the near-misses of a set weigh beside its questions (a default): at 1 fewer of them are answered, and as many
fewer of what is right."""
THRESHOLD = 0.68
"""Probability from which an answer is shown as one (a default): of 38 sets, each left out, .83 of what is given there
is right, and of what has no answer .12 is answered (decision 0026)."""
DRAWS, SEED = 100, 1
THRESHOLDS = (0.3, 0.4, 0.5, 0.54, 0.56, 0.58, 0.6, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66, 0.67, 0.68, 0.7)


class Row(NamedTuple):
    """An answer; `ways` are the signs of each way in which the question was looked for."""

    set: str
    id: str
    original: str
    answerable: bool
    right: bool
    ways: Sequence[Mapping[str, float]]
    refused: bool
    against: bool
    keyed: bool
    told: bool
    split: str

    @property
    def near(self) -> bool:
        """Whether it is a near-miss."""
        return bool(self.original)


def read_rows(folder: Path) -> list[Row]:
    """The answers to questions of one part, for which anything was found."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    asked = [json.loads(line) for line in lines]
    splits = {(one["set"], one["id"]): one["split"] for one in asked if not one["original"]}
    found = [
        {**one, "split": splits.get((one["set"], one["original"] or one["id"]), "")}
        for one in asked
        if one["parts"] == 1 and one["ways"]
    ]
    return [Row(**{name: one[name] for name in Row._fields}) for one in found]


def joined(rows: Sequence[Row], shipped: Calibration, threshold: float) -> Calibration:
    """The shipped calibration with models for statements that were read: there no passage is."""
    models = {name: model for name, model in shipped.models.items() if not name.endswith(STATED)}
    added = {f"{name}{STATED}": _joined(rows, name, models[name]) for name in (WORDS, MEANING)}
    return shipped._replace(models=models | added, stated_threshold=threshold)


def _joined(rows: Sequence[Row], name: str, model: Model) -> Model:
    """A model of the statement's logit beside signs of another one.

    Near-misses have a say in the weights, and none in how the probability of a question that is asked is told.
    """
    read = [row for row in rows if not row.refused and STATEMENT in row.ways[0]]
    signs = [*SIGNS[name], *BESIDE]
    limits = {sign: model.ranges.get(sign) or _limits([row.ways[0][sign] for row in read]) for sign in signs}
    given = np.array([[_kept(row.ways[0][sign], limits[sign]) for sign in signs] for row in read])
    came, weight = np.array([row.right for row in read], float), _weights(read)
    *weights, _ = fitted(given, came, weight)
    own = np.array([not row.near for row in read])
    slope, bias = fitted((given @ weights)[own, None], came[own], weight[own])
    return Model(
        {sign: round(float(slope * one), 6) for sign, one in zip(signs, weights, strict=True)},
        round(float(bias), 6),
        limits,
    )


def _limits(values: Sequence[float]) -> tuple[float, float]:
    low, high = (round(float(np.quantile(values, share)), 6) for share in (0.01, 0.99))
    return low, high


def _kept(value: float, limits: tuple[float, float]) -> float:
    return min(max(value, limits[0]), limits[1])


def _weights(rows: Sequence[Row]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Questions of a set weigh one together, its near-misses a part of that."""
    sizes: dict[tuple[str, bool], int] = {}
    for row in rows:
        sizes[row.set, row.near] = sizes.get((row.set, row.near), 0) + 1
    return np.array([(NEAR if row.near else 1.0) / sizes[row.set, row.near] for row in rows])


def fitted(given: Any, came: Any, weight: Any) -> Any:
    """Weights and constant of a logistic regression, by Newton's method; columns are held to one scale by the ridge."""
    spread = given.std(axis=0) + 1e-9
    given = np.hstack([given / spread, np.ones((len(given), 1))])
    theta, penalty = np.zeros(given.shape[1]), np.array([*[RIDGE] * (given.shape[1] - 1), 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(given @ theta, -30, 30)))
        curved = (given * (weight * chance * (1 - chance))[:, None]).T @ given + np.diag(penalty + 1e-9)
        theta -= np.linalg.solve(curved, given.T @ (weight * (chance - came)) + penalty * theta)
    return theta / np.append(spread, 1.0)


def chance(row: Row, by: Calibration) -> float:
    """The probability as the product gives it."""
    found = max(probability(way, by) for way in row.ways)
    if row.keyed and found >= scaled(LIKELY, row.ways[0].get(STATEMENT)):
        found = max(found, KEYED)
    return max(found, DEFINED) if row.told else found


def answered(row: Row, by: Calibration, least: float | None = None) -> bool:
    """Whether the product gives it as an answer; with `least` in place of the calibration's own threshold."""
    if row.refused or row.against:
        return False
    own = by.least(read="reader" in row.ways[0], stated=STATEMENT in row.ways[0])
    return chance(row, by) >= (own if least is None else least)


def figures(rows: Sequence[Row], by: Calibration, least: float | None = None) -> dict[str, Any]:
    """Of a set or all: what the probability tells, and what is answered at the threshold."""
    own = [row for row in rows if not row.near]
    through = [row for row in own if not row.refused]
    said, right = [chance(row, by) for row in through], [row.right for row in through]
    able, not_able = [row for row in own if row.answerable], [row for row in own if not row.answerable]
    given = {(row.set, row.id) for row in able if answered(row, by, least)}
    near = [row for row in rows if row.near and (row.set, row.original) in given]
    wrong = sum(answered(row, by, least) for row in near)
    sure = [row for row in own if answered(row, by, least)]
    return {
        "questions": len(own), "auroc": round(auroc(said, right), 3), "ece": round(ece(said, right), 3),
        "auroc of answerable": round(auroc(said, [row.answerable for row in through]), 3),
        "answered": round(len(given) / max(1, len(able)), 3),
        "right of those": round(sum(row.right for row in sure) / max(1, len(sure)), 3),
        "right ones answered": round(sum(row.right for row in sure) / max(1, sum(row.right for row in able)), 3),
        "unanswerable answered": round(sum(answered(row, by, least) for row in not_able) / max(1, len(not_able)), 3),
        "near-misses": len(near), "of those answered": wrong,
        "at most": round(upper_bound(wrong, len(near), sure=0.95), 4) if near else None,
    }  # fmt: skip


def pooled(rows: Sequence[Row], without: Mapping[str, Calibration]) -> dict[str, float]:
    """ECE of the questions that were asked, each by the fit without its set: of all together, and the mean of the sets.

    Few questions have an ECE by chance alone: `of true probabilities` is the sets' mean, were every probability true.
    """
    draw = np.random.default_rng(SEED)
    said: list[float] = []
    came: list[bool] = []
    sets, true = [], []
    for name, by in without.items():
        own = [row for row in rows if row.set == name and not row.near and not row.refused]
        chances = [chance(row, by) for row in own]
        said, came = said + chances, came + [row.right for row in own]
        sets.append(ece(chances, [row.right for row in own]))
        true.append(np.mean([ece(chances, list(draw.random(len(own)) < np.array(chances))) for _ in range(DRAWS)]))
    figures = {"all": ece(said, came), "sets, mean": np.mean(sets), "of true probabilities": np.mean(true)}
    return {**{key: round(float(value), 4) for key, value in figures.items()}, "questions": len(said)}


def main() -> None:
    """Fit, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stated", type=Path)
    parser.add_argument("--calibration", type=Path, required=True)
    parser.add_argument("--threshold", type=float, default=THRESHOLD)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    shipped = calibrated(json.loads(given.calibration.read_text(encoding="utf-8")))
    every = read_rows(given.stated)
    rows, tests = [row for row in every if row.split != "held"], [row for row in every if row.split != "train"]
    sets = sorted({row.set for row in rows})
    without = {name: joined([row for row in rows if row.set != name], shipped, given.threshold) for name in sets}
    for name in sets:
        own = [row for row in tests if row.set == name]
        print(name, json.dumps(figures(own, without[name])))
    print("ECE", json.dumps(pooled(tests, without)))
    for least in THRESHOLDS:
        found = [figures([row for row in tests if row.set == name], without[name], least) for name in sets]
        able = {key: round(float(np.mean([one[key] for one in found])), 3) for key in (
            "answered", "right of those", "right ones answered", "unanswerable answered")}  # fmt: skip
        near, wrong = (sum(one[key] for one in found) for key in ("near-misses", "of those answered"))
        print(least, able, "near-misses", wrong, "of", near, round(wrong / max(1, near), 3))
    whole = joined(rows, shipped, given.threshold)
    print(json.dumps({name: {**one.weights, "bias": one.bias} for name, one in whole.models.items()}, indent=1))
    if given.out:
        given.out.write_text(json.dumps(as_json(whole), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
