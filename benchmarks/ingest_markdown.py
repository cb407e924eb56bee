"""Ingest Markdown, against markdown-it-py and tantivy alone: at least half their rate."""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path
from statistics import median

from corpus import aws_docs, copied, generated
from measure import KTS, arguments, command_cpu, interleave, report
from vectored import compiled

FILES = 600
TARGET = 0.5


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    count = 30 if options.smoke else FILES
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        docs, fresh = Path(name, "docs"), (str(Path(name, f"out{n}")) for n in itertools.count())
        size, source = _documents(docs, count)
        bare = (sys.executable, str(Path(__file__).with_name("plain_tantivy.py")), "index", str(docs))
        compiled(Path(name, "compiled"))

        def ours() -> float:
            return command_cpu((*KTS, "ingest", str(docs), "--kb", next(fresh), "--json", "--no-vectors"))

        def reference() -> float:
            return command_cpu((*bare, next(fresh), "--parse"))

        ours(), reference()  # both compile their modules
        pairs = interleave(
            ours,
            reference,
            repeats=options.repeats or (1, 3)[not options.smoke],
        )
    rate = 1 / pairs.ratio
    report(
        {
            "benchmark": "ingest_markdown",
            "ratio": rate,
            "ours": size / 1e6 / median(pairs.ours),
            "reference": size / 1e6 / median(pairs.reference),
            "unit": "MB a CPU s, whole process; higher is better",
            "files": count,
            "megabytes": size / 1e6,
            "corpus": source,
            "target": f"ratio >= {TARGET:g}",
            "met": rate >= TARGET,
            "note": "reference: markdown-it-py parse + one tantivy document a file, and nothing kept on disk besides",
        },
        options,
    )


def _documents(docs: Path, count: int) -> tuple[int, str]:
    judged = aws_docs()
    if judged is None:
        generated(docs, count)
        return sum(path.stat().st_size for path in docs.rglob("*.md")), "generated"
    return copied(judged.docs, docs, limit=count), "aws-docs"


if __name__ == "__main__":
    main()
