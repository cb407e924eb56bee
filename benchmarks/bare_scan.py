"""The bare reference of a no-op ingest: walk, stat, compare with a manifest; prints how many files differ.

`bare_scan.py FOLDER MANIFEST.json`; with `--write` the manifest is made first.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def scan(folder: str) -> dict[str, list[int]]:
    """Every regular file under `folder`: relative path -> [size, mtime_ns]."""
    found, pending, skipped = {}, [folder], len(folder) + 1
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found[entry.path[skipped:]] = [status.st_size, status.st_mtime_ns]
    return found


if __name__ == "__main__":
    manifest = Path(sys.argv[2])
    if "--write" in sys.argv:
        manifest.write_text(json.dumps(scan(sys.argv[1]), sort_keys=True), encoding="utf-8")
    known, seen = json.loads(manifest.read_text(encoding="utf-8")), scan(sys.argv[1])
    print(sum(known.get(path) != status for path, status in seen.items()) + len(known.keys() - seen.keys()))
