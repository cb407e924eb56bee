"""What the query encoder gains: the same questions over the same vectors with and without it, paired.

    python evaluation/query/compare.py --sets WORK --exams WORK --folders WORK

Sets are those of KTS_SHARED_DATA in the layout of BEIR (nDCG@10 by document), exams those of `evaluation/answers`, of
which nothing was trained on, folders those of `training/reader/asked`, of which the documents count that were kept out.
Of exams and folders the measure is the reciprocal rank of the first passage of the judged file that holds the judged
words. What is not indexed under WORK is made there. Prints the table of `figures.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.evaluate.metrics import evaluate_run
from kts.evaluate.qrels import read_collection
from kts.evaluate.significance import paired_bootstrap
from kts.workspace import Workspace

sys.path.insert(0, str(Path(__file__).parents[2] / "training" / "reader"))  # before the library `build`
from asked import FOLDERS
from examples import SHARED
from statements import document_kept_out

sys.path.append(str(Path(__file__).parents[1] / "answers"))
from strangers import FIRMS, REAL, holds, made
from strangers import HERE as EXAMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SETS = ("scifact", "squad2-halfdev", "hotpotqa-100", "musique-100")
MODES = ("dense", "hybrid")
WITHOUT = {"embed.query_encoder": "none"}
DEPTH = 30
"""Passages looked at."""


class Row(NamedTuple):
    """The mean of a set without and with the encoder, and the 95 % interval of the paired difference."""

    name: str
    mode: str
    questions: int
    without: float
    with_: float
    low: float
    high: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--sets", "--exams", "--folders"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    print("| set | mode | questions | without | with | difference |\n|---|---|---|---|---|---|")
    for row in chain(_sets(given.sets), _exams(given.exams), _folders(given.folders)):
        difference = f"{row.with_ - row.without:+.3f} [{row.low:+.3f}, {row.high:+.3f}]"
        figures = f"{row.without:.3f} | {row.with_:.3f} | {difference}"
        print(f"| {row.name} | {row.mode} | {row.questions} | {figures} |", flush=True)


def _sets(work: Path | None) -> Iterator[Row]:
    from kts.cli.eval_ import indexed, timed

    for name in SETS if work else ():
        collection = read_collection(SHARED / name)
        workspace, names = indexed(SHARED / name / "corpus.jsonl", work / name)
        with workspace, workspace.changed(WITHOUT) as other:
            for mode in MODES:
                runs = [timed(one, collection.judged, names, DEPTH, mode=mode)[0] for one in (other, workspace)]
                found = [evaluate_run(collection.qrels, run).per_query for run in runs]
                yield _row(name, mode, *({key: one["ndcg@10"] for key, one in each.items()} for each in found))


def _exams(work: Path | None) -> Iterator[Row]:
    for name in (*REAL, *FIRMS) if work else ():
        made(work / name, listed=EXAMS / f"{name}.files.json", folder=EXAMS / name)
        asked = [row for row in _lines(EXAMS / f"{name}.questions.jsonl") if row["answerable"]]
        yield from _compared(name, {name: (work / name, asked)})


def _folders(work: Path | None) -> Iterator[Row]:
    found = {}
    for folder in sorted(path for path in FOLDERS.iterdir() if path.is_dir()) if work else ():
        made(work / folder.name, listed=folder / "files.json", folder=folder / "docs")
        rows = [row for row in _lines(folder / "questions.jsonl") if row["answerable"]]
        found[folder.name] = (
            work / folder.name,
            [row for row in rows if document_kept_out(f"{folder.name}/{row['file']}")],
        )
    if found:
        yield from _compared(f"{len(found)} folders", found)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _compared(name: str, asked: Mapping[str, tuple[Path, Sequence[Mapping[str, Any]]]]) -> Iterator[Row]:
    """The mean over the questions of all indexes, in each mode."""
    for mode in MODES:
        without: dict[str, float] = {}
        with_: dict[str, float] = {}
        for key, (kb, rows) in asked.items():
            with Workspace.open(str(kb)) as workspace, workspace.changed(WITHOUT) as other:
                for found, one in ((without, other), (with_, workspace)):
                    found.update({f"{key} {at}": _rank(one, row, mode) for at, row in enumerate(rows)})
        yield _row(name, mode, without, with_)


def _rank(base: Workspace, row: Mapping[str, Any], mode: str) -> float:
    """The reciprocal rank of the first passage of the judged file that holds the judged words; 0 where none does."""
    quotes = [row["quote"], *row.get("also", ())]
    found = base.search(row["question"], k=DEPTH, per_document=DEPTH, mode=mode).results
    for rank, one in enumerate(found, 1):
        own = Path(one.citation.path).name == Path(row.get("file") or one.citation.path).name
        if own and any(holds(quote, one.hit.passage.text) for quote in quotes):
            return 1 / rank
    return 0.0


def _row(name: str, mode: str, without: dict[str, float], with_: dict[str, float]) -> Row:
    found = paired_bootstrap({"": [with_[key] - without[key] for key in sorted(without)]})
    means = [float(np.mean(list(one.values()))) for one in (without, with_)]
    return Row(name, mode, len(without), *means, found.low, found.high)


if __name__ == "__main__":
    main()
