"""EVID-10: what a body decided later than a rule was written, and what it did not decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from kts.answers import Answer

RULES = "# Parking rules\n\nAdopted 3 February 2023.\n\nVisitors may park in the yard for up to 4 hours.\n"
QUESTION = "For how many hours may visitors park in the yard?"


def asked(folder: Path, decision: str, *, day: str = "14 April 2025", title: str = "Minutes of the board") -> Answer:
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    (folder / "board.md").write_text(f"# {title}, {day}\n\nThe roof was inspected.\n\n{decision}\n", encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        return opened.ask(QUESTION, record=False)


@pytest.mark.parametrize(
    "decision",
    [
        "The board decided that visitors may park in the yard for up to 2 hours.",
        "It was agreed that visitors' time to park in the yard is cut to 2 hours.",
        "With effect from 1 May 2025 visitors may park in the yard for up to 2 hours.",
    ],
)
def test_evid_10_a_later_decision_is_shown_beside_the_rule(tmp_path: Path, decision: str):
    found = asked(tmp_path, decision)
    assert {claim.citations[0].path for claim in found.claims} >= {"rules.md", "board.md"}
    assert {side.citation.path for one in found.conflicts for side in one.sides} == {"rules.md", "board.md"}
    assert "2025-04-14" in {side.date for one in found.conflicts for side in one.sides}


@pytest.mark.parametrize(
    "said",
    [
        "The board decided that visitors may park in the yard for up to 4 hours, as before.",
        "The board decided that lorries are washed in the yard within 2 hours.",
    ],
    ids=["the same", "another subject"],
)
def test_evid_10_what_changes_nothing_is_no_disagreement(tmp_path: Path, said: str):
    assert not asked(tmp_path, said).conflicts
