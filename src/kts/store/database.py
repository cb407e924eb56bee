"""Opening SQLite files: migrations, durability, and errors that say what to do."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kts.errors import CorruptStore, KTSError, Locked, Mismatch, NoIndex, StorageFull
from kts.store.rows import folded, packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TRUTH_ID = 0x4B545354
LEDGER_ID = 0x4B54534C
TRUTH_SCRIPTS = ("schema.sql", "schema_2.sql", "schema_3.sql", "schema_4.sql", "schema_5.sql")
"""Migrations of the truth: script n takes it from schema n to n + 1."""
TRUTH_SCHEMA = len(TRUTH_SCRIPTS)
TRUTH_READABLE = 2
"""The oldest schema of the truth that is read as it is: later ones have only added tables, which count as empty,
and shorter forms of rows and texts that are told from the longer ones."""
PAGE = 8192
"""Bytes of a page of a new store. A page of 4096 holds two or three rows or blocks, and what is left of it is empty."""
REFUSED = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE),
        *(errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR),
    }
)
"""The system's errors when a medium takes no more, or when nothing may be written there."""
NO_PLACE = frozenset({errno.ENOENT, errno.ENOTDIR})
"""Those of them that more room or more rights would not help."""
ELSEWHERE = "name another folder with --kb: there can be none here"
LOST = "restore kts.db from a backup, or delete the .kts folder and ingest again: your files are untouched"
LOST_LEDGER = "restore ledger.db from a backup, or move it away: a new one is begun, the index is another file"
ROOM = "free some space or make the folder writable; the last generation still serves"


def script(name: str) -> str:
    """A migration shipped beside this module."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def open_writer(path: Path, *, application_id: int, migrations: Sequence[str]) -> sqlite3.Connection:
    """A connection that may write; makes the file, or migrates it, in one transaction.

    `migrations[n]` takes the schema from version n to n + 1. Raises Mismatch for a newer schema, CorruptStore,
    StorageFull; a file that this call could not begin is not left behind empty.
    """
    there = path.exists()
    with errors(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=10.0)
        try:
            connection.execute(f"PRAGMA page_size = {PAGE}")  # of one that is yet to be made
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute("PRAGMA trusted_schema = OFF")
            add_functions(connection)
            migrate(connection, path, application_id=application_id, migrations=migrations)
        except BaseException:
            connection.close()
            if not there:
                _remove_empty(path)
            raise
    return connection


def _remove_empty(path: Path) -> None:
    with suppress(OSError):
        if not path.stat().st_size:
            path.unlink()


def add_functions(connection: sqlite3.Connection) -> None:
    """Teach a connection to the store what its statements call."""
    for function in (folded, packed, unpacked):
        connection.create_function(function.__name__, 1, function, deterministic=True)


def migrate(connection: sqlite3.Connection, path: Path, *, application_id: int, migrations: Sequence[str]) -> None:
    """Bring the schema to `len(migrations)`, all steps in one transaction, then give back what they left empty."""
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
    if version:
        with suppress(sqlite3.OperationalError):  # no room for a copy: nothing is lost but room
            connection.execute("VACUUM")


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
    if found == 0 and version == 0:
        _refuse_emptied(path)
    if found not in (0, application_id) or (found == 0 and version):
        message = f"{path} is not a store of this product"
        raise CorruptStore(message, path=str(path), hint="name another folder with --kb")
    if version > newest:
        message = f"{path} has schema {version}; this version knows up to {newest}"
        raise Mismatch(message, path=str(path), hint="update kts, or make a new index with kts ingest --kb FOLDER")
    return int(version)


def _refuse_emptied(path: Path) -> None:
    """A new store has nothing beside it; an empty one beside the rest of an index has lost everything."""
    beside = [name for name in ("ledger.db", "documents", "index_metadata.json") if _holds(path.with_name(name))]
    if path.name == "kts.db" and beside:
        message = f"{path} is empty, but {', '.join(beside)} beside it belong to an index that was not"
        hint = "restore kts.db from a backup, or remove the folder and ingest again"
        raise CorruptStore(message, path=str(path), hint=hint)


def _holds(path: Path) -> bool:
    """Whether something is there; a file of no bytes, as a full disk leaves it, tells of nothing."""
    return path.is_dir() or (path.is_file() and path.stat().st_size > 0)


def open_truth(path: Path) -> sqlite3.Connection:
    """A read-only connection to the truth. Raises NoIndex, CorruptStore, Mismatch."""
    connection = open_reader(path, application_id=TRUTH_ID, newest=TRUTH_SCHEMA, oldest=TRUTH_READABLE)
    with errors(path):
        _complete(connection)
    return connection


def _complete(connection: sqlite3.Connection) -> None:
    """What later schemas have added is there and empty, for this connection alone."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == TRUTH_SCHEMA:
        return
    connection.execute("PRAGMA query_only = OFF")
    for name in TRUTH_SCRIPTS[version:]:
        for statement in _statements(script(name)):
            if "CREATE TABLE" in statement:
                connection.execute(statement.replace("CREATE TABLE", "CREATE TEMP TABLE"))
    connection.execute("PRAGMA query_only = ON")


def open_reader(path: Path, *, application_id: int, newest: int, oldest: int | None = None) -> sqlite3.Connection:
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
    if version == 0:
        connection.close()
        message = f"{path} holds nothing yet"
        raise NoIndex(message, path=str(path), hint="kts ingest FOLDER makes an index")
    if version < (newest if oldest is None else oldest):
        connection.close()
        message = f"{path} has the older schema {version}; this version needs {newest}"
        raise Mismatch(message, path=str(path), hint="run `kts ingest` once: it migrates the store")
    return connection


def _connect_readonly(path: Path) -> sqlite3.Connection:
    """Reads only. Where the folder can be written the log files are cleared away again by the last one to close.

    A full disk or a read-only medium has no room for them: then the file alone is read, unless a log holds more.
    """
    uri = path.absolute().as_uri()
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    try:
        return _probed(f"{uri}?mode={'rw' if writable else 'ro'}")
    except sqlite3.OperationalError:
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise
    return _probed(f"{uri}?mode=ro&immutable=1")


def _probed(uri: str) -> sqlite3.Connection:
    # each thread has its own; what an ended one leaves behind is closed, or taken over, by another
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10.0, check_same_thread=False)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        add_functions(connection)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def errors(path: Path) -> Iterator[None]:
    """Turn SQLite's and the system's storage errors into ours; KTS errors pass through."""
    try:
        yield
    except KTSError:
        raise
    except sqlite3.ProgrammingError:
        raise  # a call after close: a defect of the caller, no damage
    except sqlite3.Error as error:
        raise _typed(error, path) from error
    except (UnicodeDecodeError, json.JSONDecodeError, zlib.error) as error:
        message = f"{path}: something stored cannot be read: {error}"
        hint = "kts verify --full says what is damaged; kts reindex --full reads the files again"
        raise CorruptStore(message, path=str(path), hint=hint) from error
    except OSError as error:
        if error.errno not in REFUSED:
            raise
        message = f"{path}: {error.strerror}"
        hint = ELSEWHERE if error.errno in NO_PLACE and not path.exists() else ROOM
        raise StorageFull(message, path=str(path), hint=hint) from error


def _typed(error: sqlite3.Error, path: Path) -> KTSError:
    text = str(error)
    where = str(path)
    if "malformed" in text or "not a database" in text or "corrupt" in text:
        hint = LOST_LEDGER if path.name == "ledger.db" else LOST
        return CorruptStore(f"{path}: {text}", path=where, hint=hint)
    if "unable to open" in text and not path.parent.exists():
        message = f"the index is gone: {path.parent} was moved or deleted"
        return NoIndex(message, path=where, hint="put the folder back, or make it anew: kts ingest FOLDER")
    if "full" in text or "readonly" in text or "disk I/O" in text or "unable to open" in text:
        return StorageFull(f"{path}: {text}", path=where, hint=ROOM)
    if "locked" in text:
        return Locked(f"{path}: {text}", path=where, hint="another process is writing; try again")
    return CorruptStore(f"{path}: {text}", path=where, hint="kts verify --full says what is damaged")
