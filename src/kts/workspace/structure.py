"""The part of the facade that knows structure: defined terms, outlines, items, and what is missing in them."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import KTSError, UsageError
from kts.types import Finding, Passage
from kts.workspace.opened import OpenIndex
from kts.workspace.threads import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.answers import Definition as Defined
    from kts.lexicon.definitions_inforce import Relations
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.structure import Item, Reference, TermUse
    from kts.types import Citation, Section, Span

CLOSURE = 6
"""Definitions that are attached to an answer at most (a default, not fitted)."""


class Term(NamedTuple):
    """A definition as it is shown: `in_force_for` are the paths of the documents in which it holds."""

    term: str
    text: str
    kind: str
    document_id: str
    citation: Citation
    in_force_for: tuple[str, ...]
    source: str = ""


class Terms(NamedTuple):
    """What is known of a term, or of all terms of a document; `uses` counts its uses by the path of a document."""

    definitions: tuple[Term, ...]
    uses: Mapping[str, int]


class Outlined(NamedTuple):
    """A section with what stands in it and below it: how many items of each type."""

    section: Section
    items: Mapping[str, int]


class Zoomed(NamedTuple):
    """The surroundings of an item or section: the section, its text, and all its items with their texts."""

    document: DocumentRecord
    section: Section | None
    text: str
    items: tuple[tuple[Item, str], ...]


class Gap(NamedTuple):
    """Something that a document lacks: a dangling reference, a term without definition, a definition without use."""

    kind: str
    path: str
    text: str
    citation: Citation


class Structured(OpenIndex):
    """Terms, sections and items of the documents."""

    @kept
    def _related(self) -> tuple[int, Relations | None]:
        """How documents take terms from each other, and of which generation that is."""
        return -1, None

    def terms(self, term: str = "", *, document: str | None = None) -> Terms:
        """The definitions of a term, the one in force first; without a term, those of a document.

        With `document` (path, file name or id) those that hold in it: its own, what an amendment made of them, or those
        of the document that it takes its terms from. Raises UsageError when neither is named.
        """
        from kts.lexicon.definitions import norm
        from kts.lexicon.definitions_inforce import everywhere, in_force

        if not term.strip() and document is None:
            message = "neither a term nor a document is named"
            raise UsageError(message, hint="name a term, a document, or both")
        with self._snapshot() as corpus:
            known = self._relations(corpus)
            record = corpus.document(document) if document is not None else None
            if record is None:
                found = everywhere(norm(term), corpus=corpus, known=known)
            elif term.strip():
                found = in_force(record, norm(term), corpus=corpus, known=known)
            else:
                found = _own(record, corpus)
            shown = tuple(self._term(one, corpus) for one in found)
            counted = {record.key} if record else {one.document_key for one in found}
            return Terms(shown, self._uses(term, counted, corpus) if term.strip() else {})

    def definitions_for(self, document_key: int, text: str, limit: int = CLOSURE) -> tuple[Defined, ...]:
        """The definitions that some text of a document depends on, by first use, longest terms first.

        A definition that stands in the text itself is left out.
        """
        with self._snapshot() as corpus:
            return self._closure(corpus, document_key, text, limit)

    def _closure(self, corpus: SqliteCorpus, document_key: int, text: str, limit: int) -> tuple[Defined, ...]:
        from kts.answers import Definition as Defined
        from kts.lexicon.definitions_inforce import in_force, meaning
        from kts.lexicon.definitions_uses import uses

        known = self._relations(corpus)
        record = corpus.records([document_key])[document_key]
        holders = [record.key, *(corpus.document(id_).key for id_ in known.bases.get(record.id, ()))]
        terms = {one.norm: one.term for key in reversed(holders) for one in corpus.definitions(key)}
        found: list[Defined] = []
        for norm in dict.fromkeys(use.norm for use in uses(text, terms)):
            best = meaning(in_force(record, norm, corpus=corpus, known=known))
            if best is None or len(found) == limit:
                continue
            shown = self._term(best, corpus)
            if " ".join(shown.text.split()) not in " ".join(text.split()):
                found.append(Defined(shown.term, shown.text, shown.citation))
        return tuple(found)

    def outline(self, document: str) -> tuple[Outlined, ...]:
        """The sections of a document in reading order, each with the number of its items by type."""
        with self._snapshot() as corpus:
            key = corpus.document(document).key
            items = corpus.items(key)
            return tuple(
                Outlined(section, Counter(one.item_type for one in items if _inside(one.span, section.span)))
                for section in corpus.sections(key)
            )

    def items(self, document: str | None = None) -> Iterator[tuple[DocumentRecord, Section | None, Item, str]]:
        """(document, section, item, text) of all items, by document and place."""
        with self._snapshot() as corpus:
            for record in [corpus.document(document)] if document else list(corpus.documents()):
                sections = corpus.sections(record.key)
                for one in corpus.items(record.key):
                    section = sections[one.section] if one.section is not None else None
                    yield record, section, one, corpus.slice(record.key, one.span)

    def zoom(self, passage_id: str) -> Zoomed:
        """From an item or a chunk to its section, or from a section to its items. Raises UsageError."""
        with self._snapshot() as corpus:
            found = corpus.passage_place(passage_id)
            if found is None:
                message = f"there is no passage {passage_id}"
                raise UsageError(message, hint="kts search --level item prints ids with --json")
            key, span = found
            inside = [one for one in corpus.sections(key) if one.span.start <= span.start < one.span.end]
            section = inside[-1] if inside else None
            around = section.span if section else span
            items = tuple((one, corpus.slice(key, one.span)) for one in corpus.items(key, around))
            return Zoomed(corpus.records([key])[key], section, corpus.seen(key, around), items)

    def gaps(self, document: str | None = None) -> Iterator[Gap]:
        """Dangling references, undefined and unused terms, by document (reads the texts)."""
        from kts.lexicon.definitions_uses import undefined, unused

        with self._snapshot() as corpus:
            known = self._relations(corpus)
            for record in [corpus.document(document)] if document else list(corpus.documents()):
                text, definitions = corpus.seen(record.key), corpus.definitions(record.key)
                for one in corpus.references(record.key):
                    if dangles(one):
                        yield self._gap("dangling reference", record, one.span, corpus)
                bases = [corpus.document(id_).key for id_ in known.bases.get(record.id, ())]
                others = [one.norm for key in bases for one in corpus.definitions(key)]
                for _, span in undefined(text, definitions, others):
                    yield self._gap("undefined term", record, span, corpus)
                for term in unused(text, [one for one in definitions if one.kind in {"article", "parenthetical"}]):
                    yield self._gap("unused term", record, term.term_span, corpus)

    # -- inside ----------------------------------------------------------------------------------------------

    def _relations(self, corpus: SqliteCorpus) -> Relations:
        """How documents take terms from each other; worked out once a generation."""
        from kts.lexicon.definitions_inforce import relations

        generation, found = self._related
        if found is None or generation != corpus.generation:
            found = relations(corpus.documents())
            self._related = (corpus.generation, found)
        return found

    def _term(self, one: TermUse, corpus: SqliteCorpus) -> Term:
        record = corpus.records([one.document_key])[one.document_key]
        citation = self._term_cited(record, one.definition.span, corpus)
        paths = tuple(corpus.document(id_).path for id_ in one.in_force_for)
        definition = one.definition
        return Term(definition.term, citation.quote, definition.kind, record.id, citation, paths, definition.source)

    def _term_cited(self, record: DocumentRecord, span: Span, corpus: SqliteCorpus) -> Citation:
        from kts.search.cite import cite

        passage = Passage("", record.id, "", "document", "", corpus.slice(record.key, span), span)
        return cite(record, passage, corpus=corpus, sources=self._sources(corpus))

    def _uses(self, term: str, keys: set[int], corpus: SqliteCorpus) -> dict[str, int]:
        from kts.lexicon.definitions import norm
        from kts.lexicon.definitions_uses import uses

        short = norm(term)
        written = {short: next((one.term for key in sorted(keys) for one in corpus.definitions(key, (short,))), term)}
        return {
            record.path: len(uses(corpus.seen(key), written)) for key, record in sorted(corpus.records(keys).items())
        }

    def _gap(self, kind: str, record: DocumentRecord, span: Span, corpus: SqliteCorpus) -> Gap:
        citation = self._term_cited(record, span, corpus)
        return Gap(kind, record.path, " ".join(citation.quote.split()), citation)


def structure_findings(kb: str | None) -> tuple[Finding, ...]:
    """How many references of an index lead nowhere, for `kts doctor`; nothing without an index."""
    from kts.store import layout
    from kts.workspace import Workspace

    try:
        place = layout.find(Path.cwd(), kb)
        with Workspace(place) as workspace, closing(workspace.corpus()) as corpus:
            found = [one for record in corpus.documents() for one in corpus.references(record.key)]
    except KTSError:
        return ()
    lost = sum(dangles(one) for one in found)
    said = f"{lost} of {len(found)} lead nowhere: kts doctor --structure lists them"
    return (Finding("note" if lost else "ok", "references", said if lost else f"{len(found)}, none leads nowhere"),)


def dangles(one: Reference) -> bool:
    """Whether a reference names a place of its own document that is not there."""
    inner = {"section", "article", "exhibit", "schedule", "figure", "table", "equation", "paragraph", "bibliography"}
    return not one.resolved and not one.document and one.kind in inner


def _own(record: DocumentRecord, corpus: SqliteCorpus) -> tuple[TermUse, ...]:
    from kts.structure import TermUse

    return tuple(TermUse(one, record.key, record.id, (record.id,)) for one in corpus.definitions(record.key))


def _inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start < outer.end
