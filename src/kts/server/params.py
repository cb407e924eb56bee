"""What each operation may be asked, with its limits: one model a call, for REST, MCP and the backend alike."""

from __future__ import annotations

import re
from datetime import date  # noqa: TC003 - read at run time
from typing import Annotated, Any, Literal

from pydantic import Base64Bytes, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

LONGEST_QUESTION = 4_000
"""Characters of a question (a default, not fitted: a page of text)."""
MOST_RESULTS = 100
"""Results of one search (a default, not fitted; the command line has no such limit)."""
MOST_CLAIMS = 200
"""Claims checked in one call (a default, not fitted)."""
LONGEST_TEXT = 200_000
"""Characters of a document that one answer holds (a default, not fitted)."""
MOST_CITATIONS = 1_000
"""Citations compared in one call (a default, not fitted)."""

Values = Annotated[list[Annotated[str, Field(max_length=1_000)]], Field(max_length=100)]
Name = Annotated[str, Field(min_length=1, max_length=1_000)]


def _whole(value: Any) -> Any:
    """A text that is base64 from end to end: the library leaves out what is none, and keeps the rest."""
    if isinstance(value, str) and not re.fullmatch(r"[A-Za-z0-9+/\s]*=?\s*=?\s*", value):
        kind = "base64_decode"
        raise PydanticCustomError(kind, "bytes in base64")
    return value


Bytes = Annotated[Base64Bytes, BeforeValidator(_whole)]
Question = Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION, pattern=r"\S")]


class Params(BaseModel):
    """What every call has in common: a name that is not known is a mistake, not a guess."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Nothing(Params):
    """A call without any parameters."""


class Filtered(Params):
    """The filters of a search; several values of one are alternatives."""

    type: Values = Field(default=[], description="Document types: POLICY, SOP, CONTRACT, ...")
    regime: Values = Field(default=[], description="Kinds of text: GOVERNING_DOC_LEGAL, TECHNICAL_SPEC, ...")
    tool: Values = Field(default=[], description="Tools or systems that the document names as its own.")
    code: Values = Field(default=[], description="Identifiers that the passage holds: E7042, TSR-1001, ...")
    item_type: Values = Field(default=[], alias="item-type", description="Kinds of statement: Obligation, ...")
    section: Values = Field(default=[], description="Numbers of sections: 5.02, ARTICLE II, ...")
    lang: Values = Field(default=[], description="Languages: en, de, fr, ...")
    path: Values = Field(default=[], description="Paths below a source folder.")
    doc: Values = Field(default=[], description="Documents: relative path, unique file name, or id.")
    since: date | None = Field(default=None, description="Content dated on or after, YYYY-MM-DD.")
    until: date | None = Field(default=None, description="Content dated on or before, YYYY-MM-DD.")


class Search(Filtered):
    """A question in the user's own words, and what its hits must be."""

    q: Question = Field(description="The question, in plain words.")
    k: int | None = Field(default=None, ge=1, le=MOST_RESULTS, description="Results; the default is a setting.")
    per_document: int | None = Field(
        default=None,
        ge=1,
        le=MOST_RESULTS,
        alias="per-document",
        description="Passages of one document; the default is a setting (1), where `doc` names documents all.",
    )
    mode: Literal["lexical", "dense", "hybrid"] | None = Field(
        default=None, description="By words, by meaning, or by both."
    )
    level: Literal["chunk", "hidden"] = Field(default="chunk", description="hidden: what files do not show.")
    explain: bool = Field(default=False, description="Show what each score is made of.")


class Ask(Filtered):
    """A question that is to be answered from the documents, and which of them may answer."""

    q: Question = Field(description="The question, in plain words.")
    mode: Literal["lexical", "dense", "hybrid"] | None = Field(
        default=None, description="By words, by meaning, or by both."
    )
    strict: bool = Field(default=False, description="Say nothing that is less than sure.")
    as_of: date | None = Field(
        default=None, alias="as-of", description="From what was in force on this day, YYYY-MM-DD."
    )


class Stated(Params):
    """A claim; without `evidence` it is looked up in the documents."""

    id: str = Field(default="", max_length=1_000)
    claim: Question
    evidence: Annotated[list[Annotated[str, Field(max_length=50_000)]], Field(max_length=20)] | None = None


class TextFile(Params):
    """A file of any kind that is read, by its bytes; the ending of its name says what it is."""

    name: str = Field(default="", max_length=1_000, description="Its name: memo.docx.")
    content: Bytes = Field(description="Its bytes in base64.")


class Check(Filtered):
    """Claims, or a text or file of which each is taken, page by page, to be held against which documents."""

    claims: Annotated[list[Stated], Field(min_length=1, max_length=MOST_CLAIMS)] | None = None
    text: str | None = Field(default=None, min_length=1, max_length=LONGEST_TEXT, pattern=r"\S")
    file: TextFile | None = None
    mode: Literal["lexical", "dense", "hybrid"] | None = None
    drafted: bool = Field(default=False, description="A language model wrote them: fewer of them pass.")
    as_of: date | None = Field(default=None, alias="as-of", description="By what was in force on this day, YYYY-MM-DD.")
    offset: int = Field(default=0, ge=0, le=10_000_000, description="The first claim to be checked, from 0.")
    limit: int = Field(default=MOST_CLAIMS, ge=1, le=MOST_CLAIMS)

    @model_validator(mode="after")
    def _one(self) -> Check:
        if sum(one is not None for one in (self.claims, self.text, self.file)) != 1:
            message = "one of `claims`, `text` and `file`"
            raise ValueError(message)
        return self


class Terms(Params):
    """A defined term; without one, the terms that a document defines."""

    term: str = Field(default="", max_length=1_000)
    doc: Name | None = Field(default=None, description="As it holds in this document.")


class Items(Params):
    """Typed statements (obligations, definitions, ...), of one document or of all, page by page."""

    doc: Name | None = None
    offset: int = Field(default=0, ge=0, le=10_000_000)
    limit: int = Field(default=50, ge=1, le=500)


class Graph(Params):
    """A document, section, item, term, topic, tool or error code, and how far around it to look."""

    name: Name
    depth: int = Field(default=2, ge=1, le=4)
    limit: int = Field(default=40, ge=1, le=500)


class TicketFile(Params):
    """A file that holds one ticket, by its bytes; without a name its first line says what it is."""

    name: str = Field(default="", max_length=1_000, description="Its name, whose ending says what it is: mail.eml.")
    content: Bytes = Field(description="Its bytes in base64.")


class OneTicket(Filtered):
    """A ticket {id, client_name, email, subject, description, version?, plan?, ...} or a file; what may answer."""

    ticket: dict[str, Any] | None = None
    file: TicketFile | None = None

    @model_validator(mode="after")
    def _one(self) -> OneTicket:
        if (self.ticket is None) == (self.file is None):
            message = "either `ticket` or `file`"
            raise ValueError(message)
        return self


class Documents(Params):
    """A page of the list of documents."""

    offset: int = Field(default=0, ge=0, le=10_000_000)
    limit: int = Field(default=50, ge=1, le=500)
    containing: str = Field(default="", max_length=1_000, description="Keep those whose path or title holds this.")


class OneDocument(Params):
    """A document by its id, relative path or unique file name."""

    id: Name


class Related(OneDocument):
    """How many documents like it."""

    limit: int = Field(default=10, ge=1, le=100)


class Text(OneDocument):
    """A stretch of a document's text, in characters."""

    start: int = Field(default=0, ge=0, le=1 << 40)
    limit: int = Field(default=20_000, ge=1, le=LONGEST_TEXT)


class Cited(OneDocument):
    """A place that was cited: offsets into the document's text, and the words that stood there."""

    start: int = Field(ge=0, le=1 << 40)
    end: int = Field(ge=0, le=1 << 40)
    quote: str = Field(min_length=1, max_length=LONGEST_TEXT)
    context: int = Field(default=600, ge=0, le=LONGEST_TEXT // 2, description="Characters before and after.")


class Drawn(Params):
    """How a page is drawn; `start` and `end` are offsets into the document's text, to be highlighted."""

    start: int | None = Field(default=None, ge=0, le=1 << 40)
    end: int | None = Field(default=None, ge=0, le=1 << 40)
    scale: float = Field(default=1.5, ge=0.25, le=4.0, description="Pixels a point (1/72 inch).")


class Page(OneDocument, Drawn):
    """A page of a PDF as an image."""

    page: int = Field(ge=1, le=100_000, description="Number of the page, from 1.")


class Verify(Params):
    """A saved answer or result whose citations are compared with the files as they are now; none: the index itself."""

    saved: Any = Field(default=None, description="The JSON of a search, an answer or a list of citations.")


class Status(Params):
    """What the index holds."""

    files: bool = Field(default=False, description="List every file with its outcome and reason.")
    since: bool = Field(default=True, description="Say what has happened to the files since they were read.")


class Ingest(Params):
    """Folders or files below the known source folders; none: whatever changed in all of them."""

    paths: Values = Field(default=[], description="Paths below a source folder, absolute or as citations have them.")
    vectors: bool = Field(default=True, description="Make vectors, too.")
    confirm_delete: bool = Field(default=False, description="Remove vanished documents, however many.")


class Job(Params):
    """A job by its id."""

    id: Name


class Feedback(Params):
    """What a person says of an answer."""

    ledger_id: Name
    verdict: Literal["good", "bad", "wrong_source", "incomplete"]
    note: str = Field(default="", max_length=10_000)


class Record(Params):
    """A record of the ledger by its id."""

    id: Name


class Code(Params):
    """The code of a one-time link."""

    code: Name
