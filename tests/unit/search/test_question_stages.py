"""QRY-1, QRY-4, RANK-6: acronyms, synonyms, feedback, and what an explanation says of them."""

from __future__ import annotations

import pytest

from kts.config import SearchSettings
from kts.lexicon.acronyms import Table
from kts.search.pipeline import search
from kts.search.question import Asking, Known
from kts.search.stages import KEPT_QUESTIONS
from kts.types import Query

TABLE = Table({"PSA": ("Pooling and Servicing Agreement",), "MFA": ("Multi-Factor Authentication",)})


@pytest.fixture
def ask(house):
    """`ask(texts, question, **settings)`: paths by rank, and the ranking."""

    def searched(texts, text, *, known, explain=False, **options):
        here = house(**texts)
        ranking = search(
            Query(text, text),
            corpus=here.corpus,
            index=here.index,
            settings=SearchSettings(**options),
            limit=5,
            per_document=1,
            asking=Asking(known, explain=explain),
        )
        records = here.corpus.records(range(1000))
        return [records[hit.passage.metadata["document_key"]].path for hit in ranking.hits], ranking

    return searched


ACRONYMS = Known(acronyms=lambda: TABLE)


def test_qry1_a_short_form_finds_its_long_form_and_the_original_stays(ask):
    texts = {"deed": "The pooling and servicing agreement names a trustee.", "lunch": "The menu names a trustee."}
    paths, ranking = ask(texts, "Who is trustee in the PSA?", known=ACRONYMS)
    assert paths[0] == "deed.md"
    origins = {term["word"]: term["origin"] for term in ranking.explanation["terms"]}
    assert origins["psa"] == "question"
    assert origins["pooling"] == "acronyms"
    assert ranking.explanation["stages"][0]["text"] == "PSA is Pooling and Servicing Agreement"
    assert ask(texts, "PSA", known=ACRONYMS, acronyms=False)[0] == []


def test_qry1_a_question_that_is_asked_again_goes_through_the_stages_once(ask):
    looked = []

    def table():
        looked.append(1)
        return TABLE

    known = Known(acronyms=table, questions={})
    texts = {"deed": "The pooling and servicing agreement names a trustee.", "lunch": "The menu names a trustee."}
    first = ask(texts, "Who is trustee in the PSA?", known=known)
    assert ask(texts, "Who is trustee in the PSA?", known=known) == first
    assert len(looked) == 1
    ask(texts, "Who is trustee in the PSA?", known=known, typos=False)
    assert len(looked) == 2, "other settings ask for other stages"
    for number in range(KEPT_QUESTIONS + 1):
        ask(texts, f"trustee {number}", known=known)
    assert len(known.questions) <= KEPT_QUESTIONS


def test_qry1_a_long_form_finds_its_short_form(ask):
    texts = {"login": "MFA is needed for each sign-in.", "lunch": "The menu is not needed."}
    assert ask(texts, "multi-factor authentication", known=ACRONYMS)[0] == ["login.md"]


def test_qry1_where_the_documents_use_the_short_form_often_nothing_is_added(ask):
    texts = {f"d{number}": "The PSA and its pooling." for number in range(25)}
    _, ranking = ask(texts, "fees of the PSA", known=ACRONYMS)
    assert ranking.explanation["stages"] == []


def test_qry4_synonyms_weigh_less_than_words_of_the_question(ask):
    known = Known(synonyms=lambda: {"fee": ("charge",)})
    texts = {"own": "The fee is due.", "other": "The charge is due.", "none": "The menu is due."}
    paths, ranking = ask(texts, "fee", known=known, expansion=True)
    assert paths == ["own.md", "other.md"]
    assert {term["word"]: term["weight"] for term in ranking.explanation["terms"]}["charge"] < 1
    assert ask(texts, "fee", known=known, expansion=False)[0] == ["own.md"]


def test_term2_a_word_that_no_document_holds_is_met_by_what_means_the_same(ask):
    known = Known(synonyms=lambda: {"salary": ("wage",)})
    texts = {"own": "The wage of a porter is nine.", "none": "A porter has a cap."}
    paths, ranking = ask(texts, "salary of a porter", known=known)
    assert paths[0] == "own.md"
    assert ranking.notes == ()
    assert all(term["origin"] == "question" and term["idf"] for term in ranking.explanation["terms"])
    assert ask(texts, "salary", known=Known())[1].notes == ("not in any document: salary",)


def test_qry4_added_words_do_not_lower_the_evidence_of_a_perfect_match(ask):
    known = Known(synonyms=lambda: {"fee": ("charge",)})
    texts = {"own": "The fee is due.", "other": "The charge is due."}
    plain = ask(texts, "fee", known=known)[1].hits[0].evidence
    assert ask(texts, "fee", known=known, expansion=True)[1].hits[0].evidence == plain


def test_ret_feedback_is_given_only_where_words_and_meaning_disagree(bright_house):
    texts = {f"d{number}": f"alpha{number} beta gamma delta fee" for number in range(12)}
    here = bright_house(**texts)
    agreed = here.search("fee beta", settings=SearchSettings(feedback=True))
    assert all(step["stage"] != "feedback" for step in agreed.explanation["stages"])


def test_rank6_the_stages_are_traced_and_can_each_be_switched_off(house):
    from kts.search.stages import stages
    from kts.trace import record

    names = ["syntax", "typos", "acronyms", "filters", "decomposition"]
    assert [name for name, _ in stages(SearchSettings())] == names
    switches = ("syntax", "typos", "acronyms", "self_query", "decomposition")
    assert stages(SearchSettings(**dict.fromkeys(switches, False))) == ()
    with record() as timings:
        house(a="A fee.").search("fee")
    assert set(names) < set(timings)


def test_rank6_same_question_same_ranking(bright_house):
    texts = {f"d{number}": f"The fee of item {number} is paid, and notice is given in writing." for number in range(9)}
    here = bright_house(**texts)
    question = "What is the fee of item 3, and how is notice given?"
    assert here.search(question) == here.search(question)
