"""The memory that one hybrid question takes at its peak, whole process, at 10,000 passages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from measure import KTS, arguments, environment, report
from vectored import built, model, model_folder, skip

if TYPE_CHECKING:
    from collections.abc import Sequence

PASSAGES = 10_000
TARGET_MB = 200.0
KILO = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit that the system counts memory in."""


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    embedder = model()
    if embedder is None:
        skip("query_memory", options)
        return
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        ready = built(Path(name), embedder, passages=80 if options.smoke else PASSAGES, smoke=options.smoke)
        script = (sys.executable, str(Path(__file__).with_name("plain_hybrid.py")), str(model_folder()))
        asked = ready.questions[: options.repeats or (1, 5)[not options.smoke]]
        ours = {
            mode: median(peak((*KTS, "search", text, "--mode", mode, "--kb", str(ready.kb))) for text in asked)
            for mode in ("hybrid", "lexical")
        }
        theirs = median(peak((*script, str(ready.tantivy), str(ready.matrix), text)) for text in asked)
    report(
        {
            "benchmark": "query_memory",
            "ratio": ours["hybrid"] / theirs,
            "ours": ours["hybrid"],
            "reference": theirs,
            "lexical": ours["lexical"],
            "unit": "MB resident at the peak, whole process",
            "passages": ready.passages,
            "corpus": ready.corpus,
            "target": f"ours <= {TARGET_MB:g} MB",
            "met": ours["hybrid"] <= TARGET_MB,
            "note": "reference: the script of cold_dense; lexical: the same question by words alone",
        },
        options,
    )


def peak(argv: Sequence[str]) -> float:
    """The peak of a command that starts no others, in MB.

    A child begins with the pages of who started it until it runs its program, and the system counts them: a small
    interpreter stands between.
    """
    program = (
        "import os, subprocess, sys; child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "_, status, usage = os.wait4(child.pid, 0); print(usage.ru_maxrss); sys.exit(os.waitstatus_to_exitcode(status))"
    )
    done = subprocess.run(
        (sys.executable, "-c", program, *argv), env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(argv)} ended with {done.returncode}\n{done.stderr[-2000:]}")
    return int(done.stdout) * KILO / 1e6


if __name__ == "__main__":
    if hasattr(os, "wait4"):
        main()
