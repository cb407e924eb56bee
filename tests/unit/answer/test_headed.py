"""EVID-3: columns that are bands by their names, counts under *Quantity*, and rows under another heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.tables.columns import shown
from kts.answer.tables.rows import keyed
from kts.answer.units.quotable import rows_of
from kts.answer.verdict.headed import other_heading
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CREWS = """| Post | up to 20 berths | 21-80 berths | over 80 berths |
| --- | --- | --- | --- |
| Cooks | 1 | 2 | 4 |
| Stewards | 2 | 5 | 9 |
| Deckhands | 3 | 4 | 6 |
"""
REBATES = """| Quantity | Rebate |
| --- | --- |
| 5-19 | 3 % |
| 20-99 | 7 % |
| 100+ | ask us |
"""
HEADINGS = ("Pick-up times", "Taking a parcel", "Goods", "Transit goals", "Goods that are dangerous")
TIMES = """# Terms of carriage

## Pick-up times

| Zone | Road | Rail |
| --- | --- | --- |
| Z1 | 2 h | 8 h |
| Z2 | 4 h | 12 h |

## Transit goals

Z1 within 9 hours by road. There are no transit goals by rail.
"""


def test_bands_in_the_names_of_columns_part_no_rows() -> None:
    rows = rows_of(CREWS)
    found = keyed("How many stewards for 50 berths?", rows)
    assert rows[1].span not in {one.span for one in found.others}
    assert not found.beyond


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many stewards for 50 berths?", {0, 2}),
        ("How many stewards for 12 berths?", {0, 1}),
        ("How many stewards for 200 berths?", {0, 3}),
        ("How many stewards are there?", {0, 1, 2, 3}),
        ("How many stewards for 50 berths and for other ships?", {0, 1, 2, 3}),
        ("How many stewards for 50 cabins?", {0, 1, 2, 3}),
    ],
)
def test_the_column_of_the_amount_is_told(question: str, told: set[int]) -> None:
    assert shown(question, rows_of(CREWS)[1]) == told


def test_a_count_lies_within_the_ranges_of_a_quantity() -> None:
    rows = rows_of(REBATES)
    found = keyed("rebate for 40 lamps", rows)
    assert {rows_at.span for rows_at in found.fitting} == {rows[1].span}
    found = keyed("rebate for 400 lamps", rows)
    assert {rows_at.span for rows_at in found.fitting} == {rows[2].span}


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("transit time by rail in Z1", "Transit goals"),
        ("transit by rail, Z1", "Transit goals"),
        ("pick-up time by rail in Z1", ""),
        ("pick-up by rail in Z1, and its transit?", ""),
        ("rail in Z1", ""),
        ("How do we take goods of Z1 by rail?", ""),
    ],
)
def test_a_row_under_another_heading(question: str, other: str) -> None:
    above = "Terms of carriage\nPick-up times\n| Zone | Road | Rail |\n| Z1 | 2 h | 8 h |"
    assert other_heading(question, "Pick-up times", above, HEADINGS) == other


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root: Path = tmp_path_factory.mktemp("headed")
    (root / "crew.md").write_text(f"# Manning\n\n{CREWS}", encoding="utf-8")
    (root / "terms.md").write_text(TIMES, encoding="utf-8")
    with Workspace.create(str(root / "index"), environment=WORDS) as opened:
        opened.ingest([str(root)])
        yield opened


def test_the_row_that_is_named_answers_with_its_column(workspace: Workspace) -> None:
    said = workspace.ask("How many stewards do we need for 50 berths?")
    assert "Stewards" in said.text
    assert "5" in said.text
    assert "9" not in said.text


def test_the_value_of_another_measure_is_no_sure_answer(workspace: Workspace) -> None:
    said = workspace.ask("What is the transit time by rail in Z1?")
    assert not (said.verdict == "answered" and "8 h" in said.text)
    assert workspace.ask("What is the pick-up time by rail in Z1?").verdict == "answered"
