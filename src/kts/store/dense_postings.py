"""Filter values of a segment: a sorted table of terms, each with the runs of rows that have it.

Values of a document hold for all its rows, which are neighbours: a run of them costs eight bytes. Terms are found
by bisection in the mapped file; nothing is parsed on opening. A date is a term like the others, and a range of
dates a range of terms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from kts.types import Filter

DAY = len("YYYY-MM-DD")
LISTED = ("doc_type", "regime", "code", "item_type", "section", "language", "document")
DATE = "date"
LAST = b"\xff"
"""Sorts after every term: no UTF-8 begins with it."""


class Postings(NamedTuple):
    """`text[ends[t - 1]:ends[t]]` is term t; its runs are `runs[run_ends[t - 1]:run_ends[t]]`, as (start, stop)."""

    text: NDArray[np.uint8]
    ends: NDArray[np.int64]
    runs: NDArray[np.int32]
    run_ends: NDArray[np.int64]


class Pairs(NamedTuple):
    """Terms and rows before they are sorted: row `rows[i]` has the term `terms[numbers[i]]`."""

    terms: list[bytes]
    numbers: NDArray[np.int64]
    rows: NDArray[np.int64]


FEW = 50
"""Runs up to which setting one after the other costs less than counting over all rows."""
Ranges = list[tuple[bytes, bytes]]
"""Ranges of terms, first and last."""


class Asked(NamedTuple):
    """A filter as ranges of terms: each of `met` must be met by any of its ranges, none of `unmet` may be."""

    met: list[Ranges]
    unmet: Ranges


def spelled(name: str, value: str) -> bytes:
    """The term of a filter value."""
    return f"{name}\0{value[:DAY] if name == DATE else value}".encode("utf-8", "surrogatepass")


def asked(filters: Filter) -> Asked:
    """The filter as ranges of terms."""
    wanted = [(name, getattr(filters, name)) for name in LISTED]
    wanted.append(("tool", tuple(tool.casefold() for tool in filters.tool)))
    wanted.append(("path", tuple(path.rstrip("/") for path in filters.path)))
    found = [[(spelled(name, value),) * 2 for value in values] for name, values in wanted if values]
    if filters.since or filters.until:
        low, high = spelled(DATE, filters.since), spelled(DATE, filters.until)
        found.append([(low, high if filters.until else high + LAST)])
    return Asked(found, [(spelled("document", value),) * 2 for value in filters.without])


def admitted(postings: Postings, wanted: Asked, rows: int) -> NDArray[np.bool_] | None:
    """Which of the rows meet the filter, None when all do because nothing is asked."""
    mask: NDArray[np.bool_] | None = None
    for alternatives in wanted.met:
        met = _any_of(postings, alternatives, rows)
        mask = met if mask is None else mask & met
    if wanted.unmet:
        others = ~_any_of(postings, wanted.unmet, rows)
        mask = others if mask is None else mask & others
    return mask


def _any_of(postings: Postings, alternatives: Ranges, rows: int) -> NDArray[np.bool_]:
    runs = [_runs(postings, _place(postings, low), _place(postings, high, after=True)) for low, high in alternatives]
    joined = np.clip(np.concatenate(runs), 0, rows)
    if len(joined) <= FEW:
        met = np.zeros(rows, bool)
        for start, stop in joined:
            met[start:stop] = True
        return met
    steps = np.bincount(joined[:, 0], minlength=rows + 1) - np.bincount(joined[:, 1], minlength=rows + 1)
    return np.cumsum(steps[:rows]) > 0


def _runs(postings: Postings, first: int, after: int) -> NDArray[np.int32]:
    if first >= after:
        return postings.runs[:0]
    start = int(postings.run_ends[first - 1]) if first else 0
    return postings.runs[start : int(postings.run_ends[after - 1])]


def _place(postings: Postings, term: bytes, *, after: bool = False) -> int:
    """The number of the first term that is not less, or with `after` the first that is greater."""
    low, high = 0, len(postings.ends)
    while low < high:
        middle = (low + high) // 2
        found = _term(postings, middle)
        if found < term or (after and found == term):
            low = middle + 1
        else:
            high = middle
    return low


def _term(postings: Postings, number: int) -> bytes:
    start = int(postings.ends[number - 1]) if number else 0
    return postings.text[start : int(postings.ends[number])].tobytes()


def pairs_of(filters: Iterable[Mapping[str, tuple[str, ...]]]) -> Pairs:
    """The pairs of some rows, given each row's filter values in the order of rows."""
    known: dict[tuple[str, str], int] = {}
    numbers: list[int] = []
    rows: list[int] = []
    for row, values in enumerate(filters):
        for name, listed in values.items():
            for value in listed:
                numbers.append(known.setdefault((name, value), len(known)))
                rows.append(row)
    terms = [spelled(name, value) for name, value in known]
    return Pairs(terms, np.array(numbers, np.int64), np.array(rows, np.int64))


def pairs_in(postings: Postings) -> Pairs:
    """The pairs of a segment, for merging it with others."""
    lengths = (postings.runs[:, 1] - postings.runs[:, 0]).astype(np.int64)
    per_term = np.diff(postings.run_ends, prepend=0)
    numbers = np.repeat(np.repeat(np.arange(len(per_term)), per_term), lengths)
    before = np.cumsum(lengths) - lengths
    rows = np.arange(len(numbers)) - np.repeat(before - postings.runs[:, 0], lengths)
    return Pairs([_term(postings, number) for number in range(len(postings.ends))], numbers, rows)


def postings_of(pairs: Pairs) -> Postings:
    """The table of the pairs, whatever their order and however often one occurs."""
    spelt = sorted(set(pairs.terms))
    place = {term: number for number, term in enumerate(spelt)}
    renumbered = np.array([place[term] for term in pairs.terms], np.int64)
    numbers = renumbered[pairs.numbers] if len(renumbered) else pairs.numbers
    order = np.lexsort((pairs.rows, numbers))
    numbers, rows = numbers[order], pairs.rows[order]
    fresh = np.ones(len(rows), bool)
    fresh[1:] = (np.diff(numbers) != 0) | (np.diff(rows) > 1)
    starts = np.flatnonzero(fresh)
    stops = np.append(starts[1:], len(rows))
    runs = np.stack((rows[starts], rows[stops - 1] + 1), axis=1) if len(rows) else np.empty((0, 2), np.int64)
    run_ends = np.cumsum(np.bincount(numbers[starts], minlength=len(spelt)))
    ends = np.cumsum([len(term) for term in spelt], dtype=np.int64)
    text = np.frombuffer(b"".join(spelt), np.uint8)
    return Postings(text, ends, runs.astype(np.int32), run_ends.astype(np.int64))
