"""What a message asks and what it tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.messages import closed, message, personal, refers


def asked(text: str) -> str:
    return " ".join(closed(text, one) for one in message(text).asks)


def told(text: str) -> list[str]:
    said = message(text)
    return [text[start:end].strip() for start, end in said.told]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Hi all, I started in March. How long is the grace period? Thanks!", "How long is the grace period?"),
        ("I lost my badge. Could you please tell me who replaces it? Best, Jo", "who replaces it?"),
        ("We had a call today. I'd like to know which form is needed. Cheers", "which form is needed?"),
        ("My boss asked me. So: What does TSR-1 mean?", "What does TSR-1 mean?"),
        ("I tried it twice. How do i reset the scanner", "How do i reset the scanner?"),
        ("I was away. Explain the retention rule.", "Explain the retention rule."),
        ("I am lost. Can you help me? When is rent due? Any ideas?", "When is rent due?"),
        ("My bill is wrong. Please send a new one to the office.", "Please send a new one to the office."),
    ],
)
def test_what_is_asked_is_found_in_a_message(text: str, question: str) -> None:
    assert asked(text) == question


def test_greetings_and_thanks_are_neither_asked_nor_told() -> None:
    text = "Good morning, I moved in May. When is rent due? Many thanks! Regards, Ann"
    assert told(text) == ["I moved in May."]


def test_a_sentence_that_explains_the_question_belongs_to_it() -> None:
    text = "Our lawyer asked. Is liability capped? This includes a limit in time. We wait."
    assert asked(text) == "Is liability capped? This includes a limit in time."


def test_a_case_that_nobody_tells_of_themselves_is_no_story() -> None:
    assert not message("An instalment fell due in March. Which rate applies?").is_written
    assert message("I paid in March. Which rate applies?").is_written
    assert message("Hello, which rate applies?").is_written


def test_what_goes_on_about_the_asker_is_of_the_asker() -> None:
    said = message("The lift is stuck. I asked Dana. She was busy. Who repairs lifts?")
    assert [said.text[start:end].strip() for start, end in personal(said)] == ["I asked Dana.", "She was busy."]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What do we do with a shortage of that size?", True),
        ("Who answers such a letter?", True),
        ("When does it expire?", True),
        ("How long does it take to close an account?", False),
        ("Is there a limit for wires?", False),
        ("Which is the fee that is charged for a wire?", False),
    ],
)
def test_a_question_may_refer_to_what_was_told(question: str, expected: bool) -> None:
    assert refers(question) == expected


@given(st.text(alphabet="aI .?!,:\n", max_size=80))
def test_every_span_lies_in_the_text_and_none_is_asked_and_told(text: str) -> None:
    said = message(text)
    assert all(0 <= start < end <= len(text) for start, end in (*said.asks, *said.told))
    assert not set(said.asks) & set(said.told)
