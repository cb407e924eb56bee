"""Ingests as jobs: each a process of its own, one at a time, whose event lines are kept for those who follow it.

A process, because converting and embedding would take the interpreter from those who ask, and because it can be
cancelled like any command: what was read so far is kept.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import UsageError
from kts.server.rest import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

EVENTS_KEPT = 1_000
"""Event lines of a job that can be read again (a default, not fitted)."""
JOBS_KEPT = 100
"""Ended jobs that are remembered (a default, not fitted)."""
WAITING_MOST = 50
"""Jobs that may wait for their turn (a default, not fitted)."""
PATIENCE = 15.0
"""Seconds that a cancelled ingest has to end by itself (a default: a file, and the commit of what was read)."""
MOMENT = 1.5
"""Seconds that the end of the server waits for its ingest (RELIABILITY: gone within 5 s of its parent)."""
NICE = 10
"""How much an ingest stands back behind those who ask (a step of the system's own scale)."""
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of an event line; the last one lists every file that was not read."""
INTERRUPTED = 130


class Wish(NamedTuple):
    """What is to be read."""

    paths: tuple[str, ...] = ()
    vectors: bool = True
    confirm_delete: bool = False


class Job:
    """An ingest that waits, runs or has ended."""

    def __init__(self, wish: Wish) -> None:
        self.id = f"job_{secrets.token_hex(8)}"
        self.wish = wish
        self.state = "waiting"
        self.count = 0
        self.events: deque[tuple[int, dict[str, Any]]] = deque(maxlen=EVENTS_KEPT)
        self.process: asyncio.subprocess.Process | None = None
        self.cancelled = False
        self.changed = asyncio.Condition()

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in {"done", "failed", "cancelled"}

    @property
    def last(self) -> dict[str, Any] | None:
        """The newest event."""
        return self.events[-1][1] if self.events else None

    def shape(self) -> dict[str, Any]:
        """The job as JSON."""
        return {
            "id": self.id,
            "state": self.state,
            "paths": list(self.wish.paths),
            "events": self.count,
            "last": self.last,
        }

    async def note(self, event: dict[str, Any] | None = None, *, state: str = "") -> None:
        """Take over an event, or a new state, and wake those who follow."""
        async with self.changed:
            if event is not None:
                self.count += 1
                self.events.append((self.count, event))
            self.state = state or self.state
            self.changed.notify_all()

    async def follow(self, after: int = 0) -> AsyncIterator[tuple[int, dict[str, Any]]]:
        """Every kept event after that number, as it comes, until the job has ended."""
        while True:
            async with self.changed:
                while self.count <= after and not self.ended:
                    await self.changed.wait()
                fresh = [(number, event) for number, event in self.events if number > after]
            for number, event in fresh:
                yield number, event
                after = number
            if self.ended and self.count <= after:
                return


class Jobs:
    """The ingests of one index, in the order in which they were asked for."""

    def __init__(self, folder: str, *, ended: Callable[[str], None] = lambda _state: None) -> None:
        self._folder = folder
        self._ended = ended
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, wish: Wish) -> Job:
        """A new job; it runs when those before it have ended. Raises UsageError when too many wait."""
        if sum(job.state == "waiting" for job in self._jobs.values()) >= WAITING_MOST:
            message = f"{WAITING_MOST} ingests wait already"
            raise UsageError(message, hint="wait for them, or cancel some")
        job = Job(wish)
        self._jobs[job.id] = job
        self._forget()
        task = asyncio.get_running_loop().create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def _forget(self) -> None:
        over = [job.id for job in self._jobs.values() if job.ended][: max(0, len(self._jobs) - JOBS_KEPT)]
        for one in over:
            del self._jobs[one]

    def listed(self) -> list[Job]:
        """All jobs, newest first."""
        return list(reversed(self._jobs.values()))

    def get(self, job_id: str) -> Job:
        """A job by its id. Raises UsageError."""
        if job_id not in self._jobs:
            message = f"no job has the id '{job_id}'"
            raise UsageError(message, hint="GET /api/jobs lists them")
        return self._jobs[job_id]

    async def cancel(self, job: Job) -> None:
        """Ask a job to end: at once when it waits, after what it is at when it runs."""
        job.cancelled = True
        process = job.process
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
        try:
            await asyncio.wait_for(asyncio.shield(process.wait()), PATIENCE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Ask every job to end; a process that takes longer than a moment ends by itself, after this one."""
        ending = [asyncio.ensure_future(self.cancel(job)) for job in self._jobs.values() if not job.ended]
        if ending or self._tasks:
            await asyncio.wait([*ending, *self._tasks], timeout=MOMENT)

    async def _run(self, job: Job) -> None:
        async with self._turn:
            code = INTERRUPTED
            if not job.cancelled:
                await job.note(state="running")
                code = await self._child(job)
        stopped = job.cancelled and code not in {0, 3}
        state = "cancelled" if stopped else "done" if code in {0, 3} else "failed"
        await job.note(state=state)
        self._ended(state)

    async def _child(self, job: Job) -> int:
        pipe, none = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command(self._folder, job.wish),
            stdin=none,
            stdout=pipe,
            stderr=none,
            limit=LONGEST_LINE,
            start_new_session=os.name != "nt",
        )
        job.process = process
        _stand_back(process.pid)
        if job.cancelled:
            await self.cancel(job)
        async for event in _events(process.stdout):
            await job.note(event)
        return await process.wait()


def command(folder: str, wish: Wish) -> Sequence[str]:
    """The words that start an ingest in the interpreter, or the packed program, that runs now."""
    start = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "kts"]
    wishes = [*(["--no-vectors"] if not wish.vectors else []), *(["--confirm-delete"] if wish.confirm_delete else [])]
    return [*start, "ingest", "--json", "--kb", folder, *wishes, "--", *wish.paths]


def _stand_back(pid: int) -> None:
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, NICE)


async def _events(stream: asyncio.StreamReader | None) -> AsyncIterator[dict[str, Any]]:
    while stream is not None and (line := await stream.readline()):
        with suppress(ValueError):
            found = json.loads(line)
            if isinstance(found, dict):
                yield found


def within_roots(paths: Sequence[str], roots: Sequence[str]) -> tuple[str, ...]:
    """The paths, absolute, when each lies in one of the folders whatever links it goes through. Raises Refusal."""
    known = [os.path.realpath(root) for root in roots]
    paths = [_placed(path, roots) for path in paths]
    for path in paths:
        real = os.path.realpath(path)
        inside = any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in known)
        if "\0" in path or not Path(path).is_absolute() or not inside:
            message = f"{path!r} does not lie in a folder that this server may read"
            hint = "name one in a source folder, absolute or as citations have it; kts ingest FOLDER adds a folder"
            raise Refusal(message, code="refused", hint=hint)
    return tuple(paths)


def _placed(path: str, roots: Sequence[str]) -> str:
    """A path below a source folder, as citations have it, in the one where it is; any other as it came."""
    if not path or "\0" in path or Path(path).is_absolute():
        return path
    below = [str(Path(root) / path) for root in roots]
    there = [one for one in below if os.path.lexists(one)] or below
    return there[0] if len(there) == 1 else path


def refuse_unknown(absent: Sequence[str], roots: Sequence[str], known: Sequence[str]) -> None:
    """Refuse a path where nothing is and never was: of a file that is known, or a folder of such, a removal is read."""
    files = [f"{os.path.realpath(root)}{os.sep}{path}" for root in roots for path in known]
    for path in absent:
        real = os.path.realpath(path)
        if not any(one == real or one.startswith(real.rstrip(os.sep) + os.sep) for one in files):
            message = f"{path!r} is not there, and no document is known by it"
            raise Refusal(message, code="not_found", hint="look at the spelling; without paths everything is looked at")
