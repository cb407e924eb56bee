"""What the sentences of a document mention: references, amounts, dates and the words that the document defines.

Each expression reads the document once and its finds are dealt out to the sentences: cheap enough for every sentence of
every document. What is compared as a value (`lexicon.quantities`) is read again from the few sentences that matter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.items.units import Unit

_REFERENCE = re.compile(
    r"\b(?=[SEACPTFL])(?:Sections?|SECTIONS?|Articles?|ARTICLES?|Exhibits?|EXHIBITS?|Schedules?|SCHEDULES?|Annex(?:es)?|Appendix"
    r"|Appendices"
    r"|Clauses?|Paragraphs?|Chapters?|Tables?|Figures?|Equations?|Theorems?|Lemmas?)\s{1,2}"
    r"(?:\d+(?:\.\d+)*[A-Z]?(?:\([a-zA-Z0-9]{1,4}\))*|[IVXLC]+\b(?:-\d+)?|[A-Z](?:-\d+)?\b)"
    r"(?:(?:,\s|\s(?:and|or|to|through)\s|,\s(?:and|or)\s)(?:\d+\.\d+(?:\([a-zA-Z0-9]{1,4}\))*))*"
    r"|\b(?=[cpstf])(?:clauses?|paragraphs?|sections?|chapters?|step|table|figure)\s(?:\([a-z0-9]{1,4}\)|\d+(?:\.\d+)*)"
    r"(?:(?:,|\s(?:and|or|to))\s\([a-z0-9]{1,4}\))*"
    r"|\u00a7{1,2}\s?\d+(?:\.\d+)*(?:\([a-zA-Z0-9]{1,4}\))*|\bRFC[\s-]?\d{3,5}\b"
    r"|\b(?:[Tt]his|[Tt]he (?:preceding|foregoing|following)|such)\s(?:Section|Article|Agreement|paragraph|Exhibit"
    r"|sentence)\b"
)
_UNIT = (
    r"(?:(?:calendar|Business|business|working|trading)\s)?(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?"
    r"|quarters?"
    r"|basis\spoints|percent|per\scent|pages?|loans?|files?|copies|characters|items?|times|users?|MB|GB|kB|TB|ms|GHz)\b"
)
_QUANTITY = re.compile(
    r"(?:US)?[$\u20ac\u00a3]\s?\d[\d,]*(?:\.\d+)?(?:\s(?:thousand|million|billion|trillion)\b)?"
    rf"|(?<![\w.$])\d[\d,]*(?:\.\d+)?(?:\s?%|\)?(?:\s|-){_UNIT})"
)
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.)"
)
_DATE = re.compile(
    rf"\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s(?:19|20)\d\d)?\b|\b\d{{1,2}}\s{_MONTH}(?:\s(?:19|20)\d\d)?\b"
    rf"|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{{1,2}}/\d{{1,2}}/(?:19|20)\d\d\b|\b{_MONTH}\s(?:19|20)\d\d\b"
)
_QUOTED = re.compile(r"[\u201c\"]([A-Z][\w&'\u2019 /-]{1,60}?)[,.]?[\u201d\"]")
_CAPITALISED = re.compile(
    r"[A-Z](?<!\w.)[\w&-]*(?:['\u2019]s)?(?:[ \t\n](?:of[ \t\n]|and[ \t\n])?[A-Z][\w&-]*(?:['\u2019]s)?)*"
)
LONGEST_TERM = 6
"""Words of a defined term that are looked for; longer ones are titles."""


class Mentions(NamedTuple):
    """What one sentence mentions, as written and in order."""

    references: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    defined_terms: tuple[str, ...] = ()


def mentions(text: str, units: Sequence[Unit]) -> tuple[Mentions, ...]:
    """The mentions of each unit."""
    starts = [unit.start for unit in units]
    columns = (
        _dealt(((match.start(), match[0]) for match in _REFERENCE.finditer(text)), units, starts),
        _dealt(((match.start(), match[0]) for match in _QUANTITY.finditer(text)), units, starts),
        _dealt(((match.start(), match[0]) for match in _DATE.finditer(text)), units, starts),
        _dealt(_uses(text), units, starts),
    )
    return tuple(Mentions(*cells) for cells in zip(*columns, strict=True))


def _dealt(found: Iterator[tuple[int, str]], units: Sequence[Unit], starts: Sequence[int]) -> list[tuple[str, ...]]:
    """To each unit what begins in it, single spaced, each only once."""
    cells: list[dict[str, None]] = [{} for _ in units]
    for at, words in found:
        index = bisect_right(starts, at) - 1
        if index >= 0 and at < units[index].end:
            cells[index][" ".join(words.split())] = None
    return [tuple(cell) for cell in cells]


def _uses(text: str) -> Iterator[tuple[int, str]]:
    """Where the words stand that the text puts in quotation marks somewhere, as they are used, the longest first."""
    terms = {" ".join(match[1].split()).casefold() for match in _QUOTED.finditer(text)}
    if not terms:
        return
    known: dict[str, tuple[str, ...]] = {}  # the same names come again and again
    for match in _CAPITALISED.finditer(text):
        uses = known.get(match[0])
        if uses is None:
            uses = known[match[0]] = tuple(_terms_in(match[0].split(), terms))
        for use in uses:
            yield match.start(), use


def _terms_in(words: Sequence[str], terms: set[str]) -> Iterator[str]:
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + LONGEST_TERM), at, -1):
            use = " ".join(words[at:end])
            if _is_term(use, terms):
                yield use
                break
        else:
            end = at + 1
        at = end


def _is_term(use: str, terms: set[str]) -> bool:
    folded = use.casefold().replace("\u2019", "'").removesuffix("'s")
    return folded in terms or folded.removesuffix("s") in terms
