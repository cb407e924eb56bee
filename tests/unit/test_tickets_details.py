"""TICK-6: who does not say what is wrong is asked for it; nothing is drafted from what only stands nearest."""

from __future__ import annotations

import pytest
from tests.unit.test_tickets_stages import SENTENCE, answered, desk, result, ticket

from kts.answers import Answer, Claim
from kts.errors import ConfigError
from kts.server.wire import tickets as wire
from kts.tickets.details import CODE, LITTLE, MATTER, PLAN, TIME, VERSION, WORDS, needed
from kts.tickets.nouns import Ticket
from kts.tickets.pipeline import process
from kts.tickets.policy import read_policy
from kts.types import Query, Ranking

UNSURE = answered(verdict="low_confidence", confidence=0.4)
NONE = Answer("q", "abstained", "", 0.1, 0.0)
CODES = "| Code | Meaning | Remedy |\n|---|---|---|\n| PRN-121 | The tray is empty | Fill the tray |\n"
ROW = "| PRN-121 | The tray is empty | Fill the tray |"


def coded():
    found = result(1, CODES, title="Printer codes", path="kb/printer.md")
    place = found.citation._replace(quote=ROW)
    claim = Claim("Code: PRN-121; Meaning: The tray is empty; Remedy: Fill the tray", "supported", (), (place,), 0.9)
    return Answer("q", "answered", claim.text, 0.9, 1.0, (claim,), ranking=Ranking(Query("q"), (found.hit,), 1))


@pytest.mark.parametrize(
    "body",
    [
        "hello, it doesn't work any more since the last update, please help asap",
        "Something is broken. Can someone fix this?",
        "I get an error and nothing works!!",
        "The program crashed again!",
        "Urgent! We have a problem with the system.",
        "The drum is broken, help",  # one word, and only an unsure answer
    ],
)
@pytest.mark.parametrize("answer", [UNSURE, NONE])
def test_tick_6_who_does_not_say_what_is_wrong_is_asked_for_it(body, answer):
    found = process(ticket(body, subject="help"), desk(answer))
    assert found.escalation.reasons == ("review_missing_details",)
    assert not found.auto
    assert found.missing_details[:2] == (MATTER, WORDS)
    assert SENTENCE not in found.draft
    assert all(f"- {one}" in found.draft for one in found.missing_details)
    assert found.draft.startswith("Hello Ann Lee,")
    assert found.answer is not None
    assert found.answer.claims == ()
    assert found.suggested_actions == ()


@pytest.mark.parametrize(
    "body",
    [
        "My account is locked, please help.",
        "The scanner shows E-404 and does not work.",
        "It says error 503, help!",
        "How do I get it released?",
        "Please cancel my subscription.",
        "The printer does not pull paper from the second tray.",
    ],
)
def test_tick_6_a_ticket_that_says_what_is_wrong_lacks_nothing(body):
    assert needed(Ticket("1", "", body), UNSURE) == ()


@pytest.mark.parametrize(
    "more", [{"quoted": "> The scanner shows E-404"}, {"attachments": ("screen.png",)}, {"metadata": {"unread": ["a"]}}]
)
def test_tick_6_what_is_attached_or_quoted_may_say_it(more):
    assert needed(Ticket("1", "", "It does not work, please help!"), UNSURE)
    assert needed(Ticket("1", "", "It does not work, please help!", **more), UNSURE) == ()


def test_tick_6_what_the_form_or_the_text_says_is_not_asked_for():
    assert needed(Ticket("1", "", "It does not work, help"), NONE) == (MATTER, WORDS, VERSION, PLAN, TIME)
    filled = Ticket("1", "", "Nothing works since yesterday, help", version="4.1", plan="Gold")
    assert needed(filled, NONE) == (MATTER, WORDS)


@pytest.mark.parametrize(
    ("body", "is_asked"),
    [
        ("The printer shows an error code, what is it?", True),
        ("It shows PRN something. What does it mean?", True),
        ("What does PRN-121 mean?", False),
        ("The printer says that its tray is empty.", False),
    ],
)
def test_tick_6_a_code_that_is_not_named_is_asked_for(body, is_asked):
    found = process(ticket(body, subject="printer"), desk(coded()))
    assert (CODE in found.missing_details) is is_asked
    assert ("PRN-121" in found.draft) is not is_asked


def test_tick_6_a_code_that_no_answer_tells_of_is_not_asked_for():
    assert needed(Ticket("1", "", "What is a postal code for?"), answered()) == ()


def test_tick_6_a_sure_answer_to_hardly_anything_is_a_draft_for_a_person():
    found = process(ticket("It locks wrong, please fix", subject=""), desk())
    assert SENTENCE in found.draft
    assert not found.auto
    assert any(LITTLE in one for one in found.review.recommendations)
    assert process(ticket("Does it lock wrong?", subject="help"), desk()).auto


@pytest.mark.parametrize(("sure", "is_drafted"), [(0.1, False), (0.4, True)])
def test_tick_6_of_what_only_stands_nearest_nothing_is_drafted(sure, is_drafted):
    found = process(ticket(), desk(answered(verdict="low_confidence", confidence=sure)))
    assert (SENTENCE in found.draft) is is_drafted
    assert ("review_no_answer" in found.escalation.reasons) is not is_drafted


def test_wire_what_a_ticket_lacks_is_in_its_shape():
    data = wire.ticket(process(ticket("It does not work, help", subject=""), desk(NONE)))["data"]
    assert data["missing_details"] == [MATTER, WORDS, VERSION, PLAN, TIME]
    assert data["outcome"] == "draft"
    assert data["sentences"] == []
    assert wire.ticket(process(ticket(), desk()))["data"]["missing_details"] == []


def test_tick_6_the_policy_words_the_request():
    told = (
        '[templates]\nrequest = "{{ greeting }} Tell us{% for one in details %} / {{ one }}{% endfor %}. {{ closing }}"'
    )
    policy = read_policy(told, name="policy.toml", shipped=desk().policy)
    found = process(ticket("It does not work, help", subject="", version="2.0", plan="Gold"), desk(NONE, policy=policy))
    assert found.draft.startswith(f"Hello Ann Lee, Tell us / {MATTER} / {WORDS} / {TIME}. Kind regards")
    broken = policy._replace(request="{{ nothing }}")
    with pytest.raises(ConfigError, match=r"templates\.request"):
        process(ticket("It does not work, help", subject=""), desk(NONE, policy=broken))
