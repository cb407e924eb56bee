"""TICK-5: a reply holds what bears on the ticket, and both halves of a double question."""

from __future__ import annotations

import pytest

from kts.answers import Answer, Claim
from kts.tickets.bearing import bearing
from kts.tickets.halves import JOINT, both, halves
from kts.tickets.nouns import Ticket
from kts.tickets.questions import OPEN, settled
from kts.types import Citation, Location, Span

LOCKED = "After five failed attempts the account is locked for 20 minutes."
LINK = "The mail with the link comes at once."
LENGTH = "The new password needs at least 14 characters."
MEANS = "KX-1077 means that the drum is full."
EMPTY = "Empty the drum and press Start."


def claim(text, *, document="d1", title="Reset your password", passage="p1", at=0):
    place = Citation("a.md", "file:///a.md", title, "0" * 64, "0" * 64, "text:1", document, passage,
                     Span(at, at + len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answer(query, *claims, verdict="answered"):
    return Answer(query, verdict, "\n".join(one.text for one in claims), 0.9, 1.0, tuple(claims))


def left_in(ticket, claims, near):
    found = answer(ticket.text, *claims)
    borne = bearing(ticket, found, found.claims, lambda texts: [near[text] for text in texts])
    assert len(borne.notes) == len(claims) - len(borne.claims)
    return [one.text for one in borne.claims]


def test_tick_5_what_shares_neither_words_nor_meaning_is_left_out_with_a_note():
    ticket = Ticket("1", "Locked", "My account is locked. How long do I have to wait?")
    near = {LOCKED: 0.6, LINK: 0.3, LENGTH: 0.5}
    assert left_in(ticket, [claim(LOCKED), claim(LINK), claim(LENGTH)], near) == [LOCKED]
    assert left_in(Ticket("1", "", "Why is my account locked?"), [claim(LOCKED), claim(LENGTH)], near) == [
        LOCKED,
        LENGTH,
    ]


@pytest.mark.parametrize(
    ("text", "other", "near", "kept"),
    [
        ("Choose Devices > Add.", {}, 0.1, True),  # a step of the procedure that is asked for
        ("The blue lamp blinks.", {}, 0.1, False),
        ("The blue lamp blinks.", {}, 0.45, True),
        ("This is not possible on Sundays.", {}, 0.1, True),  # holds back what stands beside it
        ("This is not possible on Sundays.", {"passage": "p2"}, 0.1, False),
        ("if the scanner was delivered after May;", {}, 0.1, True),  # goes on with the sentence above a list
        ("A scanner weighs two kilos.", {"document": "d2"}, 0.1, False),
        ("A scanner weighs two kilos.", {"document": "d2"}, 0.3, False),  # one word of the question is a chance
        ("Each scanner is enrolled once.", {"document": "d2"}, 0.3, True),
        ("A scanner weighs two kilos.", {"document": "d2"}, 0.45, True),
        ("Choose Devices > Add.", {"document": "d2"}, 0.3, False),
    ],
)
def test_tick_5_what_stays_beside_the_statement_that_leads(text, other, near, kept):
    ticket = Ticket("1", "", "How do I enrol a scanner?")
    lead = "A scanner is enrolled under Devices."
    found = left_in(ticket, [claim(lead, title="KB-1"), claim(text, title="KB-1", **other)], {lead: 0.7, text: near})
    assert (text in found) is kept


def test_tick_5_a_version_alone_is_no_subject_and_such_a_lead_gives_way():
    ticket = Ticket("1", "Upload", "We use version 3.4. Where do I set the upload limit?")
    lead, said = "In version 3.4 copy the key file before.", "Version 3.4 cannot limit the upload."
    found = left_in(ticket, [claim(lead), claim(said, document="d2", title="Bandwidth")], {lead: 0.2, said: 0.7})
    assert found == [said]


def test_tick_5_nothing_is_left_out_without_meaning_and_never_everything():
    ticket = Ticket("1", "", "What about the parking?")
    found = answer(ticket.text, claim(LINK), claim(LENGTH))
    assert bearing(ticket, found, found.claims, None).claims == found.claims
    assert left_in(ticket, [claim(LINK), claim(LENGTH)], {LINK: 0.0, LENGTH: 0.1}) == [LINK]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("What does it mean and how do we get rid of it?", ("What does it mean?", "how do we get rid of it?")),
        ("Two things: how long is it kept, and who may see it?", ("how long is it kept?", "who may see it?")),
        ("How do I enrol the phone and the tablet?", ()),
        ("Is it open? Who has the key?", ()),
    ],
)
def test_tick_5_the_halves_of_a_double_question(text, parts):
    assert halves(Ticket("1", "", text)) == parts


def test_tick_5_a_remedy_that_the_answer_lacks_is_looked_up_by_the_code_and_seen_by_a_person():
    ticket = Ticket("1", "KX-1077", "Every scanner shows KX-1077. What does it mean and how do we get rid of it?")
    asked = []

    def probe(question):
        asked.append(question)
        return (
            answer(question, claim(MEANS), claim(EMPTY, at=90)) if "rid" in question else answer(question, claim(MEANS))
        )

    found = both(ticket, answer(ticket.text, claim(MEANS)), probe)
    assert [one.text for one in found.claims] == [MEANS, EMPTY]
    assert found.text.count(EMPTY) == 1
    assert JOINT in found.doubts
    assert any("rid of KX-1077" in one for one in asked)
    assert not [note for note in settled(ticket, found, probe).notes if note.startswith(OPEN)]


def test_tick_5_halves_take_the_place_of_no_answer_and_what_is_open_is_named():
    ticket = Ticket("1", "", "When are invoices due, and can you paint the office door?")
    due = claim("Invoices are due within 21 days.")
    none = answer(ticket.text, verdict="abstained")
    found = both(ticket, none, lambda text: answer(text, due) if "invoices" in text and "door" not in text else none)
    assert [one.text for one in found.claims] == [due.text]
    assert found.verdict == "partly"
    assert f"{OPEN}can you paint the office door?" in found.notes


def test_tick_5_what_is_found_by_the_story_alone_answers_no_half():
    ticket = Ticket("1", "Lamp", "The lamp blinks. When will this be fixed, and is there a workaround until then?")
    fixed = claim("The blinking lamp is fixed in May.")
    unsure = answer(ticket.text, fixed, verdict="low_confidence")
    found = settled(ticket, both(ticket, unsure, lambda text: answer(text, fixed)), lambda text: answer(text, fixed))
    assert any("workaround" in note for note in found.notes if note.startswith(OPEN))


def test_tick_5_an_answer_that_tells_both_halves_is_kept():
    ticket = Ticket("1", "", "How long is the warranty and who grants the warranty?")
    given = answer(ticket.text, claim("The warranty is 2 years; Alma Corp grants the warranty."))

    def never(_):
        raise AssertionError

    assert both(ticket, given, never) is given
    assert both(ticket, given, None) is given


def test_tick_5_what_is_said_of_the_version_that_is_asked_about_bears_on_it():
    lead, said = "Above the limit nothing is printed.", "Release v2 was switched off in May."
    near = {lead: 0.5, said: 0.1}
    assert left_in(Ticket("1", "", "whats the limit of v2?"), [claim(lead), claim(said)], near) == [lead, said]
    story = Ticket("1", "", "We have v2. How high is the limit of pages that a printer takes?")
    assert left_in(story, [claim(lead), claim(said)], near) == [lead]


def test_tick_5_rows_that_were_chosen_for_the_ticket_stay_together():
    lead, said = claim("Up to 50 lamps: 8 units."), claim("More: ask us.")
    found = answer("How many units?", lead, said)
    ticket = Ticket("1", "", "How many units?")
    near = {lead.text: 0.5, said.text: 0.1}
    for rows, kept in (((), (lead,)), ((lead, said), (lead, said))):
        assert bearing(ticket, found, found.claims, lambda texts: [near[text] for text in texts], rows).claims == kept


@pytest.mark.parametrize(
    ("body", "is_open"),
    [
        ("My account is locked, how long? Also our seal shows the wrong street can you change it. Thanks", True),
        ("Why is the account locked? which code do we dial for that and what does it cost. We are many.", True),
        ("Why is the account locked? And how long is the account locked, I ask for my boss.", False),
        ("Why is the account locked? Can you help me. Please call me back.", False),
        ("Why is the account locked? I could change it last week.", False),
    ],
)
@pytest.mark.parametrize("verdict", ["answered", "low_confidence"])
def test_tick_6_what_is_wished_for_without_a_question_mark_is_answered_or_named(body, is_open, verdict):
    found = settled(Ticket("1", "", body), answer(body, claim(LOCKED), verdict=verdict), None)
    assert any(note.startswith(OPEN) and ("seal" in note or "dial" in note) for note in found.notes) is is_open
    assert found.verdict == (verdict if verdict == "low_confidence" or not is_open else "partly")


@pytest.mark.parametrize(
    ("body", "lacks"),
    [
        ("How long is an account locked? And also how long is it in v2?", "v2"),
        ("We have v2. How long is an account locked in v2? Is it after failed attempts?", ""),
        (
            "How long is the account locked after failed attempts & is there a small key so I need fewer attempts?",
            "key",
        ),
    ],
)
def test_tick_6_a_question_about_something_else_is_not_answered_by_a_word_in_common(body, lacks):
    told = answer(body, claim(LOCKED))
    found = settled(Ticket("1", "Locked", body), told, lambda _: told)
    alone = settled(Ticket("1", "Locked", body), told, lambda text: told if text.startswith("Locked") else answer("q"))
    for one in (found, alone) if "small" not in body else (alone,):
        noted = [note for note in one.notes if note.startswith(OPEN)]
        assert [lacks in note for note in noted] == ([True] if lacks else [])


def test_tick_5_two_ways_of_which_one_holds_are_answered_by_what_holds():
    body = "Template changed on Friday. Does the waiting time run over the weekend or do I start counting on Monday?"
    ticket = Ticket("1", "Weekend", body)
    found = answer(ticket.text, claim("The waiting time runs on weekends as well."))
    assert settled(ticket, found, lambda text: answer(text, verdict="abstained")) == found
