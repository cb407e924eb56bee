"""Make near-misses of one set's answerable questions over its index, as JSON lines.

python evaluation/confidence/make_nearmiss.py samples --kb /path/of/index --out near-samples.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import judged_sets
from collect import DATA

from kts.evaluate.nearmiss import Original, harvest, near_misses
from kts.workspace import Workspace
from kts.workspace.calibrating import named_things, occurs_in

PASSAGES = 1500
"""Passages of which values are taken, drawn at random."""


def main() -> None:
    """Make the near-misses of one set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=judged_sets.SETS)
    parser.add_argument("--kb", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=250)
    parser.add_argument("--each", type=int, default=1)
    given = parser.parse_args()
    asked = [one for one in judged_sets.shared(given.set, DATA) if one.places and len(one.question) < 400]
    if len(asked) > given.limit:
        asked = random.Random(judged_sets.SEED).sample(asked, given.limit)
    by_id = {one.id: one for one in asked}
    with Workspace.open(given.kb) as workspace, workspace._snapshot() as corpus:  # noqa: SLF001
        index = workspace._followers.aligned(corpus)  # noqa: SLF001
        paths = {record.key: record.path for record in corpus.documents()}
        rows = list(corpus.rows_of(paths, "chunk"))
        drawn = random.Random(judged_sets.SEED).sample(rows, min(PASSAGES, len(rows)))
        passages = corpus.passages([row.key for row in drawn])
        texts = [(paths[int(one.metadata["document_key"])], one.text) for _, one in sorted(passages.items())]
        values = harvest(texts, named_things)
        originals = [Original(one.id, one.question, frozenset(path for path, _ in one.places)) for one in asked]
        found = near_misses(originals, named_things, values, occurs_in(corpus, index), each=given.each)
    with given.out.open("w", encoding="utf-8") as out:
        for one in found:
            source = by_id[one.original]
            row = {"set": given.set, "split": source.split, "document": source.document, **one._asdict()}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
