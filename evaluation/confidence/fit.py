r"""Fit the shipped calibration on the collected records, and measure it on sets that it was not fitted on.

    python evaluation/confidence/fit.py RECORDS NEAR --made MADE --out src/kts/data/calibration.json \\
        --report evaluation/confidence

RECORDS and NEAR hold what `collect.py` wrote of questions and of near-misses, MADE what `make_nearmiss.py` wrote. Every
figure of a set is of a fit without that set; of samples/ the held half is reported and the train half fitted on.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from records import read_rows

from kts.answer.verdict.confidence import Calibration, Model, as_json, logit, probability
from kts.evaluate.calibration import auroc, bins, ece, fit
from kts.evaluate.plots import reliability, risk_coverage
from kts.evaluate.riskcoverage import answered_at, curve
from kts.learn.bounds import promised, upper_bound

sys.path.append(str(Path(__file__).parents[2] / "training" / "reader"))
from examples import Example, part_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from records import Row

RIDGE = 100.0
"""Strength of the ridge over standardised signs, in questions (30, 100 and 300 are alike on sets left out)."""
WORDS = ("lexical", "around", "unknown", "together")
MEANING = ("evidence", "around", "unknown", "margin", "nearest", "together")
BESIDE = {"words": WORDS, "meaning": ("evidence", "margin", "together")}
"""Signs beside a reader, which sees for itself what single sentences say. With `around`, `nearest` and `unknown`, too,
questions that no single passage answers (sec10q, musique) are believed less, and no fewer near-misses."""
READER = ("reader", "reader_lead", "reader_span")
BELIEVED = 1.0
"""What a logit of the reader adds to the logit of the other signs. Mean AUROC of the sets left out, answerable or not:
.895 from .65 to 1.0, .894 at 1.2; at 1.0 more originals are answered at as many near-misses than at .8 (.703 for .699,
both 2.7 %), and fewer of the unanswerable questions of samples and squad2 (.47 for .50). An earlier state: .871 at 0,
.886 from .6 to .9; fitted by likelihood with the others it would be .1 to .25, and .882, since the sets differ in how
often anything is right at all, and that difference drowns what the reader sees within each. Its lead and its span's
score tell nothing beside it."""
THRESHOLD = 0.58
"""Probability from which an answer is shown as one: the highest at which 70 of 100 answerable questions are answered
(cuad aside, whose questions are asked of any contract)."""
READ_THRESHOLD = 0.52
"""The same where passages were read, of all sets: 70 of 100 are answered, and of their near-misses fewer than 3."""
RESPLITS = 200
DRAWS = 100
"""Times that answers are drawn as probable as they were said to be."""
ERROR = 0.1
SEED = 20261122


class Linear(NamedTuple):
    """A fit in the units of the signs."""

    weights: NDArray[np.float64]
    bias: float
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def linear(rows: Sequence[Row], names: Sequence[str]) -> Linear:
    """Ridge logistic regression by Newton's method; every set weighs the same."""
    given = np.array([[row.signs.get(name, 0.0) for name in names] for row in rows])
    low, high = np.quantile(given, 0.01, axis=0), np.quantile(given, 0.99, axis=0)
    kept = np.clip(given, low, high)
    mean, scale = kept.mean(0), kept.std(0) + 1e-9
    x = np.hstack([(kept - mean) / scale, np.ones((len(kept), 1))])
    y = np.array([row.right for row in rows], float)
    weight, penalty = _weights(rows), np.r_[np.full(len(names), RIDGE), 1e-6]
    theta = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ theta, -30, 30)))
        curved = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        theta -= np.linalg.solve(curved, x.T @ (weight * (p - y)) + penalty * theta)
    weights = theta[:-1] / scale
    return Linear(weights, float(theta[-1] - weights @ mean), low, high)


def _weights(rows: Sequence[Row]) -> NDArray[np.float64]:
    sizes = {name: sum(row.set == name for row in rows) for name in {row.set for row in rows}}
    return np.array([len(rows) / len(sizes) / sizes[row.set] for row in rows])


def calibration(rows: Sequence[Row]) -> Calibration:
    """Both models, fitted on the rows that the constraints let through: the others are never answered."""
    through = [row for row in rows if not row.refused]
    new = [row for row in through if "reader" in row.signs and new_to_reader(row)]
    models = {"words": model(through, WORDS), "meaning": model(through, MEANING)}
    if new:
        models |= {f"{name}+reader": with_reader(model(through, signs), new) for name, signs in BESIDE.items()}
    fitted_on = tuple(sorted({row.set for row in rows}))
    return Calibration("shipped", models, THRESHOLD, fitted_on, READ_THRESHOLD if new else None)


def model(rows: Sequence[Row], names: Sequence[str]) -> Model:
    """A model over some signs, as it is written."""
    found = linear(rows, names)
    ranges = zip(names, found.low, found.high, strict=True)
    return Model(
        {name: round(float(one), 6) for name, one in zip(names, found.weights, strict=True)},
        round(found.bias, 6),
        {name: (round(float(low), 6), round(float(high), 6)) for name, low, high in ranges},
    )


def with_reader(plain: Model, rows: Sequence[Row]) -> Model:
    """The model with the reader's logit added to its own, and both brought to the scale of what came true."""
    sums = [logit(row.signs, plain) + BELIEVED * row.signs["reader"] for row in rows]
    scaled = linear([row._replace(signs={"sum": one}) for row, one in zip(rows, sums, strict=True)], ("sum",))
    slope = float(scaled.weights[0])
    weights = {**plain.weights, "reader": BELIEVED}
    logits = [row.signs["reader"] for row in rows]
    low, high = (round(float(np.quantile(logits, share)), 6) for share in (0.01, 0.99))
    return Model(
        {name: round(slope * one, 6) for name, one in weights.items()},
        round(slope * plain.bias + scaled.bias, 6),
        {**plain.ranges, "reader": (low, high)},
    )


def new_to_reader(row: Row) -> bool:
    """Whether the reader was not trained on the question.

    It was on two of three contracts of cuad, and on half of
    samples/: what it says of those tells nothing of what it will say of others.
    """
    if row.set == "cuad":
        return part_of(Example("rel", "cuad", row.document, "", "", 0)) != "train"
    return row.split != "train"


def unread(rows: Sequence[Row]) -> list[Row]:
    """The rows as they are where no reader is installed."""
    return [row._replace(signs={name: one for name, one in row.signs.items() if name not in READER}) for row in rows]


def chance(row: Row, by: Calibration) -> float:
    """The probability as the product gives it; what is refused is never answered."""
    return 0.0 if row.refused else probability(row.signs, by)


def answered(row: Row, by: Calibration) -> bool:
    """Whether the product would answer it."""
    return chance(row, by) >= by.least(read="reader" in row.signs, stated=False)


def of_set(name: str, test: Sequence[Row], by: Calibration) -> dict[str, Any]:
    """The figures of one set that the calibration was not fitted on."""
    said, right = [chance(row, by) for row in test], [row.right for row in test]
    own = [row for row in test if row.kind not in {"foreign", "near"}]
    similarity = [row.signs.get("cosine", 0.0) for row in test]
    found = {
        "set": name,
        "questions": len(test),
        "right": sum(right) / len(test),
        "auroc": auroc(said, right),
        "auroc_answerable": auroc(said, [row.answerable for row in test]),
        "auroc_own": auroc([chance(row, by) for row in own], [row.answerable for row in own]),
        "auroc_own_bm25": auroc([row.signs["bm25"] for row in own], [row.answerable for row in own]),
        "ece": ece(said, right),
        "ece_least": ece_of_the_honest(said),
        "ece_recalibrated": recalibrated(test, by),
        "coverage_at_90": answered_at(said, right, precision=0.9),
        "coverage_at_90_cosine": answered_at(similarity, right, precision=0.9),
        "answered": sum(answered(row, by) for row in test if row.answerable)
        / max(1, sum(row.answerable for row in test)),
        "unanswerable_answered": sum(answered(row, by) for row in own if not row.answerable)
        / max(1, sum(not row.answerable for row in own)),
    }
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in found.items()}


def ece_of_the_honest(said: Sequence[float]) -> float:
    """What the ECE of these probabilities would be if they were true: chance alone keeps few questions from 0."""
    drawn = random.Random(SEED)
    draws = [ece(said, [drawn.random() < one for one in said]) for _ in range(DRAWS)]
    return sum(draws) / len(draws)


def recalibrated(test: Sequence[Row], by: Calibration) -> float:
    """ECE when `kts calibrate` has seen the other half of the set: the mean of both directions."""
    rows = [row for row in test if not row.refused]
    random.Random(SEED).shuffle(rows)
    halves = rows[::2], rows[1::2]
    errors = []
    for seen, unseen in (halves, halves[::-1]):
        found = fit([chance(row, by) for row in seen], [row.right for row in seen], method="platt")
        errors.append(ece([found(chance(row, by)) for row in unseen], [row.right for row in unseen]))
    return sum(errors) / 2


def near_figures(
    rows: Sequence[Row], made: Mapping[str, Mapping[str, Any]], by: Mapping[str, Calibration]
) -> dict[str, Any]:
    """Near-misses whose original was answered, and how many of them were answered, too."""
    originals = {(row.set, row.id): row for row in rows if row.kind != "near"}
    counts = {"originals": 0, "originals_answered": 0, "elsewhere": 0, "elsewhere_answered": 0, "nowhere": 0,
              "nowhere_answered": 0}  # fmt: skip
    for row in originals.values():
        if row.answerable:
            counts["originals"] += 1
            counts["originals_answered"] += answered(row, by[row.set])
    for row in rows:
        if row.kind != "near":
            continue
        edit = made[f"{row.set}/{row.id}"]
        original = originals.get((row.set, edit["original"]))
        if original is None or not answered(original, by[row.set]):
            continue
        kind = "elsewhere" if edit["elsewhere"] else "nowhere"
        counts[kind] += 1
        counts[f"{kind}_answered"] += answered(row, by[row.set])
    asked = counts["elsewhere"] + counts["nowhere"]
    wrong = counts["elsewhere_answered"] + counts["nowhere_answered"]
    return {**counts, "near_misses": asked, "answered": wrong, "rate": round(wrong / max(1, asked), 4),
            "upper_bound_95": round(upper_bound(wrong, asked, sure=0.95), 4)}  # fmt: skip


def figures(
    tests: Mapping[str, Sequence[Row]], made: Mapping[str, Mapping[str, Any]], by: Mapping[str, Calibration]
) -> dict[str, Any]:
    """All figures of the sets, each by the calibration that was fitted without it."""
    return {
        "sets": [of_set(name, rows, by[name]) for name, rows in tests.items()],
        "near_misses": near_figures([row for rows in tests.values() for row in rows], made, by),
        "near_misses_by_set": {name: near_figures(rows, made, by) for name, rows in tests.items()},
        "promise_of_questions": {name: resplits(rows, by[name], of="questions") for name, rows in tests.items()},
        "promise_of_answers": {name: resplits(rows, by[name], of="answers") for name, rows in tests.items()},
    }


def resplits(rows: Sequence[Row], by: Calibration, *, of: str) -> dict[str, Any]:
    """How often the promise of a threshold holds on the other half, and how many answerable questions it answers."""
    held, answered, made = 0, 0.0, 0
    for number in range(RESPLITS):
        drawn = list(rows)
        random.Random(SEED + number).shuffle(drawn)
        seen, unseen = drawn[::2], drawn[1::2]
        through = [row for row in seen if not row.refused]
        found = promised([chance(row, by) for row in through], [row.right for row in through], error=ERROR,
                         asked=len(seen) if of == "questions" else None)  # fmt: skip
        shown = [row for row in unseen if found is not None and not row.refused and chance(row, by) >= found.threshold]
        made += found is not None
        wrong = sum(not row.right for row in shown)
        held += wrong <= ERROR * (len(unseen) if of == "questions" else len(shown))
        answered += sum(row.answerable for row in shown) / max(1, sum(row.answerable for row in unseen))
    return {"found": made / RESPLITS, "held": held / RESPLITS, "answerable_answered": round(answered / RESPLITS, 4)}


def main() -> None:
    """Fit, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("near", type=Path)
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--show", action="store_true", help="Print the near-misses that are answered.")
    parser.add_argument("--report", type=Path)
    given = parser.parse_args()
    rows = [*read_rows(given.records), *(row._replace(kind="near") for row in read_rows(given.near))]
    made = {
        f"{edit['set']}/{edit['id']}": edit
        for path in sorted(given.made.glob("*.jsonl"))
        for edit in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    }
    sets = sorted({row.set for row in rows})
    without = {name: calibration([row for row in rows if row.set != name and row.split != "held"]) for name in sets}
    tests = {name: [row for row in rows if row.set == name and row.split != "train"] for name in sets}
    plain = {name: unread(rows) for name, rows in tests.items()}
    report = figures(plain, made, without)
    if any("reader" in row.signs for row in rows):
        seen = {name: [row for row in rows if new_to_reader(row)] for name, rows in tests.items()}
        report["with_reader"] = figures({name: rows for name, rows in seen.items() if rows}, made, without)
        same = {name: unread(rows) for name, rows in seen.items() if rows}
        report["without_reader_same_questions"] = [of_set(name, rows, without[name]) for name, rows in same.items()]
    for name in sets if given.show else ():
        for row in tests[name]:
            if row.kind == "near" and chance(row, without[name]) >= THRESHOLD:
                edit = made[f"{row.set}/{row.id}"]
                print(
                    name, edit["kind"], edit["elsewhere"], "|", edit["before"], "->", edit["after"], "|", row.question
                )
    print(json.dumps(report, indent=1))
    if given.out:
        shipped = calibration([row for row in rows if row.split != "held"])
        given.out.write_text(json.dumps(as_json(shipped), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if given.report:
        _write(given.report, report, plain, without)


def _write(
    folder: Path, report: Mapping[str, Any], tests: Mapping[str, Sequence[Row]], by: Mapping[str, Calibration]
) -> None:
    (folder / "figures.json").write_text(json.dumps(report, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    pairs = [(chance(row, by[name]), row.right) for name, rows in tests.items() for row in rows]
    said, right = [one for one, _ in pairs], [good for _, good in pairs]
    title = "Sets left out of the fit"
    (folder / "reliability.svg").write_text(reliability(bins(said, right), title=title), encoding="utf-8")
    (folder / "risk-coverage.svg").write_text(
        risk_coverage(curve(said, right), error=ERROR, title=title), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
