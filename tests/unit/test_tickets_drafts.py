"""A real unfaithful writer, replayed: what SmolLM2-135M wrote for tickets, each sentence labelled by hand (LLM-1).

evaluation/tickets/drafts.py asked the model; drafts.jsonl has its words with the passage that it was shown.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Answer, Claim, Evidence
from kts.testing.llm import ScriptedModel
from kts.tickets.model import Asking, Written, drafted
from kts.tickets.nouns import Ranked, Ticket
from kts.types import Citation, Hit, Location, Passage, Result, Span

FOLDER = Path(__file__).parents[2] / "evaluation" / "tickets"
CAUGHT = 0.9
"""Share of the unsupported sentences that the first gate alone must find (SPEC EVID-1)."""


def read():
    passages = {}
    for line in (FOLDER / "drafts.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        passages[one["id"], one["style"]] = one
    rows = [line.split("\t") for line in (FOLDER / "labels.tsv").read_text("utf-8").splitlines()]
    drafts = {}
    for mark, id_, style, text in rows:
        drafts.setdefault((id_, style), []).append((mark, text))
    return [(passages[key], found) for key, found in sorted(drafts.items())]


DRAFTS = read()
PAIRS = [(one["passage"], mark, text) for one, found in DRAFTS for mark, text in found]


def test_llm_1_every_sentence_is_labelled_by_hand():
    assert len(PAIRS) >= 100
    assert {mark for _, mark, _ in PAIRS} == {"0", "1"}


def result(one):
    text, path, title = one["passage"], one["path"], one["title"]
    passage = Passage("p1", "d1", "", "chunk", "text", text, Span(0, len(text)), {"section": "", "heading": ""})
    place = Citation(path, f"file:///{path}", title, "0" * 64, "0" * 64, "text:1", "d1", "p1",
                     Span(0, len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    whole = Span(0, len(text))
    return Result(Hit(passage, 0.9, {}), place, "KB", text, whole, (), Location("text"), 0.9)


@pytest.mark.parametrize(("one", "found"), DRAFTS, ids=lambda value: value["id"] if isinstance(value, dict) else "")
def test_llm_1_no_unsupported_sentence_leaves_the_review(one, found):
    source = result(one)
    answer = Answer("q", "answered", "x", 0.9, 1.0, (Claim("x", "supported", (), (source.citation,), 0.9),), ())
    said = json.dumps({"sentences": [{"text": text, "source": 1} for _, text in found]})
    asking = Asking(ScriptedModel([said]), {"draft": "$ticket $passages"}, lambda: "mark")
    writes = Written(asking, judge, drafting=True)
    left = drafted(Ticket("1", "", one["question"]), answer, Ranked("hybrid", (source,)), writes)
    wrong = {text for mark, text in found if mark == "0"}
    assert not wrong & {claim.text for claim in left.value.claims}


def test_evid_1_the_first_gate_finds_what_no_passage_says():
    wrong = [(passage, text) for passage, mark, text in PAIRS if mark == "0"]
    said = [judge(text, (Evidence(passage, "p", "d"),), drafted=True) for passage, text in wrong]
    assert sum(one.support != "supported" for one in said) >= CAUGHT * len(wrong)
