"""What each optional stage is worth: every one switched the other way, on the same questions, paired.

A stage that loses significantly on more than one set in five has no place in the defaults.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.evaluate.metrics import evaluate_run
from kts.evaluate.significance import paired_bootstrap, paired_differences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.evaluate.qrels import Qrels
    from kts.evaluate.runs import Run

    Search = Callable[[Mapping[str, Any]], tuple[Run, Sequence[float]]]

METRIC = "ndcg@10"
ELSEWHERE = {"embed.query_encoder": "none"}
"""Settings outside of `search` that the way of a question hangs on, and the value without."""


class Switch(NamedTuple):
    """A stage and the settings that switch it: `value` is the other way than the default."""

    name: str
    setting: str
    value: Any


class Ablated(NamedTuple):
    """One set with one stage switched: its nDCG@10, the paired difference to the defaults, and the CPU of a question.

    `difference` > 0: better so than by default. `low` and `high` are the 95 % interval, `cpu_ms` the median.
    """

    set_name: str
    switch: str
    value: float
    difference: float
    low: float
    high: float
    p: float
    cpu_ms: float
    queries: int


def switches(settings: Mapping[str, Any], choices: Mapping[str, Sequence[str]]) -> tuple[Switch, ...]:
    """Every optional stage of the search, switched the other way: true and false, and each other choice.

    `settings` are those in force by dotted name, `choices` the values of those that are texts.
    """
    found = []
    for name, value in sorted(settings.items()):
        section, _, short = name.partition(".")
        if section != "search":
            continue
        if isinstance(value, bool):
            found.append(Switch(f"{'without' if value else 'with'} {short}", name, not value))
        else:
            found += [Switch(f"{short} {other}", name, other) for other in choices.get(name, ()) if other != value]
    found += [Switch(f"{name} {off}", name, off) for name, off in ELSEWHERE.items() if settings.get(name, off) != off]
    return tuple(found)


def ablate(set_name: str, qrels: Qrels, search: Search, wanted: Sequence[Switch]) -> Iterator[Ablated]:
    """The defaults first, then each switch. `search` takes changed settings and gives a run and CPU milliseconds."""
    run, times = search({})
    default = evaluate_run(qrels, run).metric(METRIC)
    mean = sum(default.values()) / len(default)
    yield Ablated(set_name, "as configured", mean, 0.0, 0.0, 0.0, 1.0, _typical(times), len(default))
    for switch in wanted:
        run, times = search({switch.setting: switch.value})
        found = evaluate_run(qrels, run).metric(METRIC)
        test = paired_bootstrap({set_name: list(paired_differences(found, default).values())})
        value = sum(found.values()) / len(found)
        yield Ablated(
            set_name, switch.name, value, test.difference, test.low, test.high, test.p, _typical(times), len(found)
        )


def _typical(times: Sequence[float]) -> float:
    return round(median(times), 2) if times else 0.0


def table(rows: Sequence[Ablated]) -> str:
    """A Markdown table: a line a stage and set, a difference in bold where its interval does not hold 0."""
    lines = ["| set | stage | nDCG@10 | difference | 95 % interval | CPU ms |", "|---|---|---|---|---|---|"]
    for row in rows:
        shown = f"{row.difference:+.4f}"
        sure = row.low > 0 or row.high < 0
        bounds = "" if row.switch == "as configured" else f"[{row.low:+.4f}, {row.high:+.4f}]"
        marked = "" if not bounds else f"**{shown}**" if sure else shown
        lines.append(f"| {row.set_name} | {row.switch} | {row.value:.4f} | {marked} | {bounds} | {row.cpu_ms:.1f} |")
    return "\n".join(lines) + "\n"


def losers(rows: Sequence[Ablated], *, share: float = 0.2) -> tuple[str, ...]:
    """Stages whose switching makes more than `share` of the sets significantly better: their default is wrong."""
    sets = {row.set_name for row in rows}
    better: dict[str, set[str]] = {}
    for row in rows:
        if row.low > 0:
            better.setdefault(row.switch, set()).add(row.set_name)
    return tuple(sorted(name for name, where in better.items() if len(where) > share * len(sets)))
