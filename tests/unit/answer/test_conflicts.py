"""What counts as a disagreement of documents (EVID-10), and what does not."""

from __future__ import annotations

import pytest

from kts.answer.choose.extract import Held
from kts.answer.standing.conflicts import rivals
from kts.answer.units.quotable import Unit
from kts.lexicon.analyse import terms
from kts.types import Span


def _held(text: str, hit: int) -> Held:
    kind = "row" if text.startswith("|") else "sentence"
    return Held(Unit(text, Span(0, len(text)), hit, 0, kind), frozenset(terms(text)), ())


def _disagree(one: str, other: str, question: str) -> tuple[tuple[str, str], ...]:
    lead, second = _held(one, 0), _held(other, 1)
    found = rivals([(2.0, lead), (1.5, second)], lead, lambda held: str(held.unit.hit), frozenset(terms(question)))
    return tuple((mine, theirs) for _, mine, theirs in found)


def test_evid_10_two_values_of_one_subject_disagree():
    one, other = "The grace period is 15 days after the due date.", "The grace period is 10 days after the due date."
    assert _disagree(one, other, "How long is the grace period?") == (("15 days", "10 days"),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The company bought 262 million shares back.", "(1) The company bought shares back in April."),
        ("| Effective tax rate | 696.2 % | 642.0 % |", "| Effective tax rate | 280.5 % | 50.1 % |"),
    ],
    ids=["a number that counts nothing", "columns of several periods"],
)
def test_evid_10_values_of_other_things_do_not_disagree(one: str, other: str):
    assert not _disagree(one, other, "What of the effective tax rate, and did the company buy shares back?")


def test_evid_10_rows_of_one_value_disagree():
    one, other = "| Late charge | 5 % | from 2024 |", "| Late charge | 4 % | from 2022 |"
    assert _disagree(one, other, "How much is the late charge?") == (("5 %", "4 %"),)


@pytest.mark.parametrize(
    "newer",
    [
        "The limit of a manager is reduced from EUR 500 to EUR 400.",
        "The limit of a manager is EUR 400 instead of EUR 500.",
        "The limit of a manager is EUR 400 (before: EUR 500).",
    ],
)
def test_evid_10_what_held_before_disagrees_with_nothing(newer: str):
    assert not _disagree(newer, "The limit of a manager is EUR 500.", "What is the limit of a manager?")
    assert _disagree(newer, "The limit of a manager is EUR 300.", "What is the limit of a manager?")[0] == (
        "EUR 400",
        "EUR 300",
    )


def test_evid_10_rows_of_another_thing_do_not_disagree():
    row = _held("| Manager | up to EUR 500 |", 0)
    of_goodwill = row._replace(unit=row.unit._replace(intro="Goodwill that may be granted"))
    other = _held("A manager may sign up to EUR 400.", 1)
    words = frozenset(terms("manager goodwill"))
    for lead, found in ((row, 1), (of_goodwill, 0)):
        assert len(rivals([(2.0, lead), (1.5, other)], lead, lambda held: str(held.unit.hit), words)) == found
