"""Folders of workers whose parent was killed: nobody else removes them."""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

NAMED = "kts-worker-"
"""How the folder of a worker begins; the number of its parent follows."""


def folder_of_worker() -> str:
    """A fresh private folder, named for this process; what dead ones left is swept once."""
    sweep()
    return tempfile.mkdtemp(prefix=f"{NAMED}{os.getpid()}-")


@cache
def sweep() -> None:
    """Remove this user's folders of parents that are gone; a number in use again keeps its folder for another time."""
    if os.name == "nt":  # there, asking after a process by signal 0 would end it
        return
    try:
        left = list(Path(tempfile.gettempdir()).glob(f"{NAMED}*-*"))
    except OSError:
        return
    for folder in left:
        if _is_left(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    parent = folder.name.removeprefix(NAMED).partition("-")[0]
    try:
        if not parent.isdecimal() or folder.is_symlink() or folder.stat().st_uid != os.getuid():
            return False
        os.kill(int(parent), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:  # it is there, and another's
        return False
    return False
