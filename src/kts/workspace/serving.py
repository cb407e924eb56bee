"""What a server that stays up needs of the facade: models loaded once for all threads, documents page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from kts.errors import UsageError
from kts.lexicon.veiled import concealing
from kts.types import NOTHING, Span
from kts.workspace.answering import RECORDED
from kts.workspace.standing import Stood, clauses_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kts.records import DocumentRecord
    from kts.types import Location, Marked, Section
    from kts.workspace.loaded import Models

VERDICTS = ("good", "bad", "wrong_source", "incomplete")
"""What a person may say of an answer (WIRE, feedback)."""


class DocumentPage(NamedTuple):
    """Some of the live documents, by root and path; `total` counts all that match.

    `standings` tell of each whether it holds now: `{standing, superseded_by, amended_by}`.
    """

    generation: int
    total: int
    offset: int
    documents: tuple[DocumentRecord, ...]
    standings: tuple[Mapping[str, Any], ...] = ()


class DocumentText(NamedTuple):
    """A stretch of a document's canonical text: `text == whole[span]`, with █ for what the file hides from its readers.

    `hidden` are the ways in which the file hides text of the stretch. `standing` tells whether it holds now, amended by
    what changes a clause of the stretch.
    """

    generation: int
    document: DocumentRecord
    text: str
    span: Span
    standing: Mapping[str, Any] = NOTHING
    hidden: tuple[str, ...] = ()


class DocumentSections(NamedTuple):
    """The sections of a document in reading order."""

    generation: int
    document: DocumentRecord
    sections: tuple[Section, ...]
    standing: Mapping[str, Any] = NOTHING


class Original(NamedTuple):
    """The bytes of a document's file, which are still those that were indexed, and where a stretch is in it."""

    document: DocumentRecord
    content: bytes
    location: Location


class Serving(Stood):
    """Documents, texts and originals as a server shows them, and what people say of answers."""

    def sharing(self, models: Models) -> Self:
        """Itself, with models that other workspaces of this process use too."""
        self._models = models
        return self

    def generation(self) -> int:
        """The number of the newest generation."""
        with self._snapshot() as corpus:
            newest: int = corpus.newest
            return newest

    def documents(self, *, offset: int = 0, limit: int = 50, containing: str = "") -> DocumentPage:
        """Live documents by root and path, page by page; `containing` keeps those whose path or title holds it.

        Raises UsageError for a negative `offset` or `limit`.
        """
        wanted = containing.casefold()
        with self._snapshot() as corpus:
            found = [
                record
                for record in corpus.documents()
                if wanted in record.path.casefold() or wanted in record.title.casefold()
            ]
            shown = tuple(found[offset : offset + limit])
            standings = tuple(self._stands(record, corpus) for record in shown)
            return DocumentPage(corpus.generation, len(found), offset, shown, standings)

    def document_text(
        self, reference: str, *, start: int = 0, end: int | None = None, hidden: bool = False
    ) -> DocumentText:
        """The canonical text of a document from `start` to `end`. Raises UsageError for an unknown document.

        What the file hides from its readers is drawn as █, a block a character; with `hidden` it is told.
        """
        with self._snapshot() as corpus:
            record = corpus.document(reference)
            first = min(max(0, start), record.length)
            last = record.length if end is None else min(max(first, end), record.length)
            span = Span(first, last)
            stands = self._stands(record, corpus, clauses_in(record, span, corpus))
            text = corpus.slice(record.key, span) if hidden else corpus.seen(record.key, span)
            kinds = ways(corpus.hidden(record.key), span)
            return DocumentText(corpus.generation, record, text, span, stands, kinds)

    def document_sections(self, reference: str) -> DocumentSections:
        """The sections of a document. Raises UsageError for an unknown document."""
        with self._snapshot() as corpus:
            record = corpus.document(reference)
            sections = corpus.sections(record.key)
            return DocumentSections(corpus.generation, record, sections, self._stands(record, corpus))

    def passage_span(self, passage_id: str) -> tuple[str, Span]:
        """(document id, span) of a live passage. Raises UsageError."""
        with self._snapshot() as corpus:
            found = corpus.passage_place(passage_id)
            if found is None:
                message = f"no passage has the id '{passage_id}'"
                raise UsageError(message, hint="ids of passages are printed with each result; a new search has the new")
            key, span = found
            return corpus.records([key])[key].id, span

    def original(self, reference: str, *, span: Span | None = None) -> Original:
        """The bytes of a document's file, and where `span` of its text is in it, its beginning without one.

        Raises UsageError when they are no longer those that were indexed.
        """
        with self._snapshot() as corpus:
            record = corpus.document(reference)
            location = corpus.locate(record.key, span or Span(0, 0))
            sources = self._sources(corpus)
            try:
                found, content = sources.read(record.root, record.path, limit=self.settings.ingest.max_file_bytes)
            except OSError as error:
                message = f"the original cannot be read: {error.strerror or error}"
                raise UsageError(message, path=record.path, hint="kts ingest takes note of what became of it") from None
        if found.sha256 != record.sha256:
            message = "the original has changed since it was indexed"
            raise UsageError(message, path=record.path, hint="kts ingest reads it again")
        return Original(record, content, location)

    def image(self, reference: str, sha256: str) -> bytes:
        """An image of a document by its SHA-256, as places in images name it. Raises UsageError where there is none."""
        from kts.store.images import body_of

        with self._snapshot() as corpus:
            record = corpus.document(reference)
            found = body_of(self._reader(), record.key, sha256)
        if not found:
            message = f"{record.path} has no image {sha256}"
            raise UsageError(message, path=record.path, hint="the `location` of a citation in an image has its sha256")
        return found

    def root_paths(self) -> tuple[str, ...]:
        """The absolute paths of the source folders."""
        with self._snapshot() as corpus:
            return tuple(root.path for root in corpus.roots())

    def feedback(self, ledger_id: str, verdict: str, *, note: str = "") -> str:
        """Write down what a person says of an answer: good, bad, wrong_source or incomplete; returns the record's id.

        Raises UsageError for an answer that the ledger does not hold, or another verdict.
        """
        if verdict not in VERDICTS:
            message = f"'{verdict}' is no verdict"
            raise UsageError(message, hint=f"there are: {', '.join(VERDICTS)}")
        book = self.ledger()
        book.read(ledger_id)
        return book.append("feedback", {"ledger_id": ledger_id, "verdict": verdict, "note": note})

    def ledger_record(self, record_id: str) -> dict[str, Any]:
        """One record of the ledger. Raises UsageError."""
        return dict(self.ledger().read(record_id))

    def _recorded_answer(self, record_id: str) -> Mapping[str, Any] | None:
        """What the ledger has of an answer, None where it has none."""
        try:
            record = self.ledger_record(record_id)
        except UsageError:
            return None
        return record["body"] if record["kind"] == RECORDED else None


def ways(hidden: Iterable[Marked], span: Span) -> tuple[str, ...]:
    """The ways in which text of a stretch is hidden from the readers of its file."""
    return tuple(sorted({one.kind for one in concealing(hidden, *span)}))
