"""Run one of the slower tiers of the tests; a tier without tests yet is said, not failed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_TESTS = 5
"""pytest's exit status when nothing was collected."""


def is_empty(command: Sequence[str]) -> bool:
    """Whether the tier has no tests. Asked quietly first, so that an empty tier does not end in a summary."""
    asked = subprocess.run([*command, "--collect-only", "-q"], capture_output=True, check=False)
    return asked.returncode == NO_TESTS


def main(arguments: Sequence[str]) -> int:
    """Run pytest for the marker that is named first; the rest goes to pytest."""
    if not arguments:
        print("usage: run_tier.py MARKER [PYTEST OPTIONS]", file=sys.stderr)
        return 2
    marker, *options = arguments
    command = [sys.executable, "-m", "pytest", "-m", marker, *options]
    if is_empty(command):
        print(f"there are no {marker} tests yet")
        return 0
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
