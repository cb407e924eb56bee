r"""Questions of public sets and the documents they are of, as `stated.py` asks them.

    python evaluation/confidence/public.py squad2 --to FOLDER
    kts ingest FOLDER/docs --kb FOLDER
    KTS_ANSWER_FLOOR=0 python evaluation/confidence/stated.py squad2 --kb FOLDER --questions FOLDER/questions.jsonl \
        --made 0 --out STATED/squad2.jsonl

The sets lie in KTS_SHARED_DATA. `squad2`: a paragraph a file, what answers is the sentence that holds a judged answer.
`cuad`: contracts that no model was trained on, each question within its contract. Drawn at random, seeded.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import judged_sets

from kts.evaluate.qrels import read_corpus
from kts.lexicon.sentences import sentences

sys.path.insert(0, str(Path(__file__).parents[2] / "training" / "reader"))
from examples import SHARED, TESTING, drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

QUESTIONS = {"squad2": 700, "cuad": 500}


def main() -> None:
    """Write the documents and the questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=sorted(QUESTIONS))
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    docs = given.to / "docs"
    docs.mkdir(parents=True)
    found = sorted((squad2 if given.name == "squad2" else cuad)(docs), key=lambda one: str(one["id"]))
    drawn_rows = random.Random(judged_sets.SEED).sample(found, QUESTIONS[given.name])
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in drawn_rows]
    (given.to / "questions.jsonl").write_text("".join(lines), encoding="utf-8")


def squad2(docs: Path) -> Iterator[dict[str, Any]]:
    """Questions of articles that no model was trained on; half are written against a paragraph that does not answer."""
    folder = SHARED / "squad2-halfdev"
    texts = {one.id: one.text for one in read_corpus(folder / "corpus.jsonl")}
    files = {key: f"{number:08}.txt" for number, key in enumerate(texts)}
    for key, name in files.items():
        (docs / name).write_text(texts[key], encoding="utf-8")
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        known = one["metadata"]
        text, name = texts[known["paragraph"]], files[known["paragraph"]]
        quotes = _around(text, [int(answer["answer_start"]) for answer in known["answers"]])
        yield _question(one["_id"], one["text"], name, quotes)


def cuad(docs: Path) -> Iterator[dict[str, Any]]:
    """Clause questions, two of three without an answer in their contract."""
    folder = SHARED / "cuad"
    kept = [path for path in (folder / "contracts_txt").iterdir() if drawn(path.name, "test") % TESTING == 0]
    for path in kept:
        shutil.copyfile(path, docs / path.name)
    names = {path.name for path in kept}
    for one in judged_sets.cuad(folder):
        if one.document in names:
            found = _question(one.id, one.question, one.document, [quote for _, quote in one.places])
            yield {**found, "within": one.document}


def _around(text: str, starts: Sequence[int]) -> list[str]:
    """The sentences that hold the places, each once."""
    return list(dict.fromkeys(text[low:high] for at in starts for low, high in sentences(text) if low <= at < high))


def _question(key: str, text: str, name: str, quotes: Sequence[str]) -> dict[str, Any]:
    places = [{"file": name, "quote": quote} for quote in quotes]
    return {"id": key, "question": text, "answerable": bool(quotes), "file": name, "places": places}


if __name__ == "__main__":
    main()
