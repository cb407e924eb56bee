"""EVID-4: the smallest set of units that answers."""

from __future__ import annotations

from kts.answer.choose import CLOSE, FAR, chosen
from kts.answer.extract import NAMES, Asked, Held
from kts.answer.units import Unit
from kts.types import Span

FEE = Asked(((("fee",), 1.0), (("loan",), 1.0)), frozenset(), "number", frozenset(), 2.0)


def held(text: str, start: int, *, kind: str = "sentence", intro: str = "", hit: int = 0) -> Held:
    unit = Unit(text, Span(start, start + len(text)), hit, start, kind, intro)  # type: ignore[arg-type]
    return Held(unit, frozenset(text.lower().strip(".:;- ").split()), (0.0,) * len(NAMES))


def texts(found: list[tuple[float, Held]], asked: Asked = FEE) -> list[str]:
    return [one.held.unit.text for one in chosen(asked, found)]


def test_what_is_further_from_the_lead_must_add_a_word_of_the_question() -> None:
    lead, second, more = held("The fee is high.", 0), held("A fee exists now.", 20), held("Each loan counts.", 40)
    again = held("Some fee was due once.", 60)
    far = 9.0 - CLOSE - 0.1
    first = [(9.0, lead), (9.0, second)]
    assert texts([*first, (far, again)]) == [lead.unit.text, second.unit.text]
    assert texts([*first, (far, again), (far, more)])[2:] == [more.unit.text]
    assert texts([*first, (9.0 - CLOSE + 0.1, again)])[2:] == [again.unit.text]
    assert texts([(9.0, lead), (9.0 - FAR - 0.1, more)]) == [lead.unit.text]


def test_a_list_is_shown_whole_with_its_opening_and_what_else_was_found_behind_it() -> None:
    opening = held("The fee is due for these:", 0)
    entries = [
        held(f"- a loan of kind {name}", at, kind="entry", intro=opening.unit.text)
        for name, at in (("a", 30), ("b", 60))
    ]
    stray = held("Another fee for a loan.", 0, hit=1)
    found = [(9.0, entries[1]), (8.9, stray), (8.0, opening), (7.0, entries[0])]
    picked = chosen(FEE._replace(kind="other"), found)
    listed = [entries[1], opening, entries[0]]
    assert [one.held for one in picked] == [*listed, stray]
    assert [one.listed for one in picked] == [True, True, True, False]
    opened = chosen(FEE, [(9.0, opening), (8.9, stray), (8.0, entries[0]), (7.0, entries[1])])
    assert [one.held for one in opened] == [opening, *entries]


def test_who_asks_for_one_of_a_list_gets_that_one() -> None:
    entries = [held(f"- loan {name}", at, kind="entry", intro="Loans:") for name, at in (("a", 30), ("b", 60))]
    who = FEE._replace(kind="who")
    assert texts([(9.0, entries[1]), (1.0, entries[0])], who) == [entries[1].unit.text]


def test_nothing_found_is_nothing_chosen() -> None:
    assert chosen(FEE, []) == ()
