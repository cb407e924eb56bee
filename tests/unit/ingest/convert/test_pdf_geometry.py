"""CONV-1, CONV-2: turned pages, ruling lines and grids, right-to-left text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.pdf.bidi import is_right_to_left, ligatures_mended, mended
from kts.ingest.convert.pdf.ocr import stored
from kts.ingest.convert.pdf.page import Upright
from kts.ingest.convert.pdf.rules import Rules, rule_of

SIDE = st.integers(0, 500)


class Shown:
    """A page of 600 x 800 points as stored, shown after its rotation."""

    def __init__(self, rotation):
        self.rotation = rotation

    def get_rotation(self):
        return self.rotation

    def get_size(self):
        return (800, 600) if self.rotation in {90, 270} else (600, 800)


@given(box=st.tuples(SIDE, SIDE, st.integers(1, 90), st.integers(1, 90)), turns=st.integers(0, 3))
def test_conv_1_a_box_seen_upright_leads_back_to_the_page_as_stored(box, turns):
    left, bottom, width, height = box
    place = (left, bottom, left + width, bottom + height)
    turned = Upright(turns, (0, 0, 600, 800)).box(place)
    assert (turned[2] - turned[0], turned[3] - turned[1]) == ((height, width) if turns % 2 else (width, height))
    assert stored(turned, Shown(90 * turns)) == place


@pytest.mark.parametrize(
    ("box", "rule"),
    [
        ((10, 100, 200, 101), (10, 100.5, 200, 100.5)),
        ((10, 100, 11, 300), (10.5, 100, 10.5, 300)),
        ((10, 100, 12, 102), None),
        ((10, 100, 60, 160), None),
    ],
)
def test_conv_2_thin_boxes_are_ruling_lines(box, rule):
    assert rule_of(box) == rule


def grid(xs, ys):
    level = [(xs[0], y, xs[-1], y) for y in ys]
    return [*level, *((x, ys[0], x, ys[-1]) for x in xs)]


@given(columns=st.integers(1, 6), rows=st.integers(1, 6), data=st.data())
def test_conv_2_a_full_grid_has_a_cell_for_each_field(columns, rows, data):
    if columns * rows < 3:
        return
    xs, ys = [40 * n for n in range(columns + 1)], [20 * n for n in range(rows + 1)]
    lines = data.draw(st.permutations(grid(xs, ys)))
    (lattice,) = Rules(lines).lattices()
    assert len({owner for row in lattice.owner for owner in row}) == columns * rows
    column, row = data.draw(st.integers(0, columns - 1)), data.draw(st.integers(0, rows - 1))
    assert lattice.cell_at(40 * column + 20, 20 * row + 10) == lattice.owner[rows - 1 - row][column]
    assert lattice.cell_at(-5, 10) == -1


def test_conv_2_fields_without_a_line_between_them_are_one_cell():
    lines = [*grid([0, 100], [0, 20, 40]), (50, 0, 50, 20)]
    (lattice,) = Rules(lines).lattices()
    assert lattice.owner == ((0, 0), (2, 3))


def test_conv_2_a_box_to_tick_is_no_part_of_the_grid_around_it():
    lines = grid([0, 100, 200], [0, 20, 40])
    tick = grid([150, 160], [5, 15])
    (lattice,) = Rules([*lines, *tick]).lattices()
    assert (lattice.xs, lattice.ys) == ((0, 100, 200), (40, 20, 0))


def test_conv_2_ligatures_of_lam_and_alef_come_in_logical_order_and_the_article_stays():
    shown = "\u0627\u0644\u0645\u0634\u0643\u0627\u0644\u062a"
    assert ligatures_mended(shown, lambda at: at == 5) == "\u0627\u0644\u0645\u0634\u0643\u0644\u0627\u062a"
    assert ligatures_mended(shown, lambda _: False) == shown


def test_conv_2_marks_stand_on_their_letters_and_scripts_apart():
    assert mended("\u0623\u064a \u064b\u0636\u0627") == "\u0623\u064a\u0636\u064b\u0627"
    assert mended("Python\u0645\u0646") == "Python \u0645\u0646"
    assert mended("plain words") == "plain words"


@given(st.text(alphabet="abc \u05d0\u05d1\u0627\u0644\u0625\u064b1.", max_size=20))
def test_conv_2_mending_loses_no_letter(text):
    assert sorted(mended(text).replace(" ", "")) == sorted(text.replace(" ", ""))


def test_conv_2_most_letters_say_in_which_direction_a_text_is_read():
    assert is_right_to_left(["\u0627\u0644\u0645\u0634 R 5"])
    assert not is_right_to_left(["Python \u0645\u0646", "12"])
