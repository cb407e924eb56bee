"""EVID-10: a proposal is quoted with what was decided on it."""

from __future__ import annotations

import pytest

from kts.answer.standing.proposals import decided_at, turned_down, with_decisions
from kts.lexicon.sentences import sentences


def pieces(text: str) -> list[str]:
    return [text[first:last] for first, last in with_decisions(text, sentences(text))]


def test_evid_10_a_proposal_and_its_decision_are_one():
    text = (
        "The branch proposes to open on Sunday. Two members are against it. Decision: rejected. We meet again in May."
    )
    assert pieces(text) == [text.removesuffix(" We meet again in May."), "We meet again in May."]


@pytest.mark.parametrize(
    "text",
    [
        "The hall is open on Sunday. Decision: the fee is raised to 5 euros.",
        "# Hall\n\nThe branch proposes to open.\n\n# Pool\n\nDecision: the pool is closed.",
        "3. Plan\nMs Roe asks for a note.\n\n4. Roof\nThere are three kinds.\n\nDecision: the roof is mended.",
        "He asks for a key. Decision: granted. Decision: the lock is changed.",
    ],
)
def test_evid_10_a_decision_on_nothing_proposed_stands_alone(text: str):
    assert pieces(text)[-1].startswith("Decision: the")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("He proposes to raise the fee to 5. Decision: rejected.", True),
        ("She asks for a key. Postponed.", True),
        ("She asks for a key. Decision: granted.", False),
        ("Decision: the proposal of May is rejected.", False),
        ("The fee is 5.", False),
    ],
)
def test_evid_10_what_was_turned_down_is_told(text: str, *, refused: bool):
    assert turned_down(text) == refused


def test_evid_10_what_was_asked_for_is_told_from_what_was_granted():
    text = "She asks for 500 euros. Decision: granted up to 300 euros."
    assert text[decided_at(text) :] == "granted up to 300 euros."
    assert decided_at("She asks for 500 euros.") == 0
