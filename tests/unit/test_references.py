"""TERM-3: references resolve to the place that they name, and say so when there is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.structure.definitions import definitions
from kts.ingest.structure.references import references, relations
from kts.lexicon.crossrefs_documents import named

AGREEMENT = """# ARTICLE II Conveyance

## Section 2.01 Transfer

(a) The Depositor assigns the loans.

(b) If this fails, paragraph (a) is read as a pledge under this Section.

## Section 2.02 Files

(a) Recording costs are paid (i) by the Seller, (ii) by the Servicer.

(b) The duty in the preceding paragraph, and in clause (ii) of paragraph (a), survives. See Section 2.01(b),
Section 9.09, Exhibit A and this Article.

# EXHIBIT A Loans

Listed here.
"""


def found(text: str, *, markup: str = "markdown"):
    sections = StructureSectioner().sections(text, markup=markup)
    return sections, references(text, sections, definitions(text, sections))


def numbers(text: str) -> list[tuple[str, str, str, bool]]:
    return [(" ".join(one.text.split()), one.kind, one.number, one.resolved) for one in found(text)[1]]


def test_term3_references_of_an_agreement():
    assert numbers(AGREEMENT) == [
        ("paragraph (a)", "paragraph", "2.01(a)", True),
        ("this Section", "section", "2.01", True),
        ("the preceding paragraph", "paragraph", "2.02(a)", True),
        ("clause (ii) of paragraph (a)", "paragraph", "2.02(a)(ii)", True),
        ("Section 2.01(b)", "section", "2.01(b)", True),
        ("Section 9.09", "section", "9.09", False),
        ("Exhibit A", "exhibit", "A", True),
        ("this Article", "article", "II", True),
    ]


def test_term3_a_target_is_the_section_that_it_names():
    sections, listed = found(AGREEMENT)
    (one,) = [one for one in listed if one.text == "Section 2.01(b)"]
    assert sections[one.target].heading == "Transfer"
    assert sections[one.section].heading == "Files"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("See Section 4043 of ERISA.", [("external", "4043", "ERISA")]),
        ("Within Regulation D of the Board.", [("external", "Regulation D", "Regulation D")]),
        ("As RFC 9110 says.", [("rfc", "9110", "RFC 9110")]),
        ("Under 50 U.S.C. \u00a7 1 it may.", [("external", "50 U.S.C. 1", "50 U.S.C. 1")]),
        ("It breaches Section 14 of the Franchise Agreement.", [("section", "14", "Franchise Agreement")]),
        ("Late Charge Policy, section 4.1 in version 4.", [("section", "4.1", "Late Charge Policy")]),
        ("A Chapter 13 case was filed.", []),
        ("It took Section 4 days.", [("section", "4", "")]),
    ],
)
def test_term3_other_documents_and_laws(text, wanted):
    listed = [(one.kind, one.number, one.document) for one in found(text)[1] if one.kind != "document"]
    assert listed == wanted


def test_term3_lists_of_numbers_are_a_reference_each():
    assert [number for _, _, number, _ in numbers("Sections 3.07, 5.02 and 6.01 survive.")] == ["3.07", "5.02", "6.01"]


def test_term3_literature_is_cited_by_number():
    text = (
        "# Paper\n\nQueues are long [1] and slow [2].\n\n## References\n\n[1] A. Author. Queues.\n[2] B. Other. Time.\n"
    )
    sections, listed = found(text)
    assert [(one.number, one.resolved, sections[one.target].heading) for one in listed] == [
        ("1", True, "References"),
        ("2", True, "References"),
    ]
    assert found("An array[1] in code.")[1] == ()


def test_term3_headings_and_captions_refer_to_nothing():
    assert numbers("# Section 1.01 Terms\n\nWords.\n\n# Section 1.02 Fees\n\nTable 1. Fees by state\n") == []


def test_term3_an_amendment_refers_to_what_it_amends():
    text = (
        "# First Amendment\n\nThis First Amendment amends the Pooling and Servicing Agreement dated March 1, 2021 (the "
        '"Agreement").\n\n## 1. Terms\n\n1.1 Section 3.07 of the Agreement is deleted. Exhibit E stays.\n'
    )
    _, listed = found(text)
    kinds = {(one.number, one.document) for one in listed if one.kind in {"section", "exhibit"}}
    assert kinds == {("3.07", "Pooling and Servicing Agreement"), ("E", "Pooling and Servicing Agreement")}
    sections = StructureSectioner().sections(text, markup="markdown")
    assert relations(text, definitions(text, sections)) == {"amends": "Pooling and Servicing Agreement"}


def test_term3_a_name_means_the_document_with_the_fewest_other_words():
    titles = [
        ("v3", "Late Charge Policy version 3"),
        ("psa", "Pooling and Servicing Agreement"),
        ("sub", "Subservicing Agreement"),
    ]
    assert named("the Servicing Agreement", titles) == "psa"
    assert named("Custodial Agreement", titles) is None
    assert named("Agreement", [("a", "Agreement one"), ("b", "Agreement two")]) is None


def test_term3_annexes_whose_headings_run_into_the_text_are_targets_and_no_references():
    text = (
        "Exhibit 10.7 SUPPLY AGREEMENT The goods of Schedule A are sold under Schedule B, at the rates of Table 1. "
        "SCHEDULE A - The Goods Soap. TABLE 1 Monthly Fees Ten a month. As listed in Schedule C."
    )
    sections = StructureSectioner().sections(text, markup="plain")
    listed = references(text, sections, definitions(text, sections))
    assert [(one.text, one.resolved) for one in listed if one.kind in {"schedule", "exhibit"}] == [
        ("Schedule A", True),
        ("Schedule B", False),
        ("Schedule C", False),
    ]
    assert all(one.resolved for one in listed if one.text == "Table 1")


@given(st.text(alphabet="Section 1.02(ab)[]\n#Exhibit", max_size=300))
def test_term3_any_text_has_references_that_are_slices_of_it(text):
    sections, listed = found(text)
    for one in listed:
        assert text[slice(*one.span)] == one.text
        assert one.target is None or 0 <= one.target < len(sections)


ROMAN = """
(g) insure the Property;

(h) give notice of:

(i) any default;

(ii) any lawsuit; and

(i) pay all taxes, including:

(i) those of this clause; and

(ii) those under clause (h)(ii).

(j) comply with this paragraph.
"""


def test_term3_a_roman_one_below_h_is_not_the_letter_i():
    text = "\n\n".join(["# Section 5.01 Covenants", "The Borrower shall:", *(f"({one}) do {one};" for one in "abcdef")])
    text += f"\n{ROMAN}"
    assert [one[2] for one in numbers(text)] == ["5.01(i)(i)", "5.01(h)(ii)", "5.01(j)"]


def test_term3_letters_that_go_on_after_h_are_letters():
    text = "# Section 3 Duties\n\n" + "\n\n".join(f"({one}) do it;" for one in "abcdefghi")
    assert [one[2] for one in numbers(f"{text}\n\n(j) see this paragraph.")] == ["3(j)"]
