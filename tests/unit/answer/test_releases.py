"""EVID-2: what stands under the heading of a version is of that version, and of no other."""

from __future__ import annotations

import pytest

from kts.answer.constraints.releases import release
from kts.workspace import Workspace
from support.index import WORDS

NOTES = """# Pelican release notes

## 2.4.0 - 12 June 2026

- Added: batch requests of up to 50 parcels.
- Changed: the default time-out is 20 seconds.

## 2.3.0 - 12 May 2026

- Added: webhooks for returns.

## 2.2.0

- Added: export of labels as ZPL.
"""


@pytest.mark.parametrize(
    ("heading", "title", "version"),
    [
        ("2.4.0 - 12 June 2026", "Guide", "2.4.0"),
        ("[1.2] (2024-03-01)", "Guide", "1.2"),
        ("2.2.0", "Guide", "2.2.0"),
        ("2.2", "Release notes", "2.2"),
        ("2.2", "Guide", ""),
        ("2.2.1 Installing", "Release notes", ""),
        ("5.02 Fees", "Agreement", ""),
        ("Unreleased", "Changelog", ""),
    ],
)
def test_evid_2_a_heading_that_is_a_version(heading, title, version):
    assert release(heading, title, "a.md") == version


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What changed in Pelican 2.4.0?", "2.4.0: Changed: the default time-out is 20 seconds."),
        ("Which release added webhooks for returns?", "2.3.0: Added: webhooks"),
        ("What changed in Pelican 2.3.0?", "webhooks"),
        ("What changed in Pelican 2.2.0?", "ZPL"),
        ("What changed in Pelican 2.3.1?", ""),
    ],
)
def test_evid_2_release_notes_answer_for_the_version_asked_for(tmp_path, question, said):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "notes.md").write_text(NOTES)
    with Workspace.create(str(tmp_path / "kb"), environment=WORDS) as workspace:
        workspace.ingest([str(tmp_path / "notes")])
        found = workspace.ask(question)
    assert said in found.text if said else found.verdict == "abstained"
    others = [other for other in ("batch requests", "webhooks", "ZPL") if other not in said]
    assert sum(other in found.text for other in others) == ("time-out" in said)
