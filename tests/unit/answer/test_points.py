"""A point of measurement binds: what holds at 25 °C does not tell what holds at 60 °C."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.points import points
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What is the drift at 60 \u00b0C?", [(60, 60, "\u00b0C")]),
        ("the loss at a load of 2.5 kW", [(2.5, 2.5, "kW")]),
        ("the error at 5 and 10 bar", [(5, 5, "bar"), (10, 10, "bar")]),
        ("the noise at 20 to 80 Hz", [(20, 80, "Hz")]),
        ("it shall start at -20 \u00b0C", [(-20, -20, "\u00b0C")]),
        ("it holds at 5 bar and above", []),
        ("open at 9 pm", []),
        ("at least 5 mm", []),
        ("closes at 17:00", []),
        ("at 12 Mill Lane", []),
    ],
)
def test_a_point_is_an_amount_behind_at(text: str, found: list[tuple[float, float, str]]) -> None:
    assert [tuple(one) for one in points(text)] == found


SHEET = """# Data sheet load cell LC-4

| Parameter | Value |
| --- | --- |
| Temperature range | -10 to 85 \u00b0C |
| Zero drift (at 25 \u00b0C) | 0.02 % |
| Creep after 30 minutes | 0.03 % |

The zero drift at 60 \u00b0C is 0.09 % of full scale. The cell is filled with nitrogen.
"""


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("cells")
    (folder / "load-cell.md").write_text(SHEET, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(("point", "says"), [("60 \u00b0C", "0.09"), ("25 \u00b0C", "0.02")])
def test_what_is_of_the_point_leads(cells: Workspace, point: str, says: str) -> None:
    found = cells.ask(f"What is the zero drift at {point}?", record=False)
    assert says in found.claims[0].text
    assert not any("at 60" in one.text or "at 25" in one.text for one in found.claims[1:])


def test_a_point_that_nothing_is_of_is_not_answered_surely(cells: Workspace) -> None:
    found = cells.ask("What is the zero drift at 40 \u00b0C?", record=False)
    assert found.verdict != "answered"
    assert "what is cited tells nothing at 40 \u00b0C" in found.doubts or found.verdict == "abstained"


def test_a_point_beside_what_holds_at_all_is_no_doubt(cells: Workspace) -> None:
    found = cells.ask("With what is the cell filled?", record=False)
    assert "nitrogen" in found.claims[0].text
    assert not any("tells nothing at" in one for one in found.doubts)
