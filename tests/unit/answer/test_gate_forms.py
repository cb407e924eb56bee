"""EVID-1: forms, boxes, the sheets of a workbook, and what a row says by its column alone."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.cells import serials
from kts.answer.claims.agree.forms import fields
from kts.answer.claims.agree.rows import weekdays
from kts.answer.claims.agree.tables import is_form
from kts.answer.claims.bars import BANDED, above_its_note, by_its_number
from kts.answer.claims.gate import judge, weighed
from kts.answers import Evidence


def found(claim: str, *texts: str, title: str = "Harbour", path: str = "harbour.md"):
    pieces = [Evidence(text, title=title, path=path, heading=_heading(text)) for text in texts]
    return judge(claim, pieces).support


def _heading(text: str) -> str:
    return text.partition("\n")[0].lstrip("# ") if text.startswith("#") else ""


DIVE = (
    "|  |  |\n|---|---|\n| Diver: | K. Solvang |\n| Tender: | M. Aaker |\n| Approved by: | T. Ruud |\n"
    "| Depth: | 14 m |\n\nAir bottle changed at 10:40 by M. Aaker."
)
REPORT = (
    "| Quay | North quay | Date | 3 May 2025 |\n|---|---|---|---|\n"
    "| Reported by | Ola Brekke | Damage class | C (dents) |\n"
    "| Surveyor | Kim Strand | Cost | NOK 4,000 |"
)
CHECKS = (
    "|  |  |\n|---|---|\n| [x] | Fenders hung out along the berth |\n| [ ] | Gangway secured with a chain |\n"
    "| [x] | Shore power connected |"
)
TO_CHECK = "- [ ] Gangway secured with a chain\n- [ ] Shore power connected"
NORTH = (
    "## North quay\n\n| Point | Thing | Limit | Frequency |\n|---|---|---|---|\n"
    "| P1 | Fender pressure | at least 3.0 bar | Hourly |\n| P2 | Water level | at most 4.2 m | Every 30 minutes |"
)
SOUTH = (
    "## South quay\n\n| Point | Thing | Limit | Frequency |\n|---|---|---|---|\n"
    "| P1 | Fender pressure | at least 2.0 bar | Every 2 hours |\n| P2 | Bollard load | at most 90 kN | Every day |"
)
STORE = (
    "| part_no | description | site | stock | min_stock |\n|---|---|---|---|---|\n"
    "| RP-17 | Rope clamp | north | 1 | 2 |\n| RP-18 | Rope drum | north | 5 | 3 |"
)
KEYS = (
    "## Locks\n\n| Colour | Used by | Keys | Where kept |\n|---|---|---|---|\n"
    "| Red | Divers | 1, carried by the owner | Belt |\n"
    "| Black | Harbour master | 2, second in the safe | Office |"
)
SYSTEMS = (
    "| System | Supported since | Supported until | Remarks |\n|---|---|---|---|\n| Plotter 2019 | 5.0 | - | slow |\n"
    "| Plotter 2022 | 5.2 | - | recommended |"
)
CODES = (
    "| code | title | what_to_do | retry |\n|---|---|---|---|\n| E510 | Lock busy | Wait a minute | yes |\n"
    "| E511 | Lock shut | Call the lock keeper | no |"
)
FORMER = (
    "| Name | Former role | Ended on | Reason |\n|---|---|---|---|\n"
    "| Ida Fjell | Pilot Sandvik | 2025-08-12 | moved |\n"
    "| Per Lunde | Lock keeper Moss | 2025-04-30 | retired |"
)
HOURS = (
    "| Office | Mon\u2013Wed, Fri | Thu |\n|---|---|---|\n| Sandvik | 09:00\u201312:30 | 14:00\u201318:00 |\n"
    "| Moss | 09:00\u201316:00 | 09:00\u201318:00 |"
)
LOCKERS = (
    "| Size | Rent | Offices |\n|---|---|---|\n| Medium (15 cm) | EUR 110 | Sandvik, Moss |\n"
    "| Large (30 cm) | EUR 190 | Sandvik only |"
)
LOG = "11:20  W4 winch pin found on the deck!!\n12:50  W4 running again, pin secured with glue\n13:10  ferry left\n"
WATCH = (
    "| Week | From | To | Primary | Backup | Remarks |\n|---|---|---|---|---|---|\n"
    "| 42 | 2026-10-12 | 2026-10-19 | Per Holm | Tora Vik |  |\n"
    "| 43 | 2026-10-19 | 2026-10-26 | Tora Vik | Per Holm | swap with week 44 agreed |\n"
    "| 44 | 2026-10-26 | 2026-11-02 | Siv Ek | Per Holm |  |\n| 49 | 2026-11-30 | 2026-12-07 | Per Holm | Tora Vik |  |"
)
REPLIES = (
    "| Priority | First response Standard | First response Premium | Target for solution Standard "
    "| Target for solution Premium |\n|---|---|---|---|---|\n| 1 | 2 hours | 30 minutes | 12 hours | 6 hours |\n"
    "| 2 | 4 hours | 2 hours | 2 working days | 1 working day |\n"
    "| 3 | 1 working day | 8 hours | 10 working days | 5 working days |"
)
CALLS = "Customers with the Premium plan may report priority 1 tickets around the clock, also on public holidays."
TORQUES = "| Joint | Screw | Torque (Nm) |\n|---|---|---|\n| Cleat | M10 x 30 | 32 |\n| Bollard | M20 x 80 | 290 |"

FALSE = [
    ("A. Hovland was the diver.", (DIVE,)),
    ("K. Solvang approved the dive.", (DIVE,)),
    ("The damage class was B.", (REPORT,)),
    ("Tora Vik has the primary duty in the week from 30 November 2026.", (WATCH,)),
    ("The gangway was secured with a chain.", (CHECKS,)),
    ("The gangway is secured with a chain.", (CHECKS,)),
    ("The gangway was secured with a chain.", (TO_CHECK,)),
    ("The fender pressure at the south quay is at least 3.0 bar.", (NORTH, SOUTH)),
    ("The fender pressure at the north quay is checked every two hours.", (NORTH, SOUTH)),
    ("The fender pressure at the south quay is checked every hour.", (NORTH, SOUTH)),
    ("The bollard load at the north quay is at most 90 kN.", (NORTH, SOUTH)),
    ("There are two rope clamps in stock.", (STORE,)),
    ("The black lock has one key.", (KEYS,)),
    ("Plotter 2022 is recommended and supported since 5.0.", (SYSTEMS,)),
    ("E510 must not be retried.", (CODES,)),
    ("Ida Fjell is the pilot in Sandvik.", (FORMER,)),
    ("Per Lunde is lock keeper in Moss.", (FORMER,)),
    ("Sandvik is open on Thursday from 09:00.", (HOURS,)),
    ("Moss is open until 18:00 on Friday.", (HOURS,)),
    ("A large locker can be rented in Moss.", (LOCKERS,)),
    ("The pin was found at 12:50.", (LOG,)),
    ("A priority 2 ticket gets its first answer within two hours on the standard plan.", (CALLS, REPLIES)),
]
TRUE = [
    ("K. Solvang was the diver.", (DIVE,)),
    ("M. Aaker was the tender.", (DIVE,)),
    ("The damage class was C.", (REPORT,)),
    ("Per Holm has the primary duty in the week from 30 November 2026.", (WATCH,)),
    ("Tora Vik is the backup in the week from 30 November 2026.", (WATCH,)),
    ("The shore power was connected.", (CHECKS,)),
    ("Shore power must be connected.", (TO_CHECK,)),
    ("The fender pressure at the south quay is at least 2.0 bar.", (NORTH, SOUTH)),
    ("The fender pressure at the north quay is at least 3.0 bar.", (NORTH, SOUTH)),
    ("The fender pressure at the south quay is checked every two hours.", (NORTH, SOUTH)),
    ("The fender pressure at the north quay is checked every hour.", (NORTH, SOUTH)),
    ("The water level at the north quay is checked every half hour.", (NORTH, SOUTH)),
    ("There is one rope clamp in stock.", (STORE,)),
    ("The min stock of rope clamps is 2.", (STORE,)),
    ("The black lock has two keys.", (KEYS,)),
    ("Plotter 2022 is supported since 5.2.", (SYSTEMS,)),
    ("Plotter 2019 is supported since 5.0.", (SYSTEMS,)),
    ("E510 may be retried.", (CODES,)),
    ("Per Lunde was lock keeper in Moss.", (FORMER,)),
    ("Sandvik is open on Thursday from 14:00 to 18:00.", (HOURS,)),
    ("Moss is open until 18:00 on Thursday.", (HOURS,)),
    ("A medium locker can be rented in Moss.", (LOCKERS,)),
    ("The pin was found at 11:20.", (LOG,)),
    ("The pin was secured with glue at 12:50.", (LOG,)),
    ("Ms Vik has the primary duty in the week starting 19 October 2026 with Per Holm as her backup.", (WATCH,)),
    ("A priority 2 ticket gets its first answer within four hours on the standard plan.", (CALLS, REPLIES)),
    ("The cleat is tightened to 32 Nm.", (TORQUES,)),
]


@pytest.mark.parametrize(("claim", "texts"), FALSE)
def test_false_of_a_form_or_row_is_not_supported(claim, texts):
    assert found(claim, *texts) != "supported"


@pytest.mark.parametrize(("claim", "texts"), TRUE)
def test_true_of_a_form_or_row_stays_supported(claim, texts):
    assert found(claim, *texts) == "supported"


def test_a_reason_names_the_cell_under_the_header_of_the_unit():
    told = judge("The cleat screws are tightened to 35 Nm.", [Evidence(TORQUES)])
    assert told.support == "contradicted"
    assert "\u201c32\u201d" in told.reasons[0].text


def test_a_field_that_a_document_has_twice_contradicts_nobody():
    two = DIVE + "\n\n| Diver: | A. Hovland |"
    assert found("A. Hovland was the diver.", two) == "supported"


def test_a_form_is_told_from_a_table():
    assert is_form(REPORT.partition("\n")[0])
    assert not is_form("| Item | 2023 | Change | 2024 |")
    assert not is_form(HOURS.partition("\n")[0])
    assert [one.label for one in fields(REPORT)][-2:] == ["Surveyor", "Cost"]


def test_days_of_a_header():
    assert weekdays("Mon\u2013Wed, Fri") == {0, 1, 2, 4}
    assert weekdays("Thursdays") == {3}
    assert weekdays("Fri-Mon") == {4, 5, 6, 0}
    assert not weekdays("Monthly rent")


EDITIONS = {
    "fees_ed3_2023.md": "| Item | Berth | Mooring |\n|---|---|---|\n| Monthly fee | EUR 12.90 | EUR 6.90 |",
    "fees_ed4_2025.md": "| Item | Berth | Mooring |\n|---|---|---|\n| Monthly fee | EUR 14.50 | EUR 7.90 |",
}


@pytest.mark.parametrize(("amount", "support"), [("14.50", "supported"), ("12.90", "unsupported")])
def test_an_edition_is_named_in_the_name_of_a_file(amount, support):
    pieces = [Evidence(text, title="Fees", path=path) for path, text in EDITIONS.items()]
    told = judge(f"The monthly fee of a berth is EUR {amount} under edition 4.", pieces).support
    assert (told == "supported") == (support == "supported")


WISH = "Ola Brekke: the yard wants EUR 240,000 for the slip, fully secured."
LIMITS = "| Name | Role | Secured EUR |\n|---|---|---|\n| Ola Brekke | Manager | 200000 |"


def test_what_somebody_wants_is_no_limit():
    pieces = [Evidence(WISH, path="mail.eml"), Evidence(LIMITS, path="limits.xlsx")]
    assert judge("Ola Brekke may sign at most EUR 200,000 secured.", pieces).support == "supported"
    assert judge("Ola Brekke may sign at most EUR 240,000 secured.", pieces).support != "supported"


def test_none_of_a_thing_that_the_statement_does_not_speak_of():
    text = "The rules say a harbour master can do 300,000."
    assert found("A harbour master needs no second signature up to EUR 300,000.", text) != "supported"
    assert found("A harbour master can do 300,000.", text) == "supported"
    assert found("A berth needs no deposit.", "A berth is let without a deposit.") == "supported"


def test_only_of_a_bound_that_is_so_for_all():
    text = "The threshold for surveys is raised to EUR 500,000 for all quays except Moss."
    assert found("A survey is needed only above EUR 500,000, except in Moss.", text) != "contradicted"
    assert not any("all" in one.text for one in judge("Only above EUR 500,000.", [Evidence(text)]).reasons)


NOTED = (
    "| Item | Berth | Mooring |\n|---|---|---|\n| Replacement key | EUR 12.00 | EUR 12.00 |\n\n"
    "A replacement key is free of charge if the key was stolen and the theft was reported to the police."
)


def test_a_note_on_a_case_does_not_stand_for_its_row():
    assert found("The replacement key is free for berth customers this year.", NOTED) != "supported"
    assert found("The replacement key is free of charge if the key was stolen.", NOTED) == "supported"


def seen(claim: str, begins: str, *texts: str):
    """What the gate sees in the statement that begins so."""
    found = weighed(claim, [Evidence(text) for text in texts])
    return next(one for one in found if one.match.statement.text.startswith(begins))


def kinds(claim: str, begins: str, *texts: str):
    return {one.kind for one in seen(claim, begins, *texts).findings}


def test_a_line_of_a_log_is_of_its_own_time():
    assert "row" in kinds("The pin was found at 12:50.", "12:50", LOG)
    assert "row" not in kinds("The pin was secured with glue at 12:50.", "12:50", LOG)
    assert "row" not in kinds("The pin was found at 11:20.", "11:20", LOG)


def test_a_day_tells_the_row():
    claim = "Ms Vik has the primary duty in the week starting 19 October 2026 with Per Holm as her backup."
    assert "row" not in kinds(claim, "| 43", WATCH)
    assert "row" in kinds(claim.replace("19 October", "30 November"), "| 43", WATCH)


NUMBERED = "A priority 2 ticket gets its first answer within four hours on the standard plan."


def test_a_row_that_is_named_by_its_number_is_looked_at_first():
    assert weighed(NUMBERED, [Evidence(CALLS), Evidence(REPLIES)])[0].match.statement.text.startswith("| 2 |")


def test_a_row_that_is_named_by_its_number_says_what_its_header_says():
    one = seen(NUMBERED, "| 2 |", CALLS, REPLIES)
    assert not one.findings
    assert by_its_number(one._replace(chance=0.1)).chance == BANDED
    other = seen(
        "A priority 2 ticket of a pilot boat is closed unread and forgotten within four hours.", "| 2 |", REPLIES
    )
    assert by_its_number(other._replace(chance=0.1)).chance == pytest.approx(0.1)


def test_an_ordinal_tells_a_column():
    assert serials("First response Standard") == {"first"}
    assert not kinds(NUMBERED, "| 2 |", REPLIES)


def test_the_row_decides_above_a_note_on_a_case():
    claim = "The replacement key is free for berth customers."
    found = weighed(claim, [Evidence(NOTED)])
    note = next(one for one in found if one.match.statement.text.startswith("A replacement"))
    assert above_its_note(note, found).match.statement.text.startswith("| Replacement")
    told = weighed("The replacement key is free if it was stolen.", [Evidence(NOTED)])
    own = next(one for one in told if one.match.statement.text.startswith("A replacement"))
    assert above_its_note(own, told) is own


def test_a_field_whose_label_has_a_word_of_the_title():
    assert found("Kim Strand reported the damage.", REPORT, title="Damage report") != "supported"
    assert found("Ola Brekke reported the damage.", REPORT, title="Damage report") == "supported"
