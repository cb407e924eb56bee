"""The seams of the house: Protocols only. Each has a conformance suite in `kts.testing`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kts.structure import StructureReader

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from kts.records import (
        Candidate,
        DocumentRecord,
        EmbeddedText,
        EmbeddedVersion,
        IndexChange,
        LevelStatistics,
        PassageRecord,
        Root,
        Staged,
        VectorChange,
        VersionTexts,
        Walked,
    )
    from kts.structure import PreparedDocument
    from kts.types import (
        Batch,
        Conversion,
        Filter,
        Level,
        Location,
        ManifestRow,
        Passage,
        Section,
        SourceFile,
        Span,
    )


class Converter(Protocol):
    """Turns the bytes of one file into canonical text with a map back to the original.

    Pure: no disk, no network, the same bytes give the same conversion. Damaged input is an outcome, not an
    exception. `version` changes whenever the text could; it is part of the index fingerprint.
    """

    name: str
    version: str
    suffixes: frozenset[str]

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Convert `content`; `name` is the file's name, for its suffix and as a last resort for a title."""
        ...


class Sectioner(Protocol):
    """Finds the sections of a canonical text, in reading order, parents before children."""

    name: str
    version: str

    def sections(self, text: str, *, markup: str) -> tuple[Section, ...]:
        """Sections with spans into `text`; a text without any headings has none."""
        ...


class Sources(Protocol):
    """The original files. The only way the product reads them; it never writes them."""

    def walk(self, root: str, *, below: str, ignored: Callable[[str, bool], bool]) -> Iterator[Walked]:
        """Every file below a path of the root, in order of path; unreadable folders come as problems.

        `ignored(path, is folder)` leaves out a file, or a folder with all that is below it.

        Raises SourceUnreachable when the root itself cannot be listed.
        """
        ...

    def stat(self, root: str, path: str) -> SourceFile:
        """Size and mtime now. Raises FileNotFoundError, OSError."""
        ...

    def read(self, root: str, path: str, *, limit: int) -> tuple[SourceFile, bytes]:
        """The bytes and what they are (sha256 set), stable over the read.

        Raises UnstableFile when the file keeps changing, TooLarge over `limit` bytes, OSError.
        """
        ...

    def uri(self, root: str, path: str) -> str:
        """A `file:` URI of the original."""
        ...


class Truth(Protocol):
    """The writing side of the one file that holds what came from files. One writer at a time."""

    def roots(self) -> tuple[Root, ...]:
        """The source roots, by label."""
        ...

    def manifest(self, root: str) -> dict[str, ManifestRow]:
        """The manifest rows of a root by path."""
        ...

    def staged(self, document_id: str, *, sha256: str, fingerprint: str) -> Staged | None:
        """What an interrupted run staged of these bytes, if it did."""
        ...

    def stage(self, prepared: PreparedDocument) -> int:
        """Store a document durably but invisibly; it becomes live with the batch that names its key."""
        ...

    def commit(self, batch: Batch) -> int:
        """Make the batch the next generation, in one transaction, and return its number."""
        ...

    def refresh(self, root: str, files: Sequence[ManifestRow]) -> None:
        """Write hints of files that did not change; no generation."""
        ...


class VectorTruth(Protocol):
    """The writing side of the vectors of record, for one model. Vectors belong to texts, states to versions."""

    def pending(self) -> tuple[VersionTexts, ...]:
        """The live versions without vectors, or whose vectors failed, by path; those of many passages may come last."""
        ...

    def count(self, versions: Sequence[int]) -> int:
        """How many texts of these versions have no vector yet; one that stands twice counts once."""
        ...

    def missing(self, version: int) -> Mapping[str, str]:
        """The texts of a version that have no vector yet, by their SHA-256. Raises CorruptStore."""
        ...

    def keep(self, texts: Iterable[EmbeddedText]) -> None:
        """Store vectors durably; they are searched once a version that needs them is committed."""
        ...

    def commit(self, versions: Sequence[EmbeddedVersion]) -> int:
        """Make the states of these versions the next generation.

        The first model serves at once; another takes its place when it has all documents.
        """
        ...

    @property
    def serving(self) -> bool:
        """Whether the index answers with this model's vectors."""
        ...


class Corpus(StructureReader, Protocol):
    """One generation of the truth, read-only."""

    generation: int

    def document(self, reference: str) -> DocumentRecord:
        """The live document by id, alias, relative path or unique file name. Raises UsageError if none."""

    def documents(self) -> Iterator[DocumentRecord]:
        """All live documents, by path."""

    def slice(self, document_key: int, span: Span) -> str:
        """The canonical text of the range. Raises CorruptStore when stored text does not match its hash."""

    def locate(self, document_key: int, span: Span) -> Location:
        """Where the range is in the original."""

    def sections(self, document_key: int) -> tuple[Section, ...]:
        """The document's sections in reading order."""

    def passages(self, keys: Sequence[int]) -> Mapping[int, Passage]:
        """Whole passages by key; keys that are not live are absent."""

    def rows(self, keys: Sequence[int]) -> tuple[PassageRecord, ...]:
        """Ranking rows by key; keys that are not live are absent."""

    def rows_of(self, document_keys: Iterable[int], level: Level) -> tuple[PassageRecord, ...]:
        """All ranking rows of some live documents at a level, in key order."""

    def counts(self, rows: Sequence[PassageRecord], forms: Sequence[bytes]) -> Sequence[tuple[bytes, ...]]:
        """For each row the frequency bytes of each form as the row spells them, empty where it is not."""

    def columns(self, names: Sequence[Hashable], rows: int) -> list[dict[Any, Any]]:
        """A dictionary a name, by key or id, for what is worked out of some `rows` rows; kept while nothing is written.

        One that is not empty holds what an earlier question left there.
        """

    def records(self, document_keys: Iterable[int]) -> Mapping[int, DocumentRecord]:
        """Live documents by key."""

    def identified(self, code: str, level: Level, filters: Filter) -> tuple[int, ...]:
        """Keys of the live passages that hold the normalised identifier and pass the filter."""

    def statistics(self, level: Level) -> LevelStatistics:
        """Counts and mean lengths over live rows."""

    def vectors(self) -> Mapping[str, int]:
        """Passages by what became of their vectors: ready, pending, failed, skipped; empty without a model."""

    def languages(self) -> tuple[str, ...]:
        """The languages of the live documents, most frequent first."""

    def values(self, field: str) -> tuple[str, ...]:
        """The distinct live values of a filterable field, in order; of `path` the folders, too."""

    def admitted(self, level: Level, filters: Filter) -> bool:
        """Whether any live passage of a level passes the filter."""


class PassageIndex(Protocol):
    """A follower that finds passages. Derived: it can be deleted and rebuilt from the truth at any time.

    An adapter is made with one argument, the folder that it may write to (a `pathlib.Path`).
    """

    name: str

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty."""
        ...

    @property
    def wasted(self) -> bool:
        """Whether so much was removed that building anew is cheaper than carrying it."""
        ...

    def reopen(self) -> None:
        """Look at what is stored now: another process may have committed or rebuilt."""
        ...

    def apply(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Apply removals and additions, then the generation number, in one commit. Idempotent."""
        ...

    def rebuild(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Replace everything by what `changes` add; readers see the old or the new, whole."""
        ...

    def keys(self) -> set[int]:
        """The keys of all live passages, for `kts verify`."""
        ...

    def search_lexical(
        self, terms: Mapping[str, float], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` passages that hold any of the weighted, analysed terms, best first."""
        ...

    def document_frequency(self, term: str, *, level: Level) -> int:
        """In how many live passages of the level the analysed term occurs."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of unit length, so that their product is the cosine.

    The same text gives the same bytes whatever its neighbours, their order and the number of threads: vectors are
    kept by the hash of their text. `model_hash` changes whenever a vector could.
    """

    provider_id: str
    dims: int
    max_tokens: int
    model_hash: str

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, (texts, dims); a text over `max_tokens` is embedded as windows whose mean is taken."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, (dims,)."""
        ...

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded: 1 up to `max_tokens`."""
        ...


class VectorIndex(Protocol):
    """A follower that finds passages by vector. Derived: it can be deleted and rebuilt from the truth at any time.

    An adapter is made with one argument, the folder that it may write to (a `pathlib.Path`). Scores are cosines,
    computed in single precision from the stored half-precision vectors.
    """

    name: str

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty or unreadable."""
        ...

    @property
    def model(self) -> str:
        """The hash of the model whose vectors it holds, empty when it holds none."""
        ...

    @property
    def wasted(self) -> bool:
        """Whether so much was removed that building anew is cheaper than carrying it."""
        ...

    def reopen(self) -> None:
        """Look at what is stored now: another process may have committed or rebuilt."""
        ...

    def apply(self, changes: Iterable[VectorChange], *, generation: int, model: str) -> None:
        """Apply removals and additions, then the generation number, in one commit. Idempotent.

        An addition of a document that is there replaces its rows. Raises UsageError for a row of another length.
        """
        ...

    def rebuild(self, changes: Iterable[VectorChange], *, generation: int, model: str) -> None:
        """Replace everything by what `changes` add; readers see the old or the new, whole."""
        ...

    def keys(self) -> set[int]:
        """The keys of all live rows, for `kts verify`."""
        ...

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the stored bytes, a line each; reads them all, for `kts verify --full`."""
        ...

    def search_dense(
        self, vector: NDArray[np.float32], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` rows of the level that pass the filter, best first, equal ones by key."""
        ...

    def cosines(self, vector: NDArray[np.float32], keys: Sequence[int]) -> Mapping[int, float]:
        """The exact cosine of each key that has a live row."""
        ...


class Ledger(Protocol):
    """Append-only, hash-chained record of what came from people and questions."""

    def append(self, kind: str, body: Mapping[str, object]) -> str:
        """Add a record and return its id."""
        ...

    def head(self) -> str:
        """The hash of the newest record, empty when there is none."""
        ...

    def read(self, record_id: str) -> Mapping[str, object]:
        """One record with its chain fields. Raises UsageError if there is none."""
        ...
