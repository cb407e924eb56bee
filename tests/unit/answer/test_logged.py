"""EVID-3: a pasted line of a log is asked by its code, not by the host and the hour."""

from __future__ import annotations

import pytest

from kts.answer.choose.logged import is_logged, message_of
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answer.question.story import heard, wanted

KNOWN = Vocabulary(100, lambda _: 0, identified=lambda code: "4410" in code)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "Jun 30 02:00:17 nd-fb-01 mover[1823]: ERROR [mover-7] ABX-4410 block list too long size=816",
            "ERROR ABX-4410 block list too long",
        ),
        (
            "2026-06-21T04:11:09Z agent[812]: WARN flush failed: AB-E4410 batch rejected",
            "WARN flush failed: AB-E4410 batch rejected",
        ),
        (
            "java.lang.IllegalStateException: ABX-4410 schema is newer\n\tat com.example.Schema.check(Schema.java:88)",
            "ABX-4410 schema is newer",
        ),
    ],
)
def test_evid_3_of_a_line_of_a_log_the_code_and_the_message_are_asked(line: str, said: str) -> None:
    asked = heard(line, KNOWN)
    assert asked.question == said
    assert [one.kind for one in wanted(asked.question, asked, KNOWN)] == ["code"]


def test_evid_3_a_code_that_no_document_has_still_binds() -> None:
    asked = heard("ERROR [mover-7] ABX-9999 block list too long", KNOWN)
    found = wanted(asked.question, asked, KNOWN)
    assert [(one.text, one.certain) for one in found] == [("ABX-9999", True)]


def test_a_line_without_a_code_stays_as_it_is() -> None:
    line = "2026-06-21T04:11:09Z WARN flush failed host=web-07"
    assert message_of(line) == line


@pytest.mark.parametrize(
    "text",
    [
        "What does ERROR ABX-4410 mean?",
        "Hello, since Monday we get ERROR ABX-4410 block list too long. Please help.",
        "How long is the notice period?",
    ],
)
def test_what_a_person_asks_is_no_line_of_a_log(text: str) -> None:
    assert not is_logged(text)
