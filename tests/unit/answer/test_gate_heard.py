"""EVID-1: what another statement of the document denies of what the deciding one leaves out."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

HOUSE = (
    "# Deposits\n\nBefore drawing on it we send a notice giving ten working days to pay. The draw is booked. "
    "Then the file is closed. The owner is told by letter. A copy is kept. "
    "No notice is needed if the tenant is insolvent.\n\n# Guests\n\nMembers can bring guests. "
    "The host signs the book. Guests have a key. The key is blue. "
    "It opens the gate. Guests are not admitted to the sauna.\n\n"
    "# Software\n\nFree trial versions count as other software. Other software needs the approval of the officer.\n\n"
    "# Battery\n\nThe warranty covers the housing for two years.\n\nThe following are not covered:\n\n"
    "- damage by water entering the motor\n- chargers\n\n"
    "# Parking\n\nContractors may park in the yard. The rate is posted. At weekends the gate is not manned.\n"
)


def judged(claim, *texts, path="house.md"):
    return gate.judge(claim, [Evidence(text, title="House", path=path) for text in texts])


@pytest.mark.parametrize(
    ("claim", "beside"),
    [
        (
            "Before drawing we must send a notice giving ten working days, even when the tenant is insolvent.",
            "No notice is needed if the tenant is insolvent.",
        ),
        ("Members can bring guests to the sauna.", "Guests are not admitted to the sauna."),
    ],
)
def test_what_the_document_denies_elsewhere_is_not_supported(claim, beside):
    found = judged(claim, HOUSE)
    assert found.support == "unsupported"
    assert [why.kind for why in found.reasons] == ["denied_beside"]
    assert "says elsewhere" in found.reasons[0].text
    assert [HOUSE[slice(*place)] for _, place in found.matched][-1] == beside


@pytest.mark.parametrize(
    "claim",
    [
        "Before drawing we send a notice giving ten working days to pay.",
        "Members can bring guests.",
        "No notice is needed when the tenant is insolvent.",
    ],
)
def test_what_nothing_denies_stays_supported(claim):
    assert judged(claim, HOUSE).support == "supported"


def test_a_denial_of_something_else_is_not_heard():
    found = judged("Contractors may park in the yard at weekends.", HOUSE)
    assert all(why.kind != "denied_beside" for why in found.reasons)


def test_only_the_document_that_supports_is_heard():
    first, other = "Members can bring guests.", "Guests are not admitted to the sauna."
    here, there = Evidence(first, path="a.md"), Evidence(other, path="b.md")
    assert gate.judge("Members can bring guests to the sauna.", [here, there]).support == "supported"
    assert (
        gate.judge("Members can bring guests to the sauna.", [here, there._replace(path="a.md")]).support != "supported"
    )


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Lift A may be used by trained marshals.", "Lift B may be used by trained marshals."),
        ("Pump 2 runs at night, pump 1 during the day.", "Pump 1 runs at night. Pump 2 runs during the day."),
        ("Lift D carries at most 600 kg.", "Lifts A, B and C carry at most 600 kg."),
    ],
)
def test_what_is_said_of_one_mark_is_not_said_of_another(claim, text):
    assert judged(claim, text).support != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Lift B may be used by trained marshals.", "Lift B may be used by trained marshals."),
        ("Pump 1 runs at night, pump 2 during the day.", "Pump 1 runs at night. Pump 2 runs during the day."),
        ("Lift B carries at most 600 kg.", "Lifts A, B and C carry at most 600 kg."),
        ("Pump 2 is serviced every year.", "Pumps 1 to 4 are serviced every year."),
        ("Wind of force 9 is a storm.", "Wind is a storm from force 8."),
    ],
)
def test_marks_that_agree(claim, text):
    assert all(why.kind != "other_clause" for why in judged(claim, text).reasons)


@pytest.mark.parametrize(
    ("claim", "text", "kind"),
    [
        ("The engine is examined twice a year.", "The engine is examined every six months.", ""),
        ("The engine is examined three times a year.", "The engine is examined every six months.", "number"),
        ("The fee goes up by £12,000.", "The fee was raised from £30,000 to £42,000.", ""),
        ("The fee goes down by £12,000.", "The fee was raised from £30,000 to £42,000.", "number"),
        ("The fee goes up by £11,000.", "The fee was raised from £30,000 to £42,000.", "number"),
    ],
)
def test_the_same_in_other_figures(claim, text, kind):
    (one,) = gate.weighed(claim, [Evidence(text)])
    assert any(each.kind.startswith("number") for each in one.findings) is bool(kind)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "In all labs, including N2, phones may be carried in the coat pocket.",
            "Phones stay in the locker in N2. In L5 and L6 they may be kept in the pocket of the coat.",
        ),
        ("Examinations are recorded so that the panel can look later.", "Recordings of the examinations are not made."),
        ("The board did away with attendance lists.", "Item 7 Proposal to abolish attendance lists\n\nIt is rejected."),
        ("These promises pass to whoever buys the flat.", "These promises are personal to Marlow Ltd."),
        ("Action 2 is still open.", "Status: actions 1, 2 and 3 done."),
        ("The hall is cleaned with water.", "The hall is cleaned dry."),
        ("Video is allowed for minors.", "Video is allowed for residents. It is not allowed for persons under 18."),
        (
            "Dogs are welcome in all buildings of the House.",
            "Good dogs are welcome in the Granary if all tenants agree.",
        ),
    ],
)
def test_of_another_place_never_made_rejected_or_personal(claim, text):
    assert judged(claim, text).support != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "In N2 phones stay in the locker.",
            "Phones stay in the locker in N2. In L5 and L6 they may be kept in the pocket.",
        ),
        ("These promises are personal to Marlow Ltd.", "These promises are personal to Marlow Ltd."),
        ("Action 2 is done.", "Status: actions 1, 2 and 3 done."),
        ("Identification by video is not allowed for minors.", "Identification by video is not allowed for minors."),
        (
            "Only one vehicle may be inside.",
            "Up to three plates are stored, but just one of the vehicles may be inside.",
        ),
    ],
)
def test_what_agrees_with_them(claim, text):
    assert judged(claim, text).support == "supported"


def test_what_the_claim_says_is_dropped_may_be_denied_beside():
    text = "Quill databases are no longer supported. Customers on Quill must move first."
    found = gate.weighed("Quill support was dropped, customers must move first.", [Evidence(text)])
    assert not any(each.kind == "denied_beside" for one in found for each in one.findings)
    found = gate.weighed("Quill support goes on, customers must move first.", [Evidence(text)])
    assert any(each.kind == "denied_beside" for one in found for each in one.findings)
