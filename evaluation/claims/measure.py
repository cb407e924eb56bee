"""Measure the first gate on claims that it was not fitted on; writes figures.json and figures.md beside itself.

    python evaluation/claims/measure.py --samples INDEX --scifact DIR --made INDEX...

`--made` are indexes of sets that nothing was fitted on. Detection is the share of false claims called unsupported or
contradicted, false alarms the share of true ones; `in a draft` both by the threshold for what a language model wrote.
Intervals are Clopper-Pearson, 95 %.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from fit import FALSE_ALARMS, KINDS, models_of, over, reader  # noqa: E402 - scripts of one folder
from material import WANTED, drafts, elsewhere, made, samples, scifact  # noqa: E402

from kts.answer.claims.gate import judge  # noqa: E402
from kts.answer.claims.match import matches  # noqa: E402
from kts.data import table as shipped  # noqa: E402
from kts.entail.onnx import OnnxEntailment  # noqa: E402
from kts.ports.models import Least  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from material import Case

    from kts.ports.models import Reader

SILENT = "nothing_said_called_supported"
SILENT_DRAFT = f"{SILENT}_in_a_draft"
TIMED = 160
"""Claims whose judging is timed, and as many others with a reader."""


class Said(NamedTuple):
    """What the gate says of a case, and whether that would pass in a draft too."""

    support: str
    in_draft: bool


class Entailing(NamedTuple):
    """An entailment model's folder, and what is asked of it: None for what its manifest says."""

    folder: str
    least: Least


@cache
def entailment(given: Entailing) -> OnnxEntailment:
    """The model, loaded once."""
    found = OnnxEntailment(Path(given.folder))
    found.least = Least(
        *(own if own is not None else known for own, known in zip(given.least, found.least, strict=True))
    )
    return found


def support(case: Case, *, kind: str, entailing: Entailing | None = None) -> Said:
    """What the gate says of a case at both thresholds."""
    models = models_of(kind)
    model = entailment(entailing) if entailing else models.entailment
    found = judge(case.claim, case.evidence, models.tokens, reader=models.reader, entailment=model)
    limit = shipped("gate.json")[kind]["thresholds"]["drafted"]
    return Said(found.support, found.support == "supported" and found.score >= limit)


def verdicts(cases: Sequence[Case], supports: Sequence[Said]) -> dict[str, Any]:
    """Detection, false alarms and wrong contradictions over some claims, and what was caught by kind of edit."""
    counts: Counter[tuple[str, str]] = Counter()
    drafted: Counter[str] = Counter()
    edits: dict[str, list[int]] = {}
    for case, said in zip(cases, supports, strict=True):
        counts[case.label, said.support] += 1
        drafted[case.label] += not said.in_draft
        if case.label == "contradicted":
            kind = edits.setdefault(case.edit, [0, 0])
            kind[0] += said.support != "supported"
            kind[1] += 1
    found: dict[str, Any] = {
        "detection": share(flagged(counts, "contradicted"), total(counts, "contradicted")),
        "false_alarms": share(flagged(counts, "supported"), total(counts, "supported")),
        "true_called_contradicted": share(counts["supported", "contradicted"], total(counts, "supported")),
        "false_called_contradicted": share(counts["contradicted", "contradicted"], total(counts, "contradicted")),
        "draft_detection": share(drafted["contradicted"], total(counts, "contradicted")),
        "draft_false_alarms": share(drafted["supported"], total(counts, "supported")),
        "detection_by_edit": {kind: f"{caught}/{of}" for kind, (caught, of) in sorted(edits.items())},
    }
    if total(counts, "nei"):
        found[SILENT] = share(counts["nei", "supported"], total(counts, "nei"))
        found[SILENT_DRAFT] = share(total(counts, "nei") - drafted["nei"], total(counts, "nei"))
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
        found = matches([case.claim] * len(case.evidence), case.evidence, limit=1)
        return found[0].held if found else 0.0

    limit = float(np.quantile([held(case) for case in fitting if case.label == "supported"], FALSE_ALARMS))
    low = {
        label: [held(case) < limit for case in cases if case.label == label] for label in ("supported", "contradicted")
    }
    return {
        "detection": share(sum(low["contradicted"]), len(low["contradicted"])),
        "false_alarms": share(sum(low["supported"]), len(low["supported"])),
    }


def timed(cases: Sequence[Case], reading: Reader | None = None) -> dict[str, float]:
    """Milliseconds of CPU to judge a claim against ten passages without vectors, texts seen for the first time."""
    taken = []
    for case in cases:
        begun = time.process_time()
        judge(case.claim, case.evidence, reader=reading)
        taken.append(1000 * (time.process_time() - begun))
    return {"p50": round(float(np.median(taken)), 2), "p95": round(float(np.quantile(taken, 0.95)), 2)}


def table(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """The figures as a Markdown table."""
    rows = [
        "| set | claims | detection | false alarms | true called contradicted | in a draft: detection | false alarms |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, found in figures.items():
        if not found["detection"]["of"]:
            continue
        cells = [found[key] for key in ("detection", "false_alarms") if key in found]
        called = found.get("true_called_contradicted")
        shown = [f"{one['share']:.1%} [{one['interval'][0]:.1%}, {one['interval'][1]:.1%}]" for one in cells]
        shown.append(f"{called['share']:.1%}" if called else "")
        shown += [
            f"{found[key]['share']:.1%}" if key in found else "" for key in ("draft_detection", "draft_false_alarms")
        ]
        rows.append(f"| {name} | {sum(int(one['of']) for one in cells)} | {' | '.join(shown)} |")
    return "\n".join(rows)


def sources(given: argparse.Namespace) -> dict[str, Callable[[], Sequence[Case]]]:
    """How each set is made."""
    found: dict[str, Callable[[], Sequence[Case]]] = {
        "samples held, its passage": partial(samples, given.samples, "held"),
        LOOKED_UP: partial(_looked_up, given.samples),
        "samples held, other files": partial(elsewhere, given.samples, "held"),
        "drafts of a small language model": drafts,
        "SciFact, other half": partial(scifact, given.scifact, 1),
    }
    for index in given.made:
        found[f"made from {Path(index).name}"] = partial(_made, index, given.wanted)
    return {name: make for name, make in found.items() if name.startswith(tuple(given.sets or [""]))}


@cache
def _looked_up(index: str) -> Sequence[Case]:
    """Timed and measured: looked up once."""
    return samples(index, "held", looked_up=True)


def _made(index: str, wanted: int) -> Sequence[Case]:
    return made(index)[:wanted]


def measured(given: argparse.Namespace, kind: str) -> dict[str, Any]:
    """The verdicts over each set by one of the two models, over all that was made, and the baselines."""
    found: dict[str, Any] = {}
    changed: list[Case] = []
    said_of_changed: list[Said] = []
    for name, make in sources(given).items():
        if kind != "words" and name == LOOKED_UP:
            continue
        cases = make()
        said = over(cases, partial(support, kind=kind), given.jobs)
        found[f"{name} ({kind})"] = verdicts(cases, said)
        if name.startswith("made from"):
            changed += cases
            said_of_changed += said
        if name in FITTED_ON and kind == "words":
            fitting = samples(given.samples, "train") if name.startswith("samples") else scifact(given.scifact, 0)
            found[f"{name.split(',')[0]}, word overlap alone"] = overlap(fitting, cases)
    return found | ({f"all made ({kind})": verdicts(changed, said_of_changed)} if changed else {})


LOOKED_UP = "samples held, looked up"
FITTED_ON = frozenset({"samples held, its passage", "SciFact, other half"})
"""Sets that have a training half, from which the baseline takes its threshold."""


def written(figures: Mapping[str, Any], cost: Mapping[str, float]) -> None:
    """Both files."""
    (HERE / "figures.json").write_text(json.dumps({"cpu_ms": cost, "sets": figures}, indent=1) + "\n", "utf-8")
    head = "# The first gate, measured\n\n`python evaluation/claims/measure.py --help` says how. "
    head += "Shares with 95 % intervals.\n\n"
    foot = "\n\nJudging a claim against ten passages without vectors: "
    if cost:
        foot += f"{cost['p50']} ms CPU (median), {cost['p95']} ms (p95); with a reader {cost['read_p50']} ms and "
        foot += f"{cost['read_p95']} ms.\n"
    else:
        foot += "not measured.\n"
    silent = ", ".join(
        f"{name} {found[SILENT]['share']:.1%} of {found[SILENT]['of']} (in a draft {found[SILENT_DRAFT]['share']:.1%})"
        for name, found in figures.items()
        if SILENT in found
    )
    foot += f"\nClaims of which the evidence says nothing, called supported all the same: {silent}.\n"
    (HERE / "figures.md").write_text(head + table(figures) + foot, "utf-8")


def main() -> None:
    """Measure and write, or add to what is written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", required=True, help="index of samples/")
    parser.add_argument("--scifact", required=True, help="folder of SciFact")
    parser.add_argument("--made", nargs="*", default=[], help="indexes that nothing was fitted on")
    parser.add_argument("--wanted", type=int, default=WANTED, help="claims of each made set")
    parser.add_argument("--sets", nargs="+", help="only sets whose names begin so")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--add", action="store_true", help="to the figures of an earlier run of the same gate")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    cost: Mapping[str, float] = {}
    looked_up = sources(given).get(LOOKED_UP)
    if looked_up and "words" in given.kinds:
        cases = looked_up()
        read = timed(cases[TIMED : 2 * TIMED], reader())
        cost = timed(cases[:TIMED]) | {f"read_{name}": value for name, value in read.items()}
    found = {name: one for kind in given.kinds for name, one in measured(given, kind).items()}
    kept: dict[str, Any] = json.loads((HERE / "figures.json").read_text("utf-8")) if given.add else {}
    written({**kept.get("sets", {}), **found}, cost or kept.get("cpu_ms", {}))


if __name__ == "__main__":
    main()
