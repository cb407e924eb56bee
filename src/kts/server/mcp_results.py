"""What a tool of the Model Context Protocol gives back: data and the same in words, or what was wrong and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from kts.server import params
from kts.server.mistakes import mistakes
from kts.server.wire import schemas

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.server.rest import Reply

Typed = TypeVar("Typed", bound=params.Params)


def typed(model: type[Typed], given: dict[str, Any]) -> Typed:
    """The parameters of an operation. Raises ToolError for a value that is none."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise ToolError(mistakes(error.errors())) from None


def result(
    reply: Reply,
    say: Callable[[dict[str, Any]], str],
    *,
    section: dict[str, Any] | None = None,
    data: Callable[[dict[str, Any]], dict[str, Any]] = dict,
) -> CallToolResult:
    """A reply as the result of a tool: `say` puts it into words, `data` says what is given beside. Raises ToolError."""
    whole = data_of(reply)
    kept = data(whole)
    return shown({**kept, "section": section} if section else kept, say(whole))


def once(found: dict[str, Any]) -> dict[str, Any]:
    """A search without the words of a passage that its citation quotes: clients may hand data and words to a model."""
    results = [{name: one[name] for name in schemas.Passage.model_fields} for one in found["results"]]
    return {**found, "results": results}


def shown(data: dict[str, Any], text: str) -> CallToolResult:
    """Data and its words as the result of a tool."""
    plain = json.loads(json.dumps(data).encode("utf-8", "replace"))
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=plain)


def data_of(reply: Reply) -> dict[str, Any]:
    """What a reply holds. Raises ToolError for a problem."""
    if reply.status >= 400:  # noqa: PLR2004 - where errors begin
        raise ToolError(sentence(reply.body["detail"], reply.body["hint"]))
    data: dict[str, Any] = reply.body["data"]
    return data


def sentence(message: str, hint: str) -> str:
    """A message, and what to do."""
    return f"{message}. {hint}" if hint else message


def within(section: dict[str, Any], limit: int) -> int:
    """How many characters of a section are read."""
    length: int = section["end"] - section["start"]
    return max(1, min(limit, length))
