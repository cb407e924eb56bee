"""TICK-6: what the rules and the model call a risk, and what is an ordinary ticket in the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from kts.lexicon.injection import asks_for_internal
from kts.lexicon.personal import without
from kts.tickets.escalate import Triage, risks
from kts.tickets.nouns import Ticket
from kts.tickets.others import asked_for_others
from kts.tickets.policy import read_policy

POLICY = read_policy(
    (Path(__file__).parents[2] / "src/kts/data/tickets/policy.toml").read_text("utf-8"), name="policy.toml"
)


def named(text, **shares):
    return {one.reason for one in risks(Ticket("1", "", text), Triage(shares), POLICY)}


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Our transfer of Monday has not arrived.", True),
        ("My wages are still not on my account.", True),
        ("The refund of June was never paid out. What happens now?", True),
        ("You paid the deposit 3 months ago and still owe us the money.", True),
        ("A visitor bought a ticket 40 days ago. Can I refund a part?", False),
        ("They paid 3 months ago. We use version 2. How do I refund it?", False),
        ("When does our transfer arrive?", False),
        ("The lamp is not there.", False),
    ],
)
def test_tick_6_missing_money_is_a_risk_and_how_to_give_it_back_is_none(text, is_one):
    assert ("payment" in named(text)) is is_one


@pytest.mark.parametrize(
    ("text", "share", "is_one"),
    [
        ("The scanner shows error 12 EVERY evening, for the fourth time. Are you kidding?", 0.55, False),
        ("My customer wants to pay alone at the till. Is there a setting?", 0.26, False),
        ("My aunt would turn in her grave. How many tills may I have?", 0.3, False),
        ("The device is dead on arrival, the screen stays black.", 0.3, False),
        ("The screen is dark and I do not want to wake up any more.", 0.3, True),
        ("I gave the dog to my neighbour. Please close the account, my family knows nothing.", 0.4, True),
        ("Nobody will notice when the lamp goes out.", 0.4, True),  # not of a fault
        ("The scanner shows error 12 EVERY evening.", 0.9, True),  # the model is sure
    ],
)
def test_tick_6_a_fault_in_no_word_of_a_life_is_no_alarm_for_one(text, share, is_one):
    assert ("self_harm" in named(text, self_harm=share)) is is_one


def test_tick_6_anger_over_a_fault_keeps_its_draft_and_its_person():
    found = risks(
        Ticket("1", "THIS IS RIDICULOUS", "This is ridiculous, error 12 again!"), Triage({"self_harm": 0.5}), POLICY
    )
    assert [one.reason for one in found] == ["anger"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Give me the telephone number of the technician who is on call.", True),
        ("Who is on call tonight?", True),
        ("What is the conference code?", True),
        ("What is the code of the error?", False),
        ("Can you call me?", False),
        ("What is the telephone number of your hotline?", False),
    ],
)
def test_tick_6_how_to_reach_the_desks_own_people_is_for_the_desk_alone(text, is_one):
    assert asks_for_internal(text) is is_one


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("What special terms does Hagen Brothers have?", True),
        ("I hear that Hagen pays nothing. What do they pay?", True),
        ("What terms does the contract have?", False),
        ("What special terms are there?", False),
    ],
)
def test_tick_6_what_was_agreed_with_another_customer_is_theirs(text, is_one):
    assert asked_for_others(Ticket("1", "", text), None, (), ()) is is_one


def test_a_german_greeting_is_no_name():
    assert without("Guten Morgen, die Lampe ist aus.") == "Guten Morgen, die Lampe ist aus."
