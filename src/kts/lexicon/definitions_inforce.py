"""Which definition is in force for a use of a term.

The document's own, what an amendment made of it, or the one of the document that it takes its terms from.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.crossrefs_documents import named
from kts.structure import TermUse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.ports import Corpus
    from kts.records import DocumentRecord
    from kts.structure import Definition

ORDER = ("article", "glossary", "incorporated", "list", "table", "parenthetical", "inline")
"""Where one looks first: an entry of the definitions, then what running text calls something."""


class Relations(NamedTuple):
    """How the documents of a corpus take their terms from each other, by document id.

    `titles` are (id, title with the file's name); `amended` maps a document to those that amend it, the latest first;
    `bases` to those whose terms it uses.
    """

    titles: tuple[tuple[str, str], ...]
    amended: Mapping[str, tuple[str, ...]]
    bases: Mapping[str, tuple[str, ...]]


def relations(documents: Iterable[DocumentRecord]) -> Relations:
    """Worked out from what documents say of themselves at ingest: `amends`, `terms_from`."""
    listed = sorted(documents, key=lambda one: (one.content_date, one.path), reverse=True)
    titles = tuple((one.id, title_of(one)) for one in listed)
    amended: dict[str, list[str]] = defaultdict(list)
    bases: dict[str, list[str]] = defaultdict(list)
    for one in listed:
        others = [title for title in titles if title[0] != one.id]
        for field in ("amends", "terms_from"):
            name = str(one.metadata.get(field) or "")
            base = named(name, others) if name else None
            if base and base not in bases[one.id]:
                bases[one.id].append(base)
            if base and field == "amends":
                amended[base].append(one.id)
    return Relations(
        titles, {id_: tuple(ids) for id_, ids in amended.items()}, {id_: tuple(ids) for id_, ids in bases.items()}
    )


def title_of(record: DocumentRecord) -> str:
    """A document's title and the words of its file's name."""
    return f"{record.title} {record.path.rpartition('/')[2].rpartition('.')[0].replace('_', ' ').replace('-', ' ')}"


def in_force(record: DocumentRecord, term: str, *, corpus: Corpus, known: Relations) -> tuple[TermUse, ...]:
    """The definitions of `term` (a norm) that hold in a document, the one in force first.

    A later amendment's comes before the document's own; then the document that an incorporated definition names, and
    without any the documents whose terms are used here.
    """
    own = ranked(corpus.definitions(record.key, (term,)))
    found = [
        TermUse(one, amending.key, amending.id, (record.id,))
        for amending in _records(known.amended.get(record.id, ()), corpus)
        for one in ranked(corpus.definitions(amending.key, (term,)))
        if one.kind in {"article", "glossary", "inline"}
    ]
    found += [TermUse(one, record.key, record.id, (record.id,)) for one in own]
    sources = {named(one.source, known.titles) for one in own if one.source} - {None, record.id}
    elsewhere = [id_ for id_ in known.bases.get(record.id, ()) if not own]
    for other in _records([*sorted(filter(None, sources)), *elsewhere], corpus):
        found += [
            TermUse(one, other.key, other.id, (record.id,)) for one in ranked(corpus.definitions(other.key, (term,)))
        ]
    return tuple(found)


def _records(ids: Iterable[str], corpus: Corpus) -> list[DocumentRecord]:
    return [corpus.document(id_) for id_ in ids]


def everywhere(term: str, *, corpus: Corpus, known: Relations) -> tuple[TermUse, ...]:
    """The definitions of a norm in all documents: entries first, then by document; each says where it holds."""
    found = corpus.defined(term)
    ids = {key: one.id for key, one in corpus.records(key for key, _ in found).items()}
    holders = [TermUse(one, key, ids[key], _holds_for(ids[key], known)) for key, one in found]
    return tuple(
        sorted(holders, key=lambda one: (ORDER.index(one.definition.kind), one.document_id, one.definition.span))
    )


def _holds_for(document: str, known: Relations) -> tuple[str, ...]:
    amends = {base for base, others in known.amended.items() if document in others}
    users = {id_ for id_, bases in known.bases.items() if document in bases}
    return (document, *sorted((amends | users) - {document}))


def ranked(definitions: Sequence[Definition]) -> list[Definition]:
    """Entries of the definitions first, else by place."""
    return sorted(definitions, key=lambda one: (ORDER.index(one.kind), one.span))


def meaning(found: Sequence[TermUse]) -> TermUse | None:
    """The first definition that says something itself; an incorporated one only where there is no other."""
    return next((one for one in found if one.definition.kind != "incorporated"), next(iter(found), None))
