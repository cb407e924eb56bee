"""EVID-4: the side of a thing that a question asks for."""

from __future__ import annotations

import pytest

from kts.answer.choose.aspects import ASPECTS, is_about, label_of
from kts.answer.choose.extract import Held
from kts.answer.constraints.expected import expected
from kts.answer.units.quotable import Unit
from kts.lexicon.analyse import terms
from kts.types import Span


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


def _held(text: str, *, at: int = 0) -> Held:
    return Held(Unit(text, Span(at, at + len(text)), 0, 0, "sentence"), frozenset(terms(text)), ())


def _words(question: str) -> list[frozenset[str]]:
    return [frozenset([term]) for term in terms(question)]


@pytest.mark.parametrize(
    ("question", "above", "lead", "section", "answers"),
    [
        ("fix FeedStalled", "FeedStalled", "FeedStalled means no prices.", "Restart the sender.", True),
        ("crane locked", "Crane manual", "The crane is locked since the storm.", "Founded by two brothers.", False),
        ("restart jammed crane", "Crane manual", "A jammed crane.", "To restart a jammed crane press green.", True),
        ("crane locked", "Harbour", "The crane is locked.", "The crane is locked by its brake.", False),
    ],
    ids=["all is in the title", "the section leaves out what is asked", "the section says it all", "of another thing"],
)
def test_evid_4_a_section_answers_where_it_leaves_nothing_out(question, above, lead, section, answers):
    assert is_about(_words(question), frozenset(terms(above)), _held(lead), [_held(section, at=99)]) is answers
