"""Rows and statements of another day, week, month or quarter than the one that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
import pytest

from kts.answer.tables.rows import keyed
from kts.answer.tables.timed import apart, other_time, steady, times_asked
from kts.answer.units.quotable import cells, rows_of
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts.answer.units.quotable import Unit


def _table(*lines: str) -> tuple[Unit, ...]:
    head, *rows = lines
    return rows_of("\n".join((head, "|---" * (head.count("|") - 1) + "|", *rows)))


ISO = _table(
    "| Date | Porter | Trips |",
    *(f"| 2026-06-{day:02} | P{day} | {27 - day} |" for day in range(8, 20)),
    "| Total | | 90 |",
)
SLASHES = _table("| Shift date | Porter |", *(f"| {day:02}/06/2026 | P{day} |" for day in range(1, 13)))
POINTS = _table("| Datum | Koch |", *(f"| Mo {day}.6. | P{day} |" for day in range(1, 13)))
SPOKEN = _table("| Day | Porter |", *(f"| Mon {day} Jun | P{day} |" for day in range(8, 20)))
WEEKS = _table("| Week | On call |", "| 24 | Rashid |", "| 25 | Olive |")
MONTHS = _table("| Month | kWh |", "| Jan | 1200 |", "| Feb | 1100 |", "| Mar | 1000 |")
WIDE = _table("| Site | Q1 | Q2 |", "| North | 14 | 17 |", "| South | 11 | 12 |")
PRICES = _table("| Date | Price |", "| 2025-01-01 | 40 |", "| 2026-01-01 | 44 |", "| 2026-05-01 | 46 |")
CONTRACTS = _table("| Contract | Start date | Fee |", "| Acme | 2024-06-01 | 500 |", "| Bolt | 2025-07-01 | 900 |")


@pytest.mark.parametrize(
    ("question", "rows", "found"),
    [
        ("Who was the porter on Monday 8 June 2026?", ISO, ["2026-06-08"]),
        ("Who is the porter on 8 June?", ISO, ["2026-06-08"]),
        ("Who is the porter on 8 June 2026?", SLASHES, ["08/06/2026"]),
        ("Who is the porter on 2026-06-12?", SPOKEN, ["Mon 12 Jun"]),
        ("Wer ist am 8. Juni Koch?", POINTS, ["Mo 8.6."]),
        ("Who is on call in week 25?", WEEKS, ["25"]),
        ("Wer hat in KW 24 Dienst?", WEEKS, ["24"]),
        ("How much was used in February?", MONTHS, ["Feb"]),
        ("Who is the porter on 22 June 2026?", ISO, []),
        ("Who is the porter on 8 July?", ISO, []),
        ("What is the fee of Acme in July?", CONTRACTS, []),
    ],
)
def test_the_row_of_the_time_is_told_by_its_column(question: str, rows: tuple[Unit, ...], found: list[str]) -> None:
    yes, no = apart(times_asked(question), rows)
    assert [cells(row.text)[0] for row in yes] == found
    assert bool(no) == bool(found)


def test_a_number_of_another_column_is_no_day() -> None:
    said = keyed("Who was the porter on 8 June 2026?", ISO)
    (fitting,) = said.fitting
    assert [row.text for row in ISO if row.span == fitting.span] == ["| 2026-06-08 | P8 | 19 |"]
    assert len(said.others) == 11


@pytest.mark.parametrize(
    ("question", "rows", "other"),
    [
        ("Who is the porter on 22 June 2026?", ISO, "2026-06-08"),
        ("Who is the porter on 8 June 2026?", ISO, None),
        ("Who is on call in week 27?", WEEKS, "week 24"),
        ("How much was used in April?", MONTHS, "Jan"),
        ("How many has North in Q3?", WIDE, "Q1"),
        ("How many has North in Q2?", WIDE, None),
        ("What is the fee of Acme in July?", CONTRACTS, None),
    ],
)
def test_a_row_of_another_time(question: str, rows: tuple[Unit, ...], other: str | None) -> None:
    found = other_time(times_asked(question), rows[0], rows)
    assert (found and found.text) == other


def test_a_price_holds_up_to_the_next_one() -> None:
    assert steady(ISO)
    assert not steady(PRICES)


@pytest.mark.parametrize(
    "question",
    [
        "What has changed since June 2026?",
        "Who was the porter before 8 June 2026?",
        "Who is the porter on 8 and 9 June 2026?",
        "Wer ist bis Freitag, 12. Juni Koch?",
    ],
)
def test_a_bound_is_no_time_for_which_is_asked(question: str) -> None:
    assert times_asked(question) == ()


MINUTES = """# Quality committee

Date: 19 March 2026

## Incidents

There were 17 incidents in February: 6 with medication, 4 falls. In January there were 21 incidents.

## Hand hygiene audit

Compliance in the hand hygiene audit was 88 % (target 90 %). The audit is repeated in June.
"""
GERMAN = """# Protokoll Qualit\u00e4tszirkel

Im ersten Quartal gab es drei St\u00fcrze, alle im Aufwachraum.
"""
NURSES = ("Dr Osei", "Dr Farrant", "Dr Osei", "Dr Lindqvist", "Dr Osei")


@pytest.fixture(scope="module")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("clinic")
    (folder / "minutes.md").write_text(MINUTES, encoding="utf-8")
    (folder / "protokoll.md").write_text(GERMAN, encoding="utf-8")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "June 2026"
    sheet.append(["Date", "Nurse in charge", "Anaesthetist", "Cases planned"])
    for at, name in enumerate(NURSES):
        sheet.append([f"2026-06-{8 + at:02}", f"Nurse {'ABCDE'[at]}", name, 12 - at])
    fees = book.create_sheet("Fees")
    fees.append(["Code", "Procedure", "Stay", "Fee (GBP)", "Sedation included"])
    fees.append(["OP06", "Carpal tunnel release", "day case", 1690, "no"])
    fees.append(["OP07", "Gastroscopy", "day case", 890, "yes"])
    book.save(folder / "lists.xlsx")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "detail"),
    [
        ("Who is the nurse in charge on 22 June 2026?", "what is cited is of 2026-06-"),
        ("How many incidents were there in December?", "what is cited is of "),
        (
            "How much was compliance in the hand hygiene audit in June?",
            "the passage tells only what is to come in June",
        ),
        ("Wie viele St\u00fcrze gab es im zweiten Quartal?", "what is cited is of ersten Quartal"),
    ],
)
def test_a_time_that_the_documents_do_not_have_is_not_answered_by_its_neighbour(
    clinic: Workspace, question: str, detail: str
) -> None:
    found = clinic.ask(question, record=False)
    assert found.verdict == "abstained"
    assert any(one.detail.startswith(detail) for one in found.unmet)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Who is the anaesthetist on 11 June 2026?", "Dr Lindqvist"),
        ("How many incidents were there in February?", "17"),
        ("Wie viele St\u00fcrze gab es im ersten Quartal?", "drei"),
        ("What is the price of a carpal tunnel release including sedation?", "1690"),
    ],
)
def test_a_time_that_they_have_is(clinic: Workspace, question: str, says: str) -> None:
    found = clinic.ask(question, record=False)
    assert says in found.claims[0].text
    assert not found.unmet


def test_a_time_that_is_not_met_is_never_answered_surely(clinic: Workspace) -> None:
    found = clinic.ask("How many incidents were there in the second quarter?", record=False)
    assert found.verdict != "answered"
    assert any(one.detail.endswith("not second quarter") for one in found.unmet)


def test_rows_that_are_to_be_added_up_are_no_sure_answer(clinic: Workspace) -> None:
    found = clinic.ask("How many cases does Dr Osei have?", record=False)
    assert found.verdict != "answered"
    assert any("12 + 10 + 8 is 30 (Cases planned)" in one for one in found.doubts)


def test_a_room_is_no_version(clinic: Workspace) -> None:
    assert not clinic.ask("Who uses room 2.14?", record=False).unmet


SPELLS = _table(
    "| week | from | to | 1st on call | deputy |",
    *(f"| {20 + at} | 2026-05-{11 + 7 * at:02} | 2026-05-{17 + 7 * at:02} | N{at} | D{at} |" for at in range(3)),
)


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Who is first on call in week 27?", "week 20"),
        ("Who is first on call in week 20?", None),
        ("Who is first on call on 13 May 2026?", None),
    ],
)
def test_a_row_for_a_stretch_of_days_has_the_number_of_its_week_too(question: str, other: str | None) -> None:
    found = other_time(times_asked(question), SPELLS[0], SPELLS)
    assert (found and found.text) == other


ROTA = "week,from,to,1st reserve,2nd reserve\n" + "".join(
    f"{20 + at},2026-05-{11 + 7 * at:02},2026-05-{17 + 7 * at:02},Reader {'ABC'[at]},Reader {'CAB'[at]}\n"
    for at in range(3)
)


@pytest.fixture(scope="module")
def rota(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("rota")
    (folder / "reserve-rota.csv").write_text(ROTA, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_a_week_that_no_row_has_is_not_answered_by_others(rota: Workspace) -> None:
    found = rota.ask("Who is the first reserve in week 27?", record=False)
    assert found.verdict == "abstained"
    assert any("not week 27" in one.detail for one in found.unmet)


def test_a_week_that_a_row_has_is_told_by_its_column_in_figures(rota: Workspace) -> None:
    found = rota.ask("Who is the first reserve in week 21?", record=False)
    assert "Reader B" in found.claims[0].text
    assert not any("no other word" in one for one in found.doubts)


HALVES = """# Site minutes

Visitors. First half-year: 310 visitors (Dover 210, Calne 100), four refused.
"""


@pytest.fixture(scope="module")
def visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("visitors")
    (folder / "2024-07-02 site minutes.md").write_text(HALVES, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_what_is_told_of_one_half_of_a_year_is_no_answer_to_the_other(visitors: Workspace) -> None:
    found = visitors.ask("How many visitors did Dover have in the second half of 2024?", record=False)
    assert found.verdict == "abstained"
    assert any("not second half of 2024" in one.detail for one in found.unmet)


def test_the_half_of_the_year_that_is_asked_for_is_told(visitors: Workspace) -> None:
    found = visitors.ask("How many visitors did Dover have in the first half of 2024?", record=False)
    assert "310" in found.claims[0].text
    assert not found.unmet
