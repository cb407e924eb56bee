"""What the sentences of a document mention: references, amounts, dates and the words that the document defines.

Each expression reads the document once and its finds are dealt out to the sentences: cheap enough for every sentence of
every document. Each begins with a set of characters, for which the text is searched four times as quickly as for a
choice of words. What is compared as a value (`lexicon.quantities`) is read again from the few sentences that matter.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.items.units import Unit

_NAMED = later(
    r"[SEACPTFLR\u00a7](?:(?<!\w.)(?:(?<=S)(?:ections?|ECTIONS?|chedules?|CHEDULES?)"
    r"|(?<=A)(?:rticles?|RTICLES?|nnex(?:es)?|ppendix|ppendices)|(?<=E)(?:xhibits?|XHIBITS?|quations?)"
    r"|(?<=C)(?:lauses?|hapters?)|(?<=P)aragraphs?|(?<=T)(?:ables?|heorems?)|(?<=F)igures?|(?<=L)emmas?)\s{1,2}"
    r"(?:\d+(?:\.\d+)*[A-Z]?(?:\([a-zA-Z0-9]{1,4}\))*|[IVXLC]+\b(?:-\d+)?|[A-Z](?:-\d+)?\b)"
    r"(?:(?:,\s|\s(?:and|or|to|through)\s|,\s(?:and|or)\s)(?:\d+\.\d+(?:\([a-zA-Z0-9]{1,4}\))*))*"
    r"|(?<=\u00a7)\u00a7?\s?\d+(?:\.\d+)*(?:\([a-zA-Z0-9]{1,4}\))*|(?<=R)FC(?<!\w...)[\s-]?\d{3,5}\b)"
)
_LOWER = later(
    r"(?s:\s[(\d](?:"
    + "|".join(rf"(?<=\b{word}{s}..)" for word in ("clause", "paragraph", "section", "chapter") for s in ("", "s"))
    + r"|(?<=\bstep..)|(?<=\btable..)|(?<=\bfigure..)))(?:(?<=\()[a-z0-9]{1,4}\)|(?<=\d)\d*(?:\.\d+)*)"
    r"(?:(?:,|\s(?:and|or|to))\s\([a-z0-9]{1,4}\))*"
)
_THIS = later(r"[SAEps](?<=\s.)(?:(?<=S)ection|(?<=A)(?:rticle|greement)|(?<=p)aragraph|(?<=E)xhibit|(?<=s)entence)\b")
_POINTED = later(r"\b(?:[Tt]his|[Tt]he (?:preceding|foregoing|following)|such)\s\Z")
POINTER = 15
"""Characters of the longest words before a place that is not named by a number: `the preceding`."""
_UNIT = (
    r"(?:(?:calendar|Business|business|working|trading)\s)?(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?"
    r"|quarters?"
    r"|basis\spoints|percent|per\scent|pages?|loans?|files?|copies|characters|items?|times|users?|MB|GB|kB|TB|ms|GHz)\b"
)
_QUANTITY = later(
    r"[U$\u20ac\u00a3\d](?:(?:(?<=[$\u20ac\u00a3])|(?<=U)S[$\u20ac\u00a3])"
    r"\s?\d[\d,]*(?:\.\d+)?(?:\s(?:thousand|million|billion|trillion)\b)?"
    rf"|(?<=\d)(?<![\w.$].)[\d,]*(?:\.\d+)?(?:\s?%|\)?(?:\s|-){_UNIT}))"
)
_MONTHS = (
    *"January February March April May June July August September October November December".split(),
    *(rf"{short}\." for short in "Jan Feb Mar Apr Jun Jul Aug Sept? Oct Nov Dec".split()),
)
_MONTH = rf"(?:{'|'.join(_MONTHS)})"
_DATE = later(
    rf"[JFMASOND\d](?<!\w.)(?:(?:{'|'.join(f'(?<={name[0]}){name[1:]}' for name in _MONTHS)})"
    r"\s(?:\d{1,2}(?:st|nd|rd|th)?(?:,?\s(?:19|20)\d\d)?\b|(?:19|20)\d\d\b)"
    rf"|(?<=\d)(?:\d?\s{_MONTH}(?:\s(?:19|20)\d\d)?\b|\d\d\d(?<=(?:19|20)\d\d)-\d\d-\d\d\b"
    r"|\d?/\d{1,2}/(?:19|20)\d\d\b))"
)
_QUOTED = later(r"[\u201c\"]([A-Z][\w&'\u2019 /-]{1,60}?)[,.]?[\u201d\"]")
_CAPITALISED = later(
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
        _dealt(_references(text), units, starts),
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


def _references(text: str) -> Iterator[tuple[int, str]]:
    """Places that are named by a number or by `this`, `such` and the like, from left to right, none within another."""
    found = [match.span() for match in _NAMED.finditer(text)]
    for match in _LOWER.finditer(text):
        begun = match.start()
        while begun and text[begun - 1].isalpha():
            begun -= 1
        found.append((begun, match.end()))
    for match in _THIS.finditer(text):
        pointed = _POINTED.search(text, max(0, match.start() - POINTER), match.start())
        if pointed:
            found.append((pointed.start(), match.end()))
    last = 0
    for start, end in sorted(found):
        if start >= last:
            last = end
            yield start, text[start:end]


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
