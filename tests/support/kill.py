"""Killing a command at a chosen system call, or at a chosen moment where no tracer is installed.

Only the calls of the command's own process count, those of its threads too: what it starts is no longer watched from
its `execve` on. The workers of an ingest are killed by `worker_killed`, by somebody else as it were.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from support.command import LIMIT, environment, finish, line, start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from support.command import Ran

CALLS = ("write", "pwrite64", "fsync", "fdatasync", "rename", "unlink", "ftruncate", "openat")
"""Where a kill can leave something half done. `openat` stands for all the moments between two writes."""
TRACER = ("strace", "-f", "-b", "execve")
_CALL = re.compile(r"^(\d+)\s+(\w+)\(")


class Kill(NamedTuple):
    """Die at the `number`-th call of `call`, or, with `call` "time", after `number` milliseconds."""

    call: str
    number: int


def tracer_works() -> bool:
    """Whether system calls can be counted and interrupted here."""
    if not shutil.which("strace"):
        return False
    tried = subprocess.run([*TRACER, "-o", "/dev/null", "true"], capture_output=True, check=False)
    return tried.returncode == 0


def counted(arguments: Sequence[str], *, env: Mapping[str, str], log: Path) -> dict[str, int]:
    """How often an undisturbed run makes each call, in the thread that makes it most."""
    wanted = "trace=" + ",".join(CALLS)
    command = [*TRACER, "-e", wanted, "-o", str(log), *line(*arguments)]
    subprocess.run(command, env=environment(env), capture_output=True, timeout=LIMIT, check=True)
    calls: Counter[tuple[str, str]] = Counter()
    for text in log.read_text(encoding="utf-8", errors="replace").splitlines():
        match = _CALL.match(text)
        if match:
            calls[match[2], match[1]] += 1
    return {call: max((n for (name, _), n in calls.items() if name == call), default=0) for call in CALLS}


def spread(counts: Mapping[str, int], total: int) -> list[Kill]:
    """`total` kills over the calls, evenly over the run; a call that is made rarely gets no kill twice."""
    kills: list[Kill] = []
    kinds = [call for call in counts if counts[call]]
    for position, call in enumerate(kinds):
        share = (total - len(kills)) // (len(kinds) - position)
        number = min(share, counts[call])
        kills += [Kill(call, 1 + (2 * i + 1) * counts[call] // (2 * number)) for i in range(number)]
    return [Kill(kill.call, min(kill.number, counts[kill.call])) for kill in kills]


def killed(kill: Kill, arguments: Sequence[str], *, env: Mapping[str, str]) -> bool:
    """Run `kts` and kill it there; returns whether it died (False: it was faster)."""
    if kill.call == "time":
        process = start(*arguments, env=env)
        time.sleep(kill.number / 1000)
        process.kill()
        return finish(process).code < 0
    inject = f"inject={kill.call}:signal=SIGKILL:when={kill.number}"
    command = [*TRACER, "-o", "/dev/null", "-e", f"trace={kill.call}", "-e", inject, *line(*arguments)]
    ran = subprocess.run(command, env=environment(env), capture_output=True, timeout=LIMIT, check=False)
    return ran.returncode in {-9, 137}


def worker_killed(milliseconds: int, arguments: Sequence[str], *, env: Mapping[str, str]) -> tuple[Ran, bool]:
    """Run `kts` and kill its first worker so long after its start; returns how it ended, and whether one was hit."""
    process = start(*arguments, env=env)
    workers: list[int] = []
    while not workers and process.poll() is None:
        workers = _children(process.pid)
    time.sleep(milliseconds / 1000)
    hit = bool(workers)
    try:
        os.killpg(workers[0], signal.SIGKILL)
    except (IndexError, ProcessLookupError, PermissionError):  # faster than the test, or not its own group yet
        hit = False
    return finish(process), hit


def _children(pid: int) -> list[int]:
    """The processes that this one started."""
    found = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(row.split()[0]) for row in found.splitlines() if int(row.split()[1]) == pid]
