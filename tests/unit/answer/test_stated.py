"""EVID-1: what of a text that is handed in states something, and what only names, asks or recommends."""

from __future__ import annotations

import pytest

from kts.answer.claims.split import ungreeted
from kts.answer.claims.stated import stating


def test_evid1_headers_headings_and_letterheads_state_nothing():
    text = (
        "To: the board\nFrom: Ada Lind\nSubject: Harbour dues\n\n"
        "# Findings\n\nBerths\n\nThe quay closes at noon.\n\n4. DREDGING\nThe basin is dredged every spring.\n\n"
        "Moorings\n========\nA buoy is checked by divers.\n\n"
        "| Item | Limit | 2024 |\n|---|:-:|---|\n| Tug | 4 knots | yes |\n"
    )
    found = stating(text)
    assert found.claims == (
        "The quay closes at noon.",
        "The basin is dredged every spring.",
        "A buoy is checked by divers.",
        "| Tug | 4 knots | yes |",
    )
    assert found.aside == (
        "To: the board",
        "From: Ada Lind",
        "Subject: Harbour dues",
        "Berths",
        "4. DREDGING",
        "Moorings",
        "| Item | Limit | 2024 |",
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Please let me know if you need more.",
        "In summary, we recommend caution.",
        "If you have questions, please let us know.",
        "Is the quay closed on 5 May?",
        "It is advisable to ring first.",
        "Our recommendation is to wait.",
        "Wir empfehlen einen neuen Vertrag.",
        "Bitte melden Sie sich.",
        "Kind regards",
    ],
)
def test_evid1_what_asks_or_recommends_is_no_claim(sentence):
    assert stating(f"The quay closes at noon. {sentence}" if sentence != "Kind regards" else sentence).aside == (
        sentence,
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Please note that the quay closes at noon.",
        "Please pay within 28 days.",
        "We recommend a speed of 4 knots.",
        "We recommend caution because the board postponed the depot.",
        "The board recommends the offer of Varrick.",
        "Kestrel offered to lower the rates",
        "- No sublet",
        "Deposit: two months",
        "The harbour master thanks nobody.",
    ],
)
def test_evid1_what_can_be_held_against_documents_stays_a_claim(sentence):
    found = stating(sentence)
    assert found.claims == (sentence.removeprefix("- "),)
    assert found.aside == ()


def test_evid1_a_table_without_a_header_loses_no_row():
    assert stating("| Period | 1 July 2025 |\n|---|---|\n| Insured | Harrow |\n").claims == (
        "| Period | 1 July 2025 |",
        "| Insured | Harrow |",
    )


def test_evid1_a_sentence_over_several_lines_has_no_heading():
    assert stating("The board\nagreed to\nrent a depot.\n").claims == ("The board agreed to rent a depot.",)


@pytest.mark.parametrize(
    "greeting",
    [
        "Dear Ms Lind,\n",
        "Dear Ada, ",
        "Hello all,\n",
        "Hi, ",
        "Good morning Mr and Mrs Ek,\n",
        "Sehr geehrte Frau Lind,\n",
    ],
)
def test_evid1_a_salutation_is_taken_off_what_follows_it(greeting):
    found = stating(f"{greeting}buoys are checked by divers.\n")
    assert found.claims == ("buoys are checked by divers.",)


@pytest.mark.parametrize(
    "sentence", ["Hi-vis vests, which are yellow, are worn.", "Dear equipment, such as winches, is insured."]
)
def test_evid1_what_only_begins_like_a_salutation_stays(sentence):
    assert ungreeted(sentence) == sentence


def test_evid1_a_salutation_alone_is_told_and_not_checked():
    found = stating("Dear Ms Lind,\n\nbuoys are checked by divers.\n")
    assert found.claims == ("buoys are checked by divers.",)
    assert found.aside == ("Dear Ms Lind,",)
