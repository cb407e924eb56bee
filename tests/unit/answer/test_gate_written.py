"""EVID-1: claims of a stranger's contracts, byelaws and price lists: what differed only in looks, and what passed."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.sides import flat
from kts.answer.claims.gate import judge
from kts.answer.claims.outdated import Successor, told
from kts.answers import Evidence

TERMS = (
    '"Licence" means a paper that the Harbour Master has given to a master.\n\n'
    "3.1 If the works are late, the Contractor pays 750 pounds for each day of delay, up to 30,000 pounds in all.\n\n"
    "3.2 No damages are due for days on which the wind exceeded force 6 at the station.\n\n"
    "3.3 Dredging shall take place between 1 November and 15 March only.\n\n"
    "3.4 The liability of either party is limited to 250,000 pounds in any contract year.\n\n"
    "3.5 Fresh water is included in the annual charge.\n\n"
    "3.6 The Trust insures the pontoons. It does not insure boats or anything on them.\n\n"
    "3.7 No licence is issued within 50 metres of the tank, or when the wind is above 25 knots.\n\n"
    "3.8 Used pads may be kept in the skip for no more than seven days.\n\n"
    "3.9 Swimming is allowed off the beach between sunrise and sunset.\n\n"
    "3.10 Berth holders pay nothing; contractors pay 35 pounds a permit.\n"
)
DUES = (
    "| Length overall | Per night (summer) | Per night (winter) |\n|---|---|---|\n"
    "| up to 6 m | 18 | 11 |\n| over 6 m to 9 m | 27 | 16 |\n| over 9 m to 12 m | 36 | 22 |\n"
    "| over 12 m | 3.60 pounds per metre | 2.20 pounds per metre |\n"
)
LIFTS = (
    "| Service | Price | Note |\n|---|---|---|\n| Crane lift, up to 8 t | 165 | weekdays |\n"
    "| Crane lift, over 8 t to 16 t | 290 | two days' notice |\n"
)
TIERS = (
    "| Tier | Volume | Who is informed |\n|---|---|---|\n| 1 | up to 100 litres | Harbour Master |\n"
    "| 2 | over 100 litres to 5,000 litres | Coastguard within 1 hour |\n"
)


def support(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Harbour dues and spills")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The Contractor pays at most 30,000 pounds for delay.", TERMS),
        ("Dredging is only allowed between 1 November and 15 March.", TERMS),
        ("The liability of either party is limited to a quarter of a million pounds a year.", TERMS),
        ("No licence is issued in winds above 25 knots.", TERMS),
        ("Used pads must leave the skip within a week.", TERMS),
        ("A boat of 10 m pays 36 pounds a night in summer.", DUES),
        ("A boat of 8 m pays 16 pounds a night in winter.", DUES),
        ("A crane lift over 8 tonnes to 16 tonnes needs two days' notice.", LIFTS),
        ("A volume of 3,000 litres: the Coastguard is informed within 1 hour.", TIERS),
    ],
)
def test_evid1_what_only_looks_different_is_supported(claim, text):
    assert support(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Days on which the wind exceeded force 3 count for no damages.", TERMS),
        ("Fresh water is charged by meter.", TERMS),
        ("The Harbour Master gave papers to a crew.", TERMS),
        ("The Trust insures boats on the pontoons.", TERMS),
        ("Swimming off the beach is allowed after dark.", TERMS),
        ("Contractors get a permit free of charge.", TERMS),
        ("A boat of 10 m pays 27 pounds a night in summer.", DUES),
        ("A boat of 8 m pays 27 pounds a night in winter.", DUES),
        ("A volume of 3,000 litres: the Coastguard is informed within 2 hours.", TIERS),
    ],
)
def test_evid1_another_price_time_or_row_is_not(claim, text):
    assert support(claim, text) != "supported"


def test_evid1_the_number_of_a_clause_is_no_value_of_it():
    found = judge("If the works are late, 4 pounds are paid for each day.", [Evidence(TERMS, title="Works")])
    assert found.support == "contradicted"
    assert all("3.1" not in one.text for one in found.reasons)
    assert judge("3.5 Fresh water is included in the annual charge.", [Evidence(TERMS)]).support == "supported"


@pytest.mark.parametrize(
    "text", ["3. Januar 2026 ist der Stichtag.", "1.5 Millionen Euro kostet es.", "3.2 GB are free."]
)
def test_evid1_a_day_or_an_amount_at_the_beginning_is_no_number_of_a_clause(text):
    assert flat(text)[0] == text
    assert flat("4.1 The dues")[0] == "The dues"


def test_evid1_what_a_sentence_beside_denies_of_everybody_is_not_supported():
    text = "The vessel Osprey touched the mooring wire in fog. Nobody was hurt; the damage is small."
    assert support("Somebody was injured when Osprey touched the wire.", text) == "unsupported"
    assert support("Osprey touched the wire in fog.", text) == "supported"


def test_evid9_what_the_new_edition_speaks_of_in_another_sense_is_not_supported_by_the_old_one():
    old = Evidence("Office staff may work from home one day a week.", path="2024.md", document_id="old")
    new = Evidence(
        "Office staff may work from home two days a week. Duty officers may not work from home.",
        path="2026.md", document_id="new",
    )  # fmt: skip
    found = told("Duty officers may work from home.", [new, old], {1: Successor("2026.md", "2026-01-01")}, judge)
    assert found.judgement.support != "supported"


LABORATORY = (
    "1.1 Samples that hold clots are rejected. In newborns 65 microlitres may be used, without lactate.\n\n"
    "2.1 If a parameter is outside the limits, the control is repeated once.\n\n"
    "2.2 A difference of up to 8 % from the central laboratory is accepted.\n\n"
    "4.4 If availability in a month is below 97 %, the Supplier credits 5 % of the invoice; below 94 %, 12 %.\n\n"
    "7.1 For slight negligence its liability is limited to 500,000 euros.\n\n"
    "8.1 Okoro asked for a second technician; that was not granted.\n"
)
CODES = (
    "| Code | Meaning | What to do |\n|---|---|---|\n| E-110 | sensor cassette expired | replace the cassette |\n"
    "| E-121 | waste bottle full | change the bottle |\n"
)
CRITICAL = "| Parameter | Low | High |\n|---|---|---|\n| Potassium (mmol/l) | 2.8 | 6.2 |\n"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("A difference of 7 % from the central laboratory is accepted.", LABORATORY),
        ("With availability of 93 % in a month the Supplier credits 12 % of the invoice.", LABORATORY),
        ("Lactate may not be used in newborns.", LABORATORY),
    ],
)
def test_evid1_a_case_within_a_bound_and_a_denial_by_without_are_supported(claim, text):
    assert support(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("If a parameter is outside the limits, the control is repeated twice.", LABORATORY),
        ("A difference of 9 % from the central laboratory is accepted.", LABORATORY),
        ("With availability of 95 % in a month the Supplier credits 12 % of the invoice.", LABORATORY),
        ("For gross negligence its liability is limited to 500,000 euros.", LABORATORY),
        ("When the waste bottle is full, replace the cassette.", CODES),
    ],
)
def test_evid1_another_step_degree_or_case_is_not_supported(claim, text):
    assert support(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("A potassium of 6.5 mmol/l is critical.", CRITICAL),
        ("The second technician that Okoro asked for was refused.", LABORATORY),
    ],
)
def test_evid1_what_follows_from_a_limit_or_a_denied_opposite_is_not_contradicted(claim, text):
    assert support(claim, text) != "contradicted"


POLICY = (
    "1.2 Bicycles are insured away from the home between 06:00 and 22:00.\n\n"
    "1.3 Jewellery worth more than 5,000 euros must be kept in a safe.\n\n"
    "2.2 Storm means wind of at least force 8.\n\n"
    "3.1 Photographs are enough for damage up to 1,000 euros; otherwise receipts are needed.\n\n"
    "3.2 Above 25,000 euros the head of claims decides. For a lost key a fee of up to 50 euros is charged.\n\n"
    "6.3 If you move, cover holds in both homes for two months.\n\n"
    "7.1 The average payment fell from 1,410 to 1,365 euros in 2025.\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        "Jewellery of 6,000 euros must be kept in a safe.",
        "Wind of force 9 means a storm.",
        "Bicycles are insured away from the home at noon.",
        "The head of claims decides on claims of 30,000 euros.",
        "Receipts are needed when the damage is 2,000 euros.",
        "After you move, both homes have cover for two months.",
    ],
)
def test_evid1_a_case_that_lies_on_the_stated_side_of_a_bound_is_supported(claim):
    assert support(claim, POLICY) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "Jewellery of 4,000 euros must be kept in a safe.",
        "Wind of force 7 means a storm.",
        "The head of claims decides on claims of 10,000 euros.",
        "Bicycles are insured away from the home around the clock.",
        "For a lost key a fee of 70 euros is charged.",
        "The average payment rose in 2025.",
    ],
)
def test_evid1_a_case_on_the_other_side_of_it_is_not(claim):
    assert support(claim, POLICY) != "supported"


CHARGES = (
    "The entry charge is 2 % of the amount invested; there is no exit charge. If a period is longer than 3 months, "
    "interest is payable at intervals of 3 months after its first day.\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        "An exit charge of 2 % applies, but there is no entry charge.",
        "If a period is longer than 3 months, interest is payable at intervals of 6 months after its first day.",
    ],
)
def test_evid1_a_value_that_is_claimed_beside_its_bound_is_no_case_of_it(claim):
    assert support(claim, CHARGES) != "supported"


SECURITY = (
    "1.2 Text messages are not accepted as a second factor; hardware keys and the app are.\n\n"
    "1.3 Accounts of leavers are deleted after 90 days.\n\n"
    "2.2 Private laptops may not be connected to the internal network; the guest network is open to them.\n\n"
    "2.3 A lost device is reported within four hours.\n\n"
    "3.2 Servers are patched on the first Sunday of each month.\n\n"
    "5.1 A data breach is reported to the authority within 72 hours.\n\n"
    "7.1 Whoever clicks on three test mails repeats the course.\n\n"
    "8.1 The next meeting is on 16 June, not 9 June.\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        "A hardware key is accepted as a second factor.",
        "A private laptop may be connected to the guest network.",
        "A data breach must be reported to the authority within three days.",
        "The next meeting is on 16 June.",
    ],
)
def test_evid1_what_the_other_clause_says_and_rules_in_the_present_are_supported(claim):
    assert support(claim, SECURITY) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "A text message is accepted as a second factor.",
        "A private laptop may be connected to the internal network.",
        "A leaver's account is deleted at once.",
        "A lost device is reported within a day.",
        "Servers are patched every Sunday.",
        "Whoever clicks on two test mails repeats the course.",
        "The next meeting is on 9 June.",
    ],
)
def test_evid1_small_numbers_weekdays_and_dates_taken_back_are_not(claim):
    assert support(claim, SECURITY) != "supported"
