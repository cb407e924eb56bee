"""Rebuild the office files of samples/ from their scripts; the same scripts write the same bytes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ("legal.py", "ops.py", "media.py")
"""One script a family of documents, in samples/generate/; each takes `--out DIR`."""


def main(arguments: Sequence[str] = ()) -> int:
    """Write into the folder given, or over samples/ itself."""
    target = Path(arguments[0]) if arguments else ROOT / "samples"
    for name in SCRIPTS:
        script = ROOT / "samples" / "generate" / name
        print(f"{script.relative_to(ROOT).as_posix()} -> {target}", flush=True)
        subprocess.run([sys.executable, str(script), "--out", str(target)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
