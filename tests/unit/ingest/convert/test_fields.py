"""Tables of names and values."""

from __future__ import annotations

import pytest

from kts.ingest.convert.fields import LONGEST_NAME, in_pairs, names_values


@pytest.mark.parametrize("name", ["Owner:", "**Owner:**", "Datum\uff1a"])
def test_names_that_end_in_colons_are_names_of_fields(name: str) -> None:
    assert names_values([[name, "A. Miller"], ["Approved by:", "B. Jones"]])


@pytest.mark.parametrize("name", ["Owner", ":", "First line\nsecond:", "a" * LONGEST_NAME + ":"])
def test_prose_and_bare_colons_are_no_names(name: str) -> None:
    assert not names_values([[name, "A. Miller"], ["Approved by:", "B. Jones"]])


def test_pairs_side_by_side_without_colons_are_names_and_values():
    rows = [
        ["Site", "Northwell", "Date and time", "3 March 2025, 9:40"],
        ["Reported by", "Ada", "Severity", "B (minor)"],
    ]
    assert names_values(rows)
    assert in_pairs(rows)[1] == ["Date and time", "3 March 2025, 9:40"]
    assert not names_values([["Item", "2023", "Change", "2024"], ["Rent", "40", "none", "41"]])
    assert not names_values([["Name", "Role", "Site", "Room 2"], ["Ada", "Driver", "Northwell", "key"]])
    assert not names_values([["Name", "Role", "Site", "Since"], ["Ada", "Driver", "Northwell", "2019"]])
