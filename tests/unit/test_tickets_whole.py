"""TICK-6: what a reply says is said whole: the step between two others, the warning behind a step."""

from __future__ import annotations

import pytest

from kts.answers import Answer, Claim
from kts.tickets.bearing import bearing
from kts.tickets.nouns import Ticket
from kts.tickets.policy import Policy
from kts.tickets.review import Checked, review
from kts.tickets.whole import left_out, numbered
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Span

LIST = (
    "# Emptying the drum\n\n1. Take the key.\n2. Turn it to the left,\n   until it clicks.\n3. Wait for the lamp.\n"
    "4. Lift the lid.\n\n> **Warning:** The drum is hot. Put on gloves first.\n\n"
    "Restart it under Menu. Call the plant lead first. It takes a minute."
)
STEPS = (
    "1. Take the key.",
    "2. Turn it to the left,\n   until it clicks.",
    "3. Wait for the lamp.",
    "4. Lift the lid.",
)
WARNING = ("**Warning:** The drum is hot.", "Put on gloves first.")
PASSAGE = Passage("p1", "d1", "", "chunk", "text", LIST, Span(40, 40 + len(LIST)), {})
HOW = Ticket("1", "", "How do I empty the drum?")


def claim(text):
    start = 40 + LIST.index(text)
    place = Citation("a.md", "file:///a.md", "Drum", "0" * 64, "0" * 64, "text:1", "d1", "p1",
                     Span(start, start + len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answer(*said, query="How do I empty the drum?"):
    ranking = Ranking(Query("q"), (Hit(PASSAGE, 0.9, {}),), 1)
    return Answer(query, "answered", "\n".join(said), 0.9, 1.0, tuple(map(claim, said)), ranking=ranking)


def test_tick_6_numbered_lists_are_runs_of_numbers():
    text = "1. One.\n2. Two\n   goes on.\n\n7. Alone.\n\n1. Again.\n2. And two."
    found = numbered(Passage("p", "d", "", "chunk", "text", text, Span(0, len(text)), {}))
    assert [[one.text for one in steps] for steps in found] == [
        ["1. One.", "2. Two goes on."],
        ["1. Again.", "2. And two."],
    ]


@pytest.mark.parametrize(
    ("said", "every", "lacking"),
    [
        (STEPS[:2] + STEPS[3:] + WARNING, False, ("3. Wait for the lamp.",)),
        (STEPS + WARNING, True, ()),
        (STEPS[:2], False, ()),
        (STEPS[:2], True, ("3. Wait for the lamp.", "4. Lift the lid.")),
        (STEPS[2:3], True, ()),  # one alone is what is asked for
        (STEPS, True, ("**Warning:** The drum is hot.", "Put on gloves first.")),
        ((*STEPS, WARNING[0]), True, ("Put on gloves first.",)),
        (("Restart it under Menu.",), True, ("Call the plant lead first.",)),
        (("Call the plant lead first.",), True, ()),
        (("It takes a minute.",), True, ("Call the plant lead first.",)),  # what takes a minute stands before it
    ],
)
def test_tick_6_what_is_left_out_is_named(said, every, lacking):
    found = answer(*said)
    assert left_out(found.claims, found, every=every) == lacking


def test_tick_6_without_its_passage_nothing_is_left_out():
    found = answer(*STEPS[:2])._replace(ranking=None)
    assert left_out(found.claims, found, every=True) == ()


def test_tick_6_a_step_between_two_and_a_warning_stay_in_the_draft():
    found = answer(*STEPS, *WARNING, "It takes a minute.")
    near = {STEPS[0]: 0.7, STEPS[1]: 0.5}
    borne = bearing(Ticket("1", "", "How is it emptied?"), found, found.claims, lambda texts: [near.get(one, 0.1) for one in texts])  # fmt: skip # noqa: E501
    assert [one.text for one in borne.claims] == [*STEPS, *WARNING]
    assert len(borne.notes) == 1


def test_tick_6_a_reply_without_a_step_goes_to_a_person():
    found = answer(*STEPS[:2])
    lacking = left_out(found.claims, found, every=True)
    said = review(Checked(HOW, found, "draft", 0.9, left_out=lacking, spoken=LIST), Policy())
    assert said.issues == ("left_out",)
    assert said.recommendations[0].endswith("leaves out: 3. Wait for the lamp.; 4. Lift the lid.")


def test_tick_6_the_warning_above_the_steps_belongs_to_each():
    text = "# Lid\n\n> **Warning:** It is heavy.\n\n1. Lift it.\n2. Turn it."
    place = claim(STEPS[0]).citations[0]._replace(quote="1. Lift it.", span=Span(text.index("1."), text.index("\n2.")))
    passage = PASSAGE._replace(text=text, span=Span(0, len(text)))
    step = Claim("Lift it.", "supported", (), (place,), 0.9)
    found = answer()._replace(ranking=Ranking(Query("q"), (Hit(passage, 0.9, {}),), 1))
    assert left_out([step], found, every=True) == ("**Warning:** It is heavy.",)


def test_tick_6_the_label_of_a_warning_alone_is_nothing_to_say():
    text = "Lift it. Warning:\n\nIt is heavy."
    place = claim(STEPS[0]).citations[0]._replace(quote="Lift it.", span=Span(0, 8))
    found = answer()._replace(
        ranking=Ranking(Query("q"), (Hit(PASSAGE._replace(text=text, span=Span(0, 40)), 0.9, {}),), 1)
    )
    assert left_out([Claim("Lift it.", "supported", (), (place,), 0.9)], found, every=True) == ("It is heavy.",)
