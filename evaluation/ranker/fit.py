"""Fit the ranker that ships to all collected sets, and say what it gains on families that were left out."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judged import FAMILIES, ROOT

if TYPE_CHECKING:
    from kts.evaluate.ranking import Candidates, Gain, Report

sys.path.insert(0, str(ROOT / "src"))
SHIPPED = ROOT / "src" / "kts" / "data" / "ranker.json"
HERE = Path(__file__).parent
HEAD = (
    "| set | questions | fused | ranked | difference | 95 % interval | over the better arm |",
    "|---|---|---|---|---|---|---|",
)


def main() -> None:
    """Write figures and, unless asked not to, the ranker."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--candidates", type=Path, default=Path())
    options.add_argument("--held", type=Path, help="candidates that only measure what ships; nothing is fitted")
    options.add_argument("--no-ship", action="store_true")
    given = options.parse_args()
    from kts.evaluate.ranking import trained
    from kts.search.signals import NAMES

    if given.held:
        _measure_held(given.held)
        return
    sets = _sets(given.candidates)
    report = trained(sets, NAMES, families=FAMILIES)
    (HERE / "figures.json").write_text(json.dumps(_figures(report), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (HERE / "figures.md").write_text(_page(report), encoding="utf-8")
    if not given.no_ship:
        SHIPPED.write_text(json.dumps(report.value, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(_page(report))


def _sets(place: Path) -> dict[str, list[Candidates]]:
    return {path.name.removesuffix(".json.gz"): _read(path) for path in sorted(place.glob("*.json.gz"))}


def _measure_held(place: Path) -> None:
    """Write held.md: what the ranker that ships gains on the half of the samples that it has not seen."""
    from kts.evaluate.ranking import reported

    weights = json.loads(SHIPPED.read_text(encoding="utf-8"))["weights"]
    lines = ["# What the ranker that ships gains on the held half of the samples", "", *HEAD]
    lines += [_row(name, gain) for name, gain in reported(_sets(place), weights).items()]
    page = "\n".join(lines) + "\n"
    (HERE / "held.md").write_text(page, encoding="utf-8")
    print(page)


def _read(path: Path) -> list[Candidates]:
    from kts.evaluate.ranking import Candidates

    with gzip.open(path, "rt", encoding="utf-8") as stream:
        found = json.load(stream)
    return [
        Candidates(
            one["columns"],
            tuple(one["grades"]),
            tuple(map(str, one["documents"])),
            tuple(one["best"]),
            one["per_document"],
        )
        for one in found
    ]


def _figures(report: Report) -> dict[str, Any]:
    return {name: _numbers(gain) for name, gain in {**report.sets, "all questions": report.pooled}.items()}


def _numbers(gain: Gain) -> dict[str, Any]:
    return {
        "questions": gain.questions,
        "fused": round(gain.fused, 4),
        "ranked": round(gain.ranked, 4),
        "difference": [round(value, 4) for value in gain.difference],
    }


def _page(report: Report) -> str:
    lines = [
        "# What the fitted ranker gains",
        "",
        "nDCG@10 of the candidates as fused and as ranked; each set was measured by weights that were fitted without",
        "its family. Written by `fit.py`; the columns are those of `search/signals.py`.",
        "",
        *HEAD,
    ]
    lines += [_row(name, gain) for name, gain in [*report.sets.items(), ("all questions", report.pooled)]]
    fused, ranked = (
        sum(getattr(gain, name) for gain in report.sets.values()) / len(report.sets) for name in ("fused", "ranked")
    )
    lines.append(f"| mean of the sets | | {fused:.4f} | {ranked:.4f} | {ranked - fused:+.4f} | | |")
    names = list(report.value["weights"])
    lines += ["", "| fitted without | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for family, weights in [*report.left_out.items(), ("(nothing: as shipped)", report.value["weights"])]:
        lines.append(f"| {family} | " + " | ".join(f"{weights[name]:.2f}" for name in names) + " |")
    return "\n".join(lines) + "\n"


def _row(name: str, gain: Gain) -> str:
    mean, low, high = gain.difference
    arm = gain.over_arm
    over = f"{arm.mean:+.3f} [{arm.low:+.3f}, {arm.high:+.3f}]" if arm else ""
    numbers = f"{gain.fused:.4f} | {gain.ranked:.4f} | {mean:+.4f} | [{low:+.4f}, {high:+.4f}]"
    return f"| {name} | {gain.questions} | {numbers} | {over} |"


if __name__ == "__main__":
    main()
