"""TICK-5: how statements stand in a reply, and a list of questions is answered point by point."""

from __future__ import annotations

import pytest

from kts.answer.constraints.named import constraints
from kts.answers import Answer, Claim
from kts.tickets.asking import asked
from kts.tickets.escalate import Triage, risks
from kts.tickets.nouns import Ticket
from kts.tickets.policy import Policy, Rule
from kts.tickets.questions import in_turn, listed
from kts.tickets.validate import SPAM_POINTS, spam_points
from kts.tickets.versions import named
from kts.tickets.wording import in_order, sentence, worded
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span

FAQ = "### May I rename a bin?\n\nYes, as long as it is empty. A bin with stock is cleared first. Names are short."


def claim(text, quote="", *, passage=FAQ):
    quote = quote or text
    at = passage.index(quote) if quote in passage else 0
    place = Citation("a.md", "file:///a.md", "A", "0" * 64, "0" * 64, "text:1", "d1", "p1", Span(at, at + len(quote)),
                     "0" * 64, quote, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answer(*claims, passage=FAQ, verdict="answered"):
    hit = Hit(Passage("p1", "d1", "", "chunk", "text", passage, Span(0, len(passage)), {}), 0.5, {})
    text = "\n".join(one.text for one in claims)
    return Answer("q", verdict, text, 0.9, 1.0, tuple(claims), ranking=Ranking(Query("q"), (hit,), 1))


YES, CLEARED, SHORT = (
    claim(one) for one in ("Yes, as long as it is empty.", "A bin with stock is cleared first.", "Names are short.")
)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((CLEARED, YES), (YES, CLEARED)),
        ((SHORT, CLEARED, YES), (YES, CLEARED, SHORT)),
        ((SHORT, YES), (SHORT, YES)),  # they are no neighbours
    ],
)
def test_tick_5_under_a_question_neighbours_stand_as_in_the_document(given, told):
    assert [one.text for one in worded(given, answer(*given))] == [one.text for one in told]


def test_tick_5_elsewhere_what_answers_leads():
    text = "The agreement runs for a year. Notice is given in writing."
    runs, notice = (
        claim(one, passage=text) for one in ("The agreement runs for a year.", "Notice is given in writing.")
    )
    passages = {"p1": answer(passage=text).ranking.hits[0].passage}
    assert in_order((notice, runs), passages) == [notice, runs]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (
            "code: E4290; http_status: 429; cause: More requests than the limit allows; retry: yes",
            "Code E4290: http status 429, retry yes. Cause: More requests than the limit allows.",
        ),
        (
            "From: 5.0, 5.1; To 6.0: not direct; Downtime: 4 hours",
            "From 5.0, 5.1: To 6.0 not direct, Downtime 4 hours.",
        ),
        ("Key: api.port; Remark: –", "Key api.port."),
        ("Only: this", "Only this."),
    ],
)
def test_tick_5_a_row_is_told_as_sentences_of_its_own_words(row, told):
    assert sentence(row) == told
    assert worded([claim(row, "| a | b |")], answer())[0].text == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What happens then ------------------- For 14 days it works.", "For 14 days it works."),
        ("It works. ======== For 14 days.", "It works. For 14 days."),
        ("Run it:\n```\ntool ---- x\n```", "Run it:\n```\ntool ---- x\n```"),
        ("A long-term version -- of 5.2 -- is kept.", "A long-term version -- of 5.2 -- is kept."),
        ("Note: the code: stays as it is.", "Note: the code: stays as it is."),
    ],
)
def test_tick_5_no_rule_of_dashes_stands_in_a_reply(text, told):
    assert worded([claim(text)], answer())[0].text == told


LIST = "Hello,\n1. Is the lid oak?\n2. We need to remove a screw.\n3. What does the frame weigh?\nThanks, Ute"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (LIST, ("Is the lid oak?", "We need to remove a screw.", "What does the frame weigh?")),
        ("What we did:\n1. Opened the lid.\n2. Took the screw.\n3. It broke. Why?", ()),
        ("Is the lid oak? What does it weigh?", ()),
        ("a) Is the lid oak?\nb) Is it of one\npiece?", ("Is the lid oak?", "Is it of one piece?")),
        (
            "Hi, first: we have the big one, is the lid oak? second: the frame is long can you cut it. Regards, Ute",
            ("we have the big one, is the lid oak?", "the frame is long can you cut it."),
        ),
        ("First, I opened it. Second, I took the screw. It broke, why?", ()),
        ("Second: what does the lid weigh? First: is it oak?", ()),
    ],
)
def test_tick_6_the_points_of_a_list_are_questions_where_some_ask(text, points):
    assert listed(Ticket("1", "", text)) == points


def test_tick_6_each_point_is_asked_by_itself_and_what_has_no_answer_is_noted():
    none = Answer("q", "abstained", "", 0.1, 0.0)
    said = {"Is the lid oak?": answer(YES), "We need to remove a screw?": answer(CLEARED)}
    told = in_turn(Ticket("1", "", LIST), none, lambda text: said.get(text, none))
    assert told.claims == (YES, CLEARED)
    assert told.verdict == "partly"
    assert told.notes == ("not answered: What does the frame weigh?",)


def test_tick_6_more_points_than_are_asked_are_left_to_a_person():
    many = "\n".join(f"{number}. Is part {number} oak?" for number in range(1, 9))
    told = in_turn(Ticket("1", "", many), Answer("q", "abstained", "", 0.1, 0.0), lambda _: answer(YES))
    assert [one for one in told.notes if "not answered" in one] == [
        "not answered: Is part 7 oak?",
        "not answered: Is part 8 oak?",
    ]
    assert told.verdict == "partly"


def test_tick_6_a_ticket_without_a_list_keeps_its_answer():
    def never(text):
        raise AssertionError(text)

    given = answer(YES)
    assert in_turn(Ticket("1", "", "Is the lid oak? What does it weigh?"), given, never) is given
    assert in_turn(Ticket("1", "", LIST), given, None) is given


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("URGENT. It says CHECKSUM MISMATCH. Shall we go on?", "It says CHECKSUM MISMATCH. Shall we go on?"),
        ("PLEASE HELP. The lid is shut AGAIN. Why?", "The lid is shut again. Why?"),
        ("Is URGENT-MODE on?", "Is URGENT-MODE on?"),
        ("What is an urgent update?", "What is an urgent update?"),
    ],
)
def test_tick_5_a_shouted_word_is_no_name(text, query):
    assert asked(text, ()) == query


def test_tick_5_a_decimal_is_no_version():
    text = "The export shows 1.5 instead of 1,5. When is it mended?"
    assert named(text) == frozenset()
    assert not [one for one in constraints(text) if one.kind == "version"]
    assert named("We are on 1.5, the file has 2,5 MB.") == {"1.5"}
    assert [one.text for one in constraints("What is new in Depot 1.5?") if one.kind == "version"] == ["1.5"]


@pytest.mark.parametrize(
    ("text", "spam"),
    [
        ("I want my money back for the broken printer! This is the third mail!!!", False),
        ("Money-back guarantee!!! Free offer.", True),
    ],
)
def test_tick_2_who_wants_money_back_advertises_nothing(text, spam):
    assert (spam_points(text) >= SPAM_POINTS) is spam


LEGAL = Policy(rules=(Rule("legal_threat", (), 0.14),))


@pytest.mark.parametrize(
    ("text", "share", "alarm"),
    [
        ("Your availability was 99.5 %. How much money do we get back, until when must we claim it?", 0.28, False),
        ("Until when do we claim the credit for the outage?", 0.28, False),
        ("Until when do we claim the credit for the outage?", 0.6, True),
        ("We claim damages for the outage.", 0.28, True),
        ("We claim the credit for the outage, my lawyer says so.", 0.28, True),
        ("You will regret this.", 0.28, True),
    ],
)
def test_tick_6_a_claim_of_what_was_agreed_is_no_threat(text, share, alarm):
    assert bool(risks(Ticket("1", "", text), Triage({"legal_threat": share}), LEGAL)) is alarm
