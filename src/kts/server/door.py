"""Where the running server of an index is found, and who may come in. Standard library only: the client pays for it.

`.kts/server.json` names address, pid and token. It is written with mode 0600 and believed only when it belongs to the
user who reads it and nobody else can read it: an index that came from elsewhere opens no connection.
"""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING

from kts import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

PRIVATE = stat.S_IRWXG | stat.S_IRWXO
"""What a file of secrets grants to nobody."""
NOT_COMPARED = frozenset({"KTS_KB_PATH", "KTS_DEBUG", "KTS_SHARED_DATA", "KTS_NO_SERVER"})
"""Variables that change no answer."""


class Door(NamedTuple):
    """How a server is reached: over `socket` where it is set, else `host:port`. `fingerprint` is of its settings."""

    pid: int
    token: str
    fingerprint: str
    host: str = "127.0.0.1"
    port: int = 0
    socket: str = ""

    @property
    def url(self) -> str:
        """The address as a person may open it; empty for a socket of the file system."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return "" if self.socket else f"http://{host}:{self.port}"


def fingerprint(environment: Mapping[str, str]) -> str:
    """What must be the same on both sides for answers to be the same: version and settings from the environment."""
    settings = sorted((name, environment[name]) for name in environment if name.startswith("KTS_"))
    kept = [pair for pair in settings if pair[0] not in NOT_COMPARED]
    return json.dumps([__version__, kept])  # a hash would cost the client the import of its library


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor, not a path
        file.write(text)
    draft.replace(path)


def is_private(path: Path | str) -> bool:
    """Whether the file is the user's own and closed to everybody else; always on systems without such modes."""
    if not hasattr(os, "getuid"):
        return True
    found = os.lstat(path)
    return stat.S_ISREG(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & PRIVATE


def announce(path: Path, door: Door) -> None:
    """Tell clients of this index where the server is."""
    write_private(path, json.dumps({"version": __version__, **door._asdict()}, sort_keys=True))


def withdraw(path: Path, pid: int) -> None:
    """Take the announcement back, when it is still that of `pid`."""
    found = announced(path)
    if found is not None and found.pid == pid:
        path.unlink(missing_ok=True)


def announced(path: Path | str) -> Door | None:
    """The server that was announced, None when there is none to be believed; it may have died since."""
    try:
        if not is_private(path):
            return None
        with open(path, "rb") as file:  # noqa: PTH123 - the client has no pathlib
            found = json.loads(file.read())
        return Door(**{name: found[name] for name in Door._fields})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def is_running(pid: int) -> bool:
    """Whether a process of that number exists."""
    if os.name == "nt" or pid <= 0:  # there, signal 0 would end it; the connection will tell
        return pid > 0
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
