"""Ingest again when nothing changed, against a bare walk with stat: at most 5 times, and no write.

Without vectors: those of ten thousand new documents take a quarter of an hour, and that all of them are there is seen
by one number of the index.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from corpus import generated
from measure import KTS, arguments, command_cpu, command_output, interleave, report
from vectored import compiled

FILES = 10_000
TARGET = 5.0
_PASSING = ("-shm", ".lock")  # shared memory and lock files hold nothing that was acknowledged


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    count = 60 if options.smoke else FILES
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        docs, kb, manifest = Path(name, "docs"), Path(name, "kb"), Path(name, "manifest.json")
        generated(docs, count)
        kb.mkdir()
        compiled(Path(name, "compiled"))
        ingest = (*KTS, "ingest", str(docs), "--kb", str(kb), "--json", "--no-vectors")
        scan = (sys.executable, str(Path(__file__).with_name("bare_scan.py")), str(docs), str(manifest))
        command_output((*scan, "--write"))
        command_output(ingest)
        fresh = snapshot(kb)
        command_output(ingest)
        before = snapshot(kb)
        pairs = interleave(
            lambda: command_cpu(ingest),
            lambda: command_cpu(scan),
            repeats=options.repeats or (1, 5)[not options.smoke],
        )
        written = changes(before, snapshot(kb))
        done = json.loads(command_output(ingest).splitlines()[-1])
    if done["unchanged"] != count:
        sys.exit(f"the re-ingest was not one without changes: {done}")
    report(
        {
            "benchmark": "noop_ingest",
            "ratio": pairs.ratio,
            "ours": median(pairs.ours),
            "reference": median(pairs.reference),
            "unit": "CPU s a run, whole process",
            "files": count,
            "writes": written,
            "writes_of_first_rerun": changes(fresh, before),
            "target": f"ratio <= {TARGET:g} and no writes",
            "met": pairs.ratio <= TARGET and not written and fresh == before,
            "note": "reference: python scandir + stat + comparison with a JSON manifest",
        },
        options,
    )


def snapshot(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Every file of a workspace: size, mtime and hash."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith(_PASSING))
    return {str(path.relative_to(folder)): _state(path) for path in files}


def _state(path: Path) -> tuple[int, int, str]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest()


def changes(before: dict[str, tuple[int, int, str]], after: dict[str, tuple[int, int, str]]) -> list[str]:
    """Files that came, went or differ; an empty write-ahead log is none."""
    odd = {path for path, _ in before.items() ^ after.items()}
    return sorted(p for p in odd if not (p.endswith("-wal") and {before.get(p, (0,))[0], after.get(p, (0,))[0]} == {0}))


if __name__ == "__main__":
    main()
