"""CHUNK-2: in plain text, a line that names a version above a list heads what that version brings."""

from __future__ import annotations

import pytest

from kts.ingest.chunk.plain import plain_shapes

NOTES = """\
Tool release notes

Version 5.2 (released 3 November 2026)
- New: bulk import.
- Removed: the old export.

Version 5.1 (released 18 August 2026)
- New: two-factor sign-in.
"""


def heads(text: str) -> list[str]:
    return [shape.label for shape in plain_shapes(text) if shape.level]


def test_each_release_is_a_section_with_its_list():
    assert heads(NOTES) == ["Version 5.2 (released 3 November 2026)", "Version 5.1 (released 18 August 2026)"]
    listed = next(shape for shape in plain_shapes(NOTES) if shape.parts)
    assert NOTES[listed.start : listed.end].startswith("- New: bulk import.")


@pytest.mark.parametrize("line", ["5.1.0", "v2.0 - 3 May 2024", "Release 4.10:", "Tool 5.2.1 [2024-02-03]"])
def test_a_version_is_written_in_many_ways(line):
    assert heads(f"{line}\n- a fix\n- another\n") == [line.rstrip(":")]


@pytest.mark.parametrize("line", ["1.2 kg flour", "At 10.5 degrees", "Version 5.2 needs these settings"])
def test_what_only_has_such_a_number_heads_nothing(line):
    assert heads(f"{line}\n- sugar\n- salt\n") == []


def test_a_version_in_running_text_heads_nothing():
    assert heads("Version 5.2\nis the last one with this export.\n") == []
