"""RET-1, IDX-2, IDX-3, RANK-5, RANK-6: from a question to a ranking over indexes in memory."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts.config import SearchSettings
from kts.lexicon.analyse import query_terms
from kts.search import bm25
from kts.search.bm25 import scorer
from kts.search.results import metadata, results
from kts.search.retrieve import by_words, retrieve
from kts.testing import MemorySources, manifest_row, prepared
from kts.types import Batch, Filter, Query

CURE = "# Cure\n\nThe cure period is thirty days; see E-7042.\n\n# Notice\n\nNotice is given in writing.\n"
POLICY = "# Lunch\n\nThe menu changes on Mondays. No cure is served.\n"
WORDS = "cure period notice servicer advance lunch menu E-7042 P-003 fee".split()
BODIES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=20).map(" ".join), min_size=1, max_size=4)
TEXTS = BODIES.map(lambda bodies: "\n\n".join(f"# Part {n}\n\n{body}." for n, body in enumerate(bodies)))
DOCUMENTS = st.lists(TEXTS, min_size=1, max_size=5)
QUESTIONS = st.lists(st.sampled_from([*WORDS, "absent", "of", "the"]), min_size=1, max_size=5).map(" ".join)


@settings(max_examples=40)
@given(DOCUMENTS, QUESTIONS, st.integers(1, 6), st.integers(1, 3))
def test_rank_laws_of_every_ranking(house, texts, question, limit, per_document):
    here = house(**{f"d{number}": text for number, text in enumerate(texts)})
    ranking = here.search(question, limit=limit, per_document=per_document)
    scores = [hit.score for hit in ranking.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(score >= 0 for score in scores)
    evidence = [hit.evidence for hit in ranking.hits]
    assert all(0 <= share <= 1 for share in evidence), "more than a perfect match would have"
    assert evidence == sorted(evidence, reverse=True), "by words alone the better hit has the better evidence"
    documents = [hit.passage.document_id for hit in ranking.hits]
    assert len(scores) <= limit
    assert all(documents.count(id_) <= per_document for id_ in documents)
    for hit in ranking.hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=2e-6), "RANK-6: the signals sum to the score"
    assert ranking == here.search(question, limit=limit, per_document=per_document)


@settings(max_examples=25)
@given(DOCUMENTS, QUESTIONS, st.integers(1, 3))
def test_ret1_a_score_is_exact_whichever_list_found_the_passage(house, texts, question, candidates):
    here = house(**{f"d{number}": text for number, text in enumerate(texts)})
    terms = query_terms(question)

    def found(few):
        options = SearchSettings(candidates=few)
        found = retrieve(
            terms,
            ("e7042",),
            None,
            query=Query(question),
            corpus=here.corpus,
            index=here.index,
            settings=options,
            limit=1,
        )
        return {one.key: one for one in found.scored}

    few, many = found(candidates), found(100)
    assert few.keys() <= many.keys()
    assert all(many[key] == one for key, one in few.items())


def test_ret1_signals_are_the_scores_of_both_levels(house):
    here = house(psa=CURE, menu=POLICY)
    terms = query_terms("cure period")
    options = SearchSettings(document_weight=0.5)
    query = Query("cure period")
    found = retrieve(terms, (), None, query=query, corpus=here.corpus, index=here.index, settings=options, limit=5)
    passages = scorer(found.terms, here.corpus.statistics("chunk"), options)
    for one in found.scored:
        assert one.passage == passages(found.rows[one.key])
        assert one.document > 0
    halved = {one.key: one.document for one in found.scored}
    whole = here.search("cure period", settings=SearchSettings(document_weight=1.0))
    first = whole.hits[0].signals["document_bm25"]
    assert first == pytest.approx(2 * max(halved.values()), abs=1e-5)


def test_ret1_a_leading_document_brings_its_best_passage_though_no_passage_list_did(house):
    filler = " Words of no use at all." * 38
    spread = "\n\n".join(f"# Part\n\nOf {word}.{filler}" for word in ("cure", "period", "notice"))
    dense = "# Cure and period\n\nOf cure and period.\n\n# Rest\n\n" + filler * 8
    here = house(prepared("dense.md", dense, title="A"), prepared("spread.md", spread, title="B"))
    options = SearchSettings(candidates=1)
    found = retrieve(
        query_terms("cure period notice"),
        (),
        None,
        query=Query("cure period notice"),
        corpus=here.corpus,
        index=here.index,
        settings=options,
        limit=1,
    )
    records = here.corpus.records({one.document_key for one in found.scored})
    assert {record.path for record in records.values()} == {"dense.md", "spread.md"}
    assert here.index.document_frequency("notic", level="chunk") == 1


def test_ret1_as_many_results_as_asked_for_where_there_are_so_many(house):
    here = house(**{f"d{number:02d}": f"# D{number}\n\nThe cure of case {number}.\n" for number in range(12)})
    assert len(here.found("cure", settings=SearchSettings(candidates=1), limit=10)) == 10


def test_rank5_one_passage_of_each_document_unless_more_are_asked_for(house):
    long = "\n\n".join(f"# Cure {number}\n\nThe cure number {number}." for number in range(4))
    here = house(long=long, short=POLICY)
    assert sorted(here.found("cure", per_document=1)) == ["long.md", "short.md"]
    assert here.found("cure", per_document=3).count("long.md") == 3


def test_rank_hits_are_the_same_in_whatever_order_documents_came(house):
    texts = [prepared(f"{name}.md", "# Cure\n\nThe same words everywhere.\n") for name in "abcd"]
    forth, back = house(*texts), house(*reversed(texts))
    ids = [hit.passage.id for hit in forth.search("same words").hits]
    assert ids == [hit.passage.id for hit in back.search("same words").hits]
    assert ids == sorted(ids), "equal scores are ordered by passage id"


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        (Filter(), {"contract.md", "sub/policy.md"}),
        (Filter(doc_type=("POLICY",)), {"sub/policy.md"}),
        (Filter(regime=("GENERIC",)), {"contract.md"}),
        (Filter(path=("sub",)), {"sub/policy.md"}),
        (Filter(since="2022-01-01"), {"contract.md"}),
        (Filter(doc_type=("POLICY",), path=("contract.md",)), set()),
    ],
)
def test_idx2_filters_hold_before_anything_is_scored(house, filters, wanted):
    here = house(
        prepared("contract.md", CURE, doc_type="contract", regime="generic", content_date="2023-06-30"),
        prepared("sub/policy.md", POLICY, doc_type="policy", content_date="2021-01-01"),
    )
    assert set(here.found("cure", filters=filters)) == wanted


def test_idx2_a_filter_holds_for_identifiers_too(house):
    here = house(
        prepared("one.md", "# One\n\nSee E-7042 here.\n", doc_type="guide"),
        prepared("two.md", "# Two\n\nSee E-7042 there.\n", doc_type="policy"),
    )
    assert here.found("E-7042", filters=Filter(doc_type=("POLICY",))) == ["two.md"]


@pytest.mark.parametrize("spelling", ["E-7042", "e7042", "E 7042", "e-7042"])
def test_idx3_identifiers_are_found_whatever_their_case_hyphen_or_split(house, spelling):
    here = house(psa=CURE, menu=POLICY)
    ranking = here.search(f"what is {spelling}")
    assert "E-7042" in ranking.hits[0].passage.text
    assert ranking.hits[0].signals["identifiers"] > 0
    assert "e7042" in ranking.explanation["identifiers"]


def test_idx3_a_rare_identifier_outweighs_a_common_word(house):
    others = {f"d{number}": f"# Code\n\nThe code of code {number}.\n" for number in range(6)}
    here = house(psa=CURE, **others)
    assert here.found("code E-7042")[0] == "psa.md"


def test_rank6_the_explanation_names_terms_candidates_and_matched_words(house):
    ranking = house(psa=CURE, menu=POLICY).search("what is the cure period", limit=1)
    explanation = ranking.explanation
    assert [term["word"] for term in explanation["terms"]] == ["cure", "period"]
    assert all(term["idf"] > 0 and term["forms"] for term in explanation["terms"])
    assert (len(ranking.hits), explanation["matched"]) == (1, [["cure", "period"]])
    assert explanation["candidates"] >= 2


def test_rank_notes_say_which_words_occur_nowhere(house):
    here = house(psa=CURE)
    assert here.search("cure of zebras").notes == ("not in any document: zebras",)
    assert here.search("cure period").notes == ()
    assert here.search("which cure period isnt there anymore").notes == ()


@pytest.mark.parametrize("question", ["Wie viele Zebras habe ich?", "Combien de zebras puis-je avoir?"])
def test_rank_notes_leave_out_the_grammar_of_german_and_french(house, question):
    assert house(psa=CURE).search(question).notes == ("not in any document: zebras",)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How old may a voucher be?", "Vouchers older than a year are void."),
        ("How heavy may a parcel be?", "Parcels heavier than a stone go by cart."),
        ("How big may a tent be?", "Tents bigger than six paces stand apart."),
    ],
)
def test_ret2_how_old_is_met_by_what_is_older_where_no_document_says_old(house, asked, text):
    ranking = house(rule=text).search(asked)
    word = asked.split()[1]
    (term,) = [one for one in ranking.explanation["terms"] if one["word"] == word]
    assert term["idf"] > 0
    assert ranking.notes == ()


def test_ret2_how_old_is_met_by_old_where_a_document_says_so(house):
    ranking = house(rule="Old vouchers are void.", other="Older ones too.").search("How old may a voucher be?")
    assert [one["forms"] for one in ranking.explanation["terms"] if one["word"] == "old"] == [["old"]]


def test_rank_notes_say_nothing_of_words_that_name_nothing(house):
    here = house()
    asked = "Somebody still feeds zebras three days in a row, why so quickly?"
    (note,) = [one for one in here.search(asked).notes if one.startswith("not in any document")]
    assert "zebras" in note
    assert not {"somebody", "still", "row", "quickly"}.intersection(note.replace(",", "").split())


def test_rank_notes_say_which_filter_values_no_document_has(house):
    here = house(prepared("psa.md", CURE, doc_type="contract"))
    (note,) = here.search("cure", filters=Filter(doc_type=("CONTRACT", "POLICY"))).notes
    assert note == "no document has the doc type POLICY; there are: CONTRACT"
    (note,) = here.search("cure", filters=Filter(regime=("GENERIC",))).notes
    assert note == "no document has the regime GENERIC; there are: none"


HERE = prepared("psa/terms.md", "# 5 Cure\n\nThe cure period is thirty days.\n", doc_type="contract", tool="Doverlock")
RELATIVE = "paths are relative to their source folder (docs)"
NARROWED = (
    (Filter(path=("pso",)), "no document lies in pso; there are: psa, psa/terms.md"),
    *(
        (
            Filter(path=(path,)),
            f"no document lies in {path}; there are: psa, psa/terms.md; {RELATIVE}",
        )
        for path in ("docs", "docs/psa", "./psa", "/home/docs/psa")
    ),
    (Filter(tool=("D\u00d6VER",)), "no document has the tool D\u00d6VER; there are: doverlock"),
    (Filter(section=("99.99",)), "no section has the number 99.99; there are: 5"),
    (Filter(tool=("Dover",)), "no document has the tool Dover; there are: doverlock"),
    (Filter(code=("e7042",)), "no passage holds the code e7042; there are: none"),
    (
        Filter(item_type=("Obligation",)),
        "the item type narrows statements, the level item; this was a search of the level chunk",
    ),
    (Filter(doc_type=("CONTRACT",), since="2030-01-01"), "no passage passes the whole filter"),
    (Filter(path=("psa",), tool=("DOVERLOCK",)), None),
)


@pytest.mark.parametrize(("filters", "said"), NARROWED)
def test_ret2_a_filter_that_lets_nothing_through_says_so_and_what_there_is(house, filters, said):
    ranking = house(HERE).search("cure", filters=filters)
    assert (said is None) == bool(ranking.hits)
    assert (said in ranking.notes) if said else (ranking.notes == ())


def test_ret2_the_values_nearest_to_one_that_is_not_there_are_named(house):
    here = house(*(prepared(f"team{number}/policies{number}/a.md", CURE) for number in range(12)))
    (note,) = here.search("cure", filters=Filter(path=("policies3",))).notes
    assert note == "no document lies in policies3; nearest: team3/policies3"


def test_rank_a_question_that_finds_nothing_is_an_empty_ranking_with_a_reason(house):
    ranking = house(psa=CURE).search("zebras")
    assert (ranking.hits, ranking.notes) == ((), ("not in any document: zebras",))


def test_reliability_i2_an_index_that_lags_shows_nothing_that_is_gone_and_says_so(house):
    here = house(psa=CURE, menu=POLICY)
    here.truth.commit(Batch("docs", "ingest", removed=("menu.md",)))
    later = here._replace(corpus=here.truth.corpus())
    ranking = later.search("cure")
    assert set(later.found("cure")) == {"psa.md"}
    assert any("generation 1" in note and "at 2" in note for note in ranking.notes)


def test_evid6_a_result_shows_its_passage_s_own_text_with_a_place(house):
    here = house(psa=CURE, menu=POLICY)
    ranking = here.search("cure period thirty")
    hit = ranking.hits[0]
    record = here.corpus.records([hit.passage.metadata["document_key"]])[hit.passage.metadata["document_key"]]
    sources = MemorySources({"docs": {"psa.md": CURE.encode()}})
    shown, *_ = results(ranking, here.corpus.records(range(9)), corpus=here.corpus, sources=sources, length=60)
    assert CURE[shown.snippet_span.start : shown.snippet_span.end] == shown.snippet
    assert [shown.snippet[mark.start : mark.end] for mark in shown.marks] == ["Cure", "cure", "period", "thirty"]
    assert (shown.place.line, shown.stale) == (3, False)  # the line of the rarest word
    assert 0 < shown.confidence <= 1
    assert shown.confidence == round(hit.evidence, 4)
    known = metadata(shown)
    assert (known["title"], known["heading"], known["path"], known["level"]) == ("Cure", "Cure", "psa.md", "chunk")
    assert known["document_id"] == record.id


def test_evid6_a_result_without_evidence_claims_no_confidence_and_a_stale_one_says_so(house):
    here = house(psa=CURE)
    row = manifest_row(prepared("psa.md", CURE))._replace(stale=True, outcome="malformed", sha256="")
    here.truth.commit(Batch("docs", "ingest", files=(row,)))
    here = here._replace(corpus=here.truth.corpus())
    ranking = here.search("cure")
    ranking = ranking._replace(hits=(ranking.hits[0]._replace(evidence=0.0),))
    (record,) = here.corpus.documents()
    sources = MemorySources({"docs": {"psa.md": CURE.encode()}})
    (shown,) = results(ranking, {record.key: record}, corpus=here.corpus, sources=sources, length=60)
    assert (shown.confidence, shown.stale, metadata(shown)["stale"]) == (0.0, True, True)


@pytest.mark.parametrize("document", [("+.md", "***\n"), ("a.md", "---\n---\n\n# Title\n\nThe cure period.\n")])
def test_i3_a_text_without_a_single_word_leaves_the_others_findable(house, document):
    assert "psa.md" in house(prepared(*document), psa=CURE).found("cure")


class Noting:
    """An index that notes what it is asked for."""

    def __init__(self, index) -> None:
        self._index, self.asked = index, []

    def __getattr__(self, name):
        return getattr(self._index, name)

    def search_lexical(self, terms, **options):
        self.asked.append((dict(terms), tuple(options.items())))
        return self._index.search_lexical(terms, **options)


@pytest.mark.parametrize("limit", [1, 10, 200])
def test_idx3_a_short_question_asks_for_passages_in_one_way(house, limit):
    here = house(setting="# log_checkpoints\n\nThe log_checkpoints setting.\n", other="Checkpoints in a log.\n")
    index = Noting(here.index)
    here._replace(index=index).search("checkpoints log", limit=limit)
    passages = [asked for asked in index.asked if ("level", "chunk") in asked[1]]
    assert len(passages) == 2, "for names, and for what is shown"
    assert passages[0] == passages[1], "so that an index that knows what it was asked last looks once"


class Large:
    """A corpus whose levels have as many rows as a large one."""

    def __init__(self, corpus):
        self._corpus = corpus

    def __getattr__(self, name):
        return getattr(self._corpus, name)

    def statistics(self, level):
        return self._corpus.statistics(level)._replace(rows=bm25.LARGE)


class Common:
    """An index in which one word is in half of very many passages."""

    def __init__(self, index, word):
        self._index, self._word, self.asked = index, word, []

    def document_frequency(self, term, *, level):
        return bm25.LARGE // 2 if term == self._word else self._index.document_frequency(term, level=level)

    def search_lexical(self, terms, **options):
        self.asked.append(set(terms))
        return self._index.search_lexical(terms, **options)


@pytest.mark.parametrize(("limit", "asked"), [(1, [{"cure"}]), (7, [{"cure"}, {"cure", "period"}])])
def test_ret1_common_words_bring_candidates_where_rare_ones_bring_too_few(house, limit, asked):
    texts = {f"d{number}": f"# Part {number}\n\nThe period of {number} days.\n" for number in range(6)}
    here = house(cure="# Cure\n\nThe cure period is thirty days.\n", **texts)
    corpus, index, terms = Large(here.corpus), Common(here.index, "period"), query_terms("cure period")
    weighed = bm25.weighted(terms, partial(index.document_frequency, level="chunk"), corpus.statistics("chunk"))
    options = {"level": "chunk", "filters": Filter(), "corpus": corpus, "index": index}
    assert len(by_words(terms, weighed, limit=limit, **options)) == limit
    assert index.asked == asked
