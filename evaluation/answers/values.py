"""Questions that bring a value to be held against the documents: `Is a deposit of EUR 300 enough?`.

    python evaluation/answers/values.py bank --kb KB [--out FILE]

Ninety of them over three of the strangers' firms, written by somebody who had seen neither the code nor another exam:
the value agrees with what the documents say (or lies on the allowed side of a limit), differs from it, or is of a thing
of which they say nothing. An answer counts as right where a statement has the judged quote or the judged value of its
file, whatever the verdict. They were read while the rules were made.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strangers import SURE, holds, made

import kts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Claim

HERE = Path(__file__).parent
FIRMS = ("bank", "plant", "university")
KINDS = ("agrees", "differs", "absent")


def main() -> None:
    """Ask, print the counts of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=FIRMS)
    parser.add_argument("--kb", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="each answer as a line of JSON")
    given = parser.parse_args()
    made(given.kb, listed=HERE / "none", folder=HERE / "strangers" / given.name)
    rows = [json.loads(line) for line in (HERE / "values" / f"{given.name}.jsonl").read_text("utf-8").splitlines()]
    answers: list[dict[str, Any]] = []
    with kts.open(str(given.kb)) as base:
        for row in rows:
            found = base.ask(row["question"], record=False)
            right = [row["answerable"] and is_right(row, claim) for claim in found.claims]
            answers.append({"id": row["id"], "kind": row["kind"], "verdict": found.verdict, "right": right})
    if given.out:
        given.out.write_text("".join(json.dumps(one) + "\n" for one in answers), encoding="utf-8")
    for kind in KINDS:
        own = [one for one in answers if one["kind"] == kind]
        sure = [one for one in own if one["verdict"] in SURE]
        counts = {
            "questions": len(own),
            "right first": sum(any(one["right"][:1]) for one in own),
            "sure and right first": sum(any(one["right"][:1]) for one in sure),
            "sure and wrong": sum(not any(one["right"]) for one in sure),
            "declined": sum(one["verdict"] == "abstained" for one in own),
        }
        print(kind, json.dumps(counts))


def is_right(row: Mapping[str, Any], claim: Claim) -> bool:
    """Whether a statement has the judged quote, or the judged value and its file."""
    text = " ".join((claim.text, *(place.quote for place in claim.citations)))
    value = row["value"] and holds(row["value"], claim.text)
    return holds(row["quote"], text) or bool(value and any(row["file"] in place.path for place in claim.citations))


if __name__ == "__main__":
    main()
