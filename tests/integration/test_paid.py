"""EVID-1: what somebody is paid is told by a list of fees, and never by what limits a liability."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.question.paid import only_limit
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

AGREEMENT = """# Service agreement

between Wexcombe Mills Ltd (the "Customer") and Torvald Cloud Ltd (the "Supplier"), dated 3 May 2023.

## 7 Liability

Liability of the Supplier under this agreement is limited to EUR 750,000 per calendar year.
"""
LIST = """# Suppliers

| Supplier | Service | Annual fee |
| --- | --- | --- |
| Torvald Cloud Ltd | hosting | EUR 61,300 |
| Brindle Print GmbH | printing | EUR 8,900 |
| Osk Couriers AB | parcels | EUR 2,450 |
"""


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("listed")
    (folder / "torvald agreement.md").write_text(AGREEMENT, encoding="utf-8")
    (folder / "suppliers.md").write_text(LIST, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("What do we pay Torvald per year?", "61,300"),
        ("How much does Brindle cost us a year?", "8,900"),
        ("What does Osk Couriers charge?", "2,450"),
    ],
)
def test_what_is_paid_is_told_by_the_list_of_fees(listed: Workspace, question: str, amount: str) -> None:
    found = listed.ask(question, record=False)
    assert found.verdict == "answered"
    assert amount in found.claims[0].text
    assert found.query == question


def test_another_stretch_of_time_is_not_told(listed: Workspace) -> None:
    assert listed.ask("What do we pay Torvald per month?", record=False).verdict != "answered"


def test_a_limit_that_is_asked_for_is_told(listed: Workspace) -> None:
    found = listed.ask("What is the limit of liability of Torvald?", record=False)
    assert "750,000" in found.claims[0].text


def test_a_limit_alone_is_no_price(tmp_path: Path) -> None:
    (tmp_path / "torvald agreement.md").write_text(AGREEMENT, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path / "torvald agreement.md")])
        assert opened.ask("What do we pay Torvald per calendar year?", record=False).verdict != "answered"


@pytest.mark.parametrize(
    ("question", "text", "limit"),
    [
        ("What does Torvald charge?", "Its liability is limited to EUR 5.", True),
        ("What does Torvald charge?", "The fee is capped at EUR 5 a day.", False),
        ("What do we pay if the limit is exceeded?", "The limit is EUR 5.", False),
    ],
)
def test_what_tells_only_of_a_limit(question: str, text: str, *, limit: bool) -> None:
    assert only_limit(question, text) is limit
