"""Whether the side of a thing that a question asks for is what answers: fix, impact, diagnosis, meaning of an alert.

    kts ingest ../shared/data/openshift-runbooks --kb KB
    python evaluation/answers/sides.py --kb KB --runbooks ../shared/data/openshift-runbooks --to FILE.json

The runbooks have one alert a page and the same four headings. Nothing is judged by hand: an answer is right when its
first claim is cited from under the heading that was asked for, on the alert's own page. Beside it the same without the
rule that lets a section answer (`kts.answer.choose.aspects`).
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from kts.answer.choose import pick
from kts.answers import GIVEN
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Answer

QUESTIONS = {
    "How do I fix {}?": "Mitigation",
    "What should I do when {} fires?": "Mitigation",
    "Steps to resolve {}": "Mitigation",
    "What is the impact of {}?": "Impact",
    "How do I diagnose {}?": "Diagnosis",
    "What does {} mean?": "Meaning",
}
SHORTEST = 15
"""Words of a section below which it says nothing of its own."""
BEGINNING = 60
"""Characters of a quote by which it is found again."""


def main() -> None:
    """Ask, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kb", required=True)
    parser.add_argument("--runbooks", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=60, help="pages at most, drawn at random")
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    drawn = sorted(pages(given.runbooks))
    random.Random(5).shuffle(drawn)
    whole = pick.SIDE
    found = {}
    with Workspace.open(given.kb) as workspace:
        for name, units in (("without", 0), ("with", whole)):
            pick.SIDE = units
            found[name] = asked(workspace, drawn[: given.limit])
    print(json.dumps(found, indent=1))
    if given.to:
        given.to.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def pages(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """(alert, text of each of the four sections) of the pages that have all four."""
    for path in folder.rglob("*.md"):
        parts = re.split(r"(?m)^## ", path.read_text(encoding="utf-8"))[1:]
        sections = {heading.strip(): _flat(body) for heading, _, body in (part.partition("\n") for part in parts)}
        if all(len(sections.get(heading, "").split()) >= SHORTEST for heading in QUESTIONS.values()):
            yield path.stem, sections


def asked(workspace: Workspace, drawn: list[tuple[str, dict[str, str]]]) -> dict[str, dict[str, float]]:
    """Shares of the pages, by question: answered at all, and the lead from the section asked for."""
    said, right = Counter[str](), Counter[str]()
    for alert, sections in drawn:
        for question, heading in QUESTIONS.items():
            answer = workspace.ask(question.format(alert))
            said[question] += answer.verdict in GIVEN
            right[question] += _leads(answer, alert, sections[heading])
    return {
        question: {
            "pages": len(drawn),
            "answered": round(said[question] / len(drawn), 3),
            "right": round(right[question] / len(drawn), 3),
        }
        for question in QUESTIONS
    }


def _leads(answer: Answer, alert: str, section: str) -> bool:
    cited = answer.claims[0].citations if answer.claims else ()
    return any(Path(one.path).stem == alert and _flat(one.quote)[:BEGINNING] in section for one in cited)


def _flat(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
