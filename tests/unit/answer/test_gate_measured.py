"""EVID-1: units in a column of their own, in a header or spelled out; versions in headers and headings."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

SPEC = (
    "| Parameter | Value | Tolerance | Unit |\n|---|---|---|---|\n| Dose of oil | 20 | \u00b1 2 | \u00b5L |\n"
    "| Weight of the winch | 7.5 | \u00b1 0.3 | kg |\n| Torque of the drum | 4.5 | \u00b1 0.2 | Nm |\n\n"
    "| Part | Length (mm) | Price |\n|---|---|---|\n| Long hook | 340 | 12 |"
)


def said(claim, text=SPEC, **about):
    return judge(claim, [Evidence(text, **about)]).support


@pytest.mark.parametrize(
    "claim",
    [
        "The dose of oil is 20 \u00b5L.",
        "The dose of oil is 20 microlitres.",
        "The weight of the winch is 7.5 kg.",
        "The weight of the winch is 7500 g.",
        "The torque of the drum is 4.5 newton metres.",
        "The length of the long hook is 340 mm.",
        "The price of the long hook is 12 EUR.",
    ],
)
def test_a_figure_in_the_unit_of_its_column_is_supported(claim):
    assert said(claim) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The dose of oil is 20 mL.",
        "The weight of the winch is 7.5 g.",
        "The weight of the winch is 7.5 kg \u00b1 0.3 g.",
        "The torque of the drum is 6.5 newton metres.",
        "The length of the long hook is 340 cm.",
    ],
)
def test_a_figure_in_another_unit_is_not(claim):
    assert said(claim) != "supported"


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("The coil must measure between 0.5 and 12 megohm.", True),
        ("The coil must measure between 0.5 and 40 megohm.", False),
        ("The coil must measure between 0.5 and 12 kilohm.", False),
        ("The coil must measure between 500 and 12000 kilohm.", True),
    ],
)
def test_a_unit_that_is_spelled_out_compares_with_its_sign(claim, supported):
    text = "The coil shall be measured each week; the value shall lie between 0.5 M\u03a9 and 12 M\u03a9."
    assert (said(claim, text) == "supported") is supported


LIMITS = (
    "| Limit | Firmware 3.1 | Firmware 3.2 |\n|---|---|---|\n| Amount of one ticket sold without network | 30 EUR "
    "| 60 EUR |\n| Time until sold tickets must be sent | 12 hours | 36 hours |"
)


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("On firmware 3.1 the amount of one ticket sold without network is 30 EUR.", True),
        ("On firmware 3.2 the amount of one ticket sold without network is 30 EUR.", False),
        ("On firmware 3.1 sold tickets must be sent within 12 hours.", True),
        ("On firmware 3.2 sold tickets must be sent within 12 hours.", False),
    ],
)
def test_a_version_is_that_of_its_column(claim, supported):
    assert (said(claim, LIMITS) == "supported") is supported


@pytest.mark.parametrize(
    ("claim", "heading", "supported"),
    [
        ("With firmware 3.2 the lamp goes out after 40 seconds.", "3.2.0 (2026-01-05)", True),
        ("With firmware 3.1 the lamp goes out after 40 seconds.", "3.2.0 (2026-01-05)", False),
        ("With firmware 3.2 the lamp goes out after 40 seconds.", "3.1.0 (2025-03-01)", False),
        ("With firmware 3.2 the lamp goes out after 40 seconds.", "3.1 Display", True),
    ],
)
def test_a_version_is_that_of_its_heading(claim, heading, supported):
    text = "- Changed: the lamp goes out after 40 s (was 80 s)."
    found = said(claim, text, title="Firmware 3.2", heading=heading, path="notes/releases.md")
    assert (found == "supported") is supported
