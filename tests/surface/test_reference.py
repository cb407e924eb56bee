"""The reference pages are what the code says (CFG, FACES)."""

from __future__ import annotations

import reference


def test_cfg_the_page_of_settings_is_written_from_the_code(repository):
    page = repository / "docs" / "reference" / "settings.md"
    assert page.read_text(encoding="utf-8") == reference.settings_page()


def test_faces_the_page_of_commands_is_written_from_the_code(repository):
    page = repository / "docs" / "reference" / "commands.md"
    assert page.read_text(encoding="utf-8") == reference.commands_page()
