"""Measure the first gate on the exam beside this file: claims in free words over twelve short documents.

    python evaluation/claims/exam.py dev
    python evaluation/claims/exam.py held --write

The documents of a half are indexed together in a temporary folder; each claim is held against what is looked up for it
there, as `kts check` does. Nothing is fitted on either half; rules were mended by what `dev` shows, and `held` is
measured once when they are done. `offices` is a further part: the papers of a harbour, a laboratory, an insurer and an
IT department, written one after another, each before the rules were mended by it. `--show` lists the claims that the
gate gets wrong, with what it says of them.

    python evaluation/claims/exam.py offices --entailment FOLDER --contradicted 0.9

sets beside each column one in which the entailment model of a folder (as `kts models add` makes it) reads what the
rules support. `--contradicted` and `--entailed` are the probabilities from which on it is believed, else as it says.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from fit import KINDS, models_of, over  # noqa: E402 - scripts of one folder
from material import Case, found_for  # noqa: E402

from kts.answer.claims import gate  # noqa: E402
from kts.ports.models import Least  # noqa: E402
from kts.workspace import Workspace  # noqa: E402
from measure import Entailing, share, support  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

    from measure import Said

EXAM = HERE / "exam"
LABELS = {"true": "supported", "false": "contradicted"}


def cases(half: str) -> list[Case]:
    """The claims of a part with what is looked up for them."""
    with tempfile.TemporaryDirectory() as folder:
        for one in (EXAM / half).iterdir():
            if one.suffix != ".tsv":
                shutil.copy(one, folder)
        with Workspace.create(folder) as workspace:
            workspace.ingest([folder])
            return [
                Case(claim, LABELS[label], kind, found_for(workspace, claim))
                for one in sorted((EXAM / half).glob("*.tsv"))
                for label, kind, claim in (line.split("\t") for line in one.read_text("utf-8").splitlines())
            ]


def told(given: Sequence[Case], said: Sequence[Said]) -> dict[str, dict[str, object]]:
    """For true claims how many were turned away, for each kind of false ones how many were caught."""
    flagged: dict[str, list[bool]] = defaultdict(list)
    for case, one in zip(given, said, strict=True):
        flagged["true claims turned away" if case.label == "supported" else case.edit].append(
            one.support != "supported"
        )
    flagged["false claims caught"] = [
        one for name, group in flagged.items() if name != "true claims turned away" for one in group
    ]
    wrongly = [
        one.support == "contradicted" for case, one in zip(given, said, strict=True) if case.label == "supported"
    ]
    flagged["true claims called contradicted"] = wrongly
    return {name: dict(share(sum(group), len(group))) for name, group in sorted(flagged.items())}


def show(given: Sequence[Case], said: Sequence[Said], kind: str) -> None:
    """The claims that the gate gets wrong, with the statement that decided and what the rules saw in it."""
    for case, one in zip(given, said, strict=True):
        if (one.support == "supported") == (case.label == "supported"):
            continue
        found = gate.weighed(case.claim, case.evidence, models_of(kind))
        best = max(found, key=lambda each: each.spoken)
        seen = "; ".join(f"{'!' * each.conflict}{each.kind} {each.text}" for each in best.findings)
        sys.stdout.write(
            f"[{case.label[:4]} {case.edit} -> {one.support}] {case.claim}\n    = {best.match.statement.text.strip()}\n"
            f"    spoken {best.spoken:.2f} chance {best.chance:.2f} held {best.alignment.held:.2f} "
            f"barred {gate.barred(best)} | {seen}\n"
        )


def table(half: str, figures: dict[str, dict[str, dict[str, object]]]) -> str:
    """The figures as a Markdown table, a column for each set of weights."""
    names = list(next(iter(figures.values())))
    rows = [f"## {half}", "", f"| | claims | {' | '.join(figures)} |", "|---|---|" + "---|" * len(figures)]
    for name in names:
        cells = []
        for found in figures.values():
            low, high = found[name]["interval"]  # type: ignore[misc]
            cells.append(f"{found[name]['share']:.1%} [{low:.0%}, {high:.0%}]")
        rows.append(f"| {name} | {next(iter(figures.values()))[name]['of']} | {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> None:
    """Measure one half."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("half", choices=("dev", "held", "offices"))
    parser.add_argument("--kinds", nargs="+", default=["words", "vectors, read"], choices=list(KINDS))
    parser.add_argument("--show", action="store_true", help="the claims that are judged wrongly")
    parser.add_argument("--write", action="store_true", help="into exam/HALF.md")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--entailment", metavar="FOLDER", help="an entailment model that reads claims, too")
    parser.add_argument("--contradicted", type=float, help="least probability of a contradiction")
    parser.add_argument("--entailed", type=float, help="least probability of entailment")
    options = parser.parse_args()
    given = cases(options.half)
    models: dict[str, Entailing | None] = {"": None}
    if options.entailment:
        models[", entailed"] = Entailing(options.entailment, Least(options.entailed, options.contradicted))
    figures = {}
    for kind in options.kinds:
        for with_model, model in models.items():
            said = over(given, partial(support, kind=kind, entailing=model), options.jobs)
            figures[kind + with_model] = told(given, said)
            if options.show:
                show(given, said, kind)
    text = table(options.half, figures)
    sys.stdout.write(f"{text}\n")
    if options.write:
        (EXAM / f"{options.half}.md").write_text(f"# The exam of the first gate\n\n{text}\n", "utf-8")


if __name__ == "__main__":
    main()
