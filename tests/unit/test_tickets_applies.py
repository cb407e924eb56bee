"""TICK-5, TICK-6: a reply holds for the version that its reader has, and tells no value that was changed since."""

from __future__ import annotations

import pytest

from kts.answer.constraints.values import applied
from kts.answers import Answer, Claim
from kts.tickets.applies import asked_again, earlier, fitted
from kts.tickets.changed import replaced
from kts.tickets.nouns import Ticket
from kts.tickets.read import read
from kts.tickets.versions import missing, wanted
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span

GUIDE = "# Limit\n\n## Version 5.1\nOpen Settings and move the slider.\n\n## Version 4.0\nEdit the file spindle.conf.\n"
SLIDER, FILE = "Open Settings and move the slider.", "Edit the file spindle.conf."


def answer(*told, text=GUIDE, title="Guide", verdict="answered"):
    passage = Passage("p1", "d1", "", "chunk", "text", text, Span(0, len(text)), {})
    claims = []
    for one in told:
        at = max(0, text.find(one))
        place = Citation("g.md", "file:///g.md", title, "0" * 64, "0" * 64, "text:1", "d1", "p1",
                         Span(at, at + len(one)), "0" * 64, one, Location("text", line=1))  # fmt: skip
        claims.append(Claim(one, "supported", (), (place,), 0.9))
    ranking = Ranking(Query("q"), (Hit(passage, 1.0),), 1)
    return Answer("q", verdict, "\n".join(told), 0.9, 1.0, claims=tuple(claims), ranking=ranking)


def none(_):
    return ""


@pytest.mark.parametrize(
    ("opening", "versions"),
    [
        ("# A\nApplies to: 4.0, 5.1\n", {"4.0", "5.1"}),
        ("# A\n**Applies to:** Spindle Sync 4.0, 5.1\n", {"4.0", "5.1"}),
        ("# A\nApplies to: 5.1, Business plans. It is not available in 3.4.\n", {"5.1"}),
        ("# A\nGilt für: 5.1\n", {"5.1"}),
        ("# A\nApplies to: all versions\n", set()),
        ("# A\nApplies to: 4.0 and later\n", set()),
        ("# A\nApplies to: 4.0 - 5.1\n", set()),
        ("# A\nIt applies to 4.0.\n", set()),
    ],
)
def test_evid_2_a_document_says_to_which_versions_it_applies(opening, versions):
    assert applied(opening) == versions


def test_tick_5_statements_of_another_version_are_left_out_where_one_is_of_the_tickets():
    found = fitted(Ticket("1", "", "We run 4.0. How is it limited?"), answer(FILE, SLIDER), none)
    assert [one.text for one in found.answer.claims] == [FILE]
    assert (found.other, found.mixed) == (False, ())


def test_tick_6_where_what_led_is_left_out_a_person_looks():
    found = fitted(Ticket("1", "", "We run 4.0. How is it limited?"), answer(SLIDER, FILE), none)
    assert [one.text for one in found.answer.claims] == [FILE]
    assert found.other


def test_tick_6_where_nothing_is_of_the_version_all_stays_for_a_person():
    found = fitted(Ticket("1", "", "How is it limited?", version="3.4"), answer(SLIDER, FILE), none)
    assert len(found.answer.claims) == 2
    assert found.other


def test_tick_6_statements_of_two_versions_are_mixed_for_one_who_names_none():
    assert fitted(Ticket("1", "", "How is it limited?"), answer(FILE, SLIDER), none).mixed == ("4.0", "5.1")
    assert not fitted(Ticket("1", "", "How is it limited?"), answer(FILE), none).mixed


def test_tick_5_a_document_holds_for_what_it_applies_to_unless_a_statement_says_otherwise():
    text = "Right-click the folder. Selective sync is not available in version 3.4."
    told = answer("Right-click the folder.", "Selective sync is not available in version 3.4.", text=text)
    found = fitted(Ticket("1", "", "We run 3.4. How?"), told, lambda _: "# S\nApplies to: 4.0, 5.1\n")
    assert [one.text for one in found.answer.claims] == ["Selective sync is not available in version 3.4."]


def test_tick_5_a_patch_is_of_its_version():
    told = answer("Press it twice.", text="## 5.1.2\nPress it twice.")
    assert not fitted(Ticket("1", "", "We run version 5.1. How?"), told, lambda _: "Applies to: 5.1.2").other
    assert earlier("4.0", "5.1")
    assert not earlier("5.1", "5.1.2")
    assert not earlier("5.1", "4.0")


def test_tick_5_the_documents_are_asked_for_the_version_of_the_form():
    asked = []

    def probe(text):
        asked.append(text)
        return answer(FILE)

    ticket = Ticket("1", "", "How is it limited?", version="4.0")
    found = asked_again(ticket, answer(SLIDER), "How is it limited?", probe, none)
    assert (asked, [one.text for one in found.claims]) == (["How is it limited in version 4.0?"], [FILE])
    words = Ticket("1", "", "How is it limited in 5.1?", version="4.0")
    assert asked_again(words, answer(SLIDER), "q", probe, none) == answer(SLIDER)
    still = asked_again(ticket, answer(SLIDER), "q", lambda _: answer(SLIDER), none)
    assert [one.text for one in still.claims] == [SLIDER]
    unsure = answer(FILE, verdict="low_confidence")
    assert asked_again(ticket, answer(SLIDER), "q", lambda _: unsure, none).claims == unsure.claims
    elsewhere = unsure.claims[0]._replace(citations=(unsure.claims[0].citations[0]._replace(document_id="d9"),))
    other = unsure._replace(claims=(elsewhere,))
    assert asked_again(ticket, answer(SLIDER), "q", lambda _: other, none) == answer(SLIDER)


@pytest.mark.parametrize("column", ["version", "Product version", "software_version", "Affects Version/s"])
def test_tick_1_a_column_of_a_usual_name_is_the_version(column):
    (ticket,) = read(f"id,{column},body\n1,4.0,How?\n".encode(), name="a.csv")
    assert (ticket.version, wanted(ticket), dict(ticket.metadata)) == ("4.0", {"4.0"}, {})
    (ticket,) = read(b'{"id": 1, "version": 4.0, "body": "How?"}', name="a.json")
    assert ticket.version == "4.0"


def test_tick_6_a_first_patch_names_its_version():
    assert not missing(Ticket("1", "", "We run version 5.1. Why?"), answer("It is new.", text="In 5.1.0: It is new."))


PORT = "The agent listens on TCP port 8443."
NOTES = "## 5.1.0 (2024-06-03)\n- New: a slider.\n- Changed: the agent uses TCP port 9443 instead of 8443.\n"


@pytest.mark.parametrize(
    ("text", "speaks"),
    [("Which port?", True), ("We run version 5.1. Which port?", True), ("We run version 4.0. Which port?", False)],
)
def test_tick_6_a_value_that_was_changed_keeps_a_reply_back(text, speaks):
    notes = Passage("p2", "d2", "", "chunk", "text", NOTES, Span(0, len(NOTES)), {})
    found = replaced(Ticket("1", "", text), answer(PORT, text=PORT), [Hit(notes, 0.5)])
    assert found == (("Changed: the agent uses TCP port 9443 instead of 8443.",) if speaks else ())


def test_tick_6_the_statement_of_the_change_itself_is_right():
    told = "Changed: the agent uses TCP port 9443 instead of 8443."
    assert not replaced(Ticket("1", "", "Which port?"), answer(told, text=NOTES), ())
    assert replaced(Ticket("1", "", "Which port?"), answer(told, PORT, text=f"{NOTES}{PORT}"), ())
