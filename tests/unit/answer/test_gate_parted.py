"""EVID-1: a part, a sentence or a clause that denies it, and small words that turn a rule round."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answer.claims.joined import second_of
from kts.answers import Evidence

RULES = (
    "When the harbour master is ill, the pilot signs the log; the clerk shall not sign.\n\n"
    "The lock is manned only when the mate and the boatswain are present.\n\n"
    "A rope that tore may be used again after a new splice has been made.\n\n"
    "A berth may be prolonged once, by the harbour board, for 20 days.\n\n"
    "Crates are weighed by the porter and, for each ship, by the checker.\n\n"
    "Crew lists are kept 8 years after the sailor has left.\n\n"
    "Unused tickets may be handed in within 12 days for the full price. Torn tickets: a deduction of 20 %.\n\n"
    "The ferry council consists of the mate, the purser and the cook. It is competent with the mate and one other.\n\n"
    "The tug Alva has no radar. The tug Alva cannot tow barges."
)


def said(claim, *texts):
    return judge(claim, [Evidence(text) for text in texts or (RULES,)]).support


@pytest.mark.parametrize(
    "claim",
    [
        "When the harbour master is ill, the clerk signs the log.",
        "When the mate is absent, the lock is manned.",
        "A rope that tore may be used again with the same splice.",
        "A second prolonging of a berth may be granted by the harbour board.",
        "The checker weighs the crates for each pallet.",
        "Crew lists are kept 8 years after the sailor has joined.",
        "Unused tickets may be handed in within 12 days for the full price, whether torn or not.",
        "The ferry council is competent with the purser and the cook.",
        "The tug Alva has no radar and tows barges.",
        "A tug Alva without radar can tow barges.",
    ],
)
def test_what_a_part_or_a_small_word_denies_supports_nothing(claim):
    assert said(claim) != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "When the harbour master is ill, the pilot signs the log.",
        "When the harbour master is ill, the clerk shall not sign.",
        "The lock is manned only if the mate and the boatswain are present.",
        "A rope that tore may be used again after a new splice.",
        "A berth may be prolonged once by the harbour board.",
        "The checker weighs the crates for each ship.",
        "Crew lists are kept 8 years after the sailor has left.",
        "Unused tickets may be handed in within 12 days for the full price.",
        "The tug Alva cannot tow barges.",
    ],
)
def test_what_is_said_is_supported(claim):
    assert said(claim) == "supported"


BOUNDS = "The noise on deck A shall not exceed 70 dB; the noise on deck B shall not exceed 85 dB."


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The noise on deck A shall not exceed 70 dB.", "supported"),
        ("The noise on deck B shall not exceed 85 dB.", "supported"),
        ("The noise on deck A shall not exceed 85 dB.", "contradicted"),
        ("The noise on deck A shall not exceed 60 dB.", "contradicted"),
    ],
)
def test_bounds_of_two_things_deny_neither(claim, support):
    assert said(claim, BOUNDS) == support


def test_a_denial_in_another_document_is_heard():
    rule = "3.1 The harbour master shall decide on closures within 2 hours."
    slide = "- Agents do not decide"
    assert said("Agents decide on closures.", rule, slide) != "supported"
    assert said("The harbour master decides on closures within 2 hours.", rule, slide) == "supported"


PLANS = "LIFT-12 will be repaired by the yard. Planned for 3 May 2027, not promised to anybody."


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("LIFT-12 will be repaired on 3 May 2027.", False),
        ("LIFT-12 will be repaired by the yard.", True),
        ("LIFT-12 is planned to be repaired on 3 May 2027.", True),
    ],
)
def test_what_is_planned_is_no_promise(claim, supported):
    assert (said(claim, PLANS) == "supported") is supported


def test_a_day_that_is_no_plan_is_one():
    assert said("LIFT-12 will be repaired on 3 May 2027.", "LIFT-12 will be repaired on 3 May 2027.") == "supported"


FEES = "The handling fee of a parcel is 9 euros.\n\nThe price list names the handling fee."


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The handling fee of a parcel is 9 euros and is never refunded.", "unsupported"),
        ("The handling fee of a parcel is 9 euros.", "supported"),
    ],
)
def test_each_of_two_things_that_are_said_of_one_must_be_said(claim, support):
    assert said(claim, FEES) == support


def test_two_things_of_one_subject():
    assert second_of("The fee is 9 euros and is never refunded.") == "The fee is never refunded."
    assert not second_of("The fee is 9 euros and the deposit is 20 euros.")
    assert not second_of("If the fee is due and is not paid, interest is charged.")


def test_what_is_given_back_of_another_thing_is_not_this():
    assert said("The key fee is not given back.", "The fee of the last journey is not given back.") != "supported"


HOURS = (
    "Desk hours of the wharf\nOffice:  Mon-Fri 08:00-16:00\nGate:    Mon-Sun 06:00-22:00\nLock:    24/7\n"
    "Closed on 24 December."
)


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("The office is open 24/7.", False),
        ("The gate is open 24/7.", False),
        ("The lock is open 24/7.", True),
        ("The desk hours of the office are from 08:00 to 16:00.", True),
    ],
)
def test_each_label_has_its_own_line(claim, supported):
    assert (said(claim, HOURS) == "supported") is supported


LOANS = (
    "A deposit of 60 euros or more is paid back within 25 days, if the account is balanced.\n\n"
    "A member may ask for a delay once in the life of a loan.\n\n"
    "Berth charges: the clerk may waive one charge of 50 euros."
)


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("When the account is not balanced, a deposit of 60 euros or more is paid back within 25 days.", False),
        ("A deposit of 60 euros or more is paid back within 25 days unless the account is balanced.", False),
        ("A deposit of 60 euros or more is paid back within 25 days if the account is balanced.", True),
        ("A member may ask for a delay twice in the life of a loan.", False),
        ("A member may ask for a delay once in the life of a loan.", True),
        ("The clerk may waive one charge of 50 euros.", True),
    ],
)
def test_a_case_that_is_turned_round(claim, supported):
    assert (said(claim, LOANS) == "supported") is supported


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "A tenant who plans to leave will give 14 days' notice.",
            "A tenant who plans to leave shall give 14 days' notice.",
        ),
        ("An additional driver may be named.", "A single additional driver may be named."),
        ("Holders of a provisional licence will pay 30 euros.", "Holders of a provisional licence pay 30 euros."),
    ],
)
def test_a_word_of_a_plan_or_a_number_that_the_rule_is_of_is_none(claim, text):
    assert said(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("Boats of guests may moor without a check.", False),
        ("Boats of guests may moor only with a full hull check.", True),
    ],
)
def test_what_must_be_there_is_not_done_without_by_its_noun(claim, supported):
    assert (said(claim, "Boats of guests may moor only with a full hull check.") == "supported") is supported


def test_a_reason_names_the_day_to_which_a_thing_was_moved():
    found = judge(
        "The regatta was moved to 20 May 2027.", [Evidence("The regatta was moved from 3 May 2027 to 8 May 2027.")]
    )
    assert found.support == "contradicted"
    assert any("8 May 2027" in one.text for one in found.reasons)
    assert not any("3 May 2027" in one.text for one in found.reasons)


def test_a_case_that_is_taken_out_is_not_turned_round():
    text = "The keeper must first give the crew written notice, unless the crew is asleep."
    claim = "Without written notice the keeper can close the gate only when the crew is asleep."
    assert said(claim, text) != "contradicted"
    assert said("The keeper must first give the crew written notice if the crew is asleep.", text) != "supported"


KEYS = (
    "The shift lead carries the silver key; the duty medic carries the red key.\n\n"
    "Forge: powder. Printing workshop: carbon dioxide.\n\n"
    "The tugs start with a button. They will not start while the charging cable is plugged in.\n\n"
    "In winter the ferry closes at dusk; in summer it stays open for late visitors."
)


@pytest.mark.parametrize(
    "claim",
    ["The shift lead carries the red key.", "The duty medic carries the silver key.", "Forge: carbon dioxide."],
)
def test_evid_1_words_of_two_clauses_mixed_support_nothing(claim: str):
    assert said(claim, KEYS) != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The shift lead carries the silver key.",
        "The duty medic carries the red key.",
        "The shift lead carries the silver key and the duty medic the red one.",
        "Printing workshop: carbon dioxide.",
        "The tugs will not start while the charging cable is plugged in.",
        "In summer the ferry stays open for late visitors.",
    ],
)
def test_evid_1_words_of_one_clause_are_not_mixed(claim: str):
    found = judge(claim, [Evidence(KEYS)])
    assert not [one for one in found.reasons if one.kind in {"swapped", "exchanged"}]


def test_evid_1_another_number_of_a_thing_is_seen():
    found = judge("A priority 1 fault is repaired within 2 days.", [Evidence("Priority 2: repair within 2 days.")])
    assert found.support != "supported"
    assert "code" in {one.kind for one in found.reasons}


def test_a_statement_behind_struck_through_words_is_read():
    assert said("The price is EUR 93.", "# Prices\n\n~~Old~~ new price is EUR 93.") == "supported"
    assert said("The price is EUR 88.", "~~Old price EUR 88~~ The price is EUR 93.") != "supported"


def test_a_business_hour_is_no_hour():
    assert said("The target is 12 hours.", "The target is 12 business hours.") == "contradicted"
    assert said("The target is 12 business hours.", "The target is 12 Business Hours.") == "supported"


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("The notice is 60 days during the minimum term.", False),
        ("The notice is 60 days before the minimum term.", False),
        ("The notice is 60 days after the minimum term.", True),
    ],
)
def test_what_is_so_after_a_time_is_not_so_within_it(claim, supported):
    assert (said(claim, "The notice is 60 days after the minimum term.") == "supported") is supported


PIECES = (
    "4.1 The Mill pays \u00a30.46 per Piece for plain cloth, \u00a30.71 per Piece for felt and \u00a31.95 per gown."
)


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("The Mill pays \u00a31.95 per gown.", "supported"),
        ("The Mill pays \u00a30.46 per Piece for plain cloth.", "supported"),
        ("The Mill pays \u00a30.71 per gown.", "contradicted"),
    ],
)
def test_what_is_counted_is_no_party(claim, support):
    assert said(claim, PIECES) == support
