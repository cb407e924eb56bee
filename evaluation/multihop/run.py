"""Multi-hop search against one round: all-support recall@5, CPU a question, and what it does to plain questions.

Usage: python evaluation/multihop/run.py NAME=KB [NAME=KB ...] [--write]. NAME is a set of KTS_SHARED_DATA (KB: its
index, made by `kts eval --data`), `samples` (an index of samples/), or `plain:NAME` for a set with one document a
question, of which nDCG@10 is told. With --write the figures go into figures.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from kts.workspace import Workspace

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SHARED = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
ROUNDS = (1, 2, 3)
CUT = 5
DRAWS = 10_000
SEED = 20_260_101


class Question(NamedTuple):
    """A question with the documents that its answer needs, as paths of the index."""

    text: str
    needed: frozenset[str]


def questions(name: str, known: set[str]) -> list[Question]:
    """The judged questions of a set."""
    if name == "samples":
        lines = (ROOT / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [row for row in map(json.loads, lines) if row["kind"] == "multi_hop" and row["answerable"]]
        return [Question(row["question"], frozenset(place["file"] for place in row["places"])) for row in rows]
    folder = SHARED / name
    texts = {row["_id"]: row["text"] for row in map(json.loads, (folder / "queries.jsonl").read_text().splitlines())}
    path_of = _paths(folder, known)
    needed: dict[str, set[str]] = defaultdict(set)
    for line in (folder / "qrels.tsv").read_text().splitlines()[1:]:
        query, document, score = line.split("\t")
        if int(score) > 0:
            needed[query].add(path_of(document))
    return [Question(texts[query], frozenset(found)) for query, found in sorted(needed.items()) if query in texts]


def _paths(folder: Path, known: set[str]):  # noqa: ANN202 - a small closure
    if not (folder / "corpus.jsonl").is_file():
        return lambda document: document
    ids = [json.loads(line)["_id"] for line in (folder / "corpus.jsonl").read_text().splitlines()]
    stems = {path.rpartition("/")[2].partition(".")[0]: path for path in known}
    place = {id_: stems[f"{number:08d}"] for number, id_ in enumerate(ids) if f"{number:08d}" in stems}
    return lambda document: place.get(document, document)


def measured(kb: str, name: str, rounds: int) -> tuple[list[float], list[float], float]:
    """Of each question: whether all it needs is among the first five, its nDCG@10; and the mean CPU milliseconds."""
    whole, gains, spent = [], [], 0.0
    with Workspace.open(kb) as workspace:
        known = {record.path for record in workspace.corpus().documents()}
        asked = questions(name, known)
        search = workspace.settings.search._replace(max_retrieval_iterations=rounds)
        workspace.settings = workspace.settings._replace(search=search)
        workspace.rank(asked[0].text, k=10, per_document=1)
        for question in asked:
            begun = time.process_time()
            paths = [path for path, _ in workspace.rank(question.text, k=10, per_document=1)]
            spent += time.process_time() - begun
            whole.append(float(question.needed <= set(paths[:CUT])))
            gains.append(ndcg(paths, question.needed))
    return whole, gains, spent / len(asked) * 1000


def ndcg(paths: list[str], needed: frozenset[str]) -> float:
    """nDCG@10 with binary relevance."""
    found = sum(1 / math.log2(place + 2) for place, path in enumerate(paths[:10]) if path in needed)
    return found / sum(1 / math.log2(place + 2) for place in range(min(10, len(needed))))


def interval(strata: list[list[float]]) -> tuple[float, float, float]:
    """Mean paired difference, each set drawn by itself, with its 95 % bootstrap interval."""
    draw = random.Random(SEED)
    every = [value for stratum in strata for value in stratum]
    means = sorted(
        sum(sum(draw.choices(stratum, k=len(stratum))) for stratum in strata) / len(every) for _ in range(DRAWS)
    )
    return sum(every) / len(every), means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = [
        "# Multi-hop search",
        "",
        "| set | questions | rounds | all-support recall@5 | nDCG@10 | CPU ms |",
        "|---|---|---|---|---|---|",
    ]
    pooled: dict[str, list[list[list[float]]]] = defaultdict(list)
    for given in options.sets:
        name, _, kb = given.rpartition("=")
        plain = name.startswith("plain:")
        results = {rounds: measured(kb, name.removeprefix("plain:"), rounds) for rounds in ROUNDS}
        for rounds, (whole, gains, cpu) in results.items():
            cells = (name, len(whole), rounds, f"{sum(whole) / len(whole):.3f}", f"{sum(gains) / len(gains):.3f}")
            lines.append(f"| {' | '.join(map(str, cells))} | {cpu:.1f} |")
        for rounds in ROUNDS[1:]:
            column = 1 if plain else 0
            pairs = zip(results[rounds][column], results[1][column], strict=True)
            pooled[f"{'plain' if plain else 'multi-hop'} {rounds}"].append([new - old for new, old in pairs])
    lines += ["", "Differences to one round, pooled, with the paired 95 % interval (sets drawn by themselves):", ""]
    for name, strata in sorted(pooled.items()):
        mean, low, high = interval(strata)
        what = "nDCG@10" if name.startswith("plain") else "all-support recall@5"
        lines.append(
            f"- {name} rounds, {what}: {mean:+.4f} [{low:+.4f}, {high:+.4f}] of {sum(map(len, strata))} questions"
        )
    text = "\n".join(lines) + "\n"
    print(text)
    if options.write:
        (HERE / "figures.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
