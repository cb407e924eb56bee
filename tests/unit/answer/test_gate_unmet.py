"""EVID-1: what a statement does not go so far as to say supports no claim."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence


def judged(claim, text, *, title="Notes of the meeting"):
    return gate.judge(claim, (Evidence(text, passage_id="p", document_id="d", title=title, path="a.md"),))


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("Corvane is paid within 9 days.", "Corvane asked for payment within 9 days, as cash is short.", "asked_for"),
        ("The depot opens at six.", "Ms Ruhl suggested that the depot opens at six.", "asked_for"),
        ("Tull was the dearest bidder.", "| Bidder | Price |\n|---|---|\n| Tull | 4,100 |\n| Orme | 5,200 |", "most"),
        ("Tull is the most expensive bidder.", "Tull is an expensive bidder.", "most"),
        (
            "Labels are needed for every parcel, however small.",
            "Labels are not needed for parcels under 2 kg.",
            "exempted",
        ),
        ("Lift Ltd was rated D in spring.", "| D-204 | Lift Ltd | rated as late in spring |", "letter"),
    ],
)
def test_evid1_what_is_not_said_supports_nothing(claim, text, kind):
    found = judged(claim, text)
    assert found.support != "supported"
    assert kind in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Corvane asked to be paid within 9 days.", "Corvane asked for payment within 9 days, as cash is short."),
        ("A vet who asks is released from the rota.", "A vet who asks to be released is released from the rota."),
        ("Tull is the most expensive bidder.", "The most expensive bidder is Tull."),
        ("Labels are needed for every parcel.", "Labels are needed for every parcel, also for letters."),
        ("Lift Ltd was rated D in spring.", "Lift Ltd was rated D in spring (case D-204)."),
    ],
)
def test_evid1_what_is_said_still_supports(claim, text):
    assert judged(claim, text).support == "supported"


def test_evid1_one_of_two_who_act_together_acts():
    found = judged("Leaseholders repair their own gates.", "Leaseholders and part owners repair their own gates.")
    assert "party" not in {reason.kind for reason in found.reasons}
    assert found.support == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "Terms used herein and not otherwise defined have the meanings given to them in the Agreement.",
        "The Borrower may not prefer one Lender to another, unless the Agent asked for it.",
        "Labels are not needed for every parcel.",
    ],
)
def test_evid1_a_sentence_is_supported_by_itself(text):
    assert judged(text, text).support == "supported"


def test_evid1_what_is_used_to_some_end_is_preferred_to_nothing():
    text = "Terms that are used herein and not defined have the meanings given to them in the Agreement."
    found = judged("Terms used in here and not defined have the meanings given to them in the Agreement.", text)
    assert "swapped" not in {reason.kind for reason in found.reasons}
