"""Documents that come in a series, one a month, a quarter or a year: their names differ in a period alone.

The period stands in the name of the file, of its folders (`2026/03/minutes.md`), or in the title where that has none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.dates import MONTHS, dates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kts.lexicon.dates import Dates
    from kts.ports import DocumentRecord

PERIODS = ("day", "month", "quarter", "season", "half", "fiscal_year", "year")
"""Kinds of periods that a document may be of, the shortest first."""
_APART = re.compile(r"[_/\\]+")
_JOINED = re.compile(r"(?<=[^\W\d])-(?=\d)|(?<=\d)-(?=[^\W\d])")
_NUMBERS = re.compile(
    r"(?<![\d.])(?P<y>(?:19|20)\d\d)[-. ]?(?P<m>0[1-9]|1[0-2])(?:[-. ]?(?P<d>0[1-9]|[12]\d|3[01]))?(?!\d|-[A-Za-z])"
)
"""`2026-03`, `2026_03`, `202603` and the like with a day; `2024 10-K` is a form and no October."""
_YEAR_FIRST = re.compile(rf"(?i)\b(?P<year>(?:19|20)\d\d) (?P<month>{'|'.join(MONTHS)})\b")
"""`2025 October`, as folders and names that sort have it."""
_ROUGHLY = re.compile(rf"\d+|\b(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))}|first|second|third|fourth)\b")


class Edition(NamedTuple):
    """A document of a series: its period as it is written, its days (ISO, inclusive), and the kind of the period."""

    record: DocumentRecord
    label: str
    first: str
    last: str
    kind: str


class _Named(NamedTuple):
    """A name without its period, and the period."""

    rest: str
    label: str
    first: str
    last: str
    kind: str


Families = Mapping[tuple[str, str], Sequence["DocumentRecord"]]
"""Documents whose names are alike but for numbers and months, by their source folder and what is alike."""


def families(records: Iterable[DocumentRecord]) -> Families:
    """The documents that may be of one series, at little cost."""
    found: dict[tuple[str, str], list[DocumentRecord]] = defaultdict(list)
    for record in records:
        found[_rough(record)].append(record)
    return found


def series_of(record: DocumentRecord, known: Callable[[], Families]) -> tuple[Edition, ...]:
    """The documents that differ from one by their period alone, the earliest first; empty where there is no other."""
    own = _named(record)
    if own is None:
        return ()
    shown: dict[str, Edition] = {}
    for one in known().get(_rough(record), ()):
        found = _named(one)
        if found and (found.rest, found.kind) == (own.rest, own.kind):
            shown.setdefault(found.first, Edition(one, found.label, found.first, found.last, found.kind))
    return tuple(shown[first] for first in sorted(shown)) if len(shown) > 1 else ()


def name_words(edition: Edition) -> str:
    """What the documents of its series are called: the name without the period."""
    return f"{edition.record.title} {_plain(edition.record.path)}".replace(edition.label, " ")


def _named(record: DocumentRecord) -> _Named | None:
    folder = record.path.rpartition("/")[0]
    return _dated(_plain(record.path), "") or _dated(record.title, folder)


def _plain(path: str) -> str:
    """The path without the suffix, its parts apart."""
    folder, _, name = path.rpartition("/")
    return _APART.sub(" ", f"{folder}/{name.rpartition('.')[0] or name}").strip()


def _dated(name: str, folder: str) -> _Named | None:
    """A name by its shortest period, of several the last one."""
    if found := list(_NUMBERS.finditer(name)):
        match = found[-1]
        text = "-".join(part for part in match.groups() if part)
        spans = dates(text)
        return _Named(_without(name, found, folder), text, *_days(spans[0])) if spans else None
    loose = _YEAR_FIRST.sub(r"\g<month> \g<year>", _JOINED.sub(" ", name))
    spans = tuple(one for one in dates(loose) if one.kind in PERIODS and not one.first.startswith("-"))
    if not spans:
        return None
    shortest = min(map(_length, spans))
    one = [each for each in spans if _length(each) == shortest][-1]
    return _Named(_without(loose, spans, folder), one.text, *_days(one))


def _without(name: str, found: Iterable[re.Match[str] | Dates], folder: str) -> str:
    for one in found:
        name = name.replace(one[0] if isinstance(one, re.Match) else one.text, "#")
    return f"{folder}|{' '.join(name.casefold().split())}"


def _days(one: Dates) -> tuple[str, str, str]:
    return one.first, one.last, one.kind


def _length(one: Dates) -> int:
    return PERIODS.index(one.kind)


def _rough(record: DocumentRecord) -> tuple[str, str]:
    return record.root, _ROUGHLY.sub("#", _plain(record.path).casefold())
