"""RANK-5 and determinism: best first, ties by passage id, at most so many of a document, order kept."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kts.search.rank import limited, ordered, total
from kts.search.retrieve import Scored

PART = st.sampled_from([0.0, 0.1, 0.2, 1.5])
CANDIDATES = st.lists(
    st.tuples(st.integers(0, 9), PART, PART, PART), max_size=25, unique_by=lambda given: given[1:]
).map(lambda drawn: [Scored(key, f"chunk_{key:02d}", document, *parts) for key, (document, *parts) in enumerate(drawn)])
MOST = st.integers(1, 6)


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_rank_the_order_does_not_depend_on_the_order_of_the_candidates(candidates, random):
    shuffled = random.sample(candidates, len(candidates))
    assert ordered(shuffled) == ordered(candidates)


@given(CANDIDATES)
def test_rank_best_come_first_and_equal_scores_by_passage_id(candidates):
    keys = [(-total(scored), scored.id) for scored in ordered(candidates)]
    assert keys == sorted(keys)
    assert Counter(ordered(candidates)) == Counter(candidates)


def test_rank_scores_that_differ_by_rounding_only_are_equal():
    first, second = Scored(1, "chunk_b", 1, 0.1, 0.2, 0.0), Scored(2, "chunk_a", 2, 0.3, 0.0, 0.0)
    assert 0.1 + 0.2 != 0.3
    assert [scored.id for scored in ordered([first, second])] == ["chunk_a", "chunk_b"]


@given(CANDIDATES, MOST, MOST)
def test_rank5_limited_keeps_the_order_and_both_limits(candidates, per_document, limit):
    kept = limited(candidates, per_document=per_document, limit=limit)
    left = iter(candidates)
    assert all(scored in left for scored in kept), "what is kept is in the order of the candidates"
    assert len(kept) <= limit
    assert max(Counter(scored.document_key for scored in kept).values(), default=0) <= per_document


@given(CANDIDATES, MOST, MOST)
def test_rank5_limited_leaves_out_only_what_a_limit_forbids(candidates, per_document, limit):
    kept = limited(candidates, per_document=per_document, limit=limit)
    counts = Counter(scored.document_key for scored in candidates)
    assert len(kept) == min(limit, sum(min(per_document, count) for count in counts.values()))


@given(CANDIDATES, MOST)
def test_rank5_one_passage_of_each_document_is_its_best(candidates, limit):
    ranked = ordered(candidates)
    best = {}
    for scored in ranked:
        best.setdefault(scored.document_key, scored)
    assert limited(ranked, per_document=1, limit=limit) == list(best.values())[:limit]


def test_rank5_a_limit_of_0_keeps_nothing():
    candidates = [Scored(key, f"chunk_{key}", key, 1.0, 0.0, 0.0) for key in range(3)]
    assert limited(candidates, per_document=1, limit=0) == []
