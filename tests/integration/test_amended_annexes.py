"""EVID-9: an amendment is applied with the annexes of its contract beside it, to them as well, and in German."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from kts.workspace.checking import Stated
from support.command import kts
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILES = {
    "hire.md": """# Crane Hire Agreement SC-2031

between Okafor Lifting Ltd (the "Owner") and Marl Quarries Ltd (the "Hirer"), dated 2 May 2022.

## 3 Breakdown

The Owner repairs a broken crane within 36 hours after the Hirer has reported it.

## 4 Fuel

The Hirer pays for the fuel of the crane.
""",
    "annex 1.md": """# Annex 1 to SC-2031: Equipment

Owner: Okafor Lifting Ltd.

## 3 Cranes

B2 Inspection of the hook: every 6 weeks.

B3 Inspection of the rope: every 6 weeks.
""",
    "change.md": """# Amendment No. 1 to SC-2031

dated 10 January 2025, in force from 1 February 2025.

## 1 Amendments

1.1 In Section 3 the words "36 hours" are replaced by "18 hours".

1.2 In Annex 1 No. B2 the words "every 6 weeks" are replaced by "every 2 weeks".
""",
    "miete.md": """# Mietvertrag MV-2019-07

zwischen der Lindhof GmbH (Vermieter) und der Tallis GmbH (Mieter) vom 4. Juni 2019.

## \u00a7 6 K\u00fcndigung

Der Mieter k\u00fcndigt mit einer Frist von 12 Wochen.
""",
    "miete anlage.md": """# Anlage 1 zum Mietvertrag MV-2019-07

## \u00a7 6 R\u00e4ume

Lager 2 und Lager 3.
""",
    "miete nachtrag.md": """# 1. Nachtrag zum Mietvertrag MV-2019-07

vom 12. M\u00e4rz 2025, wirksam ab 1. April 2025

In \u00a7 6 werden die Worte \u201e12 Wochen\u201c durch die Worte \u201e8 Wochen\u201c ersetzt.
""",
}


@pytest.fixture(scope="module")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("contracts")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_evid_9_a_clause_is_answered_as_amended_with_an_annex_beside_it(contracts: Workspace):
    found = contracts.ask("Within how many hours does the Owner repair a broken crane?")
    assert "18 hours" in found.claims[0].text
    assert any("now reads: The Owner repairs a broken crane within 18 hours" in note for note in found.notes)


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The Owner repairs a broken crane within 18 hours after the Hirer has reported it.", "supported"),
        ("The Owner repairs a broken crane within 36 hours after the Hirer has reported it.", "contradicted"),
        ("The Hirer pays for the fuel of the crane.", "supported"),
        ("The inspection of the hook is every 2 weeks.", "supported"),
        ("The inspection of the hook is every 6 weeks.", "contradicted"),
        ("The inspection of the rope is every 6 weeks.", "supported"),
        ("Der Mieter k\u00fcndigt mit einer Frist von 8 Wochen.", "supported"),
        ("Der Mieter k\u00fcndigt mit einer Frist von 12 Wochen.", "contradicted"),
    ],
)
def test_evid_9_claims_are_held_against_clauses_and_annexes_as_they_read_now(contracts: Workspace, claim, support):
    (found,) = contracts.check([Stated("1", claim)])
    assert found.claim.support == support


def test_evid_9_a_german_amendment_holds_from_its_day(contracts: Workspace):
    question = "Mit welcher Frist k\u00fcndigt der Mieter?"
    was, now = (contracts.ask(question, as_of=day) for day in ("2025-03-20", "2025-04-02"))
    assert was.claims[0].text == "Der Mieter k\u00fcndigt mit einer Frist von 12 Wochen."
    assert "8 Wochen" in now.claims[0].text


@pytest.mark.parametrize(
    "change", ["Section 5 sentence 1 is replaced as follows", "\u00a7 5 Satz 1 erh\u00e4lt folgende Fassung"]
)
def test_evid_9_a_change_of_one_sentence_leaves_the_next_as_it_is(tmp_path: Path, change: str):
    new = "The deposit of the Hirer is 900 euros."
    quoted = f"\u201e{new}\u201c" if "Satz" in change else f'"{new}"'
    base = "## 5 Deposit\n\nThe deposit of the Hirer is 400 euros. The cleaning of the crane is free of charge.\n"
    (tmp_path / "hire.md").write_text(f"# Crane Hire Agreement SC-2031\n\n{base}", encoding="utf-8")
    (tmp_path / "change.md").write_text(f"# Amendment No. 1 to SC-2031\n\n{change}: {quoted}\n", encoding="utf-8")
    claims = {new: "supported", "The deposit of the Hirer is 400 euros.": "contradicted"}
    claims["The cleaning of the crane is free of charge."] = "supported"
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.check([Stated(claim, claim) for claim in claims])
        assert {one.id: one.claim.support for one in found} == claims


def test_evid_9_what_is_printed_has_the_clause_as_it_now_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "400")
    for name in ("hire.md", "change.md"):
        (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    kts("ingest", tmp_path, "--kb", tmp_path / "kb", env=WORDS).ok()
    said = kts("ask", "When does the Owner repair a broken crane?", "--kb", tmp_path / "kb", env=WORDS).ok()
    assert "now reads: The Owner" in said.out
    assert "within 18 hours" in " ".join(said.out.split())
    assert "now reads" not in said.err, "said once"


@pytest.mark.parametrize(
    ("base", "title", "told"),
    [
        ("Crane Hire Agreement", "Amendment No. 1 to SC-2031", True),
        ("Crane Hire Agreement", "First Amendment", True),
        ("Crane Hire Agreement SC-7", "Amendment No. 1 to SC-2031", False),
        ("Crane Hire Agreement", "Minutes on the first amendment", False),
    ],
)
def test_evid_9_an_amendment_of_which_nothing_tells_what_it_amends_is_noted(tmp_path: Path, base, title, told):
    (tmp_path / "hire.md").write_text(FILES["hire.md"].replace("Crane Hire Agreement SC-2031", base), encoding="utf-8")
    (tmp_path / "change.md").write_text(f"# {title}\n\nSection 3 is deleted.\n", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        notes = opened.ask("Who pays for the fuel of the crane?").notes
        assert any("change.md amends an agreement" in note for note in notes) == told
