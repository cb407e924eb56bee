"""CHUNK-2: sections nest as their headings do and know their displayed number."""

from __future__ import annotations

import pytest

from kts.ingest.chunk.numbering import split_number
from kts.ingest.chunk.sections import StructureSectioner

TEXT = """Preamble.

# Handbook

Intro.

## 1.1 Scope

Text.

### Details

More.

## 1.2 Terms

End.

# Annex
"""


def test_chunk_2_levels_parents_numbers_and_spans() -> None:
    found = StructureSectioner().sections(TEXT, markup="markdown")
    assert [(s.index, s.parent, s.level, s.number, s.heading) for s in found] == [
        (0, None, 1, "", "Handbook"),
        (1, 0, 2, "1.1", "Scope"),
        (2, 1, 3, "", "Details"),
        (3, 0, 2, "1.2", "Terms"),
        (4, None, 1, "", "Annex"),
    ]
    assert TEXT[found[1].span.start : found[1].span.end] == "## 1.1 Scope\n\nText.\n\n### Details\n\nMore."
    assert found[0].span.end == found[3].span.end
    assert TEXT[found[0].span.start :].startswith("# Handbook")


def test_chunk_2_a_text_without_headings_has_no_sections() -> None:
    assert StructureSectioner().sections("Only text.\n\nAnd more.", markup="markdown") == ()
    assert StructureSectioner().sections("", markup="plain") == ()


@pytest.mark.parametrize(
    ("heading", "number", "words"),
    [
        ("Section 5.02(b) Fees", "5.02(b)", "Fees"),
        ("SECTION 3", "3", ""),
        ("ARTICLE II", "ARTICLE II", ""),
        ("ARTICLE II. REMEDIES", "ARTICLE II", "REMEDIES"),
        ("Article 4: Term", "Article 4", "Term"),
        ("2.1.3 Title", "2.1.3", "Title"),
        ("2. Title", "2", "Title"),
        ("3 Results", "3", "Results"),
        ("Exhibit A", "Exhibit A", ""),
        ("SCHEDULE 1 - Rates", "SCHEDULE 1", "Rates"),
        ("Appendix C-2 Forms", "Appendix C-2", "Forms"),
        ("§ 7 Notice", "7", "Notice"),
        ("A. Background", "A", "Background"),
        ("Introduction", "", "Introduction"),
        ("Part of the plan", "", "Part of the plan"),
        ("2024 in review", "", "2024 in review"),
        ("", "", ""),
    ],
)
def test_chunk_2_the_number_is_split_from_the_words(heading: str, number: str, words: str) -> None:
    assert split_number(heading) == (number, words)


def test_chunk_2_a_contract_in_plain_text() -> None:
    text = (
        "ARTICLE II\n\nREMEDIES\n\n"
        "Section 2.01 Default. If the Borrower fails to pay, it is in default.\n\n"
        "SECTION 2.02. Cure.\n\nThe Borrower may cure (a) at once or\n(b) later.\n\n"
        "EXHIBIT A\n\nForm of note.\n"
    )
    found = StructureSectioner().sections(text, markup="plain")
    assert [(s.parent, s.level, s.number, s.heading) for s in found] == [
        (None, 1, "ARTICLE II", "REMEDIES"),
        (0, 2, "2.01", "Default"),
        (0, 2, "2.02", "Cure"),
        (None, 1, "EXHIBIT A", ""),
    ]
