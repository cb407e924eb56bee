"""What was changed from one edition to another: the row of the history, not the head of the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.standing.histories import step
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.mark.parametrize(
    ("question", "low", "high"),
    [
        ("What changed from issue 2 to issue 4?", (2,), (4,)),
        ("What is the difference between revisions 6 and 7?", (6,), (7,)),
        ("What was changed in edition 3?", (2,), (3,)),
        ("What did revision 5 of the plan change?", (4,), (5,)),
    ],
)
def test_the_editions_between_which_changes_are_asked_for(
    question: str, low: tuple[int, ...], high: tuple[int, ...]
) -> None:
    assert step(question) == (low, high)


@pytest.mark.parametrize(
    "question",
    [
        "What difference is allowed in revision 4?",
        "What is the limit in issue 3?",
        "What changed in 2025?",
        "What is the difference in the notice period between version 3 and version 4?",
        "What is new in version 4.2?",
        "How did the fee change from 3 to 4 EUR?",
    ],
)
def test_what_asks_for_no_change_of_an_edition(question: str) -> None:
    assert step(question) is None


PLAN = """# HP-07 Hygiene plan

| Document | Issue | In force from | Owner |
| --- | --- | --- | --- |
| HP-07 | {issue} | 2025-0{issue}-01 | Kitchen (Ada Lund) |

## 1 Cleaning

Surfaces are wiped every {hours} hours. The difference of the counts is at most {count}.

{history}
"""
HISTORY = """## History

| Issue | Date | Description of change |
| --- | --- | --- |
| 1 | 2025-01-01 | First issue |
| 2 | 2025-02-01 | Counts introduced |
| 3 | 2025-03-01 | Wiping every 4 to every 2 hours |
"""


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("kitchen")
    for issue, hours, count, history in ((2, 4, 6, ""), (3, 2, 5, HISTORY)):
        text = PLAN.format(issue=issue, hours=hours, count=count, history=history)
        (folder / f"HP-07_hygiene_plan_issue_{issue}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    "question",
    ["What changed in HP-07 from issue 2 to issue 3?", "What was changed in issue 3 of HP-07?"],
)
def test_the_row_of_the_history_answers(kitchen: Workspace, question: str) -> None:
    found = kitchen.ask(question, record=False)
    assert "Wiping every 4 to every 2 hours" in found.claims[0].text
    assert not any("In force from" in one.text for one in found.claims)


def test_an_edition_still_answers_for_itself(kitchen: Workspace) -> None:
    found = kitchen.ask("How often are surfaces wiped according to issue 2 of HP-07?", record=False)
    assert "4 hours" in found.claims[0].text


def test_an_edition_that_is_only_drafted_is_found(tmp_path: Path) -> None:
    (tmp_path / "drafts").mkdir()
    table = "| Document | Revision | Status |\n|---|---|---|\n| MP-3 | {} | {} |"
    head = f"# MP-3 Mooring plan\n\n{table}\n\n1.1 Boats tie up.\n"
    (tmp_path / "MP-3_Mooring_plan_rev2.md").write_text(head.format(2, "In force"), encoding="utf-8")
    draft = head.format("3 DRAFT", "Draft for comment")
    (tmp_path / "drafts" / "MP-3_Mooring_plan_rev3_DRAFT.md").write_text(draft, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask("Is MP-3 revision 3 valid?", record=False)
    assert not any(one.detail == "nothing was found" for one in found.unmet)
    assert not found.claims or "DRAFT" in found.claims[0].text


def test_the_history_of_another_document_tells_nothing_of_the_one_that_is_named(tmp_path: Path) -> None:
    rules = "# Laundry rules\n\nLaundry rules, version 4. What changed with version 4: towels go at 60 degrees.\n"
    fees = (
        "# Price sheet\n\n| Revision | Date | What changed |\n| --- | --- | --- |\n"
        "| 3 | 2025-01-01 | Soap split off |\n| 4 | 2025-02-01 | Delivery of parcels costs 4 |\n"
        "| 7 | 2025-03-01 | Towels follow version 4 of the laundry rules |\n"
    )
    (tmp_path / "rules.md").write_text(rules, encoding="utf-8")
    (tmp_path / "prices.md").write_text(fees, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask("What changed with version 4 of the laundry rules?", record=False)
    assert "parcels" not in found.claims[0].text
