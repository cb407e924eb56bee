"""How the end of a worker becomes an outcome with a reason that a person understands. Pure."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

from kts.types import Conversion

if TYPE_CHECKING:
    from kts.ingest.jobs import Died, Limits

NO_MEMORY = re.compile(r"MemoryError|bad_alloc|[Oo]ut of memory|memory allocation of \d+ bytes failed|Cannot allocate")
"""What native libraries say on standard error before they give up for want of memory."""

UNREADABLE = "its converter gave an answer that cannot be read"
NEEDED = "needed more "
"""How the reason begins where a file needs more than a worker may have: another try would end like this one."""
KILLED = -9
"""The exit status of a process that the system's out-of-memory killer ended (ours is `memory` or `wall`)."""


def ending(died: Died, limits: Limits) -> Conversion:
    """The outcome of a file whose job ended like this."""
    if died.cause == "cpu":
        return Conversion("timeout", reason=f"{NEEDED}than {limits.cpu_s} s of processor time")
    if died.cause == "wall":
        return Conversion("timeout", reason=f"did not end within {limits.wall_s:.0f} s")
    if not died.cause and died.code == KILLED:
        return Conversion("memory", reason="the system ended its worker, most often for want of memory")
    if died.cause == "memory" or (not died.cause and NO_MEMORY.search(died.said)):
        return Conversion("memory", reason=f"{NEEDED}memory than a worker may have ({_size(limits.memory_bytes)})")
    return Conversion("crashed", reason=_broken(died))


def _broken(died: Died) -> str:
    if died.cause == "garbage":
        return UNREADABLE
    if died.code < 0:
        return f"its converter broke off ({signal_name(-died.code)})"
    return f"its converter ended without a result (exit status {died.code})"


def final(died: Died) -> bool:
    """Whether another try would end the same way: processor time depends on the file alone, the clock does not."""
    return died.cause == "cpu"


def signal_name(number: int) -> str:
    """The name of a signal on this system."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _size(number: int) -> str:
    gigabytes = number / (1 << 30)
    return f"{gigabytes:.3g} GiB" if gigabytes >= 1 else f"{number >> 20} MiB"
