"""The shapes of the answers as types: what the OpenAPI document, the tools of MCP and `schemas/` are made from.

The functions beside this module make the values; tests hold every one against its type. More fields may be added.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic import Field

from kts.server.wire.schemas_state import Health, Job, Jobs, Record, Status, Verified
from kts.server.wire.shape import Shape

Data = TypeVar("Data")


class Envelope(Shape, Generic[Data]):
    """What every answer is wrapped in."""

    success: bool
    data: Data
    confidence: float | None = Field(description="0 to 1, or null where there is nothing to be sure of.")
    reasoning: str


class Failure(Shape):
    """What went wrong, and what to do about it."""

    error: str = Field(description="A stable word: usage, no_index, locked, ...")
    message: str
    hint: str
    exit_code: int
    path: str = ""


class Failed(Shape):
    """An error of the command line with `--json`: the envelope of what went wrong, in one line beside JSON lines."""

    success: Literal[False]
    data: Failure
    confidence: None
    reasoning: str


class Problem(Shape):
    """A problem document (RFC 9457) that is also the envelope of an error."""

    type: str
    title: str
    status: int
    detail: str
    hint: str
    success: Literal[False]
    data: Failure
    confidence: None
    reasoning: str


class Location(Shape):
    """A place in the original file; which fields there are depends on `kind`."""

    kind: str


class Citation(Shape):
    """A checkable pointer: the quote stands at `start` to `end` of the document's text."""

    path: str
    uri: str
    title: str
    sha256: str
    version: str
    converter: str
    document_id: str
    passage_id: str
    start: int
    end: int
    text_sha256: str
    quote: str
    location: Location


class Snippet(Shape):
    """The stretch of a passage that answers most; `marks` are offsets into its text."""

    text: str
    start: int
    end: int
    marks: list[tuple[int, int]]
    location: Location


class Result(Shape):
    """A passage that was found."""

    id: str
    text: str
    score: float
    confidence: float
    metadata: dict[str, Any]
    citation: Citation
    snippet: Snippet


class Image(Shape):
    """An image that may show it. Its description is what a model or a person says of it: no quote, and no evidence."""

    sha256: str
    path: str
    uri: str
    title: str
    document_id: str
    location: Location
    description: str
    made_by: Literal["model", "person"]
    model: str
    prompt: str
    score: float


class Found(Shape):
    """The answer to a search, best first."""

    query: str
    generation: int
    results: list[Result]
    images: list[Image]
    notes: list[str]
    timings_ms: dict[str, float]


class Claim(Shape):
    """A statement of an answer, how the documents stand to it, and where; `standing` is whether it holds as quoted."""

    text: str
    support: Literal["supported", "contradicted", "unsupported"]
    standing: Literal["current", "superseded", "future", "amended", "expired", "draft"] | None
    reasons: list[dict[str, Any]]
    citations: list[Citation]


class Unmet(Shape):
    """What of the question the documents do not meet."""

    kind: str
    text: str


class Answer(Shape):
    """The answer to a question. `text` is empty when `verdict` is abstained; `nearest` are then the best places.

    `judged_on` is the day by which it was judged what is in force; `as_of` is empty where that is the day of asking.
    """

    query: str
    verdict: Literal["answered", "partly", "conflicting", "low_confidence", "abstained"]
    text: str
    confidence: float
    band: str
    coverage: float
    claims: list[Claim]
    unmet: list[Unmet]
    nearest: list[Citation]
    images: list[Image]
    conflicts: list[dict[str, Any]]
    definitions: list[dict[str, Any]]
    freshness: list[dict[str, Any]]
    notes: list[str]
    as_of: str
    judged_on: str
    searched: str
    gates: list[str]
    generation: int
    ledger_id: str | None


class CheckedClaim(Shape):
    """A claim, how the documents stand to it, why, and where; `standing` is whether what decides is in force.

    `in_other_words` marks a supported claim that the evidence says so differently that a person should read the place.
    `judged_on` is the day of `standing`; `matched` is the place in evidence that came with the claim.
    `holds` is whether the claim is supported, and not only by what is not in force and the claim does not name.
    `rows` has for each citation what a row of a table states under its header; empty where the quote is no such row.
    `gates` are the checks that the claim went through: the rules, and the models that read it.
    """

    id: str
    claim: str
    support: Literal["supported", "contradicted", "unsupported"]
    score: float
    in_other_words: bool
    standing: Literal["current", "superseded", "future", "expired", "draft"] | None
    judged_on: str | None
    matched: dict[str, Any] | None
    holds: bool
    gates: list[str]
    reasons: list[dict[str, Any]]
    citations: list[Citation]
    rows: list[str]


class CheckedClaims(Shape):
    """Claims in their order, page by page; `aside` is what a text holds that states nothing."""

    claims: list[CheckedClaim]
    aside: list[str]
    offset: int
    next: int | None
    total: int


class Definition(Shape):
    """What a term means, where that is said, and the documents that it holds for."""

    term: str
    text: str
    document_id: str
    citation: Citation
    in_force_for: list[str]


class Terms(Shape):
    """The definitions of a term, the one in force first, and where it is used."""

    definitions: list[Definition]
    uses: list[dict[str, Any]]


class Item(Shape):
    """A typed statement."""

    id: str
    item_type: str
    text: str
    document_id: str
    section_number: str
    section_heading: str
    span: tuple[int, int]
    metadata: dict[str, Any]


class Items(Shape):
    """A page of statements."""

    items: list[Item]
    offset: int
    next: int | None


class Outline(Shape):
    """The sections of a document as a tree: each has `sections` and `items`, a count by type."""

    sections: list[dict[str, Any]]


class Node(Shape):
    """A thing of the graph."""

    id: str
    kind: str
    label: str


class Graph(Shape):
    """What lies around a node, the nearest first, and how it hangs together."""

    node: Node
    neighbours: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class RelatedDocuments(Shape):
    """Documents, the nearest first, with what ties them."""

    documents: list[dict[str, Any]]


class Ticket(Shape):
    """What became of a ticket at every stage; `sentences` are those of the draft, each with its places.

    `missing_details` is what the ticket lacks to be answered, for which its draft asks; empty for all others.
    """

    ticket: dict[str, Any]
    outcome: Literal["sent", "draft", "person", "aside"]
    draft: str
    sentences: list[dict[str, Any]]
    validation: dict[str, Any]
    classification: dict[str, Any]
    retrieval: dict[str, Any]
    final_response: str
    confidence: float
    escalation: dict[str, Any]
    review: dict[str, Any]
    missing_details: list[str]
    ledger_id: str | None


class Document(Shape):
    """A document of the index; `standing` is whether it holds today, in its place `superseded_by`, a path or empty.

    `amended_by` are the paths of the documents in force that amend it, or the stretch of it that is shown.
    """

    id: str
    root: str
    path: str
    sha256: str
    converter: str
    title: str
    doc_type: str
    regime: str
    language: str
    content_date: str
    length: int
    stale: bool
    metadata: dict[str, Any]
    standing: Literal["current", "superseded", "future", "draft"]
    superseded_by: str
    amended_by: list[str]


class Documents(Shape):
    """A page of the list of documents."""

    generation: int
    total: int
    offset: int
    next: int | None
    documents: list[Document]


class Text(Shape):
    """A stretch of a document's text; `hidden` are the ways in which the file hides what is drawn as █ in it."""

    generation: int
    document: Document
    start: int
    end: int
    next: int | None
    text: str
    hidden: list[str]


class Cited(Shape):
    """A cited place in its context; `original` is what has become of its file, `stands` whether it still says this.

    `hidden` are the ways in which the file hides what is drawn as █ in the context, or what is cited itself.
    """

    document_id: str
    path: str
    title: str
    content_date: str
    length: int
    uri: str
    start: int
    end: int
    text: str
    text_start: int
    hidden: list[str]
    location: Location
    original: Literal["unchanged", "changed", "gone"]
    stands: bool
    sections: list[dict[str, Any]]


class Section(Shape):
    """A part of a document under one heading."""

    id: str
    document_id: str
    index: int
    parent: int | None
    level: int
    number: str
    heading: str
    start: int
    end: int


class Sections(Shape):
    """The sections of a document in reading order."""

    generation: int
    document: Document
    sections: list[Section]


ANSWERS: dict[str, type[Shape]] = {
    "ask": Answer,
    "check": CheckedClaims,
    "cited": Cited,
    "documents": Documents,
    "document": Text,
    "graph": Graph,
    "health": Health,
    "items": Items,
    "job": Job,
    "jobs": Jobs,
    "ledger": Record,
    "outline": Outline,
    "related": RelatedDocuments,
    "search": Found,
    "sections": Sections,
    "status": Status,
    "terms": Terms,
    "ticket": Ticket,
    "verify": Verified,
}
"""Name of an answer -> what its envelope holds."""
BARE: dict[str, type[Shape]] = {"claim": CheckedClaim, "error": Failed, "problem": Problem}
"""What is written as it is: a line of `kts check --json`, an error of the command line, one of a server (WIRE)."""


def written() -> dict[str, str]:
    """The files of `schemas/`: JSON Schema 2020-12 of every answer, in its envelope, and of what has none.

    That is an error (`error.json` of the command line, `problem.json` of a server), and a line of `kts check --json`
    (`claim.json`); `check.json` is the answer of a server.
    """
    enveloped = {name: Envelope.__class_getitem__(kind) for name, kind in ANSWERS.items()}
    return {f"{name}.json": _text(name, kind) for name, kind in {**enveloped, **BARE}.items()}


def _text(name: str, kind: Any) -> str:
    schema = kind.model_json_schema()
    said = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": name}
    return json.dumps(said, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the files into a folder: `python -m kts.server.wire.schemas schemas`."""
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, text in written().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
