"""Write docs/explanation/compared.md and its plot from the measured lines.

`table.py [--results FOLDER] [--docs FOLDER]`; of several lines of one system and set the last one counts.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from plot import Point, drawn
from systems import OURS, SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HERE = Path(__file__).resolve().parent
DOCS = HERE.parents[1] / "docs" / "explanation"
Lines: TypeAlias = dict[tuple[str, str], dict[str, Any]]
"""(set, system) -> its newest line."""
POOLED = ""
"""The name under which the comparison over all sets stands: of the last call of pool.py."""


class Cost(NamedTuple):
    """A column of the table of costs: its heading, the field, and by what a value is divided."""

    heading: str
    field: str
    unit: float = 1.0


COSTS = (
    Cost("index, CPU s", "index_cpu_s"),
    Cost("with embedding", "index_with_model_cpu_s"),
    Cost("question, CPU ms, median", "query_cpu_ms_p50"),
    Cost("95 %", "query_cpu_ms_p95"),
    Cost("median with embedding", "query_with_model_cpu_ms_p50"),
    Cost("first answer of a process, CPU s", "cold_with_model_cpu_s"),
    Cost("memory, MB", "query_with_model_rss_mb"),
    Cost("disk, MB", "disk_bytes", 1e6),
)
COMPARED_COSTS = {
    "index_with_model_cpu_s": "making the index, embedding included (CPU s)",
    "query_with_model_cpu_ms_p50": "a question, embedding included (CPU ms)",
    "query_cpu_ms_p50": "a question without its embedding (CPU ms)",
    "cold_with_model_cpu_s": "the first answer of a new process, loading the model included (CPU s)",
    "query_with_model_rss_mb": "memory while searching, the model included (MB)",
    "disk_bytes": "the index on disk (bytes)",
}
SAME = 1.05
"""Costs that are not further apart are the same: the machine is not quieter than that."""
HEAD = """# Beside other engines

*Written by `python benchmarks/compare/table.py` from `benchmarks/compare/results/`.*

All engines get the same documents, the same questions and the same embedding model: MiniLM, 384 dimensions, 256 tokens.
The references are what one writes without a product: tantivy alone, an exact search among the vectors alone, and a
script of some sixty lines that fuses both by reciprocal ranks. The peers run with what their documentation gives for a
hybrid search. Every question asks for 100 documents.
"""
LIMITS = """## What can be compared, and what cannot

- **The constants of KTS were chosen on eleven judged sets, and these are among them.** The weight of the fusion is the
  one that is picked whichever set is left out; on sets never seen its gain over RRF was .010 instead of .016. The
  peers' defaults were chosen without these sets.
- Engines get the vectors of whole documents, cut to the tokens that the model reads at once. KTS gets files: it reads
  them in processes that may be killed, makes passages and windows of its own, embeds each, and keeps texts, hashes and
  places so that citations can be checked again. That is part of what is compared, and why its index costs and holds
  more. The references keep no texts.
- Defaults against defaults: nothing was tuned, here or there. All peers take other models, rerankers and stores.
  Haystack's and LlamaIndex's stores are the ones in memory that come with them, meant for trying things out: with a
  server's store they would cost less a question. Chroma's library has no hybrid search; it is measured with vectors
  alone, and its graph is approximate.
- Costs are CPU time, user and system, of all threads, with one thread for numeric libraries. Others used the machine,
  too ({load} processes waiting for each processor): compare by factors, not by per cents. A question's embedding is
  measured apart and added to the engines; of KTS, which embeds itself, it is taken off where a column says so.
- Every question asks for 100 documents, as recall@100 wants, and who checks and reads what is returned pays for each:
  KTS asked for ten spends a third (by words on musique-100: 2.5 CPU ms instead of 7.7).
- Memory is the peak of the process that answers. For the engines the model's part, measured apart, is added.
- Short English paragraphs and abstracts say nothing about long manuals, identifiers, tables or other languages, nor
  about what comes after ranking.
"""
AGAIN = """## Again

    python benchmarks/compare/compare.py {sets} --install
    python benchmarks/compare/pool.py {sets}
    python benchmarks/compare/table.py

[How it is measured](../../benchmarks/compare/README.md). An interval is a paired bootstrap over the questions, 10,000
resamples, seeded, 95 %.
"""


def main() -> None:
    """Read, write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--results", type=Path, default=HERE / "results", help="folder of the JSON lines")
    parser.add_argument("--docs", type=Path, default=DOCS, help="folder to write to")
    options = parser.parse_args()
    lines = newest(options.results)
    (options.docs / "compared.md").write_text(page(lines), encoding="utf-8")
    (options.docs / "compared.svg").write_text(drawn(points(lines), title=_title(lines)), encoding="utf-8")


def newest(folder: Path) -> Lines:
    """The last line of each system on each set."""
    found: Lines = {}
    for path in sorted(folder.glob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            found[row.get("set", POOLED), row["system"]] = row
    if not found:
        sys.exit(f"{folder} holds no results: run compare.py first")
    return found


def page(lines: Lines) -> str:
    """The whole page."""
    loads = [line["load"] for (name, _), line in lines.items() if name != POOLED]
    load = f"{min(loads):.1f} to {max(loads):.1f}"
    parts = [
        HEAD,
        "![nDCG@10 against CPU a question](compared.svg)\n",
        "## Quality\n\nnDCG@10\n\n" + quality(lines),
        "KTS less the other, nDCG@10, with its 95 % interval:\n\n" + differences(lines),
        _systems(lines),
        f"## Cost\n\nOn {_largest(lines)}, the largest of the sets:\n\n{costs(lines)}",
        "## Where KTS is not better, or not cheaper\n\n" + "\n".join(weak(lines)) + "\n",
        LIMITS.format(load=load),
        AGAIN.format(sets=" ".join(sets(lines))),
    ]
    return "\n".join(parts)


def sets(lines: Lines) -> list[str]:
    """The sets, smallest first."""
    sizes = {name: line["documents"] for (name, _), line in lines.items() if name != POOLED}
    return sorted(sizes, key=lambda name: (sizes[name], name))


def systems(lines: Lines) -> list[str]:
    """The systems that were measured, in the order of `SYSTEMS`."""
    measured = {system for _, system in lines}
    return [name for name in SYSTEMS if name in measured]


def _largest(lines: Lines) -> str:
    return sets(lines)[-1]


def quality(lines: Lines) -> str:
    """nDCG@10 of each system on each set, and the mean where it was measured on all."""
    names = sets(lines)
    heads = [f"{name} ({_any(lines, name)['questions']} questions)" for name in names]
    rows = []
    for system in systems(lines):
        found = [lines.get((name, system)) for name in names]
        values = [line["ndcg@10"] for line in found if line]
        mean = _decimals(sum(values) / len(values)) if len(values) == len(names) else "-"
        rows.append((_bold(system), *(_decimals(line["ndcg@10"]) if line else "-" for line in found), mean))
    return _markdown(("system", *heads, "mean"), rows)


def differences(lines: Lines) -> str:
    """How much better the product is than each, with the interval; over all sets where pool.py was run on them."""
    names = sets(lines)
    whole = [line for (name, _), line in lines.items() if name == POOLED and line["sets"] == sorted(names)]
    over_all = {line["system"]: line for line in whole}
    rows = [
        (system, *(_difference(lines.get((name, system))) for name in names), _difference(over_all.get(system)))
        for system in systems(lines)
        if system != OURS
    ]
    return _markdown(("system", *names, "all, each set counting the same"), rows)


def _difference(line: dict[str, Any] | None) -> str:
    if line is None or "ours_less_this" not in line:
        return "-"
    found = line["ours_less_this"]
    return f"{_signed(found['difference'])} [{_signed(found['low'])}, {_signed(found['high'])}]"


def _systems(lines: Lines) -> str:
    rows = [(name, _version(lines, name), SYSTEMS[name].kind, SYSTEMS[name].note) for name in systems(lines)]
    return "The systems:\n\n" + _markdown(("system", "version", "kind", "how"), rows, align="---")


def costs(lines: Lines) -> str:
    """The costs on the largest set."""
    name = _largest(lines)
    rows = [
        (_bold(system), *(_amount(lines[name, system][cost.field] / cost.unit) for cost in COSTS))
        for system in systems(lines)
        if (name, system) in lines
    ]
    return _markdown(("system", *(cost.heading for cost in COSTS)), rows)


def weak(lines: Lines) -> Iterator[str]:
    """Every comparison that the product does not win: quality on each set, cost on the largest."""
    for name in sets(lines):
        worse = [system for system in systems(lines) if _high(lines.get((name, system))) < 0]
        even = [system for system in systems(lines) if _low(lines.get((name, system))) <= 0 and system not in worse]
        if worse:
            yield f"- nDCG@10 on {name}: significantly worse than {_named(worse)}."
        if even:
            yield f"- nDCG@10 on {name}: no significant difference to {_named(even)}."
    yield from _dearer(lines, _largest(lines))


def _dearer(lines: Lines, name: str) -> Iterator[str]:
    ours = lines.get((name, OURS))
    for field, words in COMPARED_COSTS.items() if ours else ():
        cheaper = [
            f"{system} {_factor(ours[field], lines[name, system][field])}"
            for system in systems(lines)
            if SYSTEMS[system].kind != "product"
            and (name, system) in lines
            and ours[field] > SAME * lines[name, system][field]
        ]
        if cheaper:
            yield f"- {words[0].upper()}{words[1:]}: dearer than {_named(cheaper)}."


def _factor(ours: float, theirs: float) -> str:
    return f"({ours / theirs:.2g} times)" if ours < 100 * theirs else "(over 100 times)"


def _low(line: dict[str, Any] | None) -> float:
    return float(line["ours_less_this"]["low"]) if line and "ours_less_this" in line else math.inf


def _high(line: dict[str, Any] | None) -> float:
    return float(line["ours_less_this"]["high"]) if line and "ours_less_this" in line else math.inf


def points(lines: Lines) -> list[Point]:
    """Systems measured on all sets: mean quality, geometric mean of the median costs."""
    names, found = sets(lines), []
    for system in systems(lines):
        rows = [lines[name, system] for name in names if (name, system) in lines]
        if len(rows) == len(names):
            logs = [math.log(max(row["query_with_model_cpu_ms_p50"], 1e-3)) for row in rows]
            mean = sum(row["ndcg@10"] for row in rows) / len(rows)
            found.append(Point(system, SYSTEMS[system].kind, math.exp(sum(logs) / len(logs)), mean))
    return found


def _title(lines: Lines) -> str:
    return f"nDCG@10 against CPU a question, mean over {', '.join(sets(lines))}"


def _any(lines: Lines, name: str) -> dict[str, Any]:
    return next(line for (set_, _), line in lines.items() if set_ == name)


def _version(lines: Lines, system: str) -> str:
    return str(next(line["version"] for (_, name), line in lines.items() if name == system and "version" in line))


def _bold(system: str) -> str:
    return f"**{system}**" if system == OURS else system


def _decimals(value: float) -> str:
    return f"{value:.4f}".removeprefix("0")


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("0.", ".", 1)


def _amount(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _named(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _markdown(header: Sequence[str], rows: Iterable[Sequence[str]], *, align: str = "---:") -> str:
    cells = [header, ["---", *[align for _ in header[1:]]], *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells) + "\n"


if __name__ == "__main__":
    main()
