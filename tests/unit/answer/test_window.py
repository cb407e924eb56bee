from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.answer.units.window import BEFORE, BUDGET, HEADING, PIECE, headed, placed, wanted, window
from kts.types import Span


def count(text):
    return len(re.findall(r"\w+|[^\w\s]", text))


def cut(question, text, budget=BUDGET):
    start, end = window(wanted(question), text, count, budget=budget)
    return text[start:end]


RULES = (
    "The office opens at eight in the morning. Visitors sign the book at the gate. A badge is worn at all times. "
    "Laptops are locked when their owner is away. The cellar is flooded in spring. Pumps start by themselves."
)


def test_a_short_text_comes_whole_without_the_white_space_around_it():
    assert cut("who signs the book?", f"\n  {RULES}\n") == RULES


def test_the_window_is_where_the_words_of_the_question_are():
    assert cut("When are laptops locked?", RULES, budget=10) == "Laptops are locked when their owner is away."


def test_the_neighbour_with_more_of_the_question_comes_first():
    found = cut("Are laptops locked, and is a badge worn?", RULES, budget=19)
    assert found == "A badge is worn at all times. Laptops are locked when their owner is away."


def test_of_neighbours_that_say_nothing_the_following_one_comes_first():
    found = cut("When are laptops locked?", RULES, budget=17)
    assert found == "Laptops are locked when their owner is away. The cellar is flooded in spring."


def test_a_word_that_every_sentence_holds_counts_less_than_one_that_tells_them_apart():
    text = "Pump A is the pump of the hall. Pump B is in the cellar. Pump C is a spare pump for pump A."
    assert cut("which pump is in the cellar?", text, budget=8) == "Pump B is in the cellar."


def test_a_sentence_over_the_budget_is_cut_at_words_around_its_matches():
    clause = " ".join(f"item{number}" for number in range(200))
    text = clause.replace("item150", "the retention period of ninety days")
    found = cut("how long is the retention period?", text, budget=20)
    assert "retention period" in found
    assert count(found) == 20
    assert found.split()[0] in text.split()


def test_a_question_without_content_takes_the_beginning():
    assert cut("", RULES, budget=10) == "The office opens at eight in the morning."


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_nothing_has_an_empty_window(text):
    assert window(wanted("why?"), text, count) == Span(0, 0)


def test_other_languages_are_cut_by_their_own_stems():
    text = "Der Keller wird im Winter geheizt. Das Büro öffnet um acht Uhr. Die Pumpen laufen von selbst."
    asked = wanted("Wann öffnen die Büros?", ("de",))
    start, end = window(asked, text, count, budget=8, language="de")
    assert text[start:end] == "Das Büro öffnet um acht Uhr."


def under(above, text, budget=HEADING):
    return headed(above, text, count, budget=budget)


def test_a_window_stands_under_its_title_and_heading():
    assert under(("Retention policy", "4.2 Invoices"), "Ten years.") == "Retention policy > 4.2 Invoices: "
    assert under(("", "4.2 Invoices"), "Ten years.") == "4.2 Invoices: "


@pytest.mark.parametrize("above", [(), ("",), ("Invoices",), ("invoices", "4.2\nInvoices")])
def test_what_a_window_says_itself_is_not_put_before_it(above):
    assert under(above, "# 4.2 Invoices\n\nTen years.") == ""


def test_a_long_title_is_cut_at_words_and_a_missing_heading_leaves_it_all_the_room():
    title = " ".join(f"word{number}" for number in range(40))
    assert under((title, "Scope"), "Ten years.", budget=10) == "word0 word1 word2 word3 word4 > Scope: "
    assert under((title, ""), "Ten years.", budget=3) == "word0 word1 word2: "
    assert under((title, "Scope"), "Ten years.", budget=0) == ""


WORDS = st.sampled_from(["pump", "cellar", "A", "of.", "Runs", "spare!", "\n\n", "x" * 60, "- item", "e.g.", "né"])


@given(st.lists(WORDS, max_size=80).map(" ".join), st.text(max_size=20), st.integers(PIECE, 60))
def test_a_window_is_a_stretch_of_the_text_within_the_budget(text, question, budget):
    start, end = window(wanted(question), text, count, budget=budget)
    said = text[start:end]
    assert said == said.strip()
    assert count(said) <= budget
    assert bool(said) == bool(text.strip())
    assert window(wanted(question), text, count, budget=budget) == Span(start, end)


def test_a_statement_is_read_behind_the_end_of_what_stands_before_it():
    assert placed("", "The default is\nthree.") == "The default is three."
    assert placed("How many workers run.", "The default is three.") == "How many workers run. || The default is three."
    before = " ".join(f"word{number}" for number in range(200))
    shown, said = placed(before, "The default is three.").split(" || ")
    assert said == "The default is three."
    assert before.endswith(shown)
    assert 0 < len(shown) < BEFORE
