"""EVID-9: reports that come in a series answer for the newest, for each in turn, and for the time that is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPORT = """# Service report {name}

## Figures

| Measure | {name} |
|---|---|
| Tickets opened | {tickets} |
| Uptime of the portal | {uptime} % |

## What happened

{text}
"""
MINUTES = """# Safety committee, minutes of {day}

Present: {who}

The committee decided to {decided}.

The committee meets again on {then}.
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("reports")
    for key, name, tickets, uptime, text in (
        ("2026-01", "January 2026", 412, "99.92", "Two agents left."),
        ("2026-02", "February 2026", 388, "99.97", "The telephone system was replaced."),
        ("2026-03", "March 2026", 455, "99.41", "A failed switch stopped the portal."),
    ):
        said = REPORT.format(name=name, tickets=tickets, uptime=uptime, text=text)
        (folder / f"service-report-{key}.md").write_text(said, "utf-8")
    for key, day, who, decided, then in (
        ("2026-02-10", "10 February 2026", "Ana Reyes (chair), Priya Nair", "close the car park", "10 March 2026"),
        (
            "2026-03-10",
            "10 March 2026",
            "Tom Whitlock (chair), Priya Nair",
            "move the smoking shelter",
            "14 April 2026",
        ),
    ):
        said = MINUTES.format(day=day, who=who, decided=decided, then=then)
        (folder / f"safety-committee-{key}.md").write_text(said, "utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def lead(workspace: Workspace, question: str, *, as_of: str = "") -> str:
    found = workspace.ask(question, as_of=as_of)
    assert found.claims, f"{question}: {found.verdict}"
    assert found.query == question
    return found.claims[0].text


def test_evid_9_the_latest_report_is_the_newest_one(reports: Workspace) -> None:
    question = "What was the uptime of the portal in the latest service report?"
    assert "99.41" in lead(reports, question)
    assert reports.ask(question).notes[0] == "answered from the newest of 3: service-report-2026-03.md"
    assert "smoking shelter" in lead(reports, "What did the safety committee decide at its last meeting?")
    assert "14 April" in lead(reports, "When does the safety committee meet next?")


def test_evid_9_the_newest_is_that_of_the_day(reports: Workspace) -> None:
    question = "What was the uptime of the portal in the latest service report?"
    assert "99.97" in lead(reports, question, as_of="2026-02-20")


def test_evid_9_what_changed_is_told_of_each_in_order(reports: Workspace) -> None:
    found = reports.ask("How did the uptime of the portal change from month to month?")
    assert [one.text.split(": ")[-1] for one in found.claims] == ["99.92 %", "99.97 %", "99.41 %"]
    assert [one.citations[0].path[-5:-3] for one in found.claims] == ["01", "02", "03"]
    assert found.notes[0] == "in order of time: 2026-01 [1], 2026-02 [2], 2026-03 [3]"


def test_evid_9_what_is_asked_of_now_is_told_by_the_newest(reports: Workspace) -> None:
    assert "99.41" in lead(reports, "What is the uptime of the portal?")
    assert "Tom Whitlock (chair)" in lead(reports, "Who chairs the safety committee?")


def test_evid_9_minutes_of_a_month_go_before_those_that_only_name_it(reports: Workspace) -> None:
    assert "smoking shelter" in lead(reports, "What did the safety committee decide in March 2026?")


def test_evid_9_what_no_report_of_the_series_holds_is_not_answered(reports: Workspace) -> None:
    found = reports.ask("What was the customer satisfaction score in the latest service report?")
    assert found.verdict in {"abstained", "low_confidence"}
