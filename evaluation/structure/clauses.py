"""Clause questions of cuad inside the named contract: `python evaluation/structure/clauses.py INDEX [--each N]`.

INDEX is one of the folder cuad/contracts_txt, or of some of its files. For every question that the contract answers,
the share of the labelled characters that the five best passages hold: for chunks alone, with names followed
(`--use-hierarchical`), for sections, and for sections cut off after as many characters as the chunks have together.
Each is paired with the chunks: mean difference and its 95 % interval (bootstrap over the questions, seeded).
"""

from __future__ import annotations

import argparse
import json
import os
import random
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import kts
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

BEST = 5
DRAWS = 10_000
SEED = 20_260_101
RUNS: Mapping[str, dict[str, Any]] = {
    "chunks": {"level": "chunk"},
    "names followed": {"level": "chunk", "hops": 3},
    "sections": {"level": "section"},
}
CUT = "sections, as many characters"


class Asked(NamedTuple):
    """A question about one contract, with the places of its answer: counts of visible characters before them."""

    contract: str
    text: str
    spans: tuple[tuple[int, int], ...]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("index")
    parser.add_argument("--each", type=int, default=1, help="every n-th question")
    options = parser.parse_args()
    with kts.open(options.index) as workspace:
        paths = {record.path: record for record in workspace.corpus().documents()}
        asked = questions({path.rpartition("/")[2] for path in paths})[:: options.each]
        counts = {path.rpartition("/")[2]: seen(workspace.corpus().text(one.key)) for path, one in paths.items()}
        rows: dict[str, list[tuple[float, int]]] = {name: [] for name in (*RUNS, CUT)}
        for one in asked:
            for name, row in measured(workspace, one, counts[one.contract]).items():
                rows[name].append(row)
    print(f"{len(asked)} questions about {len(counts)} contracts")
    print("| run | span recall of the top 5 | characters | difference to chunks [95 %] |\n|---|---|---|---|")
    base = [recall for recall, _ in rows["chunks"]]
    for name, row in rows.items():
        recalls = [recall for recall, _ in row]
        low, high = interval([ours - theirs for ours, theirs in zip(recalls, base, strict=True)])
        shown = fmean(size for _, size in row)
        gain = f"{fmean(recalls) - fmean(base):+.3f} [{low:+.3f}, {high:+.3f}]"
        print(f"| {name} | {fmean(recalls):.3f} | {shown:.0f} | {gain} |")


def questions(contracts: set[str]) -> list[Asked]:
    """Those of these contracts that have an answer, in the order of the file."""
    folder = Path(os.environ["KTS_SHARED_DATA"], "cuad")
    texts: dict[str, list[int]] = {}
    found = []
    for line in (folder / "qa.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["doc"] in contracts and row["spans"]:
            if row["doc"] not in texts:
                texts[row["doc"]] = seen((folder / "contracts_txt" / row["doc"]).read_bytes().decode("utf-8"))
            count = texts[row["doc"]]
            spans = tuple((count[span["start"]], count[span["end"]]) for span in row["spans"])
            found.append(Asked(row["doc"], f"{row['category']}: {row['question']}", spans))
    return found


def seen(text: str) -> list[int]:
    """How many characters that are no blanks stand before each place: the same however lines are broken."""
    return [0, *accumulate(not character.isspace() for character in text)]


def measured(workspace: Any, one: Asked, count: Sequence[int]) -> dict[str, tuple[float, int]]:
    """(recall, characters shown) of each run for a question."""
    found = {}
    for name, given in RUNS.items():
        narrowed = Filter(document=(one.contract,))
        results = workspace.search(one.text, k=BEST, per_document=BEST, filters=narrowed, mode="lexical", **given)
        spans = [hit.citation.span for hit in results.results]
        found[name] = (recall(one, ((count[span.start], count[span.end]) for span in spans)), characters(spans))
    room, spans = found["chunks"][1], []
    for hit in results.results:
        start, end = hit.citation.span
        end = min(end, start + room)
        room -= end - start
        spans.append((count[start], count[end]))
    found[CUT] = (recall(one, spans), found["chunks"][1] - room)
    return found


def recall(one: Asked, shown: Iterable[tuple[int, int]]) -> float:
    """The share of the answer's characters that is shown."""
    places = {at for start, end in shown for at in range(start, end)}
    wanted = {at for start, end in one.spans for at in range(start, end)}
    return len(wanted & places) / max(1, len(wanted))


def characters(spans: Sequence[Any]) -> int:
    """Together, however often some are shown."""
    return sum(span.end - span.start for span in spans)


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of the means of resampled differences."""
    rng = random.Random(SEED)
    means = sorted(fmean(rng.choices(differences, k=len(differences))) for _ in range(min(DRAWS, 2_000)))
    return means[int(0.025 * len(means))], means[int(0.975 * len(means))]


if __name__ == "__main__":
    main()
