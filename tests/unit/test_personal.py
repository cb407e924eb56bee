"""TICK-1: personal data is found by form and checksum, and taken out of texts that leave."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.personal import KINDS, find, iban, luhn, redact


def kinds(text):
    return [(one.kind, text[one.span.start : one.span.end]) for one in find(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("write to ann.lee+desk@mail.example.org please", [("email", "ann.lee+desk@mail.example.org")]),
        ("card 4111 1111 1111 1111 was refused", [("card_number", "4111 1111 1111 1111")]),
        ("card 5105-1051-0510-5100", [("card_number", "5105-1051-0510-5100")]),
        ("my loan 204417735 is paid", [("account_number", "204417735")]),
        ("IBAN DE89 3704 0044 0532 0130 00", [("account_number", "DE89 3704 0044 0532 0130 00")]),
        ("SSN 123-45-6789", [("national_id", "123-45-6789")]),
        ("ring (330) 555-0155 or 555-0121", [("phone", "(330) 555-0155"), ("phone", "555-0121")]),
        ("I live at 61 Lantern Hill, Harrow Falls", [("address", "61 Lantern Hill")]),
        ("to P.O. Box 912", [("address", "P.O. Box 912")]),
        ("Lindenstraße 12", [("address", "Lindenstraße 12")]),
        ("a Mrs. Ottavia Lund called", [("name", "Mrs. Ottavia Lund")]),
        ("My name is Leopoldine Varga.", [("name", "Leopoldine Varga")]),
        ("see you\n\nHalvard Quist\nRecords", [("name", "Halvard Quist")]),
    ],
)
def test_tick_1_personal_data_is_found(text, found):
    assert kinds(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "card 4111 1111 1111 1112",
        "IBAN DE89 3704 0044 0532 0130 01",
        "error 4071 in version 7.4 since 2024-03-01",
        "reference 20240301 of the account",
        "the amount was $1,650.00, not $16,500.00",
        "Tessaro 7.4 shows TSR-1022 on screen PB-04",
        "Thank You for the General Counsel of Upper Sedge",
        "serial 12345678901234",
        "",
    ],
)
def test_tick_1_what_looks_alike_is_none(text):
    assert kinds(text) == []


def test_tick_1_what_is_redacted_is_named():
    text = "Mr. Finch, 12 Gable Street, 555-0106, a.finch@example.org, card 4242 4242 4242 4242"
    assert redact(text) == "[name], [address], [phone], [email], card [card_number]"
    assert redact(text, kinds=frozenset({"email"})).count("[") == 1


@given(st.text(max_size=200))
def test_any_text_is_searched_and_redacted_text_has_no_more_secrets(text):
    found = find(text)
    assert all(one.kind in KINDS and text[one.span.start : one.span.end] for one in found)
    assert all(before.span.end <= after.span.start for before, after in pairwise(found))
    if not found:
        assert redact(text) == text


@given(st.integers(min_value=10**11, max_value=10**15 - 1))
def test_exactly_one_check_digit_makes_a_card_number(number):
    assert sum(luhn(f"{number}{digit}") for digit in range(10)) == 1


@given(st.integers(min_value=0, max_value=10**18 - 1))
def test_exactly_one_pair_of_check_digits_makes_an_iban(number):
    account = f"{number:018d}"
    assert sum(iban(f"DE{check:02d}{account}") for check in range(2, 99)) == 1
