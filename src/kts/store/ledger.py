"""`ledger.db`: what came from people and questions. Append-only, hash-chained, in short transactions of its own."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kts.errors import NoIndex, UsageError
from kts.store import database
from kts.store.rows import dumps
from kts.types import Problem

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

SCHEMA = """
CREATE TABLE record (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER record_stays BEFORE UPDATE ON record BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER record_remains BEFORE DELETE ON record BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
"""
MIGRATIONS = (SCHEMA,)
_LONE = re.compile(r"[\ud800-\udfff]")
"""What stands for a byte of a file name that is no UTF-8; only an escape of JSON can hold it in a text."""


class SqliteLedger:
    """Implements `ports.Ledger`. Opened for each call: an answer never waits for an ingest."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _writer(self) -> sqlite3.Connection:
        return database.open_writer(self._path, application_id=database.LEDGER_ID, migrations=MIGRATIONS)

    def append(self, kind: str, body: Mapping[str, object]) -> str:
        """Add a record and return its id: `led_` and 16 hex digits of its hash."""
        with database.errors(self._path):
            db = self._writer()
            try:
                db.execute("BEGIN IMMEDIATE")
                row = db.execute("SELECT number, hash FROM record ORDER BY number DESC LIMIT 1").fetchone()
                number, previous = (row[0] + 1, row[1]) if row else (1, "")
                created = datetime.now(UTC).isoformat(timespec="milliseconds")
                text = _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", dumps(dict(body)))
                digest = chained(previous, number, created, kind, text)
                id_ = f"led_{digest[:16]}"
                db.execute(
                    "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (number, id_, created, kind, text, previous, digest),
                )
                db.execute("COMMIT")
            finally:
                db.close()
        return id_

    def _rows(self, where: str = "1", *values: Any) -> list[tuple[Any, ...]]:
        try:
            db = database.open_reader(self._path, application_id=database.LEDGER_ID, newest=len(MIGRATIONS))
        except NoIndex:  # there is none, or a full disk let nobody begin it: the next record begins it
            return []
        try:
            return db.execute(f"SELECT * FROM record WHERE {where} ORDER BY number", values).fetchall()
        finally:
            db.close()

    def head(self) -> str:
        """The hash of the newest record, empty when there is none."""
        rows = self._rows("number = (SELECT max(number) FROM record)")
        return str(rows[0][6]) if rows else ""

    def read(self, record_id: str) -> Mapping[str, object]:
        """One record with its chain fields."""
        rows = self._rows("id = ?", record_id)
        if not rows:
            message = f"the ledger has no record {record_id}"
            raise UsageError(message, hint="ids begin with led_ and are printed with each answer")
        return self._record(rows[0])

    def _record(self, row: tuple[Any, ...]) -> dict[str, object]:
        names = ("number", "id", "created_at", "kind", "body", "previous", "hash")
        record = dict(zip(names, row, strict=True))
        return {**record, "body": json.loads(record["body"])}

    def newest(self, count: int, *, kind: str = "") -> list[dict[str, object]]:
        """The newest records, newest first; only those of a kind where one is named."""
        newest = "SELECT number FROM record WHERE kind = ? OR ? = '' ORDER BY number DESC LIMIT ?"
        rows = self._rows(f"number IN ({newest})", kind, kind, count)
        return [self._record(row) for row in reversed(rows)]

    def problems(self) -> list[Problem]:
        """Records whose hash or link does not hold."""
        found, previous = [], ""
        for number, id_, created, kind, body, link, digest in self._rows():
            if link != previous:
                found.append(Problem("ledger", id_, "", f"record {number} does not follow the one before it"))
            if chained(link, number, created, kind, body) != digest:
                found.append(Problem("ledger", id_, "", f"record {number} does not match its hash"))
            previous = digest
        return found


def chained(previous: str, number: int, created: str, kind: str, body: str) -> str:
    """The hash of a record, over the one before it."""
    return hashlib.sha256(dumps([previous, number, created, kind, body]).encode()).hexdigest()
