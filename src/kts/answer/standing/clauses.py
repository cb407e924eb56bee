"""Clauses by their numbers: of which one a passage is, and which ones a sentence changes. No more than expressions."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from kts.types import Passage

_NUMBER = later(r"\d+(?:\.\d+)*(?=(?:\(\w+\))*\Z)|\b[IVXL]+\Z")
ANNEXES = "annex(?:e|ure)?|appendix|schedule|exhibit|attachment|anlage|anhang|beilage"
"""How the parts of an agreement are called that stand behind its clauses."""
_ANNEXED = later(rf"(?i)\W*(?:{ANNEXES})\b")
"""What begins the name of a section whose number is that of no clause."""
LABELS = r"(?-i:\b(?:[GSP]C{1,2}|[GSP]TC|AGB|AVB|BVB|ZVB|AEB))"
"""Short for general, special or particular conditions, before the number of a clause: `GC 20.1`, `SCC 4`, `AGB 7`."""
_LINE = later(
    r"(?m)^[ \t#*>]*(?:(?i:section|(?:sub-?)?clause|article|ziffer|artikel)\s+|\u00a7\s*|"
    rf"{LABELS}\s+(?:(?i:(?:sub-?)?clause)\s+)?)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})+)(?=[\s.:)(])"
    rf"|^[ \t#*>]*{LABELS}\s+(?P<bare>\d{{1,3}})(?=[\s.:)(])"
)
"""The number of a clause at the beginning of a line; of a list's entry (`1.`) it is none."""
_WITHIN = later(r"(?<=[.;:] )(?P<number>\d{1,3}(?:\.\d{1,3})+)(?= [A-Z\"\u201c])")
"""The number of the next clause in the same paragraph: `8.8 Suspension. ... 8.11 If suspension ...`."""
_ROW = later(
    rf"(?m)^[ \t]*\|[ \t*]*(?:{LABELS}\s*)?(?i:(?:sub-?)?clause\s+)?(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)"
    r"(?:\([a-z]{1,4}\))?[ \t*]*\|"
)
_HEADER = later(
    rf"(?i)[ \t]*\|[ \t*]*(?:{LABELS}\s*)?(?:(?:relevant|contract|conditions?) )?"
    r"(?:(?:sub-?)?clauses?|sections?|articles?|\u00a7|ziffer|artikel|klausel)\b[^|\n]{0,30}\|"
)
"""The header of a table whose first column names clauses: the data of a contract, or a schedule of changes."""
CHANGES = later(
    r"(?i)\b(?<!\bnot )(?:replaced|deleted|substituted|amended|restated|inserted|increased|decreased|reduced|raised"
    r"|lowered|extended|shortened|changed|revoked|removed|varied|waived|(?:shall|is to) (?:now )?read"
    r"|(?:no longer|shall not|does not) appl(?:y|ies)|ceases? to apply"
    r"|by (?:replacing|substituting|deleting|inserting)"
    r"|(?<!nicht )(?:ersetzt|gestrichen|entf\u00e4llt|entfallen|eingef\u00fcgt|erg\u00e4nzt|(?:ab)?ge\u00e4ndert"
    r"|neu ?gefasst|aufgehoben|erh\u00e4lt (?:\w+ ){0,2}(?:fassung|wortlaut)|lautet (?:nun|neu|k\u00fcnftig|wie folgt)"
    r"|verl\u00e4ngert|verk\u00fcrzt|erh\u00f6ht|gesenkt|herabgesetzt|heraufgesetzt|angehoben|reduziert"
    r"|gilt nicht mehr))\b"
    r"|(?-i:(?<![^\s:;,.()\d])(?:Delete|Omit|Substitute|Replace|Insert|Strike out)\b)"
    r"|[:;,] (?:and )?(?:delete|omit|substitute|replace|insert|strike out)\b"
    r"|\b(?:in (?:place|lieu) of|instead of|for) [^.;:]{1,80}?\b(?:read|substitute)\b"
    r"|\b(?:becomes?|(?:is|are) now) (?=[\d\u00a3$\u20ac\"\u201c]|(?:EUR|USD|GBP|CHF)\b)"
    r"|\((?:before|previously|formerly|until now)(?: that)?:? (?=[\d\u00a3$\u20ac\"\u201c]|(?:EUR|USD|GBP|CHF)\b)"
)
"""How an amendment says that it changes a clause; what `is not amended` stays."""


def clause(passage: Passage, part: str = "") -> str:
    """The number of the section in which a passage stands, without its paragraphs: `3.07` for `Section 3.07(c)`.

    In an annex that is a document of its own (`part`, `annex 2`) it is the annex: it has no clauses of the agreement.
    """
    return part or number_of(str(passage.metadata["section"]))


def number_of(section: str) -> str:
    """The number of a clause by that of its section; empty for a schedule, whose number is that of no clause."""
    found = None if _ANNEXED.match(section) else _NUMBER.search(section)
    return found[0] if found else ""


def clauses(passage: Passage, part: str = "") -> frozenset[str]:
    """The numbers of the clauses of which a passage holds something; all of an annex is `part`."""
    if part:
        return frozenset({part})
    return frozenset({clause(passage)} - {""}) | numbers_in(passage.text)


def numbers_in(text: str) -> frozenset[str]:
    """The numbers of clauses at the beginnings of lines, and in the first column of a table that says so."""
    return frozenset(number for _, number in _starts(text))


def _starts(text: str) -> list[tuple[int, str]]:
    """Where the clauses of a text begin, with their numbers, in order."""
    found = [(one.start(), one["number"] or one["bare"]) for one in _LINE.finditer(text)]
    found += [(one.start(), one["number"]) for one in _ROW.finditer(text) if _of_clauses(text, one.start())]
    lines = sorted(found)
    for one in _WITHIN.finditer(text):
        before = bisect_left(lines, (one.start(), ""))
        if before and lines[before - 1][1].partition(".")[0] == one["number"].partition(".")[0]:
            found.append((one.start(), one["number"]))
    return sorted(found)


def _of_clauses(text: str, row: int) -> bool:
    """Whether the table that a row stands in has a first column of clauses."""
    above = text.rfind("\n\n", 0, row)
    return _HEADER.match(text, above + 2 if above >= 0 else 0) is not None


def clause_at(passage: Passage, start: int, part: str = "") -> str:
    """The number of the clause in which a place of a passage stands; the annex, where all of the document is one."""
    if part:
        return part
    at = start - passage.span.start
    return next((number for begin, number in reversed(_starts(passage.text)) if begin <= at), clause(passage))


def is_clause(text: str) -> bool:
    """Whether a name is that of a clause of conditions: `GC 20.1`."""
    return re.fullmatch(rf"{LABELS} ?\d{{1,3}}(?:\.\d{{1,3}})*", text) is not None


def is_labelled(text: str) -> bool:
    """Whether what is said of a clause begins with a word for it: `Sub-Clause 4.2`; a bare number may be one's own."""
    return _LABELLED.match(text) is not None


_LABELLED = later(rf"[ \t#*>|]*(?:(?i:section|(?:sub-?)?clause|article|ziffer|artikel)\s|\u00a7|{LABELS}\s)")


def row_number(header: str, row: str) -> str:
    """The number of the clause that a row of a table is of, by its first column; empty where that has none."""
    found = _ROW.match(row) if _HEADER.match(header) else None
    return found["number"] if found else ""


def stretch(text: str, at: int) -> tuple[int, int]:
    """From where to where the clause goes that a place of a text stands in; all of a text without numbers."""
    starts = [begin for begin, _ in _starts(text)]
    behind = min((one for one in starts if one > at), default=len(text))
    return max((one for one in starts if one <= at), default=0), behind


def names_clause(text: str, number: str) -> bool:
    """Whether a text names a clause by its number, alone or in a row (`clauses 2.1 and 6.2`), or an annex."""
    word, _, last = number.rpartition(" ")
    if word:
        return bool(re.search(rf"(?i)\b{re.escape(word)} ?(?:n[or]\.? ?)?{re.escape(last)}(?!\w|\.\d)", text))
    named = re.finditer(
        rf"(?i)(?:\b(?:{_KINDS}|part|rule|chapter)s?|\u00a7{{1,2}}|{LABELS}) ?"
        rf"(?:\d[\w.()]*(?:, | and | or | to | und | bis )){{0,4}}{re.escape(number)}(?![\w.]*\d)",
        text,
    )
    return any(not _is_of_annex(text, one.start(), one.end()) for one in named)


def _is_of_annex(text: str, start: int, end: int) -> bool:
    """Whether a clause that a text names is one of an annex: `section 5 of Annex 2`, `In Annex 2 section 5`."""
    return bool(_IN_ANNEX.search(text[:start]) or _OF_ANNEX.match(text, end))


def alters(text: str, number: str) -> bool:
    """Whether a text says that it changes the clause."""
    return bool(CHANGES.search(text)) and names_clause(text, number)


def alters_anew(text: str) -> bool:
    """Whether a text says that it changes something."""
    return CHANGES.search(text) is not None


def changes_of(text: str, number: str) -> bool:
    """Whether a sentence of a text changes a clause or an annex."""
    return names_clause(text, number) and any(alters(text[start:end], number) for start, end in sentences(text))


def altered(text: str) -> tuple[str, ...]:
    """The numbers of the clauses that a sentence says it changes; none where it changes nothing."""
    if not CHANGES.search(text):
        return ()
    own = (one for one in _CLAUSE.finditer(text) if not _is_of_annex(text, one.start(), one.end()))
    annexed = (f"{one['word']} {one['number']}".casefold() for one in _NAMED_ANNEX.finditer(text))
    return tuple(dict.fromkeys((*(one["number"] for one in own), *annexed)))


def of_place(text: str, change: str) -> bool:
    """Whether what changes an annex is of a statement of it: of the row or item that it names, if it names one."""
    labels = [one["label"] or one["of"] for one in _ITEM.finditer(change)]
    return not labels or any(re.search(rf"(?i)(?<![\w.]){re.escape(one)}(?!\w|\.\d)", text) for one in labels)


_KINDS = "article|section|clause|paragraph|artikel|ziffer|ziff\\.|abschnitt|punkt"
_CLAUSE = later(
    rf"(?i)(?:\b(?:{_KINDS})s? |\u00a7{{1,2}} ?|{LABELS} )(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)(?![\w]|\.\d)"
)
_ANNEX = rf"\b(?P<word>{ANNEXES}) ?(?:n[or]\.? ?)?(?P<number>\d{{1,3}}[a-z]?|[A-Z]|[IVX]{{1,5}})"
_NAMED_ANNEX = later(rf"(?i){_ANNEX}(?!\w|\.\d)")
_IN_ANNEX = later(rf"(?i){_ANNEX}(?:,? (?:part|teil) \w{{1,4}})?[,:]? \Z")
_OF_ANNEX = later(
    rf"(?i)(?:\([\w]{{1,4}}\))*,? (?:of|in|to|des|der|von|in der|im) (?:the |this )?(?:{_ANNEX}|(?:\w+ )?"
    r"(?:amendment|addendum|side letter|nachtrags?)\b)"
)
"""Behind the number of a clause that is none of the agreement: `of Annex 2`, `of Amendment No. 1`."""
_LABEL = (
    r"(?:no\.?|nr\.?|nummer|number|item|row|line|point|entry|ziffer|ziff\.?|zeile|position|pos\.?|punkt) ?"
    r"(?P<{name}>[A-Z]{{0,2}}\d{{1,3}}(?:\.\d{{1,3}})*)(?!\w)"
)
_ITEM = later(
    rf"(?i)\b(?:{ANNEXES}) ?\w{{1,4}}(?:,? (?:part|teil|section) \w{{1,4}})?,? (?:under |unter )?"
    rf"{_LABEL.format(name='label')}"
    rf"|\b{_LABEL.format(name='of')} (?:of|der|des|von) (?:the )?(?:{ANNEXES})\b"
)
"""A row or item of an annex that a change names: `Annex 2 Part A No. A3`, `item 4 of Schedule 1`."""
