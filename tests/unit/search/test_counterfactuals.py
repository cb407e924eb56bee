"""RANK-6: what a rank would be without a kind of evidence is what searching again without it finds."""

from __future__ import annotations

import random

from kts.config import SearchSettings
from kts.search.explaincounter import WITHOUT
from kts.search.pipeline import search
from kts.search.question import Asking
from kts.search.ranker_fitted import FittedRanker
from kts.types import Query

WORDS = "cure period notice servicer advance trustee fee menu payment escrow waiver lender".split()
QUESTIONS = (
    "cure period E-1003", "notice of the servicer", "what does E-1007 mean", "escrow payment waiver",
    "lender fee advance", "E-1001 trustee", "menu", "how is a notice given, and what is the cure period?",
    "advance and escrow under E-1005", "trustee of the lender", "waiver E-1002", "payment period",
)  # fmt: skip


def documents():
    chance = random.Random(3)  # noqa: S311
    texts = {}
    for number in range(24):
        sections = [
            f"# Part {part}\n\n{' '.join(chance.choices(WORDS, k=14))}. See E-10{chance.randrange(10):02}."
            for part in range(3)
        ]
        texts[f"d{number}"] = "\n\n".join(sections)
    return texts


def test_rank6_a_thousand_counterfactuals_are_what_searching_again_finds(bright_house):
    here = bright_house(**documents())
    checked = 0
    for per_document in (1, 3):
        for text in QUESTIONS:
            checked += confirmed(here, text, per_document)
            checked += confirmed(here, text, per_document, FittedRanker())
    assert checked >= 2000


def confirmed(here, text, per_document, ranker=None):
    def ask(settings, limit, *, explain=False):
        return search(
            Query(text, text),
            corpus=here.corpus,
            index=here.index,
            dense=here.dense,
            settings=settings,
            limit=limit,
            per_document=per_document,
            asking=Asking(explain=explain, ranker=ranker),
        )

    settings = SearchSettings(candidates=200, dense_candidates=200)
    found = ask(settings, 20, explain=True)
    again = {
        name: [shown(hit, per_document) for hit in ask(settings._replace(**{setting: value}), 200).hits]
        for name, (setting, value) in WITHOUT.items()
    }
    count = 0
    for hit, without in zip(found.hits, found.explanation["without"], strict=True):
        for name, rank in without.items():
            order = again[name]
            key = shown(hit, per_document)
            assert rank == (order.index(key) + 1 if key in order else None), (text, name)
            count += 1
    return count


def shown(hit, per_document):
    return hit.passage.document_id if per_document == 1 else hit.passage.id


def test_rank6_counterfactuals_are_made_only_for_those_who_ask(house):
    assert "without" not in house(a="A fee.").search("fee").explanation
