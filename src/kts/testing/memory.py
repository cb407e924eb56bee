"""The truth in memory: `MemoryTruth` takes documents, `MemoryCorpus` is one generation of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.lexicon.analyse import counter, vocabulary
from kts.records import DocumentRecord, IndexChange, IndexedPassage, LevelStatistics, PassageRecord, Staged
from kts.store.followers import tools_of
from kts.testing.filters import admits
from kts.types import NOTHING, Passage

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from kts.records import EmbeddedText, Root
    from kts.structure import Definition, Item, PreparedDocument, Reference
    from kts.types import (
        Batch,
        Document,
        Filter,
        Level,
        Location,
        ManifestRow,
        PreparedPassage,
        Section,
        Span,
    )


@dataclass(frozen=True, slots=True)
class Version:
    """A stored document version with the keys of its passages."""

    prepared: PreparedDocument
    keys: tuple[int, ...]

    @property
    def document(self) -> Document:
        """The document itself."""
        return self.prepared.document

    def rows(self) -> Iterator[tuple[int, PreparedPassage]]:
        """Passages with their keys."""
        return zip(self.keys, self.prepared.passages, strict=True)


class MemoryTruth:
    """Implements `ports.Truth` without a disk. `corpus()` opens the newest generation.

    What `kts.testing.vectortruth` keeps beside it, by hash of the model: `texts` with their vectors, the states of
    `embedded` versions, and `model`, whose vectors are served.
    """

    def __init__(self, roots: Iterable[Root] = ()) -> None:
        self._roots = tuple(sorted(roots))
        self._files: dict[str, dict[str, ManifestRow]] = {root.label: {} for root in self._roots}
        self._staged: dict[int, Version] = {}
        self._live: dict[int, Version] = {}
        self._aliases: dict[str, str] = {}
        self._keys = 0
        self.generation = 0
        self.texts: dict[str, dict[str, EmbeddedText]] = {}
        self.embedded: dict[str, dict[int, str]] = {}
        self.model = ""

    def roots(self) -> tuple[Root, ...]:
        """The source roots, by label."""
        return self._roots

    def manifest(self, root: str) -> dict[str, ManifestRow]:
        """The manifest rows of a root by path; the fingerprint is that of the live version."""
        live = {version.document.id: version.prepared.fingerprint for version in self._live.values()}
        rows = self._files[root].values()
        return {row.path: row._replace(fingerprint=live.get(row.document_id, "")) for row in rows}

    def staged(self, document_id: str, *, sha256: str, fingerprint: str) -> Staged | None:
        """What is staged of these bytes."""
        for key, version in self._staged.items():
            document, prepared = version.document, version.prepared
            if (document.id, document.version, prepared.fingerprint) == (document_id, sha256, fingerprint):
                chunks = sum(passage.level == "chunk" for passage in prepared.passages)
                return Staged(key, prepared.outcome, prepared.reason, chunks)
        return None

    def stage(self, prepared: PreparedDocument) -> int:
        """Store a document invisibly."""
        first = self._keys + 1
        self._keys += 1 + len(prepared.passages)
        self._staged[first] = Version(prepared, tuple(range(first + 1, self._keys + 1)))
        return first

    def commit(self, batch: Batch) -> int:
        """Make the batch the next generation, all of it or none."""
        for row in batch.files:
            bytes.fromhex(row.sha256)
        entering = {key: self._staged.pop(key) for key in batch.staged}
        replaced = {version.document.id for version in entering.values()}
        removed = {(batch.root, path) for path in batch.removed}
        staying = {
            key: version
            for key, version in self._live.items()
            if version.document.id not in replaced and _place(version) not in removed
        }
        self._live = {**staying, **entering}
        kept = {path: row for path, row in self._files[batch.root].items() if path not in batch.removed}
        self._files[batch.root] = {**kept, **{row.path: row for row in batch.files}}
        self._aliases |= dict(batch.aliases)
        self.generation += 1
        return self.generation

    def refresh(self, root: str, files: Sequence[ManifestRow]) -> None:
        """Write hints of files that did not change; no generation."""
        self._files[root] |= {row.path: row for row in files}

    def corpus(self) -> MemoryCorpus:
        """The newest generation, as it stays whatever is committed later."""
        rows = (row for files in self._files.values() for row in files.values())
        stale = frozenset(row.document_id for row in rows if row.stale)
        counts = self.counted(self.model) if self.model else {}
        return MemoryCorpus(
            dict(self._live), dict(self._aliases), generation=self.generation, stale=stale, vectors=counts
        )

    def versions(self) -> Mapping[int, Version]:
        """The live versions by key."""
        return dict(self._live)

    def counted(self, model: str) -> dict[str, int]:
        """How many live passages have vectors of a model, wait for them, failed or are left out."""
        states, counts = self.embedded.get(model, {}), Counter[str]()
        for key, version in self._live.items():
            chunks = [one for one in version.prepared.passages if one.level == "chunk"]
            counts.update("skipped" if one.kind == "contents" else states.get(key, "pending") for one in chunks)
        return {state: number for state, number in counts.items() if number}

    def changes(self) -> Iterator[IndexChange]:
        """What fills an index with the newest generation: `index.rebuild(truth.changes(), generation=...)`."""
        for key, version in self._live.items():
            passages = (_indexed(key, version, number, passage) for number, passage in version.rows())
            yield IndexChange("add", key, tuple(passages))


def filter_values(document: Document, passage: PreparedPassage) -> dict[str, tuple[str, ...]]:
    """What the typed filter may ask of a passage, as every index is given it."""
    parts = document.source.path.split("/")
    values = {
        "document": (document.id,),
        "path": tuple("/".join(parts[:depth]) for depth in range(1, len(parts) + 1)),
        "doc_type": (document.doc_type,),
        "regime": (document.regime,),
        "language": (document.language,),
        "date": (document.content_date,),
        "tool": tools_of(document.metadata),
        "code": tuple(norm for norm, _ in passage.identifiers),
        "section": ("" if passage.section is None else document.sections[passage.section].number,),
        "item_type": (passage.kind if passage.level == "item" else "",),
    }
    return {name: kept for name, given in values.items() if (kept := tuple(value for value in given if value))}


def _place(version: Version) -> tuple[str, str]:
    return version.document.source.root, version.document.source.path


def _touches(span: Span, other: Span | None) -> bool:
    return other is None or (span.start < other.end and span.end > other.start)


def _indexed(document_key: int, version: Version, key: int, passage: PreparedPassage) -> IndexedPassage:
    terms = " ".join(" ".join([term] * count) for term, count in vocabulary(passage.terms).items())
    return IndexedPassage(key, document_key, passage.level, terms, filter_values(version.document, passage))


class MemoryCorpus:
    """Implements `ports.Corpus`: a snapshot that `MemoryTruth.corpus` makes."""

    def __init__(
        self,
        live: Mapping[int, Version],
        aliases: Mapping[str, str],
        *,
        generation: int,
        stale: frozenset[str],
        vectors: Mapping[str, int] = NOTHING,
    ) -> None:
        self.generation = generation
        self._vectors = vectors
        self._live = live
        self._aliases = aliases
        self._stale = stale
        self._at = {number: key for key, version in live.items() for number, _ in version.rows()}

    def document(self, reference: str) -> DocumentRecord:
        """The live document by id, alias, relative path or unique file name."""
        found = self._by_id(reference) or self._by_path(reference)
        if len(found) == 1:
            return found[0]
        message = f"'{reference}' names {len(found) or 'no'} document{'s' if found else ''}"
        raise UsageError(message, hint="give a path relative to its root, a unique file name or a doc_... id")

    def _by_id(self, reference: str) -> list[DocumentRecord]:
        seen: set[str] = set()
        while reference and reference not in seen:
            seen.add(reference)
            found = [record for record in self.documents() if record.id == reference]
            if found:
                return found
            reference = self._aliases.get(reference, "")
        return []

    def _by_path(self, reference: str) -> list[DocumentRecord]:
        records = list(self.documents())
        exact = [record for record in records if record.path == reference]
        within = exact or [record for record in records if f"{record.root}/{record.path}" == reference]
        if within or "/" in reference:
            return within
        return [record for record in records if record.path.endswith(f"/{reference}")]

    def documents(self) -> Iterator[DocumentRecord]:
        """All live documents, by root and path."""
        records = (self._record(key) for key in self._live)
        return iter(sorted(records, key=lambda record: (record.root, record.path)))

    def _record(self, key: int) -> DocumentRecord:
        document = self._live[key].document
        return DocumentRecord(
            key=key,
            id=document.id,
            root=document.source.root,
            path=document.source.path,
            sha256=document.version,
            converter=document.converter,
            title=document.title,
            doc_type=document.doc_type,
            regime=document.regime,
            language=document.language,
            content_date=document.content_date,
            length=len(document.text),
            stale=document.id in self._stale,
            metadata=document.metadata,
        )

    def records(self, document_keys: Iterable[int]) -> Mapping[int, DocumentRecord]:
        """Live documents by key."""
        return {key: self._record(key) for key in document_keys if key in self._live}

    def slice(self, document_key: int, span: Span) -> str:
        """The canonical text of the range."""
        return self._live[document_key].document.text[span.start : span.end]

    def locate(self, document_key: int, span: Span) -> Location:
        """Where the range is in the original."""
        document = self._live[document_key].document
        return document.source_map.locate(document.text, span)

    def sections(self, document_key: int) -> tuple[Section, ...]:
        """The document's sections in reading order."""
        return self._live[document_key].document.sections

    def items(self, document_key: int, span: Span | None = None) -> tuple[Item, ...]:
        """The document's items, or those that touch a span, in reading order."""
        found = self._live[document_key].prepared.structure.items
        return tuple(one for one in found if _touches(one.span, span))

    def definitions(self, document_key: int, norms: Sequence[str] = ()) -> tuple[Definition, ...]:
        """The document's own definitions in reading order; with `norms`, those of these terms."""
        found = self._live[document_key].prepared.structure.definitions
        return tuple(one for one in found if not norms or one.norm in norms)

    def defined(self, norm: str) -> tuple[tuple[int, Definition], ...]:
        """(document key, definition) of a term wherever it is defined, by document id and place."""
        keys = sorted(self._live, key=lambda key: self._live[key].document.id)
        return tuple((key, one) for key in keys for one in self.definitions(key, (norm,)))

    def references(self, document_key: int, span: Span | None = None) -> tuple[Reference, ...]:
        """The references in the document, or those that touch a span, in reading order."""
        found = self._live[document_key].prepared.structure.references
        return tuple(one for one in found if _touches(one.span, span))

    def _found(self, keys: Iterable[int]) -> Iterator[tuple[int, int, PreparedPassage]]:
        """(passage key, document key, passage) of those that are live, in order of key."""
        for key in sorted(set(keys) & self._at.keys()):
            version = self._live[self._at[key]]
            yield key, self._at[key], version.prepared.passages[version.keys.index(key)]

    def passages(self, keys: Sequence[int]) -> Mapping[int, Passage]:
        """Whole passages by key."""
        return {key: self._passage(document, passage) for key, document, passage in self._found(keys)}

    def _passage(self, key: int, passage: PreparedPassage) -> Passage:
        document = self._live[key].document
        section = None if passage.section is None else document.sections[passage.section]
        return Passage(
            id=passage.id,
            document_id=document.id,
            section_id=section.id if section else "",
            level=passage.level,
            kind=passage.kind,
            text=self.slice(key, passage.span),
            span=passage.span,
            metadata={
                "document_key": key,
                "section": section.number if section else "",
                "heading": section.heading if section else "",
            },
        )

    def rows(self, keys: Sequence[int]) -> tuple[PassageRecord, ...]:
        """Ranking rows by key, in order of key."""
        return tuple(
            PassageRecord(
                key=key,
                id=passage.id,
                document_key=document,
                terms=passage.terms,
                title_length=passage.title_length,
                heading_length=passage.heading_length,
                body_length=passage.body_length,
            )
            for key, document, passage in self._found(keys)
        )

    def rows_of(self, document_keys: Iterable[int], level: Level) -> tuple[PassageRecord, ...]:
        """All ranking rows of some live documents at a level, in order of key."""
        versions = [self._live[key] for key in document_keys if key in self._live]
        return self.rows([key for version in versions for key, passage in version.rows() if passage.level == level])

    def counts(self, rows: Sequence[PassageRecord], forms: Sequence[bytes]) -> Sequence[tuple[bytes, ...]]:
        """For each row the frequency bytes of each form, empty where it is not."""
        find = counter(forms)
        return [tuple([held.get(form, b"") for form in forms]) for held in (find(row.terms) for row in rows)]

    def columns(self, names: Sequence[Hashable], rows: int) -> list[dict[Any, Any]]:
        """Nothing is kept."""
        del rows
        return [{} for _ in names]

    def identified(self, code: str, level: Level, filters: Filter) -> tuple[int, ...]:
        """Keys of the live passages that hold the normalised identifier and pass the filter."""
        return tuple(
            key
            for key, document, passage in self._found(self._at)
            if passage.level == level
            and any(norm == code for norm, _ in passage.identifiers)
            and admits(filters, filter_values(self._live[document].document, passage))
        )

    def statistics(self, level: Level) -> LevelStatistics:
        """Counts and mean lengths over live rows."""
        rows = [passage for _, _, passage in self._found(self._at) if passage.level == level]
        count = max(1, len(rows))
        return LevelStatistics(
            rows=len(rows),
            title=sum(row.title_length for row in rows) / count,
            heading=sum(row.heading_length for row in rows) / count,
            body=sum(row.body_length for row in rows) / count,
        )

    def vectors(self) -> Mapping[str, int]:
        """Passages by what became of their vectors; empty without a model."""
        return self._vectors

    def languages(self) -> tuple[str, ...]:
        """The languages of the live documents, most frequent first."""
        counts = Counter(version.document.language for version in self._live.values())
        return tuple(sorted(filter(None, counts), key=lambda language: (-counts[language], language)))

    def values(self, field: str) -> tuple[str, ...]:
        """The distinct live values of a filterable field, in order; of `path` the folders, too."""
        named = "date" if field == "content_date" else field
        return tuple(sorted({value for given in self._filtered() for value in given.get(named, ())}))

    def admitted(self, level: Level, filters: Filter) -> bool:
        """Whether any live passage of a level passes the filter."""
        return any(admits(filters, given) for given in self._filtered(level))

    def _filtered(self, level: Level | None = None) -> Iterator[dict[str, tuple[str, ...]]]:
        """What the filter may ask of each passage, or of each of a level."""
        for _, document, passage in self._found(self._at):
            if passage.level == level or level is None:
                yield filter_values(self._live[document].document, passage)
