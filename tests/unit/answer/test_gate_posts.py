"""EVID-1: who holds which post, who acts for whom, whose clause has no verb, what was chosen, refused or put away."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge, weighed
from kts.answers import Evidence

BOARD = "Attending: Ruth Adler (CEO), Sven Okon (treasurer), Noor Hamdi. Apologies: Jon Vik."
LISTED = "Board: Ruth Adler, chair; Sven Okon, treasurer; and Noor Hamdi."
SHOWN = "The new catalogue was shown by Ella Prat on behalf of Ruth Adler."
PLANS = "The Reed plan covers 10 boats, the Sedge plan 40 boats, and the Willow plan is unlimited."
TASKS = (
    "# Minutes\n\nAttending: Olga Brandt (Finance Director), Tim Lund.\n\n"
    "| Task | Owner | Phone | Due |\n|---|---|---|---|\n"
    "| Check of the crane | Tim Lund | +47 22 00 11 | 1 May 2026 |\n"
    "| New rates | Olga Brandt | +47 22 00 12 | 8 May 2026 |"
)
ROTA = (
    "| week | lead | standby | phone |\n|---|---|---|---|\n| 7 | Tim Lund | Olga Brandt | +47 22 |\n"
    "| 8 | Ida Moe | Tim Lund | +47 23 |"
)


def said(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Yard")]).support


def kinds(claim: str, text: str) -> set[str]:
    return {each.kind for one in weighed(claim, [Evidence(text, title="Yard")]) for each in one.findings}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Noor Hamdi is the CEO.", BOARD),
        ("Sven Okon is the CEO.", BOARD),
        ("Ruth Adler is the treasurer.", BOARD),
        ("The treasurer is Ruth Adler.", BOARD),
        ("Noor Hamdi is the treasurer.", LISTED),
        ("Sven Okon is the chair.", LISTED),
    ],
)
def test_a_post_of_another_one_of_the_list_contradicts(claim: str, text: str) -> None:
    assert said(claim, text) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Ruth Adler is the CEO.", BOARD),
        ("Sven Okon is the treasurer.", LISTED),
        ("Ella Prat showed the new catalogue.", SHOWN),
        ("Ella Prat showed the new catalogue for Ruth Adler.", SHOWN),
        ("The Sedge plan covers 40 boats.", PLANS),
        ("The Reed plan covers 10 boats.", PLANS),
    ],
)
def test_what_the_list_or_the_clause_says_is_supported(claim: str, text: str) -> None:
    assert said(claim, text) == "supported"


def test_somebody_who_is_only_named_beside_the_list_has_no_post_of_it() -> None:
    assert said("Jon Vik is the treasurer.", BOARD) != "supported"


def test_a_post_that_several_hold_is_not_denied_to_one_of_them() -> None:
    many = "Directors: Ruth Adler, Sven Okon and Noor Hamdi. The meeting was chaired by Jon Vik."
    assert "post" not in kinds("Sven Okon is a director.", many)
    assert "post" not in kinds("Noor Hamdi is the director.", many)
    assert "post" not in kinds("Ruth Adler is a nurse.", "Present: Ruth Adler, Sven Okon (nurse).")


def test_for_whom_somebody_acts_does_not_act() -> None:
    assert said("Ruth Adler showed the new catalogue.", SHOWN) != "supported"
    assert said("Ruth Adler showed the new catalogue on behalf of Ella Prat.", SHOWN) != "supported"


@pytest.mark.parametrize("claim", ["The Sedge plan covers 10 boats.", "The Willow plan covers 40 boats."])
def test_the_value_of_another_clause_without_a_verb_is_no_support(claim: str) -> None:
    assert said(claim, PLANS) != "supported"


def test_whom_the_minutes_call_by_name_is_not_renamed_by_his_post() -> None:
    assert "cell" in kinds("The check of the crane is owned by Olga Brandt.", TASKS)
    assert said("The owner of the check of the crane is Tim Lund.", TASKS) == "supported"


def test_who_stands_under_the_other_column_of_people() -> None:
    assert said("Olga Brandt is the lead on the phone in week 7.", ROTA) == "contradicted"


def test_the_people_of_a_country_and_the_country_are_one() -> None:
    law = "The contract is governed by the laws of Norway."
    assert said("The contract is governed by Norwegian law.", law) == "supported"
    assert said("The contract is governed by Portuguese law.", law) != "supported"


def test_who_is_entitled_to_a_thing_gets_it() -> None:
    rule = "Seasonal workers are entitled to 12 days of paid leave."
    assert said("Seasonal workers get 12 days of paid leave.", rule) == "supported"
    assert said("Seasonal workers get 14 days of paid leave.", rule) == "contradicted"


LOG = "Rackdesk was considered and rejected."
FEED = "The map feed is deprecated and will be removed in version 6.0."
CANTEEN = "The proposal to lease the canteen was rejected."
BONUS = "A bonus is paid when the target of the year is reached."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Rackdesk was chosen.", LOG),
        ("Rackdesk was selected.", LOG),
        ("The map feed has been removed.", FEED),
        ("The canteen will be leased.", CANTEEN),
        ("A bonus is always paid.", BONUS),
        ("A bonus is paid in any case.", BONUS),
        ("A bonus is paid automatically.", BONUS),
    ],
)
def test_what_was_refused_deprecated_or_depends_on_a_case_is_not_so(claim: str, text: str) -> None:
    assert said(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Rackdesk was rejected.", LOG),
        ("Rackdesk was not chosen.", LOG),
        ("The map feed is deprecated.", FEED),
        ("The canteen will not be leased.", CANTEEN),
        ("A bonus is paid if the target of the year is reached.", BONUS),
    ],
)
def test_what_they_do_say_is_not_contradicted(claim: str, text: str) -> None:
    assert said(claim, text) != "contradicted"


def test_the_due_day_of_a_plan_does_not_dispute_the_day_of_what_is_planned() -> None:
    minutes = Evidence("The opening of the new lock is set for 4 May 2027.", title="Minutes", path="minutes.md")
    header = "| Task | Owner | Due |\n|---|---|---|\n"
    rows = f"{header}| Draft the guest list for the opening of the new lock | Ida Moe | 2 May 2026 |"
    tasks = Evidence(rows, title="Tasks", path="tasks.md")
    told = judge("The opening of the new lock is on 4 May 2027.", [minutes, tasks])
    assert told.support == "supported"
    assert not told.reasons
