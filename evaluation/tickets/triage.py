"""Fit the model of risks that ships: an ordinary request, five reasons of escalation, four kinds of no request.

Fitted on the training half of samples/tickets and on five files of seeds, each by another writer; the second and the
third writer knew neither the tickets nor the first file nor each other's, the fourth (short messages) and the fifth
(long stories, rants, requests about one's data) wrote with faults that a stranger had found in view. Of a long text
that a person must see, what is left without its telling sentences counts as an ordinary request of the same writer.
Measured across writers (each file, and the training half, by a model that has seen
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
from kts.tickets.triage import Kinds, dumped, nearness, parts, told, unwished, weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SEEDS = ("seeds.txt", "seeds-2.txt", "seeds-3.txt", "seeds-4.txt", "seeds-5.txt")
BUCKETS = 1 << 15
RIDGE = 0.5
LABELS = (*REASONS, *OTHERS, ROUTINE)
_NAMES = {"answerable": ROUTINE, "near_miss": ROUTINE, "invalid": "noise"}
TICKETS = "tickets"
"""The source of the training half among those of the seeds."""
LONG = 4
"""Sentences from which a text has a counterpart without its telling sentences (a default, not fitted)."""
TELLING = 0.2
"""Share of all reasons from which a sentence is telling (across writers: .15 to .3 give the same)."""
LEFT = 2
"""Sentences that a counterpart has at least (a default, not fitted)."""


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
    """Labelled texts with their kernel, and the solutions over it; `others` are fitted on and not measured."""

    def __init__(
        self, rows: list[tuple[str, str, str]], embedder: Any, others: Sequence[tuple[str, str, str]] = ()
    ) -> None:
        self.count = len(rows)
        rows = [*rows, *others]
        self.sources = np.array([source for source, _, _ in rows])
        self.labels = np.array([LABELS.index(name) for _, name, _ in rows], np.int64)
        self.wanted = np.eye(len(LABELS))[self.labels]
        texts = [unwished(text) for _, _, text in rows]
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
        """Scores of every text that is measured by the model that has seen the other sources only."""
        found = np.zeros(self.wanted.shape)
        for source in np.unique(self.sources):
            out, rest = np.flatnonzero(self.sources == source), np.flatnonzero(self.sources != source)
            weights, mean = self.solved(rest)
            found[out] = self.kernel[np.ix_(out, rest)] @ weights + mean
        return found[: self.count]

    def left_out(self) -> np.ndarray:
        """Scores of each ticket by the model of all other tickets and the blind seeds (closed form of any ridge)."""
        ours = np.arange(len(self.sources)) < self.count
        chosen = np.flatnonzero((self.sources != SEEDS[0]) & (ours | (self.sources != TICKETS)))
        inverse = np.linalg.inv(self.kernel[np.ix_(chosen, chosen)] + RIDGE * np.eye(len(chosen)))
        wanted = self.wanted[chosen]
        residuals = inverse @ (wanted - wanted.mean(axis=0)) / np.diag(inverse)[:, None]
        return (wanted - residuals)[self.sources[chosen] == TICKETS]  # without counterparts of these

    def crossed(self) -> tuple[np.ndarray, float]:
        """Shares of each ticket by a model that has not seen it, and the temperature that fits across the sources."""
        temperature = _temperature(self.across().astype(np.float32), self.labels[: self.count])
        return softmax(self.left_out(), temperature=temperature), temperature

    def whole(self, temperature: float, *, but: str = "") -> Kinds:
        """The model that ships, or one of all sources but one."""
        chosen = np.flatnonzero(self.sources != but)
        weights, mean = self.solved(chosen)
        spread = np.zeros(self.wanted.shape)
        spread[chosen] = weights / self.lengths[chosen][:, None]
        seen = np.isin(self.number, chosen)
        return Kinds(LABELS, self.rarity, (self.dense[chosen].T @ weights).astype(np.float32), self.known[seen],
                     spread[self.number[seen]].astype(np.float32),
                     (mean + 1e-2 * weights.sum(axis=0)).astype(np.float32), temperature, self.embedder)  # fmt: skip


def counterparts(rows: list[tuple[str, str, str]], embedder: Any) -> list[tuple[str, str, str]]:
    """Long texts that a person must see, without what tells so: ordinary ones. Sentences are told across writers."""
    first = Fit(rows, embedder)
    temperature = _temperature(first.across().astype(np.float32), first.labels)
    found = []
    for source in np.unique(first.sources):
        model = first.whole(temperature, but=str(source))
        for _, _name, text in (one for one in rows if one[0] == source and one[1] in REASONS):
            said = parts(unwished(text))
            if len(said) < LONG:
                continue
            shares = [sum(told(one, model, embedder.embed_documents)[each] for each in REASONS) for one in said]
            kept = [one for one, share in zip(said, shares, strict=True) if share < min(TELLING, max(shares))]
            found += [(str(source), ROUTINE, " ".join(kept))] if len(kept) >= LEFT else []
    return found


def main() -> None:
    """Fit, measure, write."""
    embedder = load("minilm_onnx", models=default_folder(os.environ))
    rows, held = known(), [(label(one), text) for one, text in tickets() if one["split"] == "held"]
    labels = np.array([LABELS.index(name) for name, _ in held])
    counts = {source: sum(one[0] == source for one in rows) for source in (TICKETS, *SEEDS)}
    others = counterparts(rows, embedder)
    report: dict[str, Any] = {"texts": counts, "counterparts": len(others)}
    for name, used in (("triage", embedder), ("triage_words", None)):
        fitted = Fit(rows, used, others)
        sources, kinds = fitted.sources[: len(rows)], fitted.labels[: len(rows)]
        shares, temperature = fitted.crossed()
        across = softmax(fitted.across(), temperature=temperature)
        model = fitted.whole(temperature)
        embed = used.embed_documents if used else None
        said = [told(text, model, embed) for _, text in held]
        report[name] = {"temperature": round(temperature, 4), "across writers": {
            source: figures(across[sources == source], kinds[sources == source]) for source in counts
        }}  # fmt: skip
        report[name]["one left out"] = figures(shares, kinds[sources == TICKETS])
        report[name]["held"] = figures(np.array([[one[each] for each in LABELS] for one in said]), labels)
        (ROOT / "src/kts/data/tickets" / f"{name}.npz").write_bytes(dumped(model))
    (HERE / "triage.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
