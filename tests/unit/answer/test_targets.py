"""EVID-9: what an amendment is of, and which place of it, where other documents bear the same number."""

from __future__ import annotations

import pytest

from kts.answer.claims.consolidated import consolidated
from kts.answer.standing.clauses import altered, alters, of_place
from kts.answer.standing.inforce import amendments
from kts.answer.standing.targets import amends, annex
from kts.records import DocumentRecord


def record(path: str, title: str, **metadata: object) -> DocumentRecord:
    return DocumentRecord(1, f"doc_{path}", "r", path, "", "", title, "", "", "en", "", 10, False, metadata)


BASE = record("hire/SC-2031 Okafor.docx", "Crane Hire Agreement SC-2031")
CHANGE = record("hire/SC-2031 change.docx", "Amendment No. 2 to SC-2031")


@pytest.mark.parametrize(
    "other",
    [
        record("hire/SC-2031 Annex 1 Rates and change.docx", "Annex 1 to SC-2031: Rates"),
        record("hire/zz.docx", "Schedule B of the Crane Hire Agreement SC-2031"),
        record("hire/zz.eml", "Re: SC-2031 change", message_id="<7@example>"),
        record("hire/zz invoice change.pdf", "Invoice 7 for agreement no. SC-2031"),
        record("hire/drafts/SC-2031 change Okafor.docx", "DRAFT Crane Hire Agreement SC-2031"),
        record("hire/old/SC-2031 change Okafor.docx", "Crane Hire Agreement SC-2031"),
    ],
)
def test_the_agreement_itself_is_amended_whatever_else_bears_its_number(other):
    text = 'Clause 4 is deleted. In Annex 1 and Schedule B "10" is replaced by "12".'
    assert amendments([other, BASE, CHANGE]) == {BASE.id: frozenset({CHANGE.id})}
    assert set(amendments([other, BASE, CHANGE], lambda _: "Clause 4 is deleted. See Annex 1.")) == {BASE.id}
    parts = {other.id} if annex(other.title) else set()
    assert set(amendments([other, BASE, CHANGE], lambda _: text)) == {BASE.id, *parts}, "an annex that it changes, too"


def test_of_two_agreements_of_one_name_that_of_the_same_folder_is_amended():
    ours, theirs = record("north/lease.md", "Lease Agreement"), record("south/lease.md", "Lease Agreement")
    change = record("north/change.md", "First Amendment to the Lease Agreement")
    assert amendments([ours, theirs, change]) == {ours.id: frozenset({change.id})}


@pytest.mark.parametrize(
    ("title", "what"),
    [
        ("2. Nachtrag zum Mietvertrag MV-77 vom 3. Mai 2020", "Mietvertrag MV-77"),
        ("\u00c4nderungsvereinbarung Nr. 4 zur Betriebsvereinbarung Gleitzeit", "Betriebsvereinbarung Gleitzeit"),
        ("Zusatzvereinbarung zum Arbeitsvertrag", "Arbeitsvertrag"),
        ("Amendment No. 3 to the Supply Agreement", "Supply Agreement"),
        ("\u00c4nderung der Preise zum Jahreswechsel", ""),
        ("Nachtragshaushalt 2025", ""),
    ],
)
def test_titles_say_what_is_amended_in_german_too(title, what):
    assert amends(title) == what


@pytest.mark.parametrize(
    ("title", "name"),
    [("Anlage 3 zum Mietvertrag", "anlage 3"), ("Schedule of fees", ""), ("Annexation of the plot", "")],
)
def test_a_part_of_an_agreement_has_a_number(title, name):
    assert annex(title) == name


def test_a_clause_of_an_annex_is_none_of_the_agreement():
    said = "Section 4 of Annex 2 is deleted."
    assert not alters(said, "4")
    assert alters(said, "annex 2")
    assert altered(said) == ("annex 2",)
    both = "Clause 4 and Annex 2 are replaced."
    assert alters(both, "4")
    assert alters(both, "annex 2")
    assert not alters("Annex 21 is replaced.", "annex 2")
    assert not alters("Annex 2 applies to clause 9.", "annex 2")


def test_a_change_of_a_row_is_of_that_row():
    change = 'In Annex 1 No. B2 the figure "6 weeks" is replaced by "3 weeks".'
    assert of_place("B2 Delivery: 6 weeks.", change)
    assert not of_place("B3 Repair: 6 weeks.", change)
    assert of_place("B3 Repair: 6 weeks.", 'By Amendment No. 4 in Annex 1 "6 weeks" is replaced by "3 weeks".')


@pytest.mark.parametrize(
    "change",
    [
        "In \u00a7 7 wird die Angabe \u201e4 Wochen\u201c durch die Angabe \u201e6 Wochen\u201c ersetzt.",
        "In \u00a7 7 wird \u00bb4 Wochen\u00ab durch \u00bb6 Wochen\u00ab ersetzt.",
        "\u00a7 7 Abs. 1: Die Frist wird von 4 Wochen auf 6 Wochen verl\u00e4ngert.",
        "\u00a7 7 lautet k\u00fcnftig wie folgt: \u201eDie K\u00fcndigungsfrist betr\u00e4gt 6 Wochen.\u201c",
        "\u00a7 7 erh\u00e4lt folgende neue Fassung: Die K\u00fcndigungsfrist betr\u00e4gt 6 Wochen.",
    ],
)
def test_german_amendments_say_how_a_clause_reads(change):
    assert alters(change, "7")
    assert consolidated("Die K\u00fcndigungsfrist betr\u00e4gt 4 Wochen.", change) == (
        "Die K\u00fcndigungsfrist betr\u00e4gt 6 Wochen."
    )


@pytest.mark.parametrize(
    "said",
    [
        "\u00a7 7 bleibt unver\u00e4ndert.",
        "\u00a7 7 wird nicht ge\u00e4ndert.",
        "\u00a7 17 wird gestrichen.",
    ],
)
def test_german_clauses_that_stay_are_not_changed(said):
    assert not alters(said, "7")


@pytest.mark.parametrize(
    "change",
    [
        'Clause 3 is amended by replacing "two keys" with "three keys".',
        'Clause 3 is hereby varied by deleting the words "two keys" and replacing them with "three keys".',
        'In clause 3 the reference to "two keys" is changed to "three keys".',
    ],
)
def test_the_verb_may_stand_before_the_words(change):
    assert alters(change, "3")
    assert consolidated("The tenant gets two keys.", change) == "The tenant gets three keys."


def test_words_of_a_quotation_that_replace_nothing_change_nothing():
    assert consolidated("The sign says open.", 'Clause 3 is amended; "open" by "noon" is only said.') is None
