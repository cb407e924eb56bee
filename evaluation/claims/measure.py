"""Measure the first gate on claims that it was not fitted on; writes figures.json and figures.md beside itself.

    python evaluation/claims/measure.py --samples INDEX --scifact DIR --made INDEX...

`--made` are indexes of sets that nothing was fitted on. Detection is the share of false claims called unsupported or
contradicted, false alarms the share of true ones. Intervals are Clopper-Pearson, 95 %.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from fit import FALSE_ALARMS, over, vectors  # noqa: E402 - scripts of one folder
from material import WANTED, elsewhere, made, samples, scifact  # noqa: E402

from kts.answer.gate import judge  # noqa: E402
from kts.answer.match import matches  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from material import Case

SILENT = "nothing_said_called_supported"
TIMED = 200
"""Claims whose judging is timed."""


def support(case: Case, *, with_vectors: bool) -> str:
    """What the gate says of a case."""
    return judge(case.claim, case.evidence, vectors() if with_vectors else None).support


def verdicts(cases: Sequence[Case], supports: Sequence[str]) -> dict[str, Any]:
    """Detection, false alarms and wrong contradictions over some claims, and what was caught by kind of edit."""
    counts: Counter[tuple[str, str]] = Counter()
    edits: dict[str, list[int]] = {}
    for case, said in zip(cases, supports, strict=True):
        counts[case.label, said] += 1
        if case.label == "contradicted":
            kind = edits.setdefault(case.edit, [0, 0])
            kind[0] += said != "supported"
            kind[1] += 1
    found: dict[str, Any] = {
        "detection": share(flagged(counts, "contradicted"), total(counts, "contradicted")),
        "false_alarms": share(flagged(counts, "supported"), total(counts, "supported")),
        "true_called_contradicted": share(counts["supported", "contradicted"], total(counts, "supported")),
        "false_called_contradicted": share(counts["contradicted", "contradicted"], total(counts, "contradicted")),
        "detection_by_edit": {kind: f"{caught}/{of}" for kind, (caught, of) in sorted(edits.items())},
    }
    if total(counts, "nei"):
        found[SILENT] = share(counts["nei", "supported"], total(counts, "nei"))
    return found


def flagged(counts: Mapping[tuple[str, str], int], label: str) -> int:
    """Claims of a label that were not called supported."""
    return counts[label, "unsupported"] + counts[label, "contradicted"]


def total(counts: Mapping[tuple[str, str], int], label: str) -> int:
    """All claims of a label."""
    return sum(count for (one, _), count in counts.items() if one == label)


def share(hits: int, of: int) -> dict[str, float | int | list[float]]:
    """A share with its Clopper-Pearson interval."""
    from scipy.stats import beta

    low = float(beta.ppf(0.025, hits, of - hits + 1)) if hits else 0.0
    high = float(beta.ppf(0.975, hits + 1, of - hits)) if hits < of else 1.0
    return {"share": round(hits / max(1, of), 4), "of": of, "interval": [round(low, 4), round(high, 4)]}


def overlap(fitting: Sequence[Case], cases: Sequence[Case]) -> dict[str, Any]:
    """The baseline: words in common with the best sentence, from a threshold of as many false alarms."""

    def held(case: Case) -> float:
        found = matches(case.claim, case.evidence, limit=1)
        return found[0].held if found else 0.0

    limit = float(np.quantile([held(case) for case in fitting if case.label == "supported"], FALSE_ALARMS))
    low = {
        label: [held(case) < limit for case in cases if case.label == label] for label in ("supported", "contradicted")
    }
    return {
        "detection": share(sum(low["contradicted"]), len(low["contradicted"])),
        "false_alarms": share(sum(low["supported"]), len(low["supported"])),
    }


def timed(cases: Sequence[Case]) -> dict[str, float]:
    """Milliseconds of CPU to judge a claim against ten passages without vectors, texts seen for the first time."""
    taken = []
    for case in cases[:TIMED]:
        begun = time.process_time()
        judge(case.claim, case.evidence)
        taken.append(1000 * (time.process_time() - begun))
    return {"p50": round(float(np.median(taken)), 2), "p95": round(float(np.quantile(taken, 0.95)), 2)}


def table(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """The figures as a Markdown table."""
    rows = ["| set | claims | detection | false alarms | true called contradicted |", "|---|---|---|---|---|"]
    for name, found in figures.items():
        if not found["detection"]["of"]:
            continue
        cells = [found[key] for key in ("detection", "false_alarms") if key in found]
        called = found.get("true_called_contradicted")
        shown = [f"{one['share']:.1%} [{one['interval'][0]:.1%}, {one['interval'][1]:.1%}]" for one in cells]
        shown.append(f"{called['share']:.1%}" if called else "")
        rows.append(f"| {name} | {sum(int(one['of']) for one in cells)} | {' | '.join(shown)} |")
    return "\n".join(rows)


def _measured(sets: Mapping[str, Sequence[Case]], kind: str, jobs: int) -> dict[str, dict[str, Any]]:
    """The verdicts over each set, and over all that was made, by one of the two models."""
    every = [case for cases in sets.values() for case in cases]
    said = iter(over(every, partial(support, with_vectors=kind == "vectors"), jobs))
    supports = {name: [next(said) for _ in cases] for name, cases in sets.items()}
    found = {f"{name} ({kind})": verdicts(cases, supports[name]) for name, cases in sets.items()}
    made_ = [name for name in sets if name.startswith("made from")]
    changed = [case for name in made_ for case in sets[name]]
    return found | {
        f"all made ({kind})": verdicts(changed, [one for name in made_ for one in supports[name]]),
    }


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", required=True, help="index of samples/")
    parser.add_argument("--scifact", required=True, help="folder of SciFact")
    parser.add_argument("--made", nargs="+", required=True, help="indexes that nothing was fitted on")
    parser.add_argument("--wanted", type=int, default=WANTED, help="claims of each made set")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    sets = {
        "samples held, its passage": samples(given.samples, "held"),
        "samples held, looked up": samples(given.samples, "held", looked_up=True),
        "samples held, other files": elsewhere(given.samples, "held"),
        "SciFact, other half": scifact(given.scifact, 1),
    }
    cost = timed(sets["samples held, looked up"])
    for index in given.made:
        sets[f"made from {Path(index).name}"] = made(index)[: given.wanted]
    figures: dict[str, dict[str, Any]] = {}
    for kind in ("words", "vectors"):
        asked = {name: cases for name, cases in sets.items() if kind == "words" or "looked up" not in name}
        figures |= _measured(asked, kind, given.jobs)
    figures["SciFact, word overlap alone"] = overlap(scifact(given.scifact, 0), sets["SciFact, other half"])
    held = sets["samples held, its passage"]
    figures["samples held, word overlap alone"] = overlap(samples(given.samples, "train"), held)
    (HERE / "figures.json").write_text(json.dumps({"cpu_ms": cost, "sets": figures}, indent=1) + "\n", "utf-8")
    head = "# The first gate, measured\n\n`python evaluation/claims/measure.py --help` says how. "
    head += "Shares with 95 % intervals.\n\n"
    foot = "\n\nJudging a claim against ten passages without vectors: "
    foot += f"{cost['p50']} ms CPU (median), {cost['p95']} ms (p95).\n"
    silent = ", ".join(
        f"{name} {found[SILENT]['share']:.1%} of {found[SILENT]['of']}"
        for name, found in figures.items()
        if SILENT in found
    )
    foot += f"\nClaims of which the evidence says nothing, called supported all the same: {silent}.\n"
    (HERE / "figures.md").write_text(head + table(figures) + foot, "utf-8")


if __name__ == "__main__":
    main()
