"""EVID-4: the side of a thing that a question asks for."""

from __future__ import annotations

import pytest

from kts.answer.aspects import ASPECTS, label_of
from kts.answer.expected import expected


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("How do I fix FeedStalled?", "Mitigation"),
        ("What should I do when FeedStalled fires?", "3.2 Resolution"),
        ("How is FeedStalled mitigated, and what has to be done?", "Immediate actions"),
        ("Why does FeedStalled fire?", "Possible causes"),
        ("What is the impact of FeedStalled?", "Impact"),
        ("How do I diagnose FeedStalled?", "Diagnosis"),
    ],
)
def test_evid_4_a_question_asks_for_a_side(question: str, heading: str):
    label = label_of(question)
    assert label is not None
    assert label.match(heading)
    assert not any(other.label.match(heading) for other in ASPECTS if other.label != label)


@pytest.mark.parametrize("question", ["What does FeedStalled mean?", "How long is the grace period?", "Who is told?"])
def test_evid_4_most_questions_ask_for_none(question: str):
    assert label_of(question) is None


def test_evid_4_when_within_a_question_asks_for_no_date():
    assert expected("How do I free space when the alert fires?") == "procedure"
    assert expected("And when does the alert fire?") == "date"
