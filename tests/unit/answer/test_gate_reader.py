"""EVID-1: a reading model, where one is there, tells the first gate which statement speaks of a claim."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge, weighed
from kts.answer.claims.weights import Models
from kts.answers import Evidence
from kts.ports.models import ALONE, Reading, Weighing
from kts.testing import OverlapReader

FEES = Evidence(
    "The fee for a late return is waived for members. A lost item of a guest is charged at its price.",
    title="Library rules",
    heading="3 Fees",
)
CLAIM = "Guests are charged a fee for a late return of an item that was lost."


class Pointing(OverlapReader):
    """Says that texts with some words speak of what is asked, and no others; keeps what it was given."""

    weighings = ALONE | {"claim": Weighing(bias=0.0, logit=0.5)}

    def __init__(self, words):
        self.words, self.given = words, []

    def read(self, _question, texts):
        self.given += texts
        return [Reading(9.0 if self.words in text else -9.0, None, 0.0) for text in texts]


class Uncalibrated(Pointing):
    weighings = ALONE


@pytest.mark.parametrize("words", ["late return", "lost item"])
def test_evid1_the_statement_that_a_reader_points_at_decides(words):
    ((piece, span),) = judge(CLAIM, [FEES], reader=Pointing(words)).matched
    assert words in FEES.text[span.start : span.end]
    assert piece == 0


def test_evid1_a_statement_is_read_under_its_title_and_heading():
    reader = Pointing("late return")
    judge(CLAIM, [FEES], reader=reader)
    assert "Library rules > 3 Fees: The fee for a late return is waived for members." in reader.given


def test_evid1_a_long_statement_is_read_in_its_window():
    reader = Pointing("late")
    filler = "and of the next day and of the week behind it " * 20
    judge(CLAIM, [Evidence(f"The fee for a late return is charged {filler} to guests.")], reader=reader)
    assert reader.given
    assert all(reader.count(text) <= reader.window for text in reader.given)


def test_evid1_what_no_statement_speaks_of_is_less_likely_with_a_reader_that_says_so():
    spoken, silent = (
        weighed(CLAIM, [FEES], Models(reader=Pointing(words)))[0].spoken for words in ("", "nothing such")
    )
    assert silent < spoken


def test_evid1_a_reader_that_is_not_calibrated_for_claims_is_not_asked():
    reader = Uncalibrated("late return")
    assert judge(CLAIM, [FEES], reader=reader) == judge(CLAIM, [FEES])
    assert not reader.given


def test_evid1_a_duty_for_a_choice_of_what_a_reader_says_is_spoken_of_is_not_supported():
    claim = "Visitors have to use the blanket form for a stay of a night."
    text = "A visitor may satisfy this rule by a blanket form."
    told = judge(claim, [Evidence(text)], reader=Pointing("blanket"))
    assert told.support != "supported"
    assert "modality" in {reason.kind for reason in told.reasons}
