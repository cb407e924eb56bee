"""EVID-9: what is in force decides on a claim; what was replaced is named."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answer.claims.outdated import Successor, told
from kts.answers import Evidence

OLD = Evidence(
    "The late charge is 4 % of the overdue amount. Waivers are granted by the branch.",
    title="Late Charge Policy",
    path="policies/late-charge-v3.md",
    metadata={"version": "3", "effective": "2022-01-01"},
)
NEW = Evidence(
    "The late charge is 5 % of the overdue amount.",
    title="Late Charge Policy",
    path="policies/late-charge-v4.md",
    metadata={"version": "4", "effective": "2024-03-01"},
)
REPLACED = {0: Successor("policies/late-charge-v4.md", "2024-03-01")}


def asked(claim: str, evidence=(OLD, NEW), old=REPLACED):
    return told(claim, evidence, old, judge)


def test_evid9_the_successor_contradicts_and_the_old_document_is_named():
    found = asked("The late charge is 4 % of the overdue amount.")
    assert (found.judgement.support, found.standing) == ("contradicted", "current")
    assert [piece for piece, _ in found.judgement.matched] == [1, 0]
    said = {reason.kind: reason.text for reason in found.judgement.reasons}
    assert "5 %" in said["number"]
    assert "late-charge-v3.md, which policies/late-charge-v4.md replaces since 2024-03-01" in said["superseded"]


def test_evid9_only_the_old_document_supports_it_and_that_is_said():
    found = asked("Waivers are granted by the branch.")
    assert (found.judgement.support, found.standing) == ("supported", "superseded")
    (reason,) = found.judgement.reasons
    assert reason.kind == "superseded"
    assert [piece for piece, _ in found.judgement.matched] == [0]


def test_evid9_what_is_in_force_supports_it_alone():
    found = asked("The late charge is 5 % of the overdue amount.")
    assert (found.judgement.support, found.standing, found.judgement.reasons) == ("supported", "current", ())
    assert [piece for piece, _ in found.judgement.matched] == [1]


@pytest.mark.parametrize(
    "claim",
    [
        "Under version 3 the late charge is 4 % of the overdue amount.",
        "In 2022 the late charge is 4 % of the overdue amount.",
        "The superseded policy says that the late charge is 4 % of the overdue amount.",
    ],
)
def test_evid9_a_claim_that_names_the_old_version_is_held_against_it(claim):
    found = asked(claim)
    assert 0 in [piece for piece, _ in found.judgement.matched]
    assert "superseded" not in {reason.kind for reason in found.judgement.reasons}


def test_evid9_what_only_the_old_document_denies_is_open():
    found = asked("Waivers are not granted by the branch.")
    assert found.judgement.support == "unsupported"
    assert "superseded" in {reason.kind for reason in found.judgement.reasons}


def test_evid9_nothing_found_stands_nowhere():
    found = asked("Dividends are paid in Swiss francs each spring.", evidence=(), old={})
    assert (found.judgement.support, found.standing) == ("unsupported", "")


def test_evid9_what_the_successor_says_of_another_thing_in_the_same_words_is_no_longer_supported():
    before = OLD._replace(text="Affected stock is placed in quarantine in refrigerator B.")
    after = NEW._replace(text="Affected stock is placed in quarantine in refrigerator C.")
    found = asked("Affected stock is placed in quarantine in refrigerator B.", evidence=(before, after))
    assert (found.judgement.support, found.standing) == ("unsupported", "current")
    assert "superseded" in {reason.kind for reason in found.judgement.reasons}
    assert [piece for piece, _ in found.judgement.matched] == [1, 0]
