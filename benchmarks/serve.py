"""Fifty people ask a server while files change: errors, mixed generations, waiting times, memory.

    python benchmarks/serve.py --index FOLDER --seconds 120

Works on a copy of FOLDER (an index; without one, a small one is made), to which a folder of its own is added that
changes all the time. First one client asks, then all of them with nothing else going on, then all of them while the
watch reads what changed. Writes serve.json beside this file with --keep.

A client is a person: it thinks between an answer and the next question, --thinking seconds. Fifty that never think
would measure the queue and nothing else: however fast a question is, two cores answer as many as they can, and the
last of fifty waits for the forty-nine before it. What concurrency itself costs is said by the CPU time of the server
a question, with one client and with all: `cpu_ms`, of which the ratio should be 1.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from corpus import generated
from kts.server.door import announced
from kts.workspace import Workspace
from measure import KTS, environment

if TYPE_CHECKING:
    from kts.server.door import Door

THINKING = 5.0
"""Seconds between an answer and the next question of one client (a default: who reads no answer asks no other)."""
ALONE = 0.2
"""Seconds between the questions of the one client that asks alone."""
TARGET_TIMES = 2.0
TARGET_MB = 350.0
CHANGING = 40
"""Files of the folder that changes; a tenth of them is written anew every second."""
WORDS = ("escrow", "custody", "remittance", "retention", "payoff", "insurance", "gene", "cell", "protein", "treatment")


class Asked(NamedTuple):
    """One question and what became of it."""

    query: str
    seconds: float
    status: int
    generation: int
    results: tuple[str, ...]
    versions: tuple[tuple[str, str], ...]


class Client(threading.Thread):
    """Somebody who asks again and again."""

    def __init__(self, door: Door, number: int, until: float, thinking: float) -> None:
        super().__init__()
        self.asked: list[Asked] = []
        self.errors: list[str] = []
        self._door, self._number, self._until, self._thinking = door, number, until, thinking

    def run(self) -> None:
        """Ask until the time is over."""
        connection = http.client.HTTPConnection(self._door.host, self._door.port, timeout=60)
        time.sleep(self._number % 50 * self._thinking / 50)
        turn = self._number
        while time.monotonic() < self._until:
            turn += 7
            try:
                self.asked.append(ask(connection, self._door.token, f"{WORDS[turn % 10]} {WORDS[turn // 10 % 10]}"))
            except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
                self.errors.append(f"{type(error).__name__}: {error}")
                connection.close()
            time.sleep(self._thinking)
        connection.close()


def ask(connection: http.client.HTTPConnection, token: str, query: str) -> Asked:
    """One search over HTTP."""
    began = time.perf_counter()
    path = f"/api/search?{urlencode({'q': query, 'k': 5})}"
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    body = json.loads(answer.read())
    spent = time.perf_counter() - began
    data = body["data"]
    found = data["results"] if answer.status == 200 else []
    cited = tuple((one["citation"]["document_id"], one["citation"]["version"]) for one in found)
    return Asked(query, spent, answer.status, data.get("generation", 0), tuple(one["id"] for one in found), cited)


class Phase(NamedTuple):
    """What all clients got in a stretch of time, and what it cost the server: `cpu_ms` a question."""

    asked: list[Asked]
    errors: list[str]
    cpu_ms: float


def phase(door: Door, clients: int, seconds: float, thinking: float) -> Phase:
    """Let all clients ask for a stretch of time."""
    before = cpu_seconds(door.pid)
    people = [Client(door, number, time.monotonic() + seconds, thinking) for number in range(clients)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    asked = [found for one in people for found in one.asked]
    errors = [error for one in people for error in one.errors]
    return Phase(asked, errors, 1000 * (cpu_seconds(door.pid) - before) / max(1, len(asked)))


def cpu_seconds(pid: int) -> float:
    """User and system time of the server itself, without that of the processes which read files for it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Churn(threading.Thread):
    """A folder in which something changes every second."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.stop = threading.Event()
        self._folder = folder

    def run(self) -> None:
        """Write until stopped."""
        edition = 0
        while not self.stop.wait(1.0):
            edition += 1
            for number in range(edition % 10, CHANGING, 10):
                write(self._folder, number, edition)


def write(folder: Path, number: int, edition: int) -> None:
    """A short document, other words with every edition."""
    folder.mkdir(parents=True, exist_ok=True)
    text = f"# Rule {number}\n\nEdition {edition} of the rule on {WORDS[number % 10]} and {WORDS[edition % 10]}.\n"
    (folder / f"rule{number:03d}.md").write_text(text, encoding="utf-8")


class Memory(threading.Thread):
    """Megabytes that a process holds, looked at twice a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.seen: list[float] = []
        self._path = Path(f"/proc/{pid}/status")

    def run(self) -> None:
        """Look until the process is gone."""
        while self._path.is_file():
            try:
                text = self._path.read_text(encoding="ascii")
            except OSError:
                return
            found = [line.split()[1] for line in text.splitlines() if line.startswith("VmRSS")]
            self.seen += [int(found[0]) / 1024] if found else []
            time.sleep(0.5)


def share(values: list[float], part: float) -> float:
    """A quantile, 0 of nothing."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def mixed(asked: list[Asked]) -> int:
    """Documents of which two versions were shown at the same generation."""
    seen: dict[tuple[str, int], set[str]] = {}
    for one in asked:
        for document, version in one.versions:
            seen.setdefault((document, one.generation), set()).add(version)
    return sum(len(found) > 1 for found in seen.values())


def catching_up(asked: list[Asked]) -> int:
    """Questions that got different results at the same generation: the index of vectors reaches it a moment later."""
    seen: dict[tuple[str, int], set[tuple[str, ...]]] = {}
    for one in asked:
        seen.setdefault((one.query, one.generation), set()).add(one.results)
    return sum(len(found) > 1 for found in seen.values())


def prepared(index: Path | None, top: Path) -> Path:
    """An index of its own in `top`, with a folder that will change."""
    if index is not None:
        shutil.copytree(index / ".kts" if (index / ".kts").is_dir() else index, top / ".kts")
    for number in range(CHANGING):
        write(top / "changing", number, 0)
    sources = [str(top / "changing")]
    if index is None:
        sources.append(str(generated(top / "docs", 200).docs))
    with Workspace.create(str(top)) as workspace:
        workspace.ingest(sources)
    return top


def started(server: subprocess.Popen[bytes], top: Path) -> Door:
    """Where the server is, as soon as it is there."""
    ready = server.stdout.readline() if server.stdout else b""
    door = announced(top / ".kts" / "server.json")
    if not ready or door is None:
        sys.exit("the server did not start")
    return door


def measured(top: Path, clients: int, seconds: float, thinking: float) -> dict[str, Any]:
    """Start a server, ask it in all phases, end it."""
    words = (*KTS, "serve", "--json", "--watch", "--kb", str(top))
    server = subprocess.Popen(words, env={**os.environ, **environment()}, stdout=subprocess.PIPE)
    try:
        door = started(server, top)
        phase(door, clients, 5, ALONE)
        memory = Memory(server.pid)
        memory.start()
        alone = phase(door, 1, seconds / 4, ALONE)
        idle = phase(door, clients, seconds / 4, thinking)
        before = list(memory.seen)
        churn = Churn(top / "changing")
        churn.start()
        busy = phase(door, clients, seconds, thinking)
        churn.stop.set()
        churn.join()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
    found = figures(alone, idle, busy, before, memory.seen)
    return {**found, "clients": clients, "thinking_s": thinking}


def figures(alone: Phase, idle: Phase, busy: Phase, before: list[float], memory: list[float]) -> dict[str, Any]:
    """What the benchmark says."""
    everything = [*alone.asked, *idle.asked, *busy.asked]
    errors = [*alone.errors, *idle.errors, *busy.errors]
    quiet, loud = [one.seconds for one in idle.asked], [one.seconds for one in busy.asked]
    return {
        "benchmark": "serve",
        "cpu_ms": {
            "one_client": round(alone.cpu_ms, 1),
            "all_clients": round(idle.cpu_ms, 1),
            "ratio": round(idle.cpu_ms / max(alone.cpu_ms, 1e-9), 2),
        },
        "questions": len(everything),
        "errors": len(errors) + sum(one.status != 200 for one in everything),
        "first_errors": errors[:3],
        "generations": len({one.generation for one in everything}),
        "mixed_generations": mixed(everything),
        "catching_up": catching_up(everything),
        "idle_ms": {"p50": round(share(quiet, 0.5) * 1000, 1), "p95": round(share(quiet, 0.95) * 1000, 1)},
        "busy_ms": {"p50": round(share(loud, 0.5) * 1000, 1), "p95": round(share(loud, 0.95) * 1000, 1)},
        "ratio": round(share(loud, 0.95) / max(share(quiet, 0.95), 1e-9), 2),
        "target": TARGET_TIMES,
        "memory_mb": {
            "idle": round(share(before, 1.0), 1),
            "most": round(share(memory, 1.0), 1),
            "last": round(memory[-1], 1) if memory else 0.0,
            "target": TARGET_MB,
        },
    }


def main() -> None:
    """Measure and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", type=Path, help="an index to copy")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--thinking", type=float, default=THINKING, help="seconds between an answer and a question")
    parser.add_argument("--keep", action="store_true", help="write serve.json beside this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        top = prepared(options.index, Path(name))
        found = measured(top, options.clients, options.seconds, options.thinking)
    print(json.dumps(found, sort_keys=True))
    if options.keep:
        target = Path(__file__).with_suffix(".json")
        target.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    sys.exit(bool(found["errors"] or found["mixed_generations"]))


if __name__ == "__main__":
    main()
