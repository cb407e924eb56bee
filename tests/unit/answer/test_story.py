"""A question that stands in a story is asked by its own words; the story helps to find what it refers to."""

from __future__ import annotations

import pytest

from kts.answer.constraints.vocabulary import Vocabulary
from kts.answer.question.story import heard, in_story, story_doubts, wanted
from kts.answers import Evidence
from kts.types import Hit, Passage, Query, Ranking, Span

STORY = (
    "Hi team, I joined in March and my colleague Tomas in Leeds is on leave until the 14th. "
    "It has been one of those days, to be honest, and my boss is waiting for me. {} Many thanks, Marta"
)


def test_a_plain_question_is_asked_as_it_is() -> None:
    for text in ("How long is the grace period?", "TSR-2064 came up. What now?", "Which fee? And how often?"):
        assert heard(text) == (text, "", False, (), (), "", False)


def test_a_question_in_a_story_is_asked_alone() -> None:
    found = heard(STORY.format("How long is the grace period for a late charge?"))
    assert found.question == "How long is the grace period for a late charge?"
    assert "Leeds" in found.told
    assert not found.leans


def test_a_question_that_refers_to_the_story_leans_on_it() -> None:
    assert heard(STORY.format("The wire came $18 short. What do we do with a shortage of that size?")).leans


def test_of_a_short_message_only_what_it_tells_of_the_asker_is_left_out() -> None:
    found = heard("I am new. A loan was paid off in May. Within how many days must the release go out?")
    assert found.question == "A loan was paid off in May. Within how many days must the release go out?"
    assert heard("I get TSR-1025 when posting. What is wrong with the loan?").told == ""


def test_what_the_asker_works_with_stays_with_a_short_question() -> None:
    for text in (
        "I am on Tessaro 7.2. What is the limit?",
        "I sent a wire of $640,000. How many approvals are needed?",
    ):
        assert heard(text).question == text


def test_a_version_of_the_story_binds_the_answer() -> None:
    found = heard(STORY.format("We are still on Tessaro 7.2 here. What is the limit of the clerk for a reversal?"))
    assert [one.text for one in found.codes] == ["7.2"]


def test_a_code_of_the_story_binds_the_answer() -> None:
    known = Vocabulary(100, lambda word: 3 if word.startswith(("tsr", "2064")) else 0)
    found = heard(STORY.format("Then TSR-2064 came up. What should be done about the unapplied funds?"), known)
    assert [one.text for one in found.codes] == ["TSR-2064"]


def test_the_agreement_that_a_question_refers_to_must_be_the_one_of_the_story() -> None:
    story = "We have an agreement with Zenith Corp about printing. " + STORY
    asked = heard(story.format("When may they end it?"))
    other = Evidence("Beta Inc. may end this agreement with 30 days notice.", title="Agreement with Beta Inc.")
    same = Evidence("Zenith Corp may end this agreement with 30 days notice.")
    assert story_doubts(asked, [other], Vocabulary())
    assert not story_doubts(asked, [same], Vocabulary())


def test_the_agreement_that_the_asker_signed_is_the_one_that_is_asked_about() -> None:
    asked = heard("I signed a lease agreement with Zetatron Inc. in May. What is the notice period of that lease?")
    other = Evidence("Acme Inc. may end this lease with 30 days notice.", title="Lease with Acme Inc.")
    assert "Zetatron Inc." in [one.text for one in asked.about]
    assert story_doubts(asked, [other], Vocabulary())


def test_the_days_of_the_asker_bind_nothing() -> None:
    assert heard("I joined in March 2019. What is the notice period of that lease?").about == ()


def test_people_of_the_asker_bind_nothing_but_what_the_question_names_does() -> None:
    asked = heard("Hi, borrower Jane Doe sent a check. How long must Osprey Lane hold it? Regards, Rick")
    assert asked.question == "borrower Jane Doe sent a check. How long must Osprey Lane hold it?"
    wants = wanted(asked.question, asked, Vocabulary(100))
    assert {one.text: one.certain for one in wants} == {"Jane Doe": False, "Osprey Lane": True}


def ranking(text: str, *found: tuple[str, float]) -> Ranking:
    hits = tuple(
        Hit(Passage(id_, "d", "", "chunk", "", f"said of {id_}", Span(0, 9), metadata={"heading": ""}), 1.0, evidence=e)
        for id_, e in found
    )
    words = [{"word": word, "forms": [word], "idf": 2.0, "origin": "question"} for word in text.split()]
    rows = [{"passage_bm25": evidence} for _, evidence in found]
    return Ranking(Query(text, text), hits, 1, explanation={"terms": words, "evidence": rows})


def test_passages_of_the_story_are_found_and_count_no_more_than_those_of_the_question() -> None:
    answers = {
        "fee": ranking("fee", ("a", 0.5), ("b", 0.4)),
        "wire short fee": ranking("wire short fee", ("c", 0.9), ("b", 0.8)),
    }
    found = in_story(lambda text, _: answers[text], "wire short")("fee", 3)
    assert [(hit.passage.id, hit.evidence) for hit in found.hits] == [("b", 0.4), ("c", 0.4), ("a", 0.5)]
    assert found.explanation["evidence"] == [{"passage_bm25": 0.4}, {}, {"passage_bm25": 0.5}]
    assert found.query.text == "fee"


def test_words_of_the_story_that_its_best_passage_holds_are_asked_with() -> None:
    answers = {"fee": ranking("fee", ("a", 0.5)), "short wire fee": ranking("short wire fee", ("wire", 0.9))}
    found = in_story(lambda text, _: answers[text], "short wire")("fee", 3)
    assert [one["word"] for one in found.explanation["terms"]] == ["fee", "wire"]


@pytest.mark.parametrize(
    "text",
    [
        "My Mill supervisor has not replied to my holiday request. Can I assume it is fine?",
        "The Carrickham crew forgot our bin. How quickly do they come again?",
        "I asked for a new Quorvingate tool. How long can an answer take?",
    ],
)
def test_which_thing_a_short_story_is_about_must_be_named_by_the_evidence(text: str) -> None:
    cited = [Evidence("At the Leicester plant crews and supervisors reply to a request within seven days.")]
    assert story_doubts(heard(text), cited, Vocabulary())
    named = text.split()[1 if text.startswith(("My", "The")) else 5]
    assert not story_doubts(heard(text), [Evidence(f"{named} crews, tools and supervisors: seven days.")], Vocabulary())


def test_where_the_asker_of_a_short_story_is_need_not_be_named() -> None:
    cited = [Evidence("Days of illness are given back, even from abroad.")]
    assert not story_doubts(heard("I caught flu in Spain. How do I get those days back?"), cited, Vocabulary())
    assert not story_doubts(heard("I am sending goods to Oslo. How many copies?"), cited, Vocabulary())


@pytest.mark.parametrize(
    "text",
    [
        "I reported someone at Quorvinstead and I was mistaken. Can they come after me?",
        "Fresh build on Ostwyckgate. Do I have to tell the system where the libraries are?",
    ],
)
def test_what_no_document_has_and_a_short_story_is_about_makes_doubtful(text: str) -> None:
    cited = [Evidence("Nobody may be punished for a report; on FreeBSD the system finds the libraries by itself.")]
    assert story_doubts(heard(text), cited, Vocabulary())
    spoken_of = Vocabulary(frequency=lambda _word: 1)
    assert not story_doubts(heard(text, spoken_of), cited, spoken_of)


def test_who_is_only_mentioned_in_a_short_story_may_be_anybody() -> None:
    cited = [Evidence("Shifts are swapped three days ahead.")]
    for text in ("I want to swap my shift with Jana. Is that early enough?", "Tomas and I swap shifts. How early?"):
        assert not story_doubts(heard(text), cited, Vocabulary())
