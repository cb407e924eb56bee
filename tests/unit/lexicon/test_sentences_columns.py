"""Lines that are set in columns by spaces are statements of their own; prose and code are not cut."""

from __future__ import annotations

import pytest

from kts.lexicon.sentences import sentences

GUIDE = """KEYS
  Up to two days     any porter
  two to ten days    the head porter (Runa in the west wing)
  over ten days      Ivo Brandt, estates
  A key is never posted.

MONEY
  Pay day          the 24th; if that is a Sunday,
                   the Friday before
  Expenses         within 50 days
"""
FORM = """3. FUNDING
Source:                    Capital plan, line 9
Share from the Friends of the Mill:   GBP 2,000
Needed by:                 3 July 2026
"""


def said(text: str) -> list[str]:
    return [" ".join(text[start:end].split()) for start, end in sentences(text)]


def test_each_line_of_columns_is_one_statement_and_the_title_another():
    assert said(GUIDE) == [
        "KEYS",
        "Up to two days any porter",
        "two to ten days the head porter (Runa in the west wing)",
        "over ten days Ivo Brandt, estates",
        "A key is never posted.",
        "MONEY",
        "Pay day the 24th; if that is a Sunday, the Friday before",
        "Expenses within 50 days",
    ]


def test_names_with_a_colon_need_not_be_aligned():
    assert said(FORM) == [
        "3. FUNDING",
        "Source: Capital plan, line 9",
        "Share from the Friends of the Mill: GBP 2,000",
        "Needed by: 3 July 2026",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The rent  is paid on the first day of the\nmonth and the deposit  within ten days of it.",
        "The rent   is paid on the first day of the\nmonth and the deposit is kept until the end.",
        "The    rent is due\nand   the deposit too.",
    ],
    ids=["justified", "one gap", "gaps at other places"],
)
def test_prose_with_wide_gaps_is_not_cut(text: str):
    assert len(said(text)) == 1


def test_a_title_with_a_version_is_none_of_the_sentence_below():
    text = "4. Release 8.4.1\nRuna wants 7 July, for it has the fix of the print that many have waited for."
    assert said(text)[0] == "4. Release 8.4.1"
