"""Pairs that people wrote: the training set of pairs, clauses of contracts, the questions of the samples."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from examples import KEPT_OUT, ROOT, SHARED, Example

from kts.lexicon.analyse import terms
from kts.workspace import Workspace

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

PAIRS = SHARED / "reader-train" / "pairs.jsonl"
OTHER_WAY = frozenset({"cuad", "hotpotqa-100", "musique-100"})
"""Sources that are left out: clauses are taken from the contracts themselves, with their spans."""
WRITTEN = ("fm2", "feversym", "wice")
"""Sources whose claims people wrote."""
NEITHER, PARTLY = 2, 3
"""Labels of claims that the evidence neither supports nor refutes, and that it supports in part."""
LOOSE = ("minimum", "volume", "warranty", "renewal term", "this category")
"""Beginnings of categories and questions whose clauses, read by eye, mostly do not answer the question as it is put."""
SHORTEST, LONGEST = 8, 600
"""Characters of a clause: shorter ones are fragments, longer ones no answer."""
WIDE = 420
"""Characters on each side of a clause from which its window is cut (some 80 words)."""
AWAY = 2
"""Windows of the same contract without the clause, for each one with it."""
ABSENT = 1
"""Windows of a contract in which the clause is absent, for each such question that is drawn."""
SAID = 40
"""Characters up to which an answer must stand in its passage word for word."""
FOUND, NEAREST = 12, 6
"""Passages that a question's search brings, and the first of the unjudged that negatives are drawn from."""
DRAWN = 0.5
"""Share of the absent clauses that are drawn: they are two thirds of all."""


def pairs(path: Path = PAIRS) -> Iterator[Example]:
    """The given pairs, but not those of articles that are reported on.

    Pairs of two hops are left out, too: half of their positives were found to be bridges that answer nothing. A claim
    is an example twice: as a claim, where 1 is `supported` (partly supported ones are left out), and, where a person
    wrote it, as a question, which evidence for or against it answers.
    """
    with path.open(encoding="utf-8") as file:
        for line in file:
            one = json.loads(line)
            if one["art"] in KEPT_OUT or one["src"] in OTHER_WAY:
                continue
            if one["task"] == "sup" and one["src"].startswith(WRITTEN):
                yield Example("rel", "claim", one["art"], one["b"], one["a"], int(one["y"] != NEITHER))
            if one["y"] == PARTLY:
                continue
            label = one["y"] if one["task"] == "rel" else int(one["y"] == 0)
            question, passage = (one["a"], one["b"]) if one["task"] == "rel" else (one["b"], one["a"])
            span = one.get("span")
            above = (one["art"].replace("_", " "),) if one["src"].startswith("squad") else ()
            yield Example(one["task"], one["src"], one["art"], question, passage, label, span and tuple(span), above)


def clauses(chance: random.Random) -> Iterator[Example]:
    """Questions for a clause of a contract: windows with it, and the likeliest windows without it."""
    folder = SHARED / "cuad"
    by_contract: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in (folder / "qa.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        by_contract[one["doc"]].append(one)
    for name, asked in sorted(by_contract.items()):
        text = (folder / "contracts_txt" / name).read_bytes().decode()
        for one in asked:
            yield from _clause(name, text, one, chance)


def _clause(name: str, text: str, one: Mapping[str, Any], chance: random.Random) -> Iterator[Example]:
    question = str(one["question"])
    spans = [(span["start"], span["end"]) for span in one["spans"]]
    loose = str(one["category"]).lower().startswith(LOOSE) or question.lower().startswith(LOOSE)
    if loose or (not spans and chance.random() > DRAWN):
        return
    for start, end in spans[:2]:
        if not SHORTEST <= end - start <= LONGEST or "__" in text[start:end]:
            continue
        low, high = _at_words(text, start - chance.randrange(60, WIDE), end + chance.randrange(60, WIDE))
        yield Example("rel", "cuad", name, question, text[low:high], 1, (start - low, end - low), (titled(name),))
    for low, high in _likeliest(question, text, spans)[: AWAY if spans else ABSENT]:
        yield Example("rel", "cuad-away", name, question, text[low:high], 0, None, (titled(name),))


def titled(name: str) -> str:
    """What kind of agreement a contract is, as the last part of its file's name says."""
    return name.rsplit(".", 1)[0].rsplit("_", 1)[-1].strip()


def _at_words(text: str, low: int, high: int) -> tuple[int, int]:
    """The stretch, grown to whole words and within the text."""
    low, high = max(0, low), min(len(text), high)
    while low and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and not text[high].isspace():
        high += 1
    return low, high


def _likeliest(question: str, text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches of some 800 characters without the answer, those with most of the question's words first."""
    asked = set(terms(question))
    found = []
    for at in range(0, len(text), 700):
        low, high = _at_words(text, at, at + 700)
        if any(low < end and start < high for start, end in spans) or not text[low:high].strip():
            continue
        found.append((-len(asked.intersection(terms(text[low:high]))), low, high))
    return [(low, high) for _, low, high in sorted(found)]


def samples(chance: random.Random) -> Iterator[Example]:
    """The training half of the samples' questions: the judged place, and what else a search for them finds."""
    rows = [json.loads(line) for line in (ROOT / "samples" / "questions.jsonl").read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder, Workspace.create(folder) as base:
        base.ingest([str(ROOT / "samples")])
        for row in rows:
            if row["split"] == "train":
                yield from _asked(base, row, chance)


def _asked(base: Workspace, row: Mapping[str, Any], chance: random.Random) -> Iterator[Example]:
    """One example a passage found: 1 where it holds a judged quote and a short answer's words.

    What says the answer unjudged is left out, and so is a judged place without the answer, such as a table's head.
    """
    quotes = [_flat(place["quote"]) for place in row.get("places", ())]
    answer = row.get("answer") or ""
    found = base.search(row["question"], k=FOUND, per_document=FOUND)
    others = []
    for one in found.results:
        text, about = one.hit.passage.text, one.hit.passage.metadata
        above = (one.citation.title, f"{about['section']} {about['heading']}".strip())
        held = next((quote for quote in quotes if quote in _flat(text)), None)
        if held is not None and (len(answer) > SAID or _flat(answer) in _flat(text)):
            yield Example("rel", "samples", "samples", row["question"], text, 1, _where(text, answer), above)
        elif held is None and (not answer or _flat(answer) not in _flat(text)):
            others.append(Example("rel", "samples", "samples", row["question"], text, 0, None, above))
    yield from chance.sample(others[:NEAREST], min(len(others), 2 if quotes else 4))


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())


def _where(text: str, answer: str) -> tuple[int, int] | None:
    start = text.find(answer) if answer else -1
    return (start, start + len(answer)) if start >= 0 else None
