"""A name with a further word behind it is another thing: what is said of one is not said of the other."""

from __future__ import annotations

import pytest

from kts.answer.choose.longer import asked_names, is_of, other_name

PASSAGES = (
    "The X40 weighs 3 kg. The X40 Mini weighs 900 g. The X40 2G has an aerial.",
    "Support is open all day. Support Plus answers at night.",
    "Talvar Pro has a lock. Talvar is sold in boxes.",
    "Fenster 11 Home is free. Fenster 11 has a menu.",
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does the X40 Mini weigh?", ["X40 Mini"]),
        ("what does the x40 mini weigh?", ["X40 Mini"]),
        ("What does the X40 weigh?", ["X40"]),
        ("Is the X40 2G lighter than the X40?", ["X40 2G", "X40"]),
        ("Is Support Plus open?", []),  # a plain word, which stands in small letters elsewhere
        ("What has Talvar Pro?", ["Talvar Pro"]),
        ("Is Fenster 11 Home free?", ["Fenster 11 Home"]),
        ("What does the Y7 weigh?", []),
    ],
)
def test_the_longer_names_are_those_of_the_passages(question: str, names: list[str]) -> None:
    texts = (*PASSAGES, "Our support is for everybody.")
    assert sorted(one.name for one in asked_names(question, texts)) == sorted(names)


def test_a_title_behind_the_number_of_a_document_or_at_the_beginning_of_a_line_is_no_part_of_a_name() -> None:
    texts = ("See PX-114 Cutting, and PX-114.", "# X40 Quickly told\n\nThe X40 is red.\n\n| X40 Order | X40 |")
    assert asked_names("What changed in PX-114?", texts) == ()
    assert asked_names("What colour has the X40?", texts) == ()


@pytest.mark.parametrize(
    "text",
    [
        "The X40 Purchased Parts, and the X40.",
        "See X40 Section 3 of the X40.",
        "The X40 Manual, for the X40.",
        "The X40 5 of them.",
    ],
)
def test_what_begins_something_else_is_no_part_of_a_name(text: str) -> None:
    assert asked_names("What does the X40 manual say of the X40 section?", (text,)) == ()


@pytest.mark.parametrize(
    ("question", "levels", "other"),
    [
        ("Weight of the X40 Mini?", ("It weighs 3 kg.", "Weights", "The X40 at a glance"), "X40 Mini"),
        ("Weight of the X40 Mini?", ("The X40 Mini weighs 900 g.", "", "The X40 at a glance"), None),
        ("Weight of the X40 Mini?", ("It weighs 3 kg.", "Weights", ""), None),  # nothing says of what
        ("Weight of the X40?", ("The X40 Mini weighs 900 g.",), "X40"),
        ("Weight of the X40 and the X40 Mini?", ("The X40 Mini weighs 900 g.",), None),
        ("Weight of the X40 Mini?", ("The X40 and the X40 Mini are of steel.",), None),
    ],
)
def test_a_text_is_of_the_name_that_stands_nearest(question: str, levels: tuple[str, ...], other: str | None) -> None:
    found = other_name(asked_names(question, PASSAGES), levels)
    assert (found.name if found else None) == other


def test_a_text_without_the_base_is_of_none() -> None:
    (name,) = asked_names("What does the X40 Mini weigh?", PASSAGES)
    assert is_of(name, ("The lamp is red.",)) is None
