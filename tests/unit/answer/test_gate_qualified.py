"""EVID-1: what the sentence next to the statement takes back, narrows or decides otherwise."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

LOANS = (
    "Students may borrow up to ten items at a time. Visitors have no right to borrow.\n\n"
    "Inter-library loans cost 3 euros each. This fee does not apply to doctoral students and visiting fellows.\n\n"
    "The fine for a late book is 0.50 euros a day. For films it is 2 euros a day.\n\n"
    "Members may bring food into the lounge. This is only for floor 2, since floor 3 has carpets.\n\n"
    "Lockers are opened every evening at ten. However, the lockers in the basement stay locked.\n\n"
    "The key is handed out by the archivist. She does so together with a second member of staff.\n\n"
    "The gate is opened by the porter. The porter acts together with a guard.\n\n"
    "Personal data are kept only within Switzerland.\n\n"
    "If a window breaks, the Warden is informed within two hours.\n"
)
WARRANTY = (
    "# Warranty\n\nThe warranty runs for five years. Seals and filters are not covered.\n\n"
    "Claims must be made within 30 days. They are made in writing; a phone call is not enough.\n\n"
    "In the workshop air guns are limited to 2 bar.\n\nIn the mixing hall no air guns at all.\n\n"
    "# Limits\n\nThe unsecured limit is reduced to 40,000 euros. The secured limit does not change.\n\n"
    "Only the auditor or her deputy may release a payment. The board cannot instruct her to release.\n"
)
MINUTES = (
    "# Item 1\n\nMs Abara asks for a second copier on floor 1. It is dear. Decision: refused.\n\n"
    "# Item 2\n\nMr Quill proposes to open on public holidays. Decision: approved, starting 1 March.\n\n"
    "# Item 3\n\nMotion of the union to drop fines for films. Decision: deferred until the autumn.\n\n"
    "# Item 4\n\nThe film club requests 4,000 euros for a projector. It is an old wish. "
    "Decision: granted up to 2,500 euros.\n\n"
    "# Item 5\n\nThe reading circle asks for longer hours. The board agreed.\n\n"
    "# Item 6\n\nProposal of the porter to close the north door at six.\n"
)


def judged(claim, text):
    piece = Evidence(
        text, passage_id="p", document_id="d", title="Rules", path="a.md", metadata={"opening": text[:400]}
    )
    return gate.judge(claim, (piece,))


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("Visitors may borrow up to ten items at a time.", LOANS, "excluded"),
        ("Doctoral students pay 3 euros for inter-library loans.", LOANS, "excluded"),
        ("The fine for late films is 0.50 euros a day.", LOANS, "excluded"),
        ("Members may bring food into the lounge on floor 3.", LOANS, "excluded"),
        ("The porter alone opens the gate.", LOANS, "excluded"),
        ("Inter-library loans always cost 3 euros.", LOANS, "qualified"),
        ("All lockers are opened every evening at ten.", LOANS, "qualified"),
        ("Personal data are kept in Norway.", LOANS, "exchanged_name"),
        ("Personal data may be kept anywhere as long as they are safe.", LOANS, "only_any"),
        ("If a window breaks, the porter informs the Dean within two hours.", LOANS, "party"),
        ("The warranty for filters runs for five years.", WARRANTY, "excluded"),
        ("Claims must be made by phone call within 30 days.", WARRANTY, "excluded"),
        ("In the mixing hall air guns are limited to 2 bar.", WARRANTY, "excluded"),
        ("The unsecured limit is reduced to 40,000 euros and the secured limit is reduced too.", WARRANTY, "excluded"),
        ("Only the auditor or her deputy may release a payment, unless the board instructs her.", WARRANTY, "excluded"),
        ("Floor 1 gets a second copier.", MINUTES, "decision"),
        ("A second copier on floor 1 was approved.", MINUTES, "decision"),
        ("The proposal of longer hours for the reading circle was rejected.", MINUTES, "decision"),
        ("The motion to drop fines for films was carried.", MINUTES, "decision"),
        ("The film club got 4,000 euros for a projector.", MINUTES, "decision"),
        ("The board decided to close the north door at six.", MINUTES, "asked_for"),
    ],
)
def test_evid1_what_the_next_sentence_takes_back_is_not_supported(claim, text, kind):
    found = judged(claim, text)
    assert found.support != "supported"
    assert kind in {reason.kind for reason in found.reasons}


def test_evid1_the_sentence_that_takes_it_back_is_cited():
    found = judged("Visitors may borrow up to ten items at a time.", LOANS)
    assert found.support == "contradicted"
    places = [LOANS[span.start : span.end] for _, span in found.matched]
    assert places == ["Students may borrow up to ten items at a time.", "Visitors have no right to borrow."]
    why = next(reason for reason in found.reasons if reason.kind == "excluded")
    assert why.evidence == found.matched[1][1]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Students may borrow up to ten items at a time.", LOANS),
        ("Visitors have no right to borrow.", LOANS),
        ("Inter-library loans cost 3 euros each.", LOANS),
        ("Inter-library loans cost 3 euros each, except for doctoral students.", LOANS),
        ("The fine for a late book is 0.50 euros a day.", LOANS),
        ("The fine for films is 2 euros a day.", LOANS),
        ("Members may bring food into the lounge.", LOANS),
        ("Lockers are opened every evening at ten.", LOANS),
        ("The Warden is informed within two hours if a window breaks.", LOANS),
        ("The warranty runs for five years.", WARRANTY),
        ("Filters are not covered.", WARRANTY),
        ("Claims must be made within 30 days.", WARRANTY),
        ("The unsecured limit is reduced to 40,000 euros, and the secured limit does not change.", WARRANTY),
        ("Ms Abara asked for a second copier on floor 1.", MINUTES),
        ("The request for a second copier on floor 1 was refused.", MINUTES),
        ("The proposal to open on public holidays was approved.", MINUTES),
        ("The proposal of longer hours for the reading circle was agreed.", MINUTES),
        ("The motion to drop fines for films was deferred.", MINUTES),
        ("The film club requested 4,000 euros for a projector.", MINUTES),
    ],
)
def test_evid1_what_the_next_sentence_leaves_stays_supported(claim, text):
    assert judged(claim, text).support == "supported"


def test_evid1_another_bound_in_the_next_entry_takes_nothing_out():
    text = (
        "- Complaints about mediation: final answer within 20 working days.\n"
        "- Complaints about payments may never take longer than 35 working days.\n"
    )
    assert judged("Complaints about mediation get a final answer within 20 working days.", text).support == "supported"


def test_evid1_a_document_for_some_says_nothing_of_all():
    text = "This amendment applies to customers of Quay Cloud only.\n\nBackups are kept for 35 days.\n"
    assert judged("Backups are kept for 35 days for all customers.", text).support == "unsupported"
    assert judged("Backups are kept for 35 days.", text).support == "supported"
