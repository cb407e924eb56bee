"""Train the entailment model: from the shipped reader on, over pairs of statements that only reading tells apart.

    python training/entailment/train_entailment.py --start models/reader --to build/entailment

A step reads a few documents' items: each claim with the statement that supports it, with the twin that contradicts it,
and with another statement that says nothing of it, and a claim that both leave open. Three classes by cross entropy;
besides, of two twins the one that supports a claim is to have the greater logit, and of two claims the one that a
statement supports.
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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from pairs import HERE, kept_out, read, turned
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

sys.path.insert(0, str(HERE.parent / "reader"))
from network import WIDTH, Network, load, weights_of
from train import DECAY, RATE, groups_of, height
from train_statements import widened

from kts.answer.claims.entailed import UNDER
from kts.answer.units.window import headed
from kts.entail.labels import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pairs import Twins

ITEMS, EPOCHS = 12, 1
"""Items of a step, and how often all are read: defaults, nothing was searched for."""
DROPPED = 0.0
"""Share of the numbers that is dropped: none, for hardly an item is read twice, and little is learnt by heart."""
APART = 0.5
"""Weight of the comparison of twins beside the cross entropy."""
COPIED = 0.2
"""Share of the items whose statements are also read with their own words: what differs is found first there."""
UNSAID = 0.6
"""Share of the items that are read with a statement that says nothing of a claim."""
STRANGE = 0.4
"""Share of those that are read with a statement of another document, the one of `DRAWN` that shares most words."""
DRAWN = 40
BARE = 0.25
"""Share of the items that are read without title and heading: not every document says them."""
MOST = 160
"""Tokens of a pair."""
YES, NEITHER, NO = map(CLASSES.index, ("entailment", "neutral", "contradiction"))


class Row(NamedTuple):
    """A pair to be read and its class."""

    premise: str
    claim: str
    label: int


class Judge(nn.Module):
    """The body of the reader with one head of three classes over its first token."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        """The head begins anew unless the weights have one."""
        super().__init__()
        self.network = load(Network(), weights)
        self.inner, self.head = nn.Linear(5 * WIDTH, WIDTH), nn.Linear(WIDTH, len(CLASSES))
        for part in (self.inner, self.head):
            nn.init.normal_(part.weight, std=0.02)
            nn.init.zeros_(part.bias)
        own = {name.removeprefix("entailment."): value for name, value in weights.items() if "entailment." in name}
        if own:
            self.load_state_dict(own, strict=False)

    def forward(self, ids: torch.Tensor, sides: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        """(pairs, tokens) to logits (pairs, classes)."""
        given = self.network.hidden(ids, sides, real)
        claim, stated = _mean(given, (sides == 0) & real), _mean(given, (sides == 1) & real)
        both = torch.cat([given[:, 0], stated, claim, (stated - claim).abs(), stated * claim], -1)
        logits: torch.Tensor = self.head(torch.tanh(self.inner(both)))
        answered = self.network.answerable(given[:, 0])
        return logits + functional.pad(answered, (YES, len(CLASSES) - 1 - YES))


def _mean(given: torch.Tensor, of: torch.Tensor) -> torch.Tensor:
    """The mean of some tokens of each pair, (pairs, width)."""
    weights = of.float()[..., None]
    return (given * weights).sum(1) / weights.sum(1)


def main() -> None:
    """Train, choose nothing, write what was done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", type=Path, required=True, help="folder of a shipped reader")
    parser.add_argument("--weights", type=Path, help="weights to go on from")
    parser.add_argument("--pairs", type=Path, default=HERE / "pairs")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(int(os.environ.get("THREADS", "2")))
    torch.manual_seed(given.seed)
    Training(given).run()


class Training:
    """A run: network, optimiser, plan of steps, and the documents that are kept out of them."""

    def __init__(self, given: argparse.Namespace) -> None:
        """The plan is fixed by the seed before the first step."""
        self.given = given
        self.tokenizer = Tokenizer.from_file(str(given.start / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST, strategy="only_second")
        items = list(read(given.pairs))
        self.kept, self.items = [one for one in items if kept_out(one)], [one for one in items if not kept_out(one)]
        self.documents: dict[str, list[Twins]] = {}
        for one in self.items:
            self.documents.setdefault(one.group, []).append(one)
        self.others = list(turned())
        self.judge = Judge(load_file(given.weights) if given.weights else widened(given.start))
        for part in (self.judge.network.word, self.judge.network.place):
            part.requires_grad_(requires_grad=False)
        for part in self.judge.modules():
            if isinstance(part, nn.Dropout):
                part.p = DROPPED
        self.chance = random.Random(given.seed)
        self.plan = list(_steps(self.items, self.chance, given.epochs))
        heads = [*self.judge.inner.parameters(), *self.judge.head.parameters()]
        groups = [*groups_of(self.judge.network), {"params": heads, "lr": 3 * RATE, "weight_decay": DECAY}]
        self.optimiser = torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.98), weight_decay=DECAY)
        self.bases = [group["lr"] for group in self.optimiser.param_groups]
        self.curve: list[dict[str, Any]] = []

    def run(self) -> None:
        """All steps, a look at the documents kept out after each sixth."""
        began, sums = time.monotonic(), []
        print(json.dumps(self.looked()), flush=True)
        marks = {len(self.plan) * part // 6 for part in range(1, 7)}
        print(len(self.items), "items,", len(self.kept), "kept out,", len(self.plan), "steps", flush=True)
        for at, batch in enumerate(self.plan):
            sums.append(self._step(batch, at))
            if at % 50 == 49:
                spent = (time.monotonic() - began) / 60
                left = spent / (at + 1) * (len(self.plan) - at - 1)
                print(f"{at + 1} loss {np.mean(sums[-50:]):.3f} {spent:.1f} min, {left:.0f} left", flush=True)
            if at + 1 in marks:
                self.curve.append({"step": at + 1, **self.looked()})
                print(json.dumps(self.curve[-1]), flush=True)
                save_file(weights_of_judge(self.judge), self.given.to / "model.safetensors")
        self._record((time.monotonic() - began) / 60)

    def _step(self, batch: Sequence[Twins], at: int) -> float:
        self.judge.train()
        for group, base in zip(self.optimiser.param_groups, self.bases, strict=True):
            group["lr"] = base * height(at, len(self.plan))
        fours = [four for one in batch for four in self._fours(one)]
        rows = [row for four in fours for row in four] + [row for one in batch for row in self._neither(one)]
        logits = self._logits(rows)
        lost = functional.cross_entropy(logits, torch.tensor([row.label for row in rows]))
        said = (logits[:, YES] - logits[:, NO])[: 4 * len(fours)].view(-1, 4)
        apart = said[:, [0, 3]][:, :, None] - said[:, [1, 2]][:, None, :]
        lost = lost - APART * functional.logsigmoid(apart).mean()
        self.optimiser.zero_grad(set_to_none=True)
        lost.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.judge.parameters(), 1.0)
        self.optimiser.step()
        return float(lost.detach())

    def _fours(self, one: Twins) -> Iterator[list[Row]]:
        """Both statements with both claims; besides, at times, with what stands around the words that differ."""
        above = () if self.chance.random() < BARE else one.above
        both = [premise(above, text) for text in one.statements]
        yield _four(both, one.claims)
        if self.chance.random() < COPIED:
            yield _four(both, _around(one.statements, self.chance))

    def _neither(self, one: Twins) -> Iterator[Row]:
        """The claim that both leave open; a claim with another statement, of its document or another."""
        if one.unsaid:
            yield from (Row(premise(one.above, text), one.unsaid, NEITHER) for text in one.statements)
        if self.chance.random() < UNSAID:
            claim = self.chance.choice(one.claims)
            text = self._strange(one, claim) if self.chance.random() < STRANGE else self._beside(one)
            yield Row(premise(one.above, text), claim, NEITHER)

    def _beside(self, one: Twins) -> str:
        own = [other for other in self.documents[one.group] if other != one]
        return self.chance.choice(self.chance.choice(own or self.items).statements)

    def _strange(self, one: Twins, claim: str) -> str:
        said = set(claim.lower().split())
        drawn = [other for other in self.chance.sample(self.items, DRAWN) if other.group != one.group]
        best = max(drawn, key=lambda other: len(said & set(other.statements[0].lower().split())))
        return self.chance.choice(best.statements)

    def _logits(self, rows: Sequence[Row]) -> torch.Tensor:
        found = self.tokenizer.encode_batch([(row.claim, row.premise) for row in rows])
        longest = max(len(one.ids) for one in found)
        ids = torch.zeros(len(rows), longest, dtype=torch.long)
        sides, real = torch.zeros_like(ids), torch.zeros(len(rows), longest, dtype=torch.bool)
        for at, one in enumerate(found):
            ids[at, : len(one.ids)], real[at, : len(one.ids)] = torch.tensor(one.ids), True
            sides[at, : len(one.ids)] = torch.tensor(one.type_ids)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self.judge(ids, sides, real).float()  # type: ignore[no-any-return]

    def looked(self) -> dict[str, float]:
        """On documents kept out, and on other authors' claims: how often the right one of two twins is told."""
        self.judge.eval()
        kept = []
        with torch.inference_mode():
            for one in self.kept:
                both = [premise(one.above, text) for text in one.statements]
                logits = self._logits([Row(text, claim, 0) for text in both for claim in one.claims])
                said = (logits[:, YES] - logits[:, NO]).tolist()
                twins = [said[0] > said[2], said[3] > said[1]]
                claims = [said[0] > said[1], said[3] > said[2]]
                signs = [said[0] > 0, said[3] > 0, said[1] < 0, said[2] < 0]
                same = self._logits([Row(text, claim, 0) for text in one.claims for claim in one.claims])
                alike = (same[:, YES] - same[:, NO]).tolist()
                equal = [alike[0] > alike[2], alike[3] > alike[1]]
                kept.append((np.mean(twins), np.mean(claims), np.mean(signs), np.mean(equal)))
            told = []
            for other in self.others[::3]:
                rows = [Row(premise(other.above, text), other.claim, 0) for text in (other.holds, other.fails)]
                found = self._logits(rows)
                holds, fails = (found[:, YES] - found[:, NO]).tolist()
                told.append(float(holds > fails))
        named = dict(zip(("twin", "claim", "sign", "equal"), np.mean(kept, axis=0), strict=True))
        named["others"] = np.mean(told)
        named["open"] = np.mean(list(self._told_open()))
        return {name: round(float(value), 3) for name, value in named.items()}

    @torch.inference_mode()
    def _told_open(self) -> Iterator[bool]:
        """Whether a claim that a statement supports is likelier supported than the one that it leaves open."""
        for one in self.kept:
            if one.unsaid:
                both = [premise(one.above, text) for text in one.statements]
                pairs = zip(both, one.claims, strict=True)
                logits = self._logits([Row(text, claim, 0) for text, said in pairs for claim in (said, one.unsaid)])
                held, left = logits.softmax(-1)[:, YES].view(2, 2).T.tolist()
                yield from (more > less for more, less in zip(held, left, strict=True))

    def _record(self, minutes: float) -> None:
        digest = hashlib.sha256()
        for path in sorted(self.given.pairs.glob("*.tsv")):
            digest.update(path.read_bytes())
        record = {
            "seed": self.given.seed,
            "pairs_sha256": digest.hexdigest(),
            "start_sha256": hashlib.sha256((self.given.start / "model.onnx").read_bytes()).hexdigest(),
            "items": len(self.items),
            "epochs": self.given.epochs,
            "steps": len(self.plan),
            "curve_on_documents_kept_out": self.curve,
            "minutes": round(minutes, 1),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, torch {torch.__version__}",
        }
        (self.given.to / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _four(both: Sequence[str], claims: Sequence[str]) -> list[Row]:
    return [
        Row(text, claim, YES if place == at else NO)
        for place, text in enumerate(both)
        for at, claim in enumerate(claims)
    ]


def _around(statements: tuple[str, str], chance: random.Random) -> tuple[str, str]:
    """The words in which two statements differ, with some before and behind them that are the same of both."""
    one, other = (text.split() for text in statements)
    before = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest = min(len(one), len(other)) - before
    behind = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    low, high = (chance.randint(min(least, most), most) for least, most in ((2, before), (2, behind)))
    cut = (words[before - low : len(words) - behind + high] for words in (one, other))
    first, second = (" ".join(words) for words in cut)
    return (first, second) if first and second else statements


def premise(above: Sequence[str], text: str) -> str:
    """A statement as the gate gives it to the model."""
    return headed(above, text, lambda words: len(words.split()), budget=UNDER) + text


def weights_of_judge(judge: Judge) -> dict[str, torch.Tensor]:
    """All weights: the body's under the names of its file, the head's two products beside them."""
    heads = {f"entailment.{name}": value for name, value in judge.state_dict().items() if not name.startswith("net")}
    return weights_of(judge.network) | {name: value.detach().clone().contiguous() for name, value in heads.items()}


def _steps(items: Sequence[Twins], chance: random.Random, epochs: float) -> Iterator[list[Twins]]:
    """Items of like length together, the steps in any order, each epoch anew."""
    left = epochs
    while left > 0:
        drawn = [one for one in items if chance.random() < left]
        order = sorted(drawn, key=lambda one: (len(one.statements[0]) // 40, chance.random()))
        found = [order[at : at + ITEMS] for at in range(0, len(order), ITEMS)]
        chance.shuffle(found)
        yield from found
        left -= 1


if __name__ == "__main__":
    main()
