"""Pairs of a question and a text that the reader has not seen, each with whether the text answers the question."""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[2] / "training" / "reader"))
from examples import ROOT, SHARED, Example, part_of
from sources import _clause as stretches
from sources import titled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kts.ports.models import Form

DATA = Path(os.environ.get("KTS_SHARED_DATA") or SHARED)
SEED = 20261122
CONTRACTS = 40
"""Contracts that are drawn: some 2,000 pairs."""


class Pair(NamedTuple):
    """`group` is the article, contract or document that is drawn as a whole; `answers` are known where any are.

    `title` is what the text stands under.
    """

    group: str
    question: str
    text: str
    answered: bool
    answers: tuple[str, ...] = ()
    title: str = ""


def articles() -> dict[str, str]:
    """The article of each question of squad2-halfdev by its id."""
    lines = (DATA / "squad2-halfdev" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["_id"]: one["metadata"]["paragraph"].partition("#")[0] for one in map(json.loads, lines)}


def squad() -> Iterator[Pair]:
    """Questions of squad2-halfdev with the paragraph that they were written against."""
    folder = DATA / "squad2-halfdev"
    lines = (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    texts = {one["_id"]: one["text"] for one in map(json.loads, lines)}
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        known = one["metadata"]
        answers = tuple(dict.fromkeys(answer["text"] for answer in known["answers"]))
        article, text = known["paragraph"].partition("#")[0], texts[known["paragraph"]]
        title = article.replace("_", " ")
        yield Pair(article, one["text"], text, not known["is_impossible"], answers, title)


def cuad() -> Iterator[Pair]:
    """Stretches of contracts that were kept out of training, with and without the clause that is asked for."""
    asked: dict[str, list[dict[str, Any]]] = {}
    for line in (DATA / "cuad" / "qa.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        asked.setdefault(one["doc"], []).append(one)
    chance = random.Random(SEED)
    kept_out = [name for name in sorted(asked) if part_of(Example("rel", "cuad", name, "", "", 0)) == "test"]
    for name in chance.sample(kept_out, min(CONTRACTS, len(kept_out))):
        text = (DATA / "cuad" / "contracts_txt" / name).read_bytes().decode()
        for question in asked[name]:
            for one in stretches(name, text, question, chance):
                yield Pair(one.group, one.question, one.passage, bool(one.label), (), titled(name))


def scifact() -> Iterator[Pair]:
    """Claims with the abstract that they cite, which holds evidence for or against them, or none."""
    folder = DATA / "scifact"
    lines = (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    texts = {one["_id"]: (one["title"], one["text"]) for one in map(json.loads, lines)}
    for line in (folder / "claims_train.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        for cited in map(str, one["cited"]):
            if cited in texts:
                title, text = texts[cited]
                yield Pair(cited, one["text"], text, cited in one["evidence"], (), title)


__all__ = ["GIVEN", "ROOT", "SEED", "Pair", "articles"]
GIVEN: dict[str, tuple[Form, Callable[[], Iterator[Pair]]]] = {
    "squad2, paragraph given": ("question", squad),
    "cuad, contracts kept out": ("question", cuad),
    "scifact, abstract given": ("claim", scifact),
}
"""What is asked with, and the pairs."""
