"""EVID-9: general conditions hold as special ones change them clause by clause, and what amends the contract both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from kts.workspace.checking import Stated
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GENERAL = """# General Conditions of Catering

## 5 Orders

5.1 Meals. The Caterer delivers hot meals until 12:30. The Client names the number of meals 3 days ahead.

5.2 Special diets. A diet is ordered 10 days ahead. An order by telephone is valid if the Caterer repeats it.

## 7 Money

7.1 Invoices. The Client pays each invoice within 45 days after its receipt.

7.2 Late payment. Interest on a late invoice is 2% per annum above the base rate of the bank.

7.3 Deposit. The Client leaves a deposit of 4% of the yearly price, to a limit of 9% of the monthly price.

7.4 Crockery. The Client pays for broken crockery.
"""
SPECIAL = """# Particular Conditions

These Particular Conditions modify the General Conditions of Catering.

## Particulars

| Sub-Clause | Item | Agreed |
| --- | --- | --- |
| 7.1 | Time for payment | 28 days after receipt of the invoice |
| 7.3 | Deposit | 6% of the yearly price, to a limit of 3,000 euros |

## Changes

PC 5.1 In place of "3 days" read "5 days". Add at the end: "Meals for visitors are ordered by noon."

PC 5.2 Orders by telephone are not valid. GC 5.2, second sentence, is deleted.

PC 7.2 For 2% substitute 8% per annum.
"""
AGREEMENT = """# Agreement on Catering CT-3307

This Agreement is made on 4 May 2021 between Orrin College (the "Client") and Fennel Ltd (the "Caterer").

1. The Caterer serves meals in the hall of the Client.
"""
AMENDMENT = """# Amendment No. 1 to Agreement CT-3307

Dated 9 September 2022.

1. PC 7.1: delete "28 days", insert "21 days".

2. GC 5.2: substitute "6 days" for "10 days".
"""
FILES = {"general.md": GENERAL, "particular.md": SPECIAL, "agreement.md": AGREEMENT, "amendment.md": AMENDMENT}


def kept(folder: Path, files: dict[str, str]) -> Workspace:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    opened = Workspace.create(str(folder / "index"), environment=WORDS)
    opened.ingest([str(folder)])
    return opened


@pytest.fixture(scope="module")
def catering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with kept(tmp_path_factory.mktemp("catering"), FILES) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "first", "behind"),
    [
        ("How many days ahead does the Client name the number of meals?", '"5 days"', "3 days ahead"),
        ("Within how many days does the Client pay each invoice after its receipt?", '"21 days"', "45 days"),
        ("What is the interest on a late invoice per annum above the base rate?", "8% per annum", "2% per annum"),
        ("Is an order by telephone valid if the Caterer repeats it?", "telephone are not valid", "repeats it"),
        ("How many days ahead is a diet ordered?", '"6 days"', "10 days ahead"),
    ],
)
def test_evid_9_what_changes_a_general_condition_comes_before_it(catering: Workspace, question, first, behind):
    found = catering.ask(question)
    texts = [one.text for one in found.claims]
    assert first in texts[0]
    assert any(behind in one for one in texts[1:])
    assert any("is changed by" in note for note in found.notes)
    assert not found.conflicts


def test_evid_9_the_last_link_of_a_chain_comes_first_and_the_clause_is_read_with_all_of_them(catering: Workspace):
    found = catering.ask("Within how many days does the Client pay each invoice after its receipt?")
    assert [one.citations[0].path.rpartition("/")[2] for one in found.claims][:3] == [
        "amendment.md",
        "particular.md",
        "general.md",
    ]
    assert any("now reads: 7.1 Invoices. The Client pays" in note or "within 21 days" in note for note in found.notes)


def test_evid_9_before_the_amendment_the_particular_conditions_hold(catering: Workspace):
    found = catering.ask("Within how many days does the Client pay each invoice?", as_of="2022-01-15")
    assert "28 days" in found.claims[0].text
    assert not any("21 days" in one.text for one in found.claims)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Who pays for broken crockery?", "broken crockery"),
        ("Until when does the Caterer deliver hot meals?", "until 12:30"),
    ],
)
def test_evid_9_what_is_not_changed_leads_as_before(catering: Workspace, question, first):
    found = catering.ask(question)
    assert first in found.claims[0].text
    assert not any("is changed by" in note for note in found.notes)


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The Client names the number of meals 5 days ahead.", "supported"),
        ("The Client names the number of meals 3 days ahead.", "contradicted"),
        ("The Client pays each invoice within 21 days after its receipt.", "supported"),
        ("The Client pays each invoice within 28 days after its receipt.", "contradicted"),
        ("The Client pays each invoice within 45 days after its receipt.", "contradicted"),
        ("Interest on a late invoice is 8% per annum above the base rate of the bank.", "supported"),
        ("Interest on a late invoice is 2% per annum above the base rate of the bank.", "contradicted"),
        ("The deposit is 6% of the yearly price.", "supported"),
        ("The deposit is 4% of the yearly price.", "contradicted"),
        ("A diet is ordered 6 days ahead.", "supported"),
        ("A diet is ordered 10 days ahead.", "contradicted"),
        ("The Caterer delivers hot meals until 12:30.", "supported"),
        ("The Client pays for broken crockery.", "supported"),
    ],
)
def test_evid_9_claims_are_held_against_general_conditions_as_they_read_now(catering: Workspace, claim, support):
    (found,) = catering.check([Stated("1", claim)])
    assert found.claim.support == support
    assert "disputed" not in {why.kind for why in found.claim.reasons}


def test_evid_9_a_claim_that_a_deleted_sentence_supports_is_not_supported(catering: Workspace):
    (found,) = catering.check([Stated("1", "An order by telephone is valid if the Caterer repeats it.")])
    assert found.claim.support != "supported"


OWN = """# Special Conditions

These Special Conditions supplement the General Conditions of Catering.

5.1 Parking. The Caterer parks three vans in the yard. The permit is extended by 5 days on request.

7.1 Keys. The Caterer gets two keys within 14 days.
"""


def test_evid_9_special_conditions_with_numbers_of_their_own_change_nothing(tmp_path: Path):
    with kept(tmp_path, {"general.md": GENERAL, "special.md": OWN}) as opened:
        found = opened.ask("Within how many days does the Client pay each invoice after its receipt?")
        claims = [
            Stated("1", "The Client pays each invoice within 45 days after its receipt."),
            Stated("2", "The Client names the number of meals 3 days ahead."),
        ]
        supports = [one.claim.support for one in opened.check(claims)]
    assert "45 days" in found.claims[0].text
    assert not any("is changed by" in note for note in found.notes)
    assert supports == ["supported", "supported"]


@pytest.mark.parametrize(
    "files",
    [
        {"general.md": GENERAL, "drafts/particular.md": SPECIAL},
        {
            "general.md": GENERAL,
            "particular.md": SPECIAL.replace("Particular Conditions\n", "Particular Conditions - DRAFT\n", 1),
        },
        {
            "forms/general.md": GENERAL,
            "north/particular.md": SPECIAL,
            "south/particular.md": SPECIAL.replace("28", "35"),
        },
    ],
)
def test_evid_9_drafts_and_conditions_of_several_contracts_change_nothing(tmp_path: Path, files):
    with kept(tmp_path, files) as opened:
        notes = opened.ask("Within how many days does the Client pay each invoice after its receipt?").notes
    assert not any("is changed by" in note for note in notes)


LATER = """# Amendment No. 2 to Agreement CT-3307

Dated 3 March 2023.

1. The time for payment in the Particulars is changed: delete "21 days", insert "18 days".

2. The limit of the deposit stays as it is. The deposit is not changed.
"""


def test_evid_9_a_row_may_be_changed_by_its_name(catering: Workspace, tmp_path: Path):
    with kept(tmp_path, FILES | {"second.md": LATER}) as opened:
        claims = ("18 days", "21 days", "28 days")
        found = opened.check(
            [Stated(one, f"The Client pays each invoice within {one} after its receipt.") for one in claims]
        )
        assert [one.claim.support for one in found] == ["supported", "contradicted", "contradicted"]


def test_evid_9_what_an_amendment_leaves_as_it_is_disputes_nothing(tmp_path: Path):
    table = """# Particular Conditions

These Particular Conditions modify the General Conditions of Catering.

| Sub-Clause | Item | Agreed |
| --- | --- | --- |
| 7.5 | Fee for the hall | 900 euros a day |
| 7.5 | Fee for the terrace | 300 euros a day |
"""
    change = """# Amendment No. 1 to Agreement CT-3307

Dated 9 September 2022.

1. The fee for the hall is 950 euros a day; the fee for the terrace is not changed.
"""
    files = {"general.md": GENERAL, "particular.md": table, "agreement.md": AGREEMENT, "amendment.md": change}
    with kept(tmp_path, files) as opened:
        (terrace,) = opened.check([Stated("1", "The fee for the terrace is 300 euros a day.")])
    assert terrace.claim.support == "supported"
    assert not terrace.claim.reasons


HEADED = {
    "general.md": """# General Conditions of Hire

## Clause 6 Use

### Sub-Clause 6.1 Return

The hirer returns the van within 9 hours. The hirer cleans the van before it is returned.

### Sub-Clause 6.2 Damage

The hirer reports damage within 6 days after he has noticed it.

A list of all damage is kept by the owner.
""",
    "special.md": """# Special Conditions of Hire

### Sub-Clause 6.1 Return

Replace "9 hours" with "7 hours".

### Sub-Clause 6.2 Damage

The period of 6 days is reduced to 4 days.

Add the following paragraph: "Photographs of the damage are sent along."
""",
}


@pytest.fixture(scope="module")
def hire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with kept(tmp_path_factory.mktemp("hire"), HEADED) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "first", "is_changed"),
    [
        ("Within how many hours does the hirer return the van?", '"7 hours"', True),
        ("Within how many days does the hirer report damage after he has noticed it?", "reduced to 4 days", True),
        ("Who keeps a list of all damage?", "kept by the owner", False),
    ],
)
def test_evid_9_clauses_may_be_headings_and_each_sentence_is_changed_alone(
    hire: Workspace, question, first, is_changed
):
    found = hire.ask(question)
    assert first in found.claims[0].text
    assert any("is changed by" in note for note in found.notes) == is_changed
    assert [one.standing for one in found.claims if "general" in one.citations[0].path][:1] == (
        ["amended"] if is_changed else ["current"]
    )


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The hirer reports damage within 4 days after he has noticed it.", "supported"),
        ("The hirer reports damage within 6 days after he has noticed it.", "contradicted"),
        ("The hirer returns the van within 7 hours.", "supported"),
        ("The hirer returns the van within 9 hours.", "contradicted"),
        ("A list of all damage is kept by the owner.", "supported"),
        ("The hirer cleans the van before it is returned.", "supported"),
    ],
)
def test_evid_9_claims_are_held_against_clauses_under_headings_too(hire: Workspace, claim, support):
    (found,) = hire.check([Stated("1", claim)])
    assert found.claim.support == support


def test_evid_9_a_row_that_an_amendment_tells_otherwise_stays_disputed(tmp_path: Path):
    table = """# Particular Conditions

These Particular Conditions modify the General Conditions of Catering.

| Sub-Clause | Item | Agreed |
| --- | --- | --- |
| 7.5 | Fee for the hall | 900 euros a day |
"""
    change = "# Amendment No. 1 to Agreement CT-3307\n\nDated 9 September 2022.\n\n1. GC 7.4 is deleted.\n\n"
    change += "2. The fee for the hall is 950 euros a day.\n"
    general = GENERAL.rstrip() + "\n\n7.5 Hall. The fee for the hall is 700 euros a day.\n"
    files = {"general.md": general, "particular.md": table, "agreement.md": AGREEMENT, "amendment.md": change}
    with kept(tmp_path, files) as opened:
        (hall,) = opened.check([Stated("1", "The fee for the hall is 900 euros a day.")])
    assert hall.claim.support == "contradicted" or "disputed" in {why.kind for why in hall.claim.reasons}
