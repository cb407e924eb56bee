"""EVID-1: what a sentence denies."""

from __future__ import annotations

import pytest

from kts.lexicon.negation import denied, negated


def is_denied(text: str, word: str) -> bool:
    at = text.index(word)
    return denied(negated(text), at, at + len(word))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The batch may not be forced.", "forced"),
        ("It is never released by force.", "released"),
        ("No late charge is assessed.", "assessed"),
        ("Staff are forbidden to state a figure.", "state"),
        ("He pays without notice.", "notice"),
        ("Seals and whatever is a tool that can be copied must never be lent.", "Seals"),
    ],
)
def test_evid1_a_denied_word_is_in_the_scope(text, word):
    assert is_denied(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The fee is paid no later than Friday.", "paid"),
        ("Payment is not later than 5 days.", "Payment"),
        ("It is not forbidden to sign.", "sign"),
        ("The Owner objects, but the Lender does not pay.", "objects"),
        ("He pays whether or not notice was given.", "given"),
    ],
)
def test_evid1_bounds_double_negation_and_other_clauses_are_not_denied(text, word):
    assert not is_denied(text, word)


def test_evid1_exceptions_are_told_apart():
    (scope,) = negated("All fees other than Prepayment Premiums are kept.")
    assert (scope.kind, scope.cue) == ("exception", "other than")


def test_evid1_a_wrapped_line_does_not_end_a_clause():
    assert is_denied("The batch may not be\nforced through.", "forced")


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        ("The licence is limited and not exclusive.", "exclusive", True),
        ("The licence is limited and not exclusive.", "limited", False),
        ("Fraud is reported and not discussed with the customer.", "discussed", True),
        ("The licence is exclusive and cannot be transferred.", "exclusive", False),
        ("The pressure shall not be less than 500 psi.", "pressure", False),
    ],
)
def test_evid1_a_second_predicate_is_denied_alone(text, word, wanted):
    assert is_denied(text, word) is wanted


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        ("It does not apply to the oven, the mixer and the kettles.", "kettles", True),
        ("If the door does not open, the alarm rings and the light flashes.", "light", False),
        ("We do not pay for: (a) floods; (b) mould. We pay for fire.", "mould", True),
        ("We do not pay for: (a) floods; (b) mould. We pay for fire.", "fire", False),
        ("It ends with withdrawal, not with death.", "withdrawal", False),
        ("It ends with withdrawal, not with death.", "death", True),
        ("The fee is, as a rule, not returned.", "fee", True),
        ("They are exempt from the test but not from the plan.", "test", True),
        ("They are exempt from the test but not from the plan.", "plan", False),
        ("It is left with no padlock.", "padlock", True),
        ("It is left with no padlock.", "left", False),
    ],
)
def test_evid1_a_denial_reaches_over_its_list_and_not_over_what_it_is_set_against(text, word, wanted):
    assert is_denied(text, word) is wanted
