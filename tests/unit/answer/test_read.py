"""What a reader makes of the evidence: windows are read, and spans are told in the whole text."""

from __future__ import annotations

import pytest

from kts.answer.question.form import form
from kts.answer.read import joined, readings
from kts.answers import Evidence
from kts.ports.models import ALONE, Reading, Weighing
from kts.testing import OverlapReader
from kts.types import Query, Ranking

FILLER = "Visitors sign the book at the gate of the yard. "
SAID = "The grace period is fifteen days."
LONG = Evidence(FILLER * 12 + SAID + " " + FILLER * 12)
SHORT = Evidence(SAID)


class Noting(OverlapReader):
    """Keeps what it was given."""

    def __init__(self):
        self.given = []

    def read(self, question, texts):
        self.given += texts
        return super().read(question, texts)


def read(evidence, reader):
    return readings("How long is the grace period?", evidence, reader, ["en"] * len(evidence), spoken=("en",))


def test_a_long_text_is_read_in_its_window_and_its_span_is_one_of_the_text():
    reader = Noting()
    (found,) = read([LONG], reader)
    assert SAID in reader.given[0]
    assert reader.count(reader.given[0]) <= reader.window < reader.count(LONG.text)
    assert LONG.text[found.span.start : found.span.end] == SAID


def test_title_and_heading_are_read_before_the_window_and_are_no_answer():
    reader = Noting()
    titled = SHORT._replace(title="Grace of the lender", heading="4 Period")
    (found,) = read([titled], reader)
    assert reader.given == ["Grace of the lender > 4 Period: The grace period is fifteen days."]
    assert titled.text[found.span.start : found.span.end] == SAID
    (nothing,) = read([Evidence("", title="The grace period is long")], reader)
    assert nothing.span is None


def test_a_reader_that_was_trained_without_them_reads_the_window_alone():
    reader = Noting()
    reader.heading = 0
    read([SHORT._replace(title="Loans", heading="4 Period")], reader)
    assert reader.given == [SAID]


def test_each_piece_has_a_reading_of_its_own_and_nothing_has_none():
    found = read([SHORT, Evidence(""), LONG], OverlapReader())
    assert [one.answerable for one in found] == [found[0].answerable, found[1].answerable, found[0].answerable]
    assert found[0].answerable > found[1].answerable
    assert found[1].span is None
    assert read([], OverlapReader()) == ()


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("How long is the grace period?", "question"),
        ("what happens if payment is late", "question"),
        ("list the notice periods of both parties", "question"),
        ("The grace period is fifteen days", "claim"),
        ("Late payment ends the agreement.", "claim"),
        ("Payments cannot be taken back", "claim"),
        ("Draft contracts are not binding", "claim"),
        ("Prepayment reduces the principal of the whole loan", "claim"),
        ("Summarise the risks of late payment.", "other"),
        ("grace period in days for payments", "other"),
        ("Bridges close.", "other"),
        ("", "other"),
    ],
)
def test_questions_claims_and_the_rest_are_told_apart(asked, wanted):
    assert form(asked) == wanted


def test_a_logit_is_joined_with_what_the_search_knows_of_the_passage():
    words = (("grace", 3.0), ("period", 1.0))
    terms = [{"word": word, "forms": [word], "idf": idf, "origin": "question", "weight": 1.0} for word, idf in words]
    ranking = Ranking(Query("", ""), (), 1, explanation={"terms": terms, "evidence": [{"cosine": 0.25}, {}]})
    pieces = (Evidence("the grace of kings"), Evidence("a year", title="Period of grace"), Evidence("kings"))
    bare = (Reading(2.0, None, -1.0), Reading(-2.0, None, -1.0), Reading(0.0, None, -1.0))
    found = joined(bare, ranking, pieces, Weighing(-1.0, 0.5, 4.0))
    assert found[0] == Reading(-1.0 + 0.5 * 2.0 + 4.0 * 0.75, None, -1.0)
    assert [one.answerable for one in found[1:]] == [-1.0 - 0.5 * 2.0 + 4.0, -1.0]
    near = joined(bare, ranking, pieces, Weighing(0.0, 1.0, cosine=2.0, usual=0.5))
    assert [one.answerable for one in near] == [2.0 + 2.0 * 0.25, -2.0 + 2.0 * 0.5, 2.0 * 0.5]
    assert joined(bare, ranking, pieces, ALONE["question"]) == bare
