"""Fit the triage model that ships: ordinary request, five reasons of escalation, injection, spam, out of scope, noise.

Fitted on the training half of samples/tickets and on seeds.txt, which is written for it; measured by cross-validation
on the training half (whose tickets the seeds resemble: that figure flatters) and on the held half.

    python evaluation/tickets/triage.py            writes src/kts/data/tickets/triage*.npz and triage.json here
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kts.embed.models import default_folder, load
from kts.learn.text import SMALL, grams, scores, softmax, train
from kts.tickets.classify import Trained, _temperature, dumped
from kts.tickets.escalate import OTHERS, REASONS, ROUTINE

if TYPE_CHECKING:
    from kts.learn.text import Linear

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUCKETS = 1 << 13
FOLDS = 8
LABELS = (*REASONS, *OTHERS, ROUTINE)
_NAMES = {"answerable": ROUTINE, "near_miss": ROUTINE, "invalid": "noise"}


def tickets() -> list[tuple[dict[str, Any], str]]:
    """(judgement, text) of every ticket of the samples, by id."""
    from kts.tickets.read import read

    folder = ROOT / "samples" / "tickets"
    files = [folder / "tickets.csv", folder / "tickets.json", *sorted((folder / "threads").glob("*.eml"))]
    texts = {one.id: one.text for path in files for one in read(path.read_bytes(), name=path.name)}
    judged = [json.loads(line) for line in (folder / "judged.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(one, texts[one["id"]]) for one in judged]


def label(judgement: dict[str, Any]) -> str:
    """The label of a judged ticket."""
    return judgement.get("escalate_reason") or _NAMES.get(judgement["outcome"], judgement["outcome"])


def auroc(values: np.ndarray, positive: np.ndarray) -> float:
    """Area under the curve of sensitivity against false alarms; ties count half."""
    ahead = (values[positive][:, None] > values[~positive][None, :]).mean()
    return float(ahead + 0.5 * (values[positive][:, None] == values[~positive][None, :]).mean())


def figures(shares: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    """Accuracy, and how well each label and the sum of all reasons is told from the rest."""
    routine = LABELS.index(ROUTINE)
    reasons = shares[:, : len(REASONS)].sum(axis=1)
    found = {"accuracy": float((shares.argmax(axis=1) == labels).mean())}
    found["auroc any reason"] = auroc(reasons, labels < len(REASONS))
    found["auroc routine"] = auroc(shares[:, routine], labels == routine)
    return {name: round(value, 4) for name, value in found.items()} | {
        f"auroc {name}": round(auroc(shares[:, at], labels == at), 4) for at, name in enumerate(LABELS)
    }


def main() -> None:
    """Fit, measure, write."""
    rows = tickets()
    seeds = [line.split("\t") for line in (HERE / "seeds.txt").read_text(encoding="utf-8").splitlines() if "\t" in line]
    embedder = load("minilm_onnx", models=default_folder(os.environ))
    parts = {part: [(label(one), text) for one, text in rows if one["split"] == part] for part in ("train", "held")}
    known = parts["train"] + [(name, text) for name, text in seeds]
    report: dict[str, Any] = {"tickets": len(parts["train"]), "seeds": len(seeds)}
    for name, meaning in (("triage", True), ("triage_words", False)):
        fitted = _Fit(known, embedder if meaning else None)
        crossed, temperature = fitted.crossed(len(parts["train"]))
        own = fitted.labels[: len(parts["train"])]
        trained = fitted.whole(temperature, embedder.model_hash if meaning else "")
        held = _Fit(parts["held"], embedder if meaning else None)
        shares = softmax(scores(trained.model, held.rows, held.vectors), temperature=temperature)
        report[name] = {"cross-validated": figures(crossed, own), "held": figures(shares, held.labels)}
        (ROOT / "src/kts/data/tickets" / f"{name}.npz").write_bytes(dumped(trained))
        np.savez(f"{sys.argv[1]}/{name}.npz", crossed=crossed, held=shares) if len(sys.argv) > 1 else None
    (HERE / "triage.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


class _Fit:
    """Texts as features, and the trainings over them."""

    def __init__(self, rows: list[tuple[str, str]], embedder: Any) -> None:
        texts = [text for _, text in rows]
        self.labels = np.array([LABELS.index(name) for name, _ in rows], np.int64)
        self.rows = grams(texts, buckets=BUCKETS)
        self.vectors = embedder.embed_documents(texts) if embedder else np.zeros((len(texts), 0), np.float32)

    def fit(self, chosen: np.ndarray) -> Linear:
        return train(
            self.rows.take(chosen),
            self.vectors[chosen],
            self.labels[chosen],
            shape=(BUCKETS, len(LABELS)),
            recipe=SMALL,
        )

    def crossed(self, first: int) -> tuple[np.ndarray, float]:
        """Shares of the first rows by models that have not seen them, and the temperature fitted over those."""
        fold = np.full(len(self.labels), -1)
        draw = np.random.default_rng(0)
        for at in range(len(LABELS)):
            places = np.flatnonzero(self.labels[:first] == at)
            fold[draw.permutation(places)] = np.arange(len(places)) % FOLDS
        found = np.zeros((first, len(LABELS)), np.float32)
        for number in range(FOLDS):
            out = np.flatnonzero(fold == number)
            found[out] = scores(self.fit(np.flatnonzero(fold != number)), self.rows.take(out), self.vectors[out])
        temperature = _temperature(found, self.labels[:first])
        return softmax(found, temperature=temperature), temperature

    def whole(self, temperature: float, embedder: str) -> Trained:
        model = self.fit(np.arange(len(self.labels)))
        none = np.zeros((len(LABELS), self.vectors.shape[1]), np.float32)
        return Trained(LABELS, model, BUCKETS, temperature, (0.5,) * len(LABELS), none, (0.0, 1.0, 0.0, 1.0),
                       np.linspace(-3, 3, 101).astype(np.float32), embedder, {"texts": len(self.labels)})  # fmt: skip


if __name__ == "__main__":
    main()
