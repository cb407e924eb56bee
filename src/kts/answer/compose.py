"""From chosen units to an answer: claims with citations, in reading order behind a short lead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.releases import of_passage
from kts.answer.means import BEFORE
from kts.answer.tables.sheets import sheet_of
from kts.answer.units.statements import stated
from kts.answer.units.under import under
from kts.answers import FENCE, Claim, pieces
from kts.lexicon.patterns import later
from kts.search.cite import cite
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.smallest import Chosen
    from kts.answer.units.quotable import Unit
    from kts.ports import Corpus, Sources
    from kts.records import DocumentRecord
    from kts.types import Citation, Hit

MARKED = ("markdown", "rst")
"""Converters whose texts keep the marks of emphasis, as their files have them."""

MAILS = ("eml", "mbox", "msg")
"""Converters of mails, where a line that is quoted is another one's."""
_QUOTES = later(r"(?m)^[ \t]*(?:>[ \t]?)+")


def quoted(passage_hit: Hit, span: Span, record: DocumentRecord, *, corpus: Corpus, sources: Sources) -> Citation:
    """The citation of a stretch of a document."""
    part = passage_hit.passage._replace(text=corpus.slice(record.key, span), span=span)
    return cite(record, part, corpus=corpus, sources=sources)


def claims(
    found: Sequence[Chosen],
    hits: Sequence[Hit],
    records: Mapping[int, DocumentRecord],
    *,
    corpus: Corpus,
    sources: Sources,
    columns: Callable[[Unit], AbstractSet[int]] | None = None,
    asked: str = "",
) -> tuple[Claim, ...]:
    """One claim a unit: the lead, then the others as they stand in their documents; a list in its own order.

    What changes a clause comes right before it.

    An extracted claim is the document's own words: it is supported by being them. Under the heading of a version it is
    told with the version, on one of several sheets with the sheet, and an entry that is no sentence with what it stands
    under, which is cited, too; so is a yes or no with its question, where another one was `asked`. `columns` tells
    which columns of a row are said; the citation quotes the row.
    """
    lead, *others = found
    keys = [int(hit.passage.metadata["document_key"]) for hit in hits]
    own = keys[lead.held.unit.hit]

    def place(one: Chosen) -> tuple[bool, bool, int, Span, bool]:
        at = one.before or one.held.unit
        key = keys[at.hit]
        return not one.listed, key != own, keys.index(key), at.span, one.before is None

    order = sorted(found, key=place) if lead.listed else (lead, *sorted(others, key=place))
    made, told = [], [one.held.unit.text.rstrip(" :*_") for one in found]
    for one in order:
        hit = hits[one.held.unit.hit]
        record = records[keys[one.held.unit.hit]]
        citation = quoted(hit, one.held.unit.span, record, corpus=corpus, sources=sources)
        said = stated(
            _unquoted(one.held.unit, record),
            markdown=record.converter.startswith(MARKED),
            columns=columns(one.held.unit) if columns else None,
        )
        of = of_passage(hit.passage, record.title, record.path) or _sheet(one.held.unit, hit, record)
        above = under(one.held.unit, said, str(hit.passage.metadata["heading"]), asked)
        over = None if above in told else _place_above(above, one.held.unit.span.start, record, corpus)
        said = f"{above}{'' if above.endswith('?') else ':'} {said}" if over else said
        told.append(above)
        said = f"{of}: {said}" if of and of not in said else said
        cited = [citation, *([quoted(hit, over, record, corpus=corpus, sources=sources)] if over else [])]
        made.append(Claim(said, "supported", (), tuple(cited), round(one.share, 6)))
    return tuple(made)


def _unquoted(unit: Unit, record: DocumentRecord) -> Unit:
    """A unit without the marks of a quotation at its lines; those of a mail say that somebody else wrote it."""
    if unit.kind == "code" or ">" not in unit.text or record.converter.startswith(MAILS):
        return unit
    return unit._replace(text=_QUOTES.sub("", unit.text))


def _place_above(above: str, start: int, record: DocumentRecord, corpus: Corpus) -> Span | None:
    """Where a line or heading stands that is told before a unit, the last time before it; None where it does not."""
    first = max(0, start - BEFORE)
    words = r"\s+".join(map(re.escape, above.split()))
    found = list(re.finditer(words, corpus.slice(record.key, Span(first, start)))) if words else []
    return Span(first + found[-1].start(), first + found[-1].end()) if found else None


def _sheet(unit: Unit, hit: Hit, record: DocumentRecord) -> str:
    """The sheet of a workbook on which a row stands: often it alone says what the row is about."""
    return sheet_of(hit, record) if unit.kind == "row" else ""


def text(found: Sequence[Claim]) -> str:
    """The answer as text: a line a claim, and the lines of its code, each with the number of its citation."""
    return "\n".join(numbered(claim.text, f"{_held(claim)}[{number}]") for number, claim in enumerate(found, 1))


def _held(claim: Claim) -> str:
    """What stands before the mark of a claim that does not hold as it is quoted."""
    return f"({claim.own_standing}) " if claim.own_standing else ""


def numbered(said: str, mark: str) -> str:
    """A claim's text with its mark behind the words: in front of code, whose last fence must stand alone."""
    words, *rest = pieces(said.strip())
    return f"\n{FENCE}\n".join((f"{words.rstrip()} {mark}".lstrip(), *rest)).rstrip("\n")
