"""TICK-6: people who cannot get out, exits that do not open and buildings that nobody can enter are for at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kts.tickets.escalate import Triage, risks, urgent
from kts.tickets.nouns import Ticket
from kts.tickets.policy import read_policy

SHIPPED = read_policy(
    (Path(__file__).parents[2] / "src/kts/data/tickets/policy.toml").read_text("utf-8"), name="policy.toml"
)


def reasons(text: str) -> set[str]:
    return {one.reason for one in risks(Ticket("1", "help", text), Triage({}), SHIPPED) if urgent(one, SHIPPED)}


@pytest.mark.parametrize(
    "text",
    [
        "A cleaner is trapped in the goods lift.",
        "Somebody has been locked in the archive room since eight.",
        "Three visitors are stuck inside the revolving lobby.",
        "Our technician is shut in the cold store and cannot get out!",
        "The escape door on level 2 will not open.",
        "Fire exit 4 is blocked since the power came back.",
        "The smoke alarm sounds and the gates stay locked.",
    ],
)
def test_who_cannot_get_out_is_in_danger(text: str) -> None:
    assert "danger" in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "What do we do if somebody is trapped in a lift?",
        "When a visitor is stuck in the lift, the lamp is red.",
        "I am stuck in the office with this form.",
        "We are locked in a contract until May.",
        "The values are locked in the cells.",
        "I cannot get out of the menu.",
        "Is the escape door locked at night?",
        "Which fire doors do not open from the outside?",
        "The sign of the emergency exit is dark, which lamp fits?",
    ],
)
def test_a_question_on_exits_is_no_danger(text: str) -> None:
    assert "danger" not in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "All gates of our depot are dead.",
        "None of our turnstiles opens since the update.",
        "Nobody can get into the school since seven.",
        "The whole hospital is locked out.",
        "We cannot open any door.",
        "80 pupils are standing outside, the reader does nothing.",
    ],
)
def test_a_building_that_nobody_can_enter_stands_still(text: str) -> None:
    assert "outage" in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "One of our gates does not open.",
        "If all doors are dead, whom do I call?",
        "How do I set that all doors are locked at night?",
        "I want that nobody can enter the building on Sundays.",
        "Nobody can open the door for the post, can I give them a code?",
        "We cannot access the office network drive.",
        "The reader of the side door is offline since noon.",
    ],
)
def test_one_door_or_a_wish_is_no_outage(text: str) -> None:
    assert "outage" not in reasons(text)


def test_dead_doors_are_no_matter_of_somebodys_life() -> None:
    text = "All doors of the annex are dead, nobody can enter."
    found = risks(Ticket("1", "help", text), Triage({"self_harm": 0.15}), SHIPPED)
    assert "self_harm" not in {one.reason for one in found}
    alone = risks(Ticket("1", "", "I lie awake, I feel dead."), Triage({"self_harm": 0.35}), SHIPPED)
    assert "self_harm" in {one.reason for one in alone}
