"""Convert PDFs with headings, tables, order and boxes, against pypdfium2's bare text: at least half its pages.

Both read the same bytes in one process, in turns; the rate is pages a CPU second. Each set of files
is a line of its own under `sets`; the slowest decides.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pypdfium2

from kts.ingest.convert.pdf.converter import PdfConverter
from measure import ROOT, arguments, interleave, report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TARGET = 0.5
SETS = {"contracts": "cuad/contracts_pdf", "reports": "kg-rag-sec10q/docs"}
"""Folders of the shared sets: 12 contracts of running text, quarterly reports with many tables."""
MOST_FILES = 6
"""Files of a set, the smallest ones: a benchmark is to end."""


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    converter = PdfConverter()
    lines = {}
    for name, contents in _sets(smoke=options.smoke).items():
        pairs = interleave(
            lambda contents=contents: _cpu(lambda: [converter.convert(body, name="a.pdf") for body in contents]),
            lambda contents=contents: _cpu(lambda: [_bare(body) for body in contents]),
            repeats=options.repeats or (1, 5)[not options.smoke],
        )
        pages = sum(converter.pages(body) for body in contents)
        lines[name] = {
            "ratio": 1 / pairs.ratio,
            "ours": pages / median(pairs.ours),
            "reference": pages / median(pairs.reference),
            "pages": pages,
        }
    worst = min(line["ratio"] for line in lines.values())
    report(
        {
            "benchmark": "pdf_pages",
            "ratio": worst,
            "ours": min(line["ours"] for line in lines.values()),
            "reference": min(line["reference"] for line in lines.values()),
            "unit": "pages a CPU s, of the slowest set; higher is better",
            "sets": lines,
            "target": f"ratio >= {TARGET:g}",
            "met": worst >= TARGET,
            "note": "reference: pypdfium2, every page opened, its text layer read as one string",
        },
        options,
    )


def _sets(*, smoke: bool) -> dict[str, Sequence[bytes]]:
    """The contents of the files by set; those of the sample folder where the shared sets are absent."""
    shared = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
    folders = {name: shared / folder for name, folder in SETS.items() if (shared / folder).is_dir() and not smoke}
    folders = folders or {"samples": ROOT / "samples"}
    return {name: _smallest(folder, 1 if smoke else MOST_FILES) for name, folder in folders.items()}


def _smallest(folder: Path, count: int) -> list[bytes]:
    files = [path for path in folder.rglob("*") if path.suffix.lower() == ".pdf" and "encrypted" not in path.name]
    return [path.read_bytes() for path in sorted(files, key=lambda path: (path.stat().st_size, path.name))[:count]]


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _bare(content: bytes) -> int:
    document = pypdfium2.PdfDocument(content)
    length = 0
    for index in range(len(document)):
        page = document[index]
        textpage = page.get_textpage()
        length += len(textpage.get_text_range())
        textpage.close()
        page.close()
    document.close()
    return length


if __name__ == "__main__":
    main()
