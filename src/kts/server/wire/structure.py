"""JSON shapes of terms, outlines and items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.server.wire import citation, envelope, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.records import DocumentRecord
    from kts.structure import Item
    from kts.types import Section
    from kts.workspace.structure import Gap, Outlined, Term, Terms

ITEM_FIELDS = ("actors", "verbs", "defined_terms", "references", "quantities", "dates", "modality")


def terms(found: Terms) -> dict[str, Any]:
    """`kts terms --json`."""
    count = len(found.definitions)
    data = {
        "definitions": [_term(one) for one in found.definitions],
        "uses": [{"path": shown(path), "count": number} for path, number in found.uses.items()],
    }
    return envelope(data, reasoning=f"{count} definition{'' if count == 1 else 's'}, the one in force first")


def _term(one: Term) -> dict[str, Any]:
    return {
        "term": one.term,
        "text": one.text,
        "kind": one.kind,
        "document_id": one.document_id,
        "citation": citation(one.citation),
        "in_force_for": [shown(path) for path in one.in_force_for],
        "source": one.source,
    }


def outline(found: Sequence[Outlined]) -> dict[str, Any]:
    """`kts outline --json`: the sections as a tree."""
    children: dict[int | None, list[Outlined]] = {}
    for one in found:
        children.setdefault(one.section.parent, []).append(one)

    def tree(parent: int | None) -> list[dict[str, Any]]:
        return [{**_section(one), "sections": tree(one.section.index)} for one in children.get(parent, [])]

    return envelope({"sections": tree(None)}, reasoning=f"{len(found)} sections")


def _section(one: Outlined) -> dict[str, Any]:
    section = one.section
    return {
        "id": section.id,
        "number": section.number,
        "heading": section.heading,
        "level": section.level,
        "start": section.span.start,
        "end": section.span.end,
        "items": dict(sorted(one.items.items())),
    }


def item(one: tuple[DocumentRecord, Section | None, Item, str]) -> dict[str, Any]:
    """A line of `kts export items`."""
    record, section, found, text = one
    return {
        "id": found.id,
        "item_type": found.item_type,
        "text": text,
        "document_id": record.id,
        "section_number": section.number if section else "",
        "section_heading": section.heading if section else "",
        "section_index": found.section,
        "item_index": found.order,
        "span": [found.span.start, found.span.end],
        "metadata": {name: found.metadata.get(name, "" if name == "modality" else []) for name in ITEM_FIELDS},
    }


def gaps(found: Iterable[Gap]) -> dict[str, Any]:
    """`kts doctor --structure --json`."""
    lines = [{"kind": one.kind, "text": one.text, "citation": citation(one.citation)} for one in found]
    return envelope({"gaps": lines}, reasoning=f"{len(lines)} places to look at")
