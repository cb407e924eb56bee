"""EVID-9: special conditions change general ones, and what amends a contract its conditions."""

from __future__ import annotations

import pytest

from kts.answer.standing.clauses import altered, alters, is_clause, numbers_in, row_number
from kts.answer.standing.conditions import is_general, is_special
from kts.answer.standing.inforce import amendments, replaced
from kts.records import DocumentRecord


def record(path: str, title: str, kind: str = "CONTRACT", **metadata: object) -> DocumentRecord:
    return DocumentRecord(1, f"doc_{path}", "r", path, "", "", title, kind, "", "en", "", 10, False, metadata)


@pytest.mark.parametrize(
    ("title", "special", "general"),
    [
        ("Special Conditions of Contract", True, False),
        ("Supplementary Conditions to the General Conditions", True, False),
        ("Particular Terms and Conditions", True, False),
        ("Besondere Vertragsbedingungen", True, False),
        ("General Conditions of Contract (2nd edition)", False, True),
        ("Standard Terms of Purchase", False, True),
        ("Allgemeine Einkaufsbedingungen", False, True),
        ("Working conditions in the mill", False, False),
        ("Terms of reference", False, False),
    ],
)
def test_conditions_are_told_by_their_title(title, special, general):
    assert (is_special(record("a.md", title)), is_general(record("a.md", title))) == (special, general)


def test_a_mail_on_conditions_is_none():
    assert not is_special(record("a.eml", "Special Conditions", message_id="<1@x>"))


GENERAL = record("deal/general.md", "General Conditions of Carriage")
SPECIAL = record("deal/special.md", "Special Conditions")
AGREEMENT = record("deal/agreement.md", "Carriage Agreement CA-71")
CHANGE = record("deal/change.md", "Amendment No. 1 to CA-71")
TEXTS = {
    GENERAL.id: "# General Conditions\n\n4.1 Load. The load is 3 tons.\n",
    SPECIAL.id: "# Special Conditions\n\nSC 4.1 For 3 tons read 4 tons.\n",
    AGREEMENT.id: "# Agreement\n\n1.1 The carrier carries.\n",
}


def of(changed: str, *more: DocumentRecord) -> dict[str, frozenset[str]]:
    texts = {**TEXTS, CHANGE.id: changed}
    return dict(amendments([GENERAL, SPECIAL, AGREEMENT, CHANGE, *more], lambda one: texts.get(one.id, "")))


@pytest.mark.parametrize(
    ("changed", "is_of_conditions"),
    [
        ("GC 4.1: for 3 tons read 5 tons.", True),
        ("Clause 4.1 is deleted.", True),
        ("Clause 1.1 is deleted.", False),
        ("The carrier moves to clause 4 street.", False),
    ],
)
def test_an_amendment_is_of_the_conditions_whose_clauses_it_changes(changed, is_of_conditions):
    found = of(changed)
    assert found[AGREEMENT.id] == {CHANGE.id}
    assert found[GENERAL.id] == ({SPECIAL.id, CHANGE.id} if is_of_conditions else {SPECIAL.id})


def test_beside_two_agreements_it_is_not_told_whose_conditions_an_amendment_changes():
    other = record("deal/other.md", "Carriage Agreement CA-88")
    assert of("GC 4.1: for 3 tons read 5 tons.", other)[GENERAL.id] == {SPECIAL.id}


def test_special_conditions_are_of_the_nearest_general_ones():
    far = record("archive 2/general.md", "General Conditions of Carriage")
    assert far.id not in of("Nothing.", far)


def test_special_conditions_of_two_contracts_leave_shared_general_ones_as_they_are():
    one, two = (record(f"{name}/special.md", "Special Conditions") for name in ("north", "south"))
    shared = record("forms/general.md", "General Conditions")
    assert amendments([shared, one, two], lambda _: "") == {}
    assert amendments([shared, one], lambda _: "") == {shared.id: frozenset({one.id})}


def test_a_draft_is_of_what_bears_its_title_without_the_mark():
    draft = record("deal/old/special.md", "Special Conditions - DRAFT B for the tender, not for contract")
    elsewhere = record("else/special.md", "Special Conditions - DRAFT B for the tender, not for contract")
    found = replaced([SPECIAL, draft, elsewhere])
    assert found[draft.id].by == SPECIAL.id
    assert elsewhere.id not in found


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("GC 3.1(b): in place of \u00a350 read \u00a325.", "3.1"),
        ("SCC 12 Delete and replace: \u201cNo work is done on Sundays.\u201d", "12"),
        ("3. PC 14.7: delete \u201c5 days\u201d, insert \u201c3 days\u201d.", "14.7"),
        ("Sub-Clause 6.2 Substitute 4% for 3%.", "6.2"),
    ],
)
def test_orders_change_the_clause_that_they_name_by_a_short_form(text, number):
    assert alters(text, number)
    assert altered(text) == (number,)


@pytest.mark.parametrize(
    "text",
    [
        "The Supplier shall delete the records of clause 9.2 on request.",
        "Clause 1 of Amendment No. 3 is deleted.",
        "PC 9.2 is a computer.",
    ],
)
def test_what_only_speaks_of_a_clause_changes_none(text):
    assert altered(text) == ()


def test_numbers_stand_at_lines_within_a_paragraph_and_in_a_column_of_clauses():
    text = """# 8 Time

8.1 Start. Work starts in May. 8.2 End. Work ends in June, 9.5 hours a day. 12.4 Not this.

| Clause | Item | Data |
| --- | --- | --- |
| 8.3 | Float | 5 days |

| Length | Price |
| --- | --- |
| 2.5 | 7 euros |
"""
    assert numbers_in(text) == {"8.1", "8.2", "8.3"}
    assert row_number("| Sub-Clause | Item |", "| GC 8.3 | Float |") == "8.3"
    assert row_number("| Length | Price |", "| 2.5 | 7 euros |") == ""
    assert is_clause("GC 20.1")
    assert not is_clause("GX 20.1")
