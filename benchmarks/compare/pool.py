"""KTS against each system over several sets at once, from the runs that compare.py kept; each set counts the same.

`pool.py SET... [--results FOLDER]` appends one JSON line a system that was measured on all of them.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.extend([str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2] / "src")])

from systems import OURS, SYSTEMS
from task import CACHE

from corpus import shared

if TYPE_CHECKING:
    from kts.evaluate.metrics import Evaluation

KEPT = ("difference", "low", "high", "p", "wins", "losses", "ties")


def main() -> None:
    """Judge the kept runs again, compare over all sets, append and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sets", nargs="+", metavar="SET", help="a name under KTS_SHARED_DATA, or a folder")
    parser.add_argument("--results", type=Path, default=Path(__file__).with_name("results"))
    options = parser.parse_args()
    found = {folder.name: evaluations(folder) for folder in map(_folder, options.sets)}
    lines = pooled(found)
    path = options.results / f"{dt.datetime.now(dt.UTC).date().isoformat()}.jsonl"
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line, sort_keys=True) + "\n" for line in lines)
    for line in lines:
        print(line["system"], *(f"{line['ours_less_this'][key]:+.4f}" for key in KEPT[:4]))


def _folder(name: str) -> Path:
    folder = Path(name) if Path(name).is_dir() else shared(name)
    return folder or sys.exit(f"the set {name} is absent: set KTS_SHARED_DATA to the folder that holds it")


def evaluations(folder: Path) -> dict[str, Evaluation]:
    """Each system's kept run of a set, judged."""
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.qrels import read_collection
    from kts.evaluate.runs import read_run

    qrels = read_collection(folder).qrels
    runs = {name: CACHE / "runs" / folder.name / f"{name}.trec" for name in SYSTEMS}
    return {name: evaluate_run(qrels, read_run(run)) for name, run in runs.items() if run.is_file()}


def pooled(found: dict[str, dict[str, Evaluation]]) -> list[dict[str, Any]]:
    """Ours less each other, stratified by set: the mean of the sets' differences and its interval."""
    from kts.evaluate.report import compare

    lines = []
    for system in SYSTEMS:
        if system != OURS and all({OURS, system} <= rows.keys() for rows in found.values()):
            compared = compare({name: (rows[OURS], rows[system]) for name, rows in found.items()}).as_json()
            difference = {key: round(compared[key], 6) for key in KEPT}
            lines.append({"sets": sorted(found), "system": system, "ours_less_this": difference})
    return lines


if __name__ == "__main__":
    main()
