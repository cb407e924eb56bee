"""RET-2, EVID-6: a search for a name of several parts shows the line that holds it, and says where none does."""

from __future__ import annotations

import pytest

from kts import Workspace
from support.folders import written
from support.index import QUIET

HOSTS = "host,address,rack\n" + "".join(f"alpha-{n:02},10.1.{n}.15,R{n}\n" for n in range(1, 30))
ROUTES = "# Routes\n\nThe way to 10.1.7.15 goes over gate 3.\n\nThe way to 10.7.1.15 goes over gate 4.\n"


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    written(folder / "docs", {"hosts.csv": HOSTS, "routes.md": ROUTES})
    with Workspace.create(str(folder / "index"), environment=QUIET) as workspace:
        workspace.ingest([str(folder / "docs")])
        yield workspace


@pytest.mark.parametrize("asked", ["alpha-17", "which rack is alpha-17 in?"])
def test_evid_6_the_row_of_a_name_is_shown(base, asked):
    first = base.search(asked, k=1).results[0]
    assert first.place.line == 18
    assert "alpha-17" in first.snippet


def test_ret_2_an_address_is_found_as_it_stands(base):
    first = base.search("10.1.7.15", k=2, per_document=1).results
    assert {one.citation.path: one.place.line for one in first} == {"hosts.csv": 8, "routes.md": 3}


@pytest.mark.parametrize("asked", ["alpha-15-10", "10.7.7.15"])
def test_ret_2_a_name_that_nothing_holds_is_told_though_its_parts_stand_somewhere(base, asked):
    notes = base.search(asked).ranking.notes
    assert any(f"no passage holds {asked} as it is written" in note for note in notes), notes


def test_ret_2_nothing_is_told_of_a_name_that_is_there(base):
    assert not any("as it is written" in note for note in base.search("alpha-17").ranking.notes)
