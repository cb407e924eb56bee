"""Measure the first gate on claims that nobody reads: written in free words over the documents of three firms.

    python evaluation/claims/unread.py --work INDEXES

`unread/claims.jsonl` has 120 claims, half of them true, each false one wrong in one thing, by an author who had seen
neither the code nor other claims. Their documents are those of `unread/importer` and of `vendor` and `property` of
`evaluation/answers/strangers`; rules were mended by other claims on these documents, by none of these: do not open
the file. Only counts are printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import kts
from kts.answers import PLAIN
from kts.workspace.checking import Stated

HERE = Path(__file__).parent
STRANGERS = HERE.parent / "answers" / "strangers"
FOLDERS = {"importer": HERE / "unread" / "importer", "vendor": STRANGERS / "vendor", "property": STRANGERS / "property"}
sys.path.append(str(STRANGERS.parent))
from strangers import made  # noqa: E402 - scripts of one folder


def main() -> None:
    """Index, check, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="where the indexes are made")
    given = parser.parse_args()
    lines = (HERE / "unread" / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    claims = [json.loads(line) for line in lines]
    counts = {name: _counted(given.work / name, [one for one in claims if one["kb"] == name]) for name in FOLDERS}
    for name, found in (*counts.items(), ("all", sum(counts.values(), Counter()))):
        print(name, json.dumps(dict(sorted(found.items()))))


def _counted(work: Path, claims: list[dict[str, object]]) -> Counter[str]:
    made(work, listed=work / "none", folder=FOLDERS[work.name])
    with kts.open(str(work)) as base:
        checked = list(base.check([Stated(str(at), str(one["claim"])) for at, one in enumerate(claims)]))
    found: Counter[str] = Counter()
    for one, judged in zip(claims, checked, strict=True):
        of = f"{'true' if one['true'] else 'false'} claims, {judged.claim.support}"
        found[of] += 1
        if judged.claim.support == "supported" and judged.claim.score < PLAIN:
            found[f"{of} in other words"] += 1
    return found


if __name__ == "__main__":
    main()
