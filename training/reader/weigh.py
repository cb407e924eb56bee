"""Calibrate a reader: how its logit is joined with signs of the search, fitted on groups kept out of training.

    python training/reader/weigh.py --model models/reader --work build/reader

Writes the weights into the reader's manifest, and `weighings.json` here: the weights, and what else was tried.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from examples import HERE
from searched import material

from kts.embed.models import default_folder
from kts.embed.onnx import OnnxEmbedder
from kts.evaluate.calibration import auroc
from kts.ports.models import Weighing
from kts.reader import manifest as manifests
from kts.reader.onnx import OnnxReader
from kts.weights.folder import GRAPH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from searched import Found

    from kts.ports.models import Form

LOGIT, COSINE, COVERAGE = "logit", "cosine", "coverage"
SIGNS: dict[Form, tuple[str, ...]] = {"question": (LOGIT,), "claim": (LOGIT, COVERAGE, COSINE)}
"""What is joined. Nothing else was better for groups left out of the fit (`weighings.json`, tried)."""
TRIED = ((LOGIT,), (COSINE,), (COVERAGE,), (LOGIT, COSINE), (LOGIT, COVERAGE), (LOGIT, COVERAGE, COSINE))
RIDGE = 5.0
"""Strength of the ridge over standardised signs, in pairs (a default)."""
FOLDS = 5
STEPS = 40
SEED = 20261122


def main() -> None:
    """Search, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    given = parser.parse_args()
    weigh(given.model, given.work)


def weigh(model: Path, work: Path) -> None:
    """Fit the weights of questions and of claims, write them into the manifest and the figures beside this file."""
    reader = OnnxReader(model)
    embedder = OnnxEmbedder(default_folder({}) / "minilm_onnx", threads=1)
    graph = reader.manifest.file(GRAPH).sha256
    rows = material(work / f"found-{graph[:12]}.jsonl", reader, embedder)
    forms: dict[Form, list[Found]] = {
        "question": [row for row in rows if row.kind != "claim"],
        "claim": [row for row in rows if row.kind == "claim"],
    }
    weighings = {form: _weighing(held, SIGNS[form]) for form, held in forms.items()}
    manifests.write(model, reader.manifest._replace(weighings=weighings))
    report = {form: figures(held) | {"weights": weighings[form]._asdict()} for form, held in forms.items()}
    written = json.dumps(report, indent=1, sort_keys=True)
    (HERE / "weighings.json").write_text(written + "\n", encoding="utf-8")
    print(written)


def _weighing(rows: Sequence[Found], names: Sequence[str]) -> Weighing:
    bias, weights = fitted(rows, names)
    by_name = {name: round(one, 4) for name, one in zip(names, weights, strict=True)}
    usual = round(float(_table(rows, (COSINE,)).mean()), 4) if COSINE in names else 0.0
    return Weighing(round(bias, 4), by_name[LOGIT], by_name.get(COVERAGE, 0.0), by_name.get(COSINE, 0.0), usual)


def fitted(rows: Sequence[Found], names: Sequence[str]) -> tuple[float, list[float]]:
    """The bias and the weights of a logistic regression with a ridge, by Newton's method.

    Every kind weighs the same, and so do what answers and what does not within it: 0 is where both are as likely.
    """
    signs, answered = _table(rows, names), np.array([row.answered for row in rows], float)
    sizes = Counter((row.kind, row.answered) for row in rows)
    worth = np.array([len(rows) / len(sizes) / sizes[row.kind, row.answered] for row in rows])
    mean, scale = signs.mean(0), signs.std(0)
    given = np.hstack([(signs - mean) / scale, np.ones((len(rows), 1))])
    penalty = np.r_[np.full(len(names), RIDGE), 1e-6]
    found = np.zeros(len(names) + 1)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(given @ found, -30, 30)))
        curved = (given * (worth * chance * (1 - chance))[:, None]).T @ given + np.diag(penalty)
        found = found - np.linalg.solve(curved, given.T @ (worth * (chance - answered)) + penalty * found)
    weights = found[:-1] / scale
    return float(found[-1] - weights @ mean), weights.tolist()


def _table(rows: Sequence[Found], names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([[getattr(row, name) for name in names] for row in rows])


def figures(rows: Sequence[Found]) -> dict[str, Any]:
    """AUROC by kind of every set of signs that was tried, each question scored by a fit without its group."""
    places = {
        kind: [at for at, row in enumerate(rows) if row.kind == kind] for kind in sorted({row.kind for row in rows})
    }
    tried = {}
    for names in TRIED:
        scores = _left_out(rows, names)
        by_kind = {kind: auroc([scores[one] for one in at], [bool(rows[one].answered) for one in at])
                   for kind, at in places.items()}  # fmt: skip
        by_kind["mean"] = sum(by_kind.values()) / len(by_kind)
        tried[" + ".join(names)] = {kind: round(value, 4) for kind, value in by_kind.items()}
    answered = {kind: sum(rows[one].answered for one in at) for kind, at in places.items()}
    return {"pairs": {kind: len(at) for kind, at in places.items()}, "answered": answered, "tried": tried}


def _left_out(rows: Sequence[Found], names: Sequence[str]) -> NDArray[np.float64]:
    groups = sorted({row.group for row in rows})
    random.Random(SEED).shuffle(groups)
    fold = {group: at % FOLDS for at, group in enumerate(groups)}
    of = np.array([fold[row.group] for row in rows])
    found, signs = np.zeros(len(rows)), _table(rows, names)
    for one in range(FOLDS):
        bias, weights = fitted([row for row, at in zip(rows, of, strict=True) if at != one], names)
        found[of == one] = bias + signs[of == one] @ np.array(weights)
    return found


if __name__ == "__main__":
    main()
