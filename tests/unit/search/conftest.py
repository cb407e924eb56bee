"""A house of documents in memory, for the tests of the way of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from kts.config import SearchSettings
from kts.ports import Root
from kts.search.pipeline import search
from kts.testing import MemoryIndex, MemoryTruth, manifest_row, prepared
from kts.types import Batch, Filter, Query

if TYPE_CHECKING:
    from kts.testing import MemoryCorpus
    from kts.types import PreparedDocument, Ranking


EVERYTHING = Filter()
DEFAULTS = SearchSettings()


class House(NamedTuple):
    """One generation of some documents and the index over it."""

    truth: MemoryTruth
    corpus: MemoryCorpus
    index: MemoryIndex

    def search(self, text, *, filters=EVERYTHING, settings=DEFAULTS, limit=10, per_document=5) -> Ranking:
        return search(
            Query(text, text, filters),
            corpus=self.corpus,
            index=self.index,
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


@pytest.fixture(scope="session")
def house():
    """`house({path: text})` or `house(prepared, ...)`."""

    def make(*documents: PreparedDocument, **texts: str) -> House:
        named = (prepared(f"{name}.md", text) for name, text in texts.items())
        return housed(*documents, *named)

    return make
