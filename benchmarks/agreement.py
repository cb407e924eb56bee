"""A 100-page agreement: its whole ingest, how many items and sections it has, how fast items and graph are made."""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import kts
from kts.graph.derive import Rows, fragment
from kts.ingest.items.extract import items as items_of
from measure import KTS, adopt_orphans, arguments, command_cpu, command_output, report

if TYPE_CHECKING:
    from collections.abc import Callable

PAGES = 100
PAGE = 3_000
"""Characters of a page of an agreement (500 words)."""
KILO = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit that the system counts memory in."""
TARGETS: dict[str, tuple[float, float]] = {
    "items": (500, 2_000),
    "sections": (50, 150),
    "ingest_cpu_s": (0, 60),
    "megabytes": (0, 1_000),
    "items_a_cpu_second": (5_000, float("inf")),
    "nodes_a_cpu_second": (50_000, float("inf")),
}


class Made(NamedTuple):
    """The rows of one agreement, as they were stored."""

    record: Any
    text: str
    rows: Rows


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        docs, kb = Path(name, "docs"), Path(name, "kb")
        docs.mkdir()
        source = _agreement(docs / "agreement.txt", pages=4 if options.smoke else PAGES)
        spent = command_cpu((*KTS, "ingest", str(docs), "--kb", str(kb), "--json", "--no-vectors"))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * KILO / 1e6
        made = _made(kb)
        listed = json.loads(command_output((*KTS, "outline", "agreement.txt", "--kb", str(kb), "--json")))
        figures = {
            "items": len(made.rows.items),
            "sections": len(made.rows.sections),
            "ingest_cpu_s": spent,
            "megabytes": peak,
            **_rates(made, repeats=1 if options.smoke else 2),
        }
    missed = [name for name, (low, high) in TARGETS.items() if not low <= figures[name] <= high]
    report(
        {
            "benchmark": "agreement",
            **figures,
            "pages": round(len(made.text) / PAGE),
            "chapters": len(listed["data"]["sections"]),
            "corpus": source,
            "target": "500 to 2,000 items, 50 to 150 sections, 60 CPU s, 1 GB, 5,000 items and 50,000 nodes a CPU s",
            "missed": missed,
            "met": not missed,
        },
        options,
    )


def _agreement(path: Path, *, pages: int) -> str:
    """The credit agreement whose length is nearest to so many pages, or a generated one."""
    folder = Path(os.environ.get("KTS_SHARED_DATA", "/nowhere"), "contracts-credit", "docs")
    wanted = pages * PAGE
    files = sorted(folder.glob("*.txt"), key=lambda file: (abs(file.stat().st_size - wanted), file.name))
    if not files:
        path.write_text("\n\n".join(_article(number) for number in range(1, pages // 2 + 1)), encoding="utf-8")
        return "generated"
    path.write_bytes(files[0].read_bytes())
    return "contracts-credit"


def _article(number: int) -> str:
    """Two pages: an article with three sections of duties, rights and definitions."""
    sections = []
    for part in range(1, 4):
        sentences = " ".join(
            f"The Servicer shall deliver report {number}-{part}-{at} to the Trustee within {at + 1} Business Days. "
            f'The Trustee may inspect it. "Report {number}{part}{at}" means that report.'
            for at in range(12)
        )
        sections.append(f"Section {number}.{part:02d} Reports and Records.\n\n{sentences}")
    return f"ARTICLE {number}\n\nDUTIES\n\n" + "\n\n".join(sections)


def _made(kb: Path) -> Made:
    with kts.open(str(kb)) as workspace, workspace._snapshot() as corpus:  # noqa: SLF001 - the rows as they are stored
        (record,) = corpus.documents()
        key = record.key
        rows = Rows(corpus.sections(key), corpus.items(key), corpus.definitions(key), corpus.references(key))
        return Made(record, corpus.text(key), rows)


def _rates(made: Made, *, repeats: int) -> dict[str, float]:
    record, rows = made.record, made.rows

    def again() -> int:
        return len(items_of(made.text, rows.sections, regime=record.regime, doc_type=record.doc_type))

    return {
        "items_a_cpu_second": _rate(again, repeats),
        "nodes_a_cpu_second": _rate(lambda: len(fragment(record, rows, made.text).nodes), repeats * 5),
    }


def _rate(work: Callable[[], int], repeats: int) -> float:
    """What comes out of it a CPU second, after a run that compiles the expressions."""
    work()
    began = time.process_time()
    made = sum(work() for _ in range(repeats))
    return made / max(time.process_time() - began, 1e-9)


if __name__ == "__main__":
    main()
