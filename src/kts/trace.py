"""Timings of stages, and nothing else: `mark` returns its argument, so it can stand in any expression."""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
_marks: ContextVar[list[tuple[str, float]] | None] = ContextVar("kts_trace", default=None)


def mark(name: str, value: T) -> T:
    """Note that stage `name` has just produced `value`; free when nobody records."""
    marks = _marks.get()
    if marks is not None:
        marks.append((name, time.perf_counter()))
    return value


@contextmanager
def record() -> Iterator[dict[str, float]]:
    """Collect the milliseconds between marks; the dictionary is filled when the block ends."""
    timings: dict[str, float] = {}
    marks: list[tuple[str, float]] = []
    token = _marks.set(marks)
    last = start = time.perf_counter()
    try:
        yield timings
    finally:
        _marks.reset(token)
        for name, at in marks:
            timings[name] = round(timings.get(name, 0.0) + (at - last) * 1000, 3)
            last = at
        timings["total"] = round((time.perf_counter() - start) * 1000, 3)
