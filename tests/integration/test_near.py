"""EVID-1, EVID-3: what lies near an answer and is none: a name's own mail, a sibling, a question, another time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.unanswered import ONLY_ASKED
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Answer

FIRES = """# Fire safety at the depot

## After an alarm

The night guard rings the fire brigade at once.

Tenants of the halls are informed within 4 hours of the all-clear; Osterloh within 2 hours (annex 3).
"""
LETTER = """From: t.blank@osterloh.example
To: office@depot.example
Subject: Wet crates of lamps
Date: Tue, 3 Nov 2026 09:12:00 +0100
Message-ID: <1@osterloh.example>
Content-Type: text/plain; charset=utf-8

Dear office,
nine crates of our lamps, order OS-88, got wet near gate 4 last week. The roof was open. Where can we dry the crates?
Tom Blank, Osterloh
"""
ANSWERED = """From: h.lind@depot.example
To: t.blank@lampen.example
Subject: RE: Damp rugs
Date: Wed, 4 Nov 2026 09:12:00 +0100
Message-ID: <2@depot.example>
Content-Type: text/plain; charset=utf-8

Dear Tom,
the damp rugs go to the heated loft above hall 2 until Friday.
Hanna Lind

> Where do the damp rugs go?
"""
SHEET = """# Data sheet 17: Rye bread 500 g

| Nutrient | per 100 g | per loaf |
| --- | --- | --- |
| Sugars | 3.1 g | 15.5 g |
| Salt | 1.1 g | 5.5 g |
"""
LINES = """# Lines and days

Spelt bread is baked on line 2 on Mondays. Rye bread is baked on line 1 every day.
"""
ACCESS = """# Access to the yard

Lorries with open sides do not pass the main scale. They are weighed axle by axle at the south gate.

Bicycles do not pass the turnstile. The wall beside it is white.
"""
SPEED = """# Yard rules

In force since 1 February 2024.

The speed limit in the yard is 20 km/h.
"""
NOTE = """# Note 31: works in the yard

| Date | 5 October 2026 |
| --- | --- |
| Valid | 12 October 2026 to 30 November 2030 |

The speed limit in the yard is 8 km/h instead of 20 km/h while the drains are dug up.
"""
REQUESTS = """id,subject,description,email,priority
R-1,Gate code,"How long is the gate code of the north yard valid?",ada@lampen.example,normal
R-2,Pallets,"Where do we leave the empty pallets?",bo@lampen.example,low
"""
SOLVED = """id,subject,description,email,resolution
S-1,Forklift,"Who repairs the forklift of hall 3?",cy@lampen.example,The firm Kroll repairs it.
"""
CODES = """# Codes of the gates

The code that we text you opens the north yard for 3 days.
"""


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("depot")
    files = {
        "fires.md": FIRES,
        "crates.eml": LETTER,
        "rugs.eml": ANSWERED,
        "sheet-17.md": SHEET,
        "lines.md": LINES,
        "access.md": ACCESS,
        "rules.md": SPEED,
        "note-31.md": NOTE,
        "requests.csv": REQUESTS,
        "solved.csv": SOLVED,
        "codes.md": CODES,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder / name) for name in files])
        yield opened


def asked(depot: Workspace, question: str) -> Answer:
    return depot.ask(question, record=False)


def test_evid_4_a_statement_that_answers_in_other_words_is_not_left_for_what_bears_a_name(depot: Workspace):
    found = asked(depot, "How fast do we have to tell Osterloh about a fire?")
    assert "Osterloh within 2 hours" in found.claims[0].text


def test_evid_1_what_a_mail_asks_is_no_answer(depot: Workspace):
    found = asked(depot, "Where can we dry the wet crates of lamps?")
    assert not any(one.text.endswith("?") for one in found.claims)
    assert found.verdict != "answered"
    assert not found.claims or ONLY_ASKED in found.doubts


def test_evid_1_what_a_mail_tells_is_an_answer(depot: Workspace):
    assert asked(depot, "How many crates of lamps got wet near gate 4?").verdict == "answered"
    found = asked(depot, "Where do the damp rugs go?")
    assert "heated loft" in found.claims[0].text
    assert ONLY_ASKED not in found.doubts


def test_evid_1_who_asks_for_a_question_is_told_it(depot: Workspace):
    found = asked(depot, "What did Osterloh ask about drying the crates?")
    assert any(one.text.endswith("?") for one in found.claims)


def test_evid_1_a_request_that_only_asks_the_same_is_no_answer(depot: Workspace):
    found = asked(depot, "How long is the gate code of the north yard valid?")
    assert "3 days" in found.claims[0].text
    assert not any("R-1" in one.text for one in found.claims)


def test_evid_1_a_request_with_its_resolution_is_an_answer(depot: Workspace):
    assert "Kroll" in asked(depot, "Who repairs the forklift of hall 3?").claims[0].text


def test_evid_1_a_request_is_told_to_whom_asks_for_it(depot: Workspace):
    assert "R-2" in asked(depot, "What priority has the request about empty pallets?").claims[0].text


def test_evid_3_a_siblings_values_are_no_sure_answer(depot: Workspace):
    found = asked(depot, "How much salt is in a loaf of spelt bread?")
    assert found.verdict != "answered"
    assert not found.claims or "what is cited is about Rye bread, not spelt bread" in found.doubts


@pytest.mark.parametrize("bread", ["rye bread", "bread", "tasty rye bread"])
def test_evid_3_what_no_sibling_is_asked_for_is_answered(depot: Workspace, bread: str):
    found = asked(depot, f"How much salt is in a loaf of {bread}?")
    assert "5.5 g" in found.claims[0].text
    assert not any("what is cited is about" in one for one in found.doubts)


def test_evid_1_what_is_done_instead_stands_behind_what_is_not(depot: Workspace):
    said = [one.text for one in asked(depot, "How are lorries with open sides weighed?").claims]
    assert said[:2] == [
        "Lorries with open sides do not pass the main scale.",
        "They are weighed axle by axle at the south gate.",
    ]


def test_evid_1_another_subject_behind_a_denial_is_not_shown_for_it(depot: Workspace):
    said = [one.text for one in asked(depot, "Which turnstile do bicycles pass?").claims]
    assert not any("white" in one for one in said)


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("What was the speed limit in the yard in May 2025?", "is 20 km/h."),
        ("What is the speed limit in the yard on 20 December 2030?", "is 20 km/h."),
    ],
)
def test_evid_9_a_time_in_the_question_asks_what_held_then(depot: Workspace, question: str, limit: str):
    found = asked(depot, question)
    assert limit in found.claims[0].text
    assert found.query == question


def test_evid_9_what_holds_for_a_time_is_not_passed_over_at_that_time(depot: Workspace):
    found = asked(depot, "What is the speed limit in the yard in November 2026?")
    assert found.verdict != "answered" or any("8 km/h" in one.text for one in found.claims)


def test_evid_9_what_held_at_no_time_that_is_asked_for_is_no_sure_answer(depot: Workspace):
    assert asked(depot, "What was the speed limit in the yard in 2021?").verdict != "answered"
