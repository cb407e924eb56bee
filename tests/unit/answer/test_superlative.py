"""EVID-5: the most and the least of a table, and statements that are nothing but a label."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.tables.superlative import asks_for_extreme
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from kts.answers import Answer

DOGS = (
    "# Dogs of the shelter\n\n| Kennel | Keeper | Dogs |\n|---|---|---|\n| 1a | Ada Roe | 9 |\n| 1b | Tom Vale | 12 |\n"
    "| 2a | Ines Park | 7 |\n| Total | | 28 |\n"
)
FINDINGS = (
    "# Findings\n\nF1. The gate of the yard is locked at night.\n\nF2. The hose of the yard is tested each May.\n"
)


def asked(folder: Path, text: str, question: str) -> Answer:
    (folder / "text.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        return opened.ask(question, record=False)


@pytest.mark.parametrize(
    ("question", "row"), [("Which kennel has the most dogs?", "1b"), ("Which kennel has the fewest dogs?", "2a")]
)
def test_evid_5_the_row_with_the_most_leads_and_is_not_sure(tmp_path: Path, question: str, row: str):
    found = asked(tmp_path, DOGS, question)
    assert found.claims[0].text.startswith(f"Kennel: {row}")
    assert found.verdict == "low_confidence"


@pytest.mark.parametrize(
    ("question", "extreme"),
    [
        ("Which kennel has the most dogs?", True),
        ("What is the cheapest ticket?", True),
        ("Who keeps 1b?", False),
        ("What may a guest pay at most?", False),
        ("What's the most the shelter pays for a cat?", False),
        ("What is the longest a guest may stay?", False),
        ("When was the latest meeting?", False),
    ],
)
def test_what_asks_for_the_most(question: str, *, extreme: bool):
    assert asks_for_extreme(question) is extreme


def test_a_formula_without_a_value_is_not_sure(tmp_path: Path):
    text = DOGS.replace("| 28 |", "| =SUM(C2:C4) (no stored value) |")
    found = asked(tmp_path, text, "How many dogs are there in total?")
    assert found.verdict != "answered"


def test_a_label_is_shown_with_what_stands_behind_it(tmp_path: Path):
    found = asked(tmp_path, FINDINGS, "What does finding F2 say?")
    assert found.claims[0].text == "F2. The hose of the yard is tested each May."
