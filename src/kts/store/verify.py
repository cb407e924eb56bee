"""`kts verify` on the store: whether everything stored matches what it says it is."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kts.errors import CorruptStore, KTSError
from kts.lexicon.analyse import vocabulary
from kts.store import vectors, views
from kts.store.content import vectors_digest, version_digest
from kts.store.inspect import working
from kts.store.ledger import SqliteLedger
from kts.store.models import model_of
from kts.store.rows import TERMS, dumps, hidden_in, path_text, whole_text
from kts.store.truth import TOTALS, changes_digest
from kts.types import Checked, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kts.ports import PassageIndex, VectorIndex
    from kts.store.layout import Layout
    from kts.types import Level

LIVE = "first_generation IS NOT NULL AND last_generation IS NULL"


def verify(
    layout: Layout, db: sqlite3.Connection, index: PassageIndex, dense: Callable[[], VectorIndex], *, full: bool
) -> Checked:
    """Check hashes, counts, chain, ledger and followers; `full` also reads every page, posting and text view."""
    checked = 0
    found: list[Problem] = []
    steps = (
        _pages(db, full=full),
        _texts(db),
        _passages(db),
        _versions(db),
        _images(db),
        _vectors(db),
        _chain(db),
        _statistics(db),
        _ledger(layout),
        _lexical(layout, db, index, full=full),
        _dense(layout, db, dense, full=full),
        _views(layout, db, full=full),
    )
    try:
        with _one_snapshot(db):
            for problem in (problem for step in steps for problem in step):
                checked += 1
                found += [problem] if problem else []
    except (sqlite3.Error, KTSError, OSError, LookupError, TypeError, ValueError) as error:
        found.append(Problem("sqlite", "", str(layout.truth), str(error)))
    return Checked(checked, tuple(found))


@contextmanager
def _one_snapshot(db: sqlite3.Connection) -> Iterator[None]:
    """All steps see one generation, whoever writes meanwhile."""
    if db.in_transaction:
        yield
        return
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def _pages(db: sqlite3.Connection, *, full: bool) -> Iterator[Problem | None]:
    for (line,) in db.execute("PRAGMA integrity_check" if full else "PRAGMA quick_check"):
        yield None if line == "ok" else Problem("sqlite", "", "kts.db", line)


def _texts(db: sqlite3.Connection) -> Iterator[Problem | None]:
    rows = db.execute(
        "SELECT text_id, text.sha256, length, min(document_id), min(path) FROM text JOIN version USING (text_id)"
        " GROUP BY text_id"
    ).fetchall()
    for key, digest, length, document, path in rows:
        try:
            text = whole_text(db, key)
        except CorruptStore:
            text = ""
        good = _digest(text) == digest and len(text) == length
        detail = "the stored text does not match its SHA-256"
        yield None if good else Problem("text", document, path_text(path), detail)
        if good:
            yield from _passages_of(db, key, text)


def _passages_of(db: sqlite3.Connection, text_id: int, text: str) -> Iterator[Problem | None]:
    rows = db.execute(
        'SELECT passage.id, start, "end", text_sha256, path FROM passage JOIN version USING (version_id)'
        " WHERE text_id = ?",
        (text_id,),
    )
    for id_, start, end, digest, path in rows:
        good = _digest(text[start:end]) == digest
        yield (None if good else Problem("passage", id_, path_text(path), "the passage does not match its SHA-256"))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _passages(db: sqlite3.Connection) -> Iterator[Problem | None]:
    """Forward rows against the lengths that were counted from the same text."""
    rows = db.execute(
        f"SELECT passage.id, path, {TERMS}, title_length + heading_length + body_length FROM passage"
        f" JOIN version USING (version_id) WHERE {LIVE}"
    )
    for id_, path, terms, length in rows:
        try:
            total = sum(vocabulary(terms).values())
        except (LookupError, TypeError, ValueError):
            total = -1
        capped = b"\xff" in terms  # a term that occurs more often than a row can say
        good = total == length or (capped and 0 < total < length)
        yield None if good else Problem("terms", id_, path_text(path), "the indexed terms do not add up")


def _versions(db: sqlite3.Connection) -> Iterator[Problem | None]:
    """Everything derived from a file against the digest taken when it was stored."""
    for key, document, path, digest in db.execute(
        "SELECT version_id, document_id, path, digest FROM version"
    ).fetchall():
        good = version_digest(db, key) == digest
        detail = "headings, places, terms or metadata are not what was stored"
        yield None if good else Problem("version", document, path_text(path), detail)


def _images(db: sqlite3.Connection) -> Iterator[Problem | None]:
    for digest, body in db.execute("SELECT sha256, body FROM image"):
        good = hashlib.sha256(body).digest() == digest
        yield None if good else Problem("image", digest.hex(), "", "the image does not match its SHA-256")


def _vectors(db: sqlite3.Connection) -> Iterator[Problem | None]:
    """Vectors against the digest taken when their version was embedded.

    Of a version that failed or is left out another document may bring texts later; of one that is gone, vectors may
    have been discarded.
    """
    rows = db.execute(
        "SELECT version_id, model_id, path, document_id, embedded.digest, state, last_generation, max(generation)"
        " FROM embedded JOIN version USING (version_id) GROUP BY version_id, model_id"
    ).fetchall()
    for key, model, path, document, digest, state, gone, _ in rows:
        if state != "ready":
            continue
        good = vectors_digest(db, key, model) == digest or (gone is not None and vectors.lacks(db, key, model))
        yield None if good else Problem("vectors", document, path_text(path), "the vectors are not what was stored")


def _chain(db: sqlite3.Connection) -> Iterator[Problem | None]:
    previous = ""
    rows = db.execute("SELECT number, created_at, kind, statistics, ledger_head, previous, hash FROM generation"
                      " ORDER BY number").fetchall()  # fmt: skip
    for number, created, kind, statistics, head, link, digest in rows:
        changes = db.execute("SELECT generation, version_id, op FROM change WHERE generation = ?", (number,)).fetchall()
        content = [link, number, created, kind, json.loads(statistics), head, changes_digest(db, number, changes)]
        good = link == previous and hashlib.sha256(dumps(content).encode()).hexdigest() == digest
        yield (None if good else Problem("generation", str(number), "", "the generation does not match its hash"))
        previous = digest


def _statistics(db: sqlite3.Connection) -> Iterator[Problem | None]:
    counted = {level: numbers for level, *numbers in db.execute(TOTALS.format(LIVE))} | vectors.totals(db)
    row = db.execute("SELECT statistics FROM generation ORDER BY number DESC LIMIT 1").fetchone()
    good = json.loads(row[0] if row else "{}") == counted
    yield (None if good else Problem("statistics", "", "", "the stored counts are not those of the live passages"))


def _ledger(layout: Layout) -> Iterator[Problem | None]:
    yield None
    try:
        yield from SqliteLedger(layout.ledger).problems()
    except CorruptStore as error:
        said = error.message.removeprefix(f"{layout.ledger}: ")
        yield Problem("ledger", "", str(layout.ledger), f"{said}; {error.hint}")


def _lexical(layout: Layout, db: sqlite3.Connection, index: PassageIndex, *, full: bool) -> Iterator[Problem | None]:
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    if index.generation != newest:
        detail = f"at generation {index.generation}, the truth is at {newest}; it catches up on the next use"
        yield _unless_written(layout, Problem("lexical", "", index.name, detail))
        return
    keys = {
        key for (key,) in db.execute(f"SELECT passage_id FROM passage JOIN version USING (version_id) WHERE {LIVE}")
    }
    yield (
        None
        if index.keys() == keys
        else Problem("lexical", "", index.name, f"holds {len(index.keys())} passages, the truth {len(keys)}")
    )
    if full:
        yield from _postings(db, index, keys)


def _dense(
    layout: Layout, db: sqlite3.Connection, opened: Callable[[], VectorIndex], *, full: bool
) -> Iterator[Problem | None]:
    model = model_of(db)
    if model is None:
        return
    index = opened()
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    if index.generation != newest or index.model not in ("", model.hash):  # one that holds nothing is of no model
        detail = f"at generation {index.generation}, the truth is at {newest}; it catches up on the next use"
        yield _unless_written(layout, Problem("dense", "", index.name, detail))
        return
    rows = db.execute(
        "SELECT passage_id FROM passage JOIN version USING (version_id) JOIN vector ON vector.model_id = :model"
        f" AND vector.text_sha256 = passage.context_sha256 WHERE {LIVE} AND level = 'chunk'"
        " AND version_id IN (SELECT version_id FROM embedded WHERE model_id = :model AND state <> 'skipped')",
        {"model": model.key},
    )
    wanted = {key for (key,) in rows}
    whole = db.execute(
        "SELECT passage_id FROM passage JOIN version USING (version_id)"
        f" WHERE {LIVE} AND level IN ('document', 'section')"
    )
    held = index.keys() - {key for (key,) in whole}
    yield (
        None
        if held == wanted
        else Problem("dense", "", index.name, f"holds {len(held)} passages, the truth has vectors of {len(wanted)}")
    )
    for detail in index.problems() if full else ():
        yield Problem("dense", "", index.name, detail)


def _unless_written(layout: Layout, lag: Problem) -> Problem | None:
    """What lags behind is no problem while a writer is at work: catching up is the next thing that it does."""
    return None if working(layout) else lag


def _postings(db: sqlite3.Connection, index: PassageIndex, keys: set[int]) -> Iterator[Problem | None]:
    for key in sorted(keys ^ index.keys())[:100]:
        yield Problem("lexical", str(key), "", "missing from the index" if key in keys else "not in the truth")
    frequency: dict[tuple[Level, str], int] = {}
    rows = db.execute(f"SELECT level, {TERMS} FROM passage JOIN version USING (version_id) WHERE {LIVE}")
    for level, terms in rows:
        for term in vocabulary(terms):
            frequency[level, term] = frequency.get((level, term), 0) + 1
    for (level, term), count in sorted(frequency.items()):
        indexed = index.document_frequency(term, level=level)
        good = indexed == count
        yield (None if good else Problem("postings", term, level, f"{indexed} in the index, {count} in the truth"))


def _views(layout: Layout, db: sqlite3.Connection, *, full: bool) -> Iterator[Problem | None]:
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    shown = views.shown(layout)
    if shown == 0:
        return
    if shown != newest:
        detail = f"show generation {shown}, the truth is at {newest}"
        yield _unless_written(layout, Problem("views", "", str(layout.index_metadata), detail))
        return
    yield None
    if not full:
        return
    rows = db.execute(
        f"SELECT version_id, document_id, path, sha256, marks FROM (SELECT version_id, document_id, path, marks,"
        f" text.sha256 AS sha256 FROM version JOIN text USING (text_id) WHERE {LIVE})"
    ).fetchall()
    for key, document, path, whole, marks in rows:
        # one that hides text shows blocks in its place
        digest = hashlib.sha256(views.content(db, key)).digest() if hidden_in(marks) else whole
        file = layout.documents / document / "content.md"
        good = file.is_file() and hashlib.sha256(file.read_bytes()).digest() == digest
        yield (None if good else Problem("view", document, path_text(path), f"{file.name} is not the stored text"))
