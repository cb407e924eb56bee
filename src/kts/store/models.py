"""Which model's vectors an index serves: all that a search by words alone needs to know of vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.records import ModelRecord

if TYPE_CHECKING:
    import sqlite3


def model_of(db: sqlite3.Connection) -> ModelRecord | None:
    """The model whose vectors the index serves, None before the first."""
    row = db.execute(
        "SELECT model_id, provider_id, hash, dims FROM model JOIN meta ON meta.value = model.hash"
        " WHERE meta.name = 'model'"
    ).fetchone()
    return ModelRecord._make(row) if row else None
