"""The passages of one document by words and by meaning, for an answer that is not sure."""

from __future__ import annotations

from kts.answer.deeper import PASSAGES, both_ways
from kts.types import Hit, Passage, Query, Ranking, Span


def _ranking(cosines: list[float]) -> Ranking:
    hits = tuple(
        Hit(Passage(str(at), "d", "", "chunk", "text", f"Clause {at}.", Span(at, at + 9), {}), -float(at), {}, 0.0)
        for at in range(len(cosines))
    )
    rows = [{"cosine": one} for one in cosines]
    return Ranking(Query("late", "late"), hits, 1, (), {"evidence": rows, "terms": []})


def test_what_is_near_in_meaning_comes_forward_with_what_explains_it() -> None:
    found = both_ways(_ranking([0.5, 0.4, 0.3, 0.9, 0.2]))
    assert [hit.passage.id for hit in found.hits] == ["0", "3", "1", "2", "4"]
    assert [row["cosine"] for row in found.explanation["evidence"]] == [0.5, 0.9, 0.4, 0.3, 0.2]


def test_no_more_passages_are_read_than_are_said_and_none_where_none_are() -> None:
    far = [0.1] * 59 + [0.9]
    assert len(both_ways(_ranking(far)).hits) == PASSAGES
    assert "59" in {hit.passage.id for hit in both_ways(_ranking(far)).hits}
    assert both_ways(_ranking([])).hits == ()
