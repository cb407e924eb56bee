"""EVID-9: release notes hold what each version brought; a later entry may have ended it."""

from __future__ import annotations

import pytest

from kts.workspace import Workspace

NOTES = """# Rostra, release notes

## 7.2 (2026-03-02)

- The export button moved to the toolbar.

## 7.0 (2025-09-20)

- Shared calendars are no longer open to guests; a guest needs an invitation.

## 6.4 (2024-11-01)

- Guests may open shared calendars without an account.
- Reminders can be sent by text message to two numbers.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notes")
    (folder / "rostra-notes.md").write_text(NOTES, encoding="utf-8")
    with Workspace.create(str(folder)) as workspace:
        workspace.ingest([str(folder)], vectors=False)
        yield workspace


def test_evid9_an_entry_that_a_later_one_ends_is_doubted(base):
    found = base.ask("Can guests open shared calendars without an account?")
    assert found.verdict != "answered"
    assert any("7.0 says anew: Shared calendars are no longer open to guests" in one for one in found.doubts)


@pytest.mark.parametrize(
    "question",
    [
        "In version 6.4, can guests open shared calendars without an account?",
        "Can reminders be sent by text message to two numbers?",
        "Are shared calendars open to guests?",
    ],
)
def test_evid9_another_matter_an_asked_version_and_the_newest_entry_are_not(base, question):
    assert not any("says anew" in one for one in base.ask(question).doubts)
