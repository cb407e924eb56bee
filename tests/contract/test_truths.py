"""CRAWL-2, CRAWL-3, RELIABILITY I1 and I2: truth and corpus, on disk and in memory, keep the same suites."""

from __future__ import annotations

from itertools import count

import pytest

from kts.store import database
from kts.store.corpus import SqliteCorpus
from kts.store.truth import TruthWriter
from kts.store.vectors import VectorWriter
from kts.testing import MemoryCorpus, MemoryTruth, Opened, check_corpus, check_truth
from kts.testing.vectortruth import Beside, MemoryVectorTruth, check_vector_truth
from kts.types import Filter, Span


@pytest.fixture
def stores(tmp_path):
    """Makes stores on disk: `(truth, opening of a corpus)`."""
    numbers, closing = count(), []

    def make(roots):
        path = tmp_path / f"{next(numbers)}.db"
        truth = TruthWriter(path, ledger_head=lambda: "")
        closing.append(truth)
        for root in roots:
            truth.add_root(root)

        def corpus():
            db = database.open_reader(path, application_id=database.TRUTH_ID, newest=database.TRUTH_SCHEMA)
            closing.append(db)
            return SqliteCorpus(db)

        return Opened(truth, corpus)

    yield make
    for opened in closing:
        opened.close()


def in_memory(roots):
    truth = MemoryTruth(roots)
    return Opened(truth, truth.corpus)


def test_crawl_5_vectors_of_record_on_disk_keep_the_suite(stores):
    def make(roots):
        opened = stores(roots)
        return Beside(opened.truth, opened.corpus, lambda embedder: VectorWriter(opened.truth, embedder))

    check_vector_truth(make)


def remembered(roots, kind=MemoryVectorTruth):
    truth = MemoryTruth(roots)
    return Beside(truth, truth.corpus, lambda embedder: kind(truth, embedder))


def test_crawl_5_vectors_of_record_in_memory_keep_the_suite():
    check_vector_truth(remembered)


class Eager(MemoryVectorTruth):
    """Serves whatever was committed last."""

    def commit(self, versions):
        self._truth.model = self._model
        return super().commit(versions)


class Resigned(MemoryVectorTruth):
    """Gives up what failed."""

    def pending(self):
        return tuple(version for version in super().pending() if self._states.get(version.key) != "failed")


class Careless(MemoryVectorTruth):
    """Knows a text by its passage, not by its words."""

    def missing(self, version):
        chunks = self._truth.versions()[version].prepared.passages
        known = {passage.context_sha256.hex() for passage in chunks if passage.level == "chunk"}
        kept = {digest: self._texts.pop(digest) for digest in known if digest in self._texts}
        found = super().missing(version)
        self._texts.update(kept)
        return found


class Bare(MemoryVectorTruth):
    """Forgets what the passages of a text stand under."""

    def missing(self, version):
        return {digest: text.rpartition("\n")[2] for digest, text in super().missing(version).items()}


@pytest.mark.parametrize(
    ("vectors", "rule"),
    [(Eager, "has all documents"), (Resigned, "tried again"), (Careless, "embedded once"), (Bare, "SHA-256")],
)
def test_crawl_5_a_broken_rule_of_the_vectors_of_record_is_named(vectors, rule):
    with pytest.raises(AssertionError, match=rule):
        check_vector_truth(lambda roots: remembered(roots, vectors))


def test_crawl_2_the_truth_on_disk_keeps_the_suite(stores):
    check_truth(lambda roots: stores(roots).truth)


def test_crawl_2_the_truth_in_memory_keeps_the_suite():
    check_truth(MemoryTruth)


def test_idx_1_the_corpus_on_disk_keeps_the_suite(stores):
    check_corpus(stores)


def test_idx_1_the_corpus_in_memory_keeps_the_suite():
    check_corpus(in_memory)


class Leaking(MemoryTruth):
    def stage(self, prepared):
        key = super().stage(prepared)
        self._live[key] = self._staged[key]
        return key


class Halving(MemoryTruth):
    def commit(self, batch):
        for path in batch.removed:
            self._files[batch.root].pop(path, None)
        return super().commit(batch)


class Counting(MemoryTruth):
    def refresh(self, root, files):
        super().refresh(root, files)
        self.generation += 1


@pytest.mark.parametrize(
    ("truth", "rule"), [(Halving, "whole or not at all"), (Counting, "refresh makes no generation")]
)
def test_crawl_2_a_broken_rule_of_the_truth_is_named(truth, rule):
    with pytest.raises(AssertionError, match=rule):
        check_truth(truth)


class Unfiltered(MemoryCorpus):
    def identified(self, code, level, filters):
        del filters
        return super().identified(code, level, Filter())


class Shifted(MemoryCorpus):
    def slice(self, document_key, span):
        return super().slice(document_key, Span(span.start + 1, span.end + 1))


class First(MemoryCorpus):
    def _by_path(self, reference):
        return super()._by_path(reference)[:1]


@pytest.mark.parametrize(
    ("corpus", "rule"), [(Unfiltered, "keeps to the filter"), (Shifted, "slice"), (First, "a UsageError")]
)
def test_idx_1_a_broken_rule_of_the_corpus_is_named(corpus, rule):
    def make(roots):
        truth = MemoryTruth(roots)

        def opened():
            plain = truth.corpus()
            return corpus(plain._live, plain._aliases, generation=plain.generation, stale=plain._stale)

        return Opened(truth, opened)

    with pytest.raises(AssertionError, match=rule):
        check_corpus(make)


def test_idx_1_a_corpus_that_shows_what_is_staged_is_found_out():
    def make(roots):
        truth = Leaking(roots)
        return Opened(truth, truth.corpus)

    with pytest.raises(AssertionError, match="staged documents are in no generation"):
        check_corpus(make)
