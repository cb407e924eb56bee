"""EVID-1: a column or row that is for several at once is the one for each of them, and for no other."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.ranged import column, keyed, several
from kts.answer.claims.gate import judge
from kts.answers import Evidence

FARES = (
    "| Ticket | Rings A-C | Rings D-F | Airport |\n|---|---|---|---|\n| Day pass | 6.10 | 8.70 | 15.20 |\n"
    "| Bicycle | 2.00 | free | none |"
)
SCHOOL = (
    "| Course | Forms 1, 2 and 3 | Forms 4 and 5 | Staff |\n|---|---|---|---|\n"
    "| Swimming per term | EUR 40 | EUR 55 | EUR 90 |\n| Choir | 2 hours | 3 hours | 1 hour |"
)
RENTS = "| Berth | 2018-2020 | 2021-2024 |\n|---|---|---|\n| North quay | EUR 310 | EUR 345 |"
LOADS = "| Freight | up to 8 t | 8-20 t | over 20 t |\n|---|---|---|---|\n| Crane hire | EUR 70 | EUR 120 | EUR 260 |"
KEYED = (
    "| Vessel group | Day | Night |\n|---|---|---|\n| Groups A-B | EUR 4 | EUR 2 |\n| Groups C-E | EUR 9 | EUR 5 |\n"
    "| Kayaks | EUR 1 | free |"
)


def said(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Harbour")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The day pass for ring B costs 6.10.", FARES),
        ("The day pass for rings D and E costs 8.70.", FARES),
        ("Swimming for form 2 costs EUR 40 per term.", SCHOOL),
        ("Choir in the fifth form takes 3 hours.", SCHOOL),
        ("In 2019 the north quay was EUR 310.", RENTS),
        ("Crane hire for a load of 12 t is EUR 120.", LOADS),
        ("Vessels of group D pay EUR 5 at night.", KEYED),
    ],
)
def test_the_value_for_one_of_several_is_supported(claim: str, text: str) -> None:
    assert said(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The day pass for ring B costs 8.70.", FARES),
        ("The day pass for ring E costs 15.20.", FARES),
        ("Swimming for form 2 costs EUR 55 per term.", SCHOOL),
        ("Swimming for form 4 costs EUR 90 per term.", SCHOOL),
        ("Choir in the fifth form takes 2 hours.", SCHOOL),
        ("In 2019 the north quay was EUR 345.", RENTS),
        ("Crane hire for a load of 12 t is EUR 260.", LOADS),
    ],
)
def test_the_value_for_others_contradicts(claim: str, text: str) -> None:
    assert said(claim, text) == "contradicted"


def test_what_no_column_and_no_row_is_for_is_not_supported() -> None:
    assert said("The day pass for ring H costs 8.70.", FARES) == "unsupported"
    assert said("Vessels of group G pay EUR 5 at night.", KEYED) != "supported"


def test_the_column_is_known_by_a_mark_a_year_or_an_amount_and_nothing_else_names_one() -> None:
    heads = ("Item", "Levels 1-3", "Levels 4-6", "Attic")
    place = column("Heating on level 5 is EUR 9.", heads)
    assert place is not None
    assert place.at == 2
    other = column("Heating on level 8 is EUR 9.", heads)
    assert other is not None
    assert other.at is None
    assert column("Heating is EUR 9.", heads) is None
    assert column("Heating on levels 2 and 5 is EUR 9.", heads) is None
    assert column("The rent in 2019", ("Year", "2019", "2020")) is None


def test_roman_numbers_letters_and_lists_are_read_by_their_kind() -> None:
    assert [kind for kind, *_ in several("Class I-III")[0].stretches] == ["r"]
    assert several("Bands 1, 2 and 3")[0].stretches == (("n", 1, 1), ("n", 2, 2), ("n", 3, 3))
    assert keyed("level 4 opens at ten", "Level", "3-5") is True
    assert keyed("level 7 opens at ten", "Level", "3-5") is False
    assert keyed("it opens at ten", "Level", "3-5") is None
