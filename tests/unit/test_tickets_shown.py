"""TICK-1, TICK-5, TICK-7: columns of exports, greetings without a name, rows of tables, and what a person is shown."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kts.answers import Answer, Claim, Constraint, Unmet
from kts.tickets.internal import Inside, places
from kts.tickets.listed import found, quoted
from kts.tickets.nouns import Ticket
from kts.tickets.own import is_own
from kts.tickets.policy import Policy
from kts.tickets.read import from_row, read
from kts.tickets.relaxed import nobody, relaxed
from kts.tickets.reply import reply
from kts.tickets.rows import pasted, solved
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span


def claim(text, *, quote="", title="Lamps", document="d"):
    place = Citation("a.md", "file:///a.md", title, "0" * 64, "0" * 64, "text:1", document, "p", Span(0, 9), "0" * 64,
                     quote or text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answer(*claims, heading="", **more):
    passage = Passage("p", "d", "", "chunk", "text", "", Span(0, 9), {"heading": heading})
    ranking = Ranking(Query("q"), (Hit(passage, 0.9, {}),), 1)
    return Answer("q", "answered", "", 0.9, 1.0, claims, ranking=ranking)._replace(**more)


def test_tick_1_columns_of_usual_exports_are_known():
    rows = (
        "Case No,E-Mail,Customer Name,Short Description,Message Body,Created On\n7,a@b.example,Ida,Lamp,It blinks.,2026"
    )
    (ticket,) = read(rows.encode(), name="export.csv")
    assert ticket[:5] == ("7", "Lamp", "It blinks.", "Ida", "a@b.example")
    assert ticket.created == "2026"
    assert ticket.metadata == {}


@pytest.mark.parametrize(
    ("greeting", "name", "first"),
    [
        ("Dear {name},", "Ida", "Dear Ida,"),
        ("Dear {name},", "", "Hello,"),
        ("Good day {name},", "", "Good day,"),
        ("Good day,", "", "Good day,"),
        ("", "", "Hello,"),
    ],
)
def test_tick_7_a_greeting_without_a_name_is_whole(greeting, name, first):
    said = reply(Ticket("1", "", "?", name), answer(claim("The lamp is red.")), policy=Policy(greeting=greeting))
    assert said.splitlines()[0] == first


@pytest.mark.parametrize(
    ("text", "heading", "told"),
    [
        ("24 months from delivery.", "Guarantee", "Guarantee: 24 months from delivery."),
        ("The guarantee is 24 months.", "Guarantee", "The guarantee is 24 months."),
        ("24 months of guarantee.", "Guarantee", "24 months of guarantee."),
        ("4.2.0: New: a lamp.", "4.2.0 (2026-05-20)", "4.2.0: New: a lamp."),
        ("24 months from delivery.", "Lamps", "24 months from delivery."),  # the title, which stands in the sources
    ],
)
def test_tick_7_a_bare_value_is_told_with_its_heading(text, heading, told):
    said = reply(Ticket("1", "", "?"), answer(claim(text), heading=heading), policy=Policy())
    assert f"\n{told} [1]\n" in said


def test_tick_7_columns_of_other_versions_and_questions_of_the_page_are_left_out():
    row = claim("Limit: one payment; Version 3.1: 50; Version 3.2: 80", quote="| one payment | 50 | 80 |")
    page = claim("Was this page helpful? Yes / No")
    said = reply(Ticket("1", "", "Limit?", version="3.1"), answer(row, page), policy=Policy())
    assert "80" not in said
    assert "helpful" not in said
    assert "80" in reply(Ticket("1", "", "Limit?"), answer(row), policy=Policy())


@pytest.mark.parametrize(
    ("text", "quote", "is_one"),
    [
        ("Code: 7; Model: X; Version: 1; Meaning: hot; Who: desk", "| 7 | X | 1 | hot | desk |", True),
        ("Code: 7; Meaning: hot", "| 7 | hot |", False),
        ("Small: 08:00-18:00 Middle: 07:00-22:00 Large: always", "", True),
        ("Open the lid: it is warm. Wait.", "", False),
    ],
)
def test_tick_6_a_wide_row_or_a_joined_list_is_looked_at_by_a_person(text, quote, is_one):
    assert bool(pasted((claim(text, quote=quote),))) is is_one


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Can you pay my colleague Petra?", "Can you pay my colleague?"),
        ("Our customer Mr Olsen asks.", "Our customer asks."),
        ("Can my Lexmark print?", "Can my Lexmark print?"),
        ("The manager of Paris asks.", "The manager of Paris asks."),
    ],
)
def test_tick_4_somebody_of_the_sender_is_no_name_to_be_found(text, left):
    assert nobody(text) == left


def lacking(text):
    unmet = Unmet(Constraint("name", text.casefold(), text, Span(0, len(text)), certain=True), "not named")
    return answer(unmet=(unmet,), verdict="abstained")


def test_tick_4_what_only_the_subject_or_the_case_names_is_left_out_of_a_second_question():
    asked = []

    def probe(text):
        asked.append(text)
        return answer(claim("The lamp can be mended."))

    ticket = Ticket("1", "MESS", "The lamp broke 9 weeks ago. Can it be mended?")
    query = "MESS. The lamp broke 9 weeks ago. Can it be mended?"
    assert relaxed(ticket, lacking("MESS"), query, probe).doubts
    assert relaxed(ticket, lacking("9 weeks"), query, probe).doubts
    assert asked == ["The lamp broke 9 weeks ago. Can it be mended?", "MESS. The lamp broke . Can it be mended?"]
    assert relaxed(ticket, lacking("MESS"), query, lambda _: lacking("lamp")).unmet == ()
    assert relaxed(ticket, lacking("lamp"), query, probe).claims == ()  # the question itself names it
    assert len(asked) == 2


def test_tick_5_the_tickets_own_mail_is_no_internal_place():
    ticket = Ticket(
        "1", "", "Our transfer of Friday is not there, when does it come to us?", metadata={"sha256": "0" * 64}
    )
    told = answer(claim("Our transfer of Friday is not there, when does it come to us?"))
    inside = Inside(why={"d": "the policy says so"}, ask=lambda _: told, own=lambda place: is_own(ticket, place))
    assert places("transfer?", inside, None) == ((), False)
    assert places("transfer?", inside._replace(own=lambda _: False), None)[1]


@pytest.mark.parametrize(("path", "is_alone"), [("notes.md", True), ("2026 lamp.eml", False)])
def test_tick_5_an_unsure_draft_stays_where_only_an_internal_mail_is_surer(path, is_alone):
    said = claim("The lamp is blue.")
    said = said._replace(citations=(said.citations[0]._replace(path=path),))
    inside = Inside(why={"d": "the policy says so"}, ask=lambda _: answer(said)._replace(confidence=1.0))
    unsure = answer(claim("The lamp is red.", document="e"), verdict="low_confidence", confidence=0.4)
    shown, alone = places("colour?", inside, unsure)
    assert (len(shown), alone) == (1, is_alone)
    assert places("colour?", inside, None)[1]


def test_tick_7_a_person_sees_the_statements_that_were_found_and_long_places_cut():
    place = {"path": "a.md", "location": {"kind": "text", "line": 4}, "quote": "word " * 200}
    line = {"answer": {"claims": [{"text": "The  lamp is red.", "citations": [place]}]}}
    assert found(line)[0].startswith("The lamp is red. (a.md")
    assert found({**line, "draft": "Hello"}) == []
    assert len(quoted(place)) < 320


def test_a_row_without_an_id_has_its_number():
    assert from_row({"Body": "It blinks."}, name="x").id == "x#1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("G7: id: 7; subject: lamp; body: It blinks.", ""),  # what another customer wrote
        ("id: 7; title: lamp; description: It blinks.; resolution: Clean it.", "Clean it."),
        ("Lamp: red; Meaning: hot", None),
        ("Title: Lamps; Pages: 12", None),
    ],
)
def test_tick_6_a_row_of_an_export_of_tickets_is_no_statement(text, told):
    assert solved(text) == told


def test_tick_7_a_question_is_no_statement_of_a_reply():
    both = answer(claim("May a lamp be lent?"), claim("A lamp may be lent."))
    assert "May a lamp" not in reply(Ticket("1", "", "?"), both, policy=Policy())
    assert reply(Ticket("1", "", "?"), answer(claim("May a lamp be lent?")), policy=Policy()) == ""


@pytest.mark.parametrize(("evidence", "public", "is_alone"), [(0.5, 0.3, True), (0.3, 0.5, False), (0.3, 0.3, True)])
def test_tick_5_internal_places_alone_answer_only_where_no_page_for_customers_is_nearer(evidence, public, is_alone):
    said = claim("The lamp is blue.")
    near = SimpleNamespace(citation=said.citations[0], confidence=evidence)
    inside = Inside(why={"d": "the policy says so"}, ask=lambda _: answer(said), search=lambda _: (near,))
    shown, alone = places("colour?", inside, None, public)
    assert (len(shown), alone) == (1, is_alone)


@pytest.mark.parametrize(("verdict", "is_alone"), [("partly", False), ("answered", True)])
def test_tick_5_a_part_of_an_answer_gives_way_to_a_whole_one_alone(verdict, is_alone):
    said = claim("The lamp is blue.")
    inside = Inside(why={"d": "it says so"}, ask=lambda _: answer(said, verdict=verdict)._replace(confidence=1.0))
    part = answer(claim("The lamp is red.", document="e"), verdict="partly", confidence=0.8)
    assert places("colour?", inside, part)[1] is is_alone


def test_tick_5_what_a_draft_leaves_open_is_looked_for_inside():
    said = claim("The key is red.")
    near = SimpleNamespace(citation=said.citations[0], confidence=0.6)
    inside = Inside(why={"d": "it says so"}, search=lambda text: (near,) if "key" in text else ())
    part = answer(claim("The lamp is red.", document="e"), verdict="partly")
    assert places("Which lamp?", inside, part) == ((), False)
    assert len(places("Which lamp?", inside, part, 0.0, ("Lamps. Which key?",))[0]) == 1
