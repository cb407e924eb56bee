"""The resources and prompts of the Model Context Protocol: documents as they are, and how to ask for answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from kts.server import params
from kts.server.mcp_results import sentence, within

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from kts.server.engine import Engine
    from kts.server.rest import Reply


def resources(made: MCPServer[None], engine: Engine) -> None:
    """Documents and sections by their addresses."""

    @made.resource(
        "kts://documents",
        name="documents",
        title="The documents",
        description="The first 500 documents of the index: ids, titles, paths, types and dates.",
        mime_type="application/json",
    )
    async def documents() -> str:
        found = _of_resource(await engine.answer("documents", params.Documents(limit=500)))
        return json.dumps(found, sort_keys=True)

    @made.resource(
        "kts://document/{document}",
        name="document",
        title="A document",
        description="The text of a document by its id (doc_...); at most 200,000 characters.",
        mime_type="text/markdown",
    )
    async def document(document: str) -> str:
        asked = params.Text(id=document, limit=params.LONGEST_TEXT)
        return str(_of_resource(await engine.answer("document", asked))["text"])

    @made.resource(
        "kts://document/{document}/section/{number}",
        name="section",
        title="A section",
        description="The text of one section of a document; sections are counted from 0 in reading order.",
        mime_type="text/markdown",
    )
    async def section(document: str, number: str) -> str:
        listed = _of_resource(await engine.answer("sections", params.OneDocument(id=document)))["sections"]
        found = next((one for one in listed if str(one["index"]) == number), None)
        if found is None:
            message = f"the document has {len(listed)} sections, counted from 0"
            raise ResourceNotFoundError(message)
        asked = params.Text(id=document, start=found["start"], limit=within(found, params.LONGEST_TEXT))
        return str(_of_resource(await engine.answer("document", asked))["text"])


def _of_resource(reply: Reply) -> dict[str, Any]:
    if reply.status == 404:  # noqa: PLR2004 - what HTTP calls not found
        raise ResourceNotFoundError(str(reply.body["detail"]))
    if reply.status >= 400:  # noqa: PLR2004 - where errors begin
        raise ResourceError(sentence(reply.body["detail"], reply.body["hint"]))
    data: dict[str, Any] = reply.body["data"]
    return data


def prompts(made: MCPServer[None], engine: Engine) -> None:  # noqa: ARG001 - all of these are called alike
    """Prompts that a client offers its user."""

    @made.prompt(
        name="answer_with_citations",
        title="Answer from the documents",
        description="Answer a question from the user's documents, with a citation for every statement.",
    )
    def answer_with_citations(question: str) -> str:
        return (
            f"Answer this question from my documents: {question}\n\n"
            "Call `search` with it; search again with other words, or a name or number from what you found, until you "
            "have what the question asks for. Read around a passage with `get_section` where it is cut off. Then "
            "answer in a few sentences, each followed by its source as (path, place). Say plainly which part of the "
            "question the documents do not answer. Use nothing that you were not shown."
        )

    @made.prompt(
        name="compare_documents",
        title="Compare two documents",
        description="Say where two documents agree and differ on a subject.",
    )
    def compare_documents(first: str, second: str, subject: str) -> str:
        return (
            f"Compare what {first} and {second} say about {subject}. Search each with `documents` set to it, read the "
            "sections that matter, and give a table: point, what the first says, what the second says, source of each. "
            "Mention which of the two is newer, if they say so."
        )

    @made.prompt(
        name="check_text",
        title="Check a text against the documents",
        description="Check every statement of a draft against the user's documents.",
    )
    def check_text(text: str) -> str:
        return (
            "Take the following draft apart into statements. For each, search the documents and say: supported, "
            "contradicted or not found, with the passage that decides it and its source.\n\n" + text
        )
