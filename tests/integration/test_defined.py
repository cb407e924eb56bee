"""Who asks what a term means gets that entry of a glossary, first and alone (decision 0011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GLOSSARY = """# Glossary

- **Berth**: the place at a quay where one vessel lies.
- **Demurrage**: what a charterer pays for each day beyond the lay days.
- **Lay day**: a day on which a vessel may load without further pay.
- **Pilotage**: guiding a vessel through the fairway by a licensed pilot.
- **Warping**: moving a vessel along a quay by ropes.
- **MARPOL**: the convention against pollution from ships.
- **Berth dues**: what is paid for the use of a berth.
"""
RULES = "# Harbour rules\n\nPilots and masters of vessels of more than 40 m agree on the hour of pilotage by radio.\n"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("harbour")
    (folder / "docs").mkdir()
    (folder / "docs" / "glossary.md").write_text(GLOSSARY, encoding="utf-8")
    (folder / "docs" / "rules.md").write_text(RULES, encoding="utf-8")
    with Workspace.create(str(folder / "kb"), environment=WORDS) as workspace:
        workspace.ingest([str(folder / "docs")])
        yield workspace


def _said(workspace: Workspace, question: str) -> tuple[str, list[str]]:
    answer = workspace.ask(question)
    return answer.verdict, [claim.text.partition(":")[0].strip("*- ") for claim in answer.claims]


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("What is a Berth?", "Berth"),
        ("what is pilotage", "Pilotage"),
        ("MARPOL meaning", "MARPOL"),
        ("define warping", "Warping"),
        ("What does MARPOL stand for?", "MARPOL"),
        ("berth dues definition", "Berth dues"),
    ],
)
def test_the_entry_asked_for_comes_first_and_without_those_of_other_terms(
    harbour: Workspace, question: str, term: str
) -> None:
    verdict, terms = _said(harbour, question)
    assert verdict == "answered"
    assert terms[0] == term
    assert not {"Berth", "Demurrage", "Lay day", "Pilotage", "Warping", "MARPOL"} & set(terms[1:]) - (
        {"Berth"} if term == "Berth dues" else set()
    )


def test_a_definition_keeps_the_one_that_it_rests_on(harbour: Workspace) -> None:
    _, terms = _said(harbour, "What is demurrage?")
    assert terms[0] == "Demurrage"
    assert set(terms) <= {"Demurrage", "Lay day"}


def test_a_difference_is_told_by_both_definitions(harbour: Workspace) -> None:
    _, terms = _said(harbour, "What is the difference between pilotage and warping?")
    assert set(terms[:2]) == {"Pilotage", "Warping"}


def test_a_term_that_nothing_defines_is_not_told_by_another(harbour: Workspace) -> None:
    assert _said(harbour, "SOLAS meaning")[0] != "answered"
    assert _said(harbour, "What is bunkering?")[0] != "answered"
