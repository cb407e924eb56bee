"""Stores as older versions left them: what has changed since is turned back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from kts.store import database
from kts.store.rows import text_of

if TYPE_CHECKING:
    from pathlib import Path

UNPACKED = 4
"""The last schema whose texts, and rows of words of sections and items, are stored as they are."""


def opened(path: Path) -> closing[sqlite3.Connection]:
    """A connection beside the product that knows the functions of its statements."""
    db = sqlite3.connect(path, isolation_level=None)
    database.add_functions(db)
    return closing(db)


def unpack(db: sqlite3.Connection) -> None:
    """Texts and rows of words as schema 4 has them, to the letter of its tables."""
    db.create_function("text_of", 1, text_of)
    db.execute("ALTER TABLE text_block RENAME TO packed_block")
    for name in ("text_block_at", "passage_id"):
        db.execute(f"DROP INDEX {name}")
    for statement in database.script("schema.sql").split(";\n"):
        if "ON passage (id)" in statement or "TABLE text_block" in statement or "ON text_block" in statement:
            db.execute(statement)
    db.execute("INSERT INTO text_block SELECT text_id, start, utf8_start, line, text_of(body) FROM packed_block")
    db.execute("DROP TABLE packed_block")
    db.execute("UPDATE passage SET terms = unpacked(terms)")
    db.execute(f"PRAGMA user_version = {UNPACKED}")
