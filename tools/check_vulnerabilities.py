"""Ask the public advisory service about every locked dependency.

Needs the network, so it is no part of `make test`. Where the service cannot be reached it says so and passes:
an unknown is not a finding. Any other failure of the tool is an error.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "runtime.lock"
SECONDS = 300
UNREACHABLE = (
    "connection error",
    "connectionerror",
    "could not connect",
    "failed to establish a new connection",
    "max retries exceeded",
    "name or service not known",
    "proxyerror",
    "read timed out",
    "temporary failure in name resolution",
)
"""What the audit tool and its HTTP library say when nobody answers, in lower case."""
SKIPPED = "skipped: the advisory service cannot be reached"


def findings(report: Mapping[str, Any]) -> Iterator[str]:
    """One line for each known vulnerability in a pip-audit JSON report."""
    for dependency in report["dependencies"]:
        for hole in dependency.get("vulns", ()):
            fixed = ", ".join(hole.get("fix_versions") or ()) or "no release yet"
            yield f"{dependency['name']} {dependency['version']}: {hole['id']}, fixed in: {fixed}"


def is_unreachable(message: str) -> bool:
    """Whether the tool's complaint is about the way to the service, not about a dependency."""
    lower = message.lower()
    return any(sign in lower for sign in UNREACHABLE)


def judge(output: str, complaint: str) -> tuple[int, tuple[str, ...]]:
    """Exit status and lines to print for what the audit tool wrote to its two streams."""
    try:
        report = json.loads(output)
    except ValueError:
        return _without_report(complaint.strip())
    lines = tuple(findings(report))
    count = len(report["dependencies"])
    return (1 if lines else 0), (*lines, f"{count} locked distributions, {len(lines)} known vulnerabilities")


def _without_report(complaint: str) -> tuple[int, tuple[str, ...]]:
    if is_unreachable(complaint):
        return 0, (SKIPPED,)
    return 2, (complaint or "the audit said nothing",)


def audit(lock: Path) -> tuple[int, tuple[str, ...]]:
    """Run the audit over one lock file. The lock has hashes, so nothing is downloaded or resolved for it."""
    options = ("--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off")
    command = [sys.executable, "-m", "pip_audit", *options, "--requirement", str(lock)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 0, (SKIPPED,)
    return judge(done.stdout, done.stderr)


def main(arguments: Sequence[str] = ()) -> int:
    """Audit the lock file given, or the one of the runtime."""
    status, lines = audit(Path(arguments[0]) if arguments else LOCK)
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
