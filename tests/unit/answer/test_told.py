"""CONF-1: the confidence that is told hears the gates; the probability before them is kept beside it."""

from __future__ import annotations

import pytest

from kts.answer.verdict.told import MOST, told
from kts.answers import WEAK, Answer


def answer(verdict, chance, *doubts):
    return Answer("q", verdict, "", chance, 1.0, doubts=doubts)


@pytest.mark.parametrize(
    ("found", "confidence"),
    [
        (answer("answered", 0.9), 0.9),
        (answer("partly", 0.8), 0.8),
        (answer("low_confidence", 0.9, "what is cited is about code 5, not code 7"), MOST["low_confidence"]),
        (answer("low_confidence", 0.3, "what is cited is about code 5, not code 7"), 0.3),
        (answer("low_confidence", 0.62, f"{WEAK} of 0.62, where an answer needs 0.68"), 0.62),
        (answer("abstained", 0.9), MOST["abstained"]),
        (answer("abstained", 0.1), 0.1),
    ],
)
def test_conf_1_a_doubt_and_a_refusal_are_heard(found, confidence):
    said = told(found)
    assert (said.confidence, said.chance, said.before_gates) == (confidence, found.confidence, found.confidence)
    assert found.before_gates == found.confidence
