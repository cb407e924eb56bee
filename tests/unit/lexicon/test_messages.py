"""What a message asks and what it tells."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.messages import GREETING, closed, message, personal, refers


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


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("For error KB-9999, can you tell me what to do?", "For error KB-9999, what to do?"),
        ("What is the fee, and could you tell me when rent is due?", "What is the fee, and when rent is due?"),
        ("For my lease with Foo I'd like to know who pays.", "For my lease with Foo who pays?"),
    ],
)
def test_what_stands_before_the_frame_of_a_question_is_asked_with_it(text: str, question: str) -> None:
    assert asked(text) == question
    assert asked(f"Hello! {text} My boss waits.") == question


def test_small_talk_before_the_frame_of_a_question_is_left_out() -> None:
    assert asked("I moved. Sorry to bother you, but can you tell me when rent is due?") == "when rent is due?"
    assert asked("I moved. Thanks for the help, could you tell me when rent is due?") == "when rent is due?"


@pytest.mark.parametrize(
    "text",
    [
        "Best Buy charged us 5%.",
        "Lieberman sued us in 2019.",
        "Best\u00e4tigung kam nicht.",
        "Dankward sued us.",
        "Thanks to the Foo lease we pay late.",
        "Morning shifts start at six.",
        "Yours was paid in May.",
    ],
)
def test_a_sentence_that_only_begins_like_a_greeting_is_told(text: str) -> None:
    assert told(f"{text} Is that the agreed fee?") == [text]


@pytest.mark.parametrize(
    "text", ["Best, Jo", "Best regards, Ann Lee", "Yours faithfully, E. Brandt", "Morning all,", "Morning Ann,"]
)
def test_who_signs_greets(text: str) -> None:
    assert GREETING.match(text)


GREETS = ("Hi all,", "Hello!", "Good morning, team.", "Guten Tag!", "Thanks a lot!", "Many thanks, Marta.", "Best, Jo.")
FRAMES = ("Can you tell me", "Could you please explain", "I'd like to know", "I was wondering", "My question is:")
ASKS = ("when rent is due?", "what TSR-1025 means.", "whether the Foo lease ends?", "which fee is due, and how often?")
TELLS = ("Best Buy charged us 5%.", "I moved in May.", "We wait.", "Thanks to the Foo lease we pay late.")
FRAMED = st.builds(
    "{} {} {}".format,
    st.sampled_from(("", "For the Foo lease,", "What is the late fee, and", "I lost my badge and")),
    st.sampled_from(FRAMES),
    st.sampled_from(ASKS),
)
MESSAGES = st.lists(st.one_of(st.sampled_from((*GREETS, *TELLS)), FRAMED), max_size=6).map(" ".join)


@given(MESSAGES)
def test_every_word_is_asked_or_told_but_for_greetings_and_frames(text: str) -> None:
    said = message(text)
    kept = " ".join(text[start:end] for start, end in (*said.asks, *said.told))
    left = Counter(text.split()) - Counter(kept.split())
    assert set(left) <= set(" ".join((*GREETS, *FRAMES)).split())


@given(MESSAGES | st.text(alphabet="aI .?!,:\n", max_size=80))
def test_every_span_lies_in_the_text_and_none_is_asked_and_told(text: str) -> None:
    said = message(text)
    assert all(0 <= start < end <= len(text) for start, end in (*said.asks, *said.told))
    assert not set(said.asks) & set(said.told)


def test_a_greeting_that_goes_on_in_its_sentence_is_more_than_one() -> None:
    assert not GREETING.match("Hi I moved out in May.")
    assert not GREETING.match("Hello my login does not work.")
    for text in ("Hi there,", "Hello to the whole support team!", "Dear Sir or Madam,", "Hi Anna"):
        assert GREETING.match(text)
