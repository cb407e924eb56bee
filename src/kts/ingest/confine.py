"""What a worker takes from itself before it sees the first byte of a document: network, files, programs, resources.

Two fences stand behind each other. The system's: resource limits and, where unprivileged name spaces are allowed, a
network without interfaces. Python's: an audit hook that refuses what no converter needs. The hook binds every Python
library, however it asks; native code that was taken over is bound by the first fence only.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

    from kts.ingest.jobs import Limits

NETWORK = frozenset(
    """socket.__new__ socket.bind socket.connect socket.getaddrinfo socket.gethostbyaddr socket.gethostbyname
    socket.sendmsg socket.sendto urllib.Request ftplib.connect http.client.connect smtplib.connect""".split()
)
PROGRAMS = frozenset(
    """os.exec os.fork os.forkpty os.posix_spawn os.spawn os.startfile os.startfile/2 os.system pty.spawn
    os.kill os.killpg""".split()
)
CHANGES = frozenset(
    """os.chmod os.chown os.link os.mkdir os.remove os.removexattr os.rename os.rmdir os.setxattr os.symlink
    os.truncate os.utime""".split()
)
"""Audit events whose first argument is a path that they change; renaming and linking have a second one."""
TWO_PATHS = frozenset({"os.link", "os.rename", "os.symlink"})
WATCHED = NETWORK | PROGRAMS | CHANGES | {"open", "subprocess.Popen"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
KILL = 9
NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000
"""CLONE_NEWUSER and CLONE_NEWNET of Linux' unshare(2)."""
GRACE_S = 10
"""Seconds after the parent's own limit at which a worker ends itself: the parent may be gone."""


def without_network() -> bool:
    """Leave the network behind, where the system lets an ordinary process do so; returns whether it did.

    Must come before the first thread. Name spaces need Linux and are often forbidden in containers.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    user, group = os.geteuid(), os.getegid()
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_USER | NEW_NETWORK):
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        try:
            with open(f"/proc/self/{name}", "w", encoding="ascii") as stream:  # noqa: PTH123 - pathlib costs a start
                stream.write(text)
        except OSError:  # files it writes have no owner then, which the temporary folder may refuse
            return True
    return True


def limit_resources(limits: Limits) -> None:
    """The limits of the whole worker; those of a job are set before each."""
    if sys.platform == "win32":
        return
    import resource

    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_FSIZE, limits.file_bytes)
    if not limits.watch_memory:
        _lower(resource.RLIMIT_AS, limits.memory_bytes)


def _lower(what: int, value: int) -> None:
    import resource

    hard = resource.getrlimit(what)[1]
    least = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (least, least))


def begin_job(cpu_s: float, *, wall_s: float) -> None:
    """Give the next job its processor time, in whole seconds, and the clock's: the system ends what takes more."""
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    wanted = int(time.process_time() + cpu_s) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    signal.setitimer(signal.ITIMER_REAL, wall_s + GRACE_S if wall_s else 0)


def refuse(folder: str, *, executables: Collection[str]) -> None:
    """From now on: no network, no programs but `executables`, no change to any file outside `folder`."""
    inside = os.path.realpath(folder) + os.sep

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in WATCHED and not _allowed(event, arguments, inside, executables):
            what = f"a converter may not do this: {event} {arguments[0] if arguments else ''}"
            raise PermissionError(errno.EPERM, what)

    sys.addaudithook(hook)


def _allowed(event: str, arguments: tuple[Any, ...], inside: str, executables: Collection[str]) -> bool:
    if event == "open":
        return not _writes(arguments) or _within(arguments[0], inside)
    if event in CHANGES:
        return all(_within(path, inside) for path in arguments[: 1 + (event in TWO_PATHS)])
    if event == "subprocess.Popen":
        return os.fspath(arguments[0] or "") in executables
    if event == "os.posix_spawn":  # what subprocess may use itself
        return bool(executables)
    return event == "os.killpg" and arguments == (0, KILL)  # its own group, when the parent is gone


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2]
    return isinstance(flags, int) and bool(flags & WRITING) and not isinstance(arguments[0], int)


def _within(path: Any, inside: str) -> bool:
    if isinstance(path, int):
        return True
    try:
        named = os.fsdecode(path)
    except TypeError:
        return False
    return named == os.devnull or (os.path.realpath(named) + os.sep).startswith(inside)


def resident_bytes() -> int:
    """The resident memory of this process; 0 where only the parent can see it."""
    try:
        with open("/proc/self/statm", "rb") as stream:  # noqa: PTH123 - pathlib costs a start
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0
