"""EVID-1: an entry is told with what it stands under, a lead with whom it means; opposite sections are kept apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.units.quotable import Unit
from kts.answer.units.under import under
from kts.types import Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Answer

STOVE = (
    "# Warranty of the Alder stove\n\n"
    "The following parts are not covered by the warranty:\n\n"
    "- glass, door seals and fire bricks\n- paint\n- parts that were changed by the owner\n\n"
    "The warranty lasts five years from the day of purchase. It ends early when the stove is sold.\n"
)
TICKETS = (
    "# Ferry tickets\n\n"
    "## Not refundable\n\n- Tickets bought at the counter\n- Seat reservations\n- Meals ordered ahead\n\n"
    "## Refundable\n\n- Tickets bought online until a day before departure\n\n"
    "## Questions\n\n### Can I pay by instalments?\n\nYes, from 300 euros on, in six parts.\n"
)
BACKUPS = (
    "# Runbook of the depot server\n\n## Backups\n\n"
    "- A full backup is made every night.\n"
    "- Logs are copied every ten minutes, so at most ten minutes are lost (RPO).\n"
    "- The first full backup of a month is kept for seven years.\n\n"
    "## Fixed in March\n\n"
    "- The tape was ejected too early (DEP-1188).\n"
    "- The log was written twice (DEP-1190).\n"
)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("harbour")
    for name, text in (("stove.md", STOVE), ("tickets.md", TICKETS), ("backups.md", BACKUPS)):
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / name) for name in ("stove.md", "tickets.md", "backups.md")])
        yield opened


def asked(harbour: Workspace, question: str) -> Answer:
    return harbour.ask(question, record=False)


def entry(text: str, intro: str = "") -> Unit:
    return Unit(f"- {text}", Span(0, len(text) + 2), 0, 0, "entry", intro)


@pytest.mark.parametrize(
    ("text", "intro", "heading", "above"),
    [
        ("paint", "Warranty The following are not covered:", "Warranty", "The following are not covered"),
        ("Seat reservations", "Not refundable", "Not refundable", "Not refundable"),
        ("Seat reservations", "2.1 Seats", "2.1 Seats", "Seats"),
        ("Wearing parts: blades and belts.", "", "What is not covered", "What is not covered"),
        ("Wearing parts: blades and belts.", "", "Parts", ""),
        ("Blades are changed once a year.", "", "Care", ""),
        ("Blades are changed once a year.", "", "Exceptions", "Exceptions"),
        ("Slow down to four knots at the buoy.", "", "Mooring", ""),
        ("paint", "", "Does it cover paint?", ""),
        ("Not refundable: seats", "", "Not refundable", ""),
        ("Yes, from 300 euros on.", "", "Can I pay by instalments?", "Can I pay by instalments?"),
    ],
)
def test_evid_1_what_an_entry_is_told_behind(text: str, intro: str, heading: str, above: str):
    assert under(entry(text, intro), text, heading) == above


def test_evid_1_what_says_nothing_alone_is_told_under_its_line_and_cites_it(harbour: Workspace):
    (lead, *_) = asked(harbour, "Are seat reservations refundable?").claims
    assert lead.text == "Not refundable: Seat reservations"
    assert [one.quote for one in lead.citations] == ["- Seat reservations", "Not refundable"]


def test_evid_1_a_yes_stands_behind_its_question(harbour: Workspace):
    (lead, *_) = asked(harbour, "Can I pay 250 euros by instalments?").claims
    assert lead.text == "Can I pay by instalments? Yes, from 300 euros on, in six parts."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is refundable?", "Refundable: Tickets bought online until a day before departure"),
        ("What is not refundable?", "Not refundable: Tickets bought at the counter"),
    ],
)
def test_evid_1_the_section_that_says_the_opposite_stands_back(harbour: Workspace, question: str, text: str):
    assert asked(harbour, question).claims[0].text == text


def test_evid_1_whom_a_lead_means_is_told_beside_it(harbour: Workspace):
    said = [one.text for one in asked(harbour, "When does the warranty end early?").claims]
    assert said[0] == "It ends early when the stove is sold."
    assert "The warranty lasts five years from the day of purchase." in said


def test_evid_1_the_entry_with_the_only_word_that_is_asked_for_comes_alone(harbour: Workspace):
    found = asked(harbour, "What is the RPO of the depot server?")
    assert [one.text for one in found.claims][:1] == [
        "Logs are copied every ten minutes, so at most ten minutes are lost (RPO)."
    ]
    assert not any("seven years" in one.text for one in found.claims)


def test_evid_1_the_one_entry_that_has_a_code_answers_alone(harbour: Workspace):
    found = asked(harbour, "What was fixed by DEP-1188?")
    assert (found.verdict, [one.text for one in found.claims]) == (
        "answered",
        ["The tape was ejected too early (DEP-1188)."],
    )
