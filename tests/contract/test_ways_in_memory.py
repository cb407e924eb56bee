"""RELIABILITY I6, IDX-1: the ways over fakes give what they give over the stores on disk, ids and scores alike."""

from __future__ import annotations

import re
import tempfile
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts import registry
from kts.config import CHOICES, EmbedSettings, IngestSettings, SearchSettings
from kts.ingest.kit import Kit
from kts.ingest.pipeline import ingest
from kts.ingest.vectors import embed
from kts.records import Root
from kts.search.dense import Dense
from kts.search.pipeline import search
from kts.testing import MemoryIndex, MemorySources, MemoryTruth
from kts.testing.embedder import HashEmbedder
from kts.testing.vectors import MemoryVectorIndex
from kts.testing.vectortruth import MemoryVectorTruth
from kts.types import Filter, Query, Scope
from kts.workspace import Workspace
from support.index import VECTORS

FILES = {
    "psa.md": b"# 5.02 Cure\n\nThe cure period is thirty days; see E-7042.\n\n# Notice\n\nIt is in writing.\n",
    "sub/policy.txt": b"CURE POLICY\n\nThe servicer waits thirty days after notice.\n",
    "sub/fees.csv": b"name,fee\nNorthmarch,25\ncure notice,40\n",
}
CLOSE = 5e-6
MODES = CHOICES["search.mode"]
QUESTIONS = ("cure period", "thirty days notice", "E7042", "Northmarch fee", "nothing of the kind")


@pytest.fixture(scope="module")
def kit():
    converters = {name: registry.load("converters", name)() for name in ("csv", "markdown", "text")}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


class Remembered:
    """Truth, sources, indexes and vectors of one root, all in memory."""

    def __init__(self, kit):
        self.files = {}
        self.kit = kit
        self.truth = MemoryTruth([Root("docs", "/docs", "tree")])
        self.index = MemoryIndex()
        self.embedder = HashEmbedder()
        self.vectors = MemoryVectorTruth(self.truth, self.embedder)
        self.dense = MemoryVectorIndex()

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
        embed(
            truth=self.vectors,
            embedder=self.embedder,
            settings=EmbedSettings(),
            progress=lambda _progress: None,
            follow=lambda _generation: None,
        )
        self.index.rebuild(self.truth.changes(), generation=self.truth.generation)
        model = self.embedder.model_hash
        self.dense.rebuild(self.vectors.changes(), generation=self.truth.generation, model=model)
        return report

    def search(self, text, filters, mode):
        found = search(
            Query(text, text, filters),
            corpus=self.truth.corpus(),
            index=self.index,
            dense=None if mode == "lexical" else Dense(self.embedder, self.dense),
            settings=SearchSettings(mode=mode),
            limit=10,
            per_document=5,
        )
        return [(hit.passage.id, hit.passage.text, round(hit.score, 9)) for hit in found.hits]


def on_disk(workspace, text, filters, mode):
    found = workspace.search(text, k=10, per_document=5, filters=filters, mode=mode, ranker="fusion")
    return [(hit.passage.id, hit.passage.text, round(hit.score, 9)) for hit in found.ranking.hits]


def alike(one, other):
    """The same passages in the same order; cosines are computed by each index in its own order of additions."""
    scores = [hit[2] for hit in one]
    return [hit[:2] for hit in one] == [hit[:2] for hit in other] and scores == pytest.approx(
        [hit[2] for hit in other], abs=CLOSE
    )


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
        with Workspace.create(str(Path(place) / "kb"), environment=VECTORS) as workspace:
            for files in states:
                remembered.files = files
                written(folder, files)
                wanted = workspace.ingest([str(folder)], confirm=lambda _gone, _known: True)
                report = remembered.ingest()
                assert (report.found, report.removed) == (wanted.found, wanted.removed)
                if not remembered.files:
                    continue  # without a document there may be no vectors to search
                for text, filters, mode in product(QUESTIONS, (Filter(), Filter(path=("sub",))), MODES):
                    assert alike(remembered.search(text, filters, mode), on_disk(workspace, text, filters, mode))


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
