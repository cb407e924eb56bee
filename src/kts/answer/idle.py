"""Statements that say nothing of what a claim says: what is printed on each page, hints where to read on, recitals.

They hold the names and the subject of many claims, so that by their words they would support any of them.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from kts.answer.pointers import asks_where, points_elsewhere
from kts.lexicon.analyse import located_words, terms

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT = 120
"""Characters up to which a line may be a running title (a default)."""
AGAIN = 3
"""Pages on which a line that differs in its number alone stands, from which it is a running title; a default."""
SIDES = 2
"""Words on either side of the number of a page, at least; a default: `Maximum connections 100` is none."""
_PAGE = re.compile(
    r"(?![Ss]ee\b)[^.;:?!\n]{0,100}(?<!\bon )(?<!\bsee )(?<!\bfrom )\bPage (?:[A-Z]{1,2}-)?\d{1,4}(?: of \d{1,4})?"
    r"(?: [A-Za-z]*\d[\w.]*)?\W*"
    r"|Source: [^\n]{3,100}, \d{1,2}/\d{1,2}/\d{4}\W*"
)
_NUMBER = re.compile(r"(?<!\S)\d{1,4}(?!\S)")
_STOPS = re.compile(r"[.;:?!][\W_]*\Z")
_TITLE_WORD = re.compile(r"[A-Z(\"\u201c][\w.,&'\u2019()/\"\u201d-]*|&|of|and|the|for|by|in|-")
_RECITAL = re.compile(
    r"\W*(?:whereas,?\s[^;]{3,200}?\b(?:entered\s+into|(?:is|are)\s+part(?:y|ies)\s+to)\s[^;]{0,60}?"
    r"|(?:(?:this|these)\s)?(?:[\w&'\u2019()\"\u201c\u201d-]+\s+){0,12}?)"
    r"(?:agreement|contract|lease|deed|amendment|indenture|addendum|note|undertaking)\b"
    r"[^;]{0,200}?\b(?:dated|made|entered\s+into|effective|concluded)\b"
    r"(?:(?<=dated)\s[^;]{0,30}\d{4}|[^;]{0,400}?\b(?:between|among|by\s+and)\b)",
    re.IGNORECASE,
)
"""How an agreement begins: of which day it is and between whom; or which other ones came before."""
_OF_A_CONTRACT = frozenset(
    stem
    for word in (
        "agreement contract party parties between dated date made enter entered sign signed conclude concluded "
        "effective corporation company organized located based called is are was were has under law state office "
        "headquarters registered address counterparty concern concerns about relate"
    ).split()
    for stem in terms(word)
)
"""What one may say of an agreement by its first sentence in words that are not there."""


def running(texts: Iterable[str]) -> frozenset[str]:
    """The lines of one document that stand on several of its pages, differing in their number alone."""
    seen: Counter[str] = Counter()
    for text in dict.fromkeys(" ".join(text.split()) for text in texts):
        if len(text) <= SHORT and not _STOPS.search(text) and _NUMBER.search(text) and "|" not in text:
            seen[_NUMBER.sub("#", text)] += 1
    return frozenset(text for text, times in seen.items() if times >= AGAIN)


def says_nothing(text: str, claim: str, repeated: frozenset[str]) -> bool:
    """Whether a statement cannot say what a claim says, whatever words they share; `repeated` is of `running`."""
    line = " ".join(text.split())
    if is_running(line) or _NUMBER.sub("#", line) in repeated:
        return True
    return points_elsewhere(line) and not asks_where(claim)


def is_recital(text: str) -> bool:
    """Whether a statement is how an agreement begins."""
    return _RECITAL.match(" ".join(text.split())) is not None


def is_running(line: str) -> bool:
    """Whether a line is a title with the number of its page: `Supply Agreement 4 Northfield Ltd & Osterby Inc`."""
    line = line.strip("*_# \n")
    if len(line) > SHORT or "|" in line:
        return False
    if _PAGE.fullmatch(line):
        return True
    words = line.split()
    numbers = [at for at, word in enumerate(words) if _NUMBER.fullmatch(word)]
    if len(numbers) != 1 or not SIDES <= numbers[0] < len(words) - SIDES or _STOPS.search(line):
        return False
    return all(_TITLE_WORD.fullmatch(word) for at, word in enumerate(words) if at != numbers[0])


def of_the_contract(claim: str, missing: Iterable[str]) -> bool:
    """Whether a claim only says of an agreement what its first sentence can say: its day, its parties, its subject.

    `missing` are the stems of the claim that the sentence does not have.
    """
    words = located_words(claim)
    names = {stem for start, end, _ in words if claim[start].isupper() for stem in terms(claim[start:end])}
    return all(stem in names or stem in _OF_A_CONTRACT for stem in missing)
