"""EVID-4, TICK-5: an answer holds nothing that is about another matter, and the row that is asked for alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import MEANING

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARY = """# Reading room

## Loans

Readers may borrow 12 books and keep them for 28 days.
Up to four books may be renewed until the end of the term.
"""
PARKING = """# Car park

## Can I keep my place over the summer?

You can keep the place if you pay the fee before 1 June.

## How long may I stay?

Visitors may stay for up to 3 hours.

## Can I pay by card?

You can pay by card at the gate.

## Can I charge my car?

You can charge it on the second floor.

## How long is the gate open?

The gate is open until 10 in the evening.
"""
STAFF = """# Leave of absence

| Grade | Days |
| --- | --- |
| Trainee (first 12 months) | 5 |
| Up to 3 years | 8 |
| 3 to 8 years | 11 |
| More than 8 years | 15 |
"""
TRAMS = """# Fares

| Zone | Single ticket |
| --- | --- |
| Old Town | EUR 2 |
| Harbour | EUR 3 |
| Harbour East | EUR 4 |
| Other zones | EUR 6 |
"""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("town") / "docs"
    folder.mkdir()
    for name, text in (("library", LIBRARY), ("parking", PARKING), ("staff", STAFF), ("trams", TRAMS)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder.parent / "index"), environment=MEANING) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("How long do I keep borrowed books and can I renew them?", "library.md"),
        ("Can readers renew books?", "library.md"),
        ("How long can visitors stay?", "parking.md"),
    ],
)
def test_evid_4_words_that_only_ask_bring_no_sentence_of_another_document(town: Workspace, question: str, path: str):
    said = town.ask(question, record=False)
    assert said.claims
    assert {cited.path.rpartition("/")[2] for claim in said.claims for cited in claim.citations} == {path}


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("single ticket harbour pls", "Zone: Harbour; "),
        ("What does a single ticket to Harbour East cost?", "Zone: Harbour East; "),
        ("I have worked here for 9 years. How many days of leave of absence?", "More than 8 years"),
        ("How many days of leave of absence after 5 years?", "3 to 8 years"),
    ],
)
def test_evid_4_the_row_that_is_asked_for_answers_alone(town: Workspace, question: str, says: str):
    said = town.ask(question, record=False)
    rows = [one.text for one in said.claims if one.text.startswith(("Zone", "Grade"))]
    assert len(rows) == 1
    assert says in rows[0]
