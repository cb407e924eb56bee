"""Fit the model of risks that ships: an ordinary request, five reasons of escalation, four kinds of no request.

Fitted on the training half of samples/tickets and on four files of seeds, each by another writer; the second and the
third writer knew neither the tickets nor the first file nor each other's, the fourth wrote short messages with faults
that a stranger had found in view. Measured across writers (each file, and the training half, by a model that has seen
the others), on the training half by leaving one ticket out, and on the
held half. The first file was written with the training half in view, so "across writers" flatters these two; the
second and the third show what a desk elsewhere can expect, and the first is left out where one ticket is.

    python evaluation/tickets/triage.py            writes src/kts/data/tickets/triage*.npz and triage.json here
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kts.embed.models import default_folder, load
from kts.learn.text import grams, softmax
from kts.tickets.classify import _temperature
from kts.tickets.escalate import OTHERS, REASONS, ROUTINE
from kts.tickets.triage import Kinds, dumped, nearness, parts, told, weighed

if TYPE_CHECKING:
    from numpy.typing import NDArray

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SEEDS = ("seeds.txt", "seeds-2.txt", "seeds-3.txt", "seeds-4.txt")
BUCKETS = 1 << 15
RIDGE = 0.5
LABELS = (*REASONS, *OTHERS, ROUTINE)
_NAMES = {"answerable": ROUTINE, "near_miss": ROUTINE, "invalid": "noise"}
TICKETS = "tickets"
"""The source of the training half among those of the seeds."""


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


def known() -> list[tuple[str, str, str]]:
    """(source, label, text) of all that is fitted on: the training half first."""
    found = [(TICKETS, label(one), text) for one, text in tickets() if one["split"] == "train"]
    for name in SEEDS:
        lines = (HERE / name).read_text(encoding="utf-8").splitlines()
        found += [(name, *line.split("\t", 1)) for line in lines if "\t" in line]  # type: ignore[arg-type]
    return found


def auroc(values: np.ndarray, positive: np.ndarray) -> float:
    """Area under the curve of sensitivity against false alarms; ties count half."""
    ahead = (values[positive][:, None] > values[~positive][None, :]).mean()
    return float(ahead + 0.5 * (values[positive][:, None] == values[~positive][None, :]).mean())


FOUND = 0.95
"""Share of what a person must see at which false alarms are counted."""


def figures(shares: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    """Accuracy, how well each label and the sum of all reasons is told from the rest, and the price of `FOUND`."""
    danger, routine = shares[:, : len(REASONS)].sum(axis=1), labels == LABELS.index(ROUTINE)
    urgent = labels < len(REASONS)
    least = np.sort(danger[urgent])[int((1 - FOUND) * urgent.sum())]
    found = {"accuracy": float((shares.argmax(axis=1) == labels).mean()), "auroc any reason": auroc(danger, urgent)}
    found["auroc any reason of routine"] = auroc(danger[urgent | routine], urgent[urgent | routine])
    found[f"false alarms of routine at {FOUND}"] = float((danger[routine] >= least).mean())
    found |= {f"auroc {name}": auroc(shares[:, at], labels == at) for at, name in enumerate(LABELS)}
    return {name: round(value, 4) for name, value in found.items()}


class Fit:
    """Labelled texts with their kernel, and the solutions over it."""

    def __init__(self, rows: list[tuple[str, str, str]], embedder: Any) -> None:
        self.sources = np.array([source for source, _, _ in rows])
        self.labels = np.array([LABELS.index(name) for _, name, _ in rows], np.int64)
        self.wanted = np.eye(len(LABELS))[self.labels]
        texts = [text for _, _, text in rows]
        raw = grams(texts, buckets=BUCKETS)
        counts = np.bincount(raw.columns, minlength=BUCKETS)
        self.rarity = np.log((len(rows) + 1) / (counts + 0.5)).astype(np.float32)
        found = weighed(raw, self.rarity)
        self.dense = np.zeros((len(rows), BUCKETS), np.float32)
        self.dense[np.repeat(np.arange(len(rows)), np.diff(found.starts)), found.columns] = found.weights
        self.kernel = self.dense @ self.dense.T + 1e-2
        self.known, self.lengths, self.number = np.zeros((0, 0), np.float32), np.ones(len(rows)), np.zeros(0, np.int64)
        self.embedder = embedder.model_hash if embedder else ""
        if embedder:
            self._add_sentences(texts, embedder)

    def _add_sentences(self, texts: list[str], embedder: Any) -> None:
        cut = [parts(text) for text in texts]
        self.known = embedder.embed_documents([one for said in cut for one in said])
        self.number = np.repeat(np.arange(len(texts)), [len(said) for said in cut])
        starts = np.concatenate([[0], np.cumsum([len(said) for said in cut])[:-1]])
        near = nearness(self.known, self.known)
        near = np.add.reduceat(np.add.reduceat(near, starts, axis=0), starts, axis=1)
        self.lengths = np.sqrt(np.diag(near))
        self.kernel += near / np.outer(self.lengths, self.lengths)

    def solved(self, chosen: NDArray[np.int64]) -> tuple[np.ndarray, np.ndarray]:
        """Weights of the chosen texts and the constant."""
        part = self.kernel[np.ix_(chosen, chosen)] + RIDGE * np.eye(len(chosen))
        mean = self.wanted[chosen].mean(axis=0)
        return np.linalg.solve(part, self.wanted[chosen] - mean), mean

    def across(self) -> np.ndarray:
        """Scores of every text by the model that has seen the other sources only."""
        found = np.zeros(self.wanted.shape)
        for source in np.unique(self.sources):
            out, rest = np.flatnonzero(self.sources == source), np.flatnonzero(self.sources != source)
            weights, mean = self.solved(rest)
            found[out] = self.kernel[np.ix_(out, rest)] @ weights + mean
        return found

    def left_out(self) -> np.ndarray:
        """Scores of each ticket by the model of all other tickets and the blind seeds (closed form of any ridge)."""
        chosen = np.flatnonzero(self.sources != SEEDS[0])
        inverse = np.linalg.inv(self.kernel[np.ix_(chosen, chosen)] + RIDGE * np.eye(len(chosen)))
        wanted = self.wanted[chosen]
        residuals = inverse @ (wanted - wanted.mean(axis=0)) / np.diag(inverse)[:, None]
        return (wanted - residuals)[self.sources[chosen] == TICKETS]

    def crossed(self) -> tuple[np.ndarray, float]:
        """Shares of each ticket by a model that has not seen it, and the temperature that fits across the sources."""
        temperature = _temperature(self.across().astype(np.float32), self.labels)
        return softmax(self.left_out(), temperature=temperature), temperature

    def whole(self, temperature: float) -> Kinds:
        """The model that ships."""
        weights, mean = self.solved(np.arange(len(self.labels)))
        return Kinds(LABELS, self.rarity, (self.dense.T @ weights).astype(np.float32), self.known,
                     (weights / self.lengths[:, None])[self.number].astype(np.float32),
                     (mean + 1e-2 * weights.sum(axis=0)).astype(np.float32), temperature, self.embedder)  # fmt: skip


def main() -> None:
    """Fit, measure, write."""
    embedder = load("minilm_onnx", models=default_folder(os.environ))
    rows, held = known(), [(label(one), text) for one, text in tickets() if one["split"] == "held"]
    labels = np.array([LABELS.index(name) for name, _ in held])
    counts = {source: sum(one[0] == source for one in rows) for source in (TICKETS, *SEEDS)}
    report: dict[str, Any] = {"texts": counts}
    for name, used in (("triage", embedder), ("triage_words", None)):
        fitted = Fit(rows, used)
        shares, temperature = fitted.crossed()
        across = softmax(fitted.across(), temperature=temperature)
        model = fitted.whole(temperature)
        embed = used.embed_documents if used else None
        said = [told(text, model, embed) for _, text in held]
        report[name] = {"temperature": round(temperature, 4), "across writers": {
            source: figures(across[fitted.sources == source], fitted.labels[fitted.sources == source])
            for source in counts
        }}  # fmt: skip
        report[name]["one left out"] = figures(shares, fitted.labels[fitted.sources == TICKETS])
        report[name]["held"] = figures(np.array([[one[each] for each in LABELS] for one in said]), labels)
        (ROOT / "src/kts/data/tickets" / f"{name}.npz").write_bytes(dumped(model))
    (HERE / "triage.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
