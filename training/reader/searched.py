"""What a search finds for questions of groups kept out of training: the material of the reader's calibration.

A question is searched among texts of its kind: paragraphs of articles, evidence of claims, parts of a contract, pages
of a folder. Every second answered one is also searched for where its own article is missing, as a company's documents
mostly say nothing of what is asked.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from documents import definitions, headings, tables
from examples import drawn, part_of
from sources import clauses, pairs

from kts.answer.units.window import headed, wanted, window
from kts.lexicon.analyse import query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from examples import Example
    from numpy.typing import NDArray

    from kts.embed.onnx import OnnxEmbedder
    from kts.reader.onnx import OnnxReader

SEED = 20261122
FOUND = 3
"""Passages of a search that the product reads."""
MEANING = 0.6
"""Share of the cosine in the order of what is found, as in the evidence of a hit (`kts.search.fuse`)."""
K1, B = 1.2, 0.75
FREE = ("articles", "claims")
"""Shelves of many groups, from which that of a question can be taken."""


class Asked(NamedTuple):
    """A question of a group kept out: the texts that are judged for it, and its answers where they are known."""

    kind: str
    group: str
    question: str
    labels: Mapping[str, int]
    answers: frozenset[str]


class Shelf(NamedTuple):
    """Texts that are searched together, the terms of each with its title, their rarity, and the embedded texts."""

    texts: Sequence[Example]
    bags: Sequence[Counter[str]]
    rarity: Mapping[str, float]
    vectors: NDArray[np.float32]


class Found(NamedTuple):
    """A question with one passage: whether it answers, the reader's logit, and the signs that need no training."""

    kind: str
    group: str
    question: str
    answered: int
    logit: float
    cosine: float
    coverage: float


def material(path: Path, reader: OnnxReader, embedder: OnnxEmbedder) -> list[Found]:
    """All pairs; they are kept in the file, and read from there when it is there."""
    if not path.exists():
        lines = [json.dumps(one) for one in searched(reader, embedder)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [Found(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def searched(reader: OnnxReader, embedder: OnnxEmbedder) -> Iterator[Found]:
    """Every question of the groups kept out, with what is found for it."""
    shelves: dict[str, list[Example]] = {}
    for one in examples():
        shelves.setdefault(_shelf(one), []).append(one)
    for name, held in sorted(shelves.items()):
        asked = _asked(one for one in held if part_of(one) == "choose")
        if asked:
            shelf = _shelved(held, embedder)
            for one in asked:
                yield from _found(one, shelf, reader, embedder, free=name in FREE)


def examples() -> Iterator[Example]:
    """What people asked and what documents ask by themselves, uncut, of all groups but those reported on."""
    chance = random.Random(SEED)
    people = (one for one in pairs() if one.kind in {"squad1", "squad2", "claim"})
    for made in (people, clauses(chance), definitions(chance), headings(chance), tables(chance)):
        yield from (one for one in made if part_of(one) != "test")


def _shelf(one: Example) -> str:
    """The name of what is searched together: all articles, all claims, a contract, the pages of a folder."""
    if one.kind == "claim":
        return "claims"
    if one.kind.startswith("squad"):
        return "articles"
    kind = one.kind.partition("-")[0]
    return f"{kind}:{one.group.partition(':')[0] if kind in {'heading', 'table'} else one.group}"


def _asked(examples: Iterable[Example]) -> list[Asked]:
    found: dict[tuple[str, str, str], list[Example]] = {}
    for one in examples:
        found.setdefault((one.kind.partition("-")[0], one.group, one.question), []).append(one)
    return [
        Asked(
            *key,
            {one.passage: one.label for one in judged},
            frozenset(one.passage[slice(*one.span)].casefold() for one in judged if one.span),
        )
        for key, judged in found.items()
    ]


def _shelved(examples: Iterable[Example], embedder: OnnxEmbedder) -> Shelf:
    texts = list({one.passage: one for one in examples}.values())
    whole = ["\n".join((*dict.fromkeys(one.above), one.passage)) for one in texts]
    bags = [Counter(terms(text)) for text in whole]
    holding = Counter(term for bag in bags for term in bag)
    rarity = {term: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in holding.items()}
    return Shelf(texts, bags, rarity, embedder.embed_documents(whole))


def _found(asked: Asked, shelf: Shelf, reader: OnnxReader, embedder: OnnxEmbedder, *, free: bool) -> Iterator[Found]:
    """The first texts that a search finds; of some questions also the first without their own group.

    Nothing else, were it judged or not: a text that no search brings is no pair that the product reads, and those that
    are found are all alike to the question.
    """
    cosines = shelf.vectors @ embedder.embed_query(asked.question)
    words, covered = _lexical(asked.question, shelf)
    order = np.argsort(-((1 - MEANING) * words + MEANING * cosines), kind="stable").tolist()
    shown = order[:FOUND]
    if free and any(asked.labels.values()) and drawn(asked.question, "absent") % 2 == 0:
        shown += [at for at in order if not _own(asked, shelf.texts[at])][:FOUND]
    for at in dict.fromkeys(shown):
        label = _label(asked, shelf.texts[at])
        if label is not None:
            logit = _read(asked.question, shelf.texts[at], reader)
            signs = (round(float(one[at]), 5) for one in (cosines, covered))
            yield Found(asked.kind, asked.group, asked.question, label, logit, *signs)


def _own(asked: Asked, text: Example) -> bool:
    return text.group == asked.group or text.passage in asked.labels


def _lexical(question: str, shelf: Shelf) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """BM25 beside its bound, and the share of the question's words by their rarity, of every text."""
    rarest = max(shelf.rarity.values())
    weights = {form.forms[0]: shelf.rarity.get(form.forms[0], rarest) for form in query_terms(question)}
    known = [term for term in weights if term in shelf.rarity]
    counts = np.array([[bag[term] for term in known] for bag in shelf.bags], float).reshape(len(shelf.bags), -1)
    sizes = np.array([bag.total() for bag in shelf.bags], float)
    rare = np.array([weights[term] for term in known])
    norm = K1 * (1 - B + B * sizes / sizes.mean())
    bm25 = (rare * counts * (K1 + 1) / (counts + norm[:, None])).sum(1)
    return bm25 / ((K1 + 1) * rare.sum() or 1.0), (rare * (counts > 0)).sum(1) / (sum(weights.values()) or 1.0)


def _label(asked: Asked, text: Example) -> int | None:
    """Whether the text answers; None where nobody knows: it holds the answer unjudged, or is of the claim's own."""
    if text.passage in asked.labels:
        return asked.labels[text.passage]
    said = text.passage.casefold()
    unknown = any(answer in said for answer in asked.answers) or (asked.kind == "claim" and text.group == asked.group)
    return None if unknown else 0


def _read(question: str, one: Example, reader: OnnxReader) -> float:
    start, end = window(wanted(question), one.passage, reader.count, budget=reader.window)
    text = one.passage[start:end]
    lead = headed(one.above, text, reader.count, budget=reader.heading)
    return reader.read(question, [lead + text])[0].answerable
