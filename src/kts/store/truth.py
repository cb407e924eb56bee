"""The writing side of `kts.db`: staged versions, and batches that become generations."""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kts.errors import CorruptStore
from kts.nouns import each
from kts.records import Root, Staged
from kts.store import database, structure, vectors
from kts.store.content import embedded_lines, version_digest
from kts.store.followers import Stored
from kts.store.rows import (
    PACKED_LEVELS,
    blocks,
    dumps,
    location_fields,
    map_blocks,
    marks,
    packed,
    path_bytes,
    path_text,
    text_of,
)
from kts.types import ManifestRow

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from kts.structure import PreparedDocument
    from kts.types import Batch

MIGRATIONS = tuple(database.script(name) for name in database.TRUTH_SCRIPTS)
TOTALS = (
    "SELECT level, count(*), sum(title_length), sum(heading_length), sum(body_length)"
    " FROM passage JOIN version USING (version_id) WHERE {0} GROUP BY level"
    " UNION ALL SELECT 'language:' || language, count(*), 0, 0, 0 FROM version WHERE {0} GROUP BY language"
)
"""Of some versions: rows and summed field lengths by level, and documents by language."""


class TruthWriter:
    """Implements `ports.Truth` on SQLite. Hold the writer's lock while one is open."""

    def __init__(
        self,
        path: Path,
        *,
        ledger_head: Callable[[], str],
        staged: Callable[[sqlite3.Connection, Stored], None] = lambda _db, _stored: None,
    ) -> None:
        self._path = path
        self._ledger_head = ledger_head
        self._told = staged
        self._db = database.open_writer(path, application_id=database.TRUTH_ID, migrations=MIGRATIONS)

    @property
    def connection(self) -> sqlite3.Connection:
        """For what is written beside the versions, in the same transactions."""
        return self._db

    def close(self) -> None:
        """Close the connection; staged versions stay for the next run."""
        self._db.close()

    def roots(self) -> tuple[Root, ...]:
        """The source roots, by label."""
        rows = self._db.execute("SELECT label, path, mode FROM root WHERE mode <> 'dropped' ORDER BY label")
        return tuple(Root(label, path_text(path), mode) for label, path, mode in rows)

    def add_root(self, root: Root) -> None:
        """Remember a source root; a root of single files becomes a tree when its folder is ingested."""
        with database.errors(self._path):
            self._db.execute(
                "INSERT INTO root (label, path, mode) VALUES (?, ?, ?) "
                "ON CONFLICT (path) WHERE mode <> 'dropped' DO UPDATE SET mode = 'tree' WHERE excluded.mode = 'tree'",
                (root.label, path_bytes(root.path), root.mode),
            )

    def move_root(self, label: str, path: str) -> None:
        """Remember that a root's files are below another path now; ids and citations stay, they name the label."""
        with database.errors(self._path):
            values = (path_bytes(path), label)
            self._db.execute("UPDATE root SET path = ? WHERE label = ? AND mode <> 'dropped'", values)

    def forget_root(self, label: str) -> None:
        """Make a root's label and path free again; its documents must have been removed by a batch before.

        The row stays while older generations refer to it.
        """
        with database.errors(self._path):
            self._db.execute("UPDATE root SET mode = 'dropped' WHERE label = ? AND mode <> 'dropped'", (label,))

    def manifest(self, root: str) -> dict[str, ManifestRow]:
        """The manifest rows of a root by path."""
        rows = self._db.execute(
            "SELECT file.path, file.size, mtime_ns, lower(hex(file.sha256)), file.outcome, file.reason,"
            " file.document_id, coalesce(version.fingerprint, ''), stale FROM file"
            " LEFT JOIN version ON version.document_id = file.document_id"
            " AND first_generation IS NOT NULL AND last_generation IS NULL"
            " WHERE file.root_id = ?",
            (self._root_id(root),),
        )
        named = [(path_text(path), *rest, bool(stale)) for path, *rest, stale in rows]
        return {row.path: row for row in each(ManifestRow, named)}

    def _root_id(self, label: str) -> int:
        row = self._db.execute("SELECT root_id FROM root WHERE label = ? AND mode <> 'dropped'", (label,)).fetchone()
        return int(row[0])

    def staged(self, document_id: str, *, sha256: str, fingerprint: str) -> Staged | None:
        """What an interrupted run staged of these bytes, if it did."""
        row = self._db.execute(
            "SELECT version_id, outcome, reason,"
            " (SELECT count(*) FROM passage WHERE passage.version_id = version.version_id AND level = 'chunk')"
            " FROM version WHERE document_id = ? AND sha256 = ? AND fingerprint = ? AND first_generation IS NULL",
            (document_id, bytes.fromhex(sha256), fingerprint),
        ).fetchone()
        return Staged._make(row) if row else None

    def stage(self, prepared: PreparedDocument) -> int:
        """Store a document durably but invisibly, in its own transaction; then say which it is."""
        with self.transaction():
            stored = self._insert(prepared)
        self._told(self._db, stored)
        return stored.key

    @contextmanager
    def transaction(self, *, synced: bool = False) -> Iterator[None]:
        """All of a block or nothing of it; `synced`: on the medium before it returns, as a generation must be."""
        with database.errors(self._path):
            if synced:
                self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
            if synced:
                self._db.execute("PRAGMA synchronous = NORMAL")

    def _insert(self, prepared: PreparedDocument) -> Stored:
        document = prepared.document
        cursor = self._db.execute(
            "INSERT INTO version (document_id, root_id, path, sha256, size, converter, fingerprint, outcome, reason,"
            " text_id, title, doc_type, regime, language, content_date, metadata, encoding, bom, marks)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                document.id,
                self._root_id(document.source.root),
                path_bytes(document.source.path),
                bytes.fromhex(document.version),
                document.source.size,
                document.converter,
                prepared.fingerprint,
                prepared.outcome,
                prepared.reason,
                self._text_id(document.text),
                document.title,
                document.doc_type,
                document.regime,
                document.language,
                document.content_date,
                dumps(dict(document.metadata)),
                document.source_map.encoding,
                document.source_map.bom,
                marks(document.source_map),
            ),
        )
        key = int(cursor.lastrowid or 0)
        self._insert_structure(key, prepared)
        passages = self._insert_passages(key, prepared)
        self._insert_images(key, prepared)
        self._db.execute("UPDATE version SET digest = ? WHERE version_id = ?", (version_digest(self._db, key), key))
        return Stored(key, prepared, passages)

    def _text_id(self, text: str) -> int:
        """The key of the text, stored if it is not; where its blocks are damaged, they are written anew."""
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        row = self._db.execute("SELECT text_id FROM text WHERE sha256 = ?", (digest,)).fetchone()
        if row is None:
            cursor = self._db.execute("INSERT INTO text (sha256, length) VALUES (?, ?)", (digest, len(text)))
            key = int(cursor.lastrowid or 0)
        elif self._holds(row[0], text):
            return int(row[0])
        else:
            key = int(row[0])
            self._db.execute("UPDATE text SET length = ? WHERE text_id = ?", (len(text), key))
            self._db.execute("DELETE FROM text_block WHERE text_id = ?", (key,))
        rows = ((key, *place, packed(body)) for *place, body in blocks(text))
        self._db.executemany("INSERT INTO text_block (text_id, start, utf8_start, line, body) VALUES (?,?,?,?,?)", rows)
        return key

    def _holds(self, key: int, text: str) -> bool:
        """Whether the stored text is this one, block by block, with its length."""
        (length,) = self._db.execute("SELECT length FROM text WHERE text_id = ?", (key,)).fetchone()
        rows = self._db.execute(
            "SELECT start, utf8_start, line, body FROM text_block WHERE text_id = ? ORDER BY start", (key,)
        )
        try:
            return length == len(text) and [(*place, text_of(body)) for *place, body in rows] == list(blocks(text))
        except CorruptStore:
            return False

    def _insert_structure(self, key: int, prepared: PreparedDocument) -> None:
        document = prepared.document
        maps = ((key, *block) for block in map_blocks(document.source_map, len(document.text)))
        self._db.executemany("INSERT INTO map_block VALUES (?, ?, ?)", maps)
        self._db.executemany(
            "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (key, s.index, s.id, s.parent, s.level, s.number, s.heading, s.span.start, s.span.end)
                for s in document.sections
            ),
        )
        structure.insert(self._db, key, prepared.structure)

    def _insert_passages(self, key: int, prepared: PreparedDocument) -> range:
        (last,) = self._db.execute(
            "SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'passage'), 0),"
            " coalesce((SELECT max(passage_id) FROM passage), 0))"
        ).fetchone()
        keys = range(last + 1, last + 1 + len(prepared.passages))
        self._db.executemany(
            'INSERT INTO passage (passage_id, version_id, id, section, level, kind, start, "end", text_sha256,'
            " title_length, heading_length, body_length, terms, context_sha256)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    passage_id,
                    key,
                    p.id,
                    p.section,
                    p.level,
                    p.kind,
                    *p.span,
                    p.text_sha256,
                    p.title_length,
                    p.heading_length,
                    p.body_length,
                    packed(p.terms) if p.level in PACKED_LEVELS else p.terms,
                    p.context_sha256,
                )
                for passage_id, p in zip(keys, prepared.passages, strict=True)
            ),
        )
        named = zip(keys, prepared.passages, strict=True)
        rows = [(norm, passage_id, kind) for passage_id, p in named for norm, kind in p.identifiers]
        self._db.executemany("INSERT OR IGNORE INTO identifier VALUES (?, ?, ?)", rows)
        return keys

    def _insert_images(self, key: int, prepared: PreparedDocument) -> None:
        for ordinal, image in enumerate(prepared.images):
            digest = bytes.fromhex(image.sha256)
            self._db.execute("INSERT OR IGNORE INTO image VALUES (?, ?, ?)", (digest, image.suffix, image.body))
            place = dumps(location_fields(image.location)) if image.location else "{}"
            self._db.execute(
                "INSERT INTO version_image VALUES (?, ?, ?, ?, ?, ?)",
                (key, ordinal, digest, image.at, image.alt, place),
            )

    def commit(self, batch: Batch) -> int:
        """Make the batch the next generation, in one synced transaction, and return its number."""
        with self.transaction(synced=True):
            return self._apply(batch)

    def _apply(self, batch: Batch) -> int:
        root = self._root_id(batch.root)
        number = self.generation + 1
        removed = self._close(root, batch, number)
        self._db.executemany(
            "UPDATE version SET first_generation = ? WHERE version_id = ?",
            ((number, key) for key in batch.staged),
        )
        self._db.executemany("DELETE FROM file WHERE root_id = ? AND path = ?", _paths(root, batch.removed))
        self._write_files(root, batch.files, number)
        self._db.executemany(
            "INSERT OR REPLACE INTO alias VALUES (?, ?, ?)",
            ((old, new, number) for old, new in batch.aliases),
        )
        changes = [(number, key, "remove") for key in removed] + [(number, key, "add") for key in batch.staged]
        self.write_generation(number, batch.kind, changes)
        self._db.executemany("INSERT INTO change VALUES (?, ?, ?)", changes)
        return number

    def _close(self, root: int, batch: Batch, number: int) -> list[int]:
        """End the life of the versions that the batch replaces or removes; returns their keys."""
        staged = dumps(list(batch.staged))
        replaced = self._db.execute(
            "SELECT old.version_id FROM version new JOIN version old ON old.document_id = new.document_id"
            " WHERE new.version_id IN (SELECT value FROM json_each(?))"
            " AND old.first_generation IS NOT NULL AND old.last_generation IS NULL",
            (staged,),
        ).fetchall()
        keys = [key for (key,) in replaced]
        for where in _paths(root, batch.removed):
            keys += [
                key
                for (key,) in self._db.execute(
                    "SELECT version_id FROM version WHERE root_id = ? AND path = ?"
                    " AND first_generation IS NOT NULL AND last_generation IS NULL",
                    where,
                )
            ]
        self._db.executemany(
            "UPDATE version SET last_generation = ? WHERE version_id = ?", ((number, key) for key in keys)
        )
        return keys

    def _write_files(self, root: int, rows: Iterable[ManifestRow], generation: int) -> None:
        self._db.executemany(
            "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    root,
                    path_bytes(row.path),
                    row.size,
                    row.mtime_ns,
                    bytes.fromhex(row.sha256),
                    row.outcome,
                    row.reason,
                    row.document_id,
                    int(row.stale),
                    generation,
                )
                for row in rows
            ),
        )

    def write_generation(self, number: int, kind: str, changes: Sequence[tuple[int, int, str]]) -> None:
        """Add a link to the chain of generations: `changes` of versions, and what `embedded` holds of it."""
        previous = self._db.execute(
            "SELECT hash, statistics FROM generation WHERE number = ?", (number - 1,)
        ).fetchone()
        before, totals = previous or ("", "{}")
        statistics = self._statistics(json.loads(totals), changes)
        created = datetime.now(UTC).isoformat(timespec="seconds")
        head = self._ledger_head()
        chained = dumps([before, number, created, kind, statistics, head, changes_digest(self._db, number, changes)])
        digest = hashlib.sha256(chained.encode()).hexdigest()
        self._db.execute(
            "INSERT INTO generation VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (number, created, kind, dumps(statistics), head, len(changes), before, digest),
        )

    def _statistics(
        self, totals: dict[str, list[int]], changes: Sequence[tuple[int, int, str]]
    ) -> dict[str, list[int]]:
        """The totals after `changes`: exact integers, so the order of changes cannot matter."""
        statistics = {level: list(numbers) for level, numbers in totals.items()}
        for sign, op in ((1, "add"), (-1, "remove")):
            keys = dumps([key for _, key, kind in changes if kind == op])
            for level, *sums in self._db.execute(
                TOTALS.format("version_id IN (SELECT value FROM json_each(:keys))"), {"keys": keys}
            ):
                old = statistics.get(level, [0, 0, 0, 0])
                statistics[level] = [a + sign * b for a, b in zip(old, sums, strict=True)]
        counted = {name: numbers for name, numbers in statistics.items() if numbers[0] and not name.startswith("vec")}
        return counted | vectors.totals(self._db)

    def refresh(self, root: str, files: Sequence[ManifestRow]) -> None:
        """Write hints of files that did not change; no generation."""
        with self.transaction():
            self._write_files(self._root_id(root), files, self.generation)

    def checkpoint(self) -> None:
        """Fold the log of changes into the file, as far as readers allow, so that the next run finds nothing to do."""
        with database.errors(self._path):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def discard_staged(self, roots: Iterable[str]) -> None:
        """Remove versions of these roots that no batch will name; a text stays, for other versions may share it."""
        ids = dumps([self._root_id(root) for root in roots])
        staged = (
            "(SELECT version_id FROM version WHERE first_generation IS NULL"
            " AND root_id IN (SELECT value FROM json_each(:roots)))"
        )
        passages = f"(SELECT passage_id FROM passage WHERE version_id IN {staged})"
        with database.errors(self._path):
            if not self._db.execute(f"SELECT 1 WHERE EXISTS {staged}", {"roots": ids}).fetchone():
                return
        with self.transaction():
            self._db.execute(f"DELETE FROM identifier WHERE passage_id IN {passages}", {"roots": ids})
            for table in ("passage", "section", *structure.TABLES, "map_block", "version_image", "version"):
                self._db.execute(f"DELETE FROM {table} WHERE version_id IN {staged}", {"roots": ids})

    @property
    def generation(self) -> int:
        """The newest generation, 0 before the first."""
        (number,) = self._db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
        return int(number)


def changes_digest(db: sqlite3.Connection, number: int, changes: Iterable[tuple[int, int, str]]) -> str:
    """What the changes of a generation are in terms of content: the chain must not depend on row numbers."""
    lines = embedded_lines(db, number)
    for _, key, op in changes:
        row = db.execute(
            "SELECT document_id, lower(hex(sha256)), lower(hex(digest)) FROM version WHERE version_id = ?", (key,)
        ).fetchone()
        lines.append([op, *(row or ("", "", ""))])
    return hashlib.sha256(dumps(sorted(lines)).encode()).hexdigest()


def _paths(root: int, paths: Iterable[str]) -> list[tuple[Any, ...]]:
    return [(root, path_bytes(path)) for path in paths]
