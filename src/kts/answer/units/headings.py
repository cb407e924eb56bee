"""Headings in the lines of plain text, titles, heads of mails: they name what follows, and answer nothing.

Markdown marks its headings, plain text does not: `SECTION 8.1. Listing of Events of Default. Each of the following ...`
is told only by the structure of the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.means import document as document_of
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit
    from kts.types import Section

FIRST = 8
"""Units at the top that are looked at: few of the others are shown (a default)."""
WORDS = 14
"""Words of a heading at most (a default)."""
BEFORE = 40
"""Characters between the beginning of a section and its heading at most: the number, and the word for its kind."""
_NUMBER = later(r"(?i)\A\W*(?:(?:article|section|clause|part|chapter|schedule|annex|appendix)\b\W*)?[\divxl.]*\W+")

_NAMED = later(
    r"(?:\(?\w{1,3}[.)]\s)?(?i:article|section|clause|part|chapter|schedule|annex|appendix) [\dIVXL][\w.()]*+"
    r"[\s.:\u2013\u2014-]++"
    r"(?:[A-Z][\w'\u2019&/-]*+|(?:of|the|and|to|for|in|on|or|by|with|a|an)\b|[\s,;&/-])+"
)
"""A whole text that is the number of a clause and words with capitals: `Section 6.16 - Minimum Net Worth`."""
_MAIL = later(r"(?:From|To|Cc|Date|Sent|Subject): [^\n]*\s(?:From|To|Cc|Date|Sent|Subject): ")
"""The head of a mail, which says who wrote when."""
_OF_MAIL = later(
    r"(?i)\b(?:who|whom|when|which day|what date|sent|wrote|writes|e-?mail|mail|subject|sender|recipient)\b"
)


def without_headings(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """The units without the headings among the first of them."""
    sections: dict[int, Sequence[Section]] = {}
    of_mail = bool(_OF_MAIL.search(question))

    def names(at: int, unit: Unit) -> bool:
        if not of_mail and _MAIL.match(unit.text):
            return True
        if unit.kind not in {"sentence", "entry"} or len(unit.text.split()) > WORDS:
            return False
        if _NAMED.fullmatch(unit.text):
            return True
        if at >= FIRST or _is_all(unit, found):
            return False
        key = document_of(found.ranking.hits[unit.hit])
        if key not in sections:
            sections[key] = means.corpus.sections(key)
        title = found.records[key].title
        titled = _folded(unit.text) == _folded(title) and not unit.text.rstrip().endswith((".", "!"))
        return titled or _is_heading(unit.text, unit.span.start, sections[key])

    return tuple(pair for at, pair in enumerate(ranked) if not names(at, pair[1].unit))


def _is_all(unit: Unit, found: Gathered) -> bool:
    """Whether a unit is all of its passage: a note of one line says something, though its document is called by it."""
    return found.ranking.hits[unit.hit].passage.text.strip() == unit.text.strip()


def _is_heading(text: str, start: int, sections: Sequence[Section]) -> bool:
    """Whether a sentence is the heading of the section that begins there."""
    said = _folded(text)
    return any(one.span.start <= start < one.span.start + BEFORE and said == _folded(one.heading) for one in sections)


def _folded(text: str) -> str:
    return " ".join(_NUMBER.sub("", text, count=1).split()).rstrip(".:;- ").casefold()
