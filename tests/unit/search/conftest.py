"""A house of documents in memory, for the tests of the way of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from kts.config import EmbedSettings, SearchSettings
from kts.ingest.vectors import embed
from kts.records import Root
from kts.search.dense import Dense
from kts.search.pipeline import search
from kts.testing import MemoryIndex, MemoryTruth, manifest_row, prepared
from kts.testing.embedder import HashEmbedder
from kts.testing.vectors import MemoryVectorIndex
from kts.testing.vectortruth import MemoryVectorTruth
from kts.types import Batch, Filter, Query

if TYPE_CHECKING:
    from kts.ports import Embedder
    from kts.structure import PreparedDocument
    from kts.testing import MemoryCorpus
    from kts.types import Ranking


EVERYTHING = Filter()
DEFAULTS = SearchSettings()
ALL_LANGUAGES = EmbedSettings(languages=())


class House(NamedTuple):
    """One generation of some documents and the indexes over it; `dense` None: by words alone."""

    truth: MemoryTruth
    corpus: MemoryCorpus
    index: MemoryIndex
    dense: Dense | None = None

    def search(self, text, *, filters=EVERYTHING, settings=DEFAULTS, limit=10, per_document=5) -> Ranking:
        return search(
            Query(text, text, filters),
            corpus=self.corpus,
            index=self.index,
            dense=self.dense,
            settings=settings,
            limit=limit,
            per_document=per_document,
        )

    def found(self, text, **options) -> list[str]:
        """Paths of the documents of the hits, best first."""
        records = self.corpus.records(range(1000))
        return [records[hit.passage.metadata["document_key"]].path for hit in self.search(text, **options).hits]


def housed(*documents: PreparedDocument) -> House:
    """A house that holds `documents`, all of the root `docs`."""
    truth = MemoryTruth([Root("docs", "/docs", "tree")])
    keys = tuple(truth.stage(document) for document in documents)
    truth.commit(Batch("docs", "ingest", staged=keys, files=tuple(manifest_row(document) for document in documents)))
    index = MemoryIndex()
    index.rebuild(truth.changes(), generation=truth.generation)
    return House(truth, truth.corpus(), index)


def embedded(here: House, embedder: Embedder) -> House:
    """The same house, its documents embedded."""
    vectors = MemoryVectorTruth(here.truth, embedder)
    embed(truth=vectors, embedder=embedder, settings=ALL_LANGUAGES, progress=lambda _: None, follow=lambda _: None)
    dense = MemoryVectorIndex()
    dense.rebuild(vectors.changes(), generation=here.truth.generation, model=embedder.model_hash)
    here.index.rebuild(here.truth.changes(), generation=here.truth.generation)
    return here._replace(corpus=here.truth.corpus(), dense=Dense(embedder, dense))


@pytest.fixture(scope="session")
def house():
    """`house({path: text})` or `house(prepared, ...)`."""

    def make(*documents: PreparedDocument, **texts: str) -> House:
        named = (prepared(f"{name}.md", text) for name, text in texts.items())
        return housed(*documents, *named)

    return make


@pytest.fixture(scope="session")
def bright_house(house):
    """`house` with vectors: `bright_house(...)`, or `bright_house(..., embedder=...)`."""

    def make(*documents: PreparedDocument, embedder: Embedder | None = None, **texts: str) -> House:
        return embedded(house(*documents, **texts), embedder or HashEmbedder())

    return make
