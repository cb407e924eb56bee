"""Readable views of the truth: for people and other programs, never read back, always rebuildable.

The one file that is more than a view, `descriptions.json`, is only brought up to what OCR reads.

Each file is written under a temporary name, and all of a run are synced before the first is renamed.
`index_metadata.json` comes last and carries the generation that the views show.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from typing import TYPE_CHECKING, Any

from kts.lexicon.veiled import veiled
from kts.store import descriptions
from kts.store.descriptions import Description
from kts.store.models import model_of
from kts.store.rows import BLOCK, entries, hidden_in, path_text, pretty, text_of, whole_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from kts.store.followers import Stored
    from kts.store.layout import Layout
    from kts.structure import PreparedDocument


class Writing:
    """Files written together: under temporary names in one folder, synced once, then renamed into place."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._count = 0
        self._pending: list[tuple[str, str]] = []
        shutil.rmtree(scratch, ignore_errors=True)  # what a run that died has left
        scratch.mkdir(parents=True, exist_ok=True)

    def add(self, path: Path, content: bytes) -> None:
        """Write `content`; it takes its place at `path` with `finish`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self._free()
        _write(temporary, content)
        self.place(temporary, str(path))

    def folder(self, files: Mapping[str, bytes]) -> str:
        """Write a folder of files and return its temporary name; `place` gives it its place."""
        temporary = self._free()
        os.mkdir(temporary)
        for name, content in files.items():
            _write(f"{temporary}/{name}", content)
        return temporary

    def _free(self) -> str:
        self._count += 1
        return f"{self._scratch}/{self._count}"

    def place(self, temporary: str, path: str) -> None:
        """What was written as `temporary` is at `path` with `finish`; the other files of a folder there stay."""
        self._pending.append((temporary, path))

    def finish(self) -> None:
        """Sync what was written, then rename it."""
        if self._pending and hasattr(os, "sync"):
            os.sync()
        for temporary, path in self._pending:
            _renamed(temporary, path)
        self._pending.clear()

    def close(self) -> None:
        """Remove the folder of temporary files."""
        shutil.rmtree(self._scratch, ignore_errors=True)


def _write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)
        if not hasattr(os, "sync"):
            file.flush()
            os.fsync(file.fileno())


def _renamed(temporary: str, path: str) -> None:
    try:
        os.replace(temporary, path)
    except OSError:
        if not os.path.isdir(temporary) or not os.path.isdir(path):
            raise
        for name in os.listdir(temporary):
            os.replace(f"{temporary}/{name}", f"{path}/{name}")


class ViewsDraft:
    """The views of versions that are staged: written under temporary names, for the generation that will name them."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._writing: Writing | None = None
        self.folders: dict[int, str] = {}

    def put(self, stored: Stored) -> None:
        """Write what is to be seen of a version."""
        self.folders[stored.key] = self.writing().folder(_files_of(stored.prepared))

    def writing(self) -> Writing:
        """Where it is written, and the rest with it."""
        if self._writing is None:
            self._writing = Writing(self._layout.scratch)
        return self._writing

    def close(self) -> None:
        """Remove what was not given its place."""
        self.folders.clear()
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.close()


def shown(layout: Layout) -> int:
    """The generation that the views show, 0 when there are none."""
    try:
        return int(json.loads(layout.index_metadata.read_bytes())["generation"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def catch_up(layout: Layout, db: sqlite3.Connection, draft: ViewsDraft | None = None) -> None:
    """Bring the views to the newest generation of `db`; some of them may be written already."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    before = shown(layout)
    if before == newest:
        return
    draft = draft or ViewsDraft(layout)
    writing = draft.writing()
    rebuild = before == 0 or before > newest
    keys = _live(db) if rebuild else _added(db, before)
    layout.documents.mkdir(parents=True, exist_ok=True)
    for key in keys:
        _document(layout, db, key, draft)
    writing.add(layout.manifest, pretty(_manifest(db)))
    writing.finish()
    live = _live_images(db)
    descriptions.renew(layout.descriptions, _read_in_images(db), {name[:DIGEST] for name in live})
    for name in _stale_folders(layout, db) if rebuild else _removed(db, before):
        shutil.rmtree(layout.documents / name, ignore_errors=True)
    _keep(layout.images, live)
    writing.add(layout.index_metadata, pretty(_metadata(db, newest)))
    writing.finish()
    draft.close()


_LIVE = "first_generation IS NOT NULL AND last_generation IS NULL"
DIGEST = 64
"""Letters of an image's name before its suffix."""


def _live(db: sqlite3.Connection) -> list[int]:
    return [key for (key,) in db.execute(f"SELECT version_id FROM version WHERE {_LIVE} ORDER BY document_id")]


def _added(db: sqlite3.Connection, since: int) -> list[int]:
    rows = db.execute(
        f"SELECT DISTINCT version_id FROM change JOIN version USING (version_id)"
        f" WHERE generation > ? AND op = 'add' AND {_LIVE} ORDER BY 1",
        (since,),
    )
    return [key for (key,) in rows]


def _removed(db: sqlite3.Connection, since: int) -> Iterator[str]:
    rows = db.execute(
        "SELECT DISTINCT document_id FROM change JOIN version USING (version_id)"
        " WHERE generation > ? AND op = 'remove' AND document_id NOT IN"
        f" (SELECT document_id FROM version WHERE {_LIVE}) ORDER BY 1",
        (since,),
    )
    yield from (id_ for (id_,) in rows)


def _stale_folders(layout: Layout, db: sqlite3.Connection) -> list[str]:
    live = {id_ for (id_,) in db.execute(f"SELECT document_id FROM version WHERE {_LIVE}")}
    present = [path.name for path in layout.documents.iterdir()] if layout.documents.is_dir() else []
    return sorted(name for name in present if name not in live)


def _document(layout: Layout, db: sqlite3.Connection, key: int, draft: ViewsDraft) -> None:
    (id_,) = db.execute("SELECT document_id FROM version WHERE version_id = ?", (key,)).fetchone()
    written = draft.folders.get(key) or draft.writing().folder(_files(db, key))
    draft.writing().place(written, f"{layout.documents}/{id_}")
    _images(layout, db, key, layout.documents / id_)


CONTENT, METADATA = "content.md", "metadata.json"
"""The files of a document's view."""


def _files_of(prepared: PreparedDocument) -> dict[str, bytes]:
    """The files of a version that was just stored; the same as `_files` of its rows."""
    document = prepared.document
    described = {
        "id": document.id,
        "root": document.source.root,
        "path": document.source.path,
        "sha256": document.version,
        "converter": document.converter,
        "outcome": prepared.outcome,
        "reason": prepared.reason,
        "title": document.title,
        "doc_type": document.doc_type,
        "regime": document.regime,
        "language": document.language,
        "content_date": document.content_date,
        "metadata": dict(document.metadata),
        "images": [image.sha256 for image in prepared.images],
    }
    seen = veiled(document.text, document.source_map.hidden)
    return {CONTENT: seen.encode("utf-8", "surrogatepass"), METADATA: pretty(described)}


def _files(db: sqlite3.Connection, key: int) -> dict[str, bytes]:
    row = db.execute(
        "SELECT document_id, label, version.path, lower(hex(sha256)), converter, outcome, reason, title, doc_type,"
        " regime, language, content_date, metadata FROM version JOIN root USING (root_id)"
        " WHERE version_id = ?",
        (key,),
    ).fetchone()
    names = ("id", "root", "path", "sha256", "converter", "outcome", "reason", "title", "doc_type", "regime",
             "language", "content_date")  # fmt: skip
    described = dict(zip(names, row, strict=False))
    described["path"] = path_text(row[2])
    described["metadata"] = json.loads(row[12])
    described["images"] = [digest for (digest,) in db.execute(
        "SELECT lower(hex(sha256)) FROM version_image WHERE version_id = ? ORDER BY ordinal", (key,))]  # fmt: skip
    return {CONTENT: content(db, key), METADATA: pretty(described)}


def content(db: sqlite3.Connection, key: int) -> bytes:
    """The text of a version as its readers see it: other programs take it for what the file says."""
    text_id, marks = db.execute("SELECT text_id, marks FROM version WHERE version_id = ?", (key,)).fetchone()
    return veiled(whole_text(db, text_id), hidden_in(marks)).encode("utf-8", "surrogatepass")


def _images(layout: Layout, db: sqlite3.Connection, key: int, folder: Path) -> None:
    rows = db.execute(
        "SELECT DISTINCT lower(hex(image.sha256)), suffix, body FROM version_image JOIN image USING (sha256)"
        " WHERE version_id = ?",
        (key,),
    ).fetchall()
    for digest, suffix, body in rows:
        shared = layout.images / f"{digest}{suffix}"
        if not shared.exists():
            layout.images.mkdir(parents=True, exist_ok=True)
            temporary = layout.scratch / shared.name
            temporary.write_bytes(body)
            temporary.replace(shared)
        own = folder / "images" / shared.name
        own.parent.mkdir(parents=True, exist_ok=True)
        if not own.exists():
            _linked(shared, own)
    _keep(folder / "images", {f"{digest}{suffix}" for digest, suffix, _ in rows})


def _live_images(db: sqlite3.Connection) -> set[str]:
    rows = db.execute(
        "SELECT DISTINCT lower(hex(image.sha256)) || suffix FROM version_image"
        " JOIN image ON image.sha256 = version_image.sha256"
        f" JOIN version ON version.version_id = version_image.version_id WHERE {_LIVE}"
    )
    return {name for (name,) in rows}


def _keep(folder: Path, names: set[str]) -> None:
    """Remove what an older version showed: a picture that was taken out of a document is not to be seen here."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in names:
            path.unlink(missing_ok=True)


def _linked(shared: Path, own: Path) -> None:
    try:
        own.hardlink_to(shared)
    except OSError:
        shutil.copyfile(shared, own)


_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_ESCAPED = re.compile(r"^\\(?=[#>|~`=+*-]|\d+[.)])", re.MULTILINE)
"""How text of images is written into a document: as a quotation whose lines are no markup."""


def _read_in_images(db: sqlite3.Connection) -> dict[str, Description]:
    """What OCR read in the images of live documents, by SHA-256."""
    found: dict[str, Description] = {}
    rows = db.execute(f"SELECT version_id, text_id, marks FROM version WHERE {_LIVE} ORDER BY document_id").fetchall()
    for key, text_id, marks in rows:
        told = {(start, end): (kind, sure) for start, end, kind, sure in json.loads(marks).get("ocr", ())}
        for digest, start, end in _image_ranges(db, key) if told else ():
            text = _ESCAPED.sub("", _QUOTED.sub("", _slice(db, text_id, start, end)))
            _, confidence = told.get((start, end), ("", None))
            found.setdefault(digest, Description(text, "ocr", confidence=confidence))
    return found


def _image_ranges(db: sqlite3.Connection, key: int) -> Iterator[tuple[str, int, int]]:
    """The ranges of a version's text that stand in images, with the image's hash."""
    for (body,) in db.execute("SELECT body FROM map_block WHERE version_id = ? ORDER BY start", (key,)):
        for start, end, location in entries(body):
            if location.sha256:
                yield location.sha256, start, end


def _slice(db: sqlite3.Connection, text_id: int, start: int, end: int) -> str:
    """A range of a text, from the blocks that hold it."""
    rows = db.execute(
        "SELECT start, body FROM text_block WHERE text_id = ? AND start < ? AND start >= ? ORDER BY start",
        (text_id, end, start - BLOCK),
    )
    return "".join([text_of(body)[max(start - at, 0) : end - at] for at, body in rows])


def _manifest(db: sqlite3.Connection) -> dict[str, Any]:
    rows = db.execute(
        "SELECT label, file.path, size, mtime_ns, lower(hex(sha256)), outcome, reason, document_id, stale, generation"
        " FROM file JOIN root USING (root_id) ORDER BY label, file.path"
    )
    names = (
        "root",
        "path",
        "size",
        "mtime_ns",
        "sha256",
        "outcome",
        "reason",
        "document_id",
        "stale",
        "generation",
    )
    files = [dict(zip(names, row, strict=True)) for row in rows]
    return {"files": [{**file, "path": path_text(file["path"]), "stale": bool(file["stale"])} for file in files]}


MODEL_VERSION = 12
"""Characters of a model's hash that stand for its version."""


def _metadata(db: sqlite3.Connection, generation: int) -> dict[str, Any]:
    created, statistics = db.execute(
        "SELECT created_at, statistics FROM generation WHERE number = ?", (generation,)
    ).fetchone() or ("", "{}")
    counts = {level: numbers[0] for level, numbers in json.loads(statistics).items()}
    fingerprints = [
        text for (text,) in db.execute(f"SELECT DISTINCT fingerprint FROM version WHERE {_LIVE} ORDER BY 1")
    ]
    model = model_of(db)
    return {
        "provider_id": model.provider_id if model else None,
        "dims": model.dims if model else None,
        "model_hash": model.hash if model else None,
        "model_version": model.hash[:MODEL_VERSION] if model else None,
        "created_at": db.execute("SELECT min(created_at) FROM generation").fetchone()[0],
        "chunk_count": counts.get("chunk", 0),
        "doc_count": counts.get("document", 0),
        "last_ingest": created,
        "generation": generation,
        "fingerprints": fingerprints,
    }
