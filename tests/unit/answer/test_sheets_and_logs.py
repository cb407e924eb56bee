"""EVID-4: rows of another sheet, role or product, entries of a log, fields of a form, all rows that meet a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
import pytest

from kts.answer.choose.reasons import gives_reason
from kts.answer.choose.shapes import leading_shape
from kts.answer.tables.categories import asked_of, other_row
from kts.answer.tables.filtered import filtered
from kts.answer.tables.spells import apart, days_asked, spell
from kts.answer.units.quotable import rows_of
from kts.answer.verdict.subjects import other_holder, other_kind, other_year
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from kts.answer.units.quotable import Unit

REGISTER = """| No. | Name | Depot | Role | Limit EUR |
| --- | --- | --- | --- | --- |
| 10 | Ada Holm | Northwell | Depot manager | 3000 |
| 11 | Ben Ruiz | Southbay | Depot manager | 2500 |
| 12 | Cleo Marr | Eastgate | Driver | 200 |
| 13 | Dov Stein | Northwell | Driver | 200 |
"""
CODES = """| code | title | retry |
| --- | --- | --- |
| Q10 | Busy | yes |
| Q11 | Bad key | no |
| Q12 | Locked | yes |
| Q13 | Too big | no |
"""
TRAINED = """| Name | Site | First aid | Forklift |
| --- | --- | --- | --- |
| Ada Holm | Northwell | 2025-02-01 | no |
| Ben Ruiz | Northwell | no | 2024-03-04 |
| Cleo Marr | Southbay | 2024-06-07 | no |
"""
STOCK = """| part | stock | min_stock |
| --- | --- | --- |
| seal | 5 | 4 |
| spring | 1 | 2 |
| sensor | 2 | 2 |
"""
ROTA = """| Week | From | To | Primary |
| --- | --- | --- | --- |
| 40 | 2026-09-28 | 2026-10-05 | Ada |
| 41 | 2026-10-05 | 2026-10-12 | Ben |
| 42 | 2026-10-12 | 2026-10-19 | Cleo |
"""


def firsts(rows: tuple[Unit, ...] | list[Unit]) -> list[str]:
    return [row.text.strip("| ").split(" |")[0] for row in rows]


def met(question: str, table: str) -> list[str] | None:
    rows = rows_of(table)
    found = filtered(question, rows[0], rows)
    return firsts(found.rows) if found else None


@pytest.mark.parametrize(
    ("question", "table", "names"),
    [
        ("Which codes may be retried?", CODES, ["Q10", "Q12"]),
        ("Which codes must not be retried?", CODES, ["Q11", "Q13"]),
        ("Which first aiders are at Northwell?", TRAINED, ["Ada Holm"]),
        ("Which parts are below minimum stock?", STOCK, ["spring"]),
        ("What is the title of code Q10?", CODES, None),
        ("Which codes are there?", CODES, None),
        ("Which parts are in stock?", STOCK, None),
    ],
)
def test_all_rows_that_meet_a_question_are_found(question: str, table: str, names: list[str] | None) -> None:
    assert met(question, table) == names


def test_a_row_of_another_role_is_told_and_its_role_is_shown() -> None:
    rows = rows_of(REGISTER)
    cleo = rows[2]
    asked = "What is the limit of the depot manager of Eastgate?"
    assert other_row(asked, cleo, rows) == ("Driver", "Depot manager")
    assert asked_of(asked, cleo, rows) == {2, 3}
    assert other_row("What is the limit of the driver of Eastgate?", cleo, rows) is None
    assert other_row("What is the limit of Cleo Marr?", cleo, rows) is None
    assert other_row("What is the limit of others than the depot manager?", cleo, rows) is None


def test_a_row_is_for_the_days_between_its_two_dates() -> None:
    rows = rows_of(ROTA)
    yes, no = apart(days_asked("Who is on call on 7 October 2026?"), rows)
    assert firsts(yes) == ["41"]
    assert firsts(no) == ["40", "42"]
    assert apart(days_asked("Who is on call on 7 October 2027?"), rows) == ([], [])
    assert spell(rows_of(CODES)[0]) is None


def test_a_name_with_another_year_or_another_holder() -> None:
    asked = "Since which version is Orbis Server 2025 supported?"
    assert other_year(asked, "| Orbis Server 2019 | 5.0 | needs the update of June 2025 |", ())
    assert not other_year(asked, "| Orbis Server 2025 | 5.0 | |", ())
    assert not other_year(asked, "| Orbis Server 2019 and 2025 | 5.0 | |", ())
    assert not other_year("What was sold in May 2025?", "In May 2024 ten were sold.", ())
    assert other_holder("What is the limit of a trainee?", "| Ada Holm | Depot manager | 3000 |", ())
    assert not other_holder("What is the limit of a driver?", "| Cleo Marr | Driver | 200 |", ())
    assert not other_holder("What is the limit of a member?", "| Cleo Marr | Driver | 200 |", ())
    assert other_kind("What is the secured limit?", "The unsecured limit is 5,000.", ()) == "secured"
    assert not other_kind("What is the secured limit?", "The secured limit is 5,000, the unsecured one 1,000.", ())


def test_a_denied_cause_is_no_cause() -> None:
    shape = leading_shape("What caused the flood?")
    assert shape
    assert shape.tells("Immediate cause: a pipe burst.")
    assert not shape.tells("Cause: the valve was examined and ruled out.")
    assert not gives_reason("This did not cause the flood.")
    assert gives_reason("It flooded because a pipe burst.")


LOG = """DAY LOG NORTHWELL   3 March 2025

06:05  pump 2 started
09:40  belt torn. Ada stopped the line, nobody hurt
09:55  fitter called
13:20  new belt on, line restarted
"""


def test_an_entry_of_a_log_is_one_statement(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(LOG, encoding="utf-8")
    with Workspace.create(str(tmp_path)) as base:
        base.ingest([str(tmp_path)])
        found = base.ask("When was the belt torn?", record=False)
    assert found.claims[0].text == "09:40 belt torn. Ada stopped the line, nobody hurt"


def test_a_row_stands_on_the_sheet_that_is_asked_for(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    header = ["Point", "Step", "Frequency"]
    for name, often in (("Northwell", "every hour"), ("Southbay", "every two hours")):
        sheet = book.create_sheet(name)
        for row in (header, ["P1", "Metal detection", often], ["P2", "Sieving of flour", "every shift"]):
            sheet.append(row)
    book["Southbay"].append(["P3", "Cooking of sauces", "every batch"])
    del book["Sheet"]
    book.save(tmp_path / "control_plan.xlsx")
    with Workspace.create(str(tmp_path)) as base:
        base.ingest([str(tmp_path)])
        north = base.ask("How often is metal detection tested at Northwell?", record=False)
        south = base.ask("How often is metal detection tested at Southbay?", record=False)
        sauces = base.ask("How often is the cooking of sauces tested at Northwell?", record=False)
        title = base.documents().documents[0].title
    assert "every hour" in north.claims[0].text
    assert north.claims[0].text.startswith("Northwell: ")
    assert "every two hours" in south.claims[0].text
    assert sauces.verdict != "answered"
    assert title == "control plan"


SIGNED = """| Supplier | Owner | NDA signed? |
| --- | --- | --- |
| Holm AG | Ada | yes |
| Ruiz SA | Ben | yes (renewed) |
| Marr BV | Cleo | no, sent twice |
"""


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which suppliers have no signed NDA?", ["Marr BV"]),
        ("Which suppliers have a signed NDA?", ["Holm AG", "Ruiz SA"]),
    ],
)
def test_a_yes_or_a_no_with_a_remark_is_one(question: str, found: list[str]) -> None:
    rows = rows_of(SIGNED)
    met = filtered(question, rows[0], rows)
    assert met is not None
    assert firsts(list(met.rows)) == found


def test_rows_with_a_yes_are_doubted_where_a_question_denies_it(tmp_path: Path) -> None:
    text = SIGNED.replace("no, sent twice", "see mail of Ada")
    (tmp_path / "suppliers.md").write_text(f"# Suppliers\n\n{text}", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path / "suppliers.md")])
        denied = opened.ask("Which suppliers have no signed NDA?", record=False)
        plain = opened.ask("Which suppliers have a signed NDA?", record=False)
    assert any("the opposite" in one for one in denied.doubts)
    assert not any("the opposite" in one for one in plain.doubts)
