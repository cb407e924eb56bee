"""CONF-1: a reader gets each row with the names of its columns, and its span is told in the passage's own text."""

from __future__ import annotations

import pytest

from kts.answer.units.rendered import origin, rendered
from kts.types import Passage, Span

HEAD = "| hostname | site | ram_gb |\n| --- | --- | --- |\n"
ROWS = "| mill-01 | OSR | 512 |\n| mill-02 | TMP | |\n"
TABLE = f"The machines of the mill:\n\n{HEAD}{ROWS}\nAll are checked in May."


def passage(text, start=0):
    return Passage("p", "d", "s", "chunk", "text", text, Span(start, start + len(text)))


def nothing_before(_):
    return ""


def test_rows_are_read_with_the_names_of_their_columns():
    found = rendered(passage(TABLE), nothing_before)
    assert found.text == (
        "The machines of the mill:\n\nhostname: mill-01; site: OSR; ram_gb: 512.\n"
        "hostname: mill-02; site: TMP.\n\nAll are checked in May."
    )


def test_the_header_may_stand_before_the_passage():
    found = rendered(passage(ROWS, len(HEAD)), lambda _: HEAD)
    assert found.text.startswith("hostname: mill-01; site: OSR; ram_gb: 512.")


@pytest.mark.parametrize(
    ("shown", "own"),
    [("512", "| mill-01 | OSR | 512 |"), ("checked in May", "checked in May"), ("machines", "machines"),
     ("mill:\n\nhostname", "mill:\n\n| hostname | site | ram_gb |\n| --- | --- | --- |\n| mill-01 | OSR | 512 |")],
)  # fmt: skip
def test_a_span_is_told_in_the_text_of_the_passage(shown, own):
    found = rendered(passage(TABLE), nothing_before)
    start = found.text.index(shown)
    span = origin(found, Span(start, start + len(shown)))
    assert TABLE[span.start : span.end] == own


@pytest.mark.parametrize("text", ["The mill has 512 GB.", "", "| a | b |\n| c | d |", "x | y\n"])
def test_what_has_no_header_is_read_as_it_stands(text):
    found = rendered(passage(text), nothing_before)
    assert found.text == text
    assert origin(found, Span(0, len(text))) == Span(0, len(text))
