"""TICK-6: a reply gives no steps for what another of its sentences says is gone."""

from __future__ import annotations

import pytest

from kts.answers import Answer, Claim
from kts.tickets.gone import consistent, denials, denied_nearby, opposed
from kts.tickets.nouns import Ticket
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span

GONE = "Note: the fax module was removed in 6.2."
STEP = "Install it under Tools > Modules."
ON = "Use the scan module instead."


def claim(text, *, document="d1", title="KB-9 Fax module"):
    place = Citation("a.md", "file:///a.md", title, "0" * 64, "0" * 64, "text:1", document, f"p-{document}",
                     Span(0, len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answer(*claims, passage=""):
    found = Passage("p-d1", "d1", "", "chunk", "text", passage, Span(0, len(passage)), {})
    ranking = Ranking(Query("q"), (Hit(found, 0.9, {}),), 1)
    return Answer("q", "answered", "", 0.9, 1.0, tuple(claims), ranking=ranking)


def texts(ticket, *claims):
    return [one.text for one in consistent(ticket, answer(*claims))[0].claims]


def test_tick_6_steps_for_what_is_gone_are_left_out_and_what_leads_on_stays():
    found, notes = consistent(
        Ticket("1", "", "Since the update to 6.2 the fax module is gone. How do I install it?"),
        answer(claim(GONE), claim(STEP), claim(ON)),
    )
    assert [one.text for one in found.claims] == [GONE, ON]
    assert STEP not in found.text
    assert notes == (f"left out, for it is said: {GONE} \u2013 {STEP}",)


@pytest.mark.parametrize(
    ("said", "text", "kept"),
    [
        ("The fax module is not available in Office Hub 3.4.", "We run 3.4, how do I get the fax module?", False),
        ("The fax module is not available in Office Hub 3.4.", "We run 5.0, how do I get the fax module?", True),
        ("The fax module is not available in Office Hub 3.4.", "How do I get the fax module?", True),
        ("The fax module was removed in 6.2.", "We run 6.3, where is the fax module?", False),
        ("The fax module was removed in 6.2.", "We run 6.1, where is the fax module?", True),
        ("The fax module was removed in 6.2.", "Where is the fax module?", False),
        ("The fax module is no longer available.", "Where is the fax module?", False),
        ("Removed: fax module. The scan module replaces it.", "Where is the fax module?", False),
        ("Version 3.4 cannot use the fax module.", "We run 3.4, where is the fax module?", False),
        ("The fax module is not supported on phones.", "Where is the fax module?", True),
        ("The fax module cannot be started by guests.", "Where is the fax module?", True),
        ("The ruler was removed in 6.2.", "We run 6.2, where is the fax module?", True),
    ],
)
def test_tick_6_what_is_gone_elsewhere_leaves_the_steps(said, text, kept):
    assert (STEP in texts(Ticket("1", "", text), claim(said), claim(STEP))) is kept


def test_tick_6_the_version_of_the_form_counts_where_the_text_names_none():
    ticket = Ticket("1", "", "Where is the fax module?", metadata={"version": "3.4"})
    said = claim("The fax module is not available in 3.4.")
    assert texts(ticket, said, claim(STEP)) == [said.text]


def test_tick_6_of_another_document_only_what_names_the_thing_is_left_out():
    ticket = Ticket("1", "", "We run 6.2, where is the fax module?")
    other = claim("Printing is done in Tools.", document="d2", title="Printing")
    named = claim("Open the fax module in Tools.", document="d2", title="Tools")
    assert texts(ticket, claim(GONE), other, named) == [GONE, other.text]


def test_tick_6_a_denial_beside_the_cited_steps_is_told_to_the_person():
    passage = "Install it under Tools. The fax module is not available in 3.4."
    found = answer(claim("Install it under Tools."), passage=passage)
    said = ("The fax module is not available in 3.4.",)
    assert denied_nearby(Ticket("1", "", "We run 3.4, where is the fax module?"), found) == said
    assert denied_nearby(Ticket("1", "", "We run 4.0, where is the fax module?"), found) == ()
    assert denied_nearby(Ticket("1", "", "Where is the fax module?"), found) == ()


def test_tick_6_a_statement_and_its_denial_in_two_documents_are_opposed():
    yes = claim("Deleted files can in fact be restored for 180 days from the cold store.", document="d1")
    no = claim("Files whose retention period has passed cannot be restored, not even by support.", document="d2")
    assert opposed((yes, no)) == (f"{yes.text} / {no.text}",)
    assert opposed((yes, claim("Open the portal and choose Restore.", document="d2"))) == ()


@pytest.mark.parametrize("text", ["Remove the cover.", "The key was removed by a guest.", "Is it available?", ""])
def test_what_denies_nothing_is_no_denial(text):
    assert denials(text) == []
