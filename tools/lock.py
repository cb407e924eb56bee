"""Write the lock files: every distribution with its hashes, for all supported systems and Python versions.

Uses uv's resolver, which knows how to lock for other systems; installing needs pip alone.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-annotate",
    "--no-strip-extras",  # an old pip asks for pkg[extra] anew, and takes a release that came out after the lock
    "--custom-compile-command=make lock",
    "--quiet",
)
LOCKS = (
    ("requirements/dev.lock", ("--extra=full", "--extra=server", "--group=dev")),
    (
        "requirements/runtime.lock",
        ("--extra=full", "--extra=server", "--group=build", "--constraints=requirements/dev.lock"),
    ),
)
"""The runtime's lock follows the other one, so that one environment can hold both."""


def main(arguments: list[str]) -> int:
    """Compile both files; `--upgrade` takes the newest releases, otherwise what is locked stays."""
    extra = [argument for argument in arguments if argument == "--upgrade"]
    for target, sources in LOCKS:
        command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *OPTIONS, *sources, *extra]
        subprocess.run([*command, f"--output-file={target}"], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
