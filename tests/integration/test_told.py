"""EVID-1, EVID-2, TERM-4: what entries of release notes, rows, definitions and changes of clauses tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNBOOK = """# Port Control: runbook

System: QuayLog 5.2 on two servers.

## Release notes

- 5.2.1 (10 February 2026): fixes QL-3050 appearing when the disk is nearly full.
- 5.2.0 (4 December 2025): single sign-on; the tide table shows metres and feet.
- 5.1.3 (22 July 2025): fixes the wrong time zone in day reports.
"""
DUES = """# Season dues

The Season rate is paid by the night.

| Length overall | Per night (Season) | Per night (winter) |
|---|---|---|
| up to 6 m | 18 | 11 |
| over 6 m to 9 m | 27 | 16 |
| over 9 m to 12 m | 36 | 22 |
"""
AGREEMENT = """# Berthing Agreement BA-7

This Agreement is dated 3 February 2025 and is made between Saltmere Trust (the Trust) and Penrose Charter Limited (the
Licensee).

## 1. Definitions

1.1 "Season" means the period from 1 April to 31 October in any year.

## 6. Insurance

6.1 The Licensee shall insure each vessel for at least 3 million pounds.

## 9. Ending

9.1 On ending, the Licensee shall remove every vessel within 14 days.
"""
VARIATION = """# Deed of Variation No. 1 to Agreement BA-7

This deed is dated 12 January 2026.

1. In clause 6.1 the words "3 million pounds" are replaced by the words "5 million pounds".
2. In clause 9.1 "14 days" is replaced by "21 days".
3. Clause 4.4 is deleted.
"""
MINUTES = """# Minutes of 19 February 2026

## 5. Incident

The vessel Osprey touched the mooring wire in fog. Nobody was hurt. Cause: the lights of the wire had failed.
"""
HANDBOOK = """# Staff handbook 2026

You have 26 days of annual leave a year. After five years of service you have 29 days.
"""
OLD = """# Staff handbook 2024

You have 25 days of annual leave a year.
"""


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("harbour")
    texts = {"runbook": RUNBOOK, "dues": DUES, "agreement": AGREEMENT, "variation": VARIATION, "minutes": MINUTES}
    for name, text in {**texts, "handbook-2026": HANDBOOK, "handbook-2024": OLD}.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_evid2_an_entry_of_release_notes_is_of_its_version_and_answers_alone(harbour: Workspace) -> None:
    said = harbour.ask("What changed in QuayLog 5.2.1?")
    assert said.verdict == "answered"
    assert [claim.text for claim in said.claims] == [
        "5.2.1 (10 February 2026): fixes QL-3050 appearing when the disk is nearly full."
    ]
    assert harbour.ask("What changed in QuayLog 5.2.7?").verdict == "abstained"


def test_evid1_a_row_whose_band_holds_the_amount_is_told_surely(harbour: Workspace) -> None:
    said = harbour.ask("How much is a night in winter for a boat of 8 metres?")
    assert said.verdict == "answered"
    assert "over 6 m to 9 m" in said.claims[0].text
    assert "16" in said.claims[0].text


def test_evid1_a_change_of_a_clause_does_not_bring_the_other_changes(harbour: Workspace) -> None:
    texts = [claim.text for claim in harbour.ask("What must the Licensee do with every vessel on ending?").claims]
    assert any('"14 days" is replaced by "21 days"' in text for text in texts)
    assert not any("deleted" in text for text in texts)


def test_term4_when_a_defined_time_is_is_told_by_its_definition(harbour: Workspace) -> None:
    assert "1 April to 31 October" in harbour.ask("When is the Season?").claims[0].text


def test_evid1_why_something_happened_is_told_by_its_cause(harbour: Workspace) -> None:
    assert harbour.ask("Why did the Osprey touch the mooring wire?").claims[0].text.startswith("Cause:")


def test_evid1_both_editions_are_compared(harbour: Workspace) -> None:
    text = " ".join(claim.text for claim in harbour.ask("Compare annual leave in the 2024 and 2026 handbooks").claims)
    assert "25 days" in text
    assert "26 days" in text


def test_evid1_a_sentence_that_begins_at_a_length_of_time_is_for_what_is_longer(harbour: Workspace) -> None:
    assert "29 days" in harbour.ask("How many days of leave do I get after six years?").claims[0].text
    assert "26 days" in harbour.ask("How many days of leave do I get after three years?").claims[0].text
