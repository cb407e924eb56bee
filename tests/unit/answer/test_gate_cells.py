"""EVID-1: a claim is held against the row whose key and the column whose header it names."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge, weighed
from kts.answer.claims.match import statements
from kts.answers import Evidence
from kts.types import Span


def found(claim: str, text: str, title: str = "Harbour"):
    return judge(claim, [Evidence(text, title=title)])


DUES = (
    "| Berth | Dues 2021 | Dues 2022 | Water |\n|---|---|---|---|\n| North quay | 310 | 345 | 40 |\n"
    "| South quay | 280 | 290 | 35 |"
)
SEASONS = (
    "| Pupil | 2021/22 / Sailing | 2021/22 / Rowing | 2022/23 / Sailing | 2022/23 / Rowing |\n|---|---|---|---|---|\n"
    "| Beginners | 120 | 90 | 135 | 95 |\n| Racers | 240 | 150 | 260 | 155 |"
)
REPLIES = (
    "| Alarm | Bronze | Silver | Gold |\n|---|---|---|---|\n| 1 | 6 business hours | 3 business hours | 20 minutes |\n"
    "| 2 | 2 business days | 5 business hours | 2 hours |"
)
GRADES = (
    "| Grade | Answer | Repair |\n|---|---|---|\n| Grade 1 (flooding) | 20 minutes | 3 hours |\n"
    "| Grade 2 | 4 hours | 2 days |\n| Grade 3 | 1 day | 9 days |"
)
LOSSES = (
    "| Event | Free nights |\n|---|---|\n| Loss of mast, sail, rudder or anchor | 6 |\n"
    "| Loss of compass or lamp | 3 |\n| Storm warning | 1 |"
)
COVERS = (
    "| Cover | Insurer | Limit | Excess |\n|---|---|---|---|\n"
    "| Hull damage | Nordmark | 9,000,000 euros | 4,000 euros |\n"
    "| Cargo damage | Nordmark | 3,000,000 euros | 12,000 euros |\n| Crew damage | Sund | 5,000,000 euros | nil |"
)
LOG = (
    "| Time | Entry |\n|---|---|\n| 05:10 | Pumps and hoses were ordered over the radio by Mr Halder |\n"
    "| 05:40 | Engine stopped by Mr Quist |\n| 06:05 | Crew leaves the ship |"
)
BUYING = (
    "| Value | Way | Minimum number of bids |\n|---|---|---|\n| below 2,000 | free purchase | 1 |\n"
    "| 2,000 to below 90,000 | limited bidding | 3 |\n| 90,000 and above | open bidding | no minimum |"
)
BOATS = (
    "| Boat | Skipper | Berth | Seats |\n|---|---|---|---|\n| Tern | Ola Brekke | 017 | 24 |\n"
    "| Skua | Kim Strand | 018 | 30 |"
)
STOPS = (
    "| Quay | Tenant | Rent 2021 | Rent 2022 |\n|---|---|---|---|\n| Kai 2, 1. Stock | Frau Olsen | 410 | 425 |\n"
    "| Kai 3, 2. Stock | Frau Berg | 505 | 530 |"
)

TRUE = [
    ("The dues of the north quay were 345 in 2022.", DUES),
    ("The dues of the north quay rose from 310 in 2021 to 345 in 2022.", DUES),
    ("Water costs 40 at the north quay in 2022.", DUES),
    ("Sailing for beginners was 120 in 2021/22.", SEASONS),
    ("Rowing for racers is 155 in 2022/23.", SEASONS),
    ("Alarm 2 is answered within 2 hours with Gold.", REPLIES),
    ("Alarm 2 is answered within 5 business hours with Silver.", REPLIES),
    ("Grade 3 has an answer within 1 day.", GRADES),
    ("Free nights for the loss of a compass are 3.", LOSSES),
    ("Free nights for the loss of a rudder are 6.", LOSSES),
    ("The hull damage cover has an excess of 4,000 euros.", COVERS),
    ("Mr Quist stopped the engine.", LOG),
    ("Limited bidding is required for 60,000.", BUYING),
    ("The Tern has 24 seats.", BOATS),
    ("The rent of Frau Berg was 530 in 2022.", STOPS),
]


@pytest.mark.parametrize(("claim", "text"), TRUE)
def test_what_the_named_cell_says_is_supported(claim: str, text: str) -> None:
    assert found(claim, text).support == "supported"


FALSE = [
    ("The dues of the north quay were 310 in 2022.", DUES, "345"),
    ("Sailing for beginners was 135 in 2021/22.", SEASONS, "120"),
    ("Sailing for racers was 150 in 2021/22.", SEASONS, "240"),
    ("Alarm 2 is answered within 2 hours with Silver.", REPLIES, "5 business hours"),
    ("Alarm 2 is answered within 2 business days with Gold.", REPLIES, "2 hours"),
    ("Grade 2 needs an answer within 20 minutes.", GRADES, "4 hours"),
    ("Free nights for the loss of a compass are 6.", LOSSES, "3"),
    ("The hull damage cover has an excess of 12,000 euros.", COVERS, "4,000 euros"),
    ("The Tern has 30 seats.", BOATS, "24"),
    ("Limited bidding is required from 90,000.", BUYING, "open bidding"),
    ("The rent of Frau Berg was 505 in 2022.", STOPS, "530"),
]


@pytest.mark.parametrize(("claim", "text", "cell"), FALSE)
def test_the_value_of_another_row_or_column_contradicts_with_the_right_cell(claim: str, text: str, cell: str) -> None:
    said = found(claim, text)
    assert said.support == "contradicted"
    assert cell in said.reasons[0].text


NEWS = (
    "| Version | Date | Changes |\n|---|---|---|\n| 6.1 | 3 March | New sail plan; ends the old list |\n"
    "| 6.2 | 9 May | New flags |"
)


def test_what_another_row_says_is_no_support_for_the_row_that_is_named() -> None:
    assert found("Version 6.2 changed the sail plan.", NEWS).support != "supported"


def test_a_name_that_another_row_has_is_not_the_one_of_the_same_title_here() -> None:
    rows = weighed("Mr Halder stopped the engine.", [Evidence(LOG, title="Harbour")])
    told = {one.match.statement.text: [each.text for each in one.findings if each.kind == "row"] for one in rows}
    assert any("Mr Quist" in text for text in told["| 05:40 | Engine stopped by Mr Quist |"])
    own = weighed("Mr Quist stopped the engine.", [Evidence(LOG, title="Harbour")])[0]
    assert not [each for each in own.findings if each.kind == "row"]


def test_a_value_with_nothing_to_say_which_column_it_is_of_is_left_alone() -> None:
    assert found("The dues of the north quay were 310.", DUES).support == "supported"
    assert found("The dues of the north quay were 345.", DUES).support == "supported"


def test_a_year_names_no_column_of_other_words() -> None:
    assert found("In 2022 the north quay paid 40 for the taps.", DUES).support != "contradicted"


def test_a_number_of_what_no_column_tells_does_not_contradict() -> None:
    assert found("Racers above 17 swim twice.", SEASONS).support != "contradicted"


def test_a_row_is_one_statement_whatever_stops_its_cells_have() -> None:
    rows = [(STOPS[slice(*span)], intro) for span, intro in statements(STOPS)]
    header = STOPS.split("\n", maxsplit=1)[0]
    assert rows == [(line, header) for line in STOPS.split("\n")[2:]]
    assert statements("Kai 2 | is let. Kai 3 | is not.")[0][0] == Span(0, 15)
