"""The command line's side of a running server: the same facade, answered by a process that is warm already.

Where a server runs for the index of a call, with the same version and settings, its answer is taken: nouns of this
package that travelled as JSON (`server.codec`), so that everything after it is the same code on the same values.
Otherwise the index is opened here. Standard library only, and little of it: starting costs more than asking, and
pathlib as much as the question.
"""
# ruff: noqa: PTH109, PTH113, PTH118, PTH119, PTH120

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    from kts.server.door import Door
    from kts.workspace import Workspace

PATIENCE = 600.0
"""Seconds that an answer may take (a default: an answer over a slow share, not a search)."""
KNOCK = 2.0
"""Seconds until a server must have accepted a connection (a default, not fitted)."""


class Unreachable(Exception):
    """The server does not answer, or cannot answer this: the index is opened here instead."""


def folder_of(kb: str | None) -> str:
    """The `.kts` folder of a call. Raises NoIndex."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        return str(workspace.layout.folder)


def announcement(kb: str | None) -> str | None:
    """Where a server of this call's index would announce itself; `store.layout` finds the same folder, at more cost."""
    join, is_file = os.path.join, os.path.isfile
    if kb:
        inside = os.path.basename(kb) == ".kts" or is_file(join(kb, "kts.db"))
        return join(kb, "server.json") if inside else join(kb, ".kts", "server.json")
    found = _upward(os.getcwd())
    return found and join(found, ".kts", "server.json")


def _upward(folder: str) -> str | None:
    """The nearest folder with an index: this one, or one that it lies in."""
    below = ""
    while folder != below:
        if os.path.isfile(os.path.join(folder, ".kts", "kts.db")):
            return folder
        folder, below = os.path.dirname(folder), folder
    return None


def tell_above(kb: str | None) -> None:
    """Say which index a call uses where nobody named it and it is not that of the current folder."""
    here = "" if kb else os.getcwd()
    found = _upward(here) if here else None
    if found is not None and found != here:
        from kts.cli.output import clean, echo

        place = clean(os.path.join(found, ".kts"))
        echo(f"note: the index is {place}, above this folder; --kb names another one", err=True)


def door_of(kb: str | None) -> Door | None:
    """The server that runs for the index of a call and would answer as this process would; None without one."""
    path = announcement(kb)
    if os.environ.get("KTS_NO_SERVER") or path is None or not os.path.isfile(path):
        return None
    from kts.server.door import announced, fingerprint

    found = announced(path)
    return found if found is not None and found.fingerprint == fingerprint(os.environ) else None


def counted(kb: str | None) -> str | None:
    """What the running server of a call has counted, for Prometheus; None where none runs, or answers."""
    door = door_of(kb)
    try:
        status, answer = _exchange(door, "/api/metrics") if door else (0, b"")
    except Unreachable:
        return None
    return answer.decode("utf-8", "replace") if status == 200 else None  # noqa: PLR2004


def new_link(folder: str) -> tuple[Door, str] | None:
    """The server that runs for the index in a `.kts` folder, with a one-time link to its page; None without one."""
    import json

    from kts.server.door import announced, is_running

    door = announced(os.path.join(folder, "server.json"))
    if door is None or not door.url or not is_running(door.pid):
        return None
    try:
        status, answer = _exchange(door, "/api/code", b"")
    except Unreachable:
        return None
    return (door, f"{door.url}/#code={json.loads(answer)['data']['code']}") if status == 200 else None  # noqa: PLR2004


@contextmanager
def opened(kb: str | None, *, to_search: bool = False) -> Iterator[Workspace]:
    """The workspace of a call: that of a running server where there is one, else opened here.

    `to_search`: only the part of it that searches is asked for, and loaded.
    """
    from typing import cast

    door = door_of(kb)
    if door is None:
        with _local(kb, to_search=to_search) as workspace:
            yield workspace
        return
    remote = Remote(door, kb)
    try:
        yield cast("Workspace", remote)
    finally:
        remote.close()


def _local(kb: str | None, *, to_search: bool = False) -> Workspace:
    if to_search:
        from typing import cast

        from kts.workspace.searching import Searching

        return cast("Workspace", Searching.nearest(kb))
    from kts.workspace import Workspace

    return Workspace.nearest(kb)


class Remote:
    """A workspace behind a server: methods that it answers are called there, all others here."""

    def __init__(self, door: Door, kb: str | None) -> None:
        self._door = door
        self._kb = kb
        self._here: Workspace | None = None

    def __getattr__(self, name: str) -> Any:
        from kts.server.facade import READS

        if name.startswith("_"):
            raise AttributeError(name)
        if name not in READS or self._here is not None:
            return getattr(self._workspace(), name)

        def call(*arguments: Any, **named: Any) -> Any:
            try:
                return ask(self._door, name, arguments, named)
            except Unreachable as problem:
                print(f"note: the server was not asked: {problem}", file=sys.stderr)
                return getattr(self._workspace(), name)(*arguments, **named)

        return call

    def _workspace(self) -> Workspace:
        if self._here is None:
            self._here = _local(self._kb)
        return self._here

    def close(self) -> None:
        """Close what was opened here."""
        if self._here is not None:
            self._here.close()


def ask(door: Door, method: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What a method of the server's workspace returns, or the error that it raises. Raises Unreachable."""
    import json

    from kts.server.codec import decoded, encoded

    try:
        body = json.dumps({"arguments": encoded(arguments), "named": encoded(named)})
    except TypeError as error:
        message = f"{error}"
        raise Unreachable(message) from None
    status, answer = _exchange(door, f"/api/facade/{method}", body.encode())
    try:
        found = json.loads(answer)
        if status == 200:  # noqa: PLR2004
            return decoded(found["data"]["value"])
    except (ValueError, KeyError, AttributeError) as error:
        message = f"its answer makes no sense: {error}"
        raise Unreachable(message) from None
    if status in {401, 403, 404, 405, 421, 422} or "data" not in found:
        message = f"it does not let this call in ({status})"
        raise Unreachable(message)
    raise _error(found["data"])


def _error(said: dict[str, Any]) -> Exception:
    """The error as it was raised there."""
    from kts import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.KTSError)]
    kind = next((kind for kind in kinds if kind.code == said.get("error")), errors.KTSError)
    return kind(str(said["message"]), hint=str(said["hint"]), path=said.get("path"))


def _exchange(door: Door, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """One request of HTTP/1.1 by hand: the client library would cost as much as starting Python."""
    method, body = ("GET", b"") if body is None else ("POST", body)
    host = "localhost" if door.socket else door.url.removeprefix("http://")
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {door.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    try:
        with _connected(door) as stream:
            stream.sendall(head.encode("ascii") + body)
            answer = b"".join(iter(lambda: stream.recv(1 << 20), b""))
    except (OSError, UnicodeEncodeError) as error:
        message = f"it does not answer ({error})"
        raise Unreachable(message) from None
    start, _, rest = answer.partition(b"\r\n\r\n")
    words = start.split(b" ", 2)
    length = next((line[15:] for line in start.split(b"\r\n") if line.lower().startswith(b"content-length:")), b"")
    if len(words) < 2 or not words[1].isdigit() or length.strip() != str(len(rest)).encode():  # noqa: PLR2004
        message = "its answer was cut off"
        raise Unreachable(message)
    return int(words[1]), rest


def _connected(door: Door) -> socket.socket:
    import socket

    if door.socket:
        stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        address: Any = door.socket
    else:
        if door.host not in {"127.0.0.1", "::1"}:
            message = "the announced server is not on this machine"
            raise OSError(message)
        stream = socket.socket(socket.AF_INET6 if ":" in door.host else socket.AF_INET, socket.SOCK_STREAM)
        address = (door.host, door.port)
    try:
        stream.settimeout(KNOCK)
        stream.connect(address)
        stream.settimeout(PATIENCE)
    except OSError:
        stream.close()
        raise
    return stream
