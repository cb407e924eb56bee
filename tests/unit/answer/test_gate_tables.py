"""EVID-1: claims over rows, settings and records: bands, cells that say no, keys of several words, bare codes."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answer.claims.match import HEADER, statements, tokens
from kts.answers import Evidence

LIMITS = (
    "| Amount in euros | Signed by |\n|---|---|\n"
    "| up to 3,000 | foreman |\n| more than 3,000 up to 20,000 | yard manager |\n"
    "| more than 20,000 | owners |"
)
BOATS = (
    "| Boat | Skipper | Port | Spare engine |\n|---|---|---|---|\n| Heron | Ola Brekke | Vardal | no |\n"
    "| Plover | Kim Strand | Lysnes | yes |"
)
ROWS = "| tern-01 | ferry | 12 | 640 |\n| tern-02 | tug | 6 | 180 |"
HEAD = "| boat | kind | crew | fuel_l |"
FLEET = "Ferry: Tern; Cabins: none; Bicycles: yes; Crew: 6\nFerry: Skua; Cabins: 14; Bicycles: no; Crew: 9"
MINUTES = "REQ-118. Refused. The board wants drawings first.\n\nREQ-121. Granted for one season."
VALUES = "Values of the ticket desk\nmaxTickets: 12\nretryCount: 4"


def found(claim: str, text: str, **metadata: str):
    return judge(claim, [Evidence(text, title="Harbour", metadata=metadata)])


TRUE = [
    ("An order of 8,000 euros is signed by the yard manager.", LIMITS),
    ("The Tern has no cabins.", FLEET),
    ("The Skua takes no bicycles.", FLEET),
    ("The Heron has no spare engine.", BOATS),
    ("Request REQ-118 was refused.", MINUTES),
    ("The ticket desk has a maximum of 12 tickets.", VALUES),
]


@pytest.mark.parametrize(("claim", "text"), TRUE)
def test_what_a_row_or_record_says_is_supported(claim: str, text: str) -> None:
    assert found(claim, text).support == "supported"


FALSE = [
    ("An order of 8,000 euros is signed by the foreman.", LIMITS),
    ("The Tern has cabins.", FLEET),
    ("The skipper of the Heron is Kim Strand.", BOATS),
    ("The Heron has a spare engine.", BOATS),
    ("Request REQ-118 was granted.", MINUTES),
]


@pytest.mark.parametrize(("claim", "text"), FALSE)
def test_another_rows_cell_or_a_cell_that_says_no_is_no_support(claim: str, text: str) -> None:
    assert found(claim, text).support != "supported"


def test_a_record_under_the_claimed_code_that_says_the_opposite_contradicts() -> None:
    assert found("REQ-118 was granted.", MINUTES).support == "contradicted"


def test_a_cell_of_another_row_contradicts() -> None:
    said = found("Kim Strand is the skipper of the Heron.", BOATS)
    assert said.support == "contradicted"
    assert "Ola Brekke" in said.reasons[0].text


def test_rows_behind_a_cut_stand_under_the_header_of_their_table() -> None:
    assert statements(ROWS, HEAD)[0][1] == HEAD
    assert found("tern-01 holds 640 l of fuel.", ROWS, **{HEADER: HEAD}).support == "supported"
    assert found("tern-01 has a crew of 640.", ROWS, **{HEADER: HEAD}).support != "supported"


def test_the_row_with_the_value_decides_beside_a_sentence_with_another_one() -> None:
    text = (
        "| Grade | Answered within | Told |\n|---|---|---|\n| G1 | 5 minutes | pilot |\n| G2 | 20 minutes | mate |\n\n"
        "If a call of grade G1 is not answered within 12 minutes, the pilot is woken."
    )
    assert found("A call of grade G1 has to be answered within five minutes.", text).support == "supported"


def test_a_key_of_several_words_in_one_is_read_as_these() -> None:
    assert [token.word for token in tokens("maxTickets: 12")] == ["max", "tickets"]
    assert [token.word for token in tokens("macOS, JavaScript")] == ["macos", "javascript"]


def test_a_bare_code_states_nothing_and_heads_what_follows() -> None:
    assert [(MINUTES[slice(*span)], intro) for span, intro in statements(MINUTES)] == [
        ("Refused.", "REQ-118."),
        ("The board wants drawings first.", "REQ-118."),
        ("Granted for one season.", "REQ-121."),
    ]
