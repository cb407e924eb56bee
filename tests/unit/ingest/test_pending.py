"""RELIABILITY I2, CRAWL-2: batches become generations whole; hints alone make none."""

from __future__ import annotations

import pytest

from kts.config import IngestSettings
from kts.ingest.ids import document_id
from kts.ingest.pending import Pending
from kts.ingest.take import Taken
from kts.records import Root
from kts.testing import MemoryTruth, manifest_row, prepared


class Collected:
    """A truth with what is pending for it, and the generations that followers were told of."""

    def __init__(self, **settings):
        self.truth = MemoryTruth([Root("docs", "/docs", "tree")])
        self.told = []
        chosen = IngestSettings()._replace(**settings)
        self.pending = Pending("docs", truth=self.truth, settings=chosen, follow=self.told.append)

    def taken(self, path, text="# Cure\n\nThirty days.\n", **fields):
        document = prepared(path, text)
        return Taken(manifest_row(document), self.truth.stage(document), 1, **fields)

    def paths(self):
        return [record.path for record in self.truth.corpus().documents()]


@pytest.fixture
def collected():
    return Collected()


def test_i2_nothing_is_seen_before_the_commit(collected):
    collected.pending.add(collected.taken("a.md"))
    assert (collected.paths(), collected.told, collected.pending.generation) == ([], [], 0)
    collected.pending.commit()
    assert (collected.paths(), collected.told, collected.pending.generation) == (["a.md"], [1], 1)


def test_i2_a_commit_of_nothing_is_no_generation(collected):
    collected.pending.commit()
    assert (collected.told, collected.truth.generation, collected.pending.generation) == ([], 0, 0)


def test_i2_what_was_committed_is_not_committed_again(collected):
    collected.pending.add(collected.taken("a.md"))
    collected.pending.commit()
    collected.pending.commit()
    assert (collected.told, collected.truth.generation) == ([1], 1)


@pytest.mark.parametrize(("most", "wanted"), [(1, [1, 2, 3]), (2, [1, 2]), (3, [1]), (9, [1])])
def test_i2_a_batch_holds_at_most_so_many_documents(most, wanted):
    collected = Collected(batch_documents=most)
    for name in "abc":
        collected.pending.add(collected.taken(f"{name}.md"))
    collected.pending.commit()
    assert (collected.told, collected.paths()) == (wanted, ["a.md", "b.md", "c.md"])


def test_an_ingest_of_a_few_thousand_documents_that_is_quick_is_one_generation(collected):
    one = collected.taken("a.md")
    for _ in range(3_000):  # each generation is a segment more that a search by words looks through
        collected.pending.add(one)
    assert collected.told == []


def test_i2_a_batch_that_is_old_enough_is_committed():
    collected = Collected(batch_seconds=-1.0)
    collected.pending.add(collected.taken("a.md"))
    assert collected.told == [1]


def test_crawl2_hints_of_unchanged_files_are_written_without_a_generation(collected):
    collected.pending.add(collected.taken("a.md"))
    collected.pending.commit()
    hinted = Taken(collected.truth.manifest("docs")["a.md"]._replace(mtime_ns=99), same=True)
    collected.pending.add(hinted)
    collected.pending.commit()
    assert collected.truth.manifest("docs")["a.md"].mtime_ns == 99
    assert (collected.told, collected.truth.generation) == ([1], 1)


def test_crawl2_hints_ride_along_with_a_generation(collected):
    collected.pending.add(collected.taken("a.md"))
    collected.pending.commit()
    collected.pending.add(Taken(collected.truth.manifest("docs")["a.md"]._replace(mtime_ns=99), same=True))
    collected.pending.add(collected.taken("b.md"))
    collected.pending.commit()
    assert (collected.truth.manifest("docs")["a.md"].mtime_ns, collected.told) == (99, [1, 2])


def test_crawl2_a_failure_is_a_row_without_a_document(collected):
    failed = Taken(manifest_row(prepared("a.md", "x"))._replace(outcome="malformed", fingerprint="", document_id=""))
    collected.pending.add(failed)
    collected.pending.commit()
    assert (collected.truth.manifest("docs")["a.md"].outcome, collected.paths()) == ("malformed", [])


def test_crawl2_a_rename_removes_the_old_path_and_keeps_its_id_as_an_alias(collected):
    collected.pending.add(collected.taken("old.md"))
    collected.pending.commit()
    collected.pending.add(collected.taken("new.md", renamed_from="old.md"))
    collected.pending.commit()
    assert collected.paths() == ["new.md"]
    assert set(collected.truth.manifest("docs")) == {"new.md"}
    assert collected.truth.corpus().document(document_id("docs", "old.md")).path == "new.md"


def test_crawl3_removed_files_leave_in_the_same_generation(collected):
    collected.pending.add(collected.taken("a.md"))
    collected.pending.commit()
    collected.pending.add(collected.taken("b.md"))
    collected.pending.remove([collected.truth.manifest("docs")["a.md"]])
    assert collected.paths() == ["a.md"]
    collected.pending.commit()
    assert (collected.paths(), collected.told) == (["b.md"], [1, 2])
