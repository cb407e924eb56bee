"""A warm query in the process, against bare tantivy: at most 1.5 times its CPU time and a millisecond."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import tantivy

import plain_tantivy
from measure import ROOT, arguments, interleave, report
from workspaces import documents, indexed, ingested

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Pairs

TARGET, ALLOWANCE_MS = 1.5, 1.0


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        judged, corpus = documents(Path(name), limit=None, smoke=options.smoke)
        kb, bare = ingested(judged.docs, Path(name, "kb"), vectors=False), indexed(judged.docs, Path(name, "bare"))
        rounds = options.repeats or (1, 7)[not options.smoke]
        first = asked_first(kb, list(judged.queries.values()))
        per_query = warm(kb, bare, list(judged.queries.values()), rounds=rounds)
    ours = 1e3 * median(median(pairs.ours) for pairs in per_query)
    reference = 1e3 * median(median(pairs.reference) for pairs in per_query)
    report(
        {
            "benchmark": "lexical_query",
            "ratio": ours / reference,
            "ours": ours,
            "reference": reference,
            "unit": "CPU ms a query, warm, in process",
            "asked_first": first,
            "queries": len(per_query),
            "corpus": corpus,
            "target": f"ours <= {TARGET:g} x reference + {ALLOWANCE_MS:g} ms",
            "met": ours <= TARGET * reference + ALLOWANCE_MS,
            "note": "reference: tantivy parse_query_lenient + top 10 of whole pages, with their ids",
        },
        options,
    )


def warm(kb: Path, bare: Path, texts: list[str], *, rounds: int) -> list[Pairs]:
    """CPU times of each question by both, in turns, after one round that does not count."""
    sys.path.insert(0, str(ROOT / "src"))
    import kts

    workspace, index = kts.open(str(kb)), tantivy.Index.open(str(bare))
    measured = []
    for text in texts:
        ours = _timed(lambda text=text: workspace.search(text, k=10, mode="lexical"))  # type: ignore[misc]
        reference = _timed(lambda text=text: plain_tantivy.query(index, text))  # type: ignore[misc]
        interleave(ours, reference, repeats=1)
        measured.append(interleave(ours, reference, repeats=rounds))
    return measured


def asked_first(kb: Path, texts: list[str]) -> float:
    """CPU ms of a question that is asked for the first time in a process that others have warmed."""
    sys.path.insert(0, str(ROOT / "src"))
    import kts

    with kts.open(str(kb)) as workspace:
        spent = [_timed(lambda text=text: workspace.search(text, k=10, mode="lexical"))() for text in texts]  # type: ignore[misc]
    return 1e3 * median(spent[len(spent) // 4 :])


def _timed(call: Callable[[], object]) -> Callable[[], float]:
    def timed() -> float:
        start = time.process_time()
        call()
        return time.process_time() - start

    return timed


if __name__ == "__main__":
    main()
