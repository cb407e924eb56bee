"""The judged sets of the ranker: their questions, what is relevant, and where their documents are."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = {
    "squad2-halfdev": "squad",
    "squad-rest": "squad",
    "samples-questions": "corvane",
    "samples-claims": "corvane",
    "samples-tickets": "corvane",
}
HALF = 0.5
"""Share of a clause that a passage must hold to count."""
READER = {"squad-rest": ("squad1", "squad2"), "fm2": ("fm2",), "wice": ("wice",)}
"""Sets that are made of pairs of a question or claim with its passage, and the sources of those pairs."""
MOST = 600
"""Questions taken of such a set."""


class Judged(NamedTuple):
    """A question: its grades of a passage by (path, text, start, end), the ideal grades, and the one document asked."""

    text: str
    grade: Callable[[str, str, int, int], float]
    best: tuple[float, ...]
    document: str = ""


class JudgedSet(NamedTuple):
    """A set: `corpus` is a corpus.jsonl, or `folder` a folder of files; `per_document` counts a document once."""

    name: str
    questions: list[Judged]
    corpus: Path | None = None
    folder: Path | None = None
    per_document: bool = True


def held() -> Iterator[JudgedSet]:
    """The half of the samples that nothing is fitted to."""
    samples = ROOT / "samples"
    yield JudgedSet("samples-questions", _questions(samples / "questions.jsonl", "held"), folder=samples)
    yield JudgedSet("samples-claims", _claims(samples / "claims.jsonl", "held"), folder=samples)
    yield JudgedSet("samples-tickets", _tickets(samples / "tickets", "held"), folder=samples)


def sets(shared: Path, scratch: Path) -> Iterator[JudgedSet]:
    """Every set to fit to, one after the other."""
    for name in ("scifact", "squad2-halfdev", "hotpotqa-100", "musique-100"):
        yield JudgedSet(name, _by_qrels(shared / name), corpus=shared / name / "corpus.jsonl")
    for name in ("aws-docs", "kg-rag-sec10q"):
        yield JudgedSet(name, _by_qrels(shared / name), folder=shared / name / "docs")
    yield JudgedSet("cuad", _cuad(shared / "cuad"), folder=shared / "cuad" / "contracts_txt", per_document=False)
    samples = ROOT / "samples"
    yield JudgedSet("samples-questions", _questions(samples / "questions.jsonl"), folder=samples)
    yield JudgedSet("samples-claims", _claims(samples / "claims.jsonl"), folder=samples)
    yield JudgedSet("samples-tickets", _tickets(samples / "tickets"), folder=samples)
    pairs = [json.loads(line) for line in _lines(shared / "reader-train" / "pairs.jsonl")]
    for name, sources in READER.items():
        place = _written(scratch / name, [pair for pair in pairs if pair["src"] in sources and pair["y"] != _NO[name]])
        yield JudgedSet(name, _by_qrels(place), corpus=place / "corpus.jsonl")


_NO = {"squad-rest": 0, "fm2": 2, "wice": 2}


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _by_qrels(folder: Path) -> list[Judged]:
    texts = {found["_id"]: found["text"] for found in map(json.loads, _lines(folder / "queries.jsonl"))}
    grades: dict[str, dict[str, float]] = {}
    for line in _lines(folder / "qrels.tsv"):
        query, document, score = line.split("\t")
        if query in texts and score.lstrip("-").isdigit() and int(score) > 0:
            grades.setdefault(query, {})[document] = float(score)
    return [_of_documents(texts[query], found) for query, found in grades.items()]


def _of_documents(text: str, found: dict[str, float]) -> Judged:
    best = tuple(sorted(found.values(), reverse=True))
    return Judged(text, lambda path, _text, _start, _end: found.get(path, 0.0), best)


def _cuad(folder: Path) -> list[Judged]:
    asked = [json.loads(line) for line in _lines(folder / "qa.jsonl")]
    return [_clause(one) for one in asked if not one["unanswerable"]]


def _clause(one: dict[str, Any]) -> Judged:
    spans = [(span["start"], span["end"]) for span in one["spans"]]

    def grade(_path: str, _text: str, start: int, end: int) -> float:
        return float(any(min(end, last) - max(start, first) >= HALF * (last - first) for first, last in spans))

    return Judged(one["question"], grade, (1.0,) * len(spans), one["doc"])


def _questions(path: Path, split: str = "train") -> list[Judged]:
    asked = [json.loads(line) for line in _lines(path)]
    return [_of_places(one["question"], one["places"]) for one in asked if one["answerable"] and one["split"] == split]


def _claims(path: Path, split: str = "train") -> list[Judged]:
    found = [json.loads(line) for line in _lines(path)]
    return [
        _of_places(one["claim"], [{"file": one["file"], "quote": one["quote"]}])
        for one in found
        if one["split"] == split
    ]


def _tickets(folder: Path, split: str = "train") -> list[Judged]:
    texts = {one["ticket_id"]: one for one in json.loads((folder / "tickets.json").read_text(encoding="utf-8"))}
    with (folder / "tickets.csv").open(encoding="utf-8-sig", newline="") as stream:
        texts |= {row["ticket_id"]: row for row in csv.DictReader(stream)}
    judged = [json.loads(line) for line in _lines(folder / "judged.jsonl")]
    return [
        _of_places(
            f"{texts[one['id']]['subject']}\n{texts[one['id']]['body']}",
            [{"file": file, "quote": one["quote"]} for file in one["articles"]],
        )
        for one in judged
        if one["articles"] and one["split"] == split and one["id"] in texts
    ]


def _of_places(text: str, places: list[dict[str, str]]) -> Judged:
    from kts.evaluate.judged import holds_quote

    def grade(path: str, passage: str, _start: int, _end: int) -> float:
        there = [place for place in places if place["file"] == path]
        return 2.0 * any(holds_quote(passage, place["quote"]) for place in there) or 1.0 * bool(there)

    return Judged(text, grade, (2.0,) * len({place["file"] for place in places}))


def _written(folder: Path, pairs: list[dict[str, Any]]) -> Path:
    """A set in the usual three files: the claim, or the question, and the passage that it belongs to."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [("a", "b") if pair["task"] == "rel" else ("b", "a") for pair in pairs]
    found = sorted({(pair[asked], pair[text]) for pair, (asked, text) in zip(pairs, names, strict=True)})
    chosen = sorted({_key(asked) for asked, _ in found})[:MOST]
    lines = {
        "corpus.jsonl": {json.dumps({"_id": _key(text), "title": "", "text": text}) for _, text in found},
        "queries.jsonl": {
            json.dumps({"_id": _key(asked), "text": asked}) for asked, _ in found if _key(asked) in chosen
        },
        "qrels.tsv": {f"{_key(asked)}\t{_key(text)}\t1" for asked, text in found if _key(asked) in chosen},
    }
    for name, content in lines.items():
        (folder / name).write_text("\n".join(sorted(content)) + "\n", encoding="utf-8")
    return folder


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
