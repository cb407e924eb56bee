"""MON: timings of stages; a mark is free when nobody records."""

from __future__ import annotations

import threading
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from kts.trace import mark, record

NAMES = st.lists(st.sampled_from("abc"), max_size=8)


@given(NAMES)
def test_mon_every_stage_has_its_time_and_they_sum_to_no_more_than_the_whole(names):
    with record() as timings:
        for name in names:
            mark(name, None)
        assert timings == {}, "filled when the block ends"
    assert set(timings) == {*names, "total"}
    parts = [value for name, value in timings.items() if name != "total"]
    assert all(value >= 0 for value in parts)
    assert sum(parts) <= timings["total"] + 0.001 * (len(names) + 1)


@given(st.one_of(st.none(), st.integers(), st.text(), st.lists(st.integers())))
def test_mon_a_mark_returns_what_it_was_given(value):
    assert mark("outside", value) is value
    with record():
        assert mark("inside", value) is value


def test_mon_nothing_is_recorded_outside():
    with record() as timings:
        pass
    mark("late", 1)
    assert set(timings) == {"total"}


def test_mon_an_inner_recording_keeps_its_marks_to_itself():
    with record() as outer:
        mark("before", 1)
        with record() as inner:
            mark("within", 1)
        mark("after", 1)
    assert (set(inner), set(outer)) == ({"within", "total"}, {"before", "after", "total"})


def test_mon_timings_are_there_though_the_block_failed():
    with suppress(ZeroDivisionError), record() as timings:
        mark("first", 1)
        mark("never", 1 / 0)
    assert set(timings) == {"first", "total"}
    mark("late", 1)
    assert "late" not in timings


def test_mon_another_thread_records_for_itself():
    with record() as timings:
        other = threading.Thread(target=mark, args=("elsewhere", 1))
        other.start()
        other.join()
    assert set(timings) == {"total"}
