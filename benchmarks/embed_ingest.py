"""The vectors of an ingest, against a loop that loads the same model and embeds the same texts: the rate of it.

The documents are read and split first, without vectors; what that takes is a figure of its own.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from corpus import aws_docs, generated
from measure import KTS, arguments, command_cpu, interleave, report
from vectored import model, model_folder, skip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PASSAGES = 400
LENGTH = 800, 1_000
"""Characters of a text: a whole chunk, and no more than one."""
THREADS = 2
TARGET = 0.95


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    if model() is None:
        skip("embed_ingest", options)
        return
    repeats = options.repeats or (1, 3)[not options.smoke]
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        folder = Path(name)
        source = written(folder / "docs", 8 if options.smoke else PASSAGES)
        workspaces, reading = [folder / f"kb{n}" for n in range(repeats)], []
        for kb in workspaces:
            configured(kb)
            ingest = (*KTS, "ingest", str(folder / "docs"), "--kb", str(kb), "--json")
            reading.append(_both((*ingest, "--no-vectors")))
        (folder / "texts.json").write_text(json.dumps(waiting(workspaces[0])), encoding="utf-8")
        script = str(Path(__file__).with_name("plain_embedding.py"))
        bare = (sys.executable, script, str(model_folder().parent), str(folder / "texts.json"), str(THREADS))
        fresh = iter(workspaces)
        ours: list[tuple[float, float]] = []
        theirs: list[tuple[float, float]] = []
        interleave(
            lambda: _kept(ours, _both((*KTS, "ingest", "--kb", str(next(fresh)), "--json"))),
            lambda: _kept(theirs, _both(bare)),
            repeats=repeats,
        )
        count = len(json.loads((folder / "texts.json").read_text(encoding="utf-8")))
    cpu, wall = ([b[n] / a[n] for a, b in zip(ours, theirs, strict=True)] for n in (0, 1))
    report(
        {
            "benchmark": "embed_ingest",
            "ratio": median(cpu),
            "ratio_wall": median(wall),
            "ours": count / median(one[0] for one in ours),
            "reference": count / median(one[0] for one in theirs),
            "ours_wall": count / median(one[1] for one in ours),
            "reference_wall": count / median(one[1] for one in theirs),
            "unit": "texts a CPU s, and a second, whole process; higher is better",
            "reading_cpu_s": median(one[0] for one in reading),
            "vectors_cpu_s": median(one[0] for one in ours),
            "texts": count,
            "corpus": source,
            "target": f"ratio and ratio_wall >= {TARGET:g}",
            "met": min(median(cpu), median(wall)) >= TARGET,
            "note": f"reference: load the model, embed the same texts with {THREADS} threads; reading comes before",
        },
        options,
    )


def _both(argv: Sequence[str]) -> tuple[float, float]:
    """CPU seconds and seconds of a command."""
    began = time.perf_counter()
    return command_cpu(argv), time.perf_counter() - began


def _kept(figures: list[tuple[float, float]], figure: tuple[float, float]) -> float:
    figures.append(figure)
    return figure[0]


def configured(kb: Path) -> None:
    """A workspace that is yet to be made, with the reference's threads and without readable views."""
    (kb / ".kts").mkdir(parents=True)
    text = f"[ingest]\nviews = false\n[embed]\nthreads = {THREADS}\n"
    (kb / ".kts" / "config.toml").write_text(text, encoding="utf-8")


def written(folder: Path, count: int) -> str:
    """Write `count` Markdown files of one passage each, and return where their words come from."""
    judged = aws_docs()
    source = generated(folder.with_name("pages"), 2 * count) if judged is None else judged
    folder.mkdir(parents=True)
    for number, text in enumerate(itertools.islice(_texts(source.docs), count)):
        (folder / f"page{number:04}.md").write_text(f"# Page {number}\n\n{text}\n", encoding="utf-8")
    return "generated" if judged is None else "aws-docs"


def _texts(folder: Path) -> Iterator[str]:
    """The words of one page after the other, as many as make a chunk."""
    shortest, longest = LENGTH
    for number, path in enumerate(sorted(folder.rglob("*.md"))):
        words = path.read_text(encoding="utf-8", errors="replace").split()
        plain = " ".join(word for word in words if word.isalnum() or word[:-1].isalnum())
        cut = plain[: shortest + number % (longest - shortest - 20)].rpartition(" ")[0]
        if len(cut) >= shortest - 20:
            yield cut


def waiting(kb: Path) -> list[str]:
    """The texts that a workspace has no vectors of."""
    from kts.store import layout
    from kts.store.truth import TruthWriter
    from kts.store.vectors import VectorWriter
    from kts.testing.embedder import HashEmbedder

    copy = kb.with_name("waiting.db")
    copy.write_bytes(layout.at(kb).truth.read_bytes())
    with closing(TruthWriter(copy, ledger_head=lambda: "")) as truth:
        writer = VectorWriter(truth, HashEmbedder())
        return [text for version in writer.pending() for text in writer.missing(version.key).values()]


if __name__ == "__main__":
    main()
