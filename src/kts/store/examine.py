"""What `kts doctor` looks at: this machine, and an index on it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from typing import TYPE_CHECKING

from kts.errors import KTSError
from kts.store import database
from kts.store.inspect import closed, working
from kts.store.verify import verify
from kts.types import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kts.ports import PassageIndex, VectorIndex
    from kts.store.layout import Layout

LOW_DISK = 1_000_000_000
"""Bytes free below which doctor says so."""


def machine_findings(formats: Mapping[str, str]) -> tuple[Finding, ...]:
    """Versions and formats; `formats` maps each converter to what it lacks, empty when it is ready."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    found = [Finding("ok", "python", version), Finding("ok", "sqlite", sqlite3.sqlite_version)]
    for name, lacking in formats.items():
        found.append(
            Finding("note", f"format {name}", lacking) if lacking else Finding("ok", f"format {name}", "ready")
        )
    return tuple(found)


def index_findings(layout: Layout, index: PassageIndex, dense: Callable[[], VectorIndex]) -> tuple[Finding, ...]:
    """Rights, disk, writer and a verification of the index in `layout`."""
    return tuple(_index_findings(layout, index, dense))


def _index_findings(layout: Layout, index: PassageIndex, dense: Callable[[], VectorIndex]) -> Iterator[Finding]:
    yield Finding("ok", "index", str(layout.folder))
    writable = os.access(layout.folder, os.W_OK)
    yield (
        Finding("ok", "rights", "writable")
        if writable
        else Finding("note", "rights", "read-only: it can be searched, kts ingest would fail")
    )
    shut = closed(layout.index_folder(index.name))
    if shut is not None:
        yield Finding("problem", "rights", f"{shut} cannot be read: permission denied")
    free = shutil.disk_usage(layout.folder).free
    yield Finding("note" if free < LOW_DISK else "ok", "disk", f"{free / 1e9:.1f} GB free")
    writer = working(layout) if writable else None
    yield (Finding("note", "writer", f"pid {writer} is at work") if writer else Finding("ok", "writer", "none at work"))
    try:
        db = database.open_truth(layout.truth)
    except KTSError as problem:
        yield Finding("problem", "store", f"{problem.message}; {problem.hint}")
        return
    try:
        checked = verify(layout, db, index, dense, full=False)
    finally:
        db.close()
    for wrong in checked.problems[:20]:
        yield Finding("problem", f"store {wrong.kind}", f"{wrong.id} {wrong.path} {wrong.detail}".strip())
    if not checked.problems:
        yield Finding("ok", "store", f"{checked.checked} checks passed")
