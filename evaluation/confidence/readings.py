"""Add to collected records what a reader makes of their passages, without asking the questions again.

    python evaluation/confidence/readings.py RECORDS --model models/reader --out READ

Every file of RECORDS is written to READ with a reading of each passage that the product would read.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from records import with_readings

from kts.reader.onnx import OnnxReader


def main() -> None:
    """Read every record's first passages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    reader = OnnxReader(given.model)
    given.out.mkdir(parents=True, exist_ok=True)
    for path in sorted(given.records.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines, (given.out / path.name).open("w", encoding="utf-8") as out:
            for line in lines:
                out.write(json.dumps(with_readings(json.loads(line), reader), ensure_ascii=False) + "\n")
        print(path.name)


if __name__ == "__main__":
    main()
