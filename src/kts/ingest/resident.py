"""How much memory another process of ours holds, without a library for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PLATFORM: str = sys.platform


def resident_bytes(process: subprocess.Popen[bytes]) -> int:
    """The resident memory of a child; 0 when it cannot be learned, for instance because it is gone."""
    if PLATFORM == "win32":
        return _windows(process)
    return _linux(process.pid) if PLATFORM == "linux" else _posix(process.pid)


def _linux(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


def _posix(pid: int) -> int:
    """From `ps`, which macOS and the BSDs have."""
    asked = ["/bin/ps", "-o", "rss=", "-p", str(pid)]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603
    return int(said) * 1024 if said.isdigit() else 0


def _windows(process: subprocess.Popen[bytes]) -> int:
    import ctypes

    class Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of psapi.h."""

        _fields_ = (
            ("cb", ctypes.c_ulong),
            ("faults", ctypes.c_ulong),
            *((f"size_{number}", ctypes.c_size_t) for number in range(8)),
        )

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    kernel: Any = vars(ctypes)["windll"].kernel32
    handle = ctypes.c_void_p(int(vars(process)["_handle"]))  # Popen has no other way to it
    known = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
    return int(counters.size_1) if known else 0  # peak, working set, ...
