"""IDX-1, QRY-4: the analysis of words, and the laws of the forward row that every ranking reads."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.analyse import (
    FREQUENCY_CAP,
    LONGEST,
    STEMMERS,
    STOP_WORDS,
    forms,
    forward,
    frequencies,
    located_words,
    query_terms,
    spelled,
    terms,
    vocabulary,
    words,
)

TERMS = st.lists(st.sampled_from(["cure", "cur", "secure", "naïve", "東京", "e7042", "0", "o'neil"]), max_size=20)
LANGUAGE = st.sampled_from([*STEMMERS, "und", "ja"])


# -- the forward row ----------------------------------------------------------------------------------------------


@given(TERMS, TERMS, TERMS)
def test_idx1_frequencies_of_a_row_are_those_that_went_in(title, heading, body):
    row = forward(title, heading, body)
    for term in {*title, *heading, *body}:
        assert frequencies(row, term) == (title.count(term), heading.count(term), body.count(term))
    assert frequencies(row, "absent") is None


@given(TERMS, TERMS, TERMS)
def test_idx1_vocabulary_and_spelled_hold_every_term_as_often_as_it_occurs(title, heading, body):
    body = [*body, "one"]
    row = forward(title, heading, body)
    counts = Counter(title) + Counter(heading) + Counter(body)
    assert vocabulary(row) == dict(counts)
    assert Counter(spelled(row).split()) == counts


@given(st.text(max_size=200), LANGUAGE)
def test_idx1_a_row_of_any_text_is_read_back_whole(text, language):
    found = terms(f"{text} one", language)
    row = forward((), (), found)
    assert vocabulary(row) == {term: min(count, FREQUENCY_CAP) for term, count in Counter(found).items()}
    assert all(frequencies(row, term) == (0, 0, min(found.count(term), FREQUENCY_CAP)) for term in found)
    assert sorted(spelled(row).split()) == sorted(term for term in found)


@given(TERMS, TERMS, st.randoms(use_true_random=False))
def test_idx1_a_row_does_not_depend_on_the_order_of_the_words(title, body, random):
    assert forward(title, (), random.sample(body, len(body))) == forward(title, (), body)


@given(st.integers(FREQUENCY_CAP, 3 * FREQUENCY_CAP))
def test_idx1_frequencies_over_the_cap_are_stored_as_the_cap(count):
    row = forward(["a"] * count, ["a"], ["a"] * count)
    assert frequencies(row, "a") == (FREQUENCY_CAP, 1, FREQUENCY_CAP)
    assert vocabulary(row) == {"a": 2 * FREQUENCY_CAP + 1}


def test_idx1_no_term_is_mistaken_for_a_part_of_another():
    row = forward((), (), ["secure", "cures", "naïve"])
    assert [frequencies(row, term) for term in ("cure", "cur", "naïv", "e", "")] == [None] * 5


def test_idx1_a_row_of_nothing_has_no_terms():
    assert frequencies(forward((), (), ()), "") is None
    assert (vocabulary(forward((), (), ())), spelled(forward((), (), ()))) == ({}, "")


# -- words and terms ----------------------------------------------------------------------------------------------


@given(st.text(max_size=100))
def test_idx1_words_are_folded_and_never_empty(text):
    for word in words(text):
        assert word
        assert not set(word) & set(" \n\t_")
    assert words(text) == words(text.lower())


@given(st.text(max_size=100), LANGUAGE)
def test_idx1_terms_are_as_many_as_words_and_never_too_long(text, language):
    found = terms(text, language)
    assert len(found) == len(words(text))
    assert all(len(term) <= LONGEST for term in found)


@given(st.text(st.characters(max_codepoint=0x24F), max_size=100))
def test_idx1_located_words_are_the_text_at_their_offsets(text):
    ends = [0]
    for start, end, word in located_words(text):
        assert ends[-1] <= start < end
        assert word == word.lower()
        assert text[start:end].isascii() is False or word == text[start:end].lower()
        ends.append(end)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The Servicer's cure_period, 30-day!", ["the", "servicer's", "cure", "period", "30", "day"]),
        ("naïve Café ﬁle Straße", ["naive", "cafe", "file", "straße"]),
        ("re\u0301sume\u0301 r\u00e9sum\u00e9", ["resume", "resume"]),
        ("don’t ‘quoted’", ["don't", "quoted"]),
        ("東京都", ["東京", "京都"]),
        ("語", ["語"]),
        ("カタカナ and English", ["カタ", "タカ", "カナ", "and", "english"]),
        ("한국어", ["한국", "국어"]),
        ("", []),
        ("_ - \u0301", []),
    ],
)
def test_idx1_words_of_many_scripts(text, wanted):
    assert words(text) == wanted


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", "policies", "policy"), ("de", "Fristen", "Frist"), ("fr", "chevaux", "cheval"), ("xx", "cures", "cure")],
)
def test_idx1_forms_of_a_word_have_one_term(language, first, second):
    assert terms(first, language) == terms(second, language)


def test_idx1_very_long_words_are_cut_alike_in_texts_and_questions():
    word = "ab12" * 40
    assert terms(word) == [word[:LONGEST]]
    assert query_terms(word)[0].forms == (word[:LONGEST],)


# -- questions ----------------------------------------------------------------------------------------------------


def asked(text, languages=("en",)):
    return [term.word for term in query_terms(text, languages)]


def test_qry_stop_words_are_dropped_from_a_question():
    assert asked("What is the cure period of this?") == ["cure", "period"]


def test_qry_a_question_of_nothing_but_stop_words_keeps_them_all():
    assert asked("to be or not to be") == ["to", "be", "or", "not"]
    assert asked("!?") == []


def test_qry_forms_of_one_word_are_one_term_named_by_the_first():
    assert asked("cures curing cure") == ["cures"]


@given(st.text(max_size=60), st.lists(LANGUAGE, max_size=3))
def test_qry_terms_are_distinct_content_words_with_a_form_for_each_language(text, languages):
    found = query_terms(text, languages)
    assert len({term.forms[0] for term in found}) == len(found)
    for term in found:
        assert term.word in words(text)
        assert 1 <= len(term.forms) <= max(1, len(set(languages)))
        assert len(set(term.forms)) == len(term.forms)
    if any(word not in STOP_WORDS for word in words(text)):
        assert not {term.word for term in found} & STOP_WORDS


@given(st.lists(st.sampled_from("policies notices Fristen taken chevaux".lower().split()), max_size=5), LANGUAGE)
def test_qry_a_word_of_a_question_finds_the_same_word_of_a_text(vocabulary_, language):
    for word, found in forms(vocabulary_, [language]).items():
        assert terms(word, language)[0] in found


def test_qry_unknown_languages_are_read_as_english_and_none_too():
    assert forms(["policies"], ["und", "ja"]) == forms(["policies"]) == forms(["policies"], [])
    both = {*terms("einigkeiten", "de"), *terms("einigkeiten", "en")}
    assert set(forms(["einigkeiten"], ["de", "en"])["einigkeiten"]) == both
