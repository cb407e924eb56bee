"""Editions of one document: told apart by a number, a letter, a year or a period, or by where they lie (EVID-9).

The folder for old documents belongs to the one above it: `SOP/obsolete/SOP-12_rev3` and `SOP/SOP-12_rev4` are of one
place. Documents of other places are of other parties or products, however alike their names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.standing.placed import is_old, named, place, since, unmarked
from kts.answer.standing.series import edition_of
from kts.lexicon.analyse import terms, words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.records import DocumentRecord

EDITION = later(
    r"(?i)[,(\s-]*\b(?:(?:version|revision|rev\.?|edition|issue|edn?|v)[ .]*(?:no\.? ?)?"
    r"(?:(?P<number>\d{1,3}(?:\.\d{1,3}){0,2})(?![\w-])|(?P<letter>(?<!v)(?<!v )(?<!ed)(?<!ed )[A-Z])\b)"
    r"|(?P<year>(?:19|20)\d\d) edition|(?P<ordinal>\d{1,2})(?:st|nd|rd|th) edition)\)?"
)
"""How titles and names of files tell editions of one document apart."""
_YEARLY = later(
    r"(?i)\b(?:handbook|polic(?:y|ies)|price list|tariffs?|terms|rules|guidelines?|manual|procedures?|code|rates|fees)"
    r"\b[ ,(-]*(?P<year>(?:19|20)\d\d)\)?\s*\Z"
)
"""Titles of what is given out anew for a year and holds until the next one; a report of a year does not."""
_LIST = later(
    r"(?i)\b(?:prices?|tariffs?|rates?|suppliers?|vendors?|phone|telephone|contacts?|address(?:es)?|staff|employees?|members?"
    r"|assets?|equipment|devices?|stock|products?|parts?|users?|distribution|master|preisliste|lieferanten)\b"
)
_OF_LISTS = later(r"(?i)\b(?:price|lists?|registers?|directory|directories|catalogues?|catalogs?|preisliste|listen?)\b")
"""Lists of what is so at a time, each of which takes the place of the one before: `suppliers 2025-10` among `lists`."""
_NUMBERED = later(r"(?i)v?(?P<number>\d{1,3}(?:\.\d{1,3}){0,2})")
_COPIES = later(r"(?i)\b(?:(?:19|20)\d\d(?: ?\d\d){0,2}|old|alt|new|current|final|archived?|copy)\b")
"""What the name of a file says besides its version of which copy of a document it is; a stem has no marks."""
UNSETTLED = later(
    r"(?i)\b(?:draft|proposed|proposal|release notes?|change ?log|what s new|minutes|review|comparison)\b"
)
"""Editions that are not yet one, and texts about editions, which stand beside each other."""
_RECORDS = later(
    r"(?i)\b(?:minutes|protokoll|logs?|logbook|journal|diary|reports?|newsletters?|letters?|e-?mails?|invoices?|receipts?"
    r"|statements?|accounts?|payslips?|timesheets?|orders?|offers?|quotations?|tickets?|complaints?|incidents?|meetings?"
    r"|surveys?|results?|budgets?|forecasts?|certificates?|photos?|backups?|rota|roster|notes?)\b"
)
"""What tells of its own time: that of another time does not take its place."""
_PRODUCT_VERSION = later(r"(?<![\w.])[A-Za-z]{0,8}\d{1,4}(?:\.\d{1,4}){1,3}(?![\w.]*\d)")
"""How names tell the versions of a product apart for which each document is."""
_PRECEDING = later(
    r"(?i)\A(?:all|any|the)? ?(?:previous|earlier|prior|preceding|former|older|last) "
    r"(?:versions?|editions?|revisions?|issues?|documents?)\b[^\d]*\Z"
)
"""`All previous editions` names none: which one it is, the editions themselves tell."""
_IN_BRACKETS = later(r"[(\[][^()\[\]]{0,120}[)\]]")
_DAY = later(r"\d{4}-\d{2}-\d{2}")
CODE = later(r"\b[A-Z]{2,}[- ]?(?!(?:19|20)\d\d(?!\d))\d[\w-]*\b")
"""The number of a document; a word in capitals before a year is none."""
WORDS = 2
"""Words of a title from which editions are of one document: `Policy v2` and `Policy v3` may be two (a default)."""
Mark = tuple[str, tuple[int, ...]]


class Replaced(NamedTuple):
    """`by` is the id of the document that takes another's place, `since` the ISO date from which it does, or empty."""

    by: str
    since: str


def editions(records: Iterable[DocumentRecord]) -> Iterator[tuple[str, Replaced]]:
    """Documents of one title that are told apart by version, revision or edition alone: each by the next one.

    A document that says what it supersedes is taken at its word, whether that is there or not.
    The number of a product in a title (`Tessaro 7.4`) is none: older products are used beside newer ones.
    """
    families: dict[tuple[str, ...], dict[tuple[int, ...], DocumentRecord]] = defaultdict(dict)
    for record in records:
        for key, mark in _families(record):
            families[key].setdefault(mark, record)
    for family in families.values():
        ordered = [family[mark] for mark in sorted(family)]
        for older, newer in pairwise(ordered):
            told = _PRECEDING.sub("", str(newer.metadata.get("supersedes") or ""))
            first, then = _own_day(older), _own_day(newer)
            if not told and (not (first and then) or first < then) and may_replace(newer, older):
                yield older.id, Replaced(newer.id, then or since(newer))


def may_replace(newer: DocumentRecord, older: DocumentRecord) -> bool:
    """Whether one may take the other's place: what lies among old documents leaves what lies outside as it is."""
    return is_old(older) or not is_old(newer)


def _families(record: DocumentRecord) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The families that a document is of, and its edition in each."""
    name = unmarked(named(record))
    title, stem = EDITION.search(record.title), EDITION.search(name)
    marked = title or stem
    called = unmarked(record.title)
    yearly = None if title else _YEARLY.search(called)
    if yearly:
        base = tuple(terms(called[: yearly.start("year")]))
        yield (*base, "|", "", "", "year"), (int(yearly["year"]),)
        return
    own = () if title else _own_version(record)
    if not (marked or own):
        return
    base = tuple(terms(EDITION.sub(" ", called)))
    here = record.path.rpartition("/")[0] if _is_record(record) else place(record)  # the budget of another year stays
    if own and len(base) >= WORDS:
        yield (*base, "|", here, unversioned(record), "own"), own
    where = here if not title else ""
    file = "" if title else " ".join(terms(EDITION.sub(" ", name)))
    if marked and len(base) >= WORDS and not UNSETTLED.search(f"{record.title} {named(record)}"):
        kind = "letter" if marked["letter"] else "year" if marked["year"] else "number"
        yield (*base, "|", where, file, kind), _ordinal(marked)


def _own_version(record: DocumentRecord) -> tuple[int, ...]:
    """The version that a document gives itself, with the day from which it holds; else nothing."""
    told = _NUMBERED.fullmatch(str(record.metadata.get("version") or ""))
    if told is None or not record.metadata.get("effective") or UNSETTLED.search(f"{record.title} {named(record)}"):
        return ()
    return tuple(int(part) for part in told["number"].split("."))


def unversioned(record: DocumentRecord) -> str:
    """The name of a document's file without what tells its copies apart: versions, dates, marks of old copies."""
    return " ".join(terms(_bare_name(record)))


def _bare_name(record: DocumentRecord) -> str:
    return _COPIES.sub(" ", EDITION.sub(" ", unmarked(named(record))))


def _ordinal(marked: re.Match[str]) -> tuple[int, ...]:
    if letter := marked["letter"]:
        return (ord(letter.upper()),)
    return tuple(int(part) for part in (marked["year"] or marked["ordinal"] or marked["number"]).split("."))


def continued(records: Iterable[DocumentRecord]) -> Iterator[tuple[str, Replaced]]:
    """Documents that say when they end, by the one of the same name and place that begins right then.

    `Returns (valid from 1 May 2024; replaced on 1 May 2026)` beside `Returns (valid from 1 May 2026)`.
    """
    by_name: dict[tuple[str, str], list[DocumentRecord]] = defaultdict(list)
    for record in records:
        if record.metadata.get("effective") and not record.metadata.get("message_id"):
            title = " ".join(terms(_COPIES.sub(" ", _IN_BRACKETS.sub(" ", EDITION.sub(" ", unmarked(record.title))))))
            for name in {title, unversioned(record)} - {""}:
                by_name[place(record), name].append(record)
    for alike in by_name.values():
        for older in alike:
            day = day_after(older)
            newer = [one for one in alike if day and since(one) == day and may_replace(one, older)]
            if len(newer) == 1:
                yield older.id, Replaced(newer[0].id, day)


def renewed(records: Iterable[DocumentRecord]) -> Iterator[tuple[str, Replaced]]:
    """Certificates of insurance by that of the period that follows: alike in name, in title and in place.

    The older one is right for its own time, which is why its end alone says nothing.
    """
    by_name: dict[tuple[str, str, frozenset[str]], list[DocumentRecord]] = defaultdict(list)
    for record in records:
        if record.metadata.get("insured_to") and record.metadata.get("effective"):
            by_name[record.root, place(record), frozenset(_names(record))].append(record)
    for alike in by_name.values():
        for older in alike:
            end = str(older.metadata["insured_to"])[:10]
            days = {end, _next(end)} - {""}
            newer = [one for one in alike if one is not older and since(one) in days]
            if len(newer) == 1:
                yield older.id, Replaced(newer[0].id, since(newer[0]))


def day_after(record: DocumentRecord) -> str:
    """The first day (ISO) on which a document holds no longer, as far as it says; else empty."""
    end = str(record.metadata.get("effective_to") or "")[:10]
    return _next(end)


def _next(day: str) -> str:
    """The day after an ISO day; empty where it is none, as a file's own metadata may have it: `2025-02-30`."""
    try:
        return str(date.fromisoformat(day) + timedelta(days=1)) if _DAY.fullmatch(day) else ""
    except (ValueError, OverflowError):
        return ""


def lists(records: Iterable[DocumentRecord]) -> Iterator[tuple[str, Replaced]]:
    """Lists that bear a date in their names, of one place: each by the next one."""
    families: dict[tuple[str, str], dict[str, DocumentRecord]] = defaultdict(dict)
    for record in records:
        if not is_list(record):
            continue
        here = edition_of(record._replace(path=_belonging(record)))
        if here is not None:
            families[here.name, here.kind].setdefault(here.first, record)
    for family in families.values():
        for (_, older), (first, newer) in pairwise(sorted(family.items())):
            if may_replace(newer, older):
                yield older.id, Replaced(newer.id, str(newer.metadata.get("effective") or first)[:10])


def is_list(record: DocumentRecord) -> bool:
    """Whether a document is a list of what is so at a time, by its name, its folder and its title."""
    known = f"{' '.join(re.split(r'[/_.-]+', record.path))} {record.title}"
    return bool(_LIST.search(known) and _OF_LISTS.search(known)) and not _is_record(record)


def _belonging(record: DocumentRecord) -> str:
    """The path that a document has where it belongs, without marks of old copies."""
    ending = record.path.rpartition(".")[2]
    return f"{place(record)}/{unmarked(named(record))}.{ending}".lstrip("/")


def _is_record(record: DocumentRecord) -> bool:
    return bool(record.metadata.get("message_id")) or _RECORDS.search(f"{record.title} {named(record)}") is not None


def set_aside(records: Sequence[DocumentRecord]) -> Iterator[tuple[str, Replaced]]:
    """Documents among old ones, or called old copies, by their namesake outside; none for those that have none.

    The namesake is of the same place, or has the same number; it is no older, as far as both say how old they are.
    """
    old = [one for one in records if not one.metadata.get("message_id") and is_old(one)]
    if not old:
        return
    aside = {one.id for one in old}
    outside: dict[str, list[DocumentRecord]] = defaultdict(list)
    for one in records:
        if one.id not in aside and not one.metadata.get("message_id"):
            for key in _names(one):
                outside[key].append(one)
    for one in old:
        offered = {other.id: other for key in _names(one) for other in outside.get(key, ())}
        fitting = [other for other in offered.values() if _is_namesake(one, other) and _is_no_older(one, other)]
        if len({place(other) for other in fitting}) == 1:
            newer = min(fitting, key=lambda other: (_mark(other) or ("", ()), other.path))
            yield one.id, Replaced(newer.id, _own_day(newer))


def _names(record: DocumentRecord) -> Iterator[str]:
    """What a document may be known by: the name of its file, and its title, without their editions."""
    if file := " ".join(words(_bare_name(record))):
        yield f"file {file}"
    title = terms(_COPIES.sub(" ", EDITION.sub(" ", unmarked(record.title))))
    if len(title) >= WORDS:
        yield f"title {' '.join(title)}"


def _is_namesake(old: DocumentRecord, other: DocumentRecord) -> bool:
    """Whether a document is the one that lies among old ones: of its place, or of its number near by."""
    mine, theirs = codes(old), codes(other)
    if mine != theirs and mine and theirs:
        return False
    is_copied = old.path.rpartition(".")[2].casefold() != other.path.rpartition(".")[2].casefold()
    alike = set(_names(old)) == set(_names(other)) or (is_copied and unversioned(old) == unversioned(other))
    if not alike and not (mine and mine == theirs):
        return False  # the same title, or the same name of a file, alone is that of two documents
    where, there = place(old), place(other)
    if where == there and old.root == other.root:
        return True
    is_near = not where or f"{where}/".startswith(f"{there}/") or f"{there}/".startswith(f"{where}/") or not there
    return is_near and old.root == other.root and (bool(mine) or (alike and not where))


def of_versions(one: DocumentRecord, other: DocumentRecord) -> bool:
    """Whether two documents of a place are the same for two versions of a product: `manual-fw4.1`, `manual-fw4.2`."""
    if place(one) != place(other):
        return False
    mine, theirs = (f"{each.path.rpartition('/')[2].rpartition('.')[0]} {each.title}" for each in (one, other))
    bare = [terms(_PRODUCT_VERSION.sub(" ", name)) for name in (mine, theirs)]
    first, second = (set(_PRODUCT_VERSION.findall(name)) for name in (mine, theirs))
    return bare[0] == bare[1] and bool(first) and bool(second) and first != second


def codes(record: DocumentRecord) -> frozenset[str]:
    """The numbers of documents in the title of one and in the name of its file, folded."""
    found = CODE.findall(f"{record.title} {EDITION.sub(' ', named(record))}")
    return frozenset(re.sub(r"[^a-z0-9]", "", one.casefold()) for one in found)


def _is_no_older(old: DocumentRecord, other: DocumentRecord) -> bool:
    """Whether a namesake may have taken the place of a document: by their editions, their periods or their days."""
    mine, theirs = _mark(old), _mark(other)
    if mine and theirs:
        return mine[0] == theirs[0] and mine[1] <= theirs[1]
    first, second = (edition_of(one) for one in (old, other))
    if _is_record(old):
        return False
    if first and second:
        return first.first <= second.first
    return not (_own_day(old) and _own_day(other)) or _own_day(old) <= _own_day(other)


def _mark(record: DocumentRecord) -> Mark | None:
    """The edition that a document bears in its title or the name of its file, or gives itself, and its kind."""
    found = EDITION.search(record.title) or EDITION.search(unmarked(named(record)))
    if found:
        return ("letter" if found["letter"] else "year" if found["year"] else "number"), _ordinal(found)
    told = _NUMBERED.fullmatch(str(record.metadata.get("version") or ""))
    return ("number", tuple(int(part) for part in told["number"].split("."))) if told else None


def _own_day(record: DocumentRecord) -> str:
    """The day that a document gives itself: that of its file may be the day of a copy."""
    of_file = {str(record.metadata.get(name) or "") for name in ("modified", "created")}
    if record.metadata.get("effective") or not record.content_date or record.content_date not in of_file:
        return since(record)
    period = edition_of(record)
    return period.first if period else ""
