"""Fit which units of the passages found answer a question: writes src/kts/data/extract.json.

    python evaluation/answers/fit.py --samples KB --squad KB

`--samples` is an index of samples/, whose training questions are used and whose held ones are reported. `--squad` is
an index of the paragraphs of squad2-halfdev as `kts eval --data` makes it (`--kb DIR` keeps it under DIR/index): half
of 500 questions is used, half reported. A list-wise logistic model: the probability that softmax gives to the units
that hold the judged words. Two sets of weights: `words` ranks all units, `meaning` the first few, whose cosine to the
question is known.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import unicodedata
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kts.answer.choose.extract import NAMES, asked, held
from kts.answer.choose.smallest import BEGINNING, NEAR
from kts.answer.units.quotable import units
from kts.types import Span
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.units.quotable import Unit

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("KTS_SHARED_DATA", str(ROOT.parent / "shared" / "data")))
TARGET = ROOT / "src" / "kts" / "data" / "extract.json"
PASSAGES = 10
QUESTIONS = 500
RIDGE = 1.0
STEPS, RATE = 800, 0.05
BEFORE = 6_000
SHARE = 0.8


class Listed(NamedTuple):
    """The units of one question: features, a row a unit, and which of them answer it; `cosines` of all."""

    split: str
    features: np.ndarray
    answers: np.ndarray


def main() -> None:
    """Collect, fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", required=True, help="index of samples/")
    parser.add_argument("--squad", required=True, help="index of squad2-halfdev's paragraphs")
    given = parser.parse_args()
    samples = [*collected(given.samples, sample_questions())]
    squad = [*collected(given.squad, squad_questions())]
    train = [one for one in samples if one.split == "train"] + squad[: len(squad) // 2]
    held_out = {"samples held": [one for one in samples if one.split == "held"], "squad2": squad[len(squad) // 2 :]}
    words = fitted([without_cosine(one) for one in train])
    meaning = fitted([first_of(one, words) for one in train])
    for name, rows in held_out.items():
        print(name, "words", shares([without_cosine(one) for one in rows], words))
        print(name, "meaning", shares([first_of(one, words) for one in rows], meaning))
    both = {"words": words, "meaning": meaning}
    rounded = {name: dict(zip(NAMES, (round(float(w), 5) for w in row), strict=True)) for name, row in both.items()}
    TARGET.write_text(json.dumps({"names": list(NAMES), **rounded}, indent=1) + "\n", encoding="utf-8")


def sample_questions() -> Iterator[tuple[str, str, Callable[[str, Unit], bool]]]:
    """Question, split, and whether a unit of a file answers it."""
    for line in (ROOT / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        given = json.loads(line)
        places = given["places"]
        if given["answerable"]:
            yield (
                given["question"],
                given["split"],
                lambda path, unit, places=places: any(
                    place["file"] == path and touches(unit.text, place["quote"]) for place in places
                ),
            )


def squad_questions() -> Iterator[tuple[str, str, Callable[[str, Unit], bool]]]:
    """The answerable questions of the half, in a fixed random order; the answer's characters lie in the unit."""
    folder = DATA / "squad2-halfdev"
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    names = {row["_id"]: (f"{number:08}.txt", len(row.get("title") or "")) for number, row in enumerate(corpus)}
    queries = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    answerable = [query for query in queries if not query["metadata"]["is_impossible"]]
    random.Random(1).shuffle(answerable)
    for query in answerable[:QUESTIONS]:
        file, title = names[query["metadata"]["paragraph"]]
        answer = query["metadata"]["answers"][0]
        start = answer["answer_start"] + (title + 2 if title else 0)
        span = Span(start, start + len(answer["text"]))
        yield (
            query["text"],
            "",
            lambda path, unit, file=file, span=span: (
                path == file and unit.span.start <= span.start and span.end <= unit.span.end + 1
            ),
        )


def touches(text: str, quote: str) -> bool:
    """Whether a unit is the quote, part of it, or holds most of its words."""
    one, other = normal(text), normal(quote)
    if one in other or other in one:
        return len(one) > 2 * NEAR
    first, second = Counter(re.findall(r"\w+", one)), Counter(re.findall(r"\w+", other))
    return (first & second).total() >= SHARE * min(first.total(), second.total()) > 0


def normal(text: str) -> str:
    """Text without differences of form."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def collected(kb: str, questions: Iterator[tuple[str, str, Callable[[str, Unit], bool]]]) -> Iterator[Listed]:
    """What the product finds for each question."""
    with Workspace.open(kb) as workspace:
        for question, split, answers in questions:
            found = workspace.search(question, k=PASSAGES, per_document=PASSAGES)
            hits = found.ranking.hits
            paths = [one.citation.path for one in found.results]
            titles = [one.citation.title for one in found.results]
            with closing(workspace.corpus()) as corpus:
                texts = [corpus.text(int(hit.passage.metadata["document_key"])) for hit in hits]
            before = {
                hit.passage.id: text[: hit.passage.span.start][-BEFORE:] for hit, text in zip(hits, texts, strict=True)
            }
            rows = held(asked(found.ranking), units(hits, lambda passage, at=before: at[passage.id]), hits, titles)
            if not rows:
                continue
            cosines = workspace.nearness(question, [row.unit.text[:BEGINNING] for row in rows])
            features = np.array([(*row.features[:-1], cosine) for row, cosine in zip(rows, cosines, strict=True)])
            yield Listed(split, features, np.array([answers(paths[row.unit.hit], row.unit) for row in rows]))


def without_cosine(one: Listed) -> Listed:
    """The list as it is before any cosine is known."""
    features = one.features.copy()
    features[:, -1] = 0.0
    return one._replace(features=features)


def first_of(one: Listed, words: np.ndarray) -> Listed:
    """The few units whose cosine is looked at."""
    order = np.argsort(-(without_cosine(one).features @ words), kind="stable")[:NEAR]
    return one._replace(features=one.features[order], answers=one.answers[order])


def fitted(lists: Sequence[Listed]) -> np.ndarray:
    """Weights that maximise the share of the units that answer, with a ridge; Adam, a fixed number of steps."""
    kept = [one for one in lists if one.answers.any()]
    spread = np.vstack([one.features for one in kept]).std(axis=0) + 1e-9
    scaled = [(one.features / spread, one.answers) for one in kept]
    weights = mean = square = np.zeros(len(NAMES))
    for step in range(1, STEPS + 1):
        slope = 2 * RIDGE * weights
        for features, answers in scaled:
            scores = features @ weights
            powers = np.exp(scores - scores.max())
            right = powers * answers
            slope = slope - features.T @ (right / right.sum() - powers / powers.sum())
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights = weights - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return weights / spread


def shares(lists: Sequence[Listed], weights: np.ndarray) -> dict[str, float]:
    """How often a unit that answers is among the first one, two, three and five."""
    orders = [np.argsort(-(one.features @ weights), kind="stable") for one in lists]
    found = [
        [bool(one.answers[order[:k]].any()) for k in (1, 2, 3, 5)] for one, order in zip(lists, orders, strict=True)
    ]
    return dict(zip(("1", "2", "3", "5"), np.mean(found, axis=0).round(3).tolist(), strict=True))


if __name__ == "__main__":
    main()
