"""Train the chooser of statements: from the shipped reader on, questions with statements of which one answers.

    python training/reader/train_statements.py first --statements FILE --asked FILE --start models/reader --to FOLDER
    python training/reader/train_statements.py asked --from FOLDER/model.safetensors ...

Six stages, each from the weights of the one before: many questions of known sets and of programs; what people ask of
documents, with some of the others; the same with the statements that the second took for an answer more often; what
later authors asked, with some of the others; what the last authors asked, two in five of which nothing answers; some of
everything, for what the last stages did not read is forgotten.

The right statement is to have the greatest logit among those of its question (softmax over them), and a logit above 0
by itself (logistic loss over all), which the others are to have below it. Products run in half precision where the
processor has it for numbers of wide range; weights and their steps stay in single precision.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import platform
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import onnx
import torch
from examples import tokenizer
from network import LAYERS, Network, load, weights_of
from onnx import numpy_helper
from safetensors.torch import load_file, save_file
from statements import ASKED, kept_out, read
from torch.nn import functional
from train import DECAY, QUESTION, RATE, Read, groups_of, height, padded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from statements import Asked

QUESTIONS = 12
"""Questions of a step, each with up to `SHOWN` statements."""
SHOWN, UNANSWERED, UNANSWERED_ASKED = 5, 2, 4
"""Statements of a question that one answers, and of one that none does: the right one and others by chance. Of what was
asked of documents more are read: all of them looked like an answer to the product."""
READ = 0.4
"""Share of the questions without an answer that is read in an epoch: they are more than the others."""
LOOKED = 10
"""One of so many questions of documents kept out is looked at for the curve: all would take as long as the training."""
FROZEN = 2
"""Layers that stay as the reader has them, the lowest: a third of the time, and they know words alike for both."""
LONGEST = 128
"""Tokens of a statement with what stands before it."""
ALONE = 0.5
"""Weight of the logistic loss beside that of the softmax."""
HEAT = 2.0
"""What logits are divided by before a softmax of them draws statements: likelier ones more often, none never."""
LEAST = 1e-6
"""The least weight of a statement that is drawn."""


class Stage(NamedTuple):
    """`read` is the share of the questions of sets and programs that is read, `asked` how often those of documents are.

    `later` is how often those of folders in `LATER` are, `last` of those in neither set. `share` is that of the largest
    step of a first training: the reader knows already what answers a question. With `hard`, statements that the weights
    at its beginning take for an answer are drawn more often (`HEAT`).
    """

    read: float
    asked: float
    share: float
    hard: bool = False
    later: float = 0
    last: float = 0

    def often(self, one: Asked) -> float:
        """How often a question that was asked of documents is read."""
        return {"earlier": self.asked, "later": self.later, "last": self.last}[_asked_when(one)]


STAGES = {
    "first": Stage(0.5, 0, 0.6),
    "asked": Stage(0.12, 3, 0.6),
    "hard": Stage(0.12, 2, 0.4, hard=True),
    "later": Stage(0.06, 0.5, 0.6, later=2),
    "last": Stage(0.04, 0.25, 0.6, later=0.25, last=1),
    "mixed": Stage(0.35, 0.35, 0.5, later=0.35, last=0.5),
}
"""Defaults, some four hours of two cores in all; nothing was searched for."""
EARLIER = frozenset("aws clinic contracts cover deals manuals money ops people rules support systems town".split())
"""Folders of `asked/` that the first three stages read."""
LATER = frozenset("campus care desk engine estate finance guides journeys law pages rail services shop staff".split())
"""Folders that the fourth stage adds; the fifth adds all others."""


def main() -> None:
    """Train, choose nothing, write what was done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=sorted(STAGES))
    parser.add_argument("--statements", type=Path, required=True)
    parser.add_argument("--asked", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="a reader's folder")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="weights", type=Path, help="weights to go on from: of the stage before")
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(int(os.environ.get("THREADS", "2")))
    torch.manual_seed(given.seed)
    Training(given).run()


def widened(folder: Path) -> dict[str, torch.Tensor]:
    """The weights of a reader that was quantised, in single precision, under the names of the body's own file."""
    graph = onnx.load(str(folder / "model.onnx")).graph
    found = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    weights: dict[str, Any] = {
        "embeddings.word_embeddings.weight": found["words"].astype(np.float32) * found["word_scales"],
        "embeddings.position_embeddings.weight": found["positions"],
        "embeddings.token_type_embeddings.weight": found["kinds"],
        "reader.supported.weight": np.zeros((1, found["positions"].shape[1]), np.float32),
        "reader.supported.bias": np.zeros(1, np.float32),
    }
    for name in ("weight", "bias"):
        weights[f"embeddings.LayerNorm.{name}"] = found[f"embeddings.LayerNorm.{name}"]
        for head in ("answerable", "span"):
            weights[f"reader.{head}.{name}"] = found[f"reader.{head}.{name}"].T
    for layer in range(LAYERS):
        own = f"encoder.layer.{layer}."
        parts = zip(("query", "key", "value"), np.split(found[f"{own}attention.bias"], 3), strict=True)
        for part, bias in parts:
            weights[f"{own}attention.self.{part}.weight"] = _product(found, f"{own}{part}")
            weights[f"{own}attention.self.{part}.bias"] = bias
        for part, place in (("out", "attention.output"), ("up", "intermediate"), ("down", "output")):
            weights[f"{own}{place}.dense.weight"] = _product(found, f"{own}{part}")
            weights[f"{own}{place}.dense.bias"] = found[f"{own}{part}.bias"]
        for place in ("attention.output", "output"):
            for name in ("weight", "bias"):
                weights[f"{own}{place}.LayerNorm.{name}"] = found[f"{own}{place}.LayerNorm.{name}"]
    return {name: torch.tensor(np.ascontiguousarray(value, np.float32)) for name, value in weights.items()}


def _product(found: dict[str, Any], name: str) -> Any:
    return (found[f"{name}.weight"].astype(np.float32) * found[f"{name}.scale"]).T


class Training:
    """A run: network, optimiser, plan of batches, and the groups that are kept out of them."""

    def __init__(self, given: argparse.Namespace) -> None:
        """The plan is fixed by the seed before the first step."""
        self.given, self.path, self.stage = given, given.start / "tokenizer.json", STAGES[given.stage]
        rows = [*read(given.statements), *read(given.asked)]
        self.kept = [one for one in rows if kept_out(one)]
        self.rows = [one for one in rows if not kept_out(one)]
        self.network = load(Network(), load_file(given.weights) if given.weights else widened(given.start))
        kept = [self.network.word, self.network.place, self.network.side, self.network.norm]
        for part in (*kept, *self.network.layers[:FROZEN]):
            part.requires_grad_(requires_grad=False)
        chance = random.Random(given.seed)
        self.plan = list(_batches(self.rows, chance, self.stage))
        self.chance = chance
        self.likely = self.looked() if self.stage.hard else {}
        self.optimiser = torch.optim.AdamW(groups_of(self.network), lr=RATE, betas=(0.9, 0.98), weight_decay=DECAY)
        for group in self.optimiser.param_groups:
            group["lr"] *= self.stage.share
        self.bases = [group["lr"] for group in self.optimiser.param_groups]
        self.curve: list[dict[str, Any]] = []

    def run(self) -> None:
        """All steps, a look at the groups kept out after each quarter."""
        began, sums = time.monotonic(), []
        marks = {len(self.plan) * quarter // 4 for quarter in (1, 2, 3, 4)}
        self.curve.append({"step": 0, **self.chosen()})
        print(json.dumps(self.curve[-1]), flush=True)
        for at, batch in enumerate(self.plan):
            sums.append(self._step(batch, at))
            if at % 50 == 49:
                spent = (time.monotonic() - began) / 60
                left = spent / (at + 1) * (len(self.plan) - at - 1)
                print(
                    f"{at + 1}/{len(self.plan)} loss {np.mean(sums[-50:]):.3f} {spent:.1f} min, {left:.0f} left",
                    flush=True,
                )
            if at + 1 in marks:
                self.curve.append({"step": at + 1, **self.chosen()})
                print(json.dumps(self.curve[-1]), flush=True)
        save_file(weights_of(self.network), self.given.to / "model.safetensors")
        self._record((time.monotonic() - began) / 60)

    def _step(self, batch: Sequence[Asked], at: int) -> float:
        self.network.train()
        for group, base in zip(self.optimiser.param_groups, self.bases, strict=True):
            group["lr"] = base * height(at, len(self.plan))
        drawn = (_drawn(asked, self.chance, self.likely.get(asked)) for asked in batch)
        rows = [
            (place, asked, text)
            for place, (asked, texts) in enumerate(zip(batch, drawn, strict=True))
            for text in texts
        ]
        logits = self._logits([(asked.question, text) for _, asked, text in rows])
        right = torch.tensor([float(asked.right >= 0 and text == asked.statements[0]) for _, asked, text in rows])
        lost = ALONE * functional.binary_cross_entropy_with_logits(logits, right)
        for place, asked in enumerate(batch):
            if asked.right >= 0:
                own = torch.tensor([number == place for number, _, _ in rows])
                lost = lost + functional.cross_entropy(logits[own][None], torch.tensor([0])) / len(batch)
        self.optimiser.zero_grad(set_to_none=True)
        lost.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        return float(lost.detach())

    def _logits(self, pairs: Sequence[tuple[str, str]]) -> torch.Tensor:
        rows = [_encoded(question, text, self.path) for question, text in pairs]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self.network(*padded(rows)).answerable.float()

    def looked(self) -> dict[Asked, list[float]]:
        """How likely each statement but the first is to be drawn, of all that was asked of documents."""
        self.network.eval()
        found = {}
        with torch.inference_mode():
            for one in self.rows:
                if one.kind == ASKED and _asked_when(one) == "earlier" and one.statements[1:]:
                    logits = self._logits([(one.question, text) for text in one.statements[1:]])
                    found[one] = torch.softmax(logits / HEAT, 0).tolist()
        return found

    def chosen(self) -> dict[str, float]:
        """On groups kept out: how often the right statement has the greatest logit, by kind.

        Besides, AUROC of the greatest logit between questions that are answered and those that are not.
        """
        self.network.eval()
        first: dict[str, list[float]] = {}
        greatest: list[tuple[float, bool]] = []
        kept = [one for one in self.kept if one.kind in {"squad1", "squad2", "cuad", "cloze", "samples"}][::4]
        asked = [one for one in self.kept if one.kind == ASKED]
        kept += [one for one in asked if _asked_when(one) == "earlier" or self.stage.often(one)][::LOOKED]
        with torch.inference_mode():
            for one in kept:
                logits = self._logits([(one.question, text) for text in one.statements]).tolist()
                if one.right >= 0:
                    kind = one.kind if one.kind != ASKED else _asked_when(one)
                    first.setdefault(kind, []).append(float(max(logits) == logits[0]))
                greatest.append((max(logits), one.right >= 0))
        pairs = [(a > b) + 0.5 * (a == b) for a, yes in greatest if yes for b, no in greatest if not no]
        return {kind: round(float(np.mean(found)), 3) for kind, found in sorted(first.items())} | {
            "auroc": round(float(np.mean(pairs)), 3)
        }

    def _record(self, minutes: float) -> None:
        record = {
            "stage": self.given.stage,
            "seed": self.given.seed,
            "statements_sha256": hashlib.sha256(self.given.statements.read_bytes()).hexdigest(),
            "asked_sha256": hashlib.sha256(self.given.asked.read_bytes()).hexdigest(),
            "start_sha256": hashlib.sha256((self.given.start / "model.onnx").read_bytes()).hexdigest(),
            "questions": len(self.rows),
            "steps": len(self.plan),
            "curve_on_groups_kept_out": self.curve,
            "minutes": round(minutes, 1),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, torch {torch.__version__}",
        }
        (self.given.to / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _batches(rows: Sequence[Asked], chance: random.Random, stage: Stage) -> Iterator[list[Asked]]:
    """Questions of like length together, the batches in any order."""
    others = (one for one in rows if one.kind != ASKED)
    drawn_rows = [one for one in others if chance.random() < stage.read * (1.0 if one.right >= 0 else READ)]
    for one in rows:
        if one.kind == ASKED:
            often = stage.often(one)
            drawn_rows += [one] * (int(often) + (chance.random() < often % 1))
    order = sorted(drawn_rows, key=lambda one: (len(one.question) + max(map(len, one.statements[:4])), chance.random()))
    found = [order[at : at + QUESTIONS] for at in range(0, len(order), QUESTIONS)]
    chance.shuffle(found)
    yield from found


def _asked_when(one: Asked) -> str:
    folder = one.group.split("/")[0]
    return "earlier" if folder in EARLIER else "later" if folder in LATER else "last"


def _drawn(asked: Asked, chance: random.Random, likely: Sequence[float] | None) -> list[str]:
    """Statements of a question for one step; the right one first."""
    most = SHOWN if asked.right >= 0 else UNANSWERED_ASKED if asked.kind == ASKED else UNANSWERED
    weights = likely or [1.0] * (len(asked.statements) - 1)
    # Efraimidis and Spirakis 2006: drawn by weight, without putting back
    places = {at: math.log(1.0 - chance.random()) / max(weight, LEAST) for at, weight in enumerate(weights, start=1)}
    return [asked.statements[at] for at in (0, *sorted(places, key=places.__getitem__, reverse=True)[: most - 1])]


def _encoded(question: str, text: str, path: Path) -> Read:
    cut = tokenizer(path)
    asked = cut.encode(question, add_special_tokens=False).ids[:QUESTION]
    ids = [101, *asked, 102, *cut.encode(text, add_special_tokens=False).ids[:LONGEST], 102]
    return Read(ids, len(asked), label=0, claim=False, start=-1, end=-1, kind="", group="")


if __name__ == "__main__":
    main()
