"""CHUNK-2: tables of contents, signatures, and references at the start of a broken line are no sections."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.chunk.sections_contents import contents_ranges
from kts.ingest.structure.units import LONGEST_SECTION, units_of
from kts.ingest.visible import Visible
from kts.structure import Item
from kts.types import Marked, Span

LEADERS = "".join(f"Section {number}.01 Title of it {'.' * 20} {number * 3}\n" for number in range(1, 8))


def headings(text: str, *, markup: str = "plain") -> list[str]:
    return [f"{one.number} {one.heading}".strip() for one in StructureSectioner().sections(text, markup=markup)]


def test_chunk2_a_list_with_leaders_and_rising_pages_is_a_table_of_contents():
    text = f"AGREEMENT\n\nTABLE OF CONTENTS\n\n{LEADERS}\nThe parties agree.\n"
    ((start, end),) = contents_ranges(text)
    assert text[start:end] == LEADERS.rstrip("\n")


def test_chunk2_a_column_of_figures_is_none():
    rows = "".join(
        f"County {name}      {amount}\n" for name, amount in zip("ABCDEFG", (9, 2, 7, 1, 8, 3, 5), strict=True)
    )
    assert contents_ranges(rows) == ()
    assert contents_ranges("1.1 Scope 3\n1.2 Terms 4\n") == (), "two lines are a list of anything"


def test_chunk2_links_to_anchors_are_one():
    links = "".join(f"+ [Part {number}](#part-{number})\n" for number in range(6))
    assert len(contents_ranges(f"# Guide\n\n{links}\nWords.\n")) == 1


@given(st.text(alphabet="Section 1.2\n. \t(#)[]ab", max_size=400))
def test_chunk2_any_text_has_ranges_in_order(text):
    ranges = contents_ranges(text)
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    assert list(ranges) == sorted(ranges)


def test_chunk2_the_signatures_of_a_contract_are_a_section():
    text = "ARTICLE I\n\nTERMS\n\nSection 1.01. Fees. They are due.\n\nSection 1.02. Law. Ohio.\n\n"
    text += "IN WITNESS WHEREOF, the parties sign.\n"
    assert headings(text)[-1] == "IN WITNESS WHEREOF"


def test_chunk2_a_reference_that_begins_a_line_is_no_heading():
    text = (
        "ARTICLE I\n\nTERMS\n\nSection 1.01. Loans. Those described in\n\nSchedule 8\n\nare loans, as said in\n\n"
        "Section 1.01\n\nabove.\n\nSection 1.02. Law. Ohio.\n"
    )
    assert headings(text) == ["ARTICLE I TERMS", "1.01 Loans", "1.02 Law"]


def test_idx1_a_section_is_a_unit_with_its_subsections_unless_it_is_long():
    long = "word " * (LONGEST_SECTION // 5)
    text = f"# One\n\n{'short text. ' * 9}\n\n## One A\n\n{'more text. ' * 9}\n\n"
    text += f"# Two\n\n{'own text. ' * 9}\n\n## Two A\n\n{long}\n"
    sections = StructureSectioner().sections(text, markup="markdown")
    units = units_of(
        sections, (Item("Obligation", Span(0, 5), 0, 0), Item("Statement", Span(6, 9), 0, 1)), Visible(text)
    )
    texts = {(one.level, text[one.start : one.end].splitlines()[0]): text[one.start : one.end] for one in units}
    assert "One A" in texts["section", "# One"]
    assert "Two A" not in texts["section", "# Two"]
    assert [one.kind for one in units if one.level == "item"] == ["Obligation"]


def test_idx1_no_unit_holds_what_the_original_hides():
    text = "# One\n\n" + "seen words here. " * 6 + "hidden words here. " * 6
    start = text.index("hidden")
    sections = StructureSectioner().sections(text, markup="markdown")
    (unit,) = units_of(sections, (), Visible(text, (Marked(start, len(text), "vanish"),)))
    assert unit.end <= start


def test_chunk2_below_its_title_a_short_list_is_one():
    links = "- [Install](#install)\n  - [Linux](#linux)\n- [Use](#use)"
    assert len(contents_ranges(f"# Guide\n\n## Table of contents\n\n{links}\n\n## Install\n")) == 1
    assert contents_ranges(f"# Guide\n\n{links}\n\n## Install\n") == ()
    paper = "1. Introduction . . . . . . 1\n2. Model . . . . . . 3\nReferences . . . . . . 12"
    assert len(contents_ranges(f"A Study\n\nCONTENTS\n\n{paper}\n\n1. Introduction\n\nQueues.\n")) == 1
