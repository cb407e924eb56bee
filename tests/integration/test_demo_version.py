"""EVID-3: what the demonstration shows of a version that no document is about."""

from __future__ import annotations

from pathlib import Path

from kts.workspace import Workspace
from support.index import WORDS

PRODUCT = Path(__file__).parents[2] / "samples" / "product"


def test_evid_3_no_answer_is_made_up_for_a_version_that_there_is_not(tmp_path):
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as workspace:
        workspace.ingest([str(PRODUCT)])
        known = workspace.ask("What is the cut-off time for same-day posting in Tessaro 7.4?", record=False)
        unknown = workspace.ask("What is the cut-off time for same-day posting in Tessaro 8.2?", record=False)
    assert known.verdict == "answered"
    assert "4:30 p.m." in known.claims[0].text
    assert unknown.verdict == "abstained"
    assert not unknown.claims
