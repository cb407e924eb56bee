"""HOP 1-3: names that the best hits say are followed, by one scorer, with a reason to stop."""

from __future__ import annotations

import pytest

from kts.search.multihop import multihop
from kts.types import Hit, Passage, Query, Ranking, Span
from kts.workspace import Workspace

FILES = {
    "song.md": "# Winter Song\n\nWinter Song is a ballad that was first performed by Anselm Quarrie in Oldbridge.\n",
    "quarrie.md": "# Anselm Quarrie\n\nAnselm Quarrie died in the village of Nethercott after a long illness.\n",
    "dance.md": "# Winter Dance\n\nWinter Dance is a ballad too; where its singer died is not told.\n",
    "died.md": "# Obituaries\n\nMany a performer of the ballad died young, and where they died is seldom known.\n",
    "farm.md": "# Farms\n\nA farm keeps sheep and hens.\n",
}
QUESTION = "Where died the performer of the ballad Winter Song?"


@pytest.fixture
def workspace(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in FILES.items():
        (docs / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(docs)])
        yield workspace


def paths(found):
    return [result.citation.path for result in found.results]


def test_hop_1_a_document_that_the_first_names_comes_up(workspace):
    plain, hopped = (workspace.search(QUESTION, k=2, mode="lexical", hops=hops) for hops in (1, 2))
    assert "quarrie.md" not in paths(plain)
    assert set(paths(hopped)) == {"song.md", "quarrie.md"}


def test_hop_1_the_parts_of_a_score_sum_to_it_and_the_rounds_are_told(workspace):
    found = workspace.search(QUESTION, k=3, mode="lexical", hops=3, explain=True)
    for result in found.results:
        assert sum(result.hit.signals.values()) == pytest.approx(result.hit.score, abs=1e-5)
    told = found.ranking.explanation["multihop"]
    assert "Anselm Quarrie" in told["rounds"][0]["names"]
    assert told["stopped"] in {"the rounds are used up", "nothing new was found", "no name leads on"}
    for name in ("matched", "evidence", "ranks", "without"):
        assert len(found.ranking.explanation[name]) == len(found.results)


def test_hop_3_the_setting_switches_it_on(workspace):
    search = workspace.settings.search._replace(max_retrieval_iterations=2)
    workspace.settings = workspace.settings._replace(search=search)
    assert {path for path, _ in workspace.rank(QUESTION, k=2, per_document=1, mode="lexical")} == {
        "song.md",
        "quarrie.md",
    }


def test_hop_1_the_same_question_gives_the_same_ranking(workspace):
    first, second = (workspace.search(QUESTION, hops=3, mode="lexical") for _ in range(2))
    assert [(one.hit.passage.id, one.hit.score) for one in first.results] == [
        (one.hit.passage.id, one.hit.score) for one in second.results
    ]


class Titles:
    """A corpus of which only the titles of documents are asked."""

    class Record:
        def __init__(self, title):
            self.title = title

    def records(self, keys):
        return {key: self.Record(f"Title {key}") for key in keys}


def ranking(*texts):
    hits = tuple(
        Hit(
            Passage(f"p{key}", f"d{key}", "", "chunk", "text", text, Span(0, len(text)), {"document_key": key}),
            1.0 / (1 + place),
        )
        for place, (key, text) in enumerate(texts)
    )
    terms = [{"word": "ballad", "forms": ["ballad"], "idf": 1.0, "origin": "question"}]
    return Ranking(Query("ballad"), hits, 1, explanation={"terms": terms})


def hop(first, *, follow=None, **more):
    asked = []

    def followed(query):
        asked.append(query.text)
        return follow or ranking()

    values = {"iterations": 3, "limit": 5} | more
    return multihop(Query("ballad"), first, followed, corpus=Titles(), **values), asked


def test_hop_2_no_name_no_round():
    found, asked = hop(ranking((1, "nothing here leads anywhere")))
    assert asked == []
    assert found.explanation["multihop"]["stopped"] == "no name leads on"


def test_hop_2_no_time_no_round():
    found, asked = hop(ranking((1, "it was Anselm Quarrie")), remaining=lambda: 0.0)
    assert asked == []
    assert found.explanation["multihop"]["stopped"] == "no time remained"


def test_hop_2_nothing_new_ends_the_search():
    found, asked = hop(ranking((1, "it was Anselm Quarrie")))
    assert asked == ["ballad Anselm Quarrie"]
    assert found.explanation["multihop"]["stopped"] == "nothing new was found"


def test_hop_1_no_more_of_one_document_than_asked_for():
    follow = ranking((1, "Anselm Quarrie again"), (2, "of Anselm Quarrie"))
    found, _ = hop(ranking((1, "it was Anselm Quarrie"), (3, "other")), follow=follow, iterations=2)
    assert [hit.passage.document_id for hit in found.hits] == ["d1", "d3", "d2"]


def test_hop_1_nothing_found_stays_nothing():
    found, asked = hop(ranking())
    assert found.hits == ()
    assert asked == []
