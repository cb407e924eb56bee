"""EVID-3: what is told of one model, or by a row for other models, is no sure answer for the one that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.tables.categories import other_row
from kts.answer.units.quotable import rows_of
from kts.answer.verdict.othercode import other_code, other_model
from kts.answers import Evidence
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FAULTS = """| Fault | Fits | Step |
| --- | --- | --- |
| A-31 | KM-50S | Tighten the belt |
| A-35 | KM-50, KM-50S | Reload the recipe |
| A-38 | KM-80, KM-80 Plus | Return the mixer |
| A-40 | all | Switch it off and on |
"""
ROWS = {row.text.split("|")[1].strip(): row for row in rows_of(FAULTS)}
ZONES = """| Zone | Days |
| --- | --- |
| Basel, Bern | 2 |
| Chur | 4 |
"""


@pytest.mark.parametrize(
    ("question", "row", "other"),
    [
        ("A-35 on a KM-80", "A-35", ("KM-50, KM-50S", "KM-80")),
        ("A-31 on the KM-50, what to do?", "A-31", ("KM-50S", "KM-50")),
        ("A-38 on the KM-50S", "A-38", ("KM-80, KM-80 Plus", "KM-50S")),
        ("A-35 on the KM-50S", "A-35", None),
        ("A-38 on the KM-80 Plus", "A-38", None),
        ("A-40 on the KM-80", "A-40", None),
        ("What does A-35 mean?", "A-35", None),
        ("A-35 on the KM-80 and on other mixers", "A-35", None),
    ],
)
def test_a_cell_that_lists_models_is_for_these_alone(question: str, row: str, other: tuple[str, str] | None) -> None:
    assert other_row(question, ROWS[row], list(ROWS.values())) == other


def test_a_listed_name_is_one_as_well() -> None:
    basel, chur = rows_of(ZONES)
    assert other_row("How many days to Bern?", chur, [basel, chur]) == ("Chur", "Bern")
    assert other_row("How many days to Bern?", basel, [basel, chur]) is None


@pytest.mark.parametrize(
    ("question", "lead", "above", "other"),
    [
        ("How long is the rinse of a KM-80?", "The rinse takes 22 minutes on a KM-50S.", "", ("KM-50S", "KM-80")),
        ("How long is the rinse of a KM-80?", "KM-50: the rinse takes 20 minutes.", "", ("KM-50", "KM-80")),
        ("How long is the rinse of a KM-80?", "The rinse takes 22 minutes on a KM-50S.", "KM-80 manual", None),
        ("How long is the rinse of a KM-80?", "22 minutes on a KM-50S, 18 on a KM-80.", "", None),
        ("How long is the rinse of a KM-80?", "The rinse takes 22 minutes, see KM-5031.", "", None),
        ("Is the KM-80 or the KM-50 faster?", "The rinse takes 22 minutes on a KM-50.", "", None),
        ("How many Minis can be joined to an X4?", "Up to five Minis can be joined to one X6.", "", ("X6", "X4")),
        ("How many Minis can be joined to an X4?", "Up to five Minis can be joined to one X6.", "X4 and X6", None),
        ("What was sold in Q3?", "In Q2 the sales of Q1 fell.", "", None),
    ],
)
def test_a_sentence_of_another_model(question: str, lead: str, above: str, other: tuple[str, str] | None) -> None:
    assert other_code(constraints(question), lead, (above,)) == other


def test_a_passage_of_another_model_of_one_digit_is_a_doubt() -> None:
    wants = constraints("How long is the certificate of K3 valid?")
    of_another = unmet(wants, [Evidence("The certificate of K4 is valid for two years.")])
    assert list(other_model(of_another)) == ["the passage is about K4, not K3"]
    assert not list(other_model(unmet(wants, [Evidence("A certificate is valid for two years.")])))


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root: Path = tmp_path_factory.mktemp("kin")
    (root / "faults.md").write_text(f"# Fault list\n\n{FAULTS}", encoding="utf-8")
    with Workspace.create(str(root / "index"), environment=WORDS) as opened:
        opened.ingest([str(root / "faults.md")])
        yield opened


def test_the_remedy_of_another_model_is_no_sure_answer(workspace: Workspace) -> None:
    said = workspace.ask("A-35 on a KM-80")
    assert said.verdict != "answered"
    assert workspace.ask("A-35 on a KM-80", strict=True).verdict == "abstained"
    own = workspace.ask("A-35 on a KM-50S")
    assert own.verdict == "answered"
    assert "Reload the recipe" in own.text
