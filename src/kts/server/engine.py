"""What one server holds: readers, jobs, metrics, tokens, pages; and how a call runs through them."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from typing import TYPE_CHECKING, Any

from kts.server.jobs import Jobs, refuse_unknown, within_roots
from kts.server.metrics import FAILED, Metrics
from kts.server.operations import BY_NAME
from kts.server.pages import Pages
from kts.server.readers import Readers
from kts.server.rest import Refusal, problem, reply
from kts.server.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.server.jobs import Job, Wish
    from kts.server.operations import Operation
    from kts.server.params import Params
    from kts.server.rest import Reply
    from kts.workspace import Workspace

LOG = logging.getLogger("kts.server")
MOST_WAITING = 200
"""Calls that may wait for a thread; beyond it a call is turned away at once (a default, not fitted)."""


class Engine:
    """A warm engine over one index, for every face of one process."""

    def __init__(self, folder: str, *, threads: int = 0, token: str = "", roots: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.readers = Readers(folder, threads=threads)
        self.metrics = Metrics()
        self.tokens = Tokens(token)
        self.pages = Pages()
        self.jobs = Jobs(folder, ended=self.metrics.ended)
        self._roots = roots
        self._waiting = 0

    async def answer(self, operation: Operation | str, asked: Params) -> Reply:
        """One operation of the table, counted, timed and logged without its content."""
        chosen = BY_NAME[operation] if isinstance(operation, str) else operation
        found = await self.measured(chosen.name, lambda workspace: chosen.call(workspace, asked), named=chosen.named)
        if chosen.name == "feedback" and found.status < FAILED:
            self.metrics.said(str(asked.model_dump()["verdict"]))
        return found

    async def measured(self, name: str, call: Callable[[Workspace], dict[str, Any]], *, named: bool = False) -> Reply:
        """Run a call in a reader's thread, unless too many wait already."""
        began = time.perf_counter()
        found = await self._turn(call, named=named)
        spent = time.perf_counter() - began
        self.metrics.called(name, found.status, spent, found.body)
        said = {"event": "call", "operation": name, "status": found.status, "ms": round(spent * 1000, 1)}
        LOG.info("%s", name, extra={**said, "generation": found.generation})
        return found

    async def _turn(self, call: Callable[[Workspace], dict[str, Any]], *, named: bool) -> Reply:
        if self._waiting >= MOST_WAITING:
            return problem(Refusal(f"{MOST_WAITING} calls wait already", code="busy", hint="ask again in a moment"))
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self.readers.submit(lambda: self._replied(call, named=named)))
        finally:
            self._waiting -= 1

    def _replied(self, call: Callable[[Workspace], dict[str, Any]], *, named: bool) -> Reply:
        """What a call gives, within a reader's thread: opening the workspace can fail as well as the call."""
        state = ""

        def called() -> dict[str, Any]:
            nonlocal state
            workspace = self.readers.workspace()
            state = self.readers.state()  # before: what changes meanwhile makes the next answer another
            return call(workspace)

        return reply(called, named=named)._replace(state=state)

    async def newest(self) -> Reply:
        """The number of the newest generation and what else answers depend on; a problem while there is no index."""
        return await self._turn(lambda workspace: {"data": {"generation": workspace.generation()}}, named=False)

    async def generation(self) -> int | None:
        """The number of the newest generation, None while there is no index."""
        return (await self.newest()).generation

    async def ingest(self, wish: Wish, *, vanished: bool = False) -> Job:
        """Start a job, when every path lies in a folder that may be read, and is there or is known from earlier.

        `vanished`: a path may be of a file that came and went. Raises UsageError, NoIndex.
        """
        if wish.paths:
            looked = self.readers.submit(lambda: self._allowed(wish.paths, vanished=vanished))
            wish = wish._replace(paths=await asyncio.wrap_future(looked))
        return self.jobs.start(wish)

    def _allowed(self, paths: Sequence[str], *, vanished: bool) -> tuple[str, ...]:
        workspace = self.readers.workspace()
        roots = (*self._roots, *workspace.root_paths())
        found = within_roots(paths, roots)
        absent = () if vanished else tuple(path for path in found if not os.path.lexists(path))
        if absent:
            refuse_unknown(absent, roots, [line.path for line in workspace.files()])
        return found

    async def close(self) -> None:
        """Cancel ingests, finish the calls in flight, close every workspace."""
        await self.jobs.close()
        await asyncio.get_running_loop().run_in_executor(None, self.readers.close)
