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
COUNCIL = """LITTLE ASHCOMBE PARISH COUNCIL

Minutes of the meeting held on {day}

1. Resolution
The council resolved to {decided}.

2. Next meeting
The council meets on {then}.
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
    (folder / "2025").mkdir()
    for month, day, decided, then in (
        ("October", "14 October 2025", "give 250 pounds to the village library", "11 November 2025"),
        ("November", "11 November 2025", "refuse a second mast", "13 January 2026"),
    ):
        (folder / "2025" / f"{month}.txt").write_text(COUNCIL.format(day=day, decided=decided, then=then), "utf-8")
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
    assert "455" in lead(reports, "How many tickets are opened?")
    assert "Tom Whitlock (chair)" in lead(reports, "Who chairs the safety committee?")


def test_evid_9_earlier_reports_do_not_disagree_with_the_newest(reports: Workspace) -> None:
    found = reports.ask("What is the uptime of the portal?")
    assert "99.41" in found.claims[0].text
    assert (found.verdict, found.conflicts) == ("answered", ())


def test_evid_9_minutes_of_a_month_go_before_those_that_only_name_it(reports: Workspace) -> None:
    assert "second mast" in lead(reports, "What did the council resolve in November 2025?")


def test_evid_9_what_only_an_earlier_report_tells_is_not_of_the_latest(reports: Workspace) -> None:
    assert reports.ask("Which system was replaced?").verdict == "answered"
    found = reports.ask("Which system was replaced according to the latest service report?")
    assert found.verdict in {"abstained", "low_confidence"}
    assert not any("telephone" in claim.text for claim in found.claims)
