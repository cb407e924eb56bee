"""EVID-4: headings of plain text name what follows and answer nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

AGREEMENT = """CREDIT AGREEMENT

ARTICLE VIII

EVENTS OF DEFAULT

SECTION 8.1. Listing of Events of Default. Each of the following occurrences shall constitute an "Event of Default".

SECTION 8.2. Notice. The Borrower shall tell the Agent of any of them within 5 days.
"""
CERTIFICATE = """COMPLIANCE CERTIFICATE

3. Section 6.16 - Minimum Consolidated Net Worth

The Minimum Consolidated Net Worth was $40,000,000 at the end of the quarter.
"""


@pytest.mark.parametrize(
    ("text", "question", "lead"),
    [
        (AGREEMENT, "What is an event of default?", "Each of the following occurrences"),
        (CERTIFICATE, "What was the minimum consolidated net worth?", "The Minimum Consolidated Net Worth was"),
    ],
)
def test_evid_4_a_heading_of_plain_text_is_no_statement(tmp_path: Path, text: str, question: str, lead: str):
    (tmp_path / "document.txt").write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        claims = [claim.text for claim in opened.ask(question).claims]
    assert claims[0].startswith(lead)
    assert not any("Listing of Events" in one or "Section 6.16" in one for one in claims)


@pytest.mark.parametrize(
    ("text", "question", "lead"),
    [
        ("The spare key for the server room is with Miriam Keller.\n", "Who has the spare key?", "The spare key"),
        ("Order forms are in the blue cabinet\n", "Where are the order forms?", "Order forms are"),
        ("The lift is locked at nine.\n\nThe porter has a key.\n", "When is the lift locked?", "The lift is locked"),
    ],
)
def test_evid_4_a_note_of_one_line_is_no_title(tmp_path: Path, text: str, question: str, lead: str):
    (tmp_path / "note.txt").write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        assert opened.ask(question).claims[0].text.startswith(lead)
