"""One generation of the truth, read-only: everything the question's way may know of the documents."""

from __future__ import annotations

import json
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from kts.digest import text_digest
from kts.errors import CorruptStore, UsageError
from kts.lexicon.analyse import counter
from kts.lexicon.veiled import veiled
from kts.records import DocumentRecord, LevelStatistics, PassageRecord, Root
from kts.store import rowcache
from kts.store.rows import (
    BLOCK,
    TERMS,
    damaged_terms,
    dumps,
    entries,
    files_of,
    hidden_in,
    path_bytes,
    path_text,
    text_of,
)
from kts.types import Location, Passage, Section, SourceMap, Span, line_ends

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from kts.records import ModelRecord
    from kts.structure import Definition, Item, Reference
    from kts.types import Filter, Level, Marked, SourceFile

LIVE = "version.first_generation <= :g AND (version.last_generation IS NULL OR version.last_generation > :g)"
NEAR = 64
"""Documents whose last blocks a snapshot keeps: a result is read, cited and shown from one place."""
_RECORD = (
    "SELECT version.version_id, version.document_id, root.label, version.path, lower(hex(version.sha256)),"
    " version.converter, version.title, version.doc_type, version.regime, version.language, version.content_date,"
    " text.length, coalesce(file.stale, 0), version.metadata FROM version"
    " JOIN root ON root.root_id = version.root_id JOIN text ON text.text_id = version.text_id"
    " LEFT JOIN file ON file.root_id = version.root_id AND file.path = version.path"
)
_TERMS = itemgetter(PassageRecord._fields.index("terms"))


class SqliteCorpus:
    """Implements `ports.Corpus` over a read transaction; `close` ends it."""

    def __init__(self, db: sqlite3.Connection, *, owned: bool = False, cache: rowcache.RowCache | None = None) -> None:
        self._db = db
        self._owned = owned
        self._cache = cache or rowcache.RowCache()
        self.renew()

    def renew(self) -> None:
        """Take a new snapshot, of the newest generation."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._db.execute("BEGIN")
        self._near: dict[int, tuple[int, int, list[tuple[int, int, int, str]]]] = {}
        self._coding: dict[int, tuple[str, int]] = {}
        self._hidden: dict[int, tuple[Marked, ...]] = {}
        (self.newest,) = self._db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
        (self._file_state,) = self._db.execute("PRAGMA data_version").fetchone()  # what this snapshot reads
        self.go_back(self.newest)

    def go_back(self, generation: int) -> None:
        """Serve an older generation: what an index that has not caught up yet agrees with."""
        self.generation = generation
        self._at = {"g": generation}
        self._kept = self._cache.at((generation, self._file_state))

    @property
    def hash(self) -> str:
        """What tells this generation from any other, also of another store; empty before the first."""
        row = self._db.execute("SELECT hash FROM generation WHERE number = :g", self._at).fetchone()
        return str(row[0]) if row else ""

    def close(self) -> None:
        """End the snapshot."""
        if self._owned:
            self._db.close()
        elif self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def roots(self) -> tuple[Root, ...]:
        """The source roots, by label."""
        if self._kept.roots is None:
            self._kept.roots = self._roots()
        return self._kept.roots

    def _roots(self) -> tuple[Root, ...]:
        rows = self._db.execute("SELECT label, path, mode FROM root WHERE mode <> 'dropped' ORDER BY label")
        from kts.store.moved import settled

        return settled([Root(label, path_text(path), mode) for label, path, mode in rows], self._db)

    def recorded(self, document_id: str) -> tuple[str, SourceFile] | None:
        """The label of the root of a live document, and its file as it was last read; None when there is none."""
        return self.files((document_id,)).get(document_id)

    def files(self, document_ids: Iterable[str]) -> Mapping[str, tuple[str, SourceFile]]:
        """The same of several documents by id: by way of their versions, for no file is found by its document."""
        wanted = list(dict.fromkeys(document_ids))
        known: Mapping[str, tuple[str, SourceFile]] = self._kept.files
        missing = [one for one in wanted if one not in known]
        if missing:
            known = self._kept.joined("files", files_of(self._db, missing))
        return {one: known[one] for one in wanted if one in known}

    def document(self, reference: str) -> DocumentRecord:
        """The live document by id, alias, relative path or unique file name."""
        found = self._by_id(reference) or self._by_path(reference)
        if len(found) == 1:
            return found[0]
        if found:
            message = f"'{reference}' names {len(found)} documents"
            raise UsageError(message, hint=f"name one: {', '.join(f'{d.root}/{d.path}' for d in found[:5])}")
        if reference.startswith("doc_"):
            message = f"the document {reference} is no longer in the index"
            raise UsageError(message, hint="its file was removed, moved out of the source or excluded since; ask again")
        message = f"no document is named '{reference}'"
        raise UsageError(message, hint="give a path relative to its root, a unique file name or a doc_... id")

    def _by_id(self, reference: str) -> list[DocumentRecord]:
        seen = set()
        while reference.startswith("doc_") and reference not in seen:
            seen.add(reference)
            found = self._select("version.document_id = :id", id=reference)
            if found:
                return found
            row = self._db.execute("SELECT new_id FROM alias WHERE old_id = ?", (reference,)).fetchone()
            reference = row[0] if row else ""
        return []

    def _by_path(self, reference: str) -> list[DocumentRecord]:
        exact = self._select("version.path = :path", path=path_bytes(reference))
        if exact:
            return exact
        root, _, rest = reference.partition("/")
        within = self._select("root.label = :root AND version.path = :path", root=root, path=path_bytes(rest))
        if within or "/" in reference:
            return within
        name = b"/" + path_bytes(reference)
        return self._select("substr(version.path, -length(:name)) = :name", name=name)

    def _select(self, where: str, **values: Any) -> list[DocumentRecord]:
        rows = self._db.execute(
            f"{_RECORD} WHERE {LIVE} AND ({where}) ORDER BY root.label, version.path", {**self._at, **values}
        )
        return [_record(row) for row in rows]

    def documents(self) -> Iterator[DocumentRecord]:
        """All live documents, by root and path."""
        return iter(self._select("1"))

    def records(self, document_keys: Iterable[int]) -> Mapping[int, DocumentRecord]:
        """Live documents by key."""
        wanted = sorted(set(document_keys))
        known: Mapping[int, DocumentRecord] = self._kept.records
        missing = [key for key in wanted if key not in known]
        if missing:
            where = "version.version_id IN (SELECT value FROM json_each(:keys))"
            found = {record.key: record for record in self._select(where, keys=dumps(missing))}
            known = self._kept.joined("records", found)
        return {key: known[key] for key in wanted if key in known}

    def slice(self, document_key: int, span: Span) -> str:
        """The canonical text of the range."""
        return "".join(
            body[max(0, span.start - start) : span.end - start]
            for start, _, _, body in self._blocks(document_key, span.start, span.end)
        )

    def hidden(self, document_key: int) -> tuple[Marked, ...]:
        """What the file of a document hides from its readers, in the order of its text."""
        if document_key not in self._hidden:
            (body,) = self._db.execute("SELECT marks FROM version WHERE version_id = ?", (document_key,)).fetchone()
            self._hidden[document_key] = hidden_in(body)
        return self._hidden[document_key]

    def seen(self, document_key: int, span: Span | None = None) -> str:
        """The range, or the whole text, as its readers see it: as long, with blocks for what the file hides."""
        text = self.slice(document_key, span) if span else self.text(document_key)
        return veiled(text, self.hidden(document_key), span.start if span else 0)

    def _blocks(self, document_key: int, start: int, end: int) -> list[tuple[int, int, int, str]]:
        """(start, bytes before, line, body) of the blocks that may hold the range, in order."""
        low, high = start - BLOCK, max(end, start + 1)
        first, last, known = self._near.get(document_key, (0, 0, []))
        if first <= low and high <= last:
            return [row for row in known if low <= row[0] < high]
        found = self._db.execute(
            "SELECT start, utf8_start, line, body FROM text_block"
            " WHERE text_id = (SELECT text_id FROM version WHERE version_id = ?) AND start >= ? AND start < ?"
            " ORDER BY start",
            (document_key, low, high),
        )
        rows = [(at, size, line, text_of(body)) for at, size, line, body in found]
        if high - low <= 2 * BLOCK:
            if len(self._near) >= NEAR:
                self._near.clear()
            self._near[document_key] = (low, high, rows)
        return rows

    def text(self, document_key: int) -> str:
        """The whole canonical text. Raises CorruptStore when it does not match its hash."""
        rows = self._blocks(document_key, 0, 1 << 62)
        text = "".join(row[3] for row in rows)
        (digest,) = self._db.execute(
            "SELECT text.sha256 FROM text JOIN version USING (text_id) WHERE version_id = ?", (document_key,)
        ).fetchone()
        if text_digest(text) != digest:
            what = f"the stored text of document key {document_key}"
            raise _damaged(what)
        return text

    def locate(self, document_key: int, span: Span) -> Location:
        """Where the range is in the original: computed for text files, looked up in the source map else."""
        place = (document_key, span)
        known: Mapping[tuple[int, Span], Location] = self._kept.places
        if place not in known:
            known = self._kept.joined("places", {place: self._located(document_key, span)})
        return known[place]

    def _located(self, document_key: int, span: Span) -> Location:
        if document_key not in self._coding:
            self._coding[document_key] = self._db.execute(
                "SELECT encoding, bom FROM version WHERE version_id = ?", (document_key,)
            ).fetchone()
        encoding, bom = self._coding[document_key]
        if encoding:
            return self._locate_text(document_key, span, encoding, bom)
        bodies = self._db.execute(
            "SELECT body FROM map_block WHERE version_id = ? AND start >= ? AND start < ? ORDER BY start",
            (document_key, max(0, span.start - 2 * BLOCK), span.end + BLOCK),
        )
        near = {entry.start: entry for (body,) in bodies for entry in entries(body)}
        return SourceMap(tuple(near[start] for start in sorted(near))).locate("", span)

    def _locate_text(self, key: int, span: Span, encoding: str, bom: int) -> Location:
        rows = self._blocks(key, span.start, span.start)
        start, utf8_start, line, body = rows[-1] if rows else (0, 0, 1, "")
        before = body[: span.start - start]
        if encoding in {"utf-8", "utf_8", "ascii"}:
            offset = utf8_start + len(before.encode("utf-8", "surrogatepass"))
        else:
            offset = len(self.slice(key, Span(0, span.start)).encode(encoding, "surrogatepass"))
        quote = self.slice(key, span)
        size = len(quote.encode(encoding, "surrogatepass"))
        begin = bom + offset
        return Location("text", line=line + line_ends(before, quote[:1]), byte_start=begin, byte_end=begin + size)

    def sections(self, document_key: int) -> tuple[Section, ...]:
        """The document's sections in reading order."""
        rows = self._db.execute(
            'SELECT ordinal, parent, level, number, heading, start, "end", id FROM section'
            " WHERE version_id = ? ORDER BY ordinal",
            (document_key,),
        )
        return tuple(Section(row[0], row[1], row[2], row[3], row[4], Span(row[5], row[6]), row[7]) for row in rows)

    def items(self, document_key: int, span: Span | None = None) -> tuple[Item, ...]:
        """The document's items, or those that touch a span, in reading order."""
        from kts.store import structure  # here and below: a search asks for none of it

        return structure.items(self._db, document_key, span)

    def definitions(self, document_key: int, norms: Sequence[str] = ()) -> tuple[Definition, ...]:
        """The document's own definitions in reading order; with `norms`, those of these terms."""
        from kts.store import structure

        return structure.definitions(self._db, document_key, norms)

    def defined(self, norm: str) -> tuple[tuple[int, Definition], ...]:
        """(document key, definition) of a term wherever it is defined, by document id and place."""
        from kts.store import structure

        return structure.defined(self._db, norm, live=LIVE, at=self._at)

    def references(self, document_key: int, span: Span | None = None) -> tuple[Reference, ...]:
        """The references in the document, or those that touch a span, in reading order."""
        from kts.store import structure

        return structure.references(self._db, document_key, span)

    def passages(self, keys: Sequence[int]) -> Mapping[int, Passage]:
        """Whole passages by key, each checked against its stored hash. Raises CorruptStore."""
        known: Mapping[int, Passage] = self._kept.passages
        missing = [key for key in keys if key not in known]
        if missing:
            known = self._kept.joined("passages", self._passages(missing))
        return {key: known[key] for key in sorted(set(keys)) if key in known}

    def _passages(self, keys: Sequence[int]) -> Mapping[int, Passage]:
        rows = self._db.execute(
            "SELECT passage_id, passage.id, document_id, coalesce(section.id, ''), passage.level, kind,"
            ' passage.start, passage."end", text_sha256, passage.version_id, number, heading FROM passage'
            " JOIN version USING (version_id) LEFT JOIN section ON section.version_id = passage.version_id"
            " AND section.ordinal = passage.section"
            f" WHERE {LIVE} AND passage_id IN (SELECT value FROM json_each(:keys))",
            {**self._at, "keys": dumps(list(keys))},
        ).fetchall()
        return {row[0]: self._passage(row) for row in rows}

    def _passage(self, row: tuple[Any, ...]) -> Passage:
        _, id_, document_id, section_id, level, kind, start, end, digest, version, number, heading = row
        span = Span(start, end)
        text = self.slice(version, span)
        if text_digest(text) != digest:
            what = f"the stored text of {id_}"
            raise _damaged(what)
        metadata = {"document_key": version, "section": number or "", "heading": heading or ""}
        return Passage(id_, document_id, section_id, level, kind, text, span, metadata)

    def passage_place(self, passage_id: str) -> tuple[int, Span] | None:
        """(document key, span) of a live passage by its id, None when there is none."""
        row = self._db.execute(
            'SELECT version_id, start, "end" FROM passage JOIN version USING (version_id)'
            f" WHERE substr(passage.id, -8) = substr(:id, -8) AND passage.id = :id AND {LIVE}",
            {**self._at, "id": passage_id},
        ).fetchone()
        return (row[0], Span(row[1], row[2])) if row else None

    def rows(self, keys: Sequence[int]) -> tuple[PassageRecord, ...]:
        """Ranking rows by key, in key order."""
        known: Mapping[int, PassageRecord] = self._kept.rows
        wanted = set(keys)
        missing = wanted.difference(known)
        if missing:
            found = self._rows("passage_id IN (SELECT value FROM json_each(:keys))", keys=dumps(sorted(missing)))
            known = self._kept.joined("rows", {row.key: row for row in found}, most=rowcache.CACHED_ROWS)
            wanted = {key for key in wanted if key in known}  # an intersection would go through all that is known
        return tuple(map(known.__getitem__, sorted(wanted)))

    def rows_of(self, document_keys: Iterable[int], level: Level) -> tuple[PassageRecord, ...]:
        """All ranking rows of some live documents at a level, in key order."""
        wanted = set(document_keys)
        known: Mapping[tuple[str, int], tuple[PassageRecord, ...]] = self._kept.all_rows
        missing = sorted(key for key in wanted if (level, key) not in known)
        if missing:
            where = "passage.version_id IN (SELECT value FROM json_each(:keys)) AND level = :level"
            grouped: dict[int, list[PassageRecord]] = {}
            for row in self._rows(where, keys=dumps(missing), level=level):
                grouped.setdefault(row.document_key, []).append(row)
            known = self._kept.with_all({(level, key): tuple(rows) for key, rows in grouped.items()})
        return tuple(sorted([row for key in wanted for row in known.get((level, key), ())]))

    def counts(self, rows: Sequence[PassageRecord], forms: Sequence[bytes]) -> Sequence[tuple[bytes, ...]]:
        """For each row the frequency bytes of each form as the row spells them, empty where it is not."""
        if not forms:
            return [()] * len(rows)
        columns = self.columns(forms, len(rows))
        keys = [row.key for row in rows]
        found = [list(map(column.get, keys)) for column in columns]
        if any(None in column for column in found):
            lacking = [row for row, counts in zip(rows, zip(*found, strict=True), strict=True) if None in counts]
            self._count(lacking, forms, columns)
            found = [list(map(column.get, keys)) for column in columns]
        return list(zip(*found, strict=True))

    def columns(self, names: Sequence[Hashable], rows: int) -> list[dict[Any, Any]]:
        """The column of each name, by key: what is worked out of rows may be kept there while nothing is written."""
        return self._kept.named(names, rows)

    def _count(
        self, rows: Sequence[PassageRecord], forms: Sequence[bytes], columns: Sequence[dict[int, bytes]]
    ) -> None:
        """Find the forms in these rows, all of a row in one pass."""
        find, nowhere = counter(forms), dict.fromkeys([row.key for row in rows], b"")
        found: dict[bytes, dict[int, bytes]] = {form: {} for form in forms}
        for row in rows:
            for form, held in find(row.terms).items():
                found[form][row.key] = held
        for form, column in zip(forms, columns, strict=True):
            column.update({**nowhere, **found[form]})

    def _rows(self, where: str, **values: Any) -> tuple[PassageRecord, ...]:
        rows = self._db.execute(
            f"SELECT passage_id, passage.id, passage.version_id, {TERMS}, title_length, heading_length, body_length"
            f" FROM passage JOIN version USING (version_id) WHERE {LIVE} AND {where} ORDER BY passage_id",
            {**self._at, **values},
        ).fetchall()
        if not all(map(_TERMS, rows)):
            raise damaged_terms(self._db, next(row[0] for row in rows if not _TERMS(row)))
        return tuple(map(PassageRecord._make, rows))

    def identified(self, code: str, level: Level, filters: Filter) -> tuple[int, ...]:
        """Keys of the live passages that hold the normalised identifier and pass the filter."""
        from kts.store.filters import compile_filter

        where, values = compile_filter(filters)
        rows = self._db.execute(
            "SELECT passage_id FROM identifier JOIN passage USING (passage_id) JOIN version USING (version_id)"
            " LEFT JOIN section ON section.version_id = passage.version_id AND ordinal = passage.section"
            f" WHERE norm = :norm AND passage.level = :level AND {LIVE} AND {where} ORDER BY passage_id",
            {**self._at, **values, "norm": code, "level": level},
        )
        return tuple(key for (key,) in rows)

    @property
    def _statistics(self) -> dict[str, list[int]]:
        if self._kept.statistics is None:
            self._kept.statistics = self._read_statistics()
        return self._kept.statistics

    def _read_statistics(self) -> dict[str, list[int]]:
        row = self._db.execute("SELECT statistics FROM generation WHERE number = ?", (self.generation,)).fetchone()
        return json.loads(row[0]) if row else {}

    def statistics(self, level: Level) -> LevelStatistics:
        """Counts and mean lengths over live rows."""
        count, *sums = self._statistics.get(level, [0, 0, 0, 0])
        return LevelStatistics(count, *(total / max(1, count) for total in sums))

    @property
    def model(self) -> ModelRecord | None:
        """The model whose vectors the index serves, None before the first."""
        if self._kept.model is None:
            from kts.store.models import model_of

            self._kept.model = model_of(self._db)
        return self._kept.model

    def switching_to(self, provider: str) -> bool:
        """Whether vectors of another model are being made in the background of the one that serves."""
        row = self._db.execute(
            "SELECT 1 FROM meta JOIN model ON value = hash WHERE name = 'making' AND provider_id = ?", (provider,)
        ).fetchone()
        return row is not None

    def vectors(self) -> Mapping[str, int]:
        """Passages by what became of their vectors: ready, pending, failed, skipped."""
        named = self._statistics.items()
        return {name[8:]: numbers[0] for name, numbers in named if name.startswith("vectors:")}

    def languages(self) -> tuple[str, ...]:
        """The languages of the live documents, most frequent first."""
        if self._kept.languages is None:
            self._kept.languages = self._languages()
        return self._kept.languages

    def _languages(self) -> tuple[str, ...]:
        counts = {name[9:]: numbers[0] for name, numbers in self._statistics.items() if name.startswith("language:")}
        return tuple(sorted(counts, key=lambda language: (-counts[language], language)))

    def values(self, field: str) -> tuple[str, ...]:
        """The distinct live values of a filterable field, in order; of `path` the folders, too."""
        from kts.store.filters import values_of

        return values_of(self._db, field, LIVE, self._at)

    def admitted(self, level: Level, filters: Filter) -> bool:
        """Whether any live passage of a level passes the filter."""
        from kts.store.filters import admitted

        return admitted(self._db, {**self._at, "level": level}, filters, LIVE)


def _record(row: tuple[Any, ...]) -> DocumentRecord:
    *before, stale, metadata = row
    before[3] = path_text(before[3])
    return DocumentRecord._make([*before, bool(stale), json.loads(metadata)])


def _damaged(what: str) -> CorruptStore:
    message = f"{what} does not match its SHA-256"
    return CorruptStore(message, hint="kts verify --full lists what is damaged; kts reindex --full makes it anew")
