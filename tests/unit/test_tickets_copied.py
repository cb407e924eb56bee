"""TICK-1: what is copied out of a mail as a text: its line `Subject:` is the subject, a greeting line greets."""

from __future__ import annotations

import pytest

from kts.lexicon.mail import headed
from kts.lexicon.messages import message
from kts.tickets.augment import question
from kts.tickets.read import from_row, read

BODY = "Can I connect a scale to the KM-50?"


@pytest.mark.parametrize(
    "text",
    [
        f"Subject: Scale of the KM-50\n\n{BODY}\n",
        f"Betreff: Scale of the KM-50\n{BODY}",
        f"From: Ida <ida@example.org>\r\nTo: desk\r\nSubject: Re: Scale of the KM-50\r\n\r\n{BODY}",
    ],
)
def test_the_line_of_the_subject_is_the_subject(text: str) -> None:
    (ticket,) = read(text.encode(), name="copied.txt")
    assert (ticket.subject, ticket.description) == ("Scale of the KM-50", BODY)
    assert question(ticket) == f"Scale of the KM-50. {BODY}"


@pytest.mark.parametrize(
    "text",
    [
        "Subject to your approval: two scales.",
        "Subject: only a line",
        f"{BODY}\nSubject: none",
        "Date: when is it due?",
    ],
)
def test_what_only_begins_so_stays(text: str) -> None:
    assert headed(text) == ("", text)


def test_a_subject_that_is_given_stays_beside_the_line() -> None:
    row = {"subject": "Scales", "description": f"Subject: Scale\n\n{BODY}"}
    assert from_row(row).subject == "Scales"


@pytest.mark.parametrize("hail", ["Hello", "Hi team", "Good morning Ida", "Dear Support,"])
def test_a_greeting_in_its_own_line_is_no_part_of_the_question(hail: str) -> None:
    text = f"{hail}\n{BODY}"
    (asked,) = message(text).asks
    assert text[asked.start : asked.end].strip() == BODY
    assert question(from_row({"description": text})) == BODY


def test_a_greeting_that_goes_on_is_not_cut() -> None:
    text = "Hello I have two\nquestions: when do you open?"
    assert "Hello I have" in question(from_row({"description": text}))
