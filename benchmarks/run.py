"""Run all benchmarks one after the other; exit 1 if one fails to run or misses its target.

    python benchmarks/run.py [--smoke] [--repeats N] [--no-history]

The options are those of each benchmark.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCHMARKS = (
    "help_start",
    "cold_query",
    "lexical_query",
    "noop_ingest",
    "ingest_markdown",
    "dense_scan",
    "hybrid_query",
    "cold_dense",
    "query_memory",
    "embed_ingest",
    "disk",
    "sandbox_cost",
    "dense_scan",
    "quality_aws_docs",
    "agreement",
    "graph_scale",
)


def main() -> int:
    """Run each script with the options given, pass its line on, then name those that did not do."""
    if "--help" in sys.argv[1:] or "-h" in sys.argv[1:]:
        print(__doc__)
        return 0
    wrong = [name for name in BENCHMARKS if not _passes(name, sys.argv[1:])]
    if wrong:
        print(f"missed or failed: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


def _passes(name: str, options: list[str]) -> bool:
    """Whether the benchmark ran and, unless it only smokes, met its targets; what lacks a model has none."""
    script = Path(__file__).with_name(f"{name}.py")
    done = subprocess.run((sys.executable, str(script), *options), stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="", flush=True)
    if done.returncode:
        return False
    return "--smoke" in options or all(json.loads(line)["met"] for line in done.stdout.splitlines())


if __name__ == "__main__":
    sys.exit(main())
