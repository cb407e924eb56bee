"""EVID-3: of a thing that is one and not the other, the row of the other is no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.unlike import DENIED, denied
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PUMPS = """# Bilge pump

## Sounds

| Sound | Meaning |
| --- | --- |
| short beep repeating | filter full, do not open the lid |
| short beep once | start of the pump |
| long tone | no water |

## Bearings

| Bearing | Step |
| --- | --- |
| hot grinding | replace it |
"""


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("The display is green and not flashing", "flashing"),
        ("green but does not flash", "flash"),
        ("green, isn't flashing", "flashing"),
        ("a green light without flashing", ""),
        ("a green light, without flashing", "flashing"),
        ("Die Lampe ist rot und nicht blinkend", "blinkend"),
        ("Die Lampe ist rot und blinkt nicht", "blinkt"),
        ("The display isn't flashing, it is green", "flashing"),
        ("The display is not flashing but green", "flashing"),
        ("The display is not only green but flashing", ""),
        ("What if the fee is not paid, and who tells me?", ""),
        ("Which lamps are not flashing?", ""),
        ("Why does the printer not print?", ""),
        ("I called and they did not, what now?", ""),
    ],
)
def test_only_the_second_of_two_things_is_denied(question: str, word: str) -> None:
    assert denied(question) == word


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root: Path = tmp_path_factory.mktemp("unlike")
    (root / "pump.md").write_text(PUMPS, encoding="utf-8")
    with Workspace.create(str(root / "index"), environment=WORDS) as opened:
        opened.ingest([str(root / "pump.md")])
        yield opened


def test_the_row_without_the_denied_word_leads_alone(workspace: Workspace) -> None:
    said = workspace.ask("What does a short beep mean that comes once and is not repeating?")
    assert "start of the pump" in said.text
    assert "filter full" not in said.text


def test_what_is_affirmed_stays(workspace: Workspace) -> None:
    said = workspace.ask("What does a short beep repeating mean?")
    assert said.text.index("filter full") >= 0
    assert not any(DENIED in one for one in said.doubts)


def test_the_only_row_of_a_denied_word_is_a_doubt(workspace: Workspace) -> None:
    said = workspace.ask("The bearing is hot and not grinding, what is the step?")
    assert said.verdict != "answered"
    assert any(DENIED in one for one in said.doubts) or said.verdict == "abstained"
