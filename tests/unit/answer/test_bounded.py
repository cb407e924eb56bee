"""EVID-4: the rows of a list whose figures or days keep the bound that a question sets."""

from __future__ import annotations

import pytest

from kts.answer.constraints.named import BOUND, constraints
from kts.answer.tables.bounded import keeping, read, tells
from kts.answer.units.quotable import rows_of
from kts.lexicon.quantities import quantities

PRICES = """\
| sku | product | pack size | unit price EUR | lead time days |
| --- | --- | --- | --- | --- |
| HP-1 | Anchor bolt M12 | 50 | 38.40 | 5 |
| HP-2 | Rope 16 mm | 100 m | 214.00 | 7 |
| HP-3 | Life ring 75 cm | 1 | 54.90 | 12 |
| Total | | | 307.30 | |"""
CARS = """\
| Plate | Driver | First registered | Next inspection | Leasing per month |
| --- | --- | --- | --- | --- |
| A 1 | Wilk | 2021-06-14 | 2025-06-30 | EUR 389 |
| A 2 | pool | 2019-03-02 | 2025-09-30 | EUR 312.50 |
| A 3 | Nair | 2024-08-01 | 2027-08-31 | EUR 355 |"""


def kept(question, text):
    """The first cells of the rows that keep the bound, None where the table does not tell."""
    asked = read(question)
    rows = rows_of(text, "")
    keeps = keeping(asked, rows) if asked else None
    return None if keeps is None else [row.text.split("|")[1].strip() for row in rows if keeps(row)]


@pytest.mark.parametrize(
    ("question", "text", "rows"),
    [
        ("Which products cost less than EUR 60?", PRICES, ["HP-1", "HP-3"]),
        ("Which products cost more than 60 euros?", PRICES, ["HP-2"]),
        ("Which products have a unit price of at most 54.90?", PRICES, ["HP-1", "HP-3"]),
        ("Which products have a lead time of at least 7 days?", PRICES, ["HP-2", "HP-3"]),
        ("Which products have a lead time of more than one week?", PRICES, ["HP-3"]),
        ("Which cars cost over 350 a month?", CARS, ["A 1", "A 3"]),
        ("Which cars cost over 350 a month?", CARS.replace("Leasing per month", "Leasing per year"), []),
        ("Which cars need an inspection in 2025?", CARS, ["A 1", "A 2"]),
        ("Which cars have their next inspection in September 2025?", CARS, ["A 2"]),
        ("Which cars were first registered in 2020?", CARS, []),
    ],
)
def test_the_rows_that_keep_a_bound(question, text, rows):
    assert kept(question, text) == rows


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which products cost less than GBP 60?", PRICES),  # another money
        ("Which products weigh less than 60 kg?", PRICES),
        ("Which products were sold in 2025?", PRICES),  # no column of days
        ("Which cars were sold in 2025?", CARS),  # two columns of days, and neither is meant
        ("Which wires over $25,000 need two approvals?", PRICES),
        ("How many products cost less than EUR 60?", PRICES),
        ("Which products cost EUR 60?", PRICES),
    ],
)
def test_what_no_column_tells_is_not_listed(question, text):
    assert kept(question, text) is None


def test_an_amount_that_bounds_a_list_is_met_by_the_column_of_such_amounts():
    (limit,) = quantities("less than EUR 60")
    assert tells(limit, PRICES, "")
    assert not tells(limit._replace(unit="GBP"), PRICES, "")
    (own,) = constraints("Which products cost less than EUR 60?")
    assert own.value.endswith(BOUND)
    assert not any(one.value.endswith(BOUND) for one in constraints("Which wires over $25,000 need two approvals?"))
