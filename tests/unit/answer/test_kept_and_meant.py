"""EVID-4: of what it is told how long it is kept, and whether a statement says what a quoted term means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.acting import lacks_deputy
from kts.answer.choose.kept import other_kept
from kts.answer.units.quotable import Unit
from kts.answer.verdict.meant import undefined
from kts.types import Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("question", "lead", "thing"),
    [
        ("How long does Osk keep recordings?", "Delivery notes are kept for two years.", "recordings"),
        ("How long must we store blueprints?", "The archive deletes all drafts after 30 days.", "blueprints"),
        ("How long do we keep recordings?", "Recordings are deleted after 30 days.", ""),
        ("How long do we keep recordings?", "Kept for 30 days.", ""),
        ("How long do we retain the data?", "Delivery notes are kept for two years.", ""),
        ("How long does the battery last?", "Delivery notes are kept for two years.", ""),
    ],
)
def test_another_thing_that_is_kept_is_named(question: str, lead: str, thing: str) -> None:
    assert other_kept(question, lead, "Office rules") == thing


def test_what_stands_under_the_thing_is_of_it() -> None:
    lead = "Copies are deleted after 30 days."
    assert not other_kept("How long do we keep recordings?", lead, "Recordings of calls")


def test_the_statement_of_the_thing_leads(tmp_path: Path) -> None:
    text = "# Rules\n\nDelivery notes are kept for 2 years.\n\nOld blueprints: kept 5 years, then shredded.\n"
    (tmp_path / "records.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path / "records.md")])
        found = opened.ask("How long do we keep blueprints?", record=False)
        lacked = opened.ask("How long do we keep keycards?", record=False)
    assert "5 years" in found.claims[0].text
    assert lacked.verdict != "answered"


@pytest.mark.parametrize(
    ("question", "lead", "lacks"),
    [
        ("Who covers for Ada Holm?", "Ada Holm owns the door list.", True),
        ("Who covers for Ada Holm?", "Ben Ruiz is covering for Ada Holm until May.", False),
        ("Who covers for damage?", "Damage is borne by the tenant.", False),
    ],
)
def test_who_covers_for_somebody_acts_in_absence(question: str, lead: str, *, lacks: bool) -> None:
    assert lacks_deputy(question, lead) is lacks


@pytest.mark.parametrize(
    ("question", "lead", "term"),
    [
        ('Define "Ada Holm" as used with Torvald.', "For the Supplier: Ada Holm, Director.", "Ada Holm"),
        ('What does "Quiet Hour" mean?', "The shop opens after the Quiet Hour.", "Quiet Hour"),
        ('What is the meaning of "Quiet Hour"?', "“Quiet Hour”: the hour before noon.", ""),
        ('Define "Quiet Hour".', "A Quiet Hour is the hour before noon.", ""),
        ('What is meant by "Quiet Hour"?', "Quiet Hour (or QH) means the hour before noon.", ""),
        ('Define "Ada Holm".', "The minutes of Ada Holm, the clerk, were read.", "Ada Holm"),
        ('Who is "Ada Holm"?', "For the Supplier: Ada Holm, Director.", ""),
    ],
)
def test_a_definition_says_what_a_term_is(question: str, lead: str, term: str) -> None:
    assert undefined(question, Unit(lead, Span(0, len(lead)), 0, 0, "sentence"), "Agreement") == term


def test_an_entry_under_the_heading_of_its_term_defines_it() -> None:
    lead = Unit("The hour before noon.", Span(0, 21), 0, 0, "sentence")
    assert not undefined('Define "Quiet Hour".', lead, "Rules\nQuiet Hour\n\n")
