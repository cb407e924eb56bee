"""What an index takes on disk for each passage, without the readable views, and where it goes."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from measure import arguments, report
from vectored import built, model, skip

if TYPE_CHECKING:
    from vectored import Built

PASSAGES = 10_000
TARGET = 4_000.0


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    embedder = model()
    if embedder is None:
        skip("disk", options)
        return
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        ready = built(Path(name), embedder, passages=80 if options.smoke else PASSAGES, smoke=options.smoke)
        ours = size(ready.kb / ".kts") / ready.passages
        reference = _reference(ready) / ready.passages
        parts = {part: total / ready.passages for part, total in where(ready.kb / ".kts").items()}
    report(
        {
            "benchmark": "disk",
            "ratio": ours / reference,
            "ours": ours,
            "reference": reference,
            "unit": "bytes a passage, without the readable views",
            "parts": {part: round(share, 1) for part, share in sorted(parts.items(), key=lambda item: -item[1])},
            "passages": ready.passages,
            "corpus": ready.corpus,
            "target": f"ours <= {TARGET:g} bytes",
            "met": ours <= TARGET,
            "note": "reference: the texts, a bare tantivy index and a matrix in half precision",
        },
        options,
    )


def size(folder: Path) -> int:
    """Bytes of the files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def where(folder: Path) -> dict[str, int]:
    """Bytes by folder, those of the store by table and by what is left empty in their pages."""
    found = {path.name: size(path) for path in folder.iterdir() if path.is_dir()}
    found["other files"] = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    with closing(sqlite3.connect(folder / "kts.db")) as db:
        options = {row[0] for row in db.execute("PRAGMA compile_options")}
        if "ENABLE_DBSTAT_VTAB" not in options:
            return found
        rows = db.execute("SELECT name, sum(pgsize), sum(unused) FROM dbstat GROUP BY name").fetchall()
        (terms,) = db.execute("SELECT sum(length(terms)) FROM passage WHERE level = 'document'").fetchone()
        (short,) = db.execute("SELECT sum(length(terms)) FROM passage WHERE level = 'chunk'").fetchone()
    found |= {f"kts.db {name}": pages - empty for name, pages, empty in rows}
    found["kts.db passage, terms of documents"], found["kts.db passage, terms of passages"] = terms or 0, short or 0
    found["kts.db passage"] -= (terms or 0) + (short or 0)
    found["kts.db empty in pages"] = sum(empty for _, _, empty in rows)
    found["other files"] -= sum(pages for _, pages, _ in rows)
    return {name: number for name, number in found.items() if number > 0}


def _reference(ready: Built) -> int:
    """Bytes of the same texts, the bare index and the bare matrix in half precision."""
    from kts.store.rows import text_of

    with closing(sqlite3.connect(ready.kb / ".kts" / "kts.db")) as db:
        texts = sum(len(text_of(body).encode()) for (body,) in db.execute("SELECT body FROM text_block"))
    return texts + size(ready.tantivy) + ready.matrix.stat().st_size // 2


if __name__ == "__main__":
    main()
