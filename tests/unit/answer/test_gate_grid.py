"""EVID-1: marks, days and limits of a row are read under the column that the claim names."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge, weighed
from kts.answers import Evidence


def said(claim: str, text: str, title: str = "Workshop") -> str:
    return judge(claim, [Evidence(text, title=title)]).support


def kinds(claim: str, text: str) -> set[str]:
    return {each.kind for one in weighed(claim, [Evidence(text, title="Workshop")]) for each in one.findings}


PAINTS = (
    "X = contains, T = traces possible, - = absent\n\n"
    "| Paint | Lead | Zinc | Solvent | Resin |\n|---|---|---|---|---|\n"
    "| Harbour Red | X | - | T | X |\n| Deck Grey | - | X | - | T |\n| Hull Blue | X | X | X | - |"
)
COURSES = (
    "| Person | Crane | Welding | First aid |\n|---|---|---|---|\n| Ola Brekke | X | X | - |\n| Kim Strand | - | | X |"
)
TICKS = (
    "| Boat | Insured | Painted | Rigged |\n|---|---|---|---|\n"
    "| Tern | \u2713 | \u2717 | |\n| Skua | \u2713 | \u2713 | \u2717 |"
)
DUTIES = (
    "| Activity | Captain | Mate | Owner |\n|---|---|---|---|\n| Fuel orders | A | R | I |\n| Crew rota | R | C | I |"
)
BILLS = (
    "| Bill | Received | Approved on | Paid on | Remark |\n|---|---|---|---|---|\n"
    "| B-17 | 2024-02-03 | 2024-02-20 | 2024-03-01 | |\n| B-18 | 2024-02-25 | 2024-03-14 | | wrong rate |"
)
LIMITS = (
    "| Purchase | Foreman | Yard manager | Director |\n|---|---|---|---|\n"
    "| Spare parts | up to \u20ac2,000 | up to \u20ac20,000 | above \u20ac20,000 |\n"
    "| Hired cranes | - | up to \u20ac8,000 | above \u20ac8,000 |"
)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Harbour Red contains lead.", PAINTS),
        ("Harbour Red contains no zinc.", PAINTS),
        ("Deck Grey is free from lead.", PAINTS),
        ("Harbour Red may contain traces of solvent.", PAINTS),
        ("Hull Blue contains zinc.", PAINTS),
        ("Ola Brekke is trained on the crane.", COURSES),
        ("Kim Strand has first aid training.", COURSES),
        ("The Tern is insured.", TICKS),
        ("The Skua is painted.", TICKS),
        ("The mate is responsible for fuel orders.", DUTIES),
        ("B-17 was paid on 1 March 2024.", BILLS),
        ("B-17 was approved on 20 February 2024.", BILLS),
        ("B-18 was received on 25 February 2024.", BILLS),
        ("The yard manager may buy spare parts for \u20ac15,000.", LIMITS),
        ("The foreman may buy spare parts for \u20ac1,500.", LIMITS),
        ("The director may buy spare parts for \u20ac50,000.", LIMITS),
    ],
)
def test_what_the_cell_says_is_supported(claim: str, text: str) -> None:
    assert said(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Harbour Red contains no lead.", PAINTS),
        ("Harbour Red is free from resin.", PAINTS),
        ("Harbour Red contains zinc.", PAINTS),
        ("Ola Brekke is not trained on the crane.", COURSES),
        ("The Tern is painted.", TICKS),
        ("B-17 was paid on 20 February 2024.", BILLS),
        ("B-17 was approved on 1 March 2024.", BILLS),
        ("The foreman may buy spare parts for \u20ac5,000.", LIMITS),
        ("The yard manager may buy spare parts for \u20ac30,000.", LIMITS),
    ],
)
def test_what_the_cell_says_otherwise_is_contradicted(claim: str, text: str) -> None:
    assert said(claim, text) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Harbour Red contains solvent.", PAINTS),
        ("Harbour Red contains no solvent.", PAINTS),
        ("Ola Brekke has first aid training.", COURSES),
        ("Kim Strand is trained in welding.", COURSES),
        ("The Tern is rigged.", TICKS),
        ("B-18 was paid on 14 March 2024.", BILLS),
        ("The director alone may buy spare parts for \u20ac5,000.", LIMITS),
    ],
)
def test_what_decides_nothing_supports_nothing(claim: str, text: str) -> None:
    assert said(claim, text) == "unsupported"


def test_an_empty_cell_is_no_gap_of_what_is_awaited() -> None:
    assert "unmarked" not in kinds("B-18 has not been paid.", BILLS)
    assert "unmarked" not in kinds("Payment of B-18 is still outstanding, it was received on 25 February 2024.", BILLS)


def test_a_letter_stands_for_a_word_that_begins_with_it() -> None:
    assert "unmarked" in kinds("The owner approves fuel orders.", DUTIES)
    assert "unmarked" not in kinds("The owner is informed of fuel orders.", DUTIES)


def test_a_column_that_is_named_with_its_own_cell_is_not_named_for_a_value() -> None:
    rows = (
        "| Point | Line | Step | Limit |\n|---|---|---|---|\n| 1 | L1 Jams | Boil | >= 105 \u00b0C for 4 min |\n"
        "| 2 | L1, L2 | Cool | 30 \u00b0C |"
    )
    assert said("On line L1 jam is boiled at 105 \u00b0C for 4 min.", rows) != "contradicted"
    assert said("On line L1 the limit for boiling jam is 105 \u00b0C for 4 min.", rows) == "supported"
    assert said("Jam on line L1 is boiled at 95 \u00b0C for 4 min.", rows) != "supported"
