r"""Ask questions whole, and keep what the confidence of each was computed from, and whether the answer is right.

    python evaluation/confidence/stated.py NAME --kb INDEX --questions QUESTIONS.jsonl --out STATED/NAME.jsonl

A line of QUESTIONS has `question`, `answerable`, and `file` with `quote` (and `also`, other ones) or `places` of
both; with `within`, only that document is asked. An answer is right where a statement that it shows holds the judged
words. Near-misses of the answerable questions are made and asked, too. The rows hold signs and no text of the
documents; `fit_stated.py` fits on them.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from kts.answer.verdict import confidence, judge
from kts.evaluate.judged import Place, Question
from kts.types import Filter
from kts.workspace import Workspace

sys.path.insert(0, str(Path(__file__).parents[1] / "answers"))
sys.path.insert(0, str(Path(__file__).parents[2] / "training" / "reader"))  # before the library `build`
from statements import document_kept_out
from strangers import holds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Answer, Unmet

MADE = 250
"""Answerable questions of a set of which near-misses are made, by default."""


def main() -> None:
    """Ask all questions of a file, and their near-misses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--kb", required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--folder", default="", help="of training/reader/asked: only documents kept out of the training"
    )
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--made", type=int, default=MADE)
    parser.add_argument("--most", type=int, default=0, help="questions at most, evenly over the file")
    parser.add_argument("--absent", type=int, default=1, help="of those without an answer only every so manieth")
    given = parser.parse_args()
    every = list(questions(given.questions, folder=given.folder))[: given.limit or None]
    asked = thinned(every, given.most, given.absent)
    within = dict(limits(given.questions))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with Workspace.open(given.kb) as base, given.out.open("w", encoding="utf-8") as out:
        made = base._near_misses([one for one in asked if one.answerable][: given.made])  # noqa: SLF001 - as `kts calibrate` does
        near = [(Question(one.id, one.question, "near", answerable=False), one.original) for one in made]
        for one, original in (*((one, "") for one in asked), *near):
            found = record(base, one, within.get(original or one.id, Filter()))
            row = {"set": given.name, "original": original, **found}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def questions(path: Path, *, folder: str = "") -> Iterator[Question]:
    """The judged questions of a file; of a folder of the selector's, those of documents kept out of its training."""
    for key, one in _lines(path):
        if folder and not document_kept_out(f"{folder}/{one['file']}"):
            continue
        also = [{"file": one["file"], "quote": quote} for quote in one.get("also", ())]
        given = one.get("places") or ([one, *also] if one["answerable"] else [])
        places = tuple(Place(str(place["file"]), str(place["quote"])) for place in given)
        yield Question(
            key, one["question"], one.get("kind", ""), one.get("split", ""), places,
            answerable=bool(one["answerable"]),
        )  # fmt: skip


def limits(path: Path) -> Iterator[tuple[str, Filter]]:
    """The ids of the questions of a file that are asked of one document only, and that document."""
    for key, one in _lines(path):
        if "within" in one:
            yield key, Filter(path=(str(one["within"]),))


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of a file by their ids: their numbers, where they have none."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        one = json.loads(line)
        yield str(one.get("id", number)), one


def thinned(asked: Sequence[Question], most: int, absent: int) -> list[Question]:
    """At most so many questions, then of those without an answer every so manieth."""
    many = min(most or len(asked), len(asked))
    kept = [asked[at * len(asked) // many] for at in range(many)]
    unanswered = [one for one in kept if not one.answerable][absent - 1 :: absent]
    return [one for one in kept if one.answerable or one in unanswered]


class Looked(NamedTuple):
    """What was seen while one part of a question was answered."""

    ways: list[Mapping[str, float]]
    known: dict[str, bool]


def record(base: Workspace, asked: Question, within: Filter) -> dict[str, Any]:
    """The signs of each way of asking, whether the answer is right, and what decides besides the probability.

    `against` tells of doubts that no probability lifts, `refused` of something named that nothing meets; `keyed` and
    `told` are rules that know better. `parts` is how many questions there were in one.
    """
    parts: list[Looked] = []
    known = judge.surest, judge.judged, confidence.probability

    def surest(question: str, ways: Sequence[tuple[Gathered, Picked]], lacking: Sequence[Unmet], means: Means) -> float:
        picked = ways[0][1]
        parts.append(Looked([], {"keyed": picked.keyed, "told": picked.told}))
        return known[0](question, ways, lacking, means)

    def judged(*given: Any, against: tuple[str, ...] = (), **others: Any) -> Answer:
        lacking: Sequence[Unmet] = given[3]
        parts[-1].known["against"] = bool(against)
        parts[-1].known["refused"] = any(one.constraint.certain for one in lacking)
        return known[1](*given, against=against, **others)

    def probability(signs: Mapping[str, float], calibration: confidence.Calibration) -> float:
        if parts:
            parts[-1].ways.append({name: round(value, 5) for name, value in signs.items()})
        return known[2](signs, calibration)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(judge, "surest", surest))
        stack.enter_context(mock.patch.object(judge, "judged", judged))
        stack.enter_context(mock.patch.object(confidence, "probability", probability))
        found = base.ask(asked.question, filters=within, record=False)
    said = [" ".join((one.text, *(place.quote for place in one.citations))) for one in found.claims]
    right = any(holds(place.quote, text) for place in asked.places for text in said if place.quote)
    ways, flags = (parts[0].ways, parts[0].known) if parts else ([], {})
    return {
        "id": asked.id, "split": asked.split, "answerable": asked.answerable, "right": right, "parts": len(parts),
        "ways": ways, **flags,
    }  # fmt: skip


if __name__ == "__main__":
    main()
