"""What the stages of a question cost, and what a filter costs: CPU milliseconds of warm questions.

    python evaluation/ablation/cost.py KB QUESTIONS.jsonl [--limit 100]

KB is an index with vectors; QUESTIONS.jsonl has a `text` or a `question` a line. Writes cost.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.types import Filter
    from kts.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
FIRST = ("open", "model", "embed", "dense", "retrieve", "read", "total")
"""What is the embedding, the first stage and the reading of what is shown; all else are stages of the question."""
LANGUAGE = "en"
"""The filter: a language that most documents have, so that as much is scored as without it."""
SHOWN = 10


def main() -> None:
    """Measure and write the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("kb")
    options.add_argument("questions", type=Path)
    options.add_argument("--limit", type=int, default=100)
    given = options.parse_args()
    lines = [json.loads(line) for line in given.questions.read_text(encoding="utf-8").splitlines()]
    texts = [one.get("text") or one["question"] for one in lines][: given.limit]
    page = _measured(given.kb, texts)
    (Path(__file__).parent / "cost.md").write_text(page, encoding="utf-8")
    print(page)


def _measured(kb: str, texts: Sequence[str]) -> str:
    import kts
    from kts import trace
    from kts.types import Filter

    trace.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[attr-defined]  # CPU, not the clock
    with kts.open(kb) as found, found.changed({"search.mode": "hybrid"}) as workspace:
        passages = workspace.status().passages
        for text in texts[:5]:
            workspace.rank(text, k=SHOWN, per_document=1)
        spent = [_stages(workspace, text) for text in texts]
        filtered = [_ratio(workspace, text, Filter(language=(LANGUAGE,))) for text in texts]
    return _page(passages, spent, filtered)


def _stages(workspace: Workspace, text: str) -> dict[str, float]:
    from kts.trace import record

    with record() as timings:
        workspace.rank(text, k=SHOWN, per_document=1)
    return dict(timings)


def _ratio(workspace: Workspace, text: str, filters: Filter) -> tuple[float, float]:
    """CPU of a question with the filter and without, in turns so that neither profits from what the other read."""
    turns: tuple[Callable[[], object], ...] = (
        lambda: workspace.search(text, k=SHOWN, filters=filters),
        lambda: workspace.search(text, k=SHOWN),
    )
    best = [float("inf"), float("inf")]
    for turn in (0, 1, 1, 0):
        began = time.process_time()
        turns[turn]()
        best[turn] = min(best[turn], (time.process_time() - began) * 1000)
    return best[0], best[1]


def _page(passages: int, spent: Sequence[dict[str, float]], filtered: Sequence[tuple[float, float]]) -> str:
    names = sorted({name for one in spent for name in one})
    over = [sum(value for name, value in one.items() if name not in FIRST) for one in spent]
    lines = [
        "# What the stages of a question cost",
        "",
        f"{datetime.now(UTC).date()}, {passages} passages, {len(spent)} questions, warm; CPU milliseconds. `cost.py`.",
        "",
        "| what | p50 | p95 |",
        "|---|---|---|",
        *(f"| {name} | {_spread([one.get(name, 0.0) for one in spent])} |" for name in names),
        f"| **all stages over embedding and first stage** | {_spread(over)} |",
        "",
    ]
    ratios = sorted(one / other for one, other in filtered)
    with_filter, without = (sorted(pair[at] for pair in filtered)[len(filtered) // 2] for at in (0, 1))
    lines.append(
        f"A search filtered by language, with citations: {with_filter:.2f} ms, {without:.2f} without the filter; "
        f"median of the pairs' ratios {ratios[len(ratios) // 2]:.2f}."
    )
    return "\n".join(lines) + "\n"


def _spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.2f} | {ordered[int(len(ordered) * 0.95)]:.2f}"


if __name__ == "__main__":
    main()
