"""EVID-4: the smallest set of units that answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import NAMES, Asked, Held
from kts.answer.choose.smallest import BEGINNING, CLOSE, FAR, REACH, chosen, ranked
from kts.answer.units.quotable import Unit
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def test_a_list_of_which_two_entries_come_beside_the_lead_is_shown_whole() -> None:
    lead = held("Fees have causes.", 0, hit=1)
    entries = [held(f"{n}. loan {n}", 30 * n, kind="entry", intro="The causes:") for n in (1, 2, 3)]
    other = held("1. loan x", 0, kind="entry", intro="Others:", hit=2)
    found = [(9.0, lead), (8.9, entries[2]), (8.8, entries[0]), (1.0, entries[1]), (0.5, other)]
    assert texts(found, FEE._replace(kind="other")) == [lead.unit.text, *(one.unit.text for one in entries)]
    first = [(9.0, entries[0]), (8.9, entries[2]), (8.8, entries[1])]
    assert texts(first, FEE._replace(kind="other")).count(entries[0].unit.text) == 1
    many = [held(f"{n}. loan {n}", 30 * n, kind="entry", intro="Many:", hit=3) for n in range(1, 26)]
    long = [(9.0, lead), (8.9, many[23]), (8.8, many[24]), *((1.0, one) for one in many[:23])]
    assert texts(long, FEE._replace(kind="other")) == [one.unit.text for one in (lead, many[23], many[24])]
    alone = [(9.0, lead), (8.9, entries[2]), (8.8, other), (1.0, entries[0])]
    assert texts(alone, FEE._replace(kind="other")) == [lead.unit.text, entries[2].unit.text, other.unit.text]


def test_who_asks_for_one_of_a_list_gets_that_one() -> None:
    entries = [held(f"- loan {name}", at, kind="entry", intro="Loans:") for name, at in (("a", 30), ("b", 60))]
    who = FEE._replace(kind="who")
    assert texts([(9.0, entries[1]), (1.0, entries[0])], who) == [entries[1].unit.text]


def test_who_asks_for_the_steps_gets_the_whole_table_in_its_order() -> None:
    def row(text: str, start: int, header: str) -> Held:
        one = held(text, start, kind="row")
        return one._replace(unit=one.unit._replace(header=header))

    header = "| Day | Step |"
    rows = [row(f"| {day} | letter {day} |", day, header) for day in (0, 30, 45)]
    other = row("| 7 | another table |", 90, "| Day | Fee |")
    ranked = [(9.0, rows[2]), (8.0, other), (7.0, rows[0]), (1.0, rows[1])]
    steps = chosen(FEE._replace(kind="procedure", whole=True), ranked)
    assert [one.held for one in steps if one.listed] == [rows[2], rows[0], rows[1]]
    assert not any(one.listed for one in chosen(FEE._replace(kind="procedure"), ranked))
    own = rows[2]._replace(features=tuple(float(name == "own") for name in NAMES))
    assert not any(one.listed for one in chosen(FEE._replace(whole=True), [(9.0, own), *ranked[1:]]))


def test_meaning_is_compared_where_it_can_change_who_comes_first() -> None:
    def scored(text: str, start: int, own: float) -> Held:
        return held(text, start)._replace(features=tuple(own * (name == "own") for name in NAMES))

    plain = dict.fromkeys(NAMES, 0.0) | {"own": 1.0}
    weights = {"words": plain, "meaning": plain | {"cosine": 10.0}}
    first, second = scored("A long unit. " * 40, 0, 9.0), scored("The second.", 600, 8.5)
    far = scored("Far behind.", 700, 8.9 - REACH)
    seen: list[str] = []

    def near(texts: Sequence[str]) -> list[float]:
        seen.extend(texts)
        return [0.1 if text.startswith("A long") else 0.9 for text in texts]

    found = [one for _, one in ranked([first, second, far], weights, near)]
    assert [one.unit for one in found] == [second.unit, first.unit, far.unit]
    assert seen == [first.unit.text[:BEGINNING], second.unit.text]
    assert found[2].features[-1] == min(one.features[-1] for one in found)


def test_nothing_found_is_nothing_chosen() -> None:
    assert chosen(FEE, []) == ()
