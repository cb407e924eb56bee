"""What taking a question apart gains: gold files and places among ten passages, with and without, paired.

    python evaluation/ablation/parts.py --samples KB --filings KB

KB is an index with vectors of `samples/`, and of the documents of kg-rag-sec10q. Counted are the questions that the
judges call comparisons, questions of several parts or of several documents, and all others that the stage changes.
Writes parts.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
SHOWN = 10
"""Passages looked at for a question."""
KINDS = ("comparison", "multi_part")
"""Kinds of the samples' questions that are counted whether or not the stage changes them."""
OFF = {"search.decomposition": False}


class Asked(NamedTuple):
    """A question with its gold places, (file, quote); a quote that is empty is met by any passage of the file."""

    text: str
    group: str
    places: tuple[tuple[str, str], ...]
    always: bool


class Covered(NamedTuple):
    """Shares of the gold files and of the gold places among the passages shown."""

    files: float
    places: float


def main() -> None:
    """Measure and write the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--samples", required=True)
    options.add_argument("--filings", required=True)
    given = options.parse_args()
    found: dict[str, list[tuple[Covered, Covered]]] = {}
    for kb, asked in ((given.samples, _samples()), (given.filings, _filings())):
        for group, pair in _measured(kb, list(asked)):
            found.setdefault(group, []).append(pair)
    page = _page(found)
    (Path(__file__).parent / "parts.md").write_text(page, encoding="utf-8")
    print(page)


def _samples() -> Iterator[Asked]:
    for one in _lines(ROOT / "samples" / "questions.jsonl"):
        if one["answerable"]:
            places = tuple((place["file"], place["quote"]) for place in one["places"])
            yield Asked(one["question"], f"samples, {one['split']}", places, one["kind"] in KINDS)


def _filings() -> Iterator[Asked]:
    folder = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data") / "kg-rag-sec10q"
    here = {path.name for path in (folder / "docs").iterdir()}
    for one in _lines(folder / "queries.jsonl"):
        files = sorted(here.intersection(one["metadata"]["source_docs"]))
        if files:
            yield Asked(one["text"], "kg-rag-sec10q", tuple((file, "") for file in files), len(files) > 1)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _measured(kb: str, asked: Sequence[Asked]) -> Iterator[tuple[str, tuple[Covered, Covered]]]:
    import kts

    with kts.open(kb) as whole, whole.changed({"search.mode": "hybrid"}) as on, on.changed(OFF) as off:
        for one in asked:
            with_stage, changed = _covered(on, one)
            if changed or one.always:
                yield one.group, (_covered(off, one)[0], with_stage)


def _covered(workspace: Workspace, one: Asked) -> tuple[Covered, bool]:
    """What is covered, and whether the stage did something."""
    from kts.evaluate.judged import holds_quote

    found = workspace.search(one.text, k=SHOWN, per_document=SHOWN)
    shown = [(result.citation.path, result.hit.passage.text) for result in found.results]
    met = [
        any(path == file and (not quote or holds_quote(text, quote)) for path, text in shown)
        for file, quote in one.places
    ]
    files = {file for file, _ in one.places}
    share = len(files.intersection(path for path, _ in shown)) / len(files)
    did = any(step["stage"] == "decomposition" for step in found.ranking.explanation["stages"])
    return Covered(share, sum(met) / len(met)), did


def _page(found: dict[str, list[tuple[Covered, Covered]]]) -> str:
    lines = [
        "# What taking a question apart gains",
        "",
        f"{datetime.now(UTC).date()}, ten passages of any documents shown; `parts.py` says which questions and how.",
        "",
        "| set | what | questions | whole only | with parts | difference, 95 % |",
        "|---|---|---|---|---|---|",
    ]
    every = [pair for pairs in found.values() for pair in pairs]
    for group, pairs in [*sorted(found.items()), ("all", every)]:
        lines += [
            _row(group, what, [tuple(getattr(side, what) for side in pair) for pair in pairs])
            for what in Covered._fields
        ]
    return "\n".join(lines) + "\n"


def _row(group: str, what: str, pairs: Sequence[tuple[float, ...]]) -> str:
    from kts.learn.bootstrap import interval

    off, on = (sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1))
    gain = interval([pair[1] - pair[0] for pair in pairs])
    bounds = f"[{gain.low:+.4f}, {gain.high:+.4f}]"
    return f"| {group} | {what} | {len(pairs)} | {off:.4f} | {on:.4f} | {gain.mean:+.4f} {bounds} |"


if __name__ == "__main__":
    main()
