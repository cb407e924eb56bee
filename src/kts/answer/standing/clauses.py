"""Clauses by their numbers: of which one a passage is, and which ones a sentence changes. No more than expressions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.types import Passage

_NUMBER = later(r"\d+(?:\.\d+)*(?=(?:\(\w+\))*\Z)|\b[IVXL]+\Z")
_ANNEXED = later(r"(?i)\W*(?:schedule|annex|appendix|exhibit|attachment)\b")
"""What begins the name of a section whose number is that of no clause."""
_LINE = later(
    r"(?m)^[ \t#*>]*(?:(?i:section|clause|article)\s+|\u00a7\s*)?(?P<number>\d{1,3}(?:\.\d{1,3})+)(?=[\s.:)])"
)
"""The number of a clause at the beginning of a line; of a list's entry (`1.`) it is none."""
CHANGES = later(
    r"(?i)\b(?<!\bnot )(?:replaced|deleted|substituted|amended|restated|inserted|increased|decreased|reduced|raised"
    r"|lowered|extended|shortened|changed|revoked|removed|varied|waived|(?:shall|is to) (?:now )?read"
    r"|(?:no longer|shall not|does not) appl(?:y|ies)|ceases? to apply)\b"
)
"""How an amendment says that it changes a clause; what `is not amended` stays."""


def clause(passage: Passage) -> str:
    """The number of the section in which a passage stands, without its paragraphs: `3.07` for `Section 3.07(c)`."""
    return number_of(str(passage.metadata["section"]))


def number_of(section: str) -> str:
    """The number of a clause by that of its section; empty for a schedule, whose number is that of no clause."""
    found = None if _ANNEXED.match(section) else _NUMBER.search(section)
    return found[0] if found else ""


def clauses(passage: Passage) -> frozenset[str]:
    """The numbers of the clauses of which a passage holds something."""
    return frozenset({clause(passage)} - {""}) | numbers_in(passage.text)


def numbers_in(text: str) -> frozenset[str]:
    """The numbers of clauses at the beginnings of lines."""
    return frozenset(line["number"] for line in _LINE.finditer(text))


def clause_at(passage: Passage, start: int) -> str:
    """The number of the clause in which a place of a passage stands."""
    lines = [line for line in _LINE.finditer(passage.text) if line.start() <= start - passage.span.start]
    return lines[-1]["number"] if lines else clause(passage)


def names_clause(text: str, number: str) -> bool:
    """Whether a text names a clause by its number, alone or in a row: `clauses 2.1 and 6.2`."""
    return bool(
        re.search(
            r"(?i)(?:\b(?:article|section|clause|paragraph|part|rule|chapter)s?|\u00a7) ?"
            rf"(?:\d[\w.()]*(?:, | and | or | to )){{0,4}}{re.escape(number)}(?![\w.]*\d)",
            text,
        )
    )


def alters(text: str, number: str) -> bool:
    """Whether a text says that it changes the clause."""
    return bool(CHANGES.search(text)) and names_clause(text, number)


def altered(text: str) -> tuple[str, ...]:
    """The numbers of the clauses that a sentence says it changes; none where it changes nothing."""
    if not CHANGES.search(text):
        return ()
    return tuple(dict.fromkeys(one["number"] for one in _CLAUSE.finditer(text)))


_CLAUSE = later(
    r"(?i)(?:\b(?:article|section|clause|paragraph)s? |\u00a7 ?)(?P<number>\d{1,3}(?:\.\d{1,3})*)(?![\w]|\.\d)"
)
