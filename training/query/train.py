"""Train the query encoder: the embedding model's body, to find passages by the vectors that they have already.

    python training/query/train.py --pairs build/query --body FOLDER --to FOLDER [--leave 0]

A question's vector is to be nearer to the passages that answer it than to all others of its source (softmax over the
whole source). Only the encoder of questions learns; no index changes. `--leave N` keeps every sixth folder out, from
the Nth on, for figures of folders that nothing was learnt from; what ships keeps every sixth document out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from pairs import GENERAL, QUESTIONS, read
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional

from kts.lexicon.analyse import STOP_WORDS

sys.path.insert(0, str(Path(__file__).parent.parent / "reader"))
from examples import tokenizer
from network import Network, load, weights_of
from statements import CHOOSING_ASKED, document_kept_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from pairs import Pair
    from torch import Tensor

EPOCHS, BATCH, CHUNK = 3, 96, 32
"""A batch is three chunks, each of one source."""
RATE, DECAY, WARM = 5e-5, 0.01, 0.06
"""Largest step, weight decay and share of steps in which the step grows (defaults of the field, not fitted)."""
SCALE, SCALE_RATE = 25.0, 1e-2
"""What cosines are multiplied with at first, and its own step: it is learnt, too."""
KEYWORDS = 0.15
"""Share of the questions that are read without their function words: people search by words, too."""
TOKENS = 64
"""Of a question at most."""
DEPTHS = (1, 5, 10, 30)


class Curve(NamedTuple):
    """Of questions kept out: shares whose right passage is among the first of its source, and mean reciprocal rank."""

    success: dict[int, float]
    mrr: float


def main() -> None:
    """Train, write the weights and what was done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--body", type=Path, required=True, help="folder with model.safetensors and tokenizer.json")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--leave", type=int, choices=range(CHOOSING_ASKED), help="keep folders out, not documents")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(int(os.environ.get("THREADS", "2")))
    Training(given).run()


class Training:
    """A run: the encoder, the vectors of all sources, and the questions to learn from and to look at."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Fixed by the seed before the first step."""
        self.given = given
        torch.manual_seed(given.seed)
        self.chance = random.Random(given.seed)
        pairs, vectors = read(given.pairs)
        self.vectors = {name: torch.from_numpy(rows.astype(np.float32)) for name, rows in vectors.items()}
        out = _left_out(pairs, given.leave)
        self.pairs = [pair for pair in pairs if not out(pair)]
        self.kept = [pair for pair in pairs if out(pair) and pair.source not in GENERAL]
        self.tokens = tokenizer(given.body / "tokenizer.json")
        self.network = load(Network(), load_file(given.body / "model.safetensors"))
        for name, value in self.network.named_parameters():
            value.requires_grad_(name.startswith(("layers", "norm")))
        self.scale = nn.Parameter(torch.tensor(np.log(SCALE), dtype=torch.float32))
        self.weights = [value for value in self.network.parameters() if value.requires_grad]
        scale = {"params": [self.scale], "lr": SCALE_RATE, "weight_decay": 0.0}
        self.optimiser = torch.optim.AdamW([{"params": self.weights, "lr": RATE}, scale], weight_decay=DECAY)
        self.bases = [group["lr"] for group in self.optimiser.param_groups]

    def run(self) -> None:
        """All epochs."""
        began, step = time.monotonic(), 0
        curve = [self.looked()]
        print(curve[-1], flush=True)
        for epoch in range(EPOCHS):
            batches = self._batches()
            for batch in batches:
                step += 1
                lost = self._step(batch, step / (EPOCHS * len(batches)))
                if step % 50 == 0:
                    spent = time.monotonic() - began
                    print(f"{step}/{EPOCHS * len(batches)} loss {lost:.3f} {spent:.0f} s", flush=True)
            curve.append(self.looked())
            print(epoch, curve[-1], flush=True)
            save_file(weights_of(self.network), self.given.to / "model.safetensors")
        self._record(curve, step, (time.monotonic() - began) / 60)

    def _batches(self) -> list[list[list[Pair]]]:
        """Chunks of one source each, three to a batch, in any order."""
        chunks = []
        for source in self.vectors:
            own = [pair for pair in self.pairs if pair.source == source]
            self.chance.shuffle(own)
            chunks += [own[at : at + CHUNK] for at in range(0, len(own), CHUNK)]
        self.chance.shuffle(chunks)
        each = BATCH // CHUNK
        return [chunks[at : at + each] for at in range(0, len(chunks), each)]

    def _step(self, batch: Sequence[Sequence[Pair]], passed: float) -> float:
        self.network.train()
        for group, base in zip(self.optimiser.param_groups, self.bases, strict=True):
            group["lr"] = base * min(passed / WARM, (1 - passed) / (1 - WARM))
        questions = [self._said(pair.question) for chunk in batch for pair in chunk]
        found = self.encoded(questions).split([len(chunk) for chunk in batch])
        lost = torch.cat([self._lost(rows, chunk) for rows, chunk in zip(found, batch, strict=True)]).mean()
        self.optimiser.zero_grad(set_to_none=True)
        lost.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimiser.step()
        return float(lost.detach())

    def _lost(self, rows: Tensor, chunk: Sequence[Pair]) -> Tensor:
        """Minus the logarithm of the share that the right passages have among all of the source."""
        logits = rows @ self.vectors[chunk[0].source].T * self.scale.exp()
        right = [torch.logsumexp(row[list(pair.right)], 0) for row, pair in zip(logits, chunk, strict=True)]
        return torch.logsumexp(logits, 1) - torch.stack(right)

    def _said(self, question: str) -> str:
        if self.chance.random() >= KEYWORDS:
            return question
        words = [word for word in question.rstrip("?. ").split() if word.lower().strip(",;") not in STOP_WORDS]
        return " ".join(words) or question

    def encoded(self, questions: Sequence[str]) -> Tensor:
        """Vectors of unit length, (questions, dims): the mean of the tokens', as the embedding model's."""
        rows = [self.tokens.encode(question).ids[:TOKENS] for question in questions]
        ids = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
        real = torch.zeros_like(ids, dtype=torch.bool)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = torch.tensor(row)
            real[at, : len(row)] = True
        hidden = self.network.hidden(ids, torch.zeros_like(ids), real) * real[..., None]
        return functional.normalize(hidden.sum(1), dim=1)

    def looked(self) -> Curve:
        """How the questions kept out find their passages now."""
        self.network.eval()
        ranks = []
        order = sorted(self.kept, key=lambda pair: len(pair.question))
        with torch.inference_mode():
            for at in range(0, len(order), BATCH):
                some = order[at : at + BATCH]
                for row, pair in zip(self.encoded([pair.question for pair in some]), some, strict=True):
                    ranks.append(_rank((self.vectors[pair.source] @ row).numpy(), pair.right))
        found = np.array(ranks)
        return Curve({k: round(float((found <= k).mean()), 4) for k in DEPTHS}, round(float((1 / found).mean()), 4))

    def _record(self, curve: Sequence[Curve], steps: int, minutes: float) -> None:
        record = {
            "seed": self.given.seed,
            "questions_sha256": hashlib.sha256((self.given.pairs / QUESTIONS).read_bytes()).hexdigest(),
            "body_sha256": hashlib.sha256((self.given.body / "model.safetensors").read_bytes()).hexdigest(),
            "kept_out": "documents" if self.given.leave is None else f"folders, from {self.given.leave}",
            "questions": len(self.pairs),
            "questions_kept_out": len(self.kept),
            "steps": steps,
            "batch": BATCH,
            "rate": RATE,
            "scale": round(float(self.scale.exp().detach()), 1),
            "curve_on_what_is_kept_out": [one._asdict() for one in curve],
            "minutes": round(minutes, 1),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, torch {torch.__version__}",
        }
        (self.given.to / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _left_out(pairs: Sequence[Pair], leave: int | None) -> Callable[[Pair], bool]:
    if leave is None:
        return lambda pair: document_kept_out(pair.group)
    folders = sorted({pair.source for pair in pairs} - set(GENERAL))[leave::CHOOSING_ASKED]
    return lambda pair: pair.source in folders


def _rank(cosines: NDArray[np.float32], right: Sequence[int]) -> int:
    return int((cosines > cosines[list(right)].max()).sum()) + 1


if __name__ == "__main__":
    main()
