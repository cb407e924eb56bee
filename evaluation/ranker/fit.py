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


def main() -> None:
    """Write figures and, unless asked not to, the ranker."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--candidates", type=Path, required=True)
    options.add_argument("--no-ship", action="store_true")
    given = options.parse_args()
    from kts.evaluate.ranking import trained
    from kts.search.signals import NAMES, RISING

    sets = {path.name.removesuffix(".json.gz"): _read(path) for path in sorted(given.candidates.glob("*.json.gz"))}
    report = trained(sets, NAMES, rising=RISING, families=FAMILIES)
    (HERE / "figures.json").write_text(json.dumps(_figures(report), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (HERE / "figures.md").write_text(_page(report), encoding="utf-8")
    if not given.no_ship:
        SHIPPED.write_text(json.dumps(report.value, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
    print(_page(report))


def _read(path: Path) -> list[Candidates]:
    from kts.evaluate.ranking import Candidates

    with gzip.open(path, "rt", encoding="utf-8") as stream:
        found = json.load(stream)
    return [
        Candidates(
            one["rows"],
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
        "nDCG@10 of the candidates as fused and as ranked; each set was measured by trees that were fitted without its",
        "family. Written by `fit.py`; the columns are those of `search/signals.py`.",
        "",
        "| set | questions | fused | ranked | difference | 95 % interval | over the better arm |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, gain in [*report.sets.items(), ("all questions", report.pooled)]:
        mean, low, high = gain.difference
        bounds = f"[{low:+.4f}, {high:+.4f}]"
        arm = gain.over_arm
        over = f"{arm.mean:+.3f} [{arm.low:+.3f}, {arm.high:+.3f}]" if arm else ""
        numbers = f"{gain.fused:.4f} | {gain.ranked:.4f} | {mean:+.4f} | {bounds}"
        lines.append(f"| {name} | {gain.questions} | {numbers} | {over} |")
    fused, ranked = (
        sum(getattr(gain, name) for gain in report.sets.values()) / len(report.sets) for name in ("fused", "ranked")
    )
    lines.append(f"| mean of the sets | | {fused:.4f} | {ranked:.4f} | {ranked - fused:+.4f} | | |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
