"""RELIABILITY I6, IDX-1: the ways over fakes give what they give over the stores on disk, ids and scores alike."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts import registry
from kts.config import IngestSettings, SearchSettings
from kts.ingest.pipeline import ingest
from kts.ingest.prepare import Kit
from kts.ports import Root
from kts.search.pipeline import search
from kts.testing import MemoryIndex, MemorySources, MemoryTruth
from kts.types import Filter, Query, Scope
from kts.workspace import Workspace
from support.index import WORDS

FILES = {
    "psa.md": b"# 5.02 Cure\n\nThe cure period is thirty days; see E-7042.\n\n# Notice\n\nIt is in writing.\n",
    "sub/policy.txt": b"CURE POLICY\n\nThe servicer waits thirty days after notice.\n",
    "sub/fees.csv": b"name,fee\nNorthmarch,25\ncure notice,40\n",
}
QUESTIONS = ("cure period", "thirty days notice", "E7042", "Northmarch fee", "nothing of the kind")


@pytest.fixture(scope="module")
def kit():
    converters = {name: registry.load("converters", name)() for name in ("csv", "markdown", "text")}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


class Remembered:
    """Truth, sources and index of one root, all in memory."""

    def __init__(self, kit):
        self.files = {}
        self.kit = kit
        self.truth = MemoryTruth([Root("docs", "/docs", "tree")])
        self.index = MemoryIndex()

    def ingest(self):
        report = ingest(
            Scope("docs"),
            truth=self.truth,
            sources=MemorySources({"docs": self.files}),
            kit=self.kit,
            again=False,
            progress=lambda _done, _total, _taken: None,
            confirm=lambda _gone, _known: True,
            follow=lambda _generation: None,
        )
        self.index.rebuild(self.truth.changes(), generation=self.truth.generation)
        return report

    def search(self, text, filters):
        found = search(
            Query(text, text, filters),
            corpus=self.truth.corpus(),
            index=self.index,
            settings=SearchSettings(),
            limit=10,
            per_document=5,
        )
        return [(hit.passage.id, hit.passage.text, round(hit.score, 9)) for hit in found.hits]


def on_disk(workspace, text, filters):
    found = workspace.search(text, k=10, per_document=5, filters=filters)
    return [(hit.passage.id, hit.passage.text, round(hit.score, 9)) for hit in found.ranking.hits]


def written(folder, files):
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        path.unlink()
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


STATES = st.lists(
    st.dictionaries(st.sampled_from(sorted(FILES)), st.sampled_from(sorted(FILES.values())), max_size=3),
    min_size=1,
    max_size=3,
)


@settings(max_examples=8)
@given(STATES)
def test_i6_any_history_of_a_folder_ranks_alike_in_memory_and_on_disk(kit, states):
    remembered = Remembered(kit)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "docs"
        folder.mkdir()
        with Workspace.create(str(Path(place) / "kb"), environment=WORDS) as workspace:
            for files in states:
                remembered.files = files
                written(folder, files)
                wanted = workspace.ingest([str(folder)], confirm=lambda _gone, _known: True)
                report = remembered.ingest()
                assert (report.found, report.removed) == (wanted.found, wanted.removed)
                for text in QUESTIONS:
                    for filters in (Filter(), Filter(path=("sub",))):
                        assert remembered.search(text, filters) == on_disk(workspace, text, filters)


def test_i4_a_file_that_keeps_changing_is_a_line_of_the_account(kit):
    truth = MemoryTruth([Root("docs", "/docs", "tree")])
    report = ingest(
        Scope("docs"),
        truth=truth,
        sources=MemorySources({"docs": FILES}, unstable={"psa.md"}),
        kit=kit,
        again=False,
        progress=lambda _done, _total, _taken: None,
        confirm=lambda _gone, _known: False,
        follow=lambda _generation: None,
    )
    assert (report.found, report.indexed, report.failed) == (3, 2, 1)
    assert [(line.path, line.outcome) for line in report.files] == [("psa.md", "unstable")]


def test_faces_the_program_of_the_seams_page_runs(repository, capsys):
    page = (repository / "docs" / "howto" / "use-the-internal-seams.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"(?ms)^```python\n(.*?)^```", page)
    exec(compile(program, "use-the-internal-seams.md", "exec"), {})  # noqa: S102 - the page under test
    assert "1 # Cure" in capsys.readouterr().out
