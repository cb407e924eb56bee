"""The vectors of record: which texts have theirs, and which versions wait for theirs."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from kts.errors import CorruptStore
from kts.lexicon.context import entitled, in_context
from kts.records import VersionTexts
from kts.store.content import vectors_digest
from kts.store.models import model_of
from kts.store.rows import dumps, path_text, whole_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from kts.ports import Embedder
    from kts.records import EmbeddedText, EmbeddedVersion
    from kts.store.truth import TruthWriter

LIVE = "version.first_generation IS NOT NULL AND version.last_generation IS NULL"
LATEST = (
    "(SELECT state FROM embedded WHERE embedded.version_id = version.version_id AND embedded.model_id = :model"
    " ORDER BY generation DESC LIMIT 1)"
)
"""The state of a version under a model: its newest row, null while its vectors are pending."""
REASON = LATEST.replace("SELECT state", "SELECT embedded.reason")


_TEXTS = "passage LEFT JOIN vector ON vector.model_id = :model AND vector.text_sha256 = passage.context_sha256"
_WANTING = "passage.level = 'chunk' AND vector.vector_id IS NULL AND length(context_sha256)"
"""Passages without a vector."""
LARGE = 500
"""Passages of a document whose vectors are made last: some 150 pages (a default, not fitted)."""
_READ = (
    "NOT EXISTS (SELECT 1 FROM passage WHERE passage.version_id = version.version_id AND level = 'chunk'"
    " AND NOT length(context_sha256) AND kind <> 'contents')"
)
"""Versions of a store from before there were vectors wait to be read again; a table of contents never has one."""


class VectorWriter:
    """Implements `ports.VectorTruth` beside the writer of versions, in its file and under its lock."""

    def __init__(self, truth: TruthWriter, embedder: Embedder) -> None:
        self._truth = truth
        self._db = truth.connection
        self._model = self._known(embedder)

    def _known(self, embedder: Embedder) -> int:
        with self._truth.transaction():
            self._db.execute(
                "INSERT OR IGNORE INTO model (hash, provider_id, dims, max_tokens) VALUES (?, ?, ?, ?)",
                (embedder.model_hash, embedder.provider_id, embedder.dims, embedder.max_tokens),
            )
            self._db.execute(
                "INSERT OR REPLACE INTO meta SELECT 'making', ? WHERE EXISTS"
                " (SELECT 1 FROM meta WHERE name = 'model' AND value <> ?)",
                (embedder.model_hash,) * 2,
            )
        row = self._db.execute("SELECT model_id FROM model WHERE hash = ?", (embedder.model_hash,)).fetchone()
        return int(row[0])

    def _rows(self, statement: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        with self._truth.transaction():  # whose errors are ours
            return self._db.execute(statement, values).fetchall()

    def pending(self) -> tuple[VersionTexts, ...]:
        """The live versions without vectors, or whose vectors failed, by path; the largest come after all others.

        A log of thousands of passages keeps no other document from being found by its meaning.
        """
        rows = self._rows(
            f"SELECT version_id, document_id, version.path, language, coalesce({LATEST}, '') AS state,"
            f" coalesce({REASON}, '') FROM version"
            f" WHERE {LIVE} AND {_READ} AND (state NOT IN ('ready', 'skipped') OR (state = 'ready' AND EXISTS"
            f" (SELECT 1 FROM {_TEXTS} WHERE passage.version_id = version.version_id AND {_WANTING})))"
            " ORDER BY (SELECT count(*) FROM passage WHERE passage.version_id = version.version_id) > :large,"
            " version.path, document_id",
            {"model": self._model, "large": LARGE},
        )
        return tuple(
            VersionTexts(key, id_, path_text(path), language, reason if state == "failed" else "")
            for key, id_, path, language, state, reason in rows
        )

    def count(self, versions: Sequence[int]) -> int:
        """How many texts of these versions have no vector yet; one that stands twice counts once."""
        rows = self._rows(
            f"SELECT count(DISTINCT context_sha256) FROM {_TEXTS} WHERE {_WANTING}"
            " AND passage.version_id IN (SELECT value FROM json_each(:versions))",
            {"model": self._model, "versions": dumps(list(versions))},
        )
        return int(rows[0][0])

    def missing(self, version: int) -> Mapping[str, str]:
        """The texts of a version that have no vector yet, by their SHA-256. Raises CorruptStore."""
        rows = self._rows(
            "SELECT lower(hex(context_sha256)), passage.start, passage.\"end\", coalesce(number, ''),"
            f" coalesce(heading, '') FROM {_TEXTS} LEFT JOIN section ON section.version_id = passage.version_id"
            f" AND ordinal = passage.section WHERE passage.version_id = :version AND {_WANTING} ORDER BY passage.start",
            {"model": self._model, "version": version},
        )
        if not rows:
            return {}
        with self._truth.transaction():
            title, text = _text(self._db, version)
        found = {}
        for digest, start, end, number, heading in rows:
            found[digest] = in_context(text[start:end], title=title, number=number, heading=heading)
            if hashlib.sha256(found[digest].encode("utf-8", "surrogatepass")).hexdigest() != digest:
                message = f"a stored text of version {version} does not match its SHA-256"
                raise CorruptStore(message, hint="kts reindex --full reads the files again")
        return found

    def keep(self, texts: Iterable[EmbeddedText]) -> None:
        """Store vectors durably; they are searched once a version that needs them is committed."""
        with self._truth.transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO vector (model_id, text_sha256, windows, body) VALUES (?, ?, ?, ?)",
                ((self._model, bytes.fromhex(text.sha256), text.windows, text.vector) for text in texts),
            )

    def commit(self, versions: Sequence[EmbeddedVersion]) -> int:
        """Make the states of these versions the next generation.

        The first model serves at once; another takes its place when it has all documents.
        """
        with self._truth.transaction(synced=True):
            number = self._truth.generation + 1
            rows = [
                (version.key, self._model, number, version.state, version.reason,
                 vectors_digest(self._db, version.key, self._model))
                for version in versions
            ]  # fmt: skip
            self._db.executemany("INSERT INTO embedded VALUES (?, ?, ?, ?, ?, ?)", rows)
            model = model_of(self._db)
            if model is None or not states(self._db, self._model).get("pending"):
                self._db.execute(
                    "INSERT OR REPLACE INTO meta SELECT 'model', hash FROM model WHERE model_id = ?", (self._model,)
                )
                self._db.execute("DELETE FROM meta WHERE name = 'making'")
            self._truth.write_generation(number, "vectors", ())
        return number

    @property
    def serving(self) -> bool:
        """Whether the index answers with this model's vectors."""
        model = model_of(self._db)
        return model is not None and model.key == self._model

    def discard_damaged(self) -> None:
        """Forget vectors that are not what was stored, so that they are made again."""
        with self._truth.transaction():
            rows = self._db.execute(
                "SELECT version_id, digest, state, max(generation) FROM embedded WHERE model_id = ?"
                " GROUP BY version_id",
                (self._model,),
            ).fetchall()
            for key, digest, state, _ in rows:
                if state == "ready" and vectors_digest(self._db, key, self._model) != digest:
                    self._db.execute(
                        "DELETE FROM vector WHERE model_id = ? AND text_sha256 IN"
                        " (SELECT context_sha256 FROM passage WHERE version_id = ?)",
                        (self._model, key),
                    )


def _text(db: sqlite3.Connection, version: int) -> tuple[str, str]:
    """What a version's passages are embedded under, and its text."""
    title, metadata, text_id = db.execute(
        "SELECT title, metadata, text_id FROM version WHERE version_id = ?", (version,)
    ).fetchone()
    return entitled(title, json.loads(metadata)), whole_text(db, text_id)


def lacks(db: sqlite3.Connection, version: int, model: int) -> bool:
    """Whether any text of a version has no vector of a model."""
    values = {"model": model, "version": version}
    found = db.execute(f"SELECT 1 FROM {_TEXTS} WHERE version_id = :version AND {_WANTING} LIMIT 1", values)
    return found.fetchone() is not None


def totals(db: sqlite3.Connection) -> dict[str, list[int]]:
    """Passages by what became of their vectors under the index's model, as the statistics of a generation hold them."""
    model = model_of(db)
    return {f"vectors:{state}": [count, 0, 0, 0] for state, count in states(db, model.key).items()} if model else {}


def unembedded(db: sqlite3.Connection) -> bool:
    """Whether any live document waits for vectors, or failed to get them, under the index's model."""
    model = model_of(db)
    if model is None:
        row = db.execute(f"SELECT 1 FROM version WHERE {LIVE} LIMIT 1").fetchone()
        return row is not None
    counts = states(db, model.key)
    return bool(counts.get("pending") or counts.get("failed"))


def made(db: sqlite3.Connection, model: int) -> int:
    """How many live passages have a vector that waits for those of the rest of their document."""
    state = f"coalesce({LATEST}, 'pending') = 'pending'"
    (count,) = db.execute(
        f"SELECT count(*) FROM version JOIN {_TEXTS.replace('passage LEFT', 'passage USING (version_id) LEFT')}"
        f" WHERE {LIVE} AND level = 'chunk' AND vector.vector_id IS NOT NULL AND {state}",
        {"model": model},
    ).fetchone()
    return int(count)


def states(db: sqlite3.Connection, model: int) -> Mapping[str, int]:
    """How many live passages have vectors, wait for them, failed or are left out, under a model."""
    state = f"CASE WHEN kind = 'contents' THEN 'skipped' ELSE coalesce({LATEST}, 'pending') END"
    rows = db.execute(
        f"SELECT {state} AS state, count(*) FROM version JOIN passage USING (version_id)"
        f" WHERE {LIVE} AND level = 'chunk' GROUP BY 1",
        {"model": model},
    )
    return dict(rows.fetchall())
