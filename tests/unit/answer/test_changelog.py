"""EVID-1, EVID-3: release notes in plain text: which version, and which kind of change, is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.changelog import NO_KIND, OTHER_KIND, asked_kind
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Answer

NOTES = """Weaver release notes

Version 3.2 (released 4 March 2026)
- New: looms can be grouped.
- Removed: the pattern viewer. Use the browser instead.
- Fixed: the shuttle counter was one too high.

Version 3.1 (released 9 January 2026)
- Changed: the pause between two rows is 3 seconds.
- Up to 40 looms are shown on a page.
"""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("mill")
    (folder / "notes.txt").write_text(NOTES, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / "notes.txt")])
        yield opened


def asked(mill: Workspace, question: str) -> Answer:
    return mill.ask(question, record=False)


def test_evid_1_which_version_is_told_by_its_heading_which_is_cited(mill: Workspace):
    (lead, *_) = asked(mill, "Which version removed the pattern viewer?").claims
    assert lead.text.startswith("Version 3.2 (released 4 March 2026): Removed: the pattern viewer.")
    assert lead.citations[1].quote == "Version 3.2 (released 4 March 2026)"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was removed in version 3.2?", "3.2: Removed: the pattern viewer."),
        ("What was fixed in 3.2?", "3.2: Fixed: the shuttle counter"),
        ("What was changed in 3.1?", "3.1: Changed: the pause"),
    ],
)
def test_evid_1_the_kind_of_change_that_is_asked_for_leads(mill: Workspace, question: str, text: str):
    found = asked(mill, question)
    assert (found.verdict, found.claims[0].text[: len(text)]) == ("answered", text)


@pytest.mark.parametrize("question", ["What was removed in version 3.1?", "What was fixed in version 3.1?"])
def test_evid_3_another_kind_of_change_is_no_sure_answer(mill: Workspace, question: str):
    found = asked(mill, question)
    kind = asked_kind(question)
    assert found.verdict != "answered"
    doubts = {NO_KIND.format(kind=kind), OTHER_KIND.format(kind="changed")}
    assert not found.claims or not doubts.isdisjoint(found.doubts)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is new in 4.0?", "new"),
        ("Which bugs were fixed in May?", "fixed"),
        ("What did they remove?", "removed"),
        ("Which options have been deprecated?", "deprecated"),
        ("How was the viewer removed?", ""),
        ("What is the limit of new looms?", ""),
    ],
)
def test_evid_1_the_kind_of_change_of_a_question(question: str, kind: str):
    assert asked_kind(question) == kind
