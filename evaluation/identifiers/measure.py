"""Ask the identifiers exam: `measure.py EXAM NAME=KB... [--mode MODE] [--json FILE]`.

A question is right when the passage at rank 1 is of a gold place's document and holds its line.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))


def main() -> None:
    """Print shares by set, variant and split, and the questions that were missed."""
    exam, *rest = sys.argv[1:]
    kbs = dict(argument.split("=", 1) for argument in rest if "=" in argument)
    mode = rest[rest.index("--mode") + 1] if "--mode" in rest else None
    questions = [json.loads(line) for line in Path(exam).read_text(encoding="utf-8").splitlines()]
    shares: dict[str, list[bool]] = defaultdict(list)
    for question, right in answered(questions, kbs, mode):
        many = "3+ documents" if question["documents"] >= 3 else "1-2 documents"
        for name in (question["set"], question["variant"], question["split"], many, "all"):
            shares[name].append(right)
    figures = {name: {"questions": len(of), "right": sum(of) / len(of)} for name, of in sorted(shares.items())}
    for name, figure in figures.items():
        print(f"{name:<20} {figure['right']:.3f} of {figure['questions']}")
    if "--json" in rest:
        path = Path(rest[rest.index("--json") + 1])
        path.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def answered(questions: list[dict[str, Any]], kbs: dict[str, str], mode: str | None) -> Any:
    """(question, whether rank 1 is right)."""
    from kts.workspace import Workspace

    for name, kb in kbs.items():
        with Workspace.open(kb) as workspace:
            for question in questions:
                if question["set"] == name:
                    found = workspace.search(question["question"], k=1, mode=mode).results
                    right = bool(found) and is_right(question, found[0])
                    if not right:
                        at = f"{found[0].citation.path}: {found[0].snippet[:80]!r}" if found else "nothing"
                        print(
                            f"  missed {question['variant']:<12} {question['question']!r} ({question['surface']}) {at}"
                        )
                    yield question, right


def is_right(question: dict[str, Any], found: Any) -> bool:
    """Whether a result is a gold place."""
    text = found.hit.passage.text
    return any(place["path"] == found.citation.path and place["line"] in text for place in question["gold"])


if __name__ == "__main__":
    main()
