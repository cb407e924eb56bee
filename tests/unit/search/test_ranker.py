"""RANK-3, RANK-4, RANK-6: rankers reorder the fused list, and each score is the sum of its parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts import registry
from kts.config import SearchSettings
from kts.data import table
from kts.errors import UsageError
from kts.search.candidates import Fused, Ranked, Scored
from kts.search.pipeline import search
from kts.search.question import Asking, Question
from kts.search.ranker import reranked
from kts.search.ranker_fitted import FittedRanker, read
from kts.search.ranker_plain import LegacyRanker, MetadataRanker
from kts.search.signals import ARMS, JUDGED, NAMES
from kts.types import Query

RANKERS = sorted(registry.BUILT_IN["rankers"])
EXTRA = ("coverage", "title_share", "raw_identifiers", "raw_passage_bm25", "raw_document_bm25", "raw_cosine")
DOCUMENTS = ("category", "priority", "recency")
DEVIATIONS = 5.4
"""The farthest that one of thirty candidates can be from their mean."""
SIGNALS = st.floats(-4, 4, allow_nan=False).map(lambda value: round(value, 6))
CANDIDATES = st.lists(
    st.fixed_dictionaries(dict.fromkeys((*JUDGED, *EXTRA, *DOCUMENTS), SIGNALS)), min_size=1, max_size=6
)


def columns(candidates):
    return {name: [one[name] for one in candidates] for name in candidates[0]}


def totals(ranker, candidates):
    return [sum(parts.values()) for parts in ranker.parts(columns(candidates))]


@pytest.mark.parametrize("name", RANKERS)
@given(candidates=CANDIDATES)
def test_rank4_every_ranker_says_of_each_candidate_what_its_score_is_made_of(name, candidates):
    ranker = registry.load("rankers", name)()
    parts = ranker.parts(columns(candidates))
    assert len(parts) == len(candidates)
    assert ranker.name == name
    assert ranker.reads <= {"text", "documents"}
    alone = [sum(ranker.parts(columns([one]))[0].values()) for one in candidates]
    assert totals(ranker, candidates) == pytest.approx(alone, abs=1e-9), "a candidate's score is its own"


@given(CANDIDATES, st.sampled_from((*ARMS, *NAMES)), st.floats(0, 3))
def test_rank3_more_of_what_speaks_for_a_passage_is_never_worse(candidates, name, more):
    ranker = FittedRanker()
    risen = [one | {name: one[name] + more} for one in candidates]
    assert all(b >= a - 1e-9 for a, b in zip(totals(ranker, candidates), totals(ranker, risen), strict=True))


def test_rank1_an_exact_identifier_outweighs_all_that_the_weights_can_add():
    ranker, settings = FittedRanker(), SearchSettings()
    nothing = dict.fromkeys((*JUDGED, *EXTRA, *DOCUMENTS), 0.0)
    named, other = totals(
        ranker,
        [nothing | {"identifiers": settings.identifier_weight}, nothing | dict.fromkeys(NAMES, DEVIATIONS)],
    )
    assert named > other


def test_rank4_the_original_design_multiplies():
    one = dict.fromkeys((*JUDGED, *EXTRA, *DOCUMENTS), 0.0) | {"raw_cosine": 0.5}
    plain, code, everything = (
        one,
        one | {"identifiers": 3.0},
        one | {"identifiers": 3.0, "category": 1.0, "title_share": 0.6, "coverage": 1.0},
    )
    found = totals(LegacyRanker(), [plain, code, everything])
    assert found == pytest.approx([0.5, 1.0, 0.5 * 2.0 * 1.7 * 1.3 * 1.2])


def test_rank4_by_metadata_the_preferred_and_the_newer_come_first():
    one = dict.fromkeys((*JUDGED, *EXTRA, *DOCUMENTS), 0.0)
    plain, preferred, newer = one, one | {"category": 1.0}, one | {"recency": 1.0}
    found = totals(MetadataRanker(), [plain, preferred, newer])
    assert found[1] > found[2] > found[0]


def test_what_is_no_ranker_is_refused():
    for wrong in (
        {},
        {"format": 9},
        {"format": 1, "unit": 1, "trust": 0, "forest": {"columns": [], "trees": [{}]}},
        {"format": 2, "weights": {"rarest": "much"}},
        {"format": 2, "weights": {"beauty": 1.0}},
        {"format": 2, "weights": []},
        [],
    ):
        with pytest.raises(UsageError):
            read(wrong)


def test_the_shipped_ranker_weighs_signals_that_there_are_and_none_of_them_much():
    weights = read(table("ranker.json")).weights
    assert set(weights) == set(NAMES)
    assert all(0 <= weight <= 0.2 for weight in weights.values())


class Backwards:
    """A ranker that turns the list around."""

    name = "backwards"
    reads = frozenset({"text", "documents"})

    def parts(self, signals):
        return [{"fused": -value, "start": 1.0} for value in signals["fused"]]


@pytest.fixture(scope="module")
def pages(bright_house):
    """A dozen pages of which each says more of the cure period than the one before."""
    return bright_house(**{f"page{at:02}": "the cure period " * (at + 1) + f"and thing {at}" for at in range(12)})


def asked(pages, ranker, settings, *, limit=12):
    return search(
        Query("cure period thing 3"),
        corpus=pages.corpus,
        index=pages.index,
        dense=pages.dense,
        settings=settings,
        limit=limit,
        per_document=1,
        asking=Asking(ranker=ranker),
    ).hits


def test_rank4_a_ranker_orders_the_first_and_the_others_follow_as_they_were(pages):
    settings = SearchSettings(ranked=4, candidates=12, dense_candidates=12)
    fused, turned = asked(pages, None, settings), asked(pages, Backwards(), settings)
    ids = [hit.passage.id for hit in fused]
    assert [hit.passage.id for hit in turned] == [*ids[3::-1], *ids[4:]]
    scores = [hit.score for hit in turned]
    assert scores == sorted(scores, reverse=True)
    assert "not_ranked" in turned[4].signals
    assert "not_ranked" not in turned[3].signals


@pytest.mark.parametrize("name", RANKERS)
def test_rank6_the_signals_of_a_hit_sum_to_its_score(pages, name):
    hits = asked(pages, registry.load("rankers", name)(), SearchSettings(ranked=5))
    assert all(round(sum(hit.signals.values()), 6) == pytest.approx(hit.score, abs=1e-9) for hit in hits)


def test_rank_who_asks_for_more_results_sees_the_same_first_ones(pages):
    settings = SearchSettings(ranked=4, candidates=5, dense_candidates=5)
    few, many = asked(pages, FittedRanker(), settings, limit=3), asked(pages, FittedRanker(), settings, limit=12)
    assert [(hit.passage.id, hit.score) for hit in many[:3]] == [(hit.passage.id, hit.score) for hit in few]


def test_rank_nothing_found_is_nothing_ranked(pages):
    empty = reranked([], None, Question(Query("x")), ranker=Backwards(), corpus=pages.corpus, settings=SearchSettings())
    assert empty == []


def test_what_is_not_ranked_anew_is_the_same_however_it_is_looked_at():
    fused = [Fused(Scored(at, f"p{at}", at, 1.0, 0.0, 0.0), 1.0 - at / 10, {"fused": 1.0 - at / 10}) for at in range(5)]
    ranked = Ranked(fused[:2], fused[2:])
    listed = list(ranked)
    assert listed == [ranked[at] for at in range(len(ranked))] == ranked[:] == [*ranked[:3], *ranked[3:]]
    assert ranked[-1] == listed[4]
    assert [one.score for one in listed] == pytest.approx([1.0, 0.9, -0.1, -0.2, -0.3])
    assert listed[4].signals == {"fused": 0.6, "not_ranked": ranked[2].score - fused[2].score}
    assert list(Ranked(fused, [])) == fused
