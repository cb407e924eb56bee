"""Laws of the first gate (EVID-1): whatever the text, and for every number, day and way to write it."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from kts.answer.claims.gate import judge
from kts.answer.claims.split import claims
from kts.answers import Evidence
from kts.lexicon.dates import agrees, dates
from kts.lexicon.negation import negated
from kts.lexicon.quantities import quantities, same

TEXTS = st.text(st.sampled_from("abe \n|.,;-()$%0123456789\u00e9\u4e2d not may must all March 2021"), max_size=200)
DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))
AMOUNTS = st.integers(2, 900)


@given(TEXTS, TEXTS)
def test_evid1_any_text_is_judged_and_every_place_lies_in_its_text(claim, text):
    found = judge(claim, [Evidence(text)])
    assert found == judge(claim, [Evidence(text)])
    assert 0.0 <= found.score <= 1.0
    assert all(0 <= span.start < span.end <= len(text) and piece == 0 for piece, span in found.matched)
    for reason in found.reasons:
        assert reason.claim is None or 0 <= reason.claim.start < reason.claim.end <= len(claim)
        assert reason.evidence is None or 0 <= reason.evidence.start < reason.evidence.end <= len(text)


@given(TEXTS)
def test_evid1_what_is_found_in_a_text_stands_there(text):
    for found in (*quantities(text), *dates(text)):
        assert text[found.start : found.end] == found.text
    for scope in negated(text):
        assert text[scope.cue_start : scope.cue_end].lower() == scope.cue
    for claim, span in claims(text):
        assert claim
        assert 0 <= span.start < span.end <= len(text)


@given(AMOUNTS)
def test_evid1_a_duration_is_the_same_in_smaller_units(amount):
    (days,), (hours,) = quantities(f"{amount} days"), quantities(f"{amount * 24} hours")
    (business,) = quantities(f"{amount} Business Days")
    assert same(days, hours)
    assert not same(days, business)


@given(AMOUNTS, AMOUNTS)
def test_evid1_a_sentence_supports_its_number_and_no_other(stated, claimed):
    sentence = "The Custodian must release the file within {} days after the request of the Servicer."
    found = judge(sentence.format(claimed), [Evidence(sentence.format(stated))])
    assert found.support == ("supported" if stated == claimed else "contradicted")


@given(DAYS)
def test_evid1_a_day_is_the_same_in_every_spelling_and_lies_in_its_month_and_year(day):
    iso = dates(day.isoformat())
    written = f"{day:%B} {day.day}, {day.year}"
    other = f"{day.day} {day:%B} {day.year}"
    assert [found.first for found in (*iso, *dates(written), *dates(other))] == [day.isoformat()] * 3
    assert agrees(dates(f"{day:%B} {day.year}")[0], iso[0])
    assert agrees(dates(f"in {day.year}")[0], iso[0])
