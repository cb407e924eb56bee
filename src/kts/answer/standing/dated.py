"""What was there on a day: who asks as of a day is told nothing that was only written after it (EVID-9).

The date that a document gives itself may be that of its last print. What tells of one day (a mail, minutes, a report,
the notes on a release) was not there before that day, and is left out; any other document of a later date is shown, as
a doubt. A date that only the file has says nothing: it may be that of a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.constraints.releases import entries_of, release
from kts.answer.means import document as document_of
from kts.answer.standing.inforce import begins
from kts.answer.standing.namesakes import is_list
from kts.answer.standing.placed import named
from kts.answer.standing.series import edition_of
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit
    from kts.records import DocumentRecord
    from kts.types import Hit, Section

_TELLS = later(
    r"(?i)\b(?:minutes|meetings?|protokoll|protocol of|memo(?:randum)?|announcements?|newsletters?|circulars?"
    r"|bulletins?|(?<!privacy )(?<!copyright )(?<!legal )notices?|e-?mails?|message|letters?|reports?|post-?mortem"
    r"|press release)\b"
)
"""What documents are called that tell of one day or period, and were not there before it."""
_PERIODS = frozenset({"day", "month", "quarter"})
"""Periods in the name of such a document before which it was not there; the plan of a year is made before it."""
_NUMBERS = later(r"(?<![\w.])v?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\w.]*\d)")
"""The number of a version in a question."""
_FROM = later(
    r"(?i)\b(?:from|since|until|till|by|before|after|as of|effective|valid|starting|beginning|to|due|for"
    r"|(?:replaced|superseded|withdrawn|revoked|repealed|expires?|ends?|ended)(?: on)?)(?: the)?\W*\Z"
)
"""What stands before the day of something else than an entry: `Changes from 1 January 2027`."""


def own_date(record: DocumentRecord) -> str:
    """The day (ISO) that a document gives itself; empty where it gives none, or only its file has one."""
    if record.metadata.get("message_id"):
        return record.content_date[:10]
    of_file = {str(record.metadata.get(name) or "") for name in ("modified", "created")}
    return "" if record.content_date in of_file else record.content_date[:10]


def written_after(record: DocumentRecord, day: str) -> str:
    """The day (ISO) on which a document was written that tells of one day, where that is after a day; else empty."""
    if record.metadata.get("effective"):
        return ""  # from then on it holds, whenever it was written
    own, edition = own_date(record), edition_of(record)
    period = edition.first if edition and edition.kind in _PERIODS else ""
    telling = bool(record.metadata.get("message_id")) or _TELLS.search(f"{record.title} {named(record)}") is not None
    telling = telling or is_list(record)
    if own and (telling or own == period):
        return own if own > day else ""
    return period if telling and period > day else ""


def dated_after(record: DocumentRecord, day: str) -> str:
    """The day (ISO) that a document gives itself, where that is after a day and it does not say that it held before."""
    own = own_date(record)
    return own if own > day and not begins(record) else ""


def without_later(question: str, stated: Sequence[Unit], found: Gathered, means: Means) -> list[Unit]:
    """The units without those of entries that are dated after the day as of which is asked: releases, meetings.

    Where the version that is asked for is such an entry, the others of its document tell nothing of it.
    """
    if not means.told_by:
        return list(stated)
    versions = set(_NUMBERS.findall(question))
    sections: dict[int, Sequence[Section]] = {}
    kept = []
    for unit in stated:
        key = document_of(found.ranking.hits[unit.hit])
        if key not in sections:
            sections[key] = [one for one in means.corpus.sections(key) if _is_later(one.heading, means.told_by)]
        if versions and any(release(f"{one.number} {one.heading}", "", "") in versions for one in sections[key]):
            continue
        below = any(one.span.start <= unit.span.start < one.span.end for one in sections[key])
        if not below and not any(_is_later(day, means.told_by) for day in entries_of(unit.text)):
            kept.append(unit)
    return kept


def _is_later(heading: str, day: str) -> bool:
    """Whether a heading is that of a later day: the day begins or ends it."""
    said = heading.strip(" \t#*_()[]:.")
    for one in dates(said):
        at_edge = one.start == 0 or one.end == len(said)
        if at_edge and one.kind in {"day", "month"} and one.first > day and not _FROM.search(said, 0, one.start):
            return True
    return False


def left_out(hits: Sequence[Hit], records: Mapping[int, DocumentRecord], day: str) -> Iterator[str]:
    """A note for each document, or entry, of some hits that was written only after a day."""
    for hit in hits:
        one = records[document_of(hit)]
        if dated := written_after(one, day):
            yield f"left out: {one.path}, dated {dated}"
        elif is_later_entry(hit, day):
            entry = f"{hit.passage.metadata['section']} {hit.passage.metadata['heading']}".strip()
            yield f"left out: {one.path}, dated later: {entry}"


def is_later_entry(hit: Hit, day: str) -> bool:
    """Whether a passage stands under the heading of an entry that is dated after a day."""
    return _is_later(str(hit.passage.metadata["heading"]), day)
