"""Fuzz the converters in their sandbox: print what did not end by itself, exit 1 when there is any.

    python tools/fuzz.py --files 10000 --seed 1 --keep lost/

Files, mutations and the run itself are those of the tests (`tests/hostile/fuzz.py`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Fuzz, name what was lost and keep it."""
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    fuzz = import_module("hostile.fuzz")
    options, began, bad = _options(), time.monotonic(), 0
    kit, counts = fuzz.product(), Counter[str]()
    files = fuzz.fuzzed(options.files, options.seed, fuzz.seeds(kit))
    for one in fuzz.lost(fuzz.outcomes(files, kit), counts):
        bad += 1
        print(f"{one.name}: {one.outcome} {one.reason[:300]}", flush=True)
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / one.name).write_bytes(one.content)
    told = ", ".join(f"{outcome} {count:,}" for outcome, count in sorted(counts.items()))
    print(f"{counts.total():,} files in {time.monotonic() - began:.0f} s, seed {options.seed}: {told}; lost {bad}")
    return 1 if bad else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=10_000, help="mutated files")
    parser.add_argument("--seed", type=int, default=1, help="another number gives other files")
    parser.add_argument("--keep", type=Path, help="folder for the files that were lost")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
