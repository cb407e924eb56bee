"""TICK-5, MON: the tickets of a run one by one, from its lines; what strangers wrote is text and nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from kts.answers import Answer, Claim
from kts.tickets.cited import sentences
from kts.tickets.listed import first, page_rows, places, rows, sources
from kts.tickets.nouns import Processed, Ticket, Validation
from kts.tickets.policy import Policy
from kts.tickets.reply import reply
from kts.types import Citation, Location, Span

HOSTILE = (
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)></details><style>*{display:none}</style>&lt;\u202eevil"
)
PLACE = {"path": "a/scan.md", "title": "Scanner", "document_id": "doc_1", "passage_id": "chunk_1", "start": 3, "end": 9,
         "quote": "Print a new sheet.", "location": {"kind": "text", "line": 4}}  # fmt: skip


def line(name="T-1", *, urgent=False, auto=False, draft="Hello,\n\nPrint a new sheet. [1]", said="", **more):
    return {
        "id": name,
        "ticket": {"subject": said or "Scanner", "description": said or "What now?", "created": said,
                   "attachments": [said] if said else []},
        "validation": {"valid": True, "reasons": [said] if said else []},
        "classification": {"primary_class": said or "scan", "primary_score": 0.5, "routing": ""},
        "escalation": {"recommended": not auto, "reasons": [said or "legal_threat"], "urgent": urgent, "queue": said,
                       "message": said, "risks": [{"reason": said, "score": 1.0, "source": said, "evidence": said}]},
        "answer": {"nearest": [PLACE], "claims": []},
        "draft": draft,
        "sentences": [{"start": 8, "end": 26, "sources": [{"number": 1, "citation": PLACE}]}] if draft else [],
        "confidence": 0.75,
        "auto": auto,
        "review": {"issues": [], "recommendations": [said] if said else []},
        **more,
    }  # fmt: skip


class Read(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self):
        super().__init__()
        self.seen, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data):
        self.text += data


def read(markup):
    found = Read()
    found.feed(markup)
    return found


def test_mon_urgent_tickets_come_first_then_those_that_a_person_answers():
    listed = rows(
        [line("sent", auto=True), line("draft"), line("person", draft=""), line("urgent", urgent=True, draft=""),
         {"id": "failed", "error": "usage", "message": "no text"}]
    )  # fmt: skip
    assert [(one.id, one.outcome) for one in listed] == [
        ("urgent", "person"), ("person", "person"), ("draft", "draft"), ("failed", "failed"), ("sent", "sent")
    ]  # fmt: skip
    assert listed[0].reasons == ("legal steps taken or announced",)
    assert first(listed).splitlines() == [
        "Look at these first",
        f"  urgent  {'Scanner':<44}  legal steps taken or announced [scan]",
        "  3 others wait for a person",
    ]
    assert first(rows([line(auto=True)])) == "None is urgent"


def test_mon_a_row_unfolds_to_draft_sources_and_words():
    page = read(page_rows(rows([line(said="Help & hurry")])))
    assert [tag for tag, _ in page.seen].count("details") == 1
    for words in ("Print a new sheet. [1]", "[1] a/scan.md, line 4: Print a new sheet.", "Help & hurry", "0.75"):
        assert words in page.text


def test_mon_each_outcome_has_a_button_that_needs_no_script():
    markup = page_rows(rows([line("a"), line("b", auto=True), line("c", urgent=True)]))
    assert set(re.findall(r'id="shown-(\w+)"', markup)) == {"all", "urgent", "draft", "sent"}
    assert "#shown-sent:checked~div>details:not(.sent){display:none}" in markup
    assert "<script" not in markup


def test_mon_what_strangers_wrote_is_text_and_nothing_else():
    evil = {
        **PLACE,
        "path": HOSTILE,
        "title": HOSTILE,
        "quote": HOSTILE,
        "location": {"kind": "xlsx", "sheet": HOSTILE},
    }
    cited = [{"start": 0, "end": 1, "sources": [{"number": 1, "citation": evil}]}]
    lines = [line(HOSTILE, said=HOSTILE, draft=HOSTILE, sentences=cited, urgent=True),
             line("x", said=HOSTILE, draft="", answer={"nearest": [evil], "claims": []}),
             {"id": HOSTILE, "error": HOSTILE, "message": HOSTILE}]  # fmt: skip
    harmless = page_rows(rows([line("x", said="y", urgent=True), line("x", said="y", draft=""),
                               {"id": "x", "error": "x", "message": "x"}]))  # fmt: skip
    page = read(page_rows(rows(lines)))
    assert page.seen == read(harmless).seen
    assert "<script>alert(1)</script>" in page.text
    assert "\u202e" not in page.text


@pytest.mark.parametrize("count", [2_000])
def test_mon_two_thousand_tickets_are_text_of_a_few_megabytes(count):
    long = "word " * 2_000
    markup = page_rows(rows([line(str(at), said=long if at % 100 == 0 else "") for at in range(count)]))
    assert markup.count("<details ") == count
    assert len(markup) < 4_000_000
    assert "and 6,000 more characters" in markup


def test_mon_a_line_of_an_earlier_version_still_has_its_sources():
    old = line(answer={"nearest": [], "claims": [{"text": "x", "citations": [PLACE]}]}, summary="Scanner: QM017")
    del old["sentences"], old["ticket"]
    (row,) = rows([old])
    assert row.subject == "Scanner: QM017"
    assert sources(old) == [(1, PLACE)]
    assert places({**old, "draft": ""}) == [PLACE]


def cited(text, title, start=0):
    end = start + len(text)
    return Citation("a.md", "file:///a.md", title, "s", "s", "c", f"doc_{title}", "p", Span(start, end), "t", text,
                    Location("text", line=1))  # fmt: skip


def test_tick_5_each_sentence_of_a_draft_has_its_places():
    said = ["Print a new sheet.", "Scan again:\n```\nscan --all\n```", "Print a new sheet of 5 g."]
    claims = tuple(
        Claim(text, "supported", (), (cited(text, title),))
        for text, title in zip(said, ["Scanner", "Batches", "Scanner"], strict=True)
    )
    answer = Answer("q", "answered", "", 1.0, 1.0, claims=claims)
    ticket = Ticket("1", "QM017", "What now?", client_name="Ada Lind")
    draft = reply(ticket, answer, policy=Policy())
    found = sentences(Processed(ticket, Validation(valid=True), answer=answer, draft=draft))
    shown = [(draft[one.span.start : one.span.end], [number for number, _ in one.sources]) for one in found]
    assert shown == [("Print a new sheet.", [1]), ("Scan again:", [2]), ("Print a new sheet of 5 g.", [1])]
    assert sentences(Processed(ticket, Validation(valid=True), answer=answer, draft="")) == ()
