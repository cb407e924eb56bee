"""A later paper moves a day of an earlier list: it leads, though another list has as many words of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.standing.revoked import holds_by
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("The handover was moved from 2026-12-01 to 2027-02-01.", True),
        ("The fee is raised from 2027-01-01.", False),
        ("The fee is raised from 2026-01-01.", True),
    ],
)
def test_the_day_from_which_something_is_moved_is_no_beginning(text: str, *, begun: bool) -> None:
    assert holds_by(text, "2026-06-15") is begun


MARCH = """# Site meeting 2026-03-10

Date: 2026-03-10

| No. | Task | Owner | Due |
| --- | --- | --- | --- |
| 1 | Spare pump for the cooling circuit ordered | Nia Roth | 2026-12-01 |
| 2 | Paint for the hall chosen | Ole Berg | 2026-05-01 |
"""
SEPTEMBER = """# Site meeting 2026-09-08

Date: 2026-09-08

Task 1: the spare pump for the cooling circuit is with the maker; due date moved from 2026-12-01 to 2027-02-15.
"""
LOG = """# Faults of 2026

| Fault | Opened | What | Measure | Due |
| --- | --- | --- | --- | --- |
| F-3 | 2026-04-02 | Cooling circuit loud | Pump checked, spare pump | 2026-08-01 |
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("site")
    for name, text in (("meeting-2026-03-10", MARCH), ("meeting-2026-09-08", SEPTEMBER), ("faults", LOG)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_what_moved_the_day_leads(site: Workspace) -> None:
    found = site.ask("By when is the spare pump for the cooling circuit due?", record=False)
    assert "2027-02-15" in found.claims[0].text


def test_what_was_not_moved_is_told_by_its_list(site: Workspace) -> None:
    found = site.ask("By when is the paint for the hall due?", record=False)
    assert "2026-05-01" in found.claims[0].text
