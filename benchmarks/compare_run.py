"""Compare runs written by `kts eval --run-out` with the committed baselines, paired and stratified by set.

`compare_run.py SET=RUN.trec [SET=RUN.trec ...]` prints a table and the comparison; it exits with 4 where ours
is significantly worse.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from baselines import SYSTEMS, path_of
from corpus import shared
from kts.evaluate.metrics import Evaluation, evaluate_run
from kts.evaluate.qrels import read_collection
from kts.evaluate.report import compare, table
from kts.evaluate.runs import read_run

if TYPE_CHECKING:
    from collections.abc import Sequence

WORSE = 4  # the exit code of a check that did not pass


def main(arguments: Sequence[str]) -> int:
    """Compare with each system and print."""
    runs = dict(argument.split("=", 1) for argument in arguments)
    ours = {name: _ours(name, Path(path)) for name, path in runs.items()}
    theirs = {system: {name: _baseline(name, system) for name in runs} for system in SYSTEMS}
    print(table({f"{name} {side}": row[name] for name in runs for side, row in [("ours", ours), *theirs.items()]}))
    found = {system: compare({name: (ours[name], row[name]) for name in runs}) for system, row in theirs.items()}
    for system, comparison in found.items():
        print(f"{system}: {comparison.as_text()}")
    return WORSE if any(comparison.significance.high < 0 for comparison in found.values()) else 0


def _ours(name: str, run: Path) -> Evaluation:
    folder = shared(name)
    if folder is None:
        sys.exit(f"the set {name} is absent: set KTS_SHARED_DATA to the folder that holds it")
    return evaluate_run(read_collection(folder).qrels, read_run(run))


def _baseline(name: str, system: str) -> Evaluation:
    found = json.loads(path_of(name, system).read_text(encoding="utf-8"))
    per_query = {query: {"ndcg@10": value} for query, value in found["ndcg@10"].items()}
    return Evaluation(means=found["means"], per_query=per_query, queries=found["queries"])


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
