"""Time of ours and of a bare reference, in turns, as one ratio.

Wall time on a shared machine says little and milliseconds of one machine say nothing about another: a benchmark is a
ratio of CPU times, measured in turns so that noise falls on both, as the median of the pairs. One whose name ends in
`_clock` is a ratio of times by the clock.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime as dt
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
HISTORY = ROOT / "benchmarks" / "history.jsonl"
KTS = (sys.executable, "-m", "kts")
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux' prctl
_ORPHANS_S = 30.0  # how long processes that the command left behind may go on


@dataclass(frozen=True, slots=True)
class Pairs:
    """Seconds, of CPU or by the clock, of interleaved repeats: `ours[n]` ran right before or after `reference[n]`."""

    ours: tuple[float, ...]
    reference: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """The median over the pairs of ours to reference: noise that hits both cancels."""
        return median(a / b for a, b in zip(self.ours, self.reference, strict=True))


def interleave(ours: Callable[[], float], reference: Callable[[], float], *, repeats: int) -> Pairs:
    """Run both `repeats` times in turns, the order changing with each pair."""
    pairs = []
    for number in range(repeats):
        if number % 2:
            second, first = reference(), ours()
        else:
            first, second = ours(), reference()
        pairs.append((first, second))
    return Pairs(tuple(first for first, _ in pairs), tuple(second for _, second in pairs))


def command_cpu(argv: Sequence[str], *, allowed: Sequence[int] = (0,)) -> float:
    """CPU seconds, user and system, of a command and of every process it started."""
    adopt_orphans()
    before = _children_cpu()
    done = subprocess.run(argv, env=environment(), capture_output=True, check=False)
    if done.returncode not in allowed:
        sys.exit(f"{' '.join(argv)} ended with {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    _wait_for_orphans()
    return _children_cpu() - before


def command_output(argv: Sequence[str], *, allowed: Sequence[int] = (0,)) -> str:
    """What a command prints."""
    done = subprocess.run(argv, env=environment(), capture_output=True, check=False)
    if done.returncode not in allowed:
        sys.exit(f"{' '.join(argv)} ended with {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout.decode("utf-8")


def environment() -> dict[str, str]:
    """The environment of both sides: this source tree, no settings of the user, no hash seed of the day."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KTS_")}
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [kept.get("PYTHONPATH", "")])])
    return {**kept, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}


def adopt_orphans() -> None:
    """Become the parent of processes whose own parent ends first, so that their CPU time counts (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)


def _wait_for_orphans() -> None:
    end = time.monotonic() + _ORPHANS_S
    while time.monotonic() < end:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            time.sleep(0.01)
    print("processes were left behind and are not counted", file=sys.stderr)


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def arguments(description: str | None) -> argparse.Namespace:
    """The options that all benchmarks share."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("--smoke", action="store_true", help="tiny and fast: shows only that it runs")
    parser.add_argument("--repeats", type=int, default=None, help="pairs of runs")
    parser.add_argument("--no-history", action="store_true", help="do not append to history.jsonl")
    return parser.parse_args()


def report(line: dict[str, Any], options: argparse.Namespace) -> None:
    """Print the result as one JSON line and append it, with where and when, to the history."""
    rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in line.items()}
    print(json.dumps(rounded, sort_keys=True))
    if options.smoke or options.no_history:
        return
    with HISTORY.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(rounded | _provenance(), sort_keys=True) + "\n")


def _provenance() -> dict[str, str]:
    now = dt.datetime.now(dt.UTC)
    return {
        "date": now.isoformat(timespec="seconds"),
        "commit": _commit(),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
    }


def _commit() -> str:
    """The commit of this tree, with a plus when files differ from it, or nothing outside a checkout."""
    git = shutil.which("git")
    if git is None:
        return ""
    found = subprocess.run(
        (git, "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"),
        cwd=ROOT,
        env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() if found.returncode == 0 else ""
