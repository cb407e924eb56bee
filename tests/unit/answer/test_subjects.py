"""A lead about another of the kind that the question is about is doubtful."""

from __future__ import annotations

import pytest

from kts.answer.verdict.subjects import (
    only_of_the_other,
    other_key,
    other_owner,
    other_people,
    other_post,
    other_sort,
    other_staff,
    other_stage,
    other_subject,
    other_variant,
)

NURSES = "Full-time nurses are entitled to 31 days of annual leave a year."
WHEAT = "A germination rate of at least 92 per cent is guaranteed for wheat."


@pytest.mark.parametrize(
    ("question", "lead", "about", "expected"),
    [
        ("How many days of leave do doctors get?", NURSES, (), "doctors"),
        ("How many days of leave do nurses get?", NURSES, (), ""),
        ("How many days of leave do doctors get?", NURSES, ("Leave of doctors and nurses",), ""),
        ("How many days of leave do staff get?", NURSES, (), ""),
        ("How many days of leave do we get?", NURSES, (), ""),
        ("What germination rate is guaranteed for rye?", WHEAT, (), "rye"),
        ("What germination rate is guaranteed for wheat?", WHEAT, (), ""),
        ("What does the hospital have to pay?", "The Customer shall pay each invoice.", (), ""),
        ("When may doctors take leave?", "Leave is taken in full weeks.", (), ""),
    ],
)
def test_the_lead_speaks_of_the_subject_or_of_nobody_else(
    question: str, lead: str, about: tuple[str, ...], expected: str
) -> None:
    assert other_subject(question, lead, about) == expected


@pytest.mark.parametrize(
    ("names", "lead", "expected"),
    [
        (["Estate Manager"], "Salary from 30,000.", "Caretaker Supervisor"),
        (["Estate Manager"], "Reports to the Estate Manager.", ""),
        (["Caretaker Supervisor"], "Salary from 30,000.", ""),
        (["Northern Depot"], "Salary from 30,000.", ""),
        ([], "Salary from 30,000.", ""),
    ],
)
def test_what_is_said_of_a_post_is_not_said_of_another(names: list[str], lead: str, expected: str) -> None:
    assert other_post(names, "Job description: Caretaker Supervisor", (lead,)) == expected
    assert not other_post(names, "Pay scales", (lead,))


LIMITS = "limits.billing-api.requests_per_minute: 600"
FINNISH = "Finnish bank holidays are paid at double the rate."


@pytest.mark.parametrize(
    ("question", "lead", "about", "expected"),
    [
        ("How many requests a minute may orders-api make?", LIMITS, ("gateway.json",), "orders-api"),
        ("How many requests a minute may billing-api make?", LIMITS, ("gateway.json",), ""),
        ("How many requests a minute may orders-api make?", LIMITS, ("orders-api.json",), ""),
        ("What is the re-try limit of billing-api?", LIMITS, (), ""),
    ],
)
def test_evid_2_a_setting_of_another_service_is_told_from_its_own(question, lead, about, expected):
    assert other_key(question, lead, about) == expected


@pytest.mark.parametrize(
    ("question", "lead", "expected"),
    [
        ("Are Polish bank holidays paid?", FINNISH, "Polish"),
        ("Are Finnish bank holidays paid?", FINNISH, ""),
        ("Are Polish workers paid?", FINNISH, ""),
        ("Is the Polish desk open?", "The Polish desk and the Finnish desk open at nine.", ""),
    ],
)
def test_evid_2_what_is_so_in_another_country_is_told_apart(question, lead, expected):
    assert other_people(question, lead, ()) == expected


CURED = "| Cured meat | 3 to 7 \u00b0C | fresh only on Monday |"


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What temperature do we reject frozen meat at?", CURED, "frozen meat"),
        ("What temperature do we reject cured meat at?", CURED, ""),
        ("What temperature do we reject fresh meat at?", CURED, ""),
        ("What temperature do we reject meat at?", CURED, ""),
        ("What is the limit for storing meat?", CURED, ""),
        ("What is the limit for frozen fish?", CURED, ""),
        ("What is the limit for frozen meat?", "| Other meat | 3 |", ""),
        ("What is the notice period?", "The probationary period is four months.", "notice period"),
        ("What is the notice period?", "The whole period is four months, notice of which is given.", ""),
        ("What is the notice period?", "The period is four months.", ""),
        ("How long can it be rolled back?", "The way back is open for five days.", ""),
        ("How long is the period?", "The probationary period is four months.", ""),
    ],
)
def test_a_row_of_another_sort_does_not_answer(question: str, row: str, expected: str) -> None:
    assert other_sort(question, row, ()) == expected


def test_what_a_side_has_is_not_told_by_the_other_sides() -> None:
    signed = "Signed for the Buyer: Ann Reed, Managing Director"
    assert other_owner("Who is the supplier's managing director?", signed) == "Buyer"
    assert not other_owner("Who is the buyer's managing director?", signed)
    assert not other_owner("Who is the supplier's managing director?", f"{signed}. For the Supplier: Rob Hale")
    assert not other_owner("Who is the managing director?", signed)


@pytest.mark.parametrize(
    ("question", "about", "expected"),
    [
        ("How long is the probation period for agency staff?", (), "agency staff"),
        ("How long is the probation period for agency staff?", ("Agency workers",), ""),
        ("How long is the probation period for new staff?", (), ""),
        ("May casual drivers claim mileage?", (), "casual drivers"),
        ("Which agency inspects us?", (), ""),
    ],
)
def test_people_engaged_otherwise_are_named(question, about, expected):
    assert other_staff(question, "Six months.", about) == expected


@pytest.mark.parametrize(
    ("question", "row", "expected"),
    [
        ("What is the price of Deck paint red 5 l?", "| HP-4 | Deck paint grey 5 l | 72.30 |", "red"),
        ("What is the price of Deck paint grey 5 l?", "| HP-4 | Deck paint grey 5 l | 72.30 |", ""),
        ("What is the price of Deck paint gray 5 l?", "| HP-4 | Deck paint grey 5 l | 72.30 |", ""),
        ("What is the price of Deck varnish glossy 5 l?", "| HP-4 | Deck varnish glosy 5 l | 72.30 |", ""),
        ("What is the price of Deck paint red 5 l?", "| Deck paint grey 5 l | also in red | 72.30 |", ""),
        ("How long is the Deck paint and 5 l?", "| Deck paint grey 5 l | 72.30 |", ""),
    ],
)
def test_evid3_another_word_between_the_same_two_is_another_thing(question: str, row: str, expected: str) -> None:
    assert other_variant(question, row, ()) == expected


@pytest.mark.parametrize(
    ("question", "lead", "expected"),
    [
        ("What is the notice after the trial?", "During the trial notice is two weeks.", "during trial, not after it"),
        ("What is the notice during the trial?", "During the trial notice is two weeks.", ""),
        ("What is the notice following the trial?", "After the trial notice is a month.", ""),
        ("What is the notice after the trial?", "During the trial it is two weeks, after the trial a month.", ""),
        ("What is the notice after the trial?", "Notice is two weeks.", ""),
    ],
)
def test_evid3_what_holds_at_one_stage_is_not_told_of_another(question: str, lead: str, expected: str) -> None:
    assert other_stage(question, lead) == expected


@pytest.mark.parametrize(
    ("question", "lead", "expected"),
    [
        ("Who was the harbour master before Ann Lee?", "Harbour master: Ann Lee", "Ann Lee"),
        ("Who is the successor of Ann Lee?", "Harbour master: Ann Lee", "Ann Lee"),
        ("Who was the harbour master before Ann Lee?", "Ann Lee took over from Max Orr.", ""),
        ("Who was the harbour master before Ann Lee?", "Harbour master: Max Orr", ""),
        ("Who is the harbour master?", "Harbour master: Ann Lee", ""),
    ],
)
def test_evid_4_whoever_was_there_before_somebody_is_not_himself(question: str, lead: str, expected: str):
    assert only_of_the_other(question, lead) == expected
