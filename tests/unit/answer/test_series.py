"""EVID-9: which documents come in a series, and which questions ask for the newest of it or for each in turn."""

from __future__ import annotations

import pytest

from kts.answer.standing.recurring import asks
from kts.answer.standing.series import families, series_of
from kts.records import DocumentRecord


def record(path: str, title: str = "") -> DocumentRecord:
    return DocumentRecord(1, f"doc_{path}", "r", path, "", "", title or path, "", "", "en", "", 10, False, {})


@pytest.mark.parametrize(
    ("paths", "periods"),
    [
        (("a/report-2026-02.md", "a/report-2026-01.md"), ["2026-01-01", "2026-02-01"]),
        (("report_202512.pdf", "report_202601.pdf"), ["2025-12-01", "2026-01-01"]),
        (("2023 Q1 AAPL.pdf", "2022 Q3 AAPL.pdf"), ["2022-07-01", "2023-01-01"]),
        (("2025/October.txt", "2026/January.txt"), ["2025-10-01", "2026-01-01"]),
        (("2026/03/minutes.md", "2026/02/minutes.md"), ["2026-02-01", "2026-03-01"]),
        (("2026-04-06 sales Tarn.html", "2026-04-13 sales Tarn.html"), ["2026-04-06", "2026-04-13"]),
        (("energy-report-2024.html", "energy-report-2025.html"), ["2024-01-01", "2025-01-01"]),
        (("2023 10-K Acme.pdf", "2024 10-K Acme.pdf"), ["2023-01-01", "2024-01-01"]),
    ],
)
def test_names_that_differ_in_a_period_alone_are_a_series(paths: tuple[str, ...], periods: list[str]) -> None:
    records = [record(path) for path in paths]
    assert [one.first for one in series_of(records[0], lambda: families(records))] == periods


@pytest.mark.parametrize(
    "paths",
    [
        ("report-2026-01.md",),
        ("sales Tarn 2026-01.md", "sales Quay 2026-02.md"),
        ("clinic/report-2026-01.md", "school/report-2026-02.md"),
        ("policy v1.md", "policy v2.md"),
        ("report-2025.md", "report-2026-01.md"),
    ],
)
def test_other_names_are_none(paths: tuple[str, ...]) -> None:
    records = [record(path) for path in paths]
    assert not series_of(records[0], lambda: families(records))


def test_the_period_of_a_title_counts_where_the_name_of_the_file_has_none() -> None:
    records = [record("m/a.docx", "Minutes, 3 May 2025"), record("m/b.docx", "Minutes, 7 June 2025")]
    assert not series_of(records[0], lambda: families(records)), "names of files that are not alike are no series"
    records = [record("m/1.docx", "Minutes, 3 May 2025"), record("m/2.docx", "Minutes, 7 June 2025")]
    assert [one.label for one in series_of(records[0], lambda: families(records))] == ["3 May 2025", "7 June 2025"]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What was the uptime of the portal in the latest report?", "What was the uptime of the portal ?"),
        (
            "Who was present at the most recent safety committee meeting?",
            "Who was present at the safety committee meeting?",
        ),
        ("What was the gross margin for Apple in the latest 10-Q report?", "What was the gross margin for Apple ?"),
        ("Who carried out the last penetration test?", "Who carried out the penetration test?"),
        ("When does the council meet next?", "When does the council meet next?"),
    ],
)
def test_the_newest_is_asked_without_being_called_so(question: str, asked: str) -> None:
    form = asks(question)
    assert form is not None
    assert (form.question, form.each) == (asked, False)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How has revenue developed over the quarters?", "What was revenue?"),
        ("What was the headcount in each quarter?", "What was the headcount ?"),
        ("How did the uptime change from month to month?", "What was the uptime?"),
        ("Has the headcount grown year over year?", "What was the headcount?"),
        ("How does spending in the most recent quarter compare to previous quarters?", "What was spending?"),
        ("Has there been any significant change in costs over time?", "What was costs?"),
    ],
)
def test_each_in_turn_is_asked_for_what_it_was(question: str, asked: str) -> None:
    form = asks(question)
    assert form is not None
    assert (form.question, form.each) == (asked, True)


@pytest.mark.parametrize(
    "question",
    [
        "How much rent is due each month?",
        "Which report must be sent within 45 days of each quarter-end?",
        "How many paid holidays does the directive require workers to have each year?",
        "For how many hundred of years was it governed?",
        "When was the last time the accounts were used?",
        "What was the revenue in the last three months?",
        "What is the latest version of the driver?",
    ],
)
def test_a_term_or_a_stretch_of_time_asks_for_no_series(question: str) -> None:
    assert asks(question) is None
