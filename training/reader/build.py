"""Make the examples: people's pairs, their twins, cloze questions, questions of headings, definitions and tables.

python training/reader/build.py --tokenizer tokenizer.json --to build/reader/examples.jsonl
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from cloze import clozes, passages
from documents import definitions, headings, tables
from examples import counter, cut, part_of, written
from sources import clauses, pairs, samples
from twins import elsewhere, strangers, twins, without_answer

if TYPE_CHECKING:
    from examples import Example

SEED = 20261122
TWINS, REMOVED, ELSEWHERE, STRANGE = 0.7, 0.15, 0.35, 0.4
"""Shares of the answerable questions, and of the claims, that get such a twin."""


def main() -> None:
    """Build, cut to windows, write, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    args_to, count = given.to, counter(given.tokenizer)
    args_to.parent.mkdir(parents=True, exist_ok=True)
    examples = [cut(one, count) for one in made()]
    kept = [one for one in dict.fromkeys(examples) if one.passage.strip() and part_of(one) != "test"]
    total = written(kept, args_to)
    for key, number in sorted(Counter((one.task, one.kind, one.label, part_of(one)) for one in kept).items()):
        print(*key, number)
    print("all", total)


def made() -> list[Example]:
    """All examples; those of groups that are only reported on are dropped by the caller."""
    people = list(pairs())
    chance = random.Random(SEED)
    legal = list(clauses(chance))
    asked = [one for one in people if one.kind in {"squad1", "squad2"}]
    return list(
        chain(
            people,
            legal,
            samples(chance),
            twins(asked, chance, each=TWINS),
            without_answer(asked, chance, each=REMOVED),
            elsewhere(asked, chance, each=ELSEWHERE),
            strangers([one for one in people if one.kind == "claim"], chance, each=STRANGE),
            clozes(list(passages()), chance),
            clozes(sorted({(one.group, *one.above, one.passage) for one in asked}), chance, each=3),
            headings(chance),
            definitions(chance),
            tables(chance),
        )
    )


if __name__ == "__main__":
    main()
