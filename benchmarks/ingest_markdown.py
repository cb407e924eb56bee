"""Ingest Markdown, against markdown-it-py and tantivy alone: at least half their rate, by the clock.

A rate is files a second, and who waits for an ingest waits by the clock: the target is about that one. The reference is
what anybody's script would be, one process that parses with one thread (and writes with one of tantivy's); ours may use
the cores that are there, which is what its workers are for. The ratio of the CPU times is printed beside it: it says
what an ingest costs a machine that has other things to do. A clock says nothing on a busy machine; runs are in turns,
and `load` says how many others wanted to run. A line named `ingest_markdown` is older: a ratio of CPU times.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from corpus import aws_docs, copied, generated
from measure import KTS, Pairs, arguments, command_cpu, report
from vectored import compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FILES = 600
TARGET = 0.5


class Run(NamedTuple):
    """CPU seconds of all processes, and seconds by the clock."""

    cpu: float
    clock: float


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    count = 30 if options.smoke else FILES
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        docs, fresh = Path(name, "docs"), (str(Path(name, f"out{n}")) for n in itertools.count())
        size, source = _documents(docs, count)
        bare = (sys.executable, str(Path(__file__).with_name("plain_tantivy.py")), "index", str(docs))
        compiled(Path(name, "compiled"))

        def ours() -> Run:
            return timed((*KTS, "ingest", str(docs), "--kb", next(fresh), "--json", "--no-vectors"))

        def reference() -> Run:
            return timed((*bare, next(fresh), "--parse"))

        ours(), reference()  # both compile their modules
        cpu, clock = in_turns(ours, reference, repeats=options.repeats or (1, 3)[not options.smoke])
    rate = 1 / clock.ratio
    report(
        {
            "benchmark": "ingest_markdown_clock",
            "ratio": rate,
            "ours": count / median(clock.ours),
            "reference": count / median(clock.reference),
            "unit": "files a second by the clock; higher is better",
            "ratio_cpu": 1 / cpu.ratio,
            "ours_cpu": median(cpu.ours),
            "reference_cpu": median(cpu.reference),
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
            "files": count,
            "megabytes": size / 1e6,
            "corpus": source,
            "target": f"ratio >= {TARGET:g}",
            "met": rate >= TARGET,
            "note": "reference: markdown-it-py parse + one tantivy document a file, and nothing kept on disk besides",
        },
        options,
    )


def timed(argv: Sequence[str]) -> Run:
    """Both times of a command and of every process it started."""
    began = time.monotonic()
    cpu = command_cpu(argv)
    return Run(cpu, time.monotonic() - began)


def in_turns(ours: Callable[[], Run], reference: Callable[[], Run], *, repeats: int) -> tuple[Pairs, Pairs]:
    """Both sides in turns, the order changing with each pair: pairs of CPU times, and of times by the clock."""
    runs = []
    for number in range(repeats):
        if number % 2:
            second, first = reference(), ours()
        else:
            first, second = ours(), reference()
        runs.append((first, second))
    cpu = Pairs(tuple(one.cpu for one, _ in runs), tuple(one.cpu for _, one in runs))
    return cpu, Pairs(tuple(one.clock for one, _ in runs), tuple(one.clock for _, one in runs))


def _documents(docs: Path, count: int) -> tuple[int, str]:
    judged = aws_docs()
    if judged is None:
        generated(docs, count)
        return sum(path.stat().st_size for path in docs.rglob("*.md")), "generated"
    return copied(judged.docs, docs, limit=count), "aws-docs"


if __name__ == "__main__":
    main()
