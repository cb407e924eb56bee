"""Evaluations as a table for people and a dictionary for programs; two runs side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kts.evaluate.significance import (
    RESAMPLES,
    SEED,
    paired_bootstrap,
    paired_differences,
    randomisation_test,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.evaluate.metrics import Evaluation
    from kts.evaluate.significance import (
        Significance,
    )

SHOWN = ("ndcg@10", "recall@10", "recall@100", "mrr@10", "map")
METRIC = "ndcg@10"
_SAME = 1e-9  # two values of one query closer than this are a tie


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs over the same queries: `rows` are (set, query, ours, reference), largest loss first."""

    metric: str
    ours: float
    reference: float
    significance: Significance
    randomisation_p: float
    rows: tuple[tuple[str, str, float, float], ...]

    @property
    def wins(self) -> int:
        """Queries on which ours is better."""
        return sum(ours - reference > _SAME for _, _, ours, reference in self.rows)

    @property
    def losses(self) -> int:
        """Queries on which the reference is better."""
        return sum(reference - ours > _SAME for _, _, ours, reference in self.rows)

    @property
    def ties(self) -> int:
        """Queries on which both are the same."""
        return len(self.rows) - self.wins - self.losses

    def as_json(self) -> dict[str, Any]:
        """The comparison with one row a query."""
        names = ("set", "query", "ours", "reference")
        return {
            "metric": self.metric,
            "ours": self.ours,
            "reference": self.reference,
            **self.significance.as_json(),
            "randomisation_p": self.randomisation_p,
            "wins": self.wins,
            "losses": self.losses,
            "ties": self.ties,
            "per_query": [dict(zip(names, row, strict=True)) for row in self.rows],
        }

    def as_text(self) -> str:
        """The comparison in one sentence."""
        found = self.significance
        return (
            f"{self.metric} {self.ours:.4f} against {self.reference:.4f}: {found.difference:+.4f} "
            f"[{found.low:+.4f}, {found.high:+.4f}], p = {found.p:.4f}; better on {self.wins}, "
            f"worse on {self.losses}, same on {self.ties} of {len(self.rows)} queries"
        )


def compare(
    sets: Mapping[str, tuple[Evaluation, Evaluation]],
    *,
    metric: str = METRIC,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Comparison:
    """Compare (ours, reference) on each named set, stratified; each set counts the same.

    Raises UsageError when the two did not measure the same queries.
    """
    pairs = {name: (ours.metric(metric), theirs.metric(metric)) for name, (ours, theirs) in sorted(sets.items())}
    differences = {name: tuple(paired_differences(*pair).values()) for name, pair in pairs.items()}
    rows = [
        (name, query, ours[query], theirs[query]) for name, (ours, theirs) in pairs.items() for query in sorted(ours)
    ]
    return Comparison(
        metric=metric,
        ours=sum(ours.means[metric] for ours, _ in sets.values()) / max(len(sets), 1),
        reference=sum(theirs.means[metric] for _, theirs in sets.values()) / max(len(sets), 1),
        significance=paired_bootstrap(differences, resamples=resamples, seed=seed),
        randomisation_p=randomisation_test(differences, resamples=resamples, seed=seed),
        rows=tuple(sorted(rows, key=lambda row: (row[2] - row[3], row[0], row[1]))),
    )


def table(evaluations: Mapping[str, Evaluation], *, metrics: Sequence[str] = SHOWN) -> str:
    """A text table, one row an evaluation in the order given; a metric that was not measured is a dash."""
    header = ("run", "queries", *metrics)
    rows = [(name, str(found.queries), *_cells(found, metrics)) for name, found in evaluations.items()]
    return aligned([header, *rows])


def _cells(evaluation: Evaluation, metrics: Sequence[str]) -> list[str]:
    return [f"{evaluation.means[name]:.4f}" if name in evaluation.means else "-" for name in metrics]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as text: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        "  ".join(cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def as_json(evaluations: Mapping[str, Evaluation]) -> dict[str, dict[str, float | int]]:
    """The same as `table`, for programs: run name -> metrics and number of queries."""
    return {name: found.as_json() for name, found in evaluations.items()}
