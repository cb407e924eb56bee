"""EVID-3: the number of a protocol is none of the product's, and is met by that protocol alone."""

from __future__ import annotations

import pytest

from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answers import Evidence


def lacking(question: str, text: str) -> list[str]:
    evidence = [Evidence(text, heading="4.2.1 - 3 June 2026", title="Release notes")]
    return [one.detail for one in unmet(constraints(question), evidence)]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is TLS 1.1 accepted?", "Security: TLS 1.1 is no longer accepted."),
        ("Can TLS 1.1 still be used?", "TLS 1.0 and 1.1 are no longer spoken."),
        ("Is usb 3.2 supported?", "Ports: USB 2.0, 3.1 and USB 3.2."),
        ("Do you speak HTTP/2?", "The gateway speaks HTTP/1.1 and HTTP/2."),
    ],
)
def test_a_protocol_is_met_where_its_number_stands_alone_or_in_a_list(question: str, text: str):
    assert lacking(question, text) == []


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Is TLS 1.3 accepted?", "TLS 1.1 is no longer accepted.", "the passage is about TLS 1.1, not TLS 1.3"),
        ("Is OAuth 2.1 supported?", "Sign in with a password.", "the passage does not name OAuth 2.1"),
    ],
)
def test_another_number_of_it_is_named(question: str, text: str, said: str):
    assert lacking(question, text) == [said]


def test_a_text_that_speaks_of_higher_ones_is_no_sure_mismatch():
    (one,) = unmet(constraints("Is TLS 1.3 accepted?"), [Evidence("TLS 1.2 or higher is needed.")])
    assert not one.constraint.certain


def test_versions_of_products_stay_versions():
    assert "version" in {one.kind for one in constraints("What is new in Tessaro 7.2?")}
