"""EVID-9: what is not signed is no agreement: an answer from it is doubtful, its title supports no claim that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from kts.workspace.checking import Stated
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

TITLES = ("DRAFT Cleaning Agreement with Bellweather Ltd", "Cleaning Agreement with Bellweather Ltd")
CLAUSE = "\n\n## Attendance\n\nThe cleaner attends within 5 hours of a call.\n"
ASKED = "Within how many hours does the cleaner attend after a call?"


def opened_with(folder: Path, head: str) -> Workspace:
    (folder / "cleaning.md").write_text(f"# {head}{CLAUSE}", encoding="utf-8")
    base = Workspace.create(str(folder / "index"), environment=WORDS)
    base.ingest([str(folder)])
    return base


@pytest.mark.parametrize("head", [TITLES[0], f"{TITLES[1]}\n\nState of 3 May 2025. Not yet signed."])
def test_evid_9_an_answer_from_what_is_not_signed_is_doubtful(tmp_path: Path, head: str):
    with opened_with(tmp_path, head) as base:
        found = base.ask(ASKED)
        assert any("draft or not signed" in doubt for doubt in found.doubts)
        assert not any("not signed" in doubt for doubt in base.ask(f"{ASKED[:-1]} in the draft?").doubts)


@pytest.mark.parametrize("head", [TITLES[0], f"{TITLES[1]}\n\nState of 3 May 2025. Not yet signed."])
def test_evid_9_each_statement_of_what_is_not_signed_is_a_draft(tmp_path: Path, head: str):
    with opened_with(tmp_path, head) as base:
        assert {one.standing for one in base.ask(ASKED).claims} == {"draft"}


def test_evid_9_a_draft_is_told_in_results_and_lists(tmp_path: Path):
    for head, standing in zip(TITLES, ("draft", "current"), strict=True):
        folder = tmp_path / standing
        folder.mkdir()
        with opened_with(folder, head) as base:
            assert {one.standing["standing"] for one in base.search(ASKED).results} == {standing}
            assert {one["standing"] for one in base.documents().standings} == {standing}


@pytest.mark.parametrize("head", [TITLES[1], f"{TITLES[1]}\n\nThe cleaner is not signed in by the porter."])
def test_evid_9_an_agreement_is_answered_from_as_before(tmp_path: Path, head: str):
    with opened_with(tmp_path, head) as base:
        assert not any("not signed" in doubt for doubt in base.ask(ASKED).doubts)


@pytest.mark.parametrize(
    ("title", "claim"),
    [
        (TITLES[0], "The cleaning agreement with Bellweather is signed."),
        (TITLES[1], "The cleaning agreement with Bellweather is signed."),
        (TITLES[0], "The cleaning agreement with Bellweather is in force."),
    ],
)
def test_evid_9_a_title_does_not_say_that_its_document_is_signed(tmp_path: Path, title: str, claim: str):
    with opened_with(tmp_path, title) as base:
        (found,) = base.check([Stated("1", claim)])
        assert found.claim.support != "supported"


def test_evid_9_what_says_that_it_is_signed_supports_it(tmp_path: Path):
    signed = f"{TITLES[1]}\n\nThe cleaning agreement with Bellweather Ltd was signed by Ada Moor."
    with opened_with(tmp_path, signed) as base:
        (found,) = base.check([Stated("1", "The cleaning agreement with Bellweather Ltd was signed by Ada Moor.")])
        assert found.claim.support == "supported"


@pytest.mark.parametrize("title", ["How to draft a cleaning agreement", "Saving a draft", "Your drafts in the app"])
def test_evid_9_what_is_about_drafts_is_none(tmp_path: Path, title: str):
    with opened_with(tmp_path, title) as base:
        assert not any("draft" in doubt for doubt in base.ask(ASKED).doubts)
        (found,) = base.check([Stated("1", "The cleaner attends within 5 hours of a call.")])
        assert (found.claim.support, found.standing) == ("supported", "current")
