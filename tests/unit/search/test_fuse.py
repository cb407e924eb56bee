"""RET-1, RANK-6: evidence of words, identifiers and vectors becomes one score, whose parts sum to it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kts.config import CHOICES, SearchSettings
from kts.search.candidates import Scored
from kts.search.fuse import LEXICAL_SHARE, evidence, fuse
from kts.search.retrieve import Retrieved

DEFAULTS = SearchSettings()
RRF = SearchSettings(fusion="rrf")
DENSE = SearchSettings(mode="dense")
WAYS = [DEFAULTS, RRF, DENSE]
EXACT, ROUNDED = 1e-9, 1e-6


def scored(key, passage=0.0, *, document=0.0, identifiers=0.0, cosine=None, whole=None):
    return Scored(key, f"chunk_{key:02d}", key, passage, document, identifiers, cosine, whole)


def found(*candidates, lexical=None, dense=None):
    """Candidates that all lists found, unless the lists are given."""
    keys = tuple(one.key for one in candidates)
    near = tuple(one.key for one in candidates if one.cosine is not None)
    lists = {"lexical": keys if lexical is None else lexical, "dense": near if dense is None else dense}
    return Retrieved(tuple(candidates), {}, (), 10.0, (), {**lists, "lexical_documents": ()})


def scores(retrieved, settings=DEFAULTS, *, dense=True):
    return {one.scored.key: one.score for one in fuse(retrieved, settings, dense=dense)}


def signals(retrieved, settings=DEFAULTS, *, dense=True):
    return {one.scored.key: one.signals for one in fuse(retrieved, settings, dense=dense)}


def candidates_of(rows):
    return [
        scored(key, passage, document=document, identifiers=codes, cosine=cosine, whole=whole)
        for key, (passage, document, codes, cosine, whole) in enumerate(rows)
    ]


AMOUNTS, SIMILAR = st.floats(0, 50), st.floats(-1, 1)
CODES = st.sampled_from([0.0, 0.0, 3.0])
COSINES = st.none() | SIMILAR
DRAWN = st.lists(st.tuples(AMOUNTS, AMOUNTS, CODES, COSINES, COSINES), max_size=12).map(candidates_of)
EMBEDDED = st.lists(st.tuples(AMOUNTS, AMOUNTS, CODES, SIMILAR, COSINES), min_size=1, max_size=12).map(candidates_of)
SETTINGS = st.sampled_from(WAYS)


def test_ret1_every_fusion_of_the_settings_is_known_here():
    assert {settings.fusion for settings in WAYS} == set(CHOICES["search.fusion"])


# -- laws ---------------------------------------------------------------------------------------------------------


@given(DRAWN, SETTINGS, st.booleans())
def test_rank6_the_signals_sum_to_the_score(candidates, settings, dense):
    for one in fuse(found(*candidates), settings, dense=dense):
        total = sum(one.signals.values())
        assert one.score == pytest.approx(total, abs=ROUNDED)
        assert abs(round(total, 6) - one.score) < EXACT


@given(DRAWN, SETTINGS, st.booleans(), st.randoms(use_true_random=False))
def test_rank_the_order_of_the_candidates_does_not_matter(candidates, settings, dense, random):
    shuffled = random.sample(candidates, len(candidates))
    assert scores(found(*shuffled), settings, dense=dense) == scores(found(*candidates), settings, dense=dense)


def near(one):
    return one.cosine if one.document_cosine is None else max(one.cosine, one.document_cosine)


def beats(one, other):
    """At least as much evidence of every kind."""
    words = one.passage + one.document >= other.passage + other.document
    return words and near(one) >= near(other) and one.identifiers >= other.identifiers


@given(EMBEDDED, SETTINGS)
def test_ret1_who_has_at_least_as_much_evidence_of_every_kind_is_not_behind(candidates, settings):
    by_key = scores(found(*candidates), settings)
    for one in candidates:
        for other in candidates:
            assert by_key[one.key] >= by_key[other.key] or not beats(one, other)


@given(EMBEDDED, SETTINGS, st.sampled_from(["passage", "document", "identifiers", "cosine"]))
def test_ret1_more_evidence_of_one_kind_is_never_worse_than_less(candidates, settings, kind):
    twin = candidates[0]._replace(key=99, id="chunk_99", **{kind: getattr(candidates[0], kind) + 0.5})
    by_key = scores(found(*candidates, twin), settings)
    assert by_key[99] >= by_key[0]


@given(st.integers(1, 8), AMOUNTS, st.floats(-1, 1), SETTINGS)
def test_ret1_evidence_that_is_all_alike_leaves_all_candidates_alike(count, amount, cosine, settings):
    alike = [scored(key, amount, cosine=cosine) for key in range(count)]
    by_key = scores(found(*alike), settings)
    assert len(by_key) == count
    if settings.fusion == "convex":
        assert len(set(by_key.values())) == 1


@given(DRAWN, st.floats(0, 1))
def test_ret1_the_words_share_and_the_vectors_share_are_those_of_the_setting(candidates, weight):
    assume(any(one.cosine is not None for one in candidates))
    parts = signals(found(*candidates), SearchSettings(dense_weight=weight))
    if weight == 0:
        assert all(part["dense"] == 0 for part in parts.values())
    if weight == 1:
        assert all(part["lexical"] == 0 for part in parts.values())


# -- the convex form ----------------------------------------------------------------------------------------------


def test_ret1_scores_are_distances_from_the_mean_in_standard_deviations():
    parts = signals(found(scored(0, 2.0, cosine=0.2), scored(1, 4.0, cosine=0.8), scored(2, 6.0, cosine=0.5)))
    spread = (8 / 3) ** 0.5
    assert parts[0]["lexical"] == pytest.approx(0.5 * -2 / spread)
    assert parts[1]["lexical"] == pytest.approx(0)
    assert parts[2]["lexical"] == pytest.approx(0.5 * 2 / spread)
    assert parts[1]["dense"] == pytest.approx(0.5 * 0.3 / 0.06**0.5)
    assert sum(part["dense"] for part in parts.values()) == pytest.approx(0, abs=EXACT)


def test_ret1_both_arms_are_asked_about_every_candidate_whichever_list_found_it():
    candidates = (scored(0, 5.0, cosine=0.1), scored(1, 1.0, cosine=0.9), scored(2, 1.0, cosine=0.1))
    by_key = scores(found(*candidates, lexical=(0, 2), dense=(1,)))
    assert by_key == scores(found(*candidates))
    assert by_key[2] < min(by_key[0], by_key[1])


def test_ret1_who_asks_for_more_results_does_not_change_the_scores_of_the_first():
    first = [scored(key, 10.0 - key, cosine=0.9 - key / 10) for key in range(6)]
    more = [scored(key, 0.5, cosine=0.05) for key in range(6, 30)]
    settings = SearchSettings(candidates=6, dense_candidates=6)
    few, many = scores(found(*first), settings), scores(found(*first, *more), settings)
    assert {key: many[key] for key in few} == few


def test_ret1_an_exact_identifier_is_worth_its_weight_in_standard_deviations():
    others = [scored(key, 9.0 - key / 10, cosine=0.8 - key / 100) for key in range(5)]
    named = scored(9, 2.0, identifiers=4.0, cosine=0.4)
    parts = signals(found(*others, named))
    assert parts[9]["identifiers"] == DEFAULTS.identifier_weight
    assert all(parts[one.key]["identifiers"] == 0 for one in others)
    halved = signals(found(*others, named, scored(8, 2.0, identifiers=2.0, cosine=0.4)))
    assert halved[8]["identifiers"] == DEFAULTS.identifier_weight / 2, "of several codes the rarer weighs more"
    by_key = scores(found(scored(0, 5.0, cosine=0.5), scored(1, 5.0, identifiers=4.0, cosine=0.5)))
    assert by_key[1] - by_key[0] == DEFAULTS.identifier_weight


def test_ret1_a_passage_without_a_vector_is_judged_by_its_words():
    pending = scored(2, 6.0)
    parts = signals(found(scored(0, 2.0, cosine=0.2), scored(1, 4.0, cosine=0.8), pending))
    assert parts[2]["dense"] == pytest.approx(parts[2]["lexical"])
    assert scores(found(scored(0, 2.0, cosine=0.2), scored(1, 4.0, cosine=0.2), pending))[2] > 0


def test_ret1_a_passage_is_as_near_as_the_document_that_it_stands_in():
    own, whole = scored(0, 1.0, cosine=0.2, whole=0.9), scored(1, 1.0, cosine=0.9, whole=0.2)
    assert len(set(scores(found(own, whole, scored(2, 1.0, cosine=0.1))).values())) == 2
    assert signals(found(own), DENSE)[0] == {"cosine": 0.9}


def test_ret1_searched_by_words_alone_the_signals_are_the_scores_of_the_words():
    one = scored(0, 2.0, document=1.0, identifiers=0.5, cosine=0.9)
    (fused,) = fuse(found(one), DEFAULTS, dense=False)
    assert fused.signals == {"passage_bm25": 2.0, "document_bm25": 1.0, "identifiers": 0.5}
    assert fused.score == 3.5


# -- the other forms ----------------------------------------------------------------------------------------------


def test_ret1_by_meaning_alone_the_score_is_the_cosine_and_what_has_no_vector_is_left_out():
    by_key = scores(found(scored(0, 9.0, identifiers=3.0), scored(1, 0.0, cosine=0.25), scored(2, cosine=-0.5)), DENSE)
    assert by_key == {1: 0.25, 2: -0.5}


def test_ret1_reciprocal_ranks_are_those_of_the_paper():
    parts = signals(found(scored(0, 3.0, cosine=0.1), scored(1, 2.0, cosine=0.9), scored(2, 1.0)), RRF)
    assert parts[0] == {"lexical": 1 / 61, "dense": 1 / 62, "identifiers": 0.0}
    assert parts[1] == {"lexical": 1 / 62, "dense": 1 / 61, "identifiers": 0.0}
    assert parts[2] == {"lexical": 1 / 63, "dense": 0.0, "identifiers": 0.0}


def test_ret1_reciprocal_ranks_count_identifiers_as_a_list_of_their_own():
    parts = signals(found(scored(0, 3.0, cosine=0.1), scored(1, 2.0, identifiers=2.0, cosine=0.1)), RRF)
    assert parts[1]["identifiers"] == DEFAULTS.identifier_weight / 61
    assert parts[0]["identifiers"] == 0


# -- evidence -----------------------------------------------------------------------------------------------------


@given(DRAWN, st.floats(0, 100))
def test_rank_evidence_is_a_share_whatever_the_scores_are(candidates, bound):
    assert all(0 <= evidence(one, bound) <= 1 for one in candidates)


def test_rank_evidence_is_the_share_of_a_perfect_match_and_the_cosine():
    assert evidence(scored(0, 3.0, document=1.0), 8.0) == 0.5
    assert evidence(scored(0, 3.0, document=1.0, cosine=0.75), 8.0) == LEXICAL_SHARE * 0.5 + (1 - LEXICAL_SHARE) * 0.75
    assert evidence(scored(0, cosine=-0.5), 8.0) == 0
    assert evidence(scored(0), 0.0) == 0, "a question without a known word promises nothing"


def test_rank_evidence_does_not_depend_on_the_other_candidates():
    bad = [scored(key, 0.1, cosine=0.05) for key in range(3)]
    assert all(evidence(one, 10.0) < 0.1 for one in bad)
    assert max(scores(found(*bad, scored(9, 0.1, cosine=0.06))).values()) > 0, "a normalised score says nothing of it"
