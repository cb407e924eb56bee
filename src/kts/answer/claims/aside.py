"""Which pieces of evidence do not hold on a day: replaced, ended, to come, a draft, out of date by their own word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.outdated import Successor
from kts.answer.standing.dated import dated_after, is_later_entry, written_after
from kts.answer.standing.drafts import unagreed
from kts.answer.standing.inforce import begins, in_force
from kts.answer.standing.tocome import not_yet
from kts.answer.verdict.notices import of_page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answer.standing.namesakes import Replaced
    from kts.answers import Evidence, Judgement
    from kts.records import DocumentRecord
    from kts.types import Hit


def asides(
    pieces: Sequence[Evidence],
    hits: Sequence[Hit],
    records: Mapping[int, DocumentRecord],
    *,
    replaced: Mapping[str, Replaced],
    path_of: Callable[[str], str],
    on: str,
    told_by: str,
) -> Mapping[int, Successor]:
    """The pieces (by number) of documents that do not hold on a day (ISO), with what is to be said of each.

    `told_by` is the day as of which is asked, empty for today; `path_of` tells the path of a document's id.
    """
    found = {}
    for number, (piece, hit) in enumerate(zip(pieces, hits, strict=True)):
        record = records[piece.document_key]
        by = replaced.get(piece.document_id)
        if told := _timely(record, hit, on, told_by):
            found[number] = told
        elif not in_force(record, replaced, on):
            taken = by is not None and by.since <= on
            found[number] = Successor(path_of(by.by), by.since) if by and taken else Successor("")
        elif told := _of_itself(record, str(piece.metadata.get("opening") or ""), told_by):
            found[number] = told
    return found


def without_early(claim: str, found: Judgement, pieces: Sequence[Evidence], on: str) -> Sequence[Evidence]:
    """The pieces without the statement that contradicts a claim, where it holds only after a day (ISO); else none.

    Its place is left blank, so that offsets stay. `From 1 January 2027 it is 12` does not deny that it is 9 until then.
    """
    if found.support != "contradicted" or not found.matched:
        return ()
    number, span = found.matched[0]
    text = pieces[number].text
    if not not_yet(text[span.start : span.end], claim, on):
        return ()
    blank = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return [*pieces[:number], pieces[number]._replace(text=blank), *pieces[number + 1 :]]


def _timely(record: DocumentRecord, hit: Hit, on: str, told_by: str) -> Successor | None:
    """That a document, or an entry of it, begins or was written only after the day."""
    if (begun := begins(record)) > on:
        return Successor("", begins=begun)
    if told_by and (late := written_after(record, told_by) or dated_after(record, told_by)):
        return Successor("", written=late)
    if told_by and is_later_entry(hit, told_by):
        return Successor("", written=str(hit.passage.metadata["heading"]).strip(" ()"))
    return None


def _of_itself(record: DocumentRecord, opening: str, told_by: str) -> Successor | None:
    """That a document says of itself that it is a draft, or is out of date: the second may be newer than the day."""
    if unagreed(record, opening):
        return Successor("", draft=True)
    said = "" if told_by else of_page(record.title, opening)
    return Successor("", says=said) if said else None
