"""Opening SQLite files: migrations, durability, and errors that say what to do."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kts.errors import CorruptStore, KTSError, Locked, Mismatch, NoIndex, StorageFull

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TRUTH_ID = 0x4B545354
LEDGER_ID = 0x4B54534C
TRUTH_SCRIPTS = ("schema.sql",)
"""Migrations of the truth: script n takes it from schema n to n + 1."""
TRUTH_SCHEMA = len(TRUTH_SCRIPTS)
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE})


def script(name: str) -> str:
    """A migration shipped beside this module."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def open_writer(path: Path, *, application_id: int, migrations: Sequence[str]) -> sqlite3.Connection:
    """A connection that may write; makes the file, or migrates it, in one transaction.

    `migrations[n]` takes the schema from version n to n + 1. Raises Mismatch for a newer schema, CorruptStore,
    StorageFull.
    """
    with errors(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=10.0)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute("PRAGMA trusted_schema = OFF")
            migrate(connection, path, application_id=application_id, migrations=migrations)
        except BaseException:
            connection.close()
            raise
    return connection


def migrate(connection: sqlite3.Connection, path: Path, *, application_id: int, migrations: Sequence[str]) -> None:
    """Bring the schema to `len(migrations)`, all steps in one transaction."""
    version = check_identity(connection, path, application_id=application_id, newest=len(migrations))
    if version == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in migrations[version:]:
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {application_id}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _statements(text: str) -> Iterator[str]:
    pending = ""
    for line in text.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""


def check_identity(connection: sqlite3.Connection, path: Path, *, application_id: int, newest: int) -> int:
    """The schema version. Raises CorruptStore for a foreign file, Mismatch for a schema newer than ours."""
    (found,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if found not in (0, application_id) or (found == 0 and version):
        message = f"{path} is not a store of this product"
        raise CorruptStore(message, path=str(path), hint="name another folder with --kb")
    if version > newest:
        message = f"{path} has schema {version}; this version knows up to {newest}"
        raise Mismatch(message, path=str(path), hint="update kts, or make a new index with kts ingest --kb FOLDER")
    return int(version)


def open_reader(path: Path, *, application_id: int, newest: int) -> sqlite3.Connection:
    """A read-only connection; works on read-only media. Raises NoIndex, CorruptStore, Mismatch."""
    if not path.is_file():
        message = f"{path} does not exist"
        raise NoIndex(message, path=str(path), hint="kts ingest FOLDER makes an index")
    with errors(path):
        connection = _connect_readonly(path)
        try:
            version = check_identity(connection, path, application_id=application_id, newest=newest)
        except BaseException:
            connection.close()
            raise
    if version < newest:
        connection.close()
        message = f"{path} has the older schema {version}; this version needs {newest}"
        raise Mismatch(message, path=str(path), hint="run `kts ingest` once: it migrates the store")
    return connection


def _connect_readonly(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, isolation_level=None, timeout=10.0)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if path.with_name(path.name + "-wal").exists() and path.with_name(path.name + "-wal").stat().st_size:
            raise
        connection = sqlite3.connect(f"{uri}?mode=ro&immutable=1", uri=True, isolation_level=None)
    return connection


@contextmanager
def errors(path: Path) -> Iterator[None]:
    """Turn SQLite's and the system's storage errors into ours; KTS errors pass through."""
    try:
        yield
    except KTSError:
        raise
    except sqlite3.Error as error:
        raise _typed(error, path) from error
    except OSError as error:
        if error.errno not in FULL:
            raise
        message = f"{path}: {error.strerror}"
        raise StorageFull(message, path=str(path), hint="free some space; the last generation still serves") from error


def _typed(error: sqlite3.Error, path: Path) -> KTSError:
    text = str(error)
    where = str(path)
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        hint = "kts verify --full says what is damaged; restore a backup or ingest again into a new folder"
        return CorruptStore(f"{path}: {text}", path=where, hint=hint)
    if "full" in text or "readonly" in text or "disk I/O" in text or "unable to open" in text:
        hint = "free some space or make the folder writable; the last generation still serves"
        return StorageFull(f"{path}: {text}", path=where, hint=hint)
    if "locked" in text:
        return Locked(f"{path}: {text}", path=where, hint="another process is writing; try again")
    return CorruptStore(f"{path}: {text}", path=where, hint="kts verify --full says what is damaged")
