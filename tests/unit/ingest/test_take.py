"""RELIABILITY (outcomes, stale versions), CRAWL-2, CONV-5: whatever happens to one file is an outcome of that file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from kts import registry
from kts.config import IngestSettings
from kts.extras import how_to_get
from kts.ingest.ids import document_id
from kts.ingest.kit import Kit
from kts.ingest.take import take
from kts.records import Root, Walked
from kts.testing import MemorySources, MemoryTruth
from kts.types import Batch, Conversion

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = b"# Cure\n\nThe cure period is thirty days.\n"
FAILURES = ("encrypted", "empty", "hidden_only", "malformed", "timeout", "too_large")


class Scripted:
    """A converter that does what it is told; counts how often it was asked."""

    name = "scripted"
    suffixes = frozenset({".md"})

    def __init__(self, act: Callable[[bytes], Conversion], version: str = "1"):
        self.act = act
        self.version = version
        self.asked = 0

    def convert(self, content: bytes, *, name: str) -> Conversion:
        assert "/" not in name
        self.asked += 1
        return self.act(content)


def sound(content):
    return Conversion("ok", text=content.decode())


class Place:
    """A root with one converter; `take` takes a file of it and `live` commits what was taken."""

    def __init__(self, act=sound, **settings):
        self.converter = Scripted(act)
        self.settings = IngestSettings()._replace(**settings)
        self.truth = MemoryTruth([Root("docs", "/docs", "tree")])
        self.files = {}
        self.sources = MemorySources({"docs": self.files})

    def take(self, path, content=TEXT, *, old=None, moved=None, again=False):
        if content is not None:
            self.files[path] = content
        kit = Kit({"scripted": self.converter}, registry.load("sectioners", "structure")(), self.settings)
        entry = Walked(path, len(content or b""), 7)
        moved = moved or {}
        return take(entry, old, root="docs", moved=moved, kit=kit, sources=self.sources, truth=self.truth, again=again)

    def live(self, path, content=TEXT):
        taken = self.take(path, content)
        self.truth.commit(Batch("docs", "ingest", staged=(taken.key,), files=(taken.row,)))
        return self.truth.manifest("docs")[path]

    def then(self, act, version="1"):
        self.converter = Scripted(act, version)
        return self


def test_crawl2_a_new_file_is_staged_with_its_row():
    place = Place()
    taken = place.take("a.md")
    assert (taken.row.outcome, taken.row.document_id) == ("ok", document_id("docs", "a.md"))
    assert (taken.row.size, len(taken.row.sha256), taken.same) == (len(TEXT), 64, False)
    assert taken.key is not None
    assert taken.passages == 1
    staged = place.truth.staged(taken.row.document_id, sha256=taken.row.sha256, fingerprint=taken.row.fingerprint)
    assert (staged.key, staged.chunks) == (taken.key, taken.passages)


def test_crawl2_the_same_bytes_are_converted_once():
    place = Place()
    old = place.live("a.md")
    place.then(sound)
    taken = place.take("a.md", old=old._replace(mtime_ns=-1))
    assert (taken.same, taken.key, place.converter.asked) == (True, None, 0)
    assert (taken.row.sha256, taken.row.fingerprint) == (old.sha256, old.fingerprint)


def test_crawl2_the_same_bytes_are_converted_again_where_asked():
    place = Place()
    old = place.live("a.md")
    taken = place.then(sound).take("a.md", old=old, again=True)
    assert (taken.key is not None, place.converter.asked, taken.renamed_from) == (True, 1, "")


def test_crawl2_other_bytes_are_converted_whatever_the_time_says():
    place = Place()
    old = place.live("a.md")
    taken = place.take("a.md", TEXT.replace(b"thirty", b"twenty"), old=old)
    assert (taken.same, place.converter.asked) == (False, 2)


def test_emb5_another_version_of_the_converter_converts_again():
    place = Place()
    old = place.live("a.md")
    taken = place.then(sound, version="2").take("a.md", old=old)
    assert (taken.same, place.converter.asked) == (False, 1)
    assert taken.row.fingerprint != old.fingerprint


def test_i1_what_an_interrupted_run_staged_is_not_converted_again():
    place = Place()
    first = place.take("a.md")
    again = place.take("a.md")
    assert place.converter.asked == 1
    assert (again.key, again.passages, again.row) == (first.key, first.passages, first.row)


def test_crawl2_a_renamed_file_says_from_where():
    place = Place()
    old = place.live("old.md")
    taken = place.take("new.md", moved={old.sha256: "old.md"})
    assert (taken.renamed_from, taken.row.path) == ("old.md", "new.md")
    staged = place.take("new.md", moved={old.sha256: "old.md"})
    assert (staged.renamed_from, staged.key) == ("old.md", taken.key), "also when it was staged before"


def test_crawl2_a_file_that_was_known_is_no_rename():
    place = Place()
    old = place.live("a.md")
    changed = TEXT + b"More.\n"
    digest = place.take("b.md", changed).row.sha256
    assert place.take("a.md", changed, old=old, moved={digest: "gone.md"}).renamed_from == ""


@pytest.mark.parametrize(
    ("path", "reason"), [("a.xyz", "no converter for .xyz"), ("LICENSE.zip", "no converter for .zip")]
)
def test_conv5_a_file_that_no_converter_reads_is_unsupported_and_not_read(path, reason):
    place = Place()
    taken = place.take(path, None)
    assert (taken.row.outcome, taken.row.reason, taken.key) == ("unsupported", reason, None)


def test_conv5_a_content_that_is_not_what_the_suffix_says_is_unsupported():
    taken = Place().take("a.md", b"PK\x05\x06 an archive of no known kind")
    assert (taken.row.outcome, taken.row.reason) == ("unsupported", "the content is not what .md files hold")


def test_reliability_a_file_over_the_cap_is_too_large():
    taken = Place(max_file_bytes=5).take("a.md")
    assert (taken.row.outcome, taken.row.sha256, "cap is 5" in taken.row.reason) == ("too_large", "", True)


def test_reliability_a_file_that_vanished_between_walk_and_read_is_unreadable():
    taken = Place().take("a.md", None)
    assert (taken.row.outcome, taken.row.reason) == ("unreadable", "no file a.md under docs")


def test_reliability_a_file_that_keeps_changing_is_unstable():
    place = Place()
    place.sources = MemorySources({"docs": place.files}, unstable={"a.md"})
    assert place.take("a.md").row.outcome == "unstable"


@pytest.mark.parametrize(
    ("error", "outcome", "reason"),
    [
        (ModuleNotFoundError("No module", name="docx"), "unsupported", f"needs docx: {how_to_get('full')}"),
        (MemoryError(), "memory", "the converter ran out of memory"),
        (ValueError("a bad byte"), "crashed", "ValueError: a bad byte"),
        (RecursionError("x" * 900), "crashed", ("RecursionError: " + "x" * 900)[:500]),
    ],
)
def test_conv5_an_exception_of_a_converter_is_an_outcome_of_that_file(error, outcome, reason):
    def act(_content):
        raise error

    taken = Place(act).take("a.md")
    assert (taken.row.outcome, taken.row.reason, taken.key) == (outcome, reason, None)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_crawl5_an_interruption_is_no_outcome_of_a_file(error):
    def act(_content):
        raise error

    with pytest.raises(error):
        Place(act).take("a.md")


@pytest.mark.parametrize("outcome", FAILURES)
def test_reliability_a_failed_new_version_keeps_the_last_good_one_marked_stale(outcome):
    place = Place()
    old = place.live("a.md")
    place.then(lambda _content: Conversion(outcome, reason="because"))
    taken = place.take("a.md", b"other bytes", old=old)
    assert (taken.row.outcome, taken.row.reason, taken.row.stale) == (outcome, "because", True)
    assert (taken.row.document_id, taken.row.fingerprint) == (old.document_id, old.fingerprint)
    assert (taken.key, taken.same) == (None, False)


@pytest.mark.parametrize("outcome", FAILURES)
def test_reliability_a_failure_without_an_earlier_version_has_no_document(outcome):
    taken = Place(lambda _content: Conversion(outcome)).take("a.md")
    assert (taken.row.document_id, taken.row.fingerprint, taken.row.stale) == ("", "", False)


def test_reliability_the_same_failure_again_is_nothing_new():
    place = Place(lambda _content: Conversion("malformed", reason="because"))
    first = place.take("a.md")
    assert place.take("a.md", old=first.row).same
    unread = place.take("b.xyz", None)
    assert place.take("b.xyz", None, old=unread.row).same


def test_reliability_bytes_that_met_a_limit_are_not_tried_again_until_they_change():
    place = Place(lambda _content: Conversion("memory", reason="needed more memory than a worker may have (2 GiB)"))
    old = place.take("a.md").row._replace(mtime_ns=-1)
    taken = place.take("a.md", old=old)
    assert (taken.same, taken.row.outcome, place.converter.asked) == (True, "memory", 1)
    place.take("a.md", old=old, again=True)
    place.take("a.md", b"other bytes", old=old)
    assert place.converter.asked == 3


def test_reliability_a_stale_file_that_is_sound_again_is_converted():
    place = Place()
    stale = place.live("a.md")._replace(stale=True, outcome="malformed")
    taken = place.take("a.md", old=stale)
    assert (taken.same, taken.row.stale, taken.row.outcome) == (False, False, "ok")


class Dated(MemorySources):
    """Sources whose files were all written at one time."""

    def __init__(self, files, at):
        super().__init__(files)
        self.at = at

    def read(self, root, path, *, limit):
        source, content = super().read(root, path, limit=limit)
        return source._replace(mtime_ns=self.at), content


@pytest.mark.parametrize("seconds", [-3_600, 3_600 * 24 * 365])
def test_crawl2_the_time_of_an_old_file_is_kept_as_a_hint(seconds):
    at = time.time_ns() + seconds * 1_000_000_000
    place = Place()
    place.sources = Dated({"docs": place.files}, at)
    assert place.take("a.md").row.mtime_ns == at


def test_crawl2_the_time_of_a_file_written_just_now_is_not_trusted():
    whole = 1_000_000_000
    place = Place()
    place.sources = Dated({"docs": place.files}, (time.time_ns() // whole + 1) * whole)
    assert place.take("a.md").row.mtime_ns == -1
