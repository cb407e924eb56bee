"""EVID-1: a sentence next to the statement that restricts, denies or turns what the claim says; who alone may."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

SETTINGS = (
    "Orders are shipped from the main warehouse. Orders to the islands are shipped unless a storm is forecast.\n\n"
    "The alarm rings when the disk is slow. It does not indicate a lost disk.\n\n"
    "The disk is replaced at night. The data on the disk stay intact.\n\n"
    "The timeout of a query is set by the work limit. Only administrators can change this setting.\n\n"
    "The catalogue holds all search parsers. Since they are compiled, creation of parsers is restricted to "
    "administrators.\n\n"
    "The policy limits all members, including the root account.\n\n"
    "A handler can be registered only once per connection.\n\n"
    "The new rules run in addition to the old ones.\n"
)


def seen(claim, text=SETTINGS):
    best = max(gate.weighed(claim, [Evidence(text)]), key=lambda one: one.spoken)
    return {each.kind for each in best.findings}, gate.judge(claim, [Evidence(text)]).support


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("All orders are shipped from the warehouse.", "qualified"),
        ("The alarm that rings when the disk is slow indicates a lost disk.", "denied_beside"),
        ("The data are damaged when the disk is replaced at night.", "denied_beside"),
        ("Any normal user may lower the timeout of a query by the work limit.", "only_others"),
        ("Whoever owns a catalogue can add search parsers to the catalogue.", "only_others"),
        ("The policy limits all members, but never the root account.", "included"),
        ("A handler can be registered per connection as many times as you like.", "antonym"),
        ("The new rules run in place of the old ones.", "antonym"),
    ],
)
def test_what_stands_beside_it_is_heard(claim, kind):
    kinds, support = seen(claim)
    assert kind in kinds
    assert support != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "Orders are shipped from the warehouse.",
        "The alarm rings when the disk is slow.",
        "The disk is replaced at night.",
        "Only administrators can change the timeout of a query.",
        "The policy limits all members, and the root account is one of them.",
        "A handler can be registered no more than once per connection.",
        "The new rules run alongside the old ones.",
    ],
)
def test_what_agrees_with_what_stands_beside_it(claim):
    kinds, _ = seen(claim)
    assert kinds.isdisjoint({"qualified", "denied_beside", "only_others", "included", "antonym"})


def test_those_who_alone_may_are_among_all_who_may():
    assert "only_others" not in seen("Any administrator can change the timeout of a query by the work limit.")[0]


def test_what_nothing_does_is_no_denial_of_the_act():
    text = "Liability may be capped at a million a year. Nothing caps liability for injury."
    assert "denied_beside" not in seen("Either side can cap its liability at a million a year.", text)[0]


def test_an_opposite_beside_that_is_only_of_another_thing_is_none():
    text = "Local copies are readable by all. Only the copy of the report in the vault is unreadable."
    assert "denied_beside" not in seen("The local copy of the report is readable.", text)[0]
