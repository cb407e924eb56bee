"""RELIABILITY (outcomes): the end of a worker says what to make of its file."""

from __future__ import annotations

import pytest

from kts.ingest.endings import ending, final
from kts.ingest.jobs import Died, Limits, Part
from kts.ingest.paged import PagedConverter, in_parts, parts_of
from kts.testing.poison import MockConverter, PagedMockConverter

CASES = [
    (Died("cpu", code=-24), "timeout", "processor time"),
    (Died("wall", code=-9), "timeout", "did not end within 120 s"),
    (Died("memory", code=-9), "memory", "2 GiB"),
    (Died("", code=-9), "memory", "want of memory"),
    (Died("", code=-6, said="terminate called after throwing an instance of 'std::bad_alloc'"), "memory", "memory"),
    (Died("", code=-11, said="Fatal Python error: Segmentation fault"), "crashed", "SIGSEGV"),
    (Died("", code=-250), "crashed", "signal 250"),
    (Died("", code=3), "crashed", "exit status 3"),
    (Died("garbage", code=-9), "crashed", "cannot be read"),
]


@pytest.mark.parametrize(("died", "outcome", "said"), CASES)
def test_reliability_every_end_has_an_outcome_and_a_reason(died, outcome, said):
    found = ending(died, Limits())
    assert found.outcome == outcome
    assert said in found.reason
    assert found.text == ""


def test_reliability_only_processor_time_needs_no_second_try():
    assert [died.cause for died, *_ in CASES if final(died)] == ["cpu"]


def pages(count):
    return "\f".join(f"page {number}" for number in range(1, count + 1)).encode()


@pytest.mark.parametrize(("count", "wanted"), [(1, 0), (20, 0), (21, 2), (40, 2), (41, 3)])
def test_conv5_a_long_file_is_many_jobs(count, wanted):
    found = parts_of(PagedMockConverter(), pages(count), pages=20)
    assert len(found) == wanted
    numbers = [number for part in found for number in range(part.first, part.last + 1)]
    assert numbers == (list(range(1, count + 1)) if wanted else [])


def test_conv5_a_converter_without_pages_has_one_job():
    assert parts_of(MockConverter(), pages(100), pages=20) == ()


def joined(count, *, failed=()):
    converter, told = PagedMockConverter(), []
    assert isinstance(converter, PagedConverter)
    parts = parts_of(converter, pages(count), pages=20)
    done = in_parts(converter, pages(count), name="a.paged", parts=parts, failed=failed, begin=told.append)
    return done, told


def test_conv5_parts_joined_are_the_whole():
    done, told = joined(45)
    assert done == PagedMockConverter().convert(pages(45), name="a.paged")
    assert told == [Part(1, 20), Part(21, 40), Part(41, 45), None]


def test_reliability_partial_names_the_pages_that_failed():
    done, told = joined(45, failed=[Part(21, 40, "needed too long")])
    assert (done.outcome, done.reason) == ("partial", "pages 21 to 40: needed too long")
    assert "page 20\n\npage 41" in done.text
    assert told == [Part(1, 20), Part(41, 45), None]


def test_reliability_no_page_left_is_no_success():
    done, _ = joined(21, failed=[Part(1, 20, "x"), Part(21, 21, "y")])
    assert done.outcome == "empty"
