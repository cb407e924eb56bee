"""Typo tolerance: the words and codes that a slip of the pen stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.fuzzy import Vocabulary, beginning, distance, edits, nearest, nearest_code, split

WORDS = """
account agreement amendment authentication borrower business calendar certificate charge collateral compliance
connection custodian database deductible default delinquent determination disbursement distribution escrow
examination foreclosure installment insurance interest investor lockbox maintenance mortgage network notification
password payment period permission policy premium principal procedure quarantine receive reconciliation remittance
replacement reporting retention securitization separate servicing settlement signature statement subservicer
subservicing supersede termination threshold trustee username valuation workstation
""".split()
HERE = Vocabulary({word: 1 + len(WORDS) - number for number, word in enumerate(WORDS)}, {"tsr1022", "e7042", "qm017"})
SLIPS = (
    ("recieve", "receive"), ("agrement", "agreement"), ("servcing", "servicing"), ("remitance", "remittance"),
    ("trustee", "trustee"), ("custodain", "custodian"), ("delinqent", "delinquent"), ("pasword", "password"),
    ("seperate", "separate"), ("subservising", "subservicing"), ("terminaton", "termination"),
    ("forclosure", "foreclosure"), ("insurence", "insurance"), ("premuim", "premium"), ("paymnet", "payment"),
    ("mortage", "mortgage"), ("maintainance", "maintenance"), ("reconcilliation", "reconciliation"),
    ("authentification", "authentication"), ("disbursment", "disbursement"), ("databse", "database"),
    ("connnection", "connection"), ("certifcate", "certificate"), ("notificaton", "notification"),
    ("treshold", "threshold"), ("valution", "valuation"), ("supercede", "supersede"), ("instalment", "installment"),
    ("colateral", "collateral"), ("complience", "compliance"), ("signatre", "signature"), ("escrwo", "escrow"),
)  # fmt: skip
NO_SLIPS = (
    "zebra",
    "quantum",
    "photosynthesis",
    "giraffe",
    "hydrogen",
    "violin",
    "cat",
    "1234",
    "volcano",
    "orchestra",
)


@pytest.mark.parametrize(("written", "meant"), SLIPS)
def test_typos_the_nearest_word_is_the_one_that_was_meant(written, meant):
    found = nearest(written, HERE)
    assert (found or (written,))[0] == meant


@pytest.mark.parametrize("word", NO_SLIPS)
def test_typos_a_word_that_is_near_to_none_stays_as_it_is(word):
    assert nearest(word, HERE) == ()


@pytest.mark.parametrize(("word", "near"), [("early", "yearly"), ("around", "ground"), ("sending", "pending")])
def test_typos_another_first_letter_is_another_word(word, near):
    assert nearest(word, Vocabulary({near: 9})) == ()


def test_typos_the_first_two_letters_may_be_changed_about():
    assert nearest("apyment", Vocabulary({"payment": 9})) == ("payment",)


LETTERS = st.text("abcde", min_size=1, max_size=8)


@given(LETTERS, LETTERS)
def test_typos_the_distance_is_symmetric_and_0_only_for_the_same_word(first, second):
    assert distance(first, second) == distance(second, first)
    assert (distance(first, second) == 0) == (first == second)


@given(LETTERS)
def test_typos_every_edit_is_one_slip_away(word):
    assert all(distance(word, near) <= 1 for near in edits(word, "ab"))


@given(st.lists(LETTERS, max_size=6), LETTERS)
def test_typos_what_is_found_is_in_the_vocabulary_and_the_same_in_any_order(words, word):
    forward, backward = (Vocabulary(dict.fromkeys(listed, 1)) for listed in (words, words[::-1]))
    found = nearest(word, forward)
    assert set(found) <= set(words)
    assert found == nearest(word, backward)


@pytest.mark.parametrize(
    ("norm", "meant"),
    [
        ("tsr1o22", ("tsr1022",)),
        ("tsr1202", ("tsr1022",)),
        ("tsr10022", ("tsr1022",)),
        ("tr1022", ("tsr1022",)),
        ("tse1022", ("tsr1022",)),
        ("e70442", ("e7042",)),
        ("qmo17", ("qm017",)),
        ("tsr1023", ()),
        ("e7043", ()),
        ("7042", ()),
        ("qm9", ()),
    ],
)
def test_typos_a_code_is_mended_but_a_changed_digit_is_another_code(norm, meant):
    assert nearest_code(norm, HERE.codes) == meant


def test_typos_a_compound_is_the_two_words_that_it_is_made_of():
    assert split("businesscalendar", HERE) == ("business", "calendar")
    assert split("businesszebra", HERE) == ()


def test_typos_german_joins_words_by_letters_that_belong_to_neither():
    known = Vocabulary({"urlaub": 4, "tage": 9}, set())
    assert split("urlaubstage", known, linked=True) == ("urlaub", "tage")
    assert split("urlaubstage", known) == ()


def test_typos_the_beginning_of_a_long_name_finds_it():
    ordered = sorted(["kubepodcrashlooping", "kubepodnotready", "kube"])
    assert beginning("kubepodcrash", ordered) == ("kubepodcrashlooping",)
    assert beginning("kube", ordered) == ()
