"""CHUNK-2: every sectioner keeps the sectioners' suite, over texts with and without structure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts import registry
from kts.testing import check_sectioner
from kts.types import Section, Span

MARKDOWN = """# Servicing

Intro.

## 5.02 Cure

### Notice

Text.

## Fees

A fee.

# Annex
"""
PLAIN = """ARTICLE II

THE CREDITS

SECTION 2.01. Commitments. Each Bank agrees to lend.

SECTION 2.02. Notice. Notice is given in writing.

ARTICLE III

FEES

The fees are paid quarterly.
"""
LINES = st.sampled_from(
    [
        "# One",
        "## 2.1 Two",
        "### Three",
        "SECTION 2.01. Fees.",
        "ARTICLE II",
        "words of text",
        "",
        "- item",
        "```",
        "---",
    ]
)


@pytest.fixture(params=sorted(registry.BUILT_IN["sectioners"]))
def sectioner(request):
    return registry.load("sectioners", request.param)()


@pytest.mark.parametrize(("markup", "text"), [("markdown", MARKDOWN), ("plain", PLAIN)])
def test_chunk_2_every_sectioner_keeps_the_suite(sectioner, markup, text):
    check_sectioner(sectioner, [text], markup=markup)


@given(st.lists(LINES, max_size=30), st.sampled_from(["markdown", "plain"]), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_chunk_2_any_text_keeps_the_suite(lines, markup, end):
    sectioner = registry.load("sectioners", "structure")()
    check_sectioner(sectioner, [end.join(lines)], markup=markup, headings=False)


class Fixed:
    """A sectioner with the same sections for every long text."""

    name = "fixed"
    version = "1"

    def __init__(self, *sections):
        self.found = sections

    def sections(self, text, *, markup):
        del markup
        return self.found if len(text) >= 100 else ()


def section(index, start, end, *, level=1, parent=None, heading="words"):
    return Section(index, parent, level, "", heading, Span(start, end))


@pytest.mark.parametrize(
    ("sections", "rule"),
    [
        ((), "one of the samples"),
        ((section(1, 0, 10),), "counts from 0"),
        ((section(0, 0, 101),), "inside"),
        ((section(0, 4, 4),), "not empty"),
        ((section(0, 0, 9, level=0),), "top level"),
        ((section(0, 0, 9, heading="a\nb"),), "one line"),
        ((section(0, 0, 9)._replace(id="sec_1"),), "left empty"),
        ((section(0, 0, 9, parent=0),), "parent comes before"),
        ((section(0, 0, 9), section(1, 3, 9, parent=0)), "higher level"),
        ((section(0, 0, 9), section(1, 3, 20, level=2, parent=0)), "within its parent"),
        ((section(0, 5, 9), section(1, 0, 4)), "reading order"),
        ((section(0, 0, 9), section(1, 5, 20)), "ends before"),
    ],
)
def test_chunk_2_a_broken_rule_is_named(sections, rule):
    with pytest.raises(AssertionError, match=rule):
        check_sectioner(Fixed(*sections), ["x" * 100])


class Eager(Fixed):
    """Finds a section in every text that has a character."""

    def sections(self, text, *, markup):
        del markup
        return self.found if text else ()


def test_chunk_2_sections_of_a_text_without_headings_are_named():
    with pytest.raises(AssertionError, match="without any headings"):
        check_sectioner(Eager(section(0, 0, 1)), ["x" * 100])
