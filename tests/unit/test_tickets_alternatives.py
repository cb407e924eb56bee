"""TICK-6: of rows for different cases a reply tells the one that the ticket names, or a person decides."""

from __future__ import annotations

import pytest

import kts
from kts.answers import Answer, Claim
from kts.tickets.alternatives import chosen
from kts.tickets.nouns import Ticket
from kts.tickets.read import read
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span

SEATS = """\
# Seats

| Plan | Seats | Storage |
|---|---|---|
| Basic | 2 | 5 GB |
| Crew | 10 | 50 GB |
| Company | 100 | 500 GB |
| Estate | no limit | 2 TB |

Deleted files are kept for 30 days.
"""
FEES = """\
| Service | Fee |
|---|---|
| Wire transfer | 20 EUR |
| Lost card | 12 EUR |
| Paper statement | 3 EUR |
"""
LEVELS = """\
| Priority | First reply |
|---|---|
| 1 - nothing works | 2 hours |
| 2 - part of it works | 1 day |
| 3 - question | 3 days |
"""


def quoted(text, *rows):
    passage = Passage("p1", "d1", "", "chunk", "text", text, Span(100, 100 + len(text)))
    claims = []
    for row in rows:
        line = next(one for one in text.splitlines() if one.startswith(f"| {row} "))
        claims.append(claim(passage, line))
    hits = (Hit(passage, 0.9, {}),)
    return Answer("q", "answered", "", 0.9, 1.0, tuple(claims), ranking=Ranking(Query("q"), hits, 1))


def cite(part):
    return Citation("a.md", "", "A", "0" * 64, "", "text:1", part.document_id, part.id, part.span, "0" * 64, part.text,
                    Location("text", line=1))  # fmt: skip


def claim(passage, line):
    header = passage.text[: passage.text.index("|---")].splitlines()[-1]
    start = passage.span.start + passage.text.index(line)
    names, cells = ([cell.strip() for cell in one.strip("| ").split("|")] for one in (header, line))
    told = "; ".join(f"{name}: {cell}" for name, cell in zip(names, cells, strict=True))
    return Claim(told, "supported", (), (cite(passage._replace(text=line, span=Span(start, start + len(line)))),), 0.9)


def told(found):
    return [one.text.split(";")[0].split(": ")[1] for one in found.answer.claims]


def one(body, **more):
    return Ticket(**({"id": "1", "subject": "seats", "description": body} | more))


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("Hey, plan crew. How many seats do we have?", ["Crew"]),
        ("We're on Crew and some of us cannot sign in. How many seats do we have?", ["Crew"]),
        ("How many seats are there? We have the company plan.", ["Company"]),
        ("How many seats are there? (Plan: Estate)", ["Estate"]),
        ("How many seats has Crew, and how many would Company have?", ["Crew", "Company"]),
    ],
)
def test_tick_6_the_row_of_the_case_that_the_ticket_names_is_told(body, rows):
    found = chosen(one(body), quoted(SEATS, "Basic", "Estate"), cite)
    assert told(found) == rows
    assert found.undecided == ()
    for said in found.answer.claims:
        place = said.citations[0]
        assert SEATS[place.span.start - 100 : place.span.end - 100] == place.quote
        assert place.passage_id == "p1"


@pytest.mark.parametrize(
    "body",
    [
        "How many seats can we have?",
        "Our crew is bigger now. How many seats can we have?",  # an ordinary word
        "Dear Crew, how many seats can we have?",
        "My Crew leader asks how many seats we can have.",
        "Our Company moves. How many seats can we have?",
        "How many seats can our company have?",
    ],
)
def test_tick_6_where_none_is_named_all_are_told_and_a_person_decides(body):
    found = chosen(one(body), quoted(SEATS, "Basic", "Estate"), cite)
    assert told(found) == ["Basic", "Crew", "Company", "Estate"]
    assert found.undecided == ("Plan: Basic, Crew, Company, Estate",)


def test_tick_6_all_rows_leave_nothing_to_decide():
    answer = quoted(SEATS, "Basic", "Crew", "Company", "Estate")
    assert chosen(one("How many seats can we have?"), answer, cite).answer == answer
    assert chosen(one("How many seats can we have?"), answer, cite).undecided == ()


def test_tick_6_of_all_rows_none_is_left_out_of_a_draft_unless_a_word_of_the_ticket_is_of_one():
    answer = quoted(SEATS, "Basic", "Crew", "Company", "Estate")
    assert chosen(one("How many seats can we have?"), answer, cite).rows == answer.claims
    fees = quoted(FEES, "Wire transfer", "Lost card", "Paper statement")
    assert chosen(one("What do you take for a wire?", subject=""), fees, cite).rows == ()


@pytest.mark.parametrize("more", [{"plan": "crew"}, {"metadata": {"plan": "Crew"}}])
def test_tick_6_the_form_names_the_case_where_the_words_do_not(more):
    answer = quoted(SEATS, "Basic", "Estate")
    assert told(chosen(one("How many seats can we have?", **more), answer, cite)) == ["Crew"]
    assert told(chosen(one("How many seats has the Estate plan?", **more), answer, cite)) == ["Estate"]


def test_tick_6_a_column_of_another_name_names_no_case():
    answer = quoted(SEATS, "Basic", "Estate")
    assert chosen(one("How many seats can we have?", metadata={"Tags": "Crew"}), answer, cite).undecided


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("What do you take for a wire to Norway?", ["Wire transfer"]),
        ("What does it cost when I lose my card?", ["Lost card"]),
    ],
)
def test_tick_6_a_row_that_the_words_of_the_ticket_mean_is_left_alone(body, rows):
    answer = quoted(FEES, *rows)
    assert chosen(one(body, subject=""), answer, cite) == chosen(one(body, subject=""), answer, None)
    assert told(chosen(one(body, subject=""), answer, cite)) == rows
    assert chosen(one(body, subject=""), answer, cite).undecided == ()


def test_tick_6_the_number_of_a_case_names_it():
    found = chosen(one("When do you reply to priority 1?"), quoted(LEVELS, "1", "2", "3"), cite)
    assert told(found) == ["1 - nothing works"]
    assert "2 - part of it works, 3 - question" in found.notes[0]


def test_tick_6_a_large_table_is_not_told_whole():
    rows = "".join(f"| Name{letter} | {at} EUR |\n" for at, letter in enumerate("ABCDEFGH"))
    answer = quoted(f"| Item | Price |\n|---|---|\n{rows}", "NameB", "NameC")
    found = chosen(one("How much is it?"), answer, cite)
    assert told(found) == ["NameB", "NameC"]
    assert found.undecided


def test_tick_6_codes_are_not_told_whole():
    table = "| Code | Meaning |\n|---|---|\n| ZX-101 | no paper |\n| ZX-102 | no ink |\n| ZX-103 | jam |\n"
    found = chosen(one("What does it mean?"), quoted(table, "ZX-101"), cite)
    assert told(found) == ["ZX-101"]
    assert found.undecided == ("Code: ZX-101, ZX-102, ZX-103",)


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    place = tmp_path_factory.mktemp("cases")
    (place / "seats.md").write_text(SEATS, encoding="utf-8")
    with kts.Workspace.create(str(place / "kb"), environment={"KTS_EMBED_PROVIDER": ""}) as workspace:
        workspace.ingest([str(place / "seats.md")])
    return str(place / "kb")


def test_tick_6_a_column_of_an_export_chooses_the_row_and_its_place_can_be_checked(kb):
    asks = "seats;How many seats can we have?"
    export = f"Ticket No;Plan;Subject;Message\n1;Crew;{asks}\n2;;{asks}\n"
    with kts.Workspace.create(kb, environment={"KTS_EMBED_PROVIDER": ""}) as workspace:
        first, second = (workspace.process_ticket(one) for one in read(export.encode(), name="export.csv"))
    assert first.ticket.plan == "Crew"
    assert "Plan Crew: Seats 10" in first.draft
    assert "Basic" not in first.draft
    place = first.answer.claims[0].citations[0]
    assert (place.quote, place.location.line) == ("| Crew | 10 | 50 GB |", 6)
    assert all(name in second.draft for name in ("Basic", "Crew", "Company", "Estate"))
    assert "review_alternatives" in second.escalation.reasons
    assert any("Plan: Basic, Crew, Company, Estate" in one for one in second.review.recommendations)
