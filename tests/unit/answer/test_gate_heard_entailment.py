"""EVID-1: an entailment model that the gate was fitted with is one sign among others, heard beside all other models."""

from __future__ import annotations

import numpy as np
import pytest

from kts.answer.claims.entailed import BARRED, ENTAILS
from kts.answer.claims.gate import judge, weighed
from kts.answer.claims.weights import Models, heard_among
from kts.answers import Evidence
from kts.ports.models import Entailment, Weighing
from kts.testing import OverlapEntailment, OverlapReader
from kts.types import Span

TEXT = Evidence("Guests hand the keys back by noon. The desk lends bicycles to members.", title="House rules")
CLAIM = "Members get bicycles from the desk."
OTHER = "Guests hand the keys back by 3 pm."


class Claims(OverlapReader):
    weighings = {"claim": Weighing(1.0, 0.0, 0.0, 0.0)}  # noqa: RUF012 - as of a model's folder


class Fitted(OverlapEntailment):
    fitted = True

    def __init__(self, *said: float):
        self.said = Entailment(*said)

    def infer(self, pairs):
        return [self.said for _ in pairs]


def tokens(text: str):
    """Each word with a vector of its own."""
    places, at = [], 0
    for word in text.split():
        start = text.index(word, at)
        places.append(Span(start, start + len(word)))
        at = start + len(word)
    rows = [np.random.default_rng(sum(word.encode())).normal(size=8) for word in text.split()]
    vectors = np.array([row / np.linalg.norm(row) for row in rows], np.float32).reshape(-1, 8)
    return tuple(places), vectors


YES, NO = Fitted(0.98, 0.01, 0.01), Fitted(0.01, 0.04, 0.95)


def chance(claim: str, model: Fitted) -> float:
    return judge(claim, [TEXT], tokens, reader=Claims(), entailment=model).score


def test_evid1_it_moves_the_chance_both_ways_and_the_gates_say_that_it_ran():
    assert chance(CLAIM, YES) > chance(CLAIM, NO)
    found = judge(CLAIM, [TEXT], tokens, reader=Claims(), entailment=YES)
    assert found.gates == ("claim", "reader", "entailment")


def test_evid1_another_value_is_none_whatever_it_says():
    assert judge(OTHER, [TEXT], tokens, reader=Claims(), entailment=YES).support != "supported"


def test_evid1_what_a_rule_bars_is_a_sign_beside_it():
    (first, *_) = weighed(OTHER, [TEXT], Models(tokens, Claims(), YES))
    assert first.features[BARRED] == 1.0
    assert first.features[ENTAILS] == pytest.approx(np.log(0.98 / 0.02))
    assert BARRED not in weighed(OTHER, [TEXT], Models(tokens, Claims()))[0].features


def test_evid1_a_claim_that_was_not_read_has_no_such_sign():
    (first, *_) = weighed(CLAIM, [TEXT], Models(tokens, Claims(), Fitted()))
    assert ENTAILS not in first.features


@pytest.mark.parametrize(("given", "reader"), [(None, Claims()), (tokens, None), (tokens, OverlapReader())])
def test_evid1_it_is_heard_only_beside_what_it_was_fitted_with(given, reader):
    assert heard_among(given, reader, YES).entailment is None
    found = judge(CLAIM, [TEXT], given, reader=reader, entailment=NO)
    assert "entailment" not in found.gates
    assert found == judge(CLAIM, [TEXT], given, reader=reader)


def test_evid1_one_that_it_was_not_fitted_with_is_no_sign():
    assert heard_among(tokens, Claims(), OverlapEntailment()).entailment is None
