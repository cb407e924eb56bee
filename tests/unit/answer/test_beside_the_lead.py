"""EVID-1: what belongs to the lead and has not the question's words: its reason, its exception; and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.reasons import NONE_GIVEN, asks_why
from kts.lexicon.everyday import is_everyday
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Answer

RULES = (
    "# Ferry rules\n\n"
    "Bicycles travel on the lower deck. Salt water ran into three chains last winter, because the upper deck is open. "
    "A return ticket is valid for thirty days. Tickets bought on board are an exception: they end on the same day.\n\n"
    "Dogs travel free of charge.\n\n"
    "## Reasons for the ban on kites\n\n"
    "Kites were banned on deck by the council: the masts are low, lines are long.\n\n"
    "However, the kiosk closes at nine.\n\n"
    "# Mooring\n\n"
    "1. Slow down to four knots at the buoy.\n"
    "2. Throw the bow line to the pier.\n"
    "3. If the depth alarm sounds, go astern and call the harbour master.\n"
    "4. Switch the engine off.\n\n"
    "# Ramp\n\n"
    "The ramp is lowered under Menu > Deck > Ramp. Warning: the gate opens by itself. Clear the deck first. "
    "It is red.\n\n"
    "If the pump failed twice, do not start the bilge motor again. Ring the chief engineer first.\n\n"
    "# Changing the winch fuse\n\n"
    "> **Warning:** The winch holds the anchor.\n\n"
    "1. Pull the winch lever back.\n"
    "2. Change the winch fuse.\n"
)


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("ferry")
    (folder / "rules.md").write_text(RULES, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / "rules.md")])
        yield opened


def asked(ferry: Workspace, question: str) -> Answer:
    return ferry.ask(question, record=False)


def test_evid_1_the_reason_beside_the_rule_leads(ferry: Workspace):
    found = asked(ferry, "Why do bicycles travel on the lower deck?")
    assert "because the upper deck is open" in found.claims[0].text
    assert NONE_GIVEN not in found.doubts


def test_evid_1_a_rule_is_no_reason(ferry: Workspace):
    found = asked(ferry, "Why do dogs travel free?")
    assert NONE_GIVEN in found.doubts
    assert found.verdict == "low_confidence"


def test_evid_1_what_stands_under_reasons_is_one_however_it_is_worded(ferry: Workspace):
    found = asked(ferry, "Why were kites banned on deck?")
    assert "masts are low" in found.claims[0].text
    assert NONE_GIVEN not in found.doubts


def test_evid_1_the_exception_stands_behind_its_rule(ferry: Workspace):
    said = [one.text for one in asked(ferry, "How long is a return ticket valid?").claims]
    assert said[0].startswith("A return ticket is valid")
    assert said[1].startswith("Tickets bought on board are an exception")


def test_evid_1_the_warning_stands_behind_its_step(ferry: Workspace):
    said = [one.text for one in asked(ferry, "How do I lower the ramp?").claims]
    at = next(at for at, text in enumerate(said) if text.startswith("The ramp is lowered"))
    assert said[at + 1 : at + 3] == ["Warning: the gate opens by itself.", "Clear the deck first."]


def test_evid_1_the_warning_above_the_steps_is_shown_with_them(ferry: Workspace):
    said = [one.text for one in asked(ferry, "How do I change the winch fuse?").claims]
    assert "Change the winch fuse." in said
    assert any("The winch holds the anchor." in one for one in said)


def test_evid_1_what_comes_first_stands_behind_what_it_is_said_of(ferry: Workspace):
    said = [one.text for one in asked(ferry, "May I start the bilge motor again if the pump failed twice?").claims]
    assert said[1] == "Ring the chief engineer first."


def test_evid_1_another_paragraph_takes_nothing_away(ferry: Workspace):
    assert not any("kiosk" in one.text for one in asked(ferry, "Do dogs travel free of charge?").claims)


def test_evid_1_the_step_that_is_asked_for_comes_before_the_others(ferry: Workspace):
    said = [one.text for one in asked(ferry, "What do I do when the depth alarm sounds?").claims]
    assert said[0] == "If the depth alarm sounds, go astern and call the harbour master."


def test_evid_1_all_steps_come_where_the_list_is_asked_for(ferry: Workspace):
    assert len(asked(ferry, "How does mooring work?").claims) == 4


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Why is the pool closed?", True),
        ("The pool is closed on Mondays. Why?", True),
        ("What is the reason for the fee?", True),
        ("Warum ist das Bad zu?", True),
        ("Why not use the side door?", False),
        ("Who knows the pool?", False),
        ("Which reason code does the form take?", False),
    ],
)
def test_what_asks_for_a_reason(question: str, *, why: bool):
    assert asks_why(question) is why


def test_a_contraction_without_its_apostrophe_is_no_slip():
    assert is_everyday("shouldnt")
    assert not is_everyday("shouldre")
