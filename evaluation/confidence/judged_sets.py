"""The judged sets of the confidence experiments, each as questions with a judge of passages.

`KTS_SHARED_DATA` names the folder of the sets that are not ours; samples/ is in the repository.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kts.evaluate.judged import holds_quote
from kts.evaluate.qrels import read_collection, read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SEED = 20261122
SQUAD_QUESTIONS = 1200
"""Questions of squad2 that are asked, drawn at random: every figure on it has an error under .02."""

CLAUSE = 200
"""Characters of a clause by which it is recognised: a long one goes over the end of a passage."""


class Asked(NamedTuple):
    """A question of a set.

    `places` are (path, quote) pairs, an empty quote for any text of the file; none when the
    corpus does not answer it. `document` limits the search to one path.
    """

    set: str
    id: str
    question: str
    places: tuple[tuple[str, str], ...]
    document: str = ""
    split: str = ""
    kind: str = ""


def found_at(asked: Asked, passages: list[tuple[str, str]]) -> int | None:
    """The rank, from 1, of the first passage that holds a judged place."""
    for rank, (path, text) in enumerate(passages, 1):
        if any(path == file and (not quote or holds_quote(text, quote)) for file, quote in asked.places):
            return rank
    return None


def samples() -> Iterator[Asked]:
    """Both halves of the samples' questions; near ones and absent ones have no places."""
    for line in (SAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        places = tuple((place["file"], place["quote"]) for place in one["places"])
        yield Asked("samples", one["id"], one["question"], places, split=one["split"], kind=one["kind"])


def collection(name: str, folder: Path, *, flat: bool) -> Iterator[Asked]:
    """A set in the layout of BEIR; `flat` when its documents were written to numbered files."""
    read = read_collection(folder)
    paths = {}
    if flat:
        paths = {
            document.id: f"{number:08}.txt" for number, document in enumerate(read_corpus(folder / "corpus.jsonl"))
        }
    for key, text in sorted(read.judged.items()):
        relevant = [document for document, score in read.qrels[key].items() if score > 0]
        yield Asked(name, key, text, tuple((paths.get(one, one), "") for one in relevant))


def squad(folder: Path) -> Iterator[Asked]:
    """Answerable questions with their paragraph, and those written against a paragraph that does not answer."""
    paths = {document.id: f"{number:08}.txt" for number, document in enumerate(read_corpus(folder / "corpus.jsonl"))}
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    for line in random.Random(SEED).sample(lines, SQUAD_QUESTIONS):
        one = json.loads(line)
        known = one["metadata"]
        answers = [answer["text"] for answer in known["answers"][:1]]
        places = () if known["is_impossible"] else tuple((paths[known["paragraph"]], answer) for answer in answers)
        yield Asked("squad2", one["_id"], one["text"], places)


def cuad(folder: Path) -> Iterator[Asked]:
    """Clause questions, each within its contract; two of three have no answer there."""
    for line in (folder / "qa.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        places = tuple((one["doc"], span["text"][:CLAUSE]) for span in one["spans"])
        yield Asked("cuad", one["_id"], one["question"], places, document=one["doc"], kind=one["category"])


def shared(name: str, folder: Path) -> list[Asked]:
    """The questions of one set by its short name."""
    readers = {
        "scifact": lambda: collection("scifact", folder / "scifact", flat=True),
        "aws": lambda: collection("aws", folder / "aws-docs", flat=False),
        "hotpotqa": lambda: collection("hotpotqa", folder / "hotpotqa-100", flat=True),
        "musique": lambda: collection("musique", folder / "musique-100", flat=True),
        "sec10q": lambda: collection("sec10q", folder / "kg-rag-sec10q", flat=False),
        "squad2": lambda: squad(folder / "squad2-halfdev"),
        "cuad": lambda: cuad(folder / "cuad"),
        "samples": samples,
    }
    return list(readers[name]())


SETS = ("samples", "scifact", "aws", "hotpotqa", "musique", "sec10q", "squad2", "cuad")


def foreign(name: str, folder: Path, *, each: int = 25) -> list[Asked]:
    """Questions of the other sets asked of this corpus: none is answered by it. Clause questions fit any contract."""
    asked = []
    for other in SETS:
        if other in {name, "cuad"} or {name, other} <= {"hotpotqa", "musique", "squad2"}:
            continue
        drawn = [one for one in shared(other, folder) if one.places]
        for one in random.Random(f"{SEED}{name}{other}").sample(drawn, min(each, len(drawn))):
            asked.append(one._replace(set=name, id=f"{other}:{one.id}", places=(), kind="foreign", split=""))  # noqa: PERF401
    return asked
