"""TICK-6: a statement whose object or other case stands in the sentence beside it is not told alone."""

from __future__ import annotations

import pytest

from kts.answers import Answer, Claim
from kts.tickets.around import lacking, unsupported
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span

TEXT = (
    "# Deliveries\n\nParcels leave the same day if they were ordered before 16:00. Parcels ordered later leave the "
    "next day.\n\nChange of address: under Account, owners only. After a change deliveries stop for two days. "
    "This cannot be shortened.\n\n- Boxes are brown.\n- It is glued.\n\nAfter a holiday of the carrier lists are long."
)
PASSAGE = Passage("p", "d", "", "chunk", "text", TEXT, Span(10, 10 + len(TEXT)), {})


def claim(text):
    start = 10 + TEXT.index(text)
    place = Citation("a.md", "file:///a.md", "Deliveries", "0" * 64, "0" * 64, "text:1", "d", "p",
                     Span(start, start + len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answer(*said):
    ranking = Ranking(Query("q"), (Hit(PASSAGE, 0.9, {}),), 1)
    return Answer("q", "answered", "", 0.9, 1.0, tuple(map(claim, said)), ranking=ranking)


BEFORE, LATER = (
    "Parcels leave the same day if they were ordered before 16:00.",
    "Parcels ordered later leave the next day.",
)
CHANGE, AFTER = "Change of address: under Account, owners only.", "After a change deliveries stop for two days."


@pytest.mark.parametrize(
    ("said", "beside"),
    [
        ((BEFORE,), [LATER]),
        ((BEFORE, LATER), []),
        ((LATER,), [BEFORE]),
        ((AFTER,), [CHANGE]),
        ((CHANGE, AFTER), []),
        (("This cannot be shortened.",), [AFTER]),
        (("- It is glued.",), []),  # an entry of a list
        (("After a holiday of the carrier lists are long.",), []),  # says of what
        ((CHANGE,), []),
    ],
)
def test_tick_6_what_a_statement_leans_on_belongs_to_it(said, beside):
    found = answer(*said)
    assert [one.text for one in lacking(found.claims, found)] == beside


def test_tick_6_what_leans_on_what_is_not_said_stands_beside_no_answer():
    found = answer(BEFORE, LATER, AFTER)
    assert [one.text for one in unsupported(found.claims, found)] == [AFTER]
    found = answer(BEFORE, CHANGE, AFTER)
    assert unsupported(found.claims, found) == ()


def test_tick_6_without_the_passage_nothing_is_said_to_lean():
    found = answer(AFTER)._replace(ranking=None)
    assert lacking(found.claims, found) == ()
