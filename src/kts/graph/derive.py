"""What one document adds to the graph, from its rows. Pure; the same rows give the same fragment."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.graph.nouns import Edge, Fragment, Node
from kts.lexicon.definitions import norm

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.graph.nouns import EdgeKind
    from kts.records import DocumentRecord
    from kts.structure import Definition, Item, Reference
    from kts.types import Section

RULES = frozenset(
    "Obligation Prohibition Right Condition Requirement Procedure Configuration Warning Theorem Lemma Corollary"
    " Proposition Algorithm Hypothesis".split()
)
"""Types of items that lay something down: their section HAS_RULE them."""
LABEL = 120
"""Characters of an item that its node is labelled with."""


class Rows(NamedTuple):
    """The rows of a document that its fragment is made of.

    `codes` and `tools` are how often the document names each (by normalised code, by the tool's name), `others` the
    documents that it names or supersedes, by kind of edge and id. With `items` empty the fragment has no sections.
    """

    sections: Sequence[Section] = ()
    items: Sequence[Item] = ()
    definitions: Sequence[Definition] = ()
    references: Sequence[Reference] = ()
    codes: Mapping[str, int] = {}
    tools: Mapping[str, int] = {}
    others: Sequence[tuple[EdgeKind, str]] = ()


def fragment(record: DocumentRecord, rows: Rows, text: str = "") -> Fragment:
    """Nodes and edges of a document; `text`, its canonical text, labels the items."""
    nodes: dict[str, Node] = {}
    weights: Counter[tuple[str, str, EdgeKind]] = Counter()
    own = f"doc:{record.id}"
    nodes[own] = Node(own, "DOCUMENT", record.title or record.path, record.id)
    for node in (*_shared(rows), *_parts(record, rows, text)):
        nodes.setdefault(node.id, node)
    for key in (*_document_edges(own, record, rows), *_part_edges(own, rows)):
        weights[key] += 1
    about: EdgeKind = "ADDRESSES" if record.doc_type == "TROUBLESHOOT" else "MENTIONS"
    weights.update({(own, f"error:{code}", about): count for code, count in rows.codes.items()})
    weights.update({(own, f"tool:{tool}", "MENTIONS"): count for tool, count in rows.tools.items()})
    edges = tuple(Edge(*key, float(weight)) for key, weight in sorted(weights.items()) if key[0] != key[1])
    return Fragment(record.id, record.key, tuple(nodes[id_] for id_ in sorted(nodes)), edges)


def _shared(rows: Rows) -> Iterator[Node]:
    """Nodes that other documents may have as well."""
    for one in rows.definitions:
        yield Node(f"term:{one.norm}", "TERM", one.term)
    for code in rows.codes:
        yield Node(f"error:{code}", "ERROR_CODE", code.upper())
    for tool in rows.tools:
        yield Node(f"tool:{tool}", "TOOL", tool)


def _parts(record: DocumentRecord, rows: Rows, text: str) -> Iterator[Node]:
    if not rows.items:
        return
    for section in rows.sections:
        label = f"{section.number} {section.heading}".strip() or "section"
        yield Node(f"sec:{section.id}", "SECTION", label, record.id)
    for item in rows.items:
        words = " ".join(text[item.span.start : item.span.end].split())[:LABEL]
        yield Node(f"item:{item.id}", "ITEM", f"{item.item_type}: {words}", record.id)


def _document_edges(own: str, record: DocumentRecord, rows: Rows) -> Iterator[tuple[str, str, EdgeKind]]:
    for one in rows.definitions:
        yield own, f"term:{one.norm}", "DEFINES"
    for kind, other in rows.others:
        if other != record.id:
            yield own, f"doc:{other}", kind


def _part_edges(own: str, rows: Rows) -> Iterator[tuple[str, str, EdgeKind]]:
    if not rows.items:
        return
    places = [f"sec:{section.id}" for section in rows.sections]
    before: dict[str, str] = {}
    for section, place in zip(rows.sections, places, strict=True):
        parent = places[section.parent] if section.parent is not None else own
        yield parent, place, "CONTAINS"
        if parent in before:
            yield before[parent], place, "NEXT"
        before[parent] = place
    for reference in rows.references:
        if reference.section is not None and reference.target is not None:
            yield places[reference.section], places[reference.target], "REFERENCES"
    yield from _item_edges(own, rows, places)


def _item_edges(own: str, rows: Rows, places: Sequence[str]) -> Iterator[tuple[str, str, EdgeKind]]:
    known = {one.norm for one in rows.definitions}
    defined = {one.span.start: f"term:{one.norm}" for one in rows.definitions}
    before: dict[str, str] = {}
    for item in rows.items:
        place = places[item.section] if item.section is not None else own
        id_ = f"item:{item.id}"
        yield place, id_, _holds(item.item_type)
        if place in before:
            yield before[place], id_, "NEXT"
        before[place] = id_
        if item.item_type == "Definition" and item.span.start in defined:
            yield id_, defined[item.span.start], "DEFINES"
        for term in {norm(str(term)) for term in item.metadata.get("defined_terms", ())} & known:
            yield id_, f"term:{term}", "MENTIONS"


def _holds(item_type: str) -> EdgeKind:
    if item_type == "Definition":
        return "HAS_DEFINITION"
    return "HAS_RULE" if item_type in RULES else "CONTAINS"
