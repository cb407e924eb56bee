"""Train a reader in two phases: on all kinds of examples, then on people's questions and their twins.

    python training/reader/train.py --examples FILE --body FOLDER --to FOLDER --phase 0
    python training/reader/train.py --examples FILE --body FOLDER --to FOLDER --phase 1 --start WEIGHTS --seed 2

Resumable: a state is written every few minutes and taken up again. Writes model.safetensors and record.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from examples import part_of, read, tokenizer
from network import Network, load, weights_of
from safetensors.torch import load_file, save_file
from torch.nn import functional

from kts.evaluate.calibration import auroc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from examples import Example

BATCH = 32
RATE, DECAY, WARM = 1e-4, 0.01, 0.06
"""Largest step, weight decay and share of steps in which the step grows (defaults of the field, not fitted)."""
LOWER = 0.85
"""Each layer's step, as a share of that of the layer above it."""
SPAN, SUPPORT = 0.5, 0.5
"""Weights of the two other losses beside that of `answerable`."""
QUESTION = 40
"""Tokens of a question at most."""
SAVED = 300
"""Seconds between two states on disk."""


class Phase(NamedTuple):
    """`share` of each kind's examples is read in an epoch; a kind that is not named has the share of `*`."""

    epochs: int
    share: dict[str, float]


PHASES = (
    Phase(1, {"*": 0.45, "claim": 0.3, "cuad": 0.35, "cuad-away": 0.25, "definition": 0.4, "heading": 0.5}),
    Phase(3, {"*": 0.0, "squad2": 1, "squad1": 1, "squad-bm25": 0.5, "squad-removed": 0.5, "samples": 1,
              "cuad": 0.5, "cuad-away": 0.25, "twin-renamed": 0.6,
              "twin-renumbered": 0.6, "twin-reversed": 0.8, "twin-negated": 0.5, "twin-exchanged": 0.5,
              "removed": 0.3, "elsewhere": 0.4, "claim": 0.5, "claim-away": 0.5, "definition": 0.1,
              "heading": 0.3, "table": 0.3,
              "fm2": 0.2, "feversym": 0.2, "syn-number": 0.1, "syn-entity": 0.1, "syn-negation": 0.1,
              "syn-copy": 0.1}),
)  # fmt: skip


class Read(NamedTuple):
    """An example in tokens: `start` and `end` are positions of the answer, 0 where there is none, -1 unknown."""

    ids: list[int]
    question: int
    label: int
    claim: bool
    start: int
    end: int
    kind: str
    group: str


def main() -> None:
    """Train, choose nothing, write what was done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--body", type=Path, required=True, help="folder with model.safetensors and tokenizer.json")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phase", type=int, choices=range(len(PHASES)), required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from (default: the body's)")
    parser.add_argument("--share", type=float, default=1.0, help="of all shares")
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(int(os.environ.get("THREADS", "2")))
    rows: dict[str, list[Read]] = {"train": [], "choose": []}
    for one in read(given.examples):
        rows[part_of(one)].append(encoded(one, given.body / "tokenizer.json"))
    Training(given, rows["train"], rows["choose"]).run()


def encoded(one: Example, path: Path) -> Read:
    """`[CLS] question [SEP] passage [SEP]`, and where the answer stands in it."""
    cut = tokenizer(path)
    question = cut.encode(one.question, add_special_tokens=False).ids[:QUESTION]
    passage = cut.encode(one.passage, add_special_tokens=False)
    ids = [101, *question, 102, *passage.ids[:200], 102]
    start = end = -1
    if one.task == "rel" and not one.label:
        start = end = 0
    elif one.span is not None:
        inside = [
            at for at, (low, high) in enumerate(passage.offsets[:200]) if low < one.span[1] and one.span[0] < high
        ]
        if inside:
            start, end = inside[0] + len(question) + 2, inside[-1] + len(question) + 2
    return Read(ids, len(question), one.label, one.task == "sup", start, end, one.kind, one.group)


def batches(rows: Sequence[Read], chance: random.Random) -> Iterator[list[Read]]:
    """Rows of like length together, the batches in any order."""
    order = sorted(rows, key=lambda row: (len(row.ids) + chance.randrange(8), chance.random()))
    found = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    chance.shuffle(found)
    yield from found


def padded(rows: Sequence[Read]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """ids, sides and which are real, (texts, tokens)."""
    longest = max(len(row.ids) for row in rows)
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    sides, real = torch.zeros_like(ids), torch.zeros(len(rows), longest, dtype=torch.bool)
    for at, row in enumerate(rows):
        ids[at, : len(row.ids)] = torch.tensor(row.ids)
        sides[at, row.question + 2 : len(row.ids)] = 1
        real[at, : len(row.ids)] = True
    return ids, sides, real


class Training:
    """A run that can be taken up again: network, optimiser, plan of batches, and what has been seen so far."""

    def __init__(self, given: argparse.Namespace, rows: Sequence[Read], kept: Sequence[Read]) -> None:
        """The plan is fixed by the seed before the first step."""
        self.given, self.kept = given, kept
        torch.manual_seed(given.seed)
        self.network = load(Network(), load_file(given.start or given.body / "model.safetensors"))
        self.network.word.weight.requires_grad_(requires_grad=False)
        self.plan, self.marks = _plan(PHASES[given.phase], rows, given.seed, given.share)
        self.optimiser = torch.optim.AdamW(groups_of(self.network), lr=RATE, betas=(0.9, 0.98), weight_decay=DECAY)
        self.bases = [group["lr"] for group in self.optimiser.param_groups]
        self.done, self.curve, self.minutes = 0, [], 0.0
        self.used = {kind: sum(row.kind == kind for row in rows) for kind in sorted({row.kind for row in rows})}

    def run(self) -> None:
        """All steps of the plan."""
        self._resume()
        began, saved, sums = time.monotonic(), time.monotonic(), []
        for at in range(self.done, len(self.plan)):
            sums.append(self._step(self.plan[at], at))
            self.done = at + 1
            if self.done % 50 == 0:
                spent = self.minutes + (time.monotonic() - began) / 60
                left = spent / self.done * (len(self.plan) - self.done)
                print(
                    f"{self.done}/{len(self.plan)} loss {np.mean(sums[-50:]):.3f} {spent:.1f} min, {left:.0f} left",
                    flush=True,
                )
            if self.done in self.marks:
                self.curve.append({"step": self.done, **self.chosen()})
                print(json.dumps(self.curve[-1]), flush=True)
            if time.monotonic() - saved > SAVED or self.done in self.marks:
                self.minutes += (time.monotonic() - began) / 60
                began = saved = time.monotonic()
                self._save()
        save_file(weights_of(self.network), self.given.to / "model.safetensors")
        self._record()

    def _step(self, rows: Sequence[Read], at: int) -> float:
        self.network.train()
        for group, base in zip(self.optimiser.param_groups, self.bases, strict=True):
            group["lr"] = base * height(at, len(self.plan))
        lost = loss(self.network(*padded(rows)), rows)
        self.optimiser.zero_grad(set_to_none=True)
        lost.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        return float(lost.detach())

    def chosen(self) -> dict[str, float]:
        """AUROC of `answerable` on groups kept out, of each kind of source."""
        self.network.eval()
        scores: dict[str, list[tuple[float, int]]] = {}
        order = sorted((row for row in self.kept if not row.claim and row.kind in SEEN), key=lambda row: len(row.ids))
        with torch.inference_mode():
            for at in range(0, len(order), 64):
                rows = order[at : at + 64]
                out = self.network(*padded(rows))
                for row, score in zip(rows, out.answerable.tolist(), strict=True):
                    scores.setdefault(SEEN[row.kind], []).append((score, row.label))
        return {kind: round(auroc(*zip(*found, strict=True)), 4) for kind, found in sorted(scores.items())}

    def _save(self) -> None:
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "done": self.done,
                 "curve": self.curve, "minutes": self.minutes, "random": torch.get_rng_state()}  # fmt: skip
        torch.save(state, self.given.to / "state.tmp")
        (self.given.to / "state.tmp").replace(self.given.to / "state.pt")

    def _resume(self) -> None:
        path = self.given.to / "state.pt"
        if path.exists():
            state: dict[str, Any] = torch.load(path, weights_only=True)
            self.network.load_state_dict(state["network"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done, self.curve, self.minutes = state["done"], state["curve"], state["minutes"]
            torch.set_rng_state(state["random"])
            print(f"taken up after {self.done} of {len(self.plan)} steps", flush=True)

    def _record(self) -> None:
        record = {
            "seed": self.given.seed,
            "examples_sha256": hashlib.sha256(self.given.examples.read_bytes()).hexdigest(),
            "body_sha256": hashlib.sha256((self.given.body / "model.safetensors").read_bytes()).hexdigest(),
            "examples_by_kind": self.used,
            "phase": PHASES[self.given.phase]._asdict(),
            "share": self.given.share,
            "steps": len(self.plan),
            "batch": BATCH,
            "rate": RATE,
            "curve_on_groups_kept_out": self.curve,
            "minutes": round(self.minutes, 1),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, torch {torch.__version__}",
        }
        (self.given.to / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


SEEN = {
    "squad2": "squad2",
    "cuad": "cuad",
    "cuad-away": "cuad",
    "definition": "definition",
    "heading": "heading",
    "claim": "claim",
    "squad-bm25": "squad-far",
    "squad1": "squad-far",
}
"""Kinds that the curve is drawn of, by the name of their line."""


def loss(out: Any, rows: Sequence[Read]) -> torch.Tensor:
    """Answerable (or supported) by logistic loss; start and end among tokens, the first where nothing answers."""
    labels = torch.tensor([float(row.label) for row in rows])
    claims = torch.tensor([row.claim for row in rows])
    logits = torch.where(claims, out.supported, out.answerable)
    weights = torch.where(claims, SUPPORT, 1.0)
    total = (functional.binary_cross_entropy_with_logits(logits, labels, reduction="none") * weights).sum() / len(rows)
    known = torch.tensor([not row.claim and row.start >= 0 for row in rows])
    if known.any():
        real = padded(rows)[2][known]
        for scores, places in ((out.start, [row.start for row in rows]), (out.end, [row.end for row in rows])):
            kept = scores[known].masked_fill(~real, -1e4)
            total = (
                total + SPAN / 2 * functional.cross_entropy(kept, torch.tensor(places)[known]) * known.float().mean()
            )
    return total


def _plan(phase: Phase, rows: Sequence[Read], seed: int, share: float) -> tuple[list[list[Read]], set[int]]:
    """The batches of all epochs in their order, and the steps after which the groups kept out are looked at."""
    chance, plan, marks = random.Random(seed), [], set()
    for _ in range(phase.epochs):
        drawn = [row for row in rows if chance.random() < phase.share.get(row.kind, phase.share["*"]) * share]
        plan += list(batches(drawn, chance))
        marks.add(len(plan))
    return plan, marks


def groups_of(network: Network) -> list[dict[str, Any]]:
    """Parameters with their steps: the lower the layer, the smaller; norms and biases without decay."""
    groups = []
    for name, value in network.named_parameters():
        if not value.requires_grad:
            continue
        depth = (
            int(name.split(".")[1]) + 1
            if name.startswith("layers")
            else 0
            if name.startswith(("place", "side", "norm"))
            else 7
        )
        rate = RATE * LOWER ** max(0, 6 - depth) * (3 if depth == 7 else 1)
        groups.append({"params": [value], "lr": rate, "weight_decay": DECAY if value.dim() > 1 else 0.0})
    return groups


def height(at: int, steps: int) -> float:
    """Grows to 1, then falls to 0 in a line."""
    warm = max(1, int(WARM * steps))
    return (at + 1) / warm if at < warm else max(0.0, (steps - at) / (steps - warm))


if __name__ == "__main__":
    main()
