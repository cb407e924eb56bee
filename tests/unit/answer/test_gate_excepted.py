"""EVID-1: exceptions that a sentence only goes on with, how often one of two is, and what is compulsory for whom."""

from __future__ import annotations

import pytest

from kts.answer.claims import gate
from kts.answers import Evidence

HOUSE = (
    "The pool is open until 22:00. A guard is hired for this. On Sundays it stays at 18:00.\n\n"
    "Opened paint in the cold room is kept for 7 days. Outside the cold room the limit is 3 hours.\n\n"
    "Half of the grant is paid back. Illness is an exception: in that case nothing is paid back.\n\n"
    "Cash and cheques are not accepted, except at the bar. Payment is by card.\n\n"
    "Guests on long stays, which last over 21 days, may use the laundry free of charge from 16:00.\n\n"
    "Towels are changed every day; other linen every three days.\n\n"
    "The lift is checked once a week and the boiler is checked every working day.\n\n"
    "During probation either side may give one week's notice; afterwards it is eight weeks.\n"
)
CODES = (
    "| Code | Meaning |\n| --- | --- |\n| A01 | Air in line |\n| A04 | Door open |\n\n"
    "The alarm can be muted for 2 minutes; A01 cannot be muted.\n"
)
RATES = "| Means | Rate |\n| --- | --- |\n| Motorcycle | 24p per mile |\n| Bicycle | 20p per mile |\n"
PRICES = (
    "| Leistung | Preis (EUR) | Bemerkung |\n| --- | --- | --- |\n| Massage | 64 | Sauna 15 EUR zus\u00e4tzlich |\n"
)
COURSES = (
    "The safety course is mandatory for kitchen staff only; for others it is optional.\n\n"
    "The flu shot is offered in October. It is recommended, not compulsory. Hepatitis B vaccination is required for "
    "cooks.\n"
)
LATER = "Das B\u00fcro wird ab dem 1. Juli 2026 bis 18:30 Uhr besetzt. Freitags bleibt es bei 17:00 Uhr.\n"


def said(claim, text=HOUSE):
    return gate.judge(claim, [Evidence(text)]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("On Sundays the pool is open until 22:00.", HOUSE),
        ("Ab Juli 2026 ist das B\u00fcro auch freitags bis 18:30 Uhr besetzt.", LATER),
        ("Opened paint may be kept outside the cold room for 7 days.", HOUSE),
        ("In case of illness half of the grant is paid back.", HOUSE),
        ("Whoever is ill pays back half of the grant because of the illness.", HOUSE),
        ("Guests may pay by cheque.", HOUSE),
        ("Guests may use the laundry free of charge from 16:00.", HOUSE),
        ("Other linen is changed every day.", HOUSE),
        ("The boiler is checked once a week.", HOUSE),
        ("The lift is checked every working day.", HOUSE),
        ("After probation the notice is one week.", HOUSE),
        ("All alarms can be muted.", CODES),
        ("The air-in-line alarm can be muted for 2 minutes.", CODES),
        ("Cyclists get 24p per mile.", RATES),
        ("Die Massage kostet 64 Euro mit Sauna.", PRICES),
        ("The flu vaccination is compulsory for all cooks.", COURSES),
        ("Hepatitis B vaccination is recommended, not compulsory.", COURSES),
        ("The safety course is mandatory for staff other than kitchen staff.", COURSES),
    ],
)
def test_what_is_otherwise_in_its_case_is_not_supported(claim, text):
    assert said(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The pool is open until 22:00.", HOUSE),
        ("Opened paint is kept in the cold room for 7 days.", HOUSE),
        ("Half of the grant is paid back.", HOUSE),
        ("Guests on long stays, which last over 21 days, may use the laundry free of charge from 16:00.", HOUSE),
        ("Towels are changed every day.", HOUSE),
        ("The boiler is checked every working day.", HOUSE),
        ("The boiler is checked daily.", HOUSE),
        ("The lift is checked once a week.", HOUSE),
        ("During probation either side may give one week's notice.", HOUSE),
        ("The alarm can be muted for 2 minutes.", CODES),
        ("Hepatitis B vaccination is compulsory for cooks.", COURSES),
        ("The safety course is optional for staff other than kitchen staff.", COURSES),
        ("For everyone except kitchen staff the safety course is optional.", COURSES),
    ],
)
def test_what_is_so_in_its_case_is_supported(claim, text):
    assert said(claim, text) == "supported"
