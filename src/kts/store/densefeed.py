"""Keeping the dense index at the newest generation: what it is given comes from the vectors of record.

Passages have the vectors of their texts. A document's own vector, and a section's, is the mean direction of the
passages in it, so that what a text is about as a whole counts without being embedded again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.errors import CorruptStore
from kts.records import IndexedVector, VectorChange
from kts.store.followers import document_filters, passage_filters
from kts.store.models import model_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from kts.ports import VectorIndex
    from kts.records import ModelRecord

LIVE = "first_generation IS NOT NULL AND last_generation IS NULL"


def catch_up(index: VectorIndex, db: sqlite3.Connection) -> bool:
    """Bring the index to the newest generation of `db`; returns whether anything was done."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    model = model_of(db)
    if model is None or (index.generation == newest and index.model in ("", model.hash)):
        return False
    if not 0 < index.generation < newest or index.model != model.hash or index.wasted:
        index.rebuild(_all(db, model), generation=newest, model=model.hash)
    else:
        index.apply(_since(db, model, index.generation), generation=newest, model=model.hash)
    return True


def rebuild(index: VectorIndex, db: sqlite3.Connection) -> None:
    """Build the index anew from the truth, when it has vectors."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    model = model_of(db)
    if model is not None:
        index.rebuild(_all(db, model), generation=newest, model=model.hash)


def _all(db: sqlite3.Connection, model: ModelRecord) -> Iterator[VectorChange]:
    rows = db.execute(
        f"SELECT DISTINCT version_id, document_id FROM version JOIN embedded USING (version_id)"
        f" WHERE {LIVE} AND model_id = ? AND state <> 'skipped' ORDER BY document_id",
        (model.key,),
    ).fetchall()
    for key, _ in rows:
        yield VectorChange("add", key, _vectors(db, key, model))


def _since(db: sqlite3.Connection, model: ModelRecord, generation: int) -> Iterator[VectorChange]:
    gone = db.execute(
        "SELECT DISTINCT change.version_id FROM change LEFT JOIN version USING (version_id)"
        " WHERE generation > ? AND (version.version_id IS NULL OR last_generation IS NOT NULL) ORDER BY 1",
        (generation,),
    ).fetchall()
    for (key,) in gone:
        yield VectorChange("remove", key)
    ready = db.execute(
        f"SELECT DISTINCT version_id FROM embedded JOIN version USING (version_id)"
        f" WHERE generation > ? AND model_id = ? AND state <> 'skipped' AND {LIVE} ORDER BY 1",
        (generation, model.key),
    ).fetchall()
    for (key,) in ready:
        yield VectorChange("add", key, _vectors(db, key, model))


def _vectors(db: sqlite3.Connection, version: int, model: ModelRecord) -> tuple[IndexedVector, ...]:
    rows = db.execute(
        'SELECT passage_id, passage.level, body, start, "end" FROM passage JOIN vector ON vector.model_id = ?'
        " AND vector.text_sha256 = passage.context_sha256 WHERE version_id = ? AND level = 'chunk' ORDER BY passage_id",
        (model.key, version),
    ).fetchall()
    if any(len(row[2]) != 2 * model.dims for row in rows):
        message = f"a vector of version {version} has another length than its model's"
        raise CorruptStore(message, hint="kts verify --full says what is damaged; kts reindex --vectors embeds again")
    shared = document_filters(db, version)
    named = passage_filters(db, version)
    found = [
        IndexedVector(key, version, level, body, {**shared, **named.get(key, {})}) for key, level, body, *_ in rows
    ]
    places = [(start, end, body) for _, _, body, start, end in rows]
    for key, within in _sections(db, version, places):
        found.append(IndexedVector(key, version, "section", _pooled(within), {**shared, **named.get(key, {})}))
    whole = db.execute(
        "SELECT passage_id FROM passage WHERE version_id = ? AND level = 'document'", (version,)
    ).fetchone()
    if len(rows) > 1 and whole:  # a document of one passage is as near as that
        pooled = _pooled([row[2] for row in rows])
        found.append(IndexedVector(whole[0], version, "document", pooled, {**shared, **named.get(whole[0], {})}))
    return tuple(found)


def _sections(
    db: sqlite3.Connection, version: int, places: Sequence[tuple[int, int, bytes]]
) -> Iterator[tuple[int, list[bytes]]]:
    """(key, vectors) of each section: those of the chunks that lie in it, or mostly; else of the one that holds it."""
    rows = db.execute(
        'SELECT passage_id, start, "end" FROM passage WHERE version_id = ? AND level = ? ORDER BY passage_id',
        (version, "section"),
    ).fetchall()
    for key, start, end in rows:
        shares = [(min(end, stop) - max(start, begin), stop - begin, body) for begin, stop, body in places]
        within = [body for share, length, body in shares if 2 * share >= length]
        nearest = max(shares, default=None, key=lambda one: one[0])
        if not within and nearest and nearest[0] > 0:
            within = [nearest[2]]
        if within:
            yield key, within


def _pooled(vectors: Sequence[bytes]) -> bytes:
    """The mean direction of some vectors; of opposite ones, that of the first."""
    import numpy as np

    rows = np.frombuffer(b"".join(vectors), dtype="<f2").reshape(len(vectors), -1).astype(np.float32)
    mean = rows.mean(axis=0)
    length = float(np.sqrt((mean * mean).sum()))
    pooled: bytes = (mean / length if length > TINY else rows[0]).astype("<f2").tobytes()
    return pooled


TINY = 1e-6
"""A mean shorter than this has no direction."""
