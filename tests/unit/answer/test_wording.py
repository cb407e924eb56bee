"""EVID-9: which words an amendment puts in the place of which, of which sentence, and what it leaves."""

from __future__ import annotations

import pytest

from kts.answer.claims.consolidated import consolidated
from kts.answer.standing.wording import by_name, is_of_another, leaves, only_adds, replacements, swapped


@pytest.mark.parametrize(
    ("change", "pairs"),
    [
        ('In place of "14 days" (first line) read "10 days".', [("14 days", "10 days")]),
        ("In lieu of 2% read 4% per annum.", [("2%", "4% per annum")]),
        ("in place of \u20ac700 read \u20ac900.", [("\u20ac700", "\u20ac900")]),
        ('delete "9 weeks", insert "7 weeks", for orders of 2023', [("9 weeks", "7 weeks")]),
        ('Delete the words "two copies" and substitute "one copy".', [("two copies", "one copy")]),
        ("Delete the figure of 10% and insert 7.5% in its place.", [("10%", "7.5%")]),
        ("substitute \u201csix\u201d for \u201cfour\u201d", [("four", "six")]),
        ("Replace 21 days with 28 days.", [("21 days", "28 days")]),
        (
            "For \u00a350 read \u00a360; for \u00a320 read \u00a325",
            [("\u00a350", "\u00a360"), ("\u00a320", "\u00a325")],
        ),
        ("The period of 28 days is reduced to 14 days.", [("28 days", "14 days")]),
        ('Delete the words "in writing".', []),
        ('Add at the end: "The Client pays 5%."', []),
        ("The caretaker reads the meter for 5 flats.", []),
    ],
)
def test_orders_say_which_words_take_which_place(change, pairs):
    assert list(replacements(change)) == pairs


def test_what_new_words_repeat_of_what_follows_is_said_once():
    assert swapped("Interest is 3% per annum above base.", [("3%", "5% per annum")]) == (
        "Interest is 5% per annum above base."
    )
    assert swapped("Interest is 13% per annum.", [("3%", "5%")]) is None, "another number that ends like it"


CLAUSE = "9.2 Lift. The owner services the lift twice a year. Repairs are free of charge."


def test_a_change_of_a_counted_sentence_is_of_that_sentence():
    first, second = "The owner services the lift twice a year.", "Repairs are free of charge."
    change = "Sub-Clause 9.2, second sentence, is deleted."
    assert is_of_another(change, first, CLAUSE), "the title of the clause is no sentence of it"
    assert not is_of_another(change, second, CLAUSE)


@pytest.mark.parametrize(
    ("row", "now"),
    [
        ("| 4.1 | Rent | 800 euros a month |", "The rent is 800 euros a month, due on the third working day."),
        (
            "| 4.1 | Rent | 800 euros for flats; 900 euros for shops |",
            "Rent: 800 euros for flats; 900 euros for shops.",
        ),
        ("| 4.1 | Heating | 90 euros a month |", None),
    ],
)
def test_a_row_of_data_gives_the_value_of_its_clause_or_stands_for_it(row, now):
    assert consolidated("The rent is 700 euros a month, due on the third working day.", row) == now


def test_what_only_adds_takes_nothing():
    assert only_adds('4.4 Add at the end: "Keys are numbered."')
    assert not only_adds('4.4 Delete "two" and insert "three".')
    assert not only_adds("4.4 Keys are numbered.")
    assert not only_adds("4.4 The fee is reduced to 4 euros. Add at the end: keys are numbered.")


ROW = "| 8.2 | Time for delivery - spare parts | 40 days |"


@pytest.mark.parametrize(
    ("change", "is_of_it"),
    [
        ('The time for delivery of spare parts: delete "40 days", insert "35 days".', True),
        ("Clause 1 is replaced: the time for delivery of spare parts is 35 days.", True),
        ('The time for inspection: delete "40 days", insert "35 days".', False),
        ("The time for delivery of spare parts is 40 days.", False),
        ("The rent is increased; the time for delivery of spare parts is not changed.", False),
    ],
)
def test_a_change_may_call_a_row_by_its_name(change, is_of_it):
    assert by_name(ROW, change) == is_of_it


def test_what_is_left_as_it_is_is_told_by_its_words():
    said = "The fee for adults is 9 euros; the fee for children is not changed."
    assert leaves(said, "The fee for children is 4 euros.")
    assert not leaves(said, "The fee for adults is 8 euros.")
