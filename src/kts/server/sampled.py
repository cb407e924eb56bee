"""The language model of an MCP client, lent for the length of one call (SPEC LLM-1): asked back through its session.

Clients that speak a version of the protocol without a way back, or whose user said no, lend none; the call goes on
without it. The protocol calls sampling deprecated since 2026-07-28; it is what clients with a model of their own have.
"""

from __future__ import annotations

import asyncio
import time
import warnings
from typing import TYPE_CHECKING, Any

from mcp.shared.exceptions import MCPError
from mcp_types import SamplingMessage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp.server.mcpserver import Context

    from kts.server.engine import Engine
    from kts.server.operations import Operation
    from kts.server.params import Params
    from kts.server.rest import Reply
    from kts.workspace import Workspace


async def answer(engine: Engine, operation: Operation, asked: Params, context: Context) -> Reply:
    """One operation, with the client's model where the settings name it; what it may do, the switches of `llm` say."""
    loop = asyncio.get_running_loop()

    def call(workspace: Workspace) -> dict[str, Any]:
        lender = _Lender(context, loop, workspace.settings.llm.timeout)
        with workspace.lent(lender.create):
            return operation.call(workspace, asked)

    return await engine.measured(operation.name, call, named=operation.named)


class _Lender:
    """The client's model for one call: all its requests share one time, which begins with the first.

    A thread that reads waits meanwhile, and a user who does not answer once is not asked again.
    """

    def __init__(self, context: Context, loop: asyncio.AbstractEventLoop, timeout: float) -> None:
        self._context = context
        self._loop = loop
        self._timeout = timeout
        self._deadline: float | None = None

    def create(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the client's model says. Raises TimeoutError, having taken the request back; RuntimeError."""
        now = time.monotonic()
        self._deadline = self._deadline or now + self._timeout
        if now >= self._deadline:
            raise TimeoutError
        said = asyncio.run_coroutine_threadsafe(_created(self._context, request), self._loop)
        try:
            return said.result(self._deadline - now)
        except TimeoutError:
            said.cancel()
            raise


async def _created(context: Context, request: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the client's model says. Raises RuntimeError when the client lends none."""
    messages = [SamplingMessage.model_validate(one) for one in request["messages"]]
    try:
        with warnings.catch_warnings(action="ignore"):  # see above
            said = await context.session.create_message(
                messages,
                max_tokens=request["maxTokens"],
                system_prompt=request.get("systemPrompt"),
                include_context="none",
                related_request_id=context.request_id,
            )
    except MCPError as error:
        raise RuntimeError(str(error)) from None
    found: dict[str, Any] = said.model_dump(by_alias=True)
    return found
