"""The shapes of the data beside the words of a tool's result: what is always there, in few words.

A model reads the definitions of all tools before its first question, so they say no more than what to look for. More
fields are there where they say something: `mcp_data.compact` leaves out what is empty.
"""

from __future__ import annotations

from typing import Literal

from kts.server.wire.shape import Shape

Support = Literal["supported", "contradicted", "unsupported"]


class Cited(Shape):
    """A place that says it; `edition` and days where the document's text gives them."""

    path: str
    place: str = ""
    quote: str = ""
    edition: str = ""
    in_force_from: str = ""
    dated: str = ""
    document_id: str = ""
    passage_id: str = ""


class Passage(Shape):
    """A passage that was found."""

    confidence: float
    citation: Cited


class Passages(Shape):
    """Passages, best first."""

    results: list[Passage]


class Claim(Shape):
    """A statement of an answer; its text is the quote of its first citation where no `text` is."""

    support: Support
    citations: list[Cited]


class Answer(Shape):
    """An answer, or that there is none."""

    verdict: Literal["answered", "partly", "conflicting", "low_confidence", "abstained"]
    confidence: float
    claims: list[Claim]


class CheckedClaim(Shape):
    """A claim and how the documents stand to it."""

    claim: str
    support: Support
    reasons: list[str] = []  # noqa: RUF012 - pydantic copies it
    citations: list[Cited]


class CheckedClaims(Shape):
    """Claims in their order."""

    claims: list[CheckedClaim]


class Definition(Shape):
    """What a term means."""

    term: str
    citation: Cited


class Definitions(Shape):
    """Definitions, the one in force first."""

    definitions: list[Definition]


class Document(Shape):
    """A document."""

    id: str
    path: str


class Documents(Shape):
    """A page of the list."""

    total: int
    next: int | None
    documents: list[Document]


class Rechecked(Shape):
    """What became of a citation."""

    status: Literal["unchanged", "moved", "changed", "gone"]


class Verified(Shape):
    """Citations in their order."""

    citations: list[Rechecked]


class Job(Shape):
    """An ingest."""

    id: str
    state: str
