"""`kts-backend`: one JSON object a line in, one a line out, for programs that start it as a child (WIRE, IPC).

In: `{id, method, params}`, where methods are the operations of REST by name, and `ingest`, `cancel`, `jobs`, `health`.
Out: `{id, event}` while an ingest goes on, then `{id, success, data, confidence, reasoning}`. Calls are answered side
by side. The end of the input ends it after the answers in flight; no port is opened, no token needed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from kts import __version__
from kts.errors import UsageError
from kts.server import params
from kts.server.engine import Engine
from kts.server.jobs import Wish
from kts.server.mistakes import mistakes
from kts.server.operations import BY_NAME
from kts.server.rest import as_json, reply
from kts.server.wire import envelope

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kts.server.jobs import Job

    Write = Callable[[dict[str, Any]], None]

EXAMPLE = '{"id": 1, "method": "search", "params": {"q": "cure period"}}'
LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of a line of the input (a default, not fitted: as much as a request of REST)."""
AT_ONCE = 64
"""Calls that are in flight at a time; the next line is read when one of them ends (a default, not fitted)."""
LAST = 3.0
"""Seconds that calls in flight have after the end of the input (RELIABILITY: gone within 5 s)."""


class Backend:
    """One conversation: lines in, lines out."""

    def __init__(self, engine: Engine, write: Write) -> None:
        self._engine = engine
        self._write = write
        self._room = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._own: dict[str, Callable[[Any, dict[str, Any]], Awaitable[dict[str, Any]]]] = {
            "ingest": self._ingest,
            "cancel": self._cancel,
            "jobs": self._jobs,
            "health": self._health,
        }

    async def converse(self, lines: asyncio.StreamReader) -> None:
        """Answer every line until the end, then what is in flight."""
        self._write({"event": "ready", "version": __version__, "methods": sorted({*BY_NAME, *self._own})})
        while line := await _line(lines):
            await self._room.acquire()
            task = asyncio.create_task(self._answer(line))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAST)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._room.release()

    async def _answer(self, line: bytes) -> None:
        asked: dict[str, Any] = {}

        async def called() -> dict[str, Any]:
            asked.update(_request(line))
            return await self._called(asked)

        outcomes = await asyncio.gather(called(), return_exceptions=True)
        body = reply(lambda: _given(outcomes[0])).body
        kept = {name: body[name] for name in ("success", "data", "confidence", "reasoning")}
        self._write({"id": asked.get("id"), **kept})

    async def _called(self, asked: dict[str, Any]) -> dict[str, Any]:
        method, given = str(asked.get("method")), asked.get("params") or {}
        if not isinstance(given, dict):
            message = "params is an object"
            raise UsageError(message, hint=EXAMPLE)
        if method in self._own:
            return await self._own[method](asked.get("id"), given)
        operation = BY_NAME.get(method)
        if operation is None:
            message = f"there is no method {method!r}"
            raise UsageError(message, hint=f"there are: {', '.join(sorted({*BY_NAME, *self._own}))}")
        return (await self._engine.answer(operation, _typed(operation.params, given))).body

    async def _ingest(self, call: Any, given: dict[str, Any]) -> dict[str, Any]:
        wish = _typed(params.Ingest, given)
        job = await self._engine.ingest(Wish(tuple(wish.paths), wish.vectors, wish.confirm_delete))
        self._write({"id": call, "event": {"event": "job", "job": job.id}})
        async for _, event in job.follow():
            self._write({"id": call, "event": event})
        return envelope(job.shape(), success=job.state == "done", reasoning=f"the ingest is {job.state}")

    async def _cancel(self, _call: Any, given: dict[str, Any]) -> dict[str, Any]:
        job: Job = self._engine.jobs.get(_typed(params.Job, given).id)
        await self._engine.jobs.cancel(job)
        return envelope(job.shape())

    async def _jobs(self, _call: Any, _given: dict[str, Any]) -> dict[str, Any]:
        return envelope({"jobs": [job.shape() for job in self._engine.jobs.listed()]})

    async def _health(self, _call: Any, _given: dict[str, Any]) -> dict[str, Any]:
        generation = await self._engine.generation()
        return envelope({"version": __version__, "generation": generation})


async def _line(lines: asyncio.StreamReader) -> bytes:
    """The next line that holds something, empty at the end; one that is too long is answered as not JSON."""
    while True:
        try:
            line = await lines.readuntil()
        except asyncio.IncompleteReadError as end:
            line = end.partial
            if not line.strip():
                return b""
        except asyncio.LimitOverrunError as over:
            await lines.readexactly(over.consumed)
            line = b"too long"
        if line.strip():
            return line


def _given(outcome: dict[str, Any] | BaseException) -> dict[str, Any]:
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _request(line: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        message = f"the line is not JSON: {error}"
        raise UsageError(message, hint=EXAMPLE) from None
    if not isinstance(asked, dict):
        message = "a line is an object {id, method, params}"
        raise UsageError(message, hint=EXAMPLE)
    return asked


def _typed(model: type[Any], given: dict[str, Any]) -> Any:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise UsageError(
            mistakes(error.errors()), hint="the parameters are those of REST: docs/howto/serve.md"
        ) from None


async def run(folder: str) -> None:
    """Converse over standard input and output. What else is printed goes to standard error."""
    import os

    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def write(said: dict[str, Any]) -> None:
        out.write(as_json(said) + b"\n")

    engine = Engine(folder)
    lines = await _standard_input()
    try:
        await Backend(engine, write).converse(lines)
    except BrokenPipeError:  # nobody listens any more
        pass
    finally:
        await engine.close()


async def _standard_input() -> asyncio.StreamReader:
    """Standard input as a stream; a thread reads it, because not every system can wait for a pipe or a file."""
    import threading

    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader(limit=LONGEST_LINE)
    source = sys.stdin.buffer

    def read() -> None:
        while chunk := source.read1(65_536):  # type: ignore[union-attr]
            loop.call_soon_threadsafe(lines.feed_data, chunk)
        loop.call_soon_threadsafe(lines.feed_eof)

    threading.Thread(target=read, daemon=True).start()
    return lines
