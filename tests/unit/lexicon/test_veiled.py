"""CONV-5: what a file hides is drawn as blocks wherever its text is shown, and no offset moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.veiled import BLOCK, veiled
from kts.types import Marked

TEXT = "Open.\n\nThe code is 7.\n\nClosed."
HIDDEN = Marked(7, 21, "vanish")


def test_a_hidden_sentence_is_blocks_with_its_spaces():
    assert veiled(TEXT, [HIDDEN]) == "Open.\n\n███ ████ ██ ██\n\nClosed."


@pytest.mark.parametrize("at", [0, 7, 10, 25])
def test_a_stretch_of_the_text_is_veiled_as_the_whole_is(at):
    assert veiled(TEXT[at:28], [HIDDEN], at) == veiled(TEXT, [HIDDEN])[at:28]


@pytest.mark.parametrize("mark", [Marked(7, 21, "struck"), Marked(7, 9, "zero_width")])
def test_what_readers_see_and_a_few_characters_without_a_glyph_stay(mark):
    assert veiled(TEXT, [mark]) == TEXT


RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=5)


@given(st.text(max_size=40), RANGES)
def test_a_veiled_text_is_as_long_as_it_was_and_says_what_is_not_hidden(text, drawn):
    marks = sorted(Marked(min(one), max(one), "vanish") for one in drawn)
    inside = {at for one in marks for at in range(one.start, one.end)}
    shown = veiled(text, marks)
    assert len(shown) == len(text)
    for at, (was, now) in enumerate(zip(text, shown, strict=True)):
        assert now == (was if at not in inside or was.isspace() else BLOCK)
