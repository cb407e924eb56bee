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
    ("decision", "holds"),
    [
        ("The board decided that visitors may park in the yard for up to 2 hours.", "2025-04-14"),
        ("It was agreed that visitors' time to park in the yard is cut to 2 hours.", "2025-04-14"),
        ("With effect from 1 May 2025 visitors may park in the yard for up to 2 hours.", "2025-05-01"),
    ],
)
def test_evid_10_a_later_decision_is_shown_beside_the_rule(tmp_path: Path, decision: str, holds: str):
    found = asked(tmp_path, decision)
    assert {claim.citations[0].path for claim in found.claims} >= {"rules.md", "board.md"}
    assert {side.citation.path for one in found.conflicts for side in one.sides} == {"rules.md", "board.md"}
    assert holds in {side.date for one in found.conflicts for side in one.sides}


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


PLAN = "# Minutes of the board, 3 March 2025\n\n## Sauna\n\nThe board votes for the sauna. The sauna opens on 4 May.\n"


def told(folder: Path, later: str) -> Answer:
    (folder / "march.md").write_text(PLAN, encoding="utf-8")
    (folder / "april.md").write_text(f"# Minutes of the board, 7 April 2025\n\n{later}\n", encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        return opened.ask("When does the sauna open?", record=False)


@pytest.mark.parametrize(
    "later",
    [
        "## Sauna\n\nThe opening of the sauna is postponed from 4 May to 9 June.",
        "## Sauna\n\nThe decision of 3 March is revoked. The club builds no sauna.",
    ],
)
def test_evid_10_what_a_later_meeting_takes_back_does_not_lead(tmp_path: Path, later: str):
    assert told(tmp_path, later).claims[0].citations[0].path == "april.md"


@pytest.mark.parametrize(
    "later",
    [
        "## Gate\n\nThe painting of the gate is postponed from 4 May to 9 June.",
        "## Gate\n\nThe decision of 3 March is revoked. The gate stays green.",
        "## Sauna\n\nThe cleaning of the sauna is postponed from 8 May to 9 June.",
    ],
)
def test_evid_10_what_a_later_meeting_says_of_something_else_does_not_lead(tmp_path: Path, later: str):
    assert told(tmp_path, later).claims[0].citations[0].path == "march.md"
