"""Questions about reports that come in a series: the newest of them, each in turn, and one of a time.

    kts ingest evaluation/answers/reports --kb KB
    python evaluation/answers/reports.py KB

Right: the first statements, as many as a question has answers, hold each of them and nothing that is another period's.
Sure: the verdict is `answered` or `conflicting`; `partly` counts as doubtful.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import kts

SURE = ("answered", "conflicting")


def main() -> None:
    """Print each question with what became of it, and the counts."""
    workspace, counts = kts.open(sys.argv[1]), Counter[str]()
    for line in Path(__file__).with_name("reports.jsonl").read_text("utf-8").splitlines():
        asked = json.loads(line)
        answer = workspace.ask(asked["question"], record=False)
        texts = [" ".join(claim.text.split()) for claim in answer.claims]
        came = became(texts, asked["answer"], asked.get("not", ()), sure=answer.verdict in SURE)
        counts[came] += 1
        print(f"{asked['id']}  {came:28}  {asked['question']}  ->  {' | '.join(texts)[:300]}")
    print("  ".join(f"{name} {count}" for name, count in sorted(counts.items())))


def became(texts: list[str], wanted: list[str], others: list[str], *, sure: bool) -> str:
    """What became of a question, by the statements of its answer."""
    if not wanted:
        return f"unanswerable, {'sure' if sure else 'doubtful' if texts else 'declined'}"
    first = " | ".join(texts[: len(wanted)])
    right = all(one in first for one in wanted) and not any(one in first for one in others)
    later = all(one in " | ".join(texts) for one in wanted)
    place = "right" if right else "later" if later else "wrong" if texts else "declined"
    return place if place == "declined" else f"{place}, {'sure' if sure else 'doubtful'}"


if __name__ == "__main__":
    main()
