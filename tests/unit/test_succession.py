"""A successor comes right before what it replaced, and nothing else moves."""

from __future__ import annotations

from kts.search.succession import inserted, overtaken
from kts.types import Hit, Passage, Query, Ranking, Span

NEWEST = {"old": "new", "older": "new"}


def ranking(*found: tuple[str, float]) -> Ranking:
    hits = tuple(
        Hit(Passage(f"p{at}", one, None, "chunk", "text", Span(0, 1), "x", {}), 10.0 - at, {}, evidence)
        for at, (one, evidence) in enumerate(found)
    )
    explanation = {"matched": [[one] for one, _ in found], "terms": []}
    return Ranking(Query("q", "q"), hits, 1, (), explanation)


def ids(found: Ranking) -> list[str]:
    return [hit.passage.document_id for hit in found.hits]


def test_it_overtakes_all_that_it_replaced_and_takes_its_explanation_along() -> None:
    found = overtaken(ranking(("a", 0.9), ("older", 0.8), ("b", 0.7), ("old", 0.6), ("new", 0.5)), NEWEST, limit=9)
    assert ids(found) == ["a", "new", "older", "b", "old"]
    assert found.explanation["matched"] == [["a"], ["new"], ["older"], ["b"], ["old"]]
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)


def test_without_what_was_replaced_nothing_moves() -> None:
    given = ranking(("a", 0.9), ("new", 0.8), ("b", 0.7))
    assert overtaken(given, NEWEST, limit=9) == given


def test_a_successor_that_was_looked_up_comes_if_it_is_near_enough() -> None:
    given = ranking(("old", 0.8), ("a", 0.7))
    assert ids(overtaken(inserted(given, ranking(("new", 0.5)), NEWEST), NEWEST, limit=2)) == ["new", "old"]
    assert ids(overtaken(inserted(given, ranking(("new", 0.3)), NEWEST), NEWEST, limit=2)) == ["old", "a"]
