"""Documents that come in a series, one a month, a quarter or a year: their names differ in a period alone.

The period stands in the name of the file, of its folders (`2026/03/minutes.md`), or in the title where that has none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.dates import MONTHS, dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kts.lexicon.dates import Dates
    from kts.records import DocumentRecord

PERIODS = ("day", "month", "quarter", "season", "half", "fiscal_year", "year")
"""Kinds of periods that a document may be of, the shortest first."""
_APART = later(r"[_/\\]+")
_JOINED = later(r"(?<=[^\W\d])-(?=\d)|(?<=\d)-(?=[^\W\d])")
_NUMBERS = later(
    r"(?<![\d.])(?P<y>(?:19|20)\d\d)[-. ]?(?P<m>0[1-9]|1[0-2])(?:[-. ]?(?P<d>0[1-9]|[12]\d|3[01]))?(?!\d|-[A-Za-z])"
)
"""`2026-03`, `2026_03`, `202603` and the like with a day; `2024 10-K` is a form and no October."""
_YEAR_FIRST = later(rf"(?i)\b(?P<year>(?:19|20)\d\d) (?P<month>{'|'.join(MONTHS)})\b")
"""`2025 October`, as folders and names that sort have it."""
_ROUGHLY = later(rf"\d+|\b(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))}|first|second|third|fourth)\b")


class Edition(NamedTuple):
    """A document of a series: its name without the period, that as written, its days (ISO, inclusive), its kind."""

    record: DocumentRecord
    name: str
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
    own = edition_of(record)
    if own is None:
        return ()
    shown: dict[str, Edition] = {}
    for one in known().get(_rough(record), ()):
        found = edition_of(one)
        if found and (found.name, found.kind) == (own.name, own.kind):
            shown.setdefault(found.first, found)
    return tuple(shown[first] for first in sorted(shown)) if len(shown) > 1 else ()


def edition_of(record: DocumentRecord) -> Edition | None:
    """The document by the period that its path bears, else its title; None where neither does."""
    return _dated(record, _plain(record.path), "") or _dated(record, record.title, record.path.rpartition("/")[0])


def _plain(path: str) -> str:
    """The path without the suffix, its parts apart."""
    folder, _, name = path.rpartition("/")
    return _APART.sub(" ", f"{folder}/{name.rpartition('.')[0] or name}").strip()


def _dated(record: DocumentRecord, name: str, folder: str) -> Edition | None:
    """A document by the shortest period of a name, of several the last one."""
    if numbers := list(_NUMBERS.finditer(name)):
        written = [match[0] for match in numbers]
        periods = dates("-".join(part for part in numbers[-1].groups() if part))
    else:
        name = _YEAR_FIRST.sub(r"\g<month> \g<year>", _JOINED.sub(" ", name))
        periods = tuple(one for one in dates(name) if one.kind in PERIODS and not one.first.startswith("-"))
        written = [one.text for one in periods]
    if not periods:
        return None
    one = min(reversed(periods), key=_length)
    for text in written:
        name = name.replace(text, "#")
    return Edition(record, f"{folder} {name}".casefold().strip(), one.text, one.first, one.last, one.kind)


def _length(one: Dates) -> int:
    return PERIODS.index(one.kind)


def _rough(record: DocumentRecord) -> tuple[str, str]:
    return record.root, _ROUGHLY.sub("#", _plain(record.path).casefold())
