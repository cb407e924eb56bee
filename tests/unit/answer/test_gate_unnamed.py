"""EVID-1: a name that the evidence bears nowhere, another entry's key, and entries of logs of changes."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

DESKS = "## Who helps\n\n- IT desk: extension 4470\n- HR: extension 4411"
LAW = "This Agreement is governed by the laws of Switzerland. Place of jurisdiction is Zurich."
NOTICE = "Either party may end it with ninety (90) days' written notice to the end of a calendar quarter."
RELEASE = "- Changed: the agent uses TCP port 9443 instead of 8443.\n- Removed: add-in for classic Outlook."


def judged(claim, text, *, title="Services agreement"):
    return gate.judge(claim, (Evidence(text, passage_id="p", document_id="d", title=title, path="a.md"),))


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("The place of jurisdiction is Berlin.", LAW, "exchanged_name"),
        ("The agreement is governed by German law.", LAW, "exchanged_name"),
        ("The laptop is collected from the HR desk.", "Collect the laptop from the IT desk on floor 3.", "other_name"),
        ("The agent uses TCP port 8443.", RELEASE, "contrast"),
        ("The release still has the add-in for classic Outlook.", RELEASE, "antonym"),
    ],
)
def test_evid1_another_name_or_what_is_gone_contradicts(claim, text, kind):
    found = judged(claim, text)
    assert found.support == "contradicted"
    assert kind in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("The report goes to Ms Adler.", "The report goes to the warden.", "unnamed"),
        ("HR has extension 4470.", DESKS, "number_elsewhere"),
        ("Legal has extension 4470.", "- Front office: extension 4470\n- Legal: see the list", "row"),
        ("The add-in for Outlook was removed.", "- Added: an add-in for Outlook.", "antonym"),
        ("Either party may end it at any time.", NOTICE, "noticed"),
        ("Either party may end it without notice.", NOTICE, "noticed"),
        ("Invoices are issued quarterly.", "The bank credited us on the October invoice.", "rate_gap"),
    ],
)
def test_evid1_what_is_of_nobody_or_of_another_supports_nothing(claim, text, kind):
    found = judged(claim, text)
    assert found.support != "supported"
    assert kind in {reason.kind for reason in found.reasons}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The place of jurisdiction is Zurich.", LAW),
        ("The agreement is governed by Swiss law.", LAW),
        ("The IT desk has extension 4470.", DESKS),
        ("HR has extension 4411.", DESKS),
        ("Either party may end it at any time with ninety days' notice.", NOTICE),
        ("The agent uses TCP port 9443.", RELEASE),
        ("The add-in for classic Outlook was removed.", RELEASE),
        ("Earlier releases had the add-in for classic Outlook.", RELEASE),
    ],
)
def test_evid1_the_same_in_other_forms_is_supported(claim, text):
    assert judged(claim, text).support == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The file is kept by HR.", "The file is kept by Human Resources."),
        ("The file is kept by Human Resources.", "The file is kept by HR."),
        ("It is sold in the Netherlands.", "It is sold in Dutch shops."),
        ("Staff of ward C throw bottles away.", "The staff of the ward throw bottles away."),
        ("The fees are paid annually.", "Each year in March the fees are paid."),
        ("Nurses throw bottles away.", "The staff of the ward throw bottles away."),
    ],
)
def test_evid1_nothing_is_missed_that_stands_in_another_form(claim, text):
    kinds = {reason.kind for reason in judged(claim, text).reasons}
    assert kinds.isdisjoint({"unnamed", "exchanged_name", "other_name", "rate_gap"})


def test_evid1_the_name_of_the_document_may_stand_in_its_title():
    found = judged("The Helvark agreement is governed by Swiss law.", LAW, title="Helvark services agreement")
    assert found.support == "supported"
