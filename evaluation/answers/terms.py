"""When contracts end: the first statement of `kts ask` against CUAD's annotated expiration dates.

    kts ingest CUAD/contracts_txt --kb KB
    python evaluation/answers/terms.py --kb KB --cuad CUAD

Each contract of the index that has an annotation is asked three ways, alone. Right: the statement and an annotated
stretch begin alike, or one holds the beginning of the other.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kts.answers import GIVEN
from kts.types import Filter
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

QUESTIONS = ("When does this agreement expire?", "When does the agreement end?", "How long does this contract run?")
BEGINNING = 60
"""Characters that must agree: annotations and statements are cut differently."""


def annotated(cuad: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of each contract with an expiration date, and the stretches of text that give it."""
    for row in map(json.loads, (cuad / "qa.jsonl").read_text("utf-8").splitlines()):
        if row["category"] == "Expiration Date" and not row["unanswerable"]:
            with (cuad / "contracts_txt" / row["doc"]).open(encoding="utf-8", newline="") as stream:
                text = stream.read()
            yield row["doc"], tuple(_plain(text[slice(*_ends(span))]) for span in row["spans"])


def _ends(span: Any) -> tuple[int, int]:
    return (span["start"], span["end"]) if isinstance(span, dict) else (span[0], span[1])


def _plain(text: str) -> str:
    return " ".join(text.split())


def right(said: str, stretches: Sequence[str]) -> bool:
    """Whether a statement is of an annotated stretch."""
    text = _plain(said)
    return any(one[:BEGINNING] in text or text[:BEGINNING] in one for one in stretches)


def main() -> None:
    """Ask, and print a line a question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kb", required=True, help="index of CUAD's contracts, or of some of them")
    parser.add_argument("--cuad", required=True, type=Path, help="folder of CUAD")
    given = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    with Workspace.open(given.kb) as workspace:
        there = {one.path for one in workspace.files() if one.outcome == "ok"}
        for document, stretches in annotated(given.cuad):
            for question in QUESTIONS if document in there else ():
                answer = workspace.ask(question, record=False, filters=Filter(document=(document,)))
                counts[question, "asked"] += 1
                counts[question, "right"] += bool(answer.claims) and right(answer.claims[0].text, stretches)
                counts[question, "given"] += answer.verdict in GIVEN
    for question in QUESTIONS:
        told = ", ".join(f"{name} {counts[question, name]}" for name in ("asked", "right", "given"))
        sys.stdout.write(f"{question} {told}\n")


if __name__ == "__main__":
    main()
