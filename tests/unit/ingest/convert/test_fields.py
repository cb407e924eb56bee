"""Tables of names and values."""

from __future__ import annotations

import pytest

from kts.ingest.convert.fields import LONGEST_NAME, names_values


@pytest.mark.parametrize("name", ["Owner:", "**Owner:**", "Datum\uff1a"])
def test_names_that_end_in_colons_are_names_of_fields(name: str) -> None:
    assert names_values([[name, "A. Miller"], ["Approved by:", "B. Jones"]])


@pytest.mark.parametrize("name", ["Owner", ":", "First line\nsecond:", "a" * LONGEST_NAME + ":"])
def test_prose_and_bare_colons_are_no_names(name: str) -> None:
    assert not names_values([[name, "A. Miller"], ["Approved by:", "B. Jones"]])
