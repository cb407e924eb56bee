"""RANK-1, RANK-3: laws of BM25F, whatever the rows, the weights and the lengths."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.config import SearchSettings
from kts.lexicon.analyse import QueryTerm, forward
from kts.records import LevelStatistics, PassageRecord
from kts.search.bm25 import LARGE, bound, matched, rarer, scorer, weighted

STATISTICS = LevelStatistics(rows=100, title=3.0, heading=2.0, body=10.0)
DEFAULTS = SearchSettings()
LETTERS = st.lists(st.sampled_from("abcdef"), max_size=30)
WEIGHTS = st.builds(
    lambda title, heading, k1, b: SearchSettings(title_weight=title, heading_weight=heading, k1=k1, b=b),
    st.floats(0, 5),
    st.floats(0, 5),
    st.floats(0, 3),
    st.floats(0, 1),
)


def row(title=(), heading=(), body=(), *, body_length=None):
    length = len(body) if body_length is None else body_length
    return PassageRecord(1, "chunk_1", 1, forward(title, heading, body), len(title), len(heading), length)


def asked(*words, frequency=lambda _form: 10, statistics=STATISTICS):
    return weighted([QueryTerm(word, (word,)) for word in words], frequency, statistics)


def scored(record, *words, settings=DEFAULTS, statistics=STATISTICS):
    return scorer(asked(*words), statistics, settings)(record)


ROWS = st.builds(row, LETTERS, LETTERS, LETTERS)


@given(ROWS, WEIGHTS)
def test_rank_a_row_without_any_term_of_the_question_has_score_0(record, settings):
    assert scored(record, "x", "y", settings=settings) == 0


@given(LETTERS, LETTERS, LETTERS, st.sampled_from("abcdef"), WEIGHTS)
def test_rank_one_more_occurrence_at_the_same_length_never_lowers_a_score(title, heading, body, term, settings):
    less = row(title, heading, body, body_length=40)
    more = row(title, heading, [*body, term], body_length=40)
    assert scored(more, "a", "b", settings=settings) >= scored(less, "a", "b", settings=settings)


@given(ROWS, WEIGHTS, st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_rank_the_bound_is_an_upper_bound_whatever_the_weights(record, settings, words):
    terms = asked(*sorted(words))
    score = scorer(terms, STATISTICS, settings)(record)
    assert 0 <= score <= bound(terms, settings) * (1 + 1e-12)


@given(ROWS, st.permutations(["a", "b", "c"]))
def test_rank_a_score_does_not_depend_on_the_order_of_the_words(record, words):
    assert math.isclose(scored(record, *words), scored(record, "a", "b", "c"), abs_tol=1e-12)


@given(ROWS, WEIGHTS)
def test_rank_a_score_is_the_sum_over_its_terms(record, settings):
    alone = sum(scored(record, word, settings=settings) for word in "abc")
    assert math.isclose(scored(record, *"abc", settings=settings), alone, abs_tol=1e-9)


@given(st.integers(1, 60), st.integers(1, 60))
def test_rank_the_same_words_in_a_longer_passage_count_less(short, longer):
    first, second = (row(body=["a"], body_length=length) for length in sorted((short, longer)))
    assert scored(first, "a") >= scored(second, "a")


def test_rank_a_word_of_the_title_counts_by_its_weight_and_not_at_all_without_one():
    named = row(title=["a"], body=["b"])
    assert scored(named, "a", settings=SearchSettings(title_weight=0)) == 0
    light, heavy = (scored(named, "a", settings=SearchSettings(title_weight=weight)) for weight in (0.3, 2.0))
    assert 0 < light < heavy


def test_rank_statistics_of_an_empty_level_divide_nothing_by_nothing():
    nothing = LevelStatistics(rows=0, title=0.0, heading=0.0, body=0.0)
    assert scored(row(body=["a"]), "a", statistics=nothing) > 0


@given(st.integers(0, 500), st.integers(0, 500))
def test_rank_a_rarer_term_never_weighs_less(first, second):
    (rare,) = asked("a", frequency=lambda _form: min(first, second) or 1)
    (common,) = asked("a", frequency=lambda _form: max(first, second) or 1)
    assert rare.idf >= common.idf > 0


def test_rank_a_word_that_occurs_nowhere_weighs_nothing():
    terms = asked("a", "b", frequency=lambda form: 10 * (form == "b"))
    assert (terms[0].idf, terms[1].idf > 0) == (0, True)
    assert scorer(terms, STATISTICS, SearchSettings())(row(body=["a"])) == 0


def test_rank_the_forms_of_a_word_count_as_one_term():
    (term,) = weighted([QueryTerm("taken", ("taken", "taak"))], {"taken": 2, "taak": 30}.__getitem__, STATISTICS)
    (alone,) = asked("taak", frequency=lambda _form: 30)
    assert term.idf == alone.idf
    both, once = row(body=["taken", "taak"]), row(body=["taak", "taak"])
    score = scorer((term,), STATISTICS, SearchSettings())
    assert score(both) == pytest.approx(score(once))
    assert score(both) <= bound((term,), SearchSettings())


@pytest.mark.parametrize(("body", "wanted"), [("abx", ["a", "b"]), ("x", []), ("aabb", ["a", "b"])])
def test_rank_matched_words_are_those_that_the_row_holds(body, wanted):
    assert matched([row(body=list(body)), row(body=["c"])], asked("a", "b", "c")) == [wanted, ["c"]]


def test_rank_a_word_is_not_found_in_the_middle_of_a_longer_one():
    assert scored(row(body=["cure", "secure", "cured"]), "cur") == 0
    assert matched([row(body=["secure", "cured"])], asked("cure")) == [[]]


def looked_for(frequencies, *added, rows=LARGE):
    statistics = STATISTICS._replace(rows=rows)
    terms = [QueryTerm(word, (word,)) for word in frequencies if word not in added]
    terms += [QueryTerm(word, (word,), 0.2, "synonyms") for word in added]
    return [term.word for term in rarer(terms, weighted(terms, frequencies.__getitem__, statistics), rows)]


def test_rank_in_a_large_index_what_every_fourth_passage_holds_brings_no_candidates():
    frequencies = {"cure": 40, "use": LARGE // 2, "period": LARGE // 5}
    assert looked_for(frequencies) == ["cure", "period"]
    assert looked_for(frequencies, rows=LARGE - 1) == list(frequencies)


def test_rank_where_nothing_rarer_is_asked_for_common_words_bring_candidates():
    assert looked_for({"use": LARGE // 2, "data": LARGE // 3}) == ["use", "data"]
    assert looked_for({"use": LARGE // 2, "utilise": 3}, "utilise") == ["use", "utilise"]
