"""What needs rights: mounts, files that their reader may not read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    """`folder` with something mounted on it; skips the test where that is not permitted."""
    folder.mkdir(exist_ok=True)
    tried = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"needs the right to mount: {tried.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def bound_by_rights() -> list[str]:
    """Words to put before a command so that file modes bind it; skips where root cannot give them up."""
    if sys.platform == "win32":
        pytest.skip("file modes do not bind on Windows")
    if os.geteuid() != 0:
        return []
    dropped = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    if not shutil.which("setpriv") or subprocess.run([*dropped, "true"], check=False).returncode:
        pytest.skip("runs as root, whom file modes do not bind, and setpriv cannot change that")
    return dropped
