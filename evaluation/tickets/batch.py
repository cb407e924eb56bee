"""A batch of 1,000 tickets that is killed twice and resumed: what was lost, what was done twice, what a ticket costs.

    kts ingest samples --kb KB
    python evaluation/tickets/batch.py KB 1000        writes batch.json

The tickets are those of samples/tickets with new ids; after the first 511 they come again with another beginning, so
that no text is the same. CPU is user and system time of the commands, from the operating system.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from kts.tickets.read import read

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent.parent / "samples" / "tickets"
OPENINGS = ("", "Good morning. ", "I write to you again. ", "A colleague asked me to pass this on. ")


def tickets(count: int) -> list[dict[str, Any]]:
    """So many tickets, each with its own id and its own words."""
    files = [SAMPLES / "tickets.csv", SAMPLES / "tickets.json", *sorted((SAMPLES / "threads").glob("*.eml"))]
    known = [one for path in files for one in read(path.read_bytes(), name=path.name)]
    return [
        {
            "id": f"B-{number:05}",
            "subject": one.subject,
            "body": OPENINGS[number // len(known) % len(OPENINGS)] + one.description,
            "name": one.client_name,
        }
        for number in range(count)
        for one in (known[number % len(known)],)
    ]


def run(source: Path, kb: str, out: Path, *, until: int | None) -> float:
    """Work on the tickets; with `until`, killed when so many are done. CPU seconds of the command."""
    command = [sys.executable, "-m", "kts", "tickets", "run", str(source), "--kb", kb, "--out", str(out)]
    process = subprocess.Popen(command, stdout=sys.stderr)
    while until is not None and process.poll() is None:
        if len(done(out)) >= until:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.5)
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime


def done(out: Path) -> list[str]:
    """The whole lines of a run."""
    path = out / "processed.jsonl"
    return path.read_text("utf-8").split("\n")[:-1] if path.is_file() else []


def main(kb: str, count: str) -> None:
    """Run, kill at a third, resume, kill at two thirds, resume, count."""
    total = int(count)
    with tempfile.TemporaryDirectory() as place:
        source, out = Path(place) / "batch.jsonl", Path(place) / "out"
        source.write_text("".join(json.dumps(one) + "\n" for one in tickets(total)), encoding="utf-8")
        spent, kept = [], []
        for until in (total // 3, 2 * total // 3, None):
            spent.append(round(run(source, kb, out, until=until), 2))
            kept.append(len(done(out)))
        lines = [json.loads(line) for line in done(out)]
    ids = Counter(one["id"] for one in lines)
    wanted = {one["id"] for one in tickets(total)}
    figures = {
        "tickets": total,
        "lines_when_killed": kept[:2],
        "lines_at_the_end": kept[2],
        "lost": len(wanted - set(ids)),
        "done_twice": sum(number > 1 for number in ids.values()),
        "failed": sum("error" in one for one in lines),
        "sent": sum(one.get("auto", False) for one in lines),
        "cpu_seconds": spent,
        "cpu_seconds_a_ticket": round(sum(spent) / total, 4),
    }
    (HERE / "batch.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
