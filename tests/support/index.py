"""What an index holds, for comparing one with another."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from kts import Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

WORDS: Mapping[str, str] = {"KTS_EMBED_PROVIDER": "", "KTS_INGEST_OCR": "none", "KTS_INGEST_ISOLATED": "0"}
"""An index without vectors, of what stands in files as text, made in this process."""
VECTORS: Mapping[str, str] = {**WORDS, "KTS_EMBED_PROVIDER": "hash"}
"""An index with the vectors of the shipped fake, which needs no model."""
QUIET: Mapping[str, str] = {**WORDS, "KTS_INGEST_VIEWS": "0"}
"""Without readable views: what most laws are about does not need them."""
MEANING: Mapping[str, str] = {**VECTORS, "KTS_INGEST_VIEWS": "0"}
"""With vectors, without readable views."""


def made(folder: Path, *sources: Path, environment: Mapping[str, str] = QUIET) -> Workspace:
    """A workspace in `folder` that has read `sources`."""
    workspace = Workspace.create(str(folder), environment=environment)
    try:
        workspace.ingest([str(source) for source in sources])
    except BaseException:
        workspace.close()
        raise
    return workspace


def store(folder: Path) -> Path:
    """The `.kts` folder of a workspace folder."""
    return folder if folder.name == ".kts" else folder / ".kts"


def live(workspace: Workspace) -> dict[str, str]:
    """Path to SHA-256 of the live documents."""
    return {record.path: record.sha256 for record in workspace.export("documents")}


def ranked(
    workspace: Workspace, question: str, *, k: int = 20, mode: str | None = None
) -> list[tuple[str, float, str]]:
    """(passage id, score, text) of the ranking."""
    hits = workspace.search(question, k=k, per_document=5, mode=mode).ranking.hits
    return [(hit.passage.id, hit.score, hit.passage.text) for hit in hits]


def account_adds_up(done: Mapping[str, Any]) -> bool:
    """RELIABILITY I4."""
    parts = ("indexed", "unchanged", "skipped", "failed", "empty")
    return bool(done["found"] == sum(done[name] for name in parts))


def stored(folder: Path, statement: str, values: Sequence[Any] = ()) -> list[Any]:
    """Rows of the truth, read beside the product."""
    with closing(sqlite3.connect(f"{(store(folder) / 'kts.db').as_uri()}?mode=ro", uri=True)) as db:
        return db.execute(statement, values).fetchall()


def versions_ever_stored(folder: Path) -> int:
    """How many converted versions were ever stored, live, staged or thrown away."""
    rows = stored(folder, "SELECT seq FROM sqlite_sequence WHERE name = 'version'")
    return int(rows[0][0]) if rows else 0


def generations(folder: Path) -> dict[int, frozenset[tuple[str, str]]]:
    """(document id, SHA-256) of every document that was live, by generation."""
    (newest,) = stored(folder, "SELECT coalesce(max(number), 0) FROM generation")[0]
    lives = (
        "SELECT document_id, lower(hex(sha256)) FROM version WHERE first_generation <= ?"
        " AND (last_generation IS NULL OR last_generation > ?)"
    )
    return {number: frozenset(stored(folder, lives, (number, number))) for number in range(newest + 1)}


def fingerprint(folder: Path) -> dict[str, str]:
    """SHA-256 of every regular file below `folder`, by relative path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
