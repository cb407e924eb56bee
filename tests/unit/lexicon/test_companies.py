"""CONV-6, EMB-2: the companies that a document names at its beginning, and its title with them."""

from __future__ import annotations

import pytest

from kts.lexicon.companies import BEGINNING, MOST, companies, company_words
from kts.lexicon.context import entitled


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Between Tallis Software, Inc., a Delaware corporation, and Linden Ltd", ("Tallis Software", "Linden")),
        ("# **HARVEST GOLD FARMS INC.** and Novo Sciences, Inc.", ("HARVEST GOLD FARMS", "Novo Sciences")),
        ("Agreement among Bank of Leith, N.A. and Ostrand L.L.C.", ("Bank of Leith", "Ostrand")),
        ("Brenner GmbH liefert an die Kessel AG", ("Brenner", "Kessel")),
        ("The company shall pay. It is a limited warranty of a Nevada corporation.", ()),
        ("Tallis Inc. sells. Tallis Inc. delivers.", ("Tallis",)),
        ("x " * BEGINNING + "Tallis Inc.", ()),
        ("", ()),
    ],
)
def test_companies_are_named_before_their_legal_form(text: str, found: tuple[str, ...]) -> None:
    assert companies(text) == found


def test_the_first_ones_of_a_long_list_count() -> None:
    assert len(companies("; ".join(f"{letter}orvane Inc." for letter in "ABCDEFGHIJKLMNOP"))) == MOST


def test_a_title_is_called_with_the_companies_that_are_in_the_metadata() -> None:
    assert entitled("Hosting Agreement", {"companies": ["Tallis Software", "Bank of Leith"]}) == (
        "Hosting Agreement tallis software leith"
    )
    assert entitled("Handbook", {}) == "Handbook"


@pytest.mark.parametrize("given", ["Tallis", 7, [7, {"name": "Tallis"}], None, {"a": 1}])
def test_what_a_file_declares_by_that_name_may_be_anything(given: object) -> None:
    assert company_words({"companies": given}) == ()
