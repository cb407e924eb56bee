"""QRY-5, LLM-1: a language model's further queries stand beside the question, and never in its place."""

from __future__ import annotations

import pytest

from kts.llm.failed import ModelFailed
from kts.search.question import Question
from kts.testing.llm import ScriptedModel
from kts.tickets.model import Asking
from kts.tickets.rewrite import rewriting
from kts.types import Query

TEXT = "How long is the notice period and who may give notice?"
PARTS = '{"parts": ["how long is the notice period", "who may give notice"]}'
PASSAGE = '{"passage": "Either party may give notice of three months."}'
PROMPTS = {"decompose": "$mark $question", "hyde": "$mark $question"}


def rewritten(*replies, question=None, **uses):
    asking = Asking(ScriptedModel(replies), PROMPTS, lambda: "mark")
    given = question or Question(Query(TEXT, TEXT))
    return rewriting(asking, **({"parts": False, "passage": False} | uses))(given, None)


def test_qry_5_parts_and_passage_are_searched_beside_the_question():
    found = rewritten(PARTS, PASSAGE, parts=True, passage=True)
    assert found.query == Query(TEXT, TEXT)
    assert [part.origin for part in found.parts] == ["split", "split", "hyde"]
    assert found.parts[0].original == TEXT
    assert len(found.steps) == 2


def test_qry_5_parts_that_rules_found_are_kept():
    rules = (Query("notice period", TEXT, origin="split"),)
    assert rewritten(PARTS, parts=True, question=Question(Query(TEXT, TEXT), parts=rules)).parts == rules


@pytest.mark.parametrize(
    "reply", ["no JSON", '{"parts": "all"}', '{"parts": ["one"]}', ModelFailed("gone", hint="wait")]
)
def test_llm_1_a_failure_leaves_the_question_as_it_was(reply):
    found = rewritten(reply, parts=True, passage=False)
    assert found.parts == ()
    assert found.steps
