"""RANK-3: where passages hold the words of a question, the same whatever was asked before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.analyse import KEPT_TEXTS, stems_of
from kts.lexicon.positions import GAP, matches

WORDS = st.lists(st.sampled_from("cure period Fristen Frist notices notice x".split()), max_size=12).map(" ".join)
NUMBERS = {"cure": 0, "notic": 1, "frist": 2, "nowhere": 3, "fristen": 4}


def found(texts, languages):
    return [(int(text), int(number)) for _, text, number in zip(*matches(texts, NUMBERS, languages), strict=True)]


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_each_word_that_is_asked_for_is_found_in_order_and_in_its_text(texts):
    stems = [(at, stem) for at, text in enumerate(texts) for stem in stems_of(text, "en")]
    assert found(texts, ["en"]) == [(at, NUMBERS[stem]) for at, stem in stems if stem in NUMBERS]


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_words_of_two_texts_are_farther_apart_than_the_gap(texts):
    places, of, _ = matches(texts, NUMBERS, ["en"])
    for at in range(len(places) - 1):
        assert (places[at + 1] - places[at] > GAP) or of[at] == of[at + 1]


def test_of_a_word_with_several_stems_that_of_the_first_language_counts():
    assert found(["Fristen"], ["en", "de"]) == [(0, NUMBERS["fristen"])]
    assert found(["Fristen"], ["de", "en"]) == [(0, NUMBERS["frist"])]


def test_more_passages_than_are_kept_change_nothing():
    before = found(["notice of the cure"], ["en"])
    many = [f"passage number{at} cure" for at in range(KEPT_TEXTS + 1)]
    assert found(many, ["en"]) == [(at, NUMBERS["cure"]) for at in range(len(many))]
    assert found(["notice of the cure"], ["en"]) == before == [(0, NUMBERS["notic"]), (0, NUMBERS["cure"])]
