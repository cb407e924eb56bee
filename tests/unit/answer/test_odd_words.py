"""Rules that read what changes, marks and names are not misled by words that merely look like them."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.grid.ticked import legend
from kts.answer.constraints.editions import editions
from kts.answer.constraints.vocabulary import NOWHERE
from kts.answer.constraints.years import pairs
from kts.answer.standing.wished import wished
from kts.answer.standing.wording import leaves, replacements


def test_words_that_are_replaced_by_nothing_are_no_change() -> None:
    """An amendment with an empty quotation is not read, and breaks nothing."""
    assert replacements('The words " " are replaced by the words "forty days".') == ()


@pytest.mark.parametrize("text", ["This is not affected.", "They remain unchanged."])
def test_what_names_nothing_leaves_nothing_as_it_is(text: str) -> None:
    """`This` is of whatever stood before."""
    assert not leaves(text, "The deposit is 300 euros.")


def test_a_noun_between_is_no_legend() -> None:
    """`Buses are a means of transport` explains no `A`; a dash is one, however it is drawn."""
    assert "A" not in legend("Buses are a means of transport. R means responsible, and I = informed.")
    assert legend("X = holds, \u2013 = holds not").keys() == {"X", "-"}


@pytest.mark.parametrize(
    ("question", "marks"),
    [
        ("Who wrote to Rev. J. Smith?", []),
        ("What is an issue B shift would see?", []),
        ("What does Rev C of the drawing show?", ["C"]),
        ("Is revision B in force?", ["B"]),
        ("What did issue 4 change?", ["4"]),
    ],
)
def test_a_letter_is_an_edition_behind_a_revision_alone(question: str, marks: list[str]) -> None:
    """Initials and the letters of shifts are none."""
    assert [one.text.split()[-1].removeprefix("Rev") for one in editions(question, NOWHERE)] == marks


def test_a_month_of_iso_is_no_pair_of_years() -> None:
    """`2011-12` is December."""
    assert [year for year, _ in pairs("in 2011-12, and 2024/25, and 2023-24")] == [2024, 2023]


def test_goals_that_everybody_has_are_no_private_targets() -> None:
    """`Our own target` is."""
    assert not wished("By when are goals set?", "Each employee sets personal goals by 31 January.")
    assert wished("By when is the hall ready?", "Our own target for the hall is 3 May.")
