"""EVID-1: a claim against evidence, by rules that name what differs."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

TOLD = " after determining that an incident has affected the information of any Borrower."
INCIDENT = (
    "Fees are set out in Annex 2.\n"
    "The Subservicer must notify the Owner within thirty-six (36) hours after determining\n"
    "that an incident has affected the information of any Borrower. Minutes are kept by the Owner."
)
RULES = (
    "The Servicer may prepay Advances on one (1) Business Day's notice, without premium. "
    "A payment of more than $75,000 must be checked by a second person. "
    "The cure period may not be extended. All three directors must sign the report. "
    "Requests are accepted until June 30, 2021. Power of attorney PA-7 expires after two (2) years."
)


def judged(claim: str, text: str):
    return judge(claim, [Evidence(text, title="Rules")])


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (f"The Subservicer must notify the Owner within a day and a half{TOLD}", INCIDENT),
        (f"The Owner must be notified within 36 hours{TOLD}", INCIDENT),
        ("Requests are accepted until 30 June 2021.", RULES),
        ("All three directors must sign the report.", RULES),
        ("Power of attorney PA-7 expires after 24 months.", RULES),
    ],
)  # fmt: skip
def test_evid1_what_the_evidence_says_in_other_words_is_supported(claim, text):
    found = judged(claim, text)
    assert (found.support, found.reasons) == ("supported", ())


@pytest.mark.parametrize(
    ("claim", "kind", "text"),
    [
        (f"The Subservicer must notify the Owner within 48 hours{TOLD}", "number", INCIDENT),
        (f"The Subservicer must notify the Owner within 36 days{TOLD}", "unit", INCIDENT),
        ("Requests are accepted until July 31, 2022.", "date", RULES),
        ("A payment of less than $75,000 must be checked by a second person.", "comparator", RULES),
        ("The cure period may be extended.", "negation", RULES),
        ("The Servicer may not prepay Advances on one Business Day's notice.", "negation", RULES),
    ],
)  # fmt: skip
def test_evid1_what_differs_contradicts_and_both_sides_are_shown(claim, kind, text):
    found = judged(claim, text)
    assert found.support == "contradicted"
    assert kind in {reason.kind for reason in found.reasons}


TABLE = (
    "| Code | Meaning | Kept for |\n|---|---|---|\n| E-2010 | certificate expired | 5 years |\n"
    "| E-2011 | certificate revoked | 10 years |"
)
MINUTES = (
    "Present: Jonas Berg (Chief Financial Officer), Mei Tanaka (Chief Technology Officer). "
    "The Board rejected the proposal to acquire Voltara GmbH. Alcoholic drinks are not reimbursed. "
    "Our firmware 4.3 will be released on 5 May 2026."
)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("E-2010 means that the certificate is expired.", TABLE),
        ("E-2011 is kept for 10 years.", TABLE),
        ("Mei Tanaka is Chief Technology Officer.", MINUTES),
        ("Firmware 4.3 will be released on 5 May 2026.", MINUTES),
    ],
)  # fmt: skip
def test_evid1_a_row_states_what_stands_in_it(claim, text):
    assert judged(claim, text).support == "supported"


@pytest.mark.parametrize(
    ("claim", "kind", "text"),
    [
        ("E-2011 means that the certificate is expired.", "code", TABLE),
        ("E-2010 is kept for 10 years.", "number", TABLE),
        ("Mei Tanaka is Chief Financial Officer.", "post", MINUTES),
        ("The Board approved the acquisition of Voltara GmbH.", "antonym", MINUTES),
        ("Alcoholic drinks are reimbursed.", "negation", MINUTES),
        ("Firmware 4.2 will be released on 5 May 2026.", "version", MINUTES),
    ],
)  # fmt: skip
def test_evid1_another_row_post_version_or_sense_is_no_support(claim, kind, text):
    found = judged(claim, text)
    assert found.support != "supported"
    assert kind in {reason.kind for reason in found.reasons}


TERMS = (
    "The Reserve Account is owned by the holders of the Class C Certificates. "
    "The Borrower may prepay Advances not more than five (5) times in a calendar month. "
    "There may be no more than three (3) Deliveries in a calendar week. "
    "Liability is limited to the greater of $1,000,000 and the fees of the preceding year. "
    "The appraisal must be not more than six (6) months old, or it will not be accepted. "
    "All safety inspections are recorded in the log. Passphrases with spaces are allowed. "
    "The Keeper must open the vault on each holiday, but need not dust the shelves. "
    "The review fee of the heirs is waived."
)


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("The Reserve Account is owned by the holders of the Class R Certificates.", "label"),
        ("The Borrower may prepay Advances at most five times a week.", "unit"),
        ("Any number of Deliveries may be made in a calendar week.", "quantifier"),
        ("Liability is limited to the smaller of $1,000,000 and the fees of the year before.", "antonym"),
        ("The appraisal has to be at least six months old.", "comparator"),
        ("Only some safety inspections are recorded in the log.", "quantifier"),
        ("The rules forbid passphrases with spaces.", "antonym"),
        ("The Keeper need not open the vault on holidays.", "modality"),
        ("The Keeper must dust the shelves.", "modality"),
    ],
)
def test_evid1_extent_rate_label_and_mode_are_compared(claim, kind):
    found = judged(claim, TERMS)
    assert found.support != "supported"
    assert kind in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(
    "claim",
    [
        "The heirs do not pay the review fee.",
        "The Keeper need not dust the shelves.",
        "The Keeper must open the vault on each holiday.",
        "Every safety inspection is recorded in the log.",
    ],
)
def test_evid1_what_denies_or_binds_in_other_words_is_no_conflict(claim):
    assert judged(claim, TERMS).support != "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        f"The Owner must notify the Subservicer within 36 hours{TOLD}",
        f"The Subservicer may notify the Owner within 36 hours{TOLD}",
        f"The Subservicer must notify the Trustee within 36 hours{TOLD}",
        "Dividends are paid in Swiss francs each spring.",
    ],
)  # fmt: skip
def test_evid1_swapped_roles_modes_and_names_are_not_supported(claim):
    assert judged(claim, INCIDENT).support != "supported"


def test_evid1_reasons_point_into_the_claim_and_into_the_piece_of_evidence():
    claim = f"The Subservicer must notify the Owner within 48 hours{TOLD}"
    found = judge(claim, [Evidence("Nothing of the kind."), Evidence(INCIDENT)])
    reason = next(reason for reason in found.reasons if reason.kind == "number")
    assert claim[reason.claim.start : reason.claim.end] == "48 hours"
    assert INCIDENT[reason.evidence.start : reason.evidence.end] == "thirty-six (36) hours"
    ((piece, span),) = found.matched
    assert piece == 1
    assert INCIDENT[span.start : span.end].startswith("The Subservicer must notify")


def test_evid1_without_evidence_nothing_is_supported():
    found = judge("The fee is $5.", [])
    assert (found.support, found.matched, found.score) == ("unsupported", (), 0.0)
    assert judge("The fee is $5.", [Evidence("")]).support == "unsupported"
    assert judge("", [Evidence(RULES)]).support == "unsupported"


def test_evid1_a_row_is_read_with_its_header():
    table = "| code | action | days |\n|---|---|---|\n| DS | dispute | 12 |\n| BK | bankruptcy | 45 |\n"
    found = judge("Code BK, bankruptcy, has 45 days.", [Evidence(table)])
    (piece, span) = found.matched[0]
    assert table[span.start : span.end] == "| BK | bankruptcy | 45 |"
    assert piece == 0
