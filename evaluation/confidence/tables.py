"""Write the tables of README.md anew from figures.json, between their marks.

python evaluation/confidence/tables.py
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = Path(__file__).parent
COLUMNS = (
    ("set", "set", "{}"),
    ("questions", "questions", "{}"),
    ("right", "right", "{:.2f}"),
    ("AUROC right", "auroc", "{:.3f}"),
    ("AUROC answerable", "auroc_answerable", "{:.3f}"),
    ("ECE", "ece", "{:.3f}"),
    ("ECE of true probabilities", "ece_least", "{:.3f}"),
    ("ECE after `kts calibrate` on the other half", "ece_recalibrated", "{:.3f}"),
    ("coverage at 90 % right", "coverage_at_90", "{:.3f}"),
    ("the same by cosine", "coverage_at_90_cosine", "{:.3f}"),
    ("answerable ones answered", "answered", "{:.2f}"),
)
"""Heading, key and form of each column."""


def sets(found: Mapping[str, Any]) -> str:
    """The figures of every set."""
    return _table(
        [heading for heading, _, _ in COLUMNS],
        [[_short(form.format(row[key])) for _, key, form in COLUMNS] for row in found["sets"]],
    )


def near(found: Mapping[str, Any]) -> str:
    """Near-misses whose original was answered, by set and in all, with the bound in words."""
    by_set = {**found["near_misses_by_set"], "all": found["near_misses"]}
    rows = [
        [
            name,
            f"{one['originals_answered']} of {one['originals']}",
            str(one["near_misses"]),
            f"{one['elsewhere_answered']} of {one['elsewhere']}",
            f"{one['nowhere_answered']} of {one['nowhere']}",
        ]
        for name, one in by_set.items()
    ]
    whole = found["near_misses"]
    headings = ["set", "originals answered", "near-misses of those", "answered, value from elsewhere",
                "answered, value from nowhere"]  # fmt: skip
    bound = f"{whole['rate']:.1%} in all, at most {whole['upper_bound_95']:.1%} with 95 % probability."
    return f"{_table(headings, rows)}\n\n{bound}"


def own(found: Mapping[str, Any]) -> str:
    """Answerable or not among the questions of the sets that hold both."""
    rows = (row for row in found["sets"] if row["set"] in {"squad2", "cuad", "samples"})
    told = (f"{row['set']} {_short(format(row['auroc_own'], '.3f'))}"
            f" (BM25 of the best passage {_short(format(row['auroc_own_bm25'], '.3f'))})" for row in rows)  # fmt: skip
    return f"Answerable or not among the set's own questions, AUROC: {', '.join(told)}."


def promise(found: Mapping[str, Any]) -> str:
    """How often the threshold of `kts calibrate` kept its promise."""
    rows = [
        [name, f"{one['held']:.3f}".lstrip("0"), _short(f"{one['answerable_answered']:.2f}")]
        for name, one in found["promise_of_questions"].items()
    ]
    return _table(["set", "the promise held", "answerable questions answered"], rows)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _short(figure: str) -> str:
    return figure[1:] if figure.startswith("0.") else figure


def main() -> None:
    """Rewrite what stands between the marks."""
    figures = json.loads((HERE / "figures.json").read_text(encoding="utf-8"))
    read = figures["with_reader"]
    parts = {
        "sets": sets(figures),
        "own": own(figures),
        "sets-reader": sets(read),
        "own-reader": own(read),
        "near": near(figures),
        "near-reader": near(read),
        "promise": promise(read),
    }
    page = (HERE / "README.md").read_text(encoding="utf-8")
    for name, text in parts.items():
        marked = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
        page, count = re.subn(marked, lambda found, text=text: found[1] + text + found[2], page, flags=re.DOTALL)
        if count != 1:
            sys.exit(f"README.md has no place for {name}: <!-- {name} --> ... <!-- end -->")
    (HERE / "README.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
