"""TICK-6: what the rules of the policy that ships find plainly said, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kts.tickets.escalate import Triage, risks
from kts.tickets.nouns import Ticket
from kts.tickets.policy import read_policy

POLICY = read_policy(
    (Path(__file__).parents[2] / "src/kts/data/tickets/policy.toml").read_text("utf-8"), name="policy.toml"
)


def reasons(text):
    return {one.reason for one in risks(Ticket("1", "", text), Triage({}), POLICY)}


@pytest.mark.parametrize(
    "text",
    [
        "There is smoke coming out of the kettle!!",
        "Thick black smoke behind the oven, what now?",
        "The dryer started smoking when I turned it on.",
        "The mixer smells of burning and there are sparks.",
        "A burnt smell comes out of the vent.",
        "Sparks are flying from the socket",
        "My sister got an electric shock from the toaster.",
        "I touched the casing and it gave me a shock.",
        "The heater caught fire last night.",
        "There's a fire in the store room",
        "We can smell gas in the kitchen.",
        "There is a gas leak at the cooker",
        "The operator is injured and the press does not stop.",
        "He burned his hand on the lid.",
        "The battery of the drill is swollen.",
    ],
)
def test_tick_6_a_danger_is_urgent(text):
    assert "danger" in reasons(text)
    assert next(rule for rule in POLICY.rules if rule.reason == "danger").urgent


@pytest.mark.parametrize(
    "text",
    [
        "How do I run the smoke test of the mixer firmware?",
        "There is a smoke test that fails.",
        "The smoke detector reports a low battery.",
        "Is smoking allowed on the balcony?",
        "The firewall blocks the oven's app.",
        "How do I fire the webhook by hand?",
        "Callbacks fire in the wrong order.",
        "There is a fire drill on Monday.",
        "The gas invoice is wrong.",
        "My Spark jobs stop, and burning a disc fails, too.",
        "Is the housing protected against electric shock?",
        "We are on the bleeding edge release.",
        "How do I report a workplace injury?",
        "What is the warranty of a battery?",
    ],
)
def test_tick_6_words_of_danger_alone_are_none(text):
    assert "danger" not in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bakery controller fails, production is down.",
        "Oven 3: all production down, 25 people cannot work",
        "Our whole company is at a standstill.",
        "Since nine nobody can work.",
        "The entire office cannot work since the update",
    ],
)
def test_tick_6_a_business_that_stands_still_is_urgent(text):
    assert "outage" in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "If production is down, who do I call?",
        "How do I take production down for cleaning?",
        "Production is down 5 percent this quarter.",
        "The office is down the street.",
        "Nobody can work out how the timer is set.",
        "Will everything be down during the update?",
        "Everyone can't work on the same recipe at once.",
    ],
)
def test_tick_6_a_question_about_an_outage_is_none(text):
    assert "outage" not in reasons(text)


@pytest.mark.parametrize("text", ["I run this company.", "I run a bank in Ohio"])
def test_tick_6_who_runs_an_institution_is_a_vip(text):
    assert "vip" in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can I run containers on the mixer?",
        "I run firmware 3 on two ovens.",
        "When I run the report it is empty.",
        "May I run a business report every night?",
    ],
)
def test_tick_6_who_runs_a_program_is_no_vip(text):
    assert "vip" not in reasons(text)


def test_tick_6_a_password_typed_at_home_is_no_breach():
    assert "security" not in reasons("I entered my password three times and now the app is locked.")
    assert "security" not in reasons("I lost my password, how do I set a new one?")
    assert "security" in reasons("I clicked a link and entered my password there.")
    assert "security" in reasons("I entered my password, but the e-mail was fake.")


@pytest.mark.parametrize(
    ("text", "alarm"),
    [
        ("I lost the password of my account", False),
        ("We don't know the admin password of our oven any more.", False),
        ("I lost my password, it was on a paper in my bag.", True),
        ("I forgot my password because somebody changed it.", True),
        ("Strange things happen to my account.", True),
    ],
)
def test_tick_6_a_forgotten_password_alone_is_no_breach_whatever_the_model_says(text, alarm):
    said = Triage({"security": 0.6})
    assert ("security" in {one.reason for one in risks(Ticket("1", "", text), said, POLICY)}) is alarm
