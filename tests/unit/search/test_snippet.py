"""EVID-6: the stretch that is shown is the passage's own text, and its marks are words of the question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.analyse import forms, located_words, query_terms, terms
from kts.search.snippet import names_in, snippet

WORDS = "cure cures cured period notice notices servicer it. waits! Thirty days; skies dying ugly hopping policies"
SENTENCES = st.lists(st.sampled_from([*WORDS.split(), "\n", "Ünder", "naïve", "O'Neil's"]), max_size=60).map(" ".join)
QUESTION = st.lists(st.sampled_from(["cure", "period", "notice", "policy", "hop", "sky"]), max_size=4).map(" ".join)


def wanted(question, languages=("en",)):
    return {form: 1.0 for term in query_terms(question, languages) for form in term.forms}


def marked(found):
    return [found.text[mark.start : mark.end] for mark in found.marks]


@given(st.one_of(st.text(max_size=200), SENTENCES), QUESTION, st.integers(1, 120))
def test_evid6_a_snippet_is_the_text_at_its_span_and_never_too_long(text, question, length):
    found = snippet(text, wanted(question), length=length)
    if found.text:
        assert 0 <= found.span.start < found.span.end <= len(text)
    assert text[found.span.start : found.span.end] == found.text
    assert len(found.text) <= length
    assert found.text == found.text.strip()


@given(SENTENCES, QUESTION, st.integers(20, 120))
def test_evid6_marks_are_words_of_the_question_inside_the_snippet(text, question, length):
    asked = wanted(question)
    found = snippet(text, asked, length=length)
    for mark, surface in zip(found.marks, marked(found), strict=True):
        assert 0 <= mark.start < mark.end <= len(found.text)
        assert set(terms(surface)) & asked.keys()


@given(SENTENCES.filter(str.isascii), QUESTION)
def test_evid6_no_word_of_the_question_goes_unmarked(text, question):
    asked = wanted(question)
    found = snippet(text, asked, length=len(text) + 1)
    start = found.span.start
    keys = asked.keys()
    expected = [
        (begin - start, end - start) for begin, end, word in located_words(text) if set(forms([word])[word]) & keys
    ]
    assert [tuple(mark) for mark in found.marks] == expected


def test_evid6_the_stretch_with_most_of_the_question_is_chosen():
    text = "Nothing here is of use. The cure period is thirty days. A cure is a cure is a cure."
    assert snippet(text, wanted("cure period"), length=40).text == "The cure period is thirty days."


def test_evid6_of_equal_stretches_the_first_is_shown():
    text = "The cure is long. The cure is short."
    assert snippet(text, wanted("cure"), length=20).text == "The cure is long."


def test_evid6_a_stretch_grows_by_whole_sentences_while_they_fit():
    text = "One cure. Two cures. Three cures."
    assert snippet(text, wanted("cure"), length=25).text == "One cure. Two cures."


def test_evid6_a_sentence_longer_than_the_snippet_is_cut():
    found = snippet("cure " * 50, wanted("cure"), length=12)
    assert (found.text, len(found.marks)) == ("cure cure cu", 2)


def test_evid6_without_words_of_the_question_the_beginning_is_shown():
    found = snippet("First line.\nSecond line.", {}, length=12)
    assert (found.text, found.marks) == ("First line.", ())


def test_evid6_marks_find_words_in_upper_case_with_accents_and_in_other_forms():
    assert marked(snippet("CURES of a naïve kind", wanted("cure naive"), length=80)) == ["CURES", "naïve"]
    assert marked(snippet("The policies of a POLICY", wanted("policy"), length=80)) == ["policies", "POLICY"]
    assert marked(snippet("cure, secure, O'Neil", wanted("cure neil's o'neil"), length=80)) == ["cure", "O'Neil"]


def test_evid6_words_are_marked_in_the_languages_of_the_index():
    found = snippet("Die Fristen enden.", wanted("Frist", ("de",)), length=80, languages=("de",))
    assert marked(found) == ["Fristen"]


@pytest.mark.parametrize("text", ["   ", "\n" + 50 * " " + "word"])
def test_evid6_a_stretch_of_white_space_has_an_empty_span(text):
    found = snippet(text, {}, length=20)
    assert found.span.start <= found.span.end


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [("die", "She is dying.", "en"), ("application", "En application de cela.", "fr"), ("taak", "De taken.", "nl")],
)
def test_evid6_words_are_marked_whose_stem_is_spelled_otherwise(question, text, language):
    assert marked(snippet(text, wanted(question, (language,)), length=80, languages=(language,)))


def test_evid6_words_of_scripts_without_spaces_are_marked():
    shown = snippet("ここは東京都庁です。", wanted("東京都庁"), length=80)
    assert [shown.text[mark.start : mark.end] for mark in shown.marks] == ["東京都庁"]


def test_evid6_a_name_of_several_parts_is_marked_whole_and_shown_before_its_parts():
    text = "The host alpha-01 is in rack R1.\nThe host alpha-02 is in rack R2.\nThe host alpha-03 is in rack R3.\n"
    shown = snippet(text, wanted("alpha 02 host rack"), length=40, whole=names_in("which rack is Alpha-02 in?"))
    assert "alpha-02" in shown.text
    assert shown.best is not None
    assert shown.text[shown.best.start : shown.best.end].startswith("alpha-02")
    assert names_in("same-day cut-off of 10.40.8.15") == ("10.40.8.15",)
