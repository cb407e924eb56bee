"""RANK-5 and determinism: best first, ties by passage id, at most so many of a document, order kept."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kts.search.candidates import Fused, Scored
from kts.search.rank import limited, ordered

PART = st.sampled_from([0.0, 0.1, 0.2, 1.5])


def fused(key, document, score):
    return Fused(Scored(key, f"chunk_{key:02d}", document, score, 0.0, 0.0), score, {})


CANDIDATES = st.lists(st.tuples(st.integers(0, 9), PART), max_size=25).map(
    lambda drawn: [fused(key, document, score) for key, (document, score) in enumerate(drawn)]
)
MOST = st.integers(1, 6)


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_rank_the_order_does_not_depend_on_the_order_of_the_candidates(candidates, random):
    shuffled = random.sample(candidates, len(candidates))
    assert ordered(shuffled) == ordered(candidates)


@given(CANDIDATES)
def test_rank_best_come_first_and_equal_scores_by_passage_id(candidates):
    keys = [(-one.score, one.scored.id) for one in ordered(candidates)]
    assert keys == sorted(keys)
    assert sorted(one.scored.key for one in ordered(candidates)) == [one.scored.key for one in candidates]


@given(CANDIDATES, MOST, MOST)
def test_rank5_limited_keeps_the_order_and_both_limits(candidates, per_document, limit):
    kept = limited(candidates, per_document=per_document, limit=limit)
    left = iter(candidates)
    assert all(one in left for one in kept), "what is kept is in the order of the candidates"
    assert len(kept) <= limit
    assert max(Counter(one.scored.document_key for one in kept).values(), default=0) <= per_document


@given(CANDIDATES, MOST, MOST)
def test_rank5_limited_leaves_out_only_what_a_limit_forbids(candidates, per_document, limit):
    kept = limited(candidates, per_document=per_document, limit=limit)
    counts = Counter(one.scored.document_key for one in candidates)
    assert len(kept) == min(limit, sum(min(per_document, count) for count in counts.values()))


@given(CANDIDATES, MOST)
def test_rank5_one_passage_of_each_document_is_its_best(candidates, limit):
    ranked = ordered(candidates)
    best = {}
    for one in ranked:
        best.setdefault(one.scored.document_key, one)
    assert limited(ranked, per_document=1, limit=limit) == list(best.values())[:limit]


def test_rank5_a_limit_of_0_keeps_nothing():
    candidates = [fused(key, key, 1.0) for key in range(3)]
    assert limited(candidates, per_document=1, limit=0) == []
