"""TICK-6: each question of a ticket is answered by a statement of the kind it asks for, or named as open."""

from __future__ import annotations

import pytest

from kts.answers import Answer, Claim
from kts.tickets.complete import noted, parts, rescued, unanswered
from kts.tickets.nouns import Ticket
from kts.tickets.questions import SOLVING, solves
from kts.types import Citation, Location, Span


def claim(text, title="Lamp X2", quote=""):
    place = Citation("a.md", "file:///a.md", title, "0" * 64, "0" * 64, "text:1", "d", "p", Span(0, 9), "0" * 64,
                     quote or text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("What does a lamp cost? How long does it burn?", ["What does a lamp cost?", "How long does it burn?"]),
        ("Who lends a lamp, and what is the fee?", ["Who lends a lamp?", "what is the fee?"]),
        ("Who lends a lamp? And what is the fee?", ["Who lends a lamp?", "what is the fee?"]),
        ("Two questions: who lends a lamp and is a bulb included?", ["who lends a lamp?", "is a bulb included?"]),
        ("Who lends a lamp? Is that all right?", ["Who lends a lamp?"]),
    ],
)
def test_tick_6_the_questions_of_a_ticket_stand_alone(body, asked):
    assert list(parts(Ticket("1", "", body))) == asked


COST, BURNS = "What does the lamp cost? How long does the lamp burn?", "The lamp burns 40 hours."


@pytest.mark.parametrize(
    ("body", "said", "lacking"),
    [
        (COST, (BURNS,), ["What does the lamp cost?"]),
        (COST, (BURNS, "The lamp is 12 EUR."), []),
        (COST, (BURNS, "The lamp is free of charge."), []),
        (COST, (BURNS, "The price of the lamp is in the catalogue."), ["What does the lamp cost?"]),
        (COST, ("The lamp is 12 EUR.",), ["How long does the lamp burn?"]),
        ("Does a new lamp cost anything?", ("A new lamp is charged by the price list.",), []),
        ("What does a new lamp cost?", ("A new lamp is charged by the price list.",), ["What does a new lamp cost?"]),
        ("How much charge must it have?", ("It must have a charge of half.",), []),  # not of money
        ("How much does it weigh?", ("It weighs 2 kg.",), []),
    ],
)
def test_tick_6_a_question_is_answered_by_its_own_kind(body, said, lacking):
    assert list(unanswered(Ticket("1", "", body), tuple(map(claim, said)))) == lacking


def test_tick_6_an_amount_of_another_thing_is_no_answer():
    ticket = Ticket("1", "", "May I borrow a lamp? And what is the fee?")
    other = claim("Repacking: 15 % fee.", title="Rules for parcels")
    assert unanswered(ticket, (claim("You may borrow a lamp."), other)) == ("what is the fee?",)


def test_tick_6_the_only_answer_to_a_question_stays_in_the_draft():
    ticket = Ticket("1", "", "The lamp is broken. Who mends it and does it cost something?")
    store, free, other = claim("The store mends lamps."), claim("Mending is free.", "Lamp"), claim("Lamps are tall.")
    assert rescued(ticket, (store,), (store, free, other)) == (store, free)


def test_tick_6_what_stays_open_is_noted_once():
    answer = Answer("q", "answered", BURNS, 0.9, 1.0, (claim(BURNS),))
    found = noted(Ticket("1", "", COST), answer, answer.claims)
    assert (found.verdict, found.notes) == ("partly", ("not answered: What does the lamp cost?",))
    assert noted(Ticket("1", "", COST), found, answer.claims) == found


@pytest.mark.parametrize(
    ("question", "is_one"),
    [
        ("It blinks. What am I supposed to do?", True),
        ("It blinks. What do we do and who pays?", True),
        ("It blinks. What now?", True),
        ("It blinks. What would you recommend?", True),
        ("What do I do wrong?", False),
        ("What does it do?", False),
        ("What am I paying for?", False),
    ],
)
def test_tick_6_a_remedy_is_asked_for_in_many_words(question, is_one):
    assert bool(SOLVING.search(question)) is is_one


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("Open the lid and clean the glass.", True),
        ("Do not open the lid.", False),
        ("Never delete the file. Call the desk.", True),
        ("It means that the glass is dirty.", False),
    ],
)
def test_tick_6_what_must_not_be_done_is_no_remedy(text, does):
    assert solves(claim(text)) is does
