"""What a tool of the Model Context Protocol gives back: data and the same in words, or what was wrong and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from kts.server import params
from kts.server.mcp_data import compact, dated
from kts.server.mistakes import mistakes
from kts.server.operations import BY_NAME
from kts.server.said import Quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.server.operations import Operation
    from kts.server.rest import Reply
    from kts.workspace import Workspace

Typed = TypeVar("Typed", bound=params.Params)


def typed(model: type[Typed], given: dict[str, Any]) -> Typed:
    """The parameters of an operation. Raises ToolError for a value that is none."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise ToolError(mistakes(error.errors())) from None


def with_dates(name: str) -> Operation:
    """An operation of the table whose citations tell the date and edition of their documents."""
    chosen = BY_NAME[name]

    def call(workspace: Workspace, asked: Any) -> dict[str, Any]:
        return dated(workspace, chosen.call(workspace, asked))

    return chosen._replace(call=call)


def result(reply: Reply, say: Callable[[Quoted, dict[str, Any]], str]) -> CallToolResult:
    """A reply as the result of a tool, in words and as data, with the same marks in both. Raises ToolError."""
    whole, quoted = data_of(reply), Quoted()
    return shown(compact(whole, quoted.quote), say(quoted, whole))


def shown(data: dict[str, Any], text: str) -> CallToolResult:
    """Data and its words as the result of a tool."""
    plain = json.loads(json.dumps(data).encode("utf-8", "replace"))
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=plain)


def words(text: str) -> CallToolResult:
    """A result in words alone: a text that is read once need not come twice."""
    return CallToolResult(content=[TextContent(type="text", text=text)])


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
