"""A lead about another of the kind that the question is about is doubtful."""

from __future__ import annotations

import pytest

from kts.answer.subjects import other_key, other_people, other_post, other_subject

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
