"""What is remembered of runs of characters says the same as looking into each text anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.signs import Picked, Signs, runs_of

WORDS = ("ection", "section", "\u00a7", "[1]", "a", "next")
RUNS = st.lists(st.sampled_from(("Section", "subsection", "\u00a75", "see[1],", "text", "a" * 400, "next")) | st.text())
TEXTS = st.lists(RUNS.map(" ".join), min_size=1, max_size=6)


@given(TEXTS)
def test_signs_are_those_that_occur_whatever_was_read_before(texts):
    looked_for = Signs(WORDS)
    for text in (*texts, *texts):
        assert looked_for.of(text) == {word for word in WORDS if word in text}


@given(TEXTS)
def test_picked_runs_are_those_of_the_text_that_count(texts):
    picked = Picked(lambda runs: filter(str.isalpha, runs))
    for text in (*texts, *texts):
        assert picked.of(text) == set(filter(str.isalpha, text.split()))
        assert runs_of(text) == (text.split(), frozenset(text.split()))


def test_no_more_than_so_many_runs_are_remembered_and_nothing_is_missed():
    looked_for, picked = Signs(("b",), most=3), Picked(lambda runs: (run for run in runs if "b" in run), most=3)
    for text in ("ab cd", "ef gb hi", "ab", "x y z b u v w", "ab cd"):
        assert looked_for.of(text) == ({"b"} if "b" in text else set())
        assert picked.of(text) == {run for run in text.split() if "b" in run}
