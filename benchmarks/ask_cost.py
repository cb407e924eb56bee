"""What an answer costs over a search, warm, in one process: CPU milliseconds, question by question.

    python benchmarks/ask_cost.py KB QUESTIONS.jsonl [--limit 60] [--source FOLDER] [--profile] [--json]

KB is an index with vectors; its files should be where they were indexed, for an answer holds what it cites against
them. A line of QUESTIONS.jsonl has a `text` or a `question`. Each question is searched (ten results with citations) and
asked (recorded in the ledger, as it is by default), with the selector and without, each in two passes over
all questions (one that was just asked is answered from what is kept of it); the lower of the two counts. An ask that
takes its question apart, or looks twice, counts as it is: `plain` are the others.
`--source` measures another tree's `src`; `--profile` prints where the CPU of the asks goes.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from measure import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.workspace import Workspace

ROUNDS = 2
WARM = 5
"""Questions that are asked before anything counts."""
NO_SELECTOR = {"answer.selector": "none"}


def main() -> None:
    """Print a line a measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("kb")
    options.add_argument("questions", type=Path)
    options.add_argument("--limit", type=int, default=60)
    options.add_argument("--source", default=str(ROOT / "src"))
    options.add_argument("--profile", action="store_true")
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    sys.path.insert(0, given.source)
    lines = [json.loads(line) for line in given.questions.read_text(encoding="utf-8").splitlines()]
    texts = [one.get("text") or one["question"] for one in lines][: given.limit]
    if given.profile:
        profiled(given.kb, texts)
        return
    table = measured(given.kb, texts)
    print(json.dumps(table) if given.json else page(table))


def measured(kb: str, texts: Sequence[str]) -> dict[str, dict[str, float]]:
    """Median and 95th percentile of each call, and of what an ask costs over the search of the same question."""
    import kts

    with kts.open(kb) as plain, plain.changed(NO_SELECTOR) as unselected:
        calls = {"search": plain.search, "ask": plain.ask, "ask, no selector": unselected.ask}
        for text in texts[:WARM]:
            for call in calls.values():
                call(text)
        passes = [_turn(calls, texts, turn) for turn in range(ROUNDS)]
        spent = [{name: min(one[name][at] for one in passes) for name in calls} for at in range(len(texts))]
        passages = plain.status().passages
        simple = [one for one, text in zip(spent, texts, strict=True) if _once(plain, text)]
    table = {name: _spread([one[name] for one in spent]) for name in calls}
    for name in ("ask", "ask, no selector"):
        table[f"{name} over search"] = _spread([one[name] - one["search"] for one in spent])
        table[f"{name} over search, plain"] = _spread([one[name] - one["search"] for one in simple])
    return {"size": {"passages": passages, "questions": len(texts), "plain": len(simple)}, **table}


def _once(workspace: Workspace, text: str) -> bool:
    """Whether a question is one part, and searched once."""
    from kts.answer.gather import DEEPLY
    from kts.search.decompose import parts_of

    return len(parts_of(text)) < 2 and DEEPLY not in workspace.ask(text, record=False).notes


def _turn(calls: Mapping[str, Callable[[str], object]], texts: Sequence[str], turn: int) -> dict[str, list[float]]:
    """The CPU of every call for each question; who comes first changes with the turn."""
    return {name: [_spent(calls[name], text) for text in texts] for name in list(calls)[:: -1 if turn % 2 else 1]}


def _spent(call: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    call(text)
    return (time.process_time() - began) * 1000


def _spread(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": round(ordered[len(ordered) // 2], 1), "p95": round(ordered[int(len(ordered) * 0.95)], 1)}


def page(table: Mapping[str, Mapping[str, float]]) -> str:
    """The measures as a Markdown table."""
    size = table["size"]
    lines = [
        f"{size['passages']} passages, {size['questions']} questions ({size['plain']} plain); CPU milliseconds, warm.",
        "",
        "| what | p50 | p95 |",
        "|---|---|---|",
        *(f"| {name} | {one['p50']} | {one['p95']} |" for name, one in table.items() if name != "size"),
    ]
    return "\n".join(lines)


def profiled(kb: str, texts: Sequence[str]) -> None:
    """Print the functions in which the asks spend their time."""
    import kts

    with kts.open(kb) as workspace:
        for text in texts[:WARM]:
            workspace.ask(text)
        profile = cProfile.Profile(time.process_time)
        profile.enable()
        for text in texts:
            workspace.ask(text)
        profile.disable()
    pstats.Stats(profile).sort_stats("cumulative").print_stats(110)


if __name__ == "__main__":
    main()
