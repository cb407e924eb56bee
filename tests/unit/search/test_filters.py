"""QRY-2, RET-2: intents, and filters that a question itself names."""

from __future__ import annotations

import re

import pytest

from kts.config import SearchSettings
from kts.search import filters
from kts.search.intents import doc_types_for, intents_of
from kts.testing import prepared
from kts.types import Filter

INTENTS = (
    ("What does error E7042 mean?", "error_lookup"),
    ("TSR-1022 after posting", "error_lookup"),
    ("The printer is not working", "troubleshoot"),
    ("login fails after the update", "troubleshoot"),
    ("Which file formats can be imported?", "file_capability"),
    ("How do I add a storage volume?", "how_to"),
    ("steps for a wire release", "how_to"),
    ("What is a REMIC?", "definition"),
    ("definition of Business Day", "definition"),
    ("Must the servicer advance taxes?", "obligation"),
    ("fee in the PSA versus the warehouse agreement", "comparison"),
    ("travel policy for contractors", "policy"),
    ("sop for scanning", "sop"),
    ("glossary of the remittance file", "reference"),
    ("Who founded the company?", "general"),
)


@pytest.mark.parametrize(("text", "intent"), INTENTS)
def test_qry2_the_intent_of_a_question(text, intent):
    assert intents_of(text)[0] == intent


def test_qry2_intents_prefer_the_types_of_the_original_design():
    assert doc_types_for(("troubleshoot",)) == ("TROUBLESHOOT",)
    assert doc_types_for(("how_to",)) == ("SOP", "USER_GUIDE")
    assert doc_types_for(("error_lookup",)) == ("TROUBLESHOOT", "REFERENCE")
    assert doc_types_for(("file_capability",)) == ("USER_GUIDE", "RELEASE_NOTES")
    assert doc_types_for(("general",)) == ()


@pytest.fixture
def here(house):
    return house(
        prepared("psa.md", "The fee is paid monthly to the trustee.", doc_type="contract", content_date="2021-03-01"),
        prepared("fee.md", "The fee is never waived.", doc_type="policy", content_date="2024-03-01"),
        prepared("late.md", "A late fee needs an approval.", doc_type="policy", content_date="2023-07-01"),
        prepared("mail.md", "Ask about the fee.", doc_type="ticket", content_date="2023-08-15"),
    )


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("the fee, only in policies", {"fee.md", "late.md"}),
        ("search the policies for a fee", {"fee.md", "late.md"}),
        ("fee in documents from 2023", {"late.md", "mail.md"}),
        ("fee in documents since 2023", {"fee.md", "late.md", "mail.md"}),
        ("fee in documents after 2022", {"fee.md", "late.md", "mail.md"}),
        ("fee in records before July 2023", {"psa.md"}),
        ("what does fee.md say of the fee?", {"fee.md"}),
    ],
)
def test_qry2_what_is_said_for_certain_filters(here, text, paths):
    settings = SearchSettings(min_filtered_results=1)
    assert set(here.found(text, settings=settings)) == paths


@pytest.mark.parametrize("text", ["is there a fee policy?", "what was the fee in 2023?", "the fee only in songs"])
def test_qry2_a_mention_does_not_filter(here, text):
    assert len(here.found(text)) == 4


def test_ret2_too_few_filtered_hits_bring_the_others_behind_them(here):
    found = here.search("fee in documents before 2022")
    paths = here.found("fee in documents before 2022")
    assert paths[0] == "psa.md"
    assert len(paths) == 4
    assert any(note.startswith("fallback_applied: 1 passages pass until 2021-12-31") for note in found.notes)


def test_ret2_the_callers_own_filter_is_never_relaxed(here):
    own = Filter(doc_type=("TICKET",))
    assert here.found("the fee, only in policies", filters=own) == ["mail.md"]


def test_qry2_filters_can_be_switched_off(here):
    settings = SearchSettings(self_query=False)
    assert len(here.found("the fee, only in policies", settings=settings)) == 4


SIGNS = [
    *(("_FILE", "ENDINGS", f"see a{end}{more} there") for end in filters.ENDINGS for more in ("", "x", "l", "arkdown")),
    *(("_LANGUAGE", "_LANGUAGES", f"In {name.upper()} documents") for name in filters._LANGUAGES),
    *(("_DATED", "_TITLES", f"{name.title()} from 2023") for name in filters._TITLES),
    *(("_BETWEEN", "_TITLES", f"{name} between 1999 and May 3, 2023") for name in filters._TITLES),
    ("_LANGUAGE", "_LANGUAGES", "in \u017fpanish texts"),  # a long s counts as an s where case does not
    ("_DATED", "_TITLES", "file\u017f of 2020"),
]


@pytest.mark.parametrize(("pattern", "signs", "text"), SIGNS)
def test_qry2_what_an_expression_finds_has_one_of_its_signs(pattern, signs, text):
    """A question without any is not read with the expression."""
    if re.search(getattr(filters, pattern), text):
        assert filters._has(text, getattr(filters, signs))
    assert not filters._has("How do I enable versioning on a bucket?", getattr(filters, signs))
