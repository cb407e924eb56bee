"""The table of everything that a program may ask: name, address, parameters, the call of the facade, the shape.

REST, the backend and the tools of MCP are made from it: a new operation is a line here and a model in `params`.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kts.errors import UsageError
from kts.server import params, wire
from kts.server.rest import renamed
from kts.server.wire import answers, check, graph, schemas, schemas_state, structure, tickets
from kts.server.wire import documents as shown
from kts.types import Span
from kts.workspace.filters import filter_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.types import Filter
    from kts.workspace import Workspace
    from kts.workspace.checking import Stated


class Operation(NamedTuple):
    """One thing that can be asked. `path` is below `/api`; a name in braces there is a field of `params`.

    `call` gives the envelope; `kept` says that the answer is the same as long as the generation is; `named` that the
    call names one thing, which may not be there.
    """

    name: str
    method: Literal["GET", "POST"]
    path: str
    summary: str
    params: type[params.Params]
    answer: Any
    call: Callable[[Workspace, Any], dict[str, Any]]
    kept: bool = False
    named: bool = False


def _filter(workspace: Workspace, asked: params.Filtered) -> Filter:
    """The filter of a call. Raises Refusal (not found) for a document that is not there."""
    for name in asked.doc:
        try:
            workspace.document_text(name, end=0)
        except UsageError as error:
            raise renamed(error, "not_found") from None
    return filter_of(asked.model_dump())


def _search(workspace: Workspace, asked: params.Search) -> dict[str, Any]:
    found = workspace.search(
        asked.q,
        k=asked.k,
        per_document=asked.per_document,
        filters=_filter(workspace, asked),
        mode=asked.mode,
        level=asked.level,
    )
    return wire.search(found, explain=asked.explain)


def _ask(workspace: Workspace, asked: params.Ask) -> dict[str, Any]:
    found = workspace.ask(
        asked.q,
        filters=_filter(workspace, asked),
        mode=asked.mode,
        strict=asked.strict,
        as_of=asked.as_of.isoformat() if asked.as_of else "",
    )
    return answers.answered(found)


def _check(workspace: Workspace, asked: params.Check) -> dict[str, Any]:
    stated, aside = _stated(workspace, asked)
    filters = _filter(workspace, asked)
    as_of = asked.as_of.isoformat() if asked.as_of else ""
    now = stated[asked.offset : asked.offset + asked.limit]
    judged = workspace.check(now, filters=filters, mode=asked.mode, drafted=asked.drafted, as_of=as_of)
    return check.claims(judged, aside, offset=asked.offset, total=len(stated))


def _stated(workspace: Workspace, asked: params.Check) -> tuple[list[Stated], tuple[str, ...]]:
    """The claims of a call, and what a text holds beside them. Raises UsageError for a text without any."""
    from kts.workspace.checking import Stated

    if asked.claims is not None:
        return [
            Stated(one.id or str(number), one.claim, None if one.evidence is None else tuple(one.evidence))
            for number, one in enumerate(asked.claims, 1)
        ], ()
    name = asked.file.name if asked.file else ""
    found = workspace.stating(asked.file.content if asked.file else asked.text or "", name=name)
    if not found.claims:
        message = f"{name or 'the text'} holds no sentence to check"
        raise UsageError(message, hint="headings, and what asks or recommends, state nothing")
    return [Stated(str(number), one) for number, one in enumerate(found.claims, 1)], found.aside


def _terms(workspace: Workspace, asked: params.Terms) -> dict[str, Any]:
    return structure.terms(workspace.terms(asked.term, document=asked.doc))


def _outline(workspace: Workspace, asked: params.OneDocument) -> dict[str, Any]:
    return structure.outline(workspace.outline(asked.id))


def _items(workspace: Workspace, asked: params.Items) -> dict[str, Any]:
    end = asked.offset + asked.limit
    found = [structure.item(one) for one in islice(workspace.items(asked.doc), asked.offset, end + 1)]
    listed = found[: asked.limit]
    data = {"items": listed, "offset": asked.offset, "next": end if len(found) > asked.limit else None}
    return wire.envelope(data, reasoning=f"{len(listed)} statements")


def _graph(workspace: Workspace, asked: params.Graph) -> dict[str, Any]:
    return graph.surroundings(workspace.surroundings(asked.name, depth=asked.depth, limit=asked.limit))


def _related(workspace: Workspace, asked: params.Related) -> dict[str, Any]:
    return graph.related(workspace.related(asked.id, limit=asked.limit))


def _ticket(workspace: Workspace, asked: params.OneTicket) -> dict[str, Any]:
    from kts.tickets.read import kind, only, read

    where = _filter(workspace, asked)
    if asked.file is None:
        return tickets.ticket(workspace.process_ticket(asked.ticket or {}, filters=where))
    content = asked.file.content
    name = asked.file.name or kind(content)
    return tickets.ticket(workspace.process_ticket(only(read(content, name=name), name), filters=where))


def _documents(workspace: Workspace, asked: params.Documents) -> dict[str, Any]:
    page = workspace.documents(offset=asked.offset, limit=asked.limit, containing=asked.containing)
    return shown.documents(page)


def _document(workspace: Workspace, asked: params.Text) -> dict[str, Any]:
    return shown.text(workspace.document_text(asked.id, start=asked.start, end=asked.start + asked.limit))


def _cited(workspace: Workspace, asked: params.Cited) -> dict[str, Any]:
    span = Span(asked.start, max(asked.start, asked.end))
    return answers.shown(workspace.cited(asked.id, span, asked.quote, context=asked.context))


def _sections(workspace: Workspace, asked: params.OneDocument) -> dict[str, Any]:
    return shown.sections(workspace.document_sections(asked.id))


def _verify(workspace: Workspace, asked: params.Verify) -> dict[str, Any]:
    if "saved" not in asked.model_fields_set:
        return wire.verified(workspace.verify())
    found = workspace.recheck(asked.saved)
    if not found:
        message = "what was saved holds no citations"
        raise UsageError(message, hint="pass a search or an answer as it came, or the `citation` object of a result")
    return wire.rechecked(found)


def _status(workspace: Workspace, asked: params.Status) -> dict[str, Any]:
    files = workspace.files() if asked.files else None
    return wire.status(workspace.status(), files, workspace.drift() if asked.since else None)


def _feedback(workspace: Workspace, asked: params.Feedback) -> dict[str, Any]:
    return shown.noted(workspace.feedback(asked.ledger_id, asked.verdict, note=asked.note))


def _record(workspace: Workspace, asked: params.Record) -> dict[str, Any]:
    return shown.record(workspace.ledger_record(asked.id))


TABLE = (
    Operation("search", "GET", "/search", "Find passages.", params.Search, schemas.Found, _search, kept=True),
    Operation("ask", "POST", "/ask", "Answer a question, cited.", params.Ask, schemas.Answer, _ask),
    Operation("check", "POST", "/check", "Check claims.", params.Check, schemas.CheckedClaims, _check),
    Operation("terms", "GET", "/terms", "Define a term.", params.Terms, schemas.Terms, _terms, named=True),
    Operation("items", "GET", "/items", "List typed statements.", params.Items, schemas.Items, _items, named=True),
    Operation(
        "graph", "GET", "/graph", "Show what lies around a thing.", params.Graph, schemas.Graph, _graph, named=True
    ),
    Operation(
        "related",
        "GET",
        "/documents/{id}/related",
        "List the documents most like one.",
        params.Related,
        schemas.RelatedDocuments,
        _related,
        named=True,
    ),
    Operation("ticket", "POST", "/ticket", "Work on a ticket.", params.OneTicket, schemas.Ticket, _ticket),
    Operation(
        "outline",
        "GET",
        "/documents/{id}/outline",
        "Show a document's sections as a tree, with what stands in them.",
        params.OneDocument,
        schemas.Outline,
        _outline,
        named=True,
    ),
    Operation(
        "documents", "GET", "/documents", "List documents.", params.Documents, schemas.Documents, _documents, kept=True
    ),
    Operation(
        "document",
        "GET",
        "/documents/{id}",
        "Read a document's text.",
        params.Text,
        schemas.Text,
        _document,
        kept=True,
        named=True,
    ),
    Operation(
        "cited",
        "POST",
        "/documents/{id}/cited",
        "Show a cited place as it is now, and whether its file still says it.",
        params.Cited,
        schemas.Cited,
        _cited,
        named=True,
    ),
    Operation(
        "sections",
        "GET",
        "/documents/{id}/sections",
        "List a document's sections.",
        params.OneDocument,
        schemas.Sections,
        _sections,
        kept=True,
        named=True,
    ),
    Operation(
        "verify", "POST", "/verify", "Compare citations with the files.", params.Verify, schemas_state.Verified, _verify
    ),
    Operation("status", "GET", "/status", "Show what the index holds.", params.Status, schemas_state.Status, _status),
    Operation(
        "feedback",
        "POST",
        "/feedback",
        "Say how good an answer was.",
        params.Feedback,
        schemas_state.Noted,
        _feedback,
        named=True,
    ),
    Operation(
        "ledger",
        "GET",
        "/ledger/{id}",
        "Read a record of the ledger.",
        params.Record,
        schemas_state.Record,
        _record,
        named=True,
    ),
)
"""Every operation that reads one workspace and returns at once; jobs, pages and metrics have routes of their own."""
BY_NAME = {operation.name: operation for operation in TABLE}
