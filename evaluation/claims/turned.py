"""How the first gate judges claims in free words under a passage, and under its twin that says the opposite.

    python evaluation/claims/turned.py [--part 0 --parts 4] [--jobs 2]

The passages and claims are in `written/`, the twins in `written/turned/`: each turns nearly every label, so a claim
that is true under one passage is false under the other, and nothing that the claim's own words give away helps.
Printed are the verdicts by label, and how often the passage that supports a turned claim has the higher score.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from fit import over, reader, vectors  # noqa: E402 - scripts of one folder

from kts.answer.claims import gate  # noqa: E402
from kts.answers import Evidence  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

SUPPORTS = ("supported", "contradicted", "unsupported")


class Turned(NamedTuple):
    """A claim with its label under a passage, and under the passage's twin."""

    claim: str
    passages: tuple[Evidence, Evidence]
    labels: tuple[str, str]


def cases(part: int, parts: int) -> Iterator[Turned]:
    """The claims whose passage has a twin; of passages, those whose number leaves `part` when divided by `parts`."""
    for path in sorted((HERE / "written" / "turned").glob("*.jsonl")):
        twins = {one["id"]: one for one in map(json.loads, path.read_text("utf-8").splitlines())}
        for one in map(json.loads, (HERE / "written" / path.name).read_text("utf-8").splitlines()):
            if one["id"] not in twins or int(one["id"].partition("-")[2]) % parts != part:
                continue
            twin = twins[one["id"]]
            both = tuple(
                Evidence(text, passage_id="p", document_id="d", title=one["title"], heading=one["heading"], path="a.md")
                for text in (one["passage"], twin["passage"])
            )
            for claim, label in zip(one["claims"], twin["labels"], strict=True):
                yield Turned(claim["text"], (both[0], both[1]), (claim["label"], label))


def judged(case: Turned) -> tuple[tuple[str, float], ...]:
    """The gate's verdict and score under each of the two passages."""
    said = [gate.judge(case.claim, (passage,), tokens=vectors(), reader=reader()) for passage in case.passages]
    return tuple((one.support, one.score) for one in said)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    given = list(cases(options.part, options.parts))
    said = over(given, judged, options.jobs)
    told = Counter(
        (label, which, support)
        for case, both in zip(given, said, strict=True)
        for which, label, (support, _) in zip(("passage", "twin"), case.labels, both, strict=True)
    )
    print(f"{len(given)} claims; of each label, the share that is called ...")
    for label in SUPPORTS:
        for which in ("passage", "twin"):
            count = sum(told[label, which, support] for support in SUPPORTS)
            shares = "  ".join(f"{support} {told[label, which, support] / max(1, count):.3f}" for support in SUPPORTS)
            print(f"{label:12} {which:8} {count:5}  {shares}")
    gains = [
        (first - second) * (1 if case.labels[0] == "supported" else -1)
        for case, ((_, first), (_, second)) in zip(given, said, strict=True)
        if set(case.labels) == {"supported", "contradicted"}
    ]
    print(f"turned claims: {len(gains)}; the passage that supports has the higher score in", end=" ")
    print(f"{sum(gain > 0 for gain in gains) / len(gains):.3f}, the same in {gains.count(0) / len(gains):.3f}")


if __name__ == "__main__":
    main()
