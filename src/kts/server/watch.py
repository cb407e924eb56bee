"""Keeping an index fresh: what changes below the source folders is read again, soon but not at once.

Events are gathered while they come and while an ingest runs, so that a burst is one ingest and a slow ingest is no
queue. A folder that vanishes is left alone (nothing is deleted because of it) and read whole when it is back.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from watchfiles import Change
from watchfiles import watch as changes

from kts.errors import KTSError, NoIndex

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Sequence

    from kts.server.engine import Engine

INDEX = ".kts"
"""The folder that an index writes to itself, and every other that begins so."""
TICK_MS = 500
"""Milliseconds between two looks whether the folders are there, and whether what was put off is due."""
DEBOUNCE_MS = 1_600
"""Milliseconds for which events are gathered at most before they are acted on (the library's default)."""
STEP_MS = 200
"""Milliseconds without a further event that end the gathering (a default: an editor's save is several events)."""
PATHS_MOST = 500
"""Changed paths above which the whole folders are looked at instead (a default: a look costs less than a list)."""
PUT_OFF = 5.0
"""Seconds after which what could not be read is tried again (a default, not fitted)."""
SETTLED = 1.0
"""Seconds without a further file that vanishes until those that did are acted on: how many went at once is known when
no more go (a default, not fitted: a folder that is deleted or moved away file by file goes on within milliseconds)."""
SETTLED_MOST = 30.0
"""Seconds after which they are acted on although more vanish (a default, not fitted)."""
REST = 1.0
"""Pause after an ingest, in its own length: where files change all the time, half of the time is for those who ask (a
default, not fitted)."""


class Plan(NamedTuple):
    """How folders are watched. `take` reads paths into the index; `tell` gets events as they are printed."""

    roots: Callable[[], Sequence[str]]
    take: Callable[[tuple[str, ...]], None]
    tell: Callable[[dict[str, Any]], None]
    poll: bool = False
    debounce: int = DEBOUNCE_MS


class Pending:
    """What has changed and was not read yet."""

    def __init__(self, plan: Plan, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._plan = plan
        self._clock = clock
        self._paths: set[str] = set()
        self._due = 0.0
        self._vanishing: tuple[float, float] | None = None  # when the first and the last of those waiting were seen

    def add(self, paths: Iterable[str], *, vanished: bool = False) -> None:
        """Note changed paths, some of which may have vanished."""
        self._paths.update(paths)
        if vanished:
            now = self._clock()
            self._vanishing = (self._vanishing[0] if self._vanishing else now, now)

    def take(self) -> None:
        """Read what is due; what fails is put off and told."""
        if not self._paths or self._clock() < self._due or self._vanishes():
            return
        taken, self._paths, self._vanishing = self._paths, set(), None
        began = self._clock()
        try:
            self._plan.take(_together(taken, self._plan.roots()))
            ended = self._clock()
            self._due = ended + REST * (ended - began)
        except KTSError as error:
            self._paths |= taken
            self._due = self._clock() + PUT_OFF
            self._plan.tell({"event": "put_off", "error": error.code, "message": error.message, "hint": error.hint})

    def _vanishes(self) -> bool:
        """Whether files go away one after another now."""
        if self._vanishing is None:
            return False
        first, last = self._vanishing
        return self._clock() < min(last + SETTLED, first + SETTLED_MOST)


def _together(paths: set[str], roots: Sequence[str]) -> tuple[str, ...]:
    """The paths, without those below another of them; the whole roots when they are too many."""
    if len(paths) > PATHS_MOST:
        return tuple(sorted(root for root in roots if any(_within(path, root) for path in paths)))
    kept: list[str] = []
    for path in sorted(paths, key=_steps):  # a folder, then all that is below it
        if not kept or not _within(path, kept[-1]):
            kept.append(path)
    return tuple(kept)


def _steps(path: str) -> list[str]:
    return path.split(os.sep)  # noqa: PTH206 - names of files are strings with escaped bytes


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def watch(plan: Plan, stop: threading.Event) -> None:
    """Watch until `stop` is set; a folder that is not there is waited for."""
    pending = Pending(plan)
    known: dict[str, int] = {}
    while not stop.is_set():
        roots = plan.roots()
        here = {root: identity for root in roots if (identity := _identity(root))}
        _compare(plan, roots, here, known, pending)
        pending.take()
        if not here:
            stop.wait(TICK_MS / 1000)
            continue
        _while_there(here, plan, pending, stop)


def _compare(plan: Plan, roots: Sequence[str], here: dict[str, int], known: dict[str, int], pending: Pending) -> None:
    """Say once that a folder is gone; one that is back, or another of its name, is read whole."""
    for root in roots:
        now, before = here.get(root, 0), known.get(root, 1)
        if before and not now:
            plan.tell({"event": "lost", "path": root, "message": "kept as it was indexed until it is back"})
        elif now and root in known and before != now:
            plan.tell({"event": "back", "path": root})
            pending.add([root])
        known[root] = now


def _while_there(here: dict[str, int], plan: Plan, pending: Pending, stop: threading.Event) -> None:
    """Act on events until a folder is no longer the one that is watched, or another is to be watched."""
    for events in changes(
        *here,
        watch_filter=_counts,
        debounce=plan.debounce,
        step=STEP_MS,
        stop_event=stop,
        rust_timeout=TICK_MS,
        yield_on_timeout=True,
        force_polling=plan.poll or None,
        ignore_permission_denied=True,
        raise_interrupt=True,
    ):
        now = {root: identity for root in plan.roots() if (identity := _identity(root))}
        if now != here:
            pending.add(path for _, path in events if any(_within(path, root) for root in now))
            return
        pending.add((path for _, path in events), vanished=any(_is_gone(*event) for event in events))
        pending.take()


def _is_gone(change: Change, path: str) -> bool:
    """Whether an event is of a file that is not there: an editor puts another in its place at once."""
    return change is Change.deleted and not os.path.lexists(path)


def _counts(_change: object, path: str) -> bool:
    """Whether a change is one of documents: an index writes beside them, and would wake itself for ever."""
    return INDEX not in path.split(os.sep)  # noqa: PTH206 - called for every event of a burst


def _identity(root: str) -> int:
    """What tells a folder from another of the same name made later; 0 when it is not there."""
    try:
        found = os.stat(root)  # noqa: PTH116 - paths of roots are strings with escaped bytes
    except OSError:
        return 0
    return hash((found.st_dev, found.st_ino)) or 1


def beside(engine: Engine, loop: asyncio.AbstractEventLoop, stop: threading.Event, *, poll: bool) -> threading.Thread:
    """A thread that watches for a server: its ingests are jobs like any other, and seen by all who follow them."""
    import asyncio
    import logging

    from kts.server.jobs import Wish

    log = logging.getLogger("kts.server")

    async def job(paths: tuple[str, ...]) -> None:
        made = await engine.ingest(Wish(paths), vanished=True)
        async for _ in made.follow():
            pass

    def take(paths: tuple[str, ...]) -> None:
        asyncio.run_coroutine_threadsafe(job(paths), loop).result()

    def tell(said: dict[str, Any]) -> None:
        log.warning("watching", extra={"event": said["event"], "detail": said.get("error")})

    def known() -> Sequence[str]:
        try:
            return engine.readers.submit(lambda: engine.readers.workspace().root_paths()).result()
        except NoIndex:  # it was deleted; a new one may come
            return ()

    return threading.Thread(target=watch, args=(Plan(known, take, tell, poll), stop), daemon=True)
