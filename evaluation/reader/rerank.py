"""The ablation row of reranking: the first ten passages in the reader's order, or with its logit added to their score.

    python evaluation/reader/rerank.py --model models/reader --indexes DIR [--only NAME ...] [--to rerank.md]

DIR holds the indexes of the judged sets, as `evaluation/ranker/collect.py` makes them (DIR/indexes/NAME). The weight
of the logit that a set is measured with is the best one over the sets of the other families. Prints and writes a table.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "ranker"))
from collect import _indexed as indexed
from judged import FAMILIES, ROOT, held, sets

from kts.answer.read import readings
from kts.answers import Evidence
from kts.evaluate.significance import paired_bootstrap
from kts.reader.onnx import OnnxReader
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from judged import Judged, JudgedSet

    from kts.types import Hit
    from kts.workspace import Workspace

DEPTH = 10
LIMIT = 150
"""Questions of a set at most, taken at even distances."""
WEIGHTS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Weights of the logit that are tried beside the score of the search."""


class Asked(NamedTuple):
    """A question's first passages: their scores, logits and grades, the ideal grades, CPU milliseconds of reading."""

    scores: tuple[float, ...]
    logits: tuple[float, ...]
    grades: tuple[float, ...]
    best: tuple[float, ...]
    spent: float


def main() -> None:
    """Read, choose weights on other families, write the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", type=Path, required=True)
    options.add_argument("--indexes", type=Path, required=True)
    options.add_argument("--only", nargs="*", default=())
    options.add_argument("--to", type=Path)
    given = options.parse_args()
    reader = OnnxReader(given.model)
    shared = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
    found: dict[str, list[Asked]] = {}
    for one in (*sets(shared, given.indexes / "made"), *(one._replace(name=f"{one.name}, held") for one in held())):
        if not given.only or one.name in given.only:
            found[one.name] = list(asked(one, given.indexes, reader))
            print(one.name, len(found[one.name]), flush=True)
    written = table(found)
    print(written)
    if given.to:
        given.to.write_text(written, encoding="utf-8")


def asked(one: JudgedSet, place: Path, reader: OnnxReader) -> Iterator[Asked]:
    """The set's questions, searched and read."""
    workspace, names = indexed(one, place / "indexes" / one.name.partition(",")[0])
    questions = one.questions[:: max(1, -(-len(one.questions) // LIMIT))]
    with workspace:
        for question in questions:
            yield _read(question, workspace, names, reader, per_document=1 if one.per_document else DEPTH)


def _read(
    question: Judged, workspace: Workspace, names: Mapping[str, str], reader: OnnxReader, *, per_document: int
) -> Asked:
    filters = Filter(document=(question.document,)) if question.document else Filter()
    results = workspace.search(question.text, k=DEPTH, per_document=per_document, filters=filters).results
    evidence = [_evidence(one.hit, one.citation.title) for one in results]
    start = time.process_time()
    said = readings(question.text, evidence, reader, ["en"] * len(evidence), spoken=("en",))
    spent = (time.process_time() - start) * 1000
    grades = tuple(
        question.grade(
            names.get(path, path), one.hit.passage.text, one.hit.passage.span.start, one.hit.passage.span.end
        )
        for one, path in ((one, one.citation.path) for one in results)
    )
    scores = tuple(one.hit.score for one in results)
    return Asked(scores, tuple(one.answerable for one in said), grades, question.best, spent)


def _evidence(hit: Hit, title: str) -> Evidence:
    about = hit.passage.metadata
    return Evidence(hit.passage.text, title=title, heading=f"{about['section']} {about['heading']}".strip())


def table(found: Mapping[str, Sequence[Asked]]) -> str:
    """A Markdown table: each set as it is, in the reader's order, and with the logit at the other families' weight."""
    lines = [
        "| set | questions | nDCG@10 as it is | the reader's order | score + w logit | w | CPU ms more |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, rows in found.items():
        plain = [ndcg(row, row.scores) for row in rows]
        family = _family(name)
        others = [every for other, every in found.items() if _family(other) != family and "held" not in other]
        weight = max(WEIGHTS, key=lambda w: sum(_mean(every, w) for every in others))
        own, mixed = [ndcg(row, row.logits) for row in rows], [ndcg(row, _mixed(row, weight)) for row in rows]
        spent = sorted(row.spent for row in rows)[len(rows) // 2]
        mean = sum(plain) / len(plain)
        cells = (_difference(name, own, plain), _difference(name, mixed, plain))
        lines.append(f"| {name} | {len(rows)} | {mean:.4f} | {' | '.join(cells)} | {weight} | {spent:.0f} |")
    return "\n".join(lines) + "\n"


def _family(name: str) -> str:
    bare = name.partition(",")[0]
    return FAMILIES.get(bare, bare)


def _mean(rows: Sequence[Asked], weight: float) -> float:
    return sum(ndcg(row, _mixed(row, weight)) for row in rows) / len(rows)


def _mixed(row: Asked, weight: float) -> list[float]:
    return [score + weight * logit for score, logit in zip(row.scores, row.logits, strict=True)]


def ndcg(row: Asked, scores: Sequence[float]) -> float:
    """What the passages gain in the order of the scores (nDCG@10), equal ones in the search's."""
    order = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    ideal = _gain(sorted(row.best, reverse=True)[:DEPTH])
    return _gain([row.grades[at] for at in order]) / ideal if ideal else 0.0


def _gain(grades: Sequence[float]) -> float:
    return sum(grade / math.log2(at + 2) for at, grade in enumerate(grades))


def _difference(name: str, ours: Sequence[float], plain: Sequence[float]) -> str:
    test = paired_bootstrap({name: [one - other for one, other in zip(ours, plain, strict=True)]})
    shown = f"{test.difference:+.4f} [{test.low:+.4f}, {test.high:+.4f}]"
    return f"**{shown}**" if test.low > 0 or test.high < 0 else shown


if __name__ == "__main__":
    main()
