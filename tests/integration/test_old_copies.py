"""EVID-6, EVID-8, EVID-9: what lies among old documents, what is to come, and what was replaced after it was saved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kts import to_json
from kts.workspace import Workspace
from support.command import kts
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INSTRUCTION = """# QP-17 Rinsing of tanks

| Doc. no. | Revision | Effective date | Status | Owner |
| --- | --- | --- | --- | --- |
| QP-17 | {number} | {since} | {status} | Cellar |

## 1 Rinsing

1.1 {text}
"""
FIRST = INSTRUCTION.format(
    number=1,
    since="2022-03-01",
    status="Superseded by Rev 2 on 2024-09-02",
    text="A tank shall be rinsed for 12 minutes after each batch.",
)
SECOND = INSTRUCTION.format(
    number=2, since="2024-09-02", status="Effective", text="Each tank shall be rinsed for 20 minutes after a batch."
)
THIRD = INSTRUCTION.format(
    number=3, since="2099-01-01", status="Approved", text="A tank shall be rinsed for 35 minutes after each batch."
)
FILES = {
    "cellar/obsolete/QP-17_rinsing_rev1.md": FIRST,
    "cellar/QP-17_rinsing_rev2.md": SECOND,
    "cellar/QP-17_rinsing_rev3.md": THIRD,
    "contracts/lease-2023.md": "# Cellar lease 2023\n\nIn 2023 the landlord has a tank rinsed for 50 minutes a year.\n",
    "lists/old/suppliers_2024-05.csv": "Supplier,Goods,Status\nHaldane Corks,Corks,approved\nOrrin,Jars,approved\n",
    "lists/suppliers_2026-02.csv": "Supplier,Goods,Status\nHaldane Corks,Corks,blocked\nOrrin,Jars,approved\n",
    "archive/cooper.md": "# Cooperage\n\nThe cooper mends barrels within 9 days.\n",
    "obsolete/hoops.md": "# Hoops\n\nA hoop is riveted with 3 nails.\n",
}


@pytest.fixture(scope="module")
def cellar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("cellar")
    written(folder, FILES)
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("question", "day", "said", "path"),
    [
        ("How long shall a tank be rinsed after each batch?", "", "20 minutes", "rev2"),
        ("How long shall a tank be rinsed after each batch?", "2023-05-01", "12 minutes", "rev1"),
        ("How long shall a tank be rinsed after each batch?", "2099-05-01", "35 minutes", "rev3"),
        ("How long did a tank have to be rinsed after each batch on 1 June 2023?", "", "12 minutes", "rev1"),
        ("How long did a tank have to be rinsed after each batch in 2023?", "", "12 minutes", "rev1"),
        ("Which revision of QP-17 is in force?", "", "Revision: 2", "rev2"),
        ("What is the status of Haldane Corks?", "", "blocked", "2026-02"),
        ("What is the status of Haldane Corks?", "2025-01-01", "approved", "2024-05"),
    ],
)
def test_evid_9_the_edition_of_the_day_answers_wherever_it_lies(cellar, question, day, said, path):
    found = cellar.ask(question, as_of=day or None)
    assert said in found.claims[0].text
    assert path in found.claims[0].citations[0].path
    assert not found.conflicts
    assert not any(note.startswith("other documents answer") for note in found.notes)


def test_evid_9_what_only_lies_in_an_archive_is_told_and_answers(cellar):
    found = cellar.ask("Within how many days does the cooper mend barrels?")
    assert "9 days" in found.claims[0].text
    assert found.claims[0].standing == "current"
    assert [one.badge for one in found.freshness] == ["dated"] or "undated" in [one.badge for one in found.freshness]
    assert any(note.startswith("kept among old documents") and "cooper.md" in note for note in found.notes)


def test_evid_9_what_is_called_obsolete_is_never_a_sure_answer(cellar):
    found = cellar.ask("With how many nails is a hoop riveted?")
    assert found.verdict != "answered"
    (checked,) = cellar.check(["A hoop is riveted with 3 nails."])
    assert (checked.claim.support, checked.standing) == ("supported", "superseded")


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("A tank shall be rinsed for 12 minutes after each batch.", "contradicted"),
        ("Each tank shall be rinsed for 20 minutes after a batch.", "supported"),
    ],
)
def test_evid_9_claims_are_held_against_the_edition_in_force(cellar, claim, support):
    (checked,) = cellar.check([claim])
    assert checked.claim.support == support


def test_evid_6_a_saved_answer_is_told_to_be_of_a_replaced_document(tmp_path):
    docs, index = tmp_path / "docs", tmp_path / "index"
    written(docs, {"QP-17_rinsing_rev2.md": SECOND})
    with Workspace.create(str(index), environment=WORDS) as opened:
        opened.ingest([str(docs)])
        saved = to_json(opened.ask("How long shall a tank be rinsed after a batch?"))
        assert {(one.status, one.standing["standing"]) for one in opened.recheck(saved)} == {("unchanged", "current")}
        written(docs, {"QP-17_rinsing_rev3.md": THIRD.replace("2099-01-01", "2025-11-03")})
        opened.ingest([str(docs)])
        (one, *_) = opened.recheck(saved)
    assert (one.status, one.standing["standing"]) == ("unchanged", "superseded")
    assert one.standing["superseded_by"] == "QP-17_rinsing_rev3.md"
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(saved), encoding="utf-8")
    assert "superseded by QP-17_rinsing_rev3.md" in kts("verify", file, "--kb", index).ok().out
    kts("verify", file, "--kb", index, "--strict").ok(4)
    told = json.loads(kts("verify", file, "--kb", index, "--json").ok().out)
    assert told["data"]["citations"][0]["superseded_by"] == "QP-17_rinsing_rev3.md"
    assert "not in force" in told["reasoning"]
