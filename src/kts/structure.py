"""The nouns of structure: what a document says sentence by sentence, which words it defines, what it refers to.

Offsets are character offsets into `Document.text`, end exclusive, as everywhere. Standard library only.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol

from kts.types import Document, Image, Outcome, PreparedPassage, Span  # noqa: TC001 - a worker's answer is read by them

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

NOTHING: Mapping[str, Any] = MappingProxyType({})
DefinitionKind = Literal["inline", "parenthetical", "article", "glossary", "list", "table", "incorporated"]
ReferenceKind = Literal[
    "section",
    "article",
    "exhibit",
    "schedule",
    "paragraph",
    "figure",
    "table",
    "equation",
    "definition",
    "rfc",
    "bibliography",
    "document",
    "external",
]


class Item(NamedTuple):
    """A sentence with what it does. `text == document.text[span]`.

    `item_type`: Obligation, Prohibition, Right, Definition, Condition, Requirement, Procedure, Configuration, Warning,
    Note, Example, Theorem, ..., Statement. `section` is the index of the deepest section that holds it, None before
    the first heading; `order` counts from 0 through the document. `metadata` holds JSON values under the keys actors,
    verbs, defined_terms, references, quantities, dates (lists) and modality, negated. `id` is empty until it is stored.
    """

    item_type: str
    span: Span
    section: int | None
    order: int
    metadata: Mapping[str, Any] = NOTHING
    id: str = ""


class Definition(NamedTuple):
    """A term and the stretch that gives it its meaning.

    `term` as written, `norm` as it is looked up (`lexicon.definitions.norm`), `span` the whole definition, `term_span`
    the term in it, without quotation marks. `scope` is the index of the section that it holds for ("as used in this
    Article"), None for the whole document. `source` names the document or place that an incorporated one has its
    meaning from, as written.
    """

    term: str
    norm: str
    span: Span
    term_span: Span
    kind: DefinitionKind
    scope: int | None = None
    source: str = ""


class Reference(NamedTuple):
    """A place that names another place. `text == document.text[span]`.

    `number` is the full number that it resolves to: as written, or worked out for "this Section" and "the preceding
    paragraph". `section` is the index of the section where it stands, `target` that of the section it names in the
    same document (for a paragraph inside a section: of the section that holds it). `document` names another document
    as written ("Custodial Agreement", "RFC 9110"), empty for this one. `resolved` is whether the target is there:
    always so for `target`, never for statutes and documents, which only the whole corpus can tell.
    """

    span: Span
    text: str
    kind: ReferenceKind
    number: str
    section: int | None = None
    target: int | None = None
    document: str = ""
    relative: bool = False
    resolved: bool = False


class Structure(NamedTuple):
    """What is found in a document besides its sections."""

    items: tuple[Item, ...] = ()
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()


class PreparedDocument(NamedTuple):
    """A converted document with its passages, images and structure: what one file adds to the truth."""

    document: Document
    outcome: Outcome
    reason: str
    fingerprint: str
    passages: tuple[PreparedPassage, ...]
    images: tuple[Image, ...] = ()
    structure: Structure = Structure()


class TermUse(NamedTuple):
    """A definition as somebody asks for it: whose it is, and for which documents it is in force.

    `document_key` is the version that holds the text; `in_force_for` are ids of documents that incorporate it.
    """

    definition: Definition
    document_key: int
    document_id: str
    in_force_for: tuple[str, ...] = ()


class StructureReader(Protocol):
    """The part of `ports.Corpus` that reads what is found in a document besides its sections."""

    def items(self, document_key: int, span: Span | None = None) -> tuple[Item, ...]:
        """The document's items, or those that touch a span, in reading order."""
        ...

    def definitions(self, document_key: int, norms: Sequence[str] = ()) -> tuple[Definition, ...]:
        """The document's own definitions in reading order; with `norms`, those of these terms."""
        ...

    def defined(self, norm: str) -> tuple[tuple[int, Definition], ...]:
        """(document key, definition) of a term wherever it is defined, by document id and place."""
        ...

    def references(self, document_key: int, span: Span | None = None) -> tuple[Reference, ...]:
        """The references in the document, or those that touch a span, in reading order."""
        ...
