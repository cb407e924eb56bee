"""RANK-3: signals say what speaks for a candidate, in measures that no other candidate beyond the lists changes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.config import SearchSettings
from kts.lexicon.analyse import counter, forward, terms
from kts.records import PassageRecord
from kts.search.bm25 import WeightedTerm, looked_up
from kts.search.candidates import Scored
from kts.search.fuse import fuse
from kts.search.rank import ordered
from kts.search.retrieve import Retrieved
from kts.search.signals import JUDGED, pool, signals
from kts.search.signals_nearness import nearness

SETTINGS = SearchSettings(ranked=10)
QUESTION = "How long is the Cure Period of the Pellmoor agreement from 2021?"
WORDS = {"cure": 3.0, "period": 2.0, "pellmoor": 4.0, "agreement": 1.0, "2021": 2.5}
TEXTS = (
    "The Cure Period of the Pellmoor agreement from 2021 is thirty days.",
    "A period of thirty days. The agreement says nothing of a cure.",
    "Pellmoor was founded long ago.",
    "Whales are mammals.",
)


COLUMNS = (*JUDGED, "coverage", "title_share")


def term(word, idf):
    (stem,) = terms(word)
    return WeightedTerm(word, idf, (b"\n%s " % stem.encode(),))


TERMS = tuple(term(word, idf) for word, idf in WORDS.items())


def found(texts=TEXTS, *, listed=None, cosines=(0.8, 0.6, 0.4, 0.1), title=""):
    rows, scored = {}, []
    for key, text in enumerate(texts):
        row = forward(terms(title), [], terms(text))
        rows[key] = PassageRecord(key, f"chunk_{key:02d}", key, row, len(terms(title)), 0, len(terms(text)))
        held = sum(one.idf for one in TERMS if row.find(one.keys[0]) >= 0)
        scored.append(Scored(key, f"chunk_{key:02d}", key, held, held / 2, 0.0, cosines[key % len(cosines)], None))
    keys = tuple(range(len(texts) if listed is None else listed))
    return Retrieved(tuple(scored), rows, TERMS, 20.0, (), {"lexical": keys, "dense": keys, "lexical_documents": ()})


def columns(retrieved, texts=TEXTS, settings=SETTINGS):
    candidates = pool(ordered(fuse(retrieved, settings, dense=True)), retrieved, settings)
    forms = looked_up(retrieved.terms)
    found_in = [counter(forms)(retrieved.rows[one.scored.key].terms) for one in candidates.candidates]
    counts = [tuple(held.get(form, b"") for form in forms) for held in found_in]
    values = signals(candidates, retrieved, dict(enumerate(texts)), counts, settings=settings)
    keys = [one.scored.key for one in candidates.candidates]
    return {key: {name: values[name][at] for name in COLUMNS} for at, key in enumerate(keys)}


def test_rank3_every_signal_is_said_of_every_candidate():
    by_key = columns(found())
    assert set(by_key) == {0, 1, 2, 3}
    assert all(math.isfinite(value) for own in by_key.values() for value in own.values())


def test_rank3_shares_of_the_question():
    by_key = columns(found())
    total = sum(WORDS.values())
    assert by_key[0]["coverage"] == 1
    assert by_key[1]["coverage"] == pytest.approx((3 + 2 + 1) / total)


def test_rank3_whoever_lacks_a_rarer_word_is_worth_less():
    by_key = columns(found())
    assert by_key[0]["rarest"] > by_key[2]["rarest"] > by_key[1]["rarest"] == by_key[3]["rarest"]
    assert sum(own["rarest"] for own in by_key.values()) == pytest.approx(0)


def test_rank3_a_number_of_the_question_sets_a_passage_apart():
    by_key = columns(found())
    assert by_key[0]["numbers"] > 0 > by_key[1]["numbers"] == by_key[2]["numbers"]
    without = columns(found(("a cure", "a period", "Pellmoor", "an agreement")), ("a cure", "a period", "Pellmoor", ""))
    assert {own["numbers"] for own in without.values()} == {0.0}, "what no candidate holds tells nothing"


def test_rank3_a_title_counts_by_what_of_it_is_asked_for():
    by_key = columns(found(title="Pellmoor agreement and other things"))
    assert by_key[3]["title_share"] == pytest.approx(2 / 5)


def test_rank3_words_that_stand_together_are_worth_more():
    by_key = columns(found())
    assert by_key[0]["pairs"] > by_key[1]["pairs"] >= by_key[3]["pairs"]


def near(text):
    (found,) = nearness([term("cure", 1.0), term("period", 1.0)], [text])
    return found


@given(st.integers(0, 30))
def test_rank3_the_farther_apart_the_less(gap):
    apart, farther = (near(" ".join(["cure", *["x"] * many, "period"])) for many in (gap, gap + 1))
    assert apart >= farther


def test_rank3_nearness_is_a_share():
    assert near("cure period") == 1.0
    assert near("periods to cure") == 0.5
    assert near("") == 0.0


AMOUNTS = st.floats(0, 20)
MORE = st.lists(st.tuples(AMOUNTS, st.floats(-1, 1)), min_size=1, max_size=6)


@given(MORE)
def test_rank_candidates_beyond_the_lists_change_no_signal_of_the_others(more):
    few = columns(found())
    texts = (*TEXTS, *("the cure of whales" for _ in more))
    many = found(texts, listed=len(TEXTS))
    changed = tuple(
        one
        if one.key < len(TEXTS)
        else one._replace(passage=more[one.key - len(TEXTS)][0], cosine=more[one.key - 4][1])
        for one in many.scored
    )
    by_key = columns(many._replace(scored=changed), texts)
    assert {key: by_key[key] for key in few} == few


def test_rank_without_a_vector_the_words_speak_for_a_candidate():
    by_key = columns(found(cosines=(None, 0.6, 0.4, 0.1)))
    assert by_key[0]["dense"] == by_key[0]["lexical"], "both arms weigh the same by default"
