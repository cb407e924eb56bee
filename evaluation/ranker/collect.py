"""The candidates of every judged question with their signals, a compressed JSON file a set."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judged import ROOT, held, sets

if TYPE_CHECKING:
    from judged import Judged, JudgedSet

    from kts.workspace import Workspace
    from kts.workspace.training import Asked, Example

sys.path.insert(0, str(ROOT / "src"))


def main() -> None:
    """Index what is not indexed yet, and collect."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--to", type=Path, required=True)
    options.add_argument("--only", nargs="*", default=())
    options.add_argument("--held", action="store_true", help="the held half of the samples, for fit.py --held")
    given = options.parse_args()
    shared = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
    for one in held() if given.held else sets(shared, given.to / "made"):
        if given.only and one.name not in given.only:
            continue
        found = list(_collected(one, given.to))
        with gzip.open(given.to / f"{one.name}.json.gz", "wt", encoding="utf-8") as stream:
            json.dump(found, stream)
        print(one.name, len(found))


def _collected(one: JudgedSet, place: Path) -> list[dict[str, Any]]:
    workspace, names = _indexed(one, place / "indexes" / one.name)
    with workspace:
        examples = workspace.examples([_asked(question, names) for question in one.questions])
    return [
        _line(one, question, example)
        for question, example in zip(one.questions, examples, strict=True)
        if example.grades
    ]


def _indexed(one: JudgedSet, place: Path) -> tuple[Workspace, dict[str, str]]:
    from kts.cli.eval_ import indexed
    from kts.workspace import Workspace

    if one.corpus:
        workspace, names = indexed(one.corpus, place)
        return workspace, dict(names)
    workspace = Workspace.create(str(place / "index"), environment={**os.environ, "KTS_INGEST_VIEWS": "false"})
    workspace.ingest([str(one.folder)])
    return workspace, {}


def _asked(question: Judged, names: dict[str, str]) -> Asked:
    from kts.types import Filter
    from kts.workspace.training import Asked

    def grade(path: str, text: str, start: int, end: int) -> float:
        return question.grade(names.get(path, path), text, start, end)

    filters = Filter(document=(question.document,)) if question.document else Filter()
    return Asked(question.text, grade, filters)


def _line(one: JudgedSet, question: Judged, example: Example) -> dict[str, Any]:
    from kts.search.signals import JUDGED

    return {
        "columns": {name: [round(value, 4) for value in example.columns[name]] for name in JUDGED},
        "grades": list(example.grades),
        "documents": list(example.documents),
        "best": list(question.best),
        "per_document": one.per_document,
    }


if __name__ == "__main__":
    main()
