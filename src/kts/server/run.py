"""The life of a server: bind, announce, answer, and leave nothing behind when it ends."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import Locked, UsageError
from kts.server import door
from kts.server.guard import Guard, hurried
from kts.server.names import allowed
from kts.server.tokens import from_file
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from kts.server.engine import Engine

LOG = logging.getLogger("kts.server")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
GRACE = 10
"""Seconds that calls in flight have to end when the server does (a default, not fitted)."""
START_EVERY = 0.02
"""Seconds between two looks whether the server has started."""
PARENT_EVERY = 1.0
"""Seconds between two looks whether the parent lives (RELIABILITY: gone within 5 s)."""


class Wishes(NamedTuple):
    """How a server is to run. `outside` allows an address that other machines reach."""

    host: str = "127.0.0.1"
    port: int = 0
    socket: str = ""
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    outside: bool = False
    token_file: str = ""
    roots: tuple[str, ...] = ()
    threads: int = 0
    watch: bool = False
    poll: bool = False
    with_parent: bool = False
    open_link: bool = False
    mcp: bool = True
    allow_ingest: bool = False


def check(wishes: Wishes) -> None:
    """Refuse what would open the documents to others unsaid. Raises UsageError."""
    if wishes.host in LOOPBACK or wishes.socket or wishes.outside:
        return
    message = f"{wishes.host} can be reached from other machines, and this server has no encryption of its own"
    hint = "put a proxy with TLS before it and bind 127.0.0.1; --outside binds it all the same, --allow-host names it"
    raise UsageError(message, hint=hint)


def listening(wishes: Wishes) -> socket.socket:
    """The bound socket. Raises UsageError when the address is taken or cannot be had."""
    try:
        return _file_socket(wishes.socket) if wishes.socket else _port(wishes.host, wishes.port)
    except OSError as error:
        where = wishes.socket or f"{wishes.host}:{wishes.port}"
        message = f"{where} cannot be bound: {error.strerror or error}"
        raise UsageError(message, hint="--port 0 takes any free port") from None


def _port(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there, the option lets another process take the same port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(256)
    except OSError:
        made.close()
        raise
    return made


def _file_socket(path: str) -> socket.socket:
    if not hasattr(socket, "AF_UNIX"):
        message = "this system has no sockets in the file system"
        raise UsageError(message, hint="leave --socket out")
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        if Path(path).is_socket():
            Path(path).unlink()
        made.bind(path)
        made.listen(256)
    except OSError:
        made.close()
        raise
    finally:
        os.umask(before)
    return made


def serve(folder: str, wishes: Wishes, *, tell: Callable[[dict[str, Any]], None]) -> None:
    """Run until a signal, or the parent's end. `tell` gets one mapping when the server is ready."""
    check(wishes)
    allowed(0, hosts=wishes.hosts, origins=wishes.origins)  # what is no name is refused before anything is opened
    wishes = wishes._replace(socket=str(Path(wishes.socket).absolute())) if wishes.socket else wishes
    with Workspace.open(folder) as workspace:
        place = workspace.layout
    running = door.announced(place.server)
    if running is not None and door.is_running(running.pid) and running.pid != os.getpid():
        message = f"a server runs for this index already (pid {running.pid}, {running.url or running.socket})"
        hint = f"use it (kts serve --open links to its page), or end it: kill {running.pid}"
        raise Locked(message, path=str(place.folder), hint=hint)
    token = from_file(Path(wishes.token_file)) if wishes.token_file else ""
    bound = listening(wishes)
    try:
        asyncio.run(_run(str(place.folder), place.server, wishes, token=token, bound=bound, tell=tell))
    finally:
        bound.close()
        if wishes.socket:
            Path(wishes.socket).unlink(missing_ok=True)


async def _run(
    folder: str,
    announcement: Path,
    wishes: Wishes,
    *,
    token: str,
    bound: socket.socket,
    tell: Callable[[dict[str, Any]], None],
) -> None:
    import uvicorn
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    from kts.server.engine import Engine

    engine = Engine(folder, threads=wishes.threads, token=token, roots=wishes.roots)
    port = 0 if wishes.socket else bound.getsockname()[1]
    rules = allowed(port, hosts=wishes.hosts, origins=wishes.origins)
    app = Guard(_application(engine, wishes), rules=rules, tokens=engine.tokens, metrics=engine.metrics)
    config = uvicorn.Config(
        app, http=hurried(AutoHTTPProtocol), lifespan="on", log_config=None, access_log=False,
        server_header=False, ws="none",
        timeout_graceful_shutdown=GRACE, timeout_keep_alive=30, h11_max_incomplete_event_size=65_536,
    )  # fmt: skip
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # type: ignore[assignment,method-assign]  # its own would raise them again at the end
    _until_signalled(server)
    here = door.Door(
        os.getpid(), engine.tokens.token, door.fingerprint(os.environ), _named(wishes.host), port,
        wishes.socket,
    )  # fmt: skip
    running = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started and not running.done():  # noqa: ASYNC110 - the library says it by this flag alone
        await asyncio.sleep(START_EVERY)
    async with _announced(announcement, here, wishes, engine), _beside(engine, server, wishes):
        tell(_ready(here, engine, wishes))
        await running


def _until_signalled(server: Any) -> None:
    """End when the user or the system says so; the second time without waiting for calls in flight."""

    def end(number: int) -> None:
        server.handle_exit(number, None)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, end, number)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda got, _frame: end(got))


def _application(engine: Engine, wishes: Wishes) -> Any:
    from kts.server.routes import application

    tools = None
    if wishes.mcp:
        try:
            from kts.server import mcp
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "kts":
                raise
            LOG.warning("no tools at /mcp: %s is not installed", error.name)
        else:
            tools = mcp.over_http(mcp.server(engine, allow_ingest=wishes.allow_ingest))
    return application(engine, tools=tools)


def _named(host: str) -> str:
    return "127.0.0.1" if host in {"0.0.0.0", "localhost"} else "::1" if host == "::" else host  # noqa: S104


def _ready(here: door.Door, engine: Engine, wishes: Wishes) -> dict[str, Any]:
    said: dict[str, Any] = {"event": "ready", "pid": here.pid, "url": here.url, "socket": here.socket}
    if wishes.open_link and here.url:
        said["link"] = f"{here.url}/#code={engine.tokens.code()}"
    return said


@asynccontextmanager
async def _announced(path: Path, here: door.Door, wishes: Wishes, engine: Engine) -> AsyncIterator[None]:
    try:
        door.announce(path, here)
    except OSError as error:
        if not wishes.token_file:
            message = f"{path} cannot be written, and nobody would know the token: {error.strerror or error}"
            raise UsageError(message, path=str(path), hint="--token-file FILE names a token of your own") from None
        LOG.warning("not announced: the command line will not find this server", extra={"event": "unannounced"})
    looking = asyncio.create_task(_announced_again(path, here, engine))
    try:
        yield
    finally:
        looking.cancel()
        with suppress(OSError):
            door.withdraw(path, here.pid)


async def _announced_again(path: Path, here: door.Door, engine: Engine) -> None:
    """Tell it anew where the announcement has gone with an index that was deleted, and there is another in its place.

    Not at the first look that misses it: a folder that is being deleted would not become empty.
    """
    missed = 0
    while True:
        await asyncio.sleep(PARENT_EVERY)
        missed = 0 if door.announced(path) or await engine.generation() is None else missed + 1
        if missed > 1:
            with suppress(OSError):
                door.announce(path, here)


@asynccontextmanager
async def _beside(engine: Engine, server: Any, wishes: Wishes) -> AsyncIterator[None]:
    """What runs beside the server: the look at the parent, and the watch over the folders."""
    stop = threading.Event()
    threads = []
    if wishes.with_parent:
        threads.append(threading.Thread(target=_with_parent, args=(server, stop), daemon=True))
    if wishes.watch:
        from kts.server.watch import beside

        threads.append(beside(engine, asyncio.get_running_loop(), stop, poll=wishes.poll))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()


def _with_parent(server: Any, stop: threading.Event) -> None:
    """End the server when standard input ends, or the process that started it is gone."""
    parent = os.getppid()
    ended = threading.Event()
    if sys.stdin is not None and not sys.stdin.closed and not sys.stdin.isatty():
        threading.Thread(target=_drained, args=(ended,), daemon=True).start()
    while not stop.wait(PARENT_EVERY):
        if ended.is_set() or os.getppid() != parent:
            server.should_exit = True
            return


def _drained(ended: threading.Event) -> None:
    with suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 65_536):
            pass
    ended.set()
