"""EVID-9: a clause holds as far as no amendment in force has changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.claims.consolidated import consolidated
from kts.answer.standing.clauses import alters
from kts.workspace import Workspace
from kts.workspace.checking import Stated
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BASE = """# FRAME AGREEMENT FOR SERVICES No. FA-2021-014

This Frame Agreement is made on 12 March 2021 between Wexcombe Trust (the "Trust") and Linden Limited (the "Supplier").

## 6.2 Time for payment

The Trust shall pay each valid invoice within 30 days of the date of its receipt.

## 17.1 Convenience

The Trust may terminate this Agreement at any time by giving the Supplier not less than 90 days' written notice.
"""
HEAD = """# AMENDMENT No. 1 TO FRAME AGREEMENT FA-2021-014

This Amendment is made on 14 October 2022 between Wexcombe Trust and Linden Limited and takes effect on {day}.

## 1. Payment

"""
CHANGES = (
    'Clause 6.2 is deleted and replaced by: "6.2 The Trust shall pay each valid invoice within 21 days of receipt."',
    'In clause 6.2 the words "30 days" are replaced by the words "21 days".',
    "The period in clauses 6.2 and 6.5 is reduced from 30 days to 21 days.",
)
QUESTION = "Within how many days must the Trust pay a valid invoice?"


def asked(folder: Path, change: str, *, day: str = "1 November 2022", as_of: str = ""):
    (folder / "frame.md").write_text(BASE, encoding="utf-8")
    (folder / "amendment.md").write_text(f"{HEAD.format(day=day)}{change}\n", encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        return opened.ask(QUESTION, as_of=as_of)


@pytest.mark.parametrize("change", CHANGES)
def test_evid_9_what_changes_a_clause_comes_before_it(tmp_path: Path, change: str):
    found = asked(tmp_path, change)
    assert "21 days" in found.claims[0].text
    assert "30 days" in found.claims[1].text, "the clause that is changed is shown behind"
    assert not found.conflicts, "a clause and what amends it are no disagreement"
    assert any("clause 6.2 of frame.md is changed by amendment.md" in note for note in found.notes)


@pytest.mark.parametrize(("day", "as_of"), [("1 November 2022", "2022-10-01"), ("1 November 2098", "")])
def test_evid_9_what_is_not_yet_in_force_changes_nothing(tmp_path: Path, day: str, as_of: str):
    found = asked(tmp_path, CHANGES[1], day=day, as_of=as_of)
    assert "30 days" in found.claims[0].text
    assert not any("changed by" in note for note in found.notes)


def test_evid_9_what_changes_another_clause_stays_behind(tmp_path: Path):
    found = asked(tmp_path, 'In clause 6.22 the words "30 days" are replaced by the words "21 days".')
    assert "30 days of the date" in found.claims[0].text


PRICED = (
    BASE
    + """
## 4.1 Prices

The price is 1.42 euros per kilogram of linen and 2.10 euros per kilogram of infected linen.
"""
)
DEARER = "In clause 4.1 the price per kilogram of linen is changed from 1.42 euros to 1.56 euros."


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("Linen costs 1.56 euros per kilogram.", "supported"),
        ("Since November 2022 linen costs 1.56 euros per kilogram.", "supported"),
        ("Since November 2022 linen costs 1.42 euros per kilogram.", "contradicted"),
        ("Before November 2022 linen cost 1.42 euros per kilogram.", "supported"),
        ("Until October 2022 linen cost 1.56 euros per kilogram.", "contradicted"),
    ],
)
def test_evid_9_a_claim_is_held_against_the_clause_whichever_of_both_is_found_for_it(
    tmp_path: Path, claim: str, support: str
):
    (tmp_path / "frame.md").write_text(PRICED, encoding="utf-8")
    (tmp_path / "amendment.md").write_text(f"{HEAD.format(day='1 November 2022')}{DEARER}\n", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        (said,) = opened.check([Stated("1", claim)])
    assert said.claim.support == support
    assert "disputed" not in {why.kind for why in said.claim.reasons}


@pytest.mark.parametrize("change", CHANGES)
def test_evid_9_a_claim_is_held_against_the_clause_as_it_reads_now(tmp_path: Path, change: str):
    (tmp_path / "frame.md").write_text(BASE, encoding="utf-8")
    (tmp_path / "amendment.md").write_text(f"{HEAD.format(day='1 November 2022')}{change}\n", encoding="utf-8")
    claims = [
        Stated(days, f"The Trust must pay each valid invoice within {days} of receipt.")
        for days in ("21 days", "30 days")
    ]
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        now, before = opened.check(claims)
    assert [now.claim.support, before.claim.support] == ["supported", "contradicted"]
    assert "amendment.md" in {one.path.rpartition("/")[2] for one in now.claim.citations}
    assert any(why.kind == "amended" and "amendment.md" in why.text for why in before.claim.reasons)


def test_evid_9_what_a_change_makes_of_a_clause_may_not_be_known(tmp_path: Path):
    (tmp_path / "frame.md").write_text(BASE, encoding="utf-8")
    change = "Clause 6.2 is amended as the parties have set out in a separate letter."
    (tmp_path / "amendment.md").write_text(f"{HEAD.format(day='1 November 2022')}{change}\n", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        (said,) = opened.check(
            [Stated("1", "The Trust shall pay each valid invoice within 30 days of the date of its receipt.")]
        )
    assert said.claim.support == "unsupported"
    assert [why.kind for why in said.claim.reasons] == ["amended"]


CLAUSE = "The sum shall not exceed 125 per cent\nof the Charges."


@pytest.mark.parametrize(
    ("change", "now"),
    [
        ("The words \u201c125 per cent\u201d are replaced by the words \u201c150 per cent\u201d.", "150 per cent\nof"),
        ("In clause 3 the figure of 125 per cent is replaced by the figure of 150 per cent.", "150 per cent\nof"),
        (
            "The limit in clause 3 is raised from 125 per cent of the Charges to 150 per cent of the Fees.",
            "150 per cent of the Fees",
        ),
        ('Clause 3 is replaced by: "3 There is no limit to liability."', "There is no limit"),
        ('In clause 3 the words "90 days" are replaced by the words "120 days".', None),
        ("Clause 3 is deleted.", None),
        ("In clause 3 the limit is changed from 125 per cent to 137.5 per cent.", "137.5 per cent\nof"),
        ('In clause 3 "90 days" is replaced by "120 days" and "125 per cent" by "150 per cent".', "150 per cent\nof"),
        ('In clause 3 "25 per cent" is replaced by "50 per cent".', None),
    ],
)
def test_evid_9_a_clause_reads_as_it_was_changed(change: str, now: str | None):
    found = consolidated(CLAUSE, change)
    assert found is None if now is None else now in (found or "")


def test_evid_9_a_changed_clause_that_does_not_lead_is_shown_with_its_change_too(tmp_path: Path):
    clauses = "\n\n## 9.1 Late payment\n\nOn a late invoice the Trust pays interest of 4 per cent a year.\n"
    (tmp_path / "frame.md").write_text(BASE.replace("\n\n## 17.1", f"{clauses}\n## 17.1"), encoding="utf-8")
    change = 'In clause 9.1 "4 per cent" is replaced by "6 per cent".'
    (tmp_path / "amendment.md").write_text(f"{HEAD.format(day='1 November 2022')}{change}\n", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask(
            "Within how many days must the Trust pay an invoice, and what interest is due on a late one?"
        )
    shown = " ".join(claim.text for claim in found.claims)
    assert "30 days" in shown
    assert "4 per cent a year" not in shown or '"6 per cent"' in shown
    assert "4 per cent a year" not in shown or shown.index('"6 per cent"') < shown.index("4 per cent a year")


def test_evid_9_what_is_not_amended_stays():
    assert alters("The references to Rate in Section 1.01 are replaced.", "1.01")
    assert not alters("The references to Rate in Section 1.01 are not amended.", "1.01")


DEFINED = """# SERVICES AGREEMENT SA-2021-03

This Agreement is made on 12 March 2021 between Wexcombe Trust (the "Trust") and Linden Limited (the "Supplier").

## 1.01 Definitions

"Expense Cap": 275,000 euros in any calendar year.

"Advance Rate": two per cent a year.
"""


def test_evid_9_a_change_of_one_definition_is_none_of_another(tmp_path: Path):
    (tmp_path / "agreement.md").write_text(DEFINED, encoding="utf-8")
    change = 'The definition of "Advance Rate" in Section 1.01 is replaced by: "Advance Rate": three per cent a year.'
    told = f"{HEAD.format(day='1 November 2022')}{change}\n".replace(
        "FRAME AGREEMENT FA-2021-014", "AGREEMENT SA-2021-03"
    )
    (tmp_path / "amendment.md").write_text(told, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        cap = opened.ask("What is the expense cap in the services agreement?", record=False)
        rate = opened.ask("What is the advance rate in the services agreement?", record=False)
    assert "275,000" in cap.claims[0].text
    assert not any("is changed" in note for note in cap.notes)
    assert "three per cent" in rate.claims[0].text


LET = """# LEASE AGREEMENT: Quarry Wharf 5, Goole

This Lease is made on 4 May 2020 between Sable Estates LLP (the "Lessor") and Wexcombe Trust (the "Lessee").

## 1 Premises

1.1 The Lessor lets to the Lessee the shed known as Quarry Wharf 5, Goole.

## 4 Use

4.1 The Premises shall be used for storage only.

4.2 The Lessee shall not keep aerosol cans exceeding 300 kilograms in total without the consent of the Lessor.

4.3 The load on the upper floor must not exceed 3 kilonewtons per square metre.
"""
LET_OTHERWISE = """# FIRST AMENDMENT OF LEASE

This Amendment, made on 2 June 2023, amends the Lease dated 4 May 2020 between Sable Estates LLP and Wexcombe Trust.

# 1. Amendments

1.1 The annual rent in clause 2.1 of the Lease is reduced to 90,000 pounds.

1.2 The limit in clause 4.2 of the Lease is increased from 300 kilograms to 800 kilograms.
"""


def test_evid_9_a_clause_found_within_the_document_that_a_question_names_comes_with_its_change(tmp_path: Path):
    (tmp_path / "lease.md").write_text(LET, encoding="utf-8")
    (tmp_path / "amendment.md").write_text(LET_OTHERWISE, encoding="utf-8")
    for number in range(12):  # what is asked for in other sheds: the amendment does not come by itself
        text = f"# Rules {number}\n\nThe limit for cans of kind {number} at shed {number} is {number} pieces.\n"
        (tmp_path / f"rules-{number}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask("What is the limit for aerosol cans at Quarry Wharf 5?", record=False)
    assert "800 kilograms" in found.claims[0].text
    assert any("clause 4.2 of lease.md is changed by amendment.md" in note for note in found.notes)


SEVERAL = """# FRAME AGREEMENT FOR SERVICES No. FA-2021-014

This Frame Agreement is made on 12 March 2021 between Wexcombe Trust (the "Trust") and Linden Limited (the "Supplier").

## 4.2 Late delivery

The Supplier shall credit the Trust 1.5 % of the price for each week of delay, up to a maximum of 9 % of the price.

## 6.2 Time for payment

The Trust shall pay each valid invoice within 30 days of the date of its receipt.
"""
FIRST = """# AMENDMENT No. 1 TO FRAME AGREEMENT FA-2021-014

Dated 14 October 2022 between Wexcombe Trust and Linden Limited.

1.1 In clause 4.2 "1.5 %" is replaced by "2 %" and "9 %" is replaced by "12 %".

1.2 In clause 6.2 the words "30 days" are replaced by the words "21 days".

2.1 This Amendment takes effect on 1 November 2022 and applies to orders placed on or after that day.
"""
SECOND = """# AMENDMENT No. 2 TO FRAME AGREEMENT FA-2021-014

Dated 3 May 2023 between Wexcombe Trust and Linden Limited.

1.1 In clause 4.2 "12 %" is replaced by "15 %".
"""


@pytest.fixture(scope="module")
def amended_twice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("twice")
    for name, text in (("frame", SEVERAL), ("amendment-1", FIRST), ("amendment-2", SECOND)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


CREDIT = (
    "The Supplier shall credit the Trust {0} of the price for each week of delay, up to a maximum of {1} of the price."
)
PAYS = "The Trust shall pay each valid invoice within {0} of the date of its receipt."


@pytest.mark.parametrize(
    ("claim", "as_of", "support"),
    [
        (CREDIT.format("2 %", "15 %"), "", "supported"),
        (CREDIT.format("2 %", "12 %"), "", "contradicted"),
        (CREDIT.format("1.5 %", "15 %"), "", "contradicted"),
        (CREDIT.format("2 %", "12 %"), "2023-01-01", "supported"),
        (CREDIT.format("2 %", "9 %"), "2023-01-01", "contradicted"),
        (CREDIT.format("1.5 %", "9 %"), "2022-10-20", "supported"),
        (PAYS.format("30 days"), "2022-10-20", "supported"),
        (PAYS.format("21 days"), "2022-10-20", "contradicted"),
        (PAYS.format("21 days"), "", "supported"),
    ],
)
def test_evid_9_all_that_changes_a_clause_by_a_day_is_done(amended_twice: Workspace, claim, as_of, support):
    (found,) = amended_twice.check([claim], as_of=as_of)
    assert found.claim.support == support


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        (f"Until October 2022, {PAYS.format('30 days')}", "supported"),
        (f"Until October 2022, {PAYS.format('21 days')}", "contradicted"),
        (f"In 2021 {PAYS.format('30 days')}", "supported"),
        (f"Since 1 November 2022, {PAYS.format('21 days')}", "supported"),
        (f"Since 1 November 2022, {PAYS.format('30 days')}", "contradicted"),
        (f"Since 1 March 2022, {PAYS.format('21 days')}", "unsupported"),
    ],
)
def test_evid_9_a_claim_of_a_time_is_held_against_what_its_clause_said_then(amended_twice: Workspace, claim, support):
    (found,) = amended_twice.check([claim])
    assert found.claim.support == support


@pytest.mark.parametrize(
    "change",
    [
        'Clause 6.2 is amended: "within 30 days" is replaced by "within 21 days".',
        "Clause 6.2 is amended: The Trust shall pay each valid invoice within 21 days of the date of its receipt.",
    ],
)
def test_evid_9_an_amendment_may_open_with_its_clause(tmp_path: Path, change: str):
    (tmp_path / "frame.md").write_text(BASE, encoding="utf-8")
    (tmp_path / "amendment.md").write_text(f"{HEAD.format(day='1 November 2022')}{change}\n", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        new, old = opened.check(
            [
                "Dear Ms Hall,\nthe Trust shall pay each valid invoice within 21 days of its receipt.",
                "The Trust shall pay each valid invoice within 30 days of its receipt.",
            ]
        )
    assert new.claim.support == "supported"
    assert new.claim.text == "the Trust shall pay each valid invoice within 21 days of its receipt."
    assert old.claim.support == "contradicted"
