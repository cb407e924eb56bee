"""One question from a cold start, `kts search` against a small tantivy script: at most twice the CPU time."""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path
from statistics import median

from measure import KTS, arguments, command_cpu, interleave, report
from vectored import compiled
from workspaces import documents, indexed, ingested

TARGET = 2.0


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        judged, corpus = documents(Path(name), limit=None, smoke=options.smoke)
        kb, bare = ingested(judged.docs, Path(name, "kb"), vectors=False), indexed(judged.docs, Path(name, "bare"))
        ours, theirs = (itertools.cycle(judged.queries.values()) for _ in range(2))
        script = (sys.executable, str(Path(__file__).with_name("plain_tantivy.py")), "query", str(bare))
        compiled(Path(name, "compiled"))

        def kts() -> float:
            return command_cpu((*KTS, "search", next(ours), "-k", "10", "--json", "--kb", str(kb)))

        def bare() -> float:
            return command_cpu((*script, next(theirs)))

        interleave(kts, bare, repeats=1)
        pairs = interleave(kts, bare, repeats=options.repeats or (1, 15)[not options.smoke])
    report(
        {
            "benchmark": "cold_query",
            "ratio": pairs.ratio,
            "ours": median(pairs.ours),
            "reference": median(pairs.reference),
            "unit": "CPU s a query, whole process",
            "corpus": corpus,
            "target": f"ratio <= {TARGET:g}",
            "met": pairs.ratio <= TARGET,
            "note": "reference: a script that imports tantivy, opens its index and prints the top 10",
        },
        options,
    )


if __name__ == "__main__":
    main()
