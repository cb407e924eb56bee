"""RET-1, IDX-2, EMB-1: what searching by meaning adds to the candidates, and what it never shows."""

from __future__ import annotations

import pytest

from kts.config import SearchSettings
from kts.lexicon.analyse import query_terms
from kts.search.dense import Dense, nearest
from kts.search.retrieve import retrieve
from kts.testing import prepared
from kts.testing.embedder import HashEmbedder
from kts.types import Batch, Filter, Query

LEXICAL, HYBRID, DENSE = (SearchSettings(mode=mode) for mode in ("lexical", "hybrid", "dense"))
CAR = "# Fleet\n\nEvery automobile is washed weekly.\n"
BOAT = "# Harbour\n\nThe vessel is painted in spring.\n"
LUNCH = "# Lunch\n\nThe menu changes on Mondays.\n"


class Thesaurus(HashEmbedder):
    """Knows that a car is an automobile and a ship a vessel, as a model does."""

    def embed_query(self, text):
        return super().embed_query(text.replace("car ", "automobile ").replace("ship ", "vessel "))


@pytest.fixture(scope="module")
def fleet(bright_house):
    return bright_house(embedder=Thesaurus(), fleet=CAR, harbour=BOAT, lunch=LUNCH)


def test_ret1_a_passage_that_holds_no_word_of_the_question_is_found_by_meaning(fleet):
    assert fleet.found("car washing every week", settings=HYBRID)[0] == "fleet.md"
    ranking = fleet.search("ship coated", settings=HYBRID)
    first = ranking.hits[0]
    assert "vessel" in first.passage.text
    assert first.signals["dense"] > 0
    assert (ranking.explanation["matched"][0], ranking.explanation["ranks"][0]["lexical"]) == ([], None)
    assert ranking.explanation["ranks"][0]["dense"] == 1
    assert fleet._replace(dense=None).found("ship coated", settings=LEXICAL) == []


def test_ret1_each_hit_has_the_exact_evidence_of_both_arms(fleet):
    ranking = fleet.search("car menu ", settings=HYBRID)
    by_path = {one.passage.document_id: n for n, one in enumerate(ranking.hits)}
    assert len(by_path) == 3
    vector = fleet.dense.embedder.embed_query("car menu ")
    keys = {row.id: row.key for row in fleet.corpus.rows(range(100))}
    for hit, said in zip(ranking.hits, ranking.explanation["evidence"], strict=True):
        (cosine,) = fleet.dense.index.cosines(vector, [keys[hit.passage.id]]).values()
        assert said["cosine"] == pytest.approx(cosine, abs=1e-6)
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-6)


def test_ret1_by_meaning_alone_the_ranking_is_that_of_the_cosines(fleet):
    ranking = fleet.search("ship painted", settings=DENSE)
    assert [list(hit.signals) for hit in ranking.hits] == [["cosine"]] * 3
    assert "vessel" in ranking.hits[0].passage.text
    assert ranking.hits[0].evidence > ranking.hits[1].evidence


def test_ret1_a_passage_has_the_cosine_of_its_whole_document_too(bright_house):
    parts = ("cure", "period", "notice", "servicer")
    spread = "\n\n".join(f"# {word}\n\n{f'{word} ' * 60}." for word in parts)
    here = bright_house(prepared("spread.md", spread, title="A"), lunch=LUNCH)
    said = here.search("servicer notice period cure", settings=DENSE).explanation["evidence"]
    whole = said[0]["document_cosine"]
    assert all(one["document_cosine"] == whole > one["cosine"] for one in said[: len(parts)])


@pytest.mark.parametrize("settings", [HYBRID, DENSE], ids=["hybrid", "dense"])
@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        (Filter(doc_type=("POLICY",)), {"sub/policy.md"}),
        (Filter(path=("sub",)), {"sub/policy.md"}),
        (Filter(since="2022-01-01"), {"contract.md"}),
        (Filter(section=("5.02",)), {"contract.md"}),
        (Filter(code=("e7042",)), {"contract.md"}),
        (Filter(doc_type=("POLICY",), path=("contract.md",)), set()),
    ],
)
def test_idx2_filters_hold_before_anything_is_scored_by_meaning(bright_house, settings, filters, wanted):
    contract = "# 5.02 Cure\n\nThe cure period is thirty days; see E-7042.\n"
    policy = "# Cure\n\nThe cure period is thirty days.\n"
    here = bright_house(
        prepared("contract.md", contract, doc_type="contract", content_date="2023-06-30"),
        prepared("sub/policy.md", policy, doc_type="policy", content_date="2021-01-01"),
    )
    narrow = settings._replace(dense_candidates=1, candidates=1)
    assert set(here.found("cure period of thirty days", filters=filters, settings=narrow, limit=1)) == wanted


@pytest.mark.parametrize("settings", [HYBRID, DENSE], ids=["hybrid", "dense"])
def test_idx2_a_filter_of_passages_holds_for_what_a_near_document_brings(bright_house, settings):
    text = "# 1 Cure\n\nThe cure period is thirty days.\n\n# 2 Codes\n\nOf E-7042 there is nothing to say here.\n"
    here = bright_house(prepared("both.md", text, title="A"), lunch=LUNCH)
    ranking = here.search("cure period thirty days", filters=Filter(code=("e7042",)), settings=settings)
    assert [hit.passage.metadata["section"] for hit in ranking.hits] == ["2"]


def test_reliability_i2_vectors_of_what_left_show_nothing_that_is_gone(fleet, bright_house):
    here = bright_house(embedder=Thesaurus(), fleet=CAR, harbour=BOAT)
    here.truth.commit(Batch("docs", "ingest", removed=("fleet.md",)))
    here.index.rebuild(here.truth.changes(), generation=here.truth.generation)
    later = here._replace(corpus=here.truth.corpus())
    for settings in (HYBRID, DENSE):
        assert later.found("car is washed", settings=settings) == ["harbour.md"]


def test_ret1_what_files_hide_has_no_vectors_and_is_searched_by_words(fleet):
    query = Query("car is washed", level="hidden")
    arm = nearest(fleet.dense.embedder.embed_query("car"), query, fleet.dense, settings=HYBRID, limit=5)
    assert arm is None or arm.passages == ()


def test_ret1_identifiers_are_not_outvoted_by_meaning(bright_house):
    codes = {f"d{n}": f"# Code\n\nThe licence code and the error code of case {n} is explained.\n" for n in range(8)}
    here = bright_house(psa="# Appendix\n\nTable row: E-7042, void.\n", **codes)
    assert here.found("explain the licence error code E-7042", settings=HYBRID)[0] == "psa.md"


def test_ret1_without_any_vector_the_candidates_are_those_of_the_words(house):
    here = house(fleet=CAR, lunch=LUNCH)
    terms, query = query_terms("automobile menu"), Query("automobile menu")
    words = retrieve(terms, (), None, query=query, corpus=here.corpus, index=here.index, settings=HYBRID, limit=5)
    assert len(words.scored) == 2
    assert {(one.cosine, one.document_cosine) for one in words.scored} == {(None, None)}
    assert words.lists["dense"] == ()


def test_ret1_a_document_that_waits_for_its_vectors_is_found_beside_the_others(bright_house):
    here = bright_house(fleet=CAR, lunch=LUNCH)
    late = prepared("late.md", "# Garage\n\nAn automobile is repaired.\n")
    key = here.truth.stage(late)
    here.truth.commit(Batch("docs", "ingest", staged=(key,)))
    here.index.rebuild(here.truth.changes(), generation=here.truth.generation)
    here = here._replace(corpus=here.truth.corpus())
    ranking = here.search("automobile repaired", settings=HYBRID)
    first = ranking.hits[0]
    assert (first.passage.text.endswith("repaired."), ranking.explanation["evidence"][0]["cosine"]) == (True, None)
    assert "late.md" not in here.found("automobile repaired", settings=DENSE)
    assert here.corpus.vectors() == {"ready": 2, "pending": 1}


def test_rank_dense_is_a_pair_of_the_index_s_model_and_the_index(fleet):
    assert fleet.dense == Dense(fleet.dense.embedder, fleet.dense.index)
    assert fleet.dense.index.model == fleet.dense.embedder.model_hash
