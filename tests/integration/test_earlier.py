"""EVID-9: a question about an earlier time is answered by what was in force then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

AGREEMENT = """# Agreement for Grounds Work GW-2022-05

This Agreement is dated 2 May 2022 and is made between Tarrow College Limited (the Client) and Orrin Paving Limited (the
Contractor).

## 4.1 Storms

The Contractor shall clear a blocked road within 8 hours of the call.

## 6.1 Prices

The price of a load of gravel is 140 euros.
"""
AMENDMENT = """# Amendment No. 1 to Agreement GW-2022-05

This amendment is dated 10 March 2024 and takes effect on 1 April 2024.

## 1. Changes

In clause 4.1 the words "8 hours" are replaced by the words "5 hours".
"""
HANDBOOK = """# Staff Handbook {year}

This edition applies from 1 January {year}.

## Leave

Staff may carry over {days} days of leave into the next year.
"""


@pytest.fixture(scope="module")
def college(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("college")
    (folder / "grounds.md").write_text(AGREEMENT, encoding="utf-8")
    (folder / "grounds-amendment.md").write_text(AMENDMENT, encoding="utf-8")
    for year, days in (("2024", "four"), ("2025", "nine")):
        (folder / f"handbook-{year}.md").write_text(HANDBOOK.format(year=year, days=days), encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "says", "day"),
    [
        ("Within what time did Orrin have to clear a blocked road before April 2024?", "within 8 hours", "2024-03-31"),
        ("Within what time was a blocked road to be cleared before the amendment?", "within 8 hours", "2024-03-31"),
        ("Within what time did a blocked road have to be cleared in 2023?", "within 8 hours", "2023-12-31"),
        (
            "Within what time after a call was received did a road have to be cleared in 2023?",
            "within 8 hours",
            "2023-12-31",
        ),
        ("How many days of leave could staff carry over under the old handbook?", "four days", "2024-12-31"),
        ("How many days of leave may staff carry over in the previous edition of the handbook?", "four", "2024-12-31"),
    ],
)
def test_evid_9_what_was_in_force_then_answers(college: Workspace, question: str, says: str, day: str):
    found = college.ask(question, record=False)
    assert says in found.claims[0].text
    assert found.as_of == day
    assert f"answered from what was in force on {day}" in found.notes


@pytest.mark.parametrize(
    "question",
    [
        "Within what time must the Contractor clear a blocked road?",
        "How many days of leave may staff carry over?",
        "How many days of leave may a former employee carry over?",
    ],
)
def test_evid_9_who_asks_for_no_time_asks_for_today(college: Workspace, question: str):
    assert not college.ask(question, record=False).as_of


def test_evid_9_before_the_first_agreement_nothing_was_in_force(college: Workspace):
    found = college.ask("Within what time did a blocked road have to be cleared before March 2020?", record=False)
    assert found.verdict in {"abstained", "low_confidence"}
    assert not found.as_of


def test_evid_9_what_took_effect_later_is_named_where_it_was_left_out(college: Workspace):
    found = college.ask("How many days of leave may staff carry over?", as_of="2023-05-01", record=False)
    assert found.verdict == "abstained"
    assert any(note.startswith("left out: handbook-2024.md, in force from 2024-01-01") for note in found.notes)


def test_evid_9_a_claim_on_a_day_before_is_supported_by_what_is_not_yet_in_force(college: Workspace):
    claim = "Staff may carry over four days of leave into the next year."
    before, then = (next(college.check([claim], as_of=day)) for day in ("2023-05-01", "2024-05-01"))
    assert (before.claim.support, before.standing) == ("supported", "future")
    assert [why.kind for why in before.claim.reasons] == ["future"]
    assert (then.claim.support, then.standing) == ("supported", "current")


PROCEDURE = """# SP-07 Cold Stores

| Document | SP-07 |
| --- | --- |
| Edition | {edition} |
| Effective from | {day} |
{replaces}
## 3 Records

Record sheets are kept for {years} years. Affected stock is placed in store {store}.
"""
ROW = "| Replaces | [SP-07] Edition 3 of 1 February 2021, which is withdrawn from 1 March 2023 |\n"


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("stores")
    three = PROCEDURE.format(edition=3, day="1 February 2021", replaces="", years="two", store="B")
    four = PROCEDURE.format(edition=4, day="1 March 2023", replaces=ROW, years="five", store="C")
    (folder / "SP-07 old.md").write_text(three, encoding="utf-8")
    (folder / "SP-07.md").write_text(four, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "as_of", "says"),
    [
        ("How long are record sheets kept?", "2023-06-01", "five years"),
        ("How long are record sheets kept?", "2022-06-01", "two years"),
        ("How long were record sheets kept before March 2023?", "", "two years"),
        ("How long were record sheets kept in 2022?", "", "two years"),
        ("How long were record sheets kept until the end of February 2023?", "", "two years"),
    ],
)
def test_evid_9_a_row_tells_which_edition_is_replaced(stores: Workspace, question: str, as_of: str, says: str):
    found = stores.ask(question, as_of=as_of, record=False)
    assert says in found.claims[0].text
    assert not found.conflicts


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("Record sheets are kept for two years.", "contradicted"),
        ("Record sheets are kept for five years.", "supported"),
        ("Before March 2023 record sheets were kept for two years.", "supported"),
        ("Until the end of February 2023 record sheets were kept for two years.", "supported"),
        ("Until the end of February 2023 record sheets were kept for five years.", "contradicted"),
        ("In 2022 affected stock was placed in store B.", "supported"),
    ],
)
def test_evid_9_a_claim_of_an_earlier_time_is_held_against_the_edition_of_then(
    stores: Workspace, claim: str, support: str
):
    (said,) = stores.check([claim])
    assert said.claim.support == support
