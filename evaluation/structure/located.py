"""Where defined terms are located: `python evaluation/structure/located.py INDEX` of the folder contracts-credit/docs.

For every (document, term, offset) of definitions_auto.jsonl: whether the first definition that `Workspace.terms` gives
for the term in that document is the one at the offset, or the sentence that holds it.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import kts

NEAR = 4
"""Characters between the labelled start and ours: quotation marks and signs of emphasis."""


def main() -> None:
    """Print how many are found first, at all, and not."""
    labels = Path(os.environ["KTS_SHARED_DATA"], "contracts-credit", "definitions_auto.jsonl")
    counts: Counter[str] = Counter()
    with kts.open(sys.argv[1]) as workspace:
        for line in labels.read_text(encoding="utf-8").splitlines():
            label = json.loads(line)
            found = workspace.terms(label["term"], document=label["doc"]).definitions
            spans = [one.citation.span for one in found]
            hits = [span.start - NEAR <= label["start"] < span.end for span in spans]
            counts["first" if hits[:1] == [True] else "later" if any(hits) else "missed"] += 1
    total = sum(counts.values())
    print(f"{dict(counts)}: at rank 1 {counts['first'] / total:.4f}, at any rank {1 - counts['missed'] / total:.4f}")


if __name__ == "__main__":
    main()
