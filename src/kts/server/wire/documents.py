"""Shapes of what a server shows of documents: lists, texts, sections, and the ledger's records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.server.wire import document, envelope, section

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.workspace.serving import DocumentPage, DocumentSections, DocumentText


def documents(page: DocumentPage) -> dict[str, Any]:
    """A page of the list of documents; `next` is the offset of the following page, null after the last."""
    end = page.offset + len(page.documents)
    data = {
        "generation": page.generation,
        "total": page.total,
        "offset": page.offset,
        "next": end if page.documents and end < page.total else None,
        "documents": [
            {**document(record), **held} for record, held in zip(page.documents, page.standings, strict=True)
        ],
    }
    return envelope(data, reasoning=f"{len(page.documents)} of {page.total} documents")


def text(found: DocumentText) -> dict[str, Any]:
    """A stretch of a document's text; `next` is where the following stretch begins, null at the end."""
    data = {
        "generation": found.generation,
        "document": {**document(found.document), **found.standing},
        "start": found.span.start,
        "end": found.span.end,
        "next": found.span.end if found.span.end < found.document.length else None,
        "text": found.text,
        "hidden": list(found.hidden),
    }
    said = f"characters {found.span.start} to {found.span.end} of {found.document.length}"
    return envelope(data, reasoning=said)


def sections(found: DocumentSections) -> dict[str, Any]:
    """The sections of a document in reading order."""
    listed = [section((found.document.id, one)) for one in found.sections]
    known = {**document(found.document), **found.standing}
    data = {"generation": found.generation, "document": known, "sections": listed}
    return envelope(data, reasoning=f"{len(listed)} sections")


def record(found: Mapping[str, Any]) -> dict[str, Any]:
    """A record of the ledger with its place in the chain."""
    return envelope(dict(found), reasoning=f"record {found['number']} of the ledger, a {found['kind']}")


def noted(record_id: str) -> dict[str, Any]:
    """What a person said of an answer has been written down."""
    return envelope({"ledger_id": record_id}, reasoning="written down")
