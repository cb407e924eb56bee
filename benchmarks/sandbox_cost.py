"""Ingest good files with converters in worker processes, against converters in the same process: 10 % more at most."""

from __future__ import annotations

import itertools
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from corpus import generated
from measure import ROOT, arguments, command_cpu, interleave, report

FILES = 600
TARGET = 1.10


def main() -> None:
    """Measure and print the line."""
    if len(sys.argv) > 1 and sys.argv[1] == "--child":
        child(int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
        return
    options = arguments(__doc__)
    count = 20 if options.smoke else FILES
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        docs = _documents(Path(name, "docs"), count, smoke=options.smoke)
        files = sum(path.is_file() for path in docs.rglob("*"))
        fresh = (str(Path(name, f"out{number}")) for number in itertools.count())
        walls: dict[int, list[float]] = {0: [], 1: [], 2: []}
        _run(0, docs, next(fresh), walls)  # what is compiled and cached by the first
        repeats = options.repeats or (1, 3)[not options.smoke]
        shown = {}
        for workers in (1, 2):
            pairs = interleave(
                lambda workers=workers: _run(workers, docs, next(fresh), walls),  # type: ignore[misc]
                lambda: _run(0, docs, next(fresh), walls),
                repeats=repeats,
            )
            shown[workers] = pairs
    line = {
        "benchmark": "sandbox_cost",
        "ratio": shown[2].ratio,
        "ratio_1_worker": shown[1].ratio,
        "ours": median(shown[2].ours),
        "reference": median(shown[2].reference),
        "unit": "CPU s of an ingest, all processes; lower is better",
        "wall_in_process": median(walls[0]),
        "wall_1_worker": median(walls[1]),
        "wall_2_workers": median(walls[2]),
        "files": files,
        "target": f"ratio <= {TARGET:g}",
        "met": shown[2].ratio <= TARGET,
        "note": "generated Markdown and samples/",
    }
    report(line, options)


def _documents(docs: Path, count: int, *, smoke: bool) -> Path:
    generated(docs, count)
    if not smoke:
        for folder in ("contracts", "finance", "mail", "policies", "product", "research", "sops", "support", "web"):
            shutil.copytree(ROOT / "samples" / folder, docs / folder)
    return docs


def _run(workers: int, docs: Path, index: str, walls: dict[int, list[float]]) -> float:
    began = time.monotonic()
    cpu = command_cpu((sys.executable, __file__, "--child", str(workers), str(docs), index))
    walls[workers].append(time.monotonic() - began)
    shutil.rmtree(index)
    return cpu


def child(workers: int, docs: Path, index: Path) -> None:
    """One ingest, store and lexical index included; no workers means in this process."""
    from contextlib import nullcontext

    from kts import registry
    from kts.config import IngestSettings
    from kts.ingest.jobs import recipe
    from kts.ingest.pipeline import ingest
    from kts.ingest.prepare import Kit
    from kts.ingest.sandbox import Sandbox
    from kts.store import layout
    from kts.store.roots import scopes_of
    from kts.store.sources import FileSources
    from kts.store.truth import TruthWriter

    kit = Kit(
        {name: registry.load("converters", name)() for name in registry.names("converters")},
        registry.load("sectioners", "structure")(),
        IngestSettings(),
    )
    place = layout.at(index)
    place.folder.mkdir(parents=True)
    truth = TruthWriter(place.truth, ledger_head=lambda: "")
    with Sandbox(recipe(kit), workers=workers) if workers else nullcontext() as sandbox:
        (scope,) = scopes_of([str(docs)], truth)
        done = ingest(
            scope,
            truth=truth,
            sources=FileSources({root.label: root.path for root in truth.roots()}),
            kit=kit,
            again=False,
            progress=lambda _done, _total, _taken: None,
            confirm=lambda _gone, _known: False,
            follow=lambda _generation: None,
            sandbox=sandbox,
        )
    truth.close()
    if done.found != done.indexed + done.skipped + done.empty:
        sys.exit(f"not all files are good: {done}")


if __name__ == "__main__":
    main()
