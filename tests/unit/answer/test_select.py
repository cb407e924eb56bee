"""Statements are read in turns, as long as one of the next could come to lead."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from kts.answer.choose import select
from kts.answer.choose.extract import Held
from kts.answer.choose.select import ALWAYS, FIRST, UNREAD, WEIGHT, selected
from kts.answer.units.quotable import Unit
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

QUESTION = "How long is the notice?"


def unit(at: int) -> Unit:
    return Unit(f"Sentence {at}.", Span(10 * at, 10 * at + 9), 0, at, "sentence")


def ranked(scores: Sequence[float]) -> tuple[tuple[float, Held], ...]:
    return tuple((score, Held(unit(at), frozenset(), ())) for at, score in enumerate(scores))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is read, by place; the one at 1 has a great logit in the first of two questions, no other has."""
    places: list[int] = []

    def logits(question: str, units: Sequence[Unit], *_: Any) -> dict[Unit, float]:
        places.extend(one.position for one in units)
        return {one: 6.0 if one.position == 1 and question == QUESTION else -6.0 for one in units}

    class Selector:
        def count(self, text: str) -> int:
            return len(text)

    monkeypatch.setattr(select, "_logits", logits)
    monkeypatch.setattr(select, "selector_for", lambda *_: Selector())
    return places


def test_evid_4_where_one_statement_surely_leads_no_other_is_read_but_what_may_stand_beside_it(read):
    found = selected(QUESTION, ranked([10 - 0.1 * at for at in range(40)]), None, None)  # type: ignore[arg-type]
    assert read == list(range(ALWAYS))
    assert found.ranked[0][1].unit.position == 1
    (score,) = {
        round(score + 0.1 * one.unit.position - 10, 6) for score, one in found.ranked if one.unit.position > ALWAYS
    }
    assert score == min(UNREAD, -6.0) * WEIGHT


def test_evid_4_where_none_answers_more_are_read_up_to_a_bound(read):
    selected("Who is told?", ranked([10 - 0.1 * at for at in range(40)]), None, None)  # type: ignore[arg-type]
    assert read == list(range(FIRST))


def test_statements_that_words_put_far_behind_are_not_read(read):
    selected("Who is told?", ranked([10.0] * 10 + [-20.0] * 10), None, None)  # type: ignore[arg-type]
    assert read == list(range(10))


def test_fewer_statements_than_are_always_read(read):
    assert len(selected(QUESTION, ranked([3.0, 2.0, 1.0]), None, None).logits) == 3  # type: ignore[arg-type]


GUIDE = "REFUNDS\n  Up to 50 pounds      any keeper\n  over 250 pounds      Ivo Brandt, estates\n"


def test_evid_4_a_line_of_columns_is_read_behind_the_lines_above_it():
    passage = SimpleNamespace(text=GUIDE, span=Span(0, len(GUIDE)), metadata={"heading": "", "document_key": 1})
    hits = [SimpleNamespace(passage=passage)]
    found: Any = SimpleNamespace(ranking=SimpleNamespace(hits=hits), records={1: SimpleNamespace(title="Guide")})
    start = GUIDE.index("over")
    line = Unit(GUIDE[start:-1], Span(start, len(GUIDE) - 1), 0, 2, "sentence", "REFUNDS")
    said = select.shown(line, found, lambda text: len(text.split()))
    assert " ".join(said.split()).endswith("any keeper || over 250 pounds Ivo Brandt, estates")
    assert "any keeper" not in select.shown(
        line._replace(text="Refunds are paid."), found, lambda text: len(text.split())
    )
