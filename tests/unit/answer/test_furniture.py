"""EVID-4: what stands around a text is no answer, and what is about another version stands back."""

from __future__ import annotations

import pytest

from kts.answer.constraints.values import states_version
from kts.answer.constraints.versions import placed_versions
from kts.answer.units.furniture import is_furniture, is_imprint, is_mail_head
from kts.answer.units.running import without_tail


@pytest.mark.parametrize(
    "line",
    [
        "SUPPLY AGREEMENT BX-12 Page 2",
        "MINUTES OF THE CONTRACTS COMMITTEE, 20 FEBRUARY 2025",
        "Source: NOWHERE CORP, 10-K/A, 4/5/2021",
        "ODM Sales Agreement 5 Northfield Paper INC.",
        "Sales Agreement 12 Northfield Paper INC. & Tarrow College Limited",
        "& Tarrow College Limited",
        "Proprietary to Northfield Paper  Page A-4  vTIP2010",
        "<PAGE>",
        "<PAGE>   12",
        "Marit,",
        "Dear Ms Okafor,",
        "Mr J. Aldous,",
        "Kind regards",
    ],
)
def test_evid_4_lines_around_a_text(line: str) -> None:
    assert is_furniture(line)


@pytest.mark.parametrize(
    "line",
    [
        "Loan Agreement 45 Days",
        "Sick Leave Policy 30 Days",
        "The form is on Page 4",
        "& what follows",
        "Tarrow College Limited pays for it.",
    ],
)
def test_evid_4_lines_that_only_look_so(line: str) -> None:
    assert not is_furniture(line)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Managers: Ann Reed  Jo Hale    Proprietary to Northfield  Page A-4  vTIP2010", "Managers: Ann Reed  Jo Hale"),
        ("The fee is $3.\n\nSource: NOWHERE CORP, 10-K/A, 4/5/2021\n<PAGE>", "The fee is $3."),
        ("NORTHFIELD LLC, as Manager <PAGE>   3", "NORTHFIELD LLC, as Manager"),
        ("Two  gaps  in it", "Two  gaps  in it"),
        ("<PAGE>", "<PAGE>"),
    ],
)
def test_evid_4_what_runs_through_the_pages_is_no_end_of_a_statement(text: str, said: str) -> None:
    assert text[: without_tail(text)] == said


@pytest.mark.parametrize(
    "line",
    [
        "Version 4, in force from 1 May 2026.",
        "Version 7, approved by the Board on 21 January 2026, in force from 1 February 2026.",
        "Edition 3 of April 2024",
        "**Issue 12, valid from 2024**",
    ],
)
def test_evid_4_lines_that_say_of_which_edition_a_document_is(line: str) -> None:
    assert is_imprint(line)


@pytest.mark.parametrize(
    "line",
    [
        "Version 5.0 is supported until 31 May 2027; later ones are not.",
        "Version 4 of the form is no longer valid.",
        "Issue a pass from the desk.",
        "Version 2.4 raises the limit to 300.",
    ],
)
def test_evid_4_lines_about_a_version_say_something(line: str) -> None:
    assert not is_imprint(line)


def test_evid_4_the_head_of_a_mail_says_nothing_of_what_it_is_about() -> None:
    assert is_mail_head("From: Ann Reed <ann@ellwick.example>\nTo: Rob Hale\nDate: Tue, 2 Sep 2025\nSubject: Gravel")
    assert not is_mail_head("From: Leeds")
    assert not is_mail_head("From: Leeds\nTo: York\nTickets are sold on board.")


def test_perf_a_line_of_many_signs_is_judged_at_once() -> None:
    """One expression went back and forth in them for longer than a person waits; such a one would not end here."""
    for line in ("A.1 (B2-C3) D/4, " * 6, "A1B2C3D4E5" * 11, "(1) (2) (3) " * 9, "A-1 " * 28):
        assert not is_furniture(f"A {line}".strip())


@pytest.mark.parametrize(
    "line",
    [
        "Hello World prints a line.",
        "Regards the fee, see 30 pounds.",
        "DO NOT OPEN.",
        "The fee is on page 3",
        "GET /API",
        "1,200 EUR",
        "See Page 3",
        "Within 3 days,",
        "Marit, you may.",
        "rubies,",
    ],
)
def test_evid_4_lines_that_say_something(line: str) -> None:
    assert not is_furniture(line)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("config-reference-4.x.html", True, False),
        ("config-reference-5.x.html", True, True),
        ("release notes orbit 4.3", True, False),
        ("Since version 5.0 the limit is 300", False, True),
        ("The limit is 300", False, None),
    ],
)
def test_evid_2_of_which_version_a_text_is(text: str, name: bool, expected: bool | None) -> None:
    assert states_version("5.0", text, name=name) is expected


def test_a_number_behind_in_may_be_a_version() -> None:
    assert placed_versions("What is the default in 4.0, 4.1 and 5.0?") == {"4.0", "4.1", "5.0"}
    assert not placed_versions("Is it done in 2.5 hours?")
