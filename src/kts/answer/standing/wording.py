"""How an amendment says which words stand in the place of which, in the shapes that are usual (EVID-9)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.standing.clauses import alters_anew
from kts.answer.tables.alternatives import PLAIN
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPENS, _CLOSES = "[\"\u201c\u2018'\u201e\u201a\u00bb\u00ab]", "[\"\u201d\u2019'\u201c\u2018\u00ab\u00bb]"
_QUOTED = _OPENS + '(?P<{name}>[^"\u201c\u201d\u201e\u00bb\u00ab]{{1,400}}?)' + _CLOSES
_WORDED = (
    r"(?:(?:words?|figures?|expressions?|values?|w\u00f6rter|worte?|zahl(?:en)?|angaben?|betrag|begriff|wert)\s+)?"
)
_THE = r"(?:(?:the|die|das|den|der)\s+)?"
_BE = r"(?:is|are|shall be|is to be|are to be|has been|have been)\s+(?:hereby\s+)?"
_WORDS = later(
    r"(?i)(?:(?P<leads>(?:replacing|substituting|changing|amending|deleting|striking(?: out)?)\s+)"
    rf"(?:the\s+)?(?:words?|figures?|expressions?|values?|references? to)?\s*)?(?<!\w){_QUOTED.format(name='old')}"
    rf"\s+(?:(?P<verb>(?:{_BE}(?:deleted and\s+)?(?:replaced|substituted|changed|amended)|wird|werden|ist|sind))\s+)?"
    r"(?:and\s+(?:replacing|substituting)\s+(?:it|them)\s+)?(?:by|with|to|durch)\s+"
    rf"{_THE}{_WORDED}{_QUOTED.format(name='new')}(?P<last>\s+ersetzt\b)?"
)
"""`the words "30 days" are replaced by the words "21 days"`, `by replacing "30 days" with "21 days"`.

The verb may stand with the first of several alone; in German it stands around them, or behind the last.
"""
_SUM = later(
    r"(?i)\b(?:sum|amount|figure|rate|limit|period|percentage|date) of (?P<old>[^,;\"]{1,40}?)(?: for [^,;\"]{1,60}?)?"
    r" (?:is|shall be) replaced (?:by|with) (?:the (?:sum|amount|figure|rate|limit|period|percentage|date) of )?"
    r"(?P<new>[^,;\"]{1,40}?)(?=[.,;](?!\d)|\Z)"
)
"""`the sum of 10,000 for insurance is replaced by the sum of 15,000`."""
_FROM = later(
    r"(?i)\b(?:reduced|increased|raised|lowered|extended|shortened|changed|decreased|amended|varied) from "
    r"(?P<old>[^,;\"]{1,40}?) to (?P<new>[^,;\"]{1,40}?)(?=[.,;](?!\d)|\Z| (?:with|from|as|for|in)\b)"
)
"""`is reduced from 30 days to 21 days`."""
_VON = later(
    r"(?i)\bvon (?P<old>\d[^,;\"]{0,39}?) auf (?P<new>\d[^,;\"]{0,39}?) (?:verl\u00e4ngert|verk\u00fcrzt|erh\u00f6ht"
    r"|gesenkt|ge\u00e4ndert|herabgesetzt|heraufgesetzt|angehoben|reduziert)\b"
    r"|\b(?:zahl|frist|betrag|wert|angabe|satz|summe)\s(?P<old2>\d[^,;\"]{0,39}?) durch (?:die |den |das )?"
    r"(?:(?:zahl|frist|betrag|wert|angabe|satz|summe) )?(?P<new2>\d[^,;\"]{0,39}?) ersetzt\b"
)
"""`wird von 30 Tagen auf 21 Tage verk\u00fcrzt`, `wird die Zahl 30 durch 21 ersetzt`."""
_VALUE = r"(?:[$\u00a3\u20ac]\s?)?\d(?:[\d.,]*\d)?(?:\s?[%\u20ac])?"
_LAST = r"(?!(?:in|for|with|from|as|at|where\w*|and|or|instead|throughout|effective)\b)"
"""Words that go on behind new ones, and are none of them."""
_BARE = _VALUE + r"(?:\s{last}[^\W\d_][\w/-]*){{0,4}}"
_EITHER = "(?:" + _QUOTED + "|(?P<{name}_bare>{bare}))"
_OLD = _EITHER.format(name="old", bare=_BARE.format(last=_LAST))
_NEW = _EITHER.format(name="new", bare=_BARE.format(last=_LAST))
_BETWEEN = '[^"\u201c\u201d\u201e;\n]{0,60}?'
_LEAST = r"(?:(?:the|a)\s+)?(?:(?:words?|figures?|numbers?|expressions?|values?|period|sum|amount|rate)(?:\s+of)?\s+)?"
_IN_PLACE = later(
    rf"(?i)\b(?:in\s+(?:place|lieu)\s+of|instead\s+of|for)\s+{_LEAST}{_OLD}{_BETWEEN}"
    rf"\b(?:read|substitute|insert|put|there\s+shall\s+be\s+(?:read|substituted|inserted))[\s:]+{_LEAST}{_NEW}"
)
"""`in place of "28 days" (notice) read "21 days"`, `for 3% substitute 5%`."""
_DELETE = later(
    rf"(?i)\b(?:delete|strike(?:\s+out)?|omit|remove|replace|change)\s+{_LEAST}{_OLD}{_BETWEEN}"
    rf"\b(?:insert|substitut(?:e|ing)|replac(?:e|ing)(?:\s+(?:it|them))?|read|put|with|by|to)[\s:]+"
    rf"(?:(?:with|by)\s+)?{_LEAST}{_NEW}"
)
"""`delete "35 Days", insert "30 Days"`, `Replace 3% by 5%`."""
_SUBSTITUTE = later(
    rf"(?i)\b(?:substitute|insert|read|put)\s+{_LEAST}{_NEW}\s+(?:for|in\s+(?:place|lieu)\s+of|instead\s+of)\s+"
    rf"{_LEAST}{_OLD}"
)
"""`substitute "21 days" for "28 days"`."""
_MOVED = later(
    rf"(?i)(?<![\w.,]){_OLD}\s+(?:is|are|shall\s+be)\s+(?:hereby\s+)?(?:reduced|increased|raised|lowered|extended|shortened"
    rf"|changed|amended|cut)\s+to\s+{_LEAST}{_NEW}"
)
"""`The period of 28 days is reduced to 14 days`."""
_BECOMES = later(
    rf"(?i)\b(?:becomes?|is\s+now|are\s+now|(?:is|are)\s+(?:raised|lowered|reduced|increased|changed|set)\s+to)\s+{_NEW}"
    rf"\s*\((?:before|previously|formerly|so\s+far|until\s+now|instead\s+of|was)(?:\s+that)?:?\s+{_OLD}\)"
)
"""`the price becomes 0.52 pounds (before: 0.46 pounds)`."""
SENTENCE = later(
    r"(?i)\b(?:sentence|satz) (?P<number>\d)\b|\b(?P<word>first|second|third|fourth|last) sentence\b"
    r"|\b(?P<wort>erste|zweite|dritte|vierte|letzte)[rn]? satz\b"
)
"""A change of one sentence of a clause alone: `Section 8 sentence 1`, `\u00a7 3 Satz 2`."""
_ORDINALS = {
    word: at
    for words in ("first second third fourth", "erste zweite dritte vierte")
    for at, word in enumerate(words.split(), 1)
}
TITLE = 5
"""Words up to which what a clause begins with is its title, not a sentence of it: `20.1 Contractor's Claims.`"""
_PARAGRAPH = later(r"(?i)\b(?:abs\.|absatz|paragraph|subsection|sub-?clause(?! \d+\.\d)|sub-?paragraph)")
_ADDS = later(r"(?i)\b(?:add|insert|added|inserted|hinzugef\u00fcgt|eingef\u00fcgt|angef\u00fcgt)\b")
_TAKES = later(
    r"(?i)\b(?:delet\w+|omit\w*|replac\w+|substitut\w+|strike|read|in (?:place|lieu) of|instead of|reduced|increased"
    r"|extended|shortened|changed|amended|raised|lowered|varied|ersetzt|gestrichen|ge\u00e4ndert|verk\u00fcrzt"
    r"|verl\u00e4ngert|erh\u00f6ht|gesenkt)\b"
)


@lru_cache(maxsize=1024)
def replacements(change: str) -> tuple[tuple[str, str], ...]:
    """What a change says stands in the place of what, in its order; not where one side is empty."""
    return tuple(pair for pair in _replacements(change) if all(pair))


def _replacements(change: str) -> tuple[tuple[str, str], ...]:
    found = list(_WORDS.finditer(change))
    if found and (found[0]["verb"] or found[0]["leads"] or found[-1]["last"]):
        return tuple((" ".join(one["old"].split()), " ".join(one["new"].split())) for one in found)
    for pattern in (_SUM, _FROM, _VON):
        said = [one.groupdict() for one in pattern.finditer(change)]
        if said:
            pairs = ((one["old"] or one["old2"], one["new"] or one["new2"]) for one in said)
            return tuple((" ".join(old.split()), " ".join(new.split())) for old, new in pairs)
    ordered = (tuple(map(_values, one.finditer(change))) for one in (_BECOMES, _IN_PLACE, _DELETE, _SUBSTITUTE, _MOVED))
    return next(filter(None, ordered), ())


def swapped(text: str, pairs: Sequence[tuple[str, str]]) -> str | None:
    """A text with the new words in the place of the old, all at once; None where it has none of the old.

    What the new words repeat of what follows the old ones is said once: `3%` of `3% per annum` is now `5% per annum`.
    """
    if not pairs:
        return None
    found = re.compile("|".join(f"({written(old)})" for old, _ in pairs), re.IGNORECASE)
    if not found.search(text):
        return None
    return found.sub(lambda match: _joined(pairs[(match.lastindex or 1) - 1][1], text[match.end() :]), text)


def _joined(new: str, behind: str) -> str:
    """New words without those at their end that stand behind their place anyway."""
    words, following = new.split(), behind.split()
    last = next((n for n in range(len(words) - 1, 0, -1) if words[-n:] == following[:n]), 0)
    return " ".join(words[: len(words) - last])


def _values(found: re.Match[str]) -> tuple[str, str]:
    """The old words and the new ones, quoted or bare."""
    old, new = (found[name] or found[f"{name}_bare"] for name in ("old", "new"))
    return " ".join(old.split()), " ".join(new.split())


def written(words: str) -> str:
    """An expression for words as they stand in a text: `5 %` does not stand in `1.5 %`, nor `10` in `100`."""
    before = r"(?<!\d)(?<!\d[.,])" if words[0].isdigit() else ""
    return before + r"\s+".join(map(re.escape, words.split())) + (r"(?![.,]?\d)" if words[-1].isdigit() else "")


def is_of_another(change: str, clause: str, whole: str) -> bool:
    """Whether what changes one sentence of a clause, which it counts, is of another than a statement of it."""
    counted = SENTENCE.search(change)
    wanted = counted and (counted["number"] or _ORDINALS.get((counted["word"] or counted["wort"]).casefold()))
    at = whole.find(clause)
    if not wanted or at < 0 or _PARAGRAPH.search(change):
        return False
    before = [whole[start:end] for start, end in sentences(whole) if end <= at]
    headed = max((number for number, text in enumerate(before, 1) if text.lstrip().startswith("#")), default=0)
    if before[headed:] and len(before[headed].split()) <= TITLE:
        headed += 1
    return len(before) - headed + 1 != int(wanted)


def only_adds(text: str) -> bool:
    """Whether what is said of a clause adds to it and takes nothing from it: `Add at the end: ...`."""
    return _ADDS.search(text) is not None and _TAKES.search(text) is None


def entry(row: str) -> tuple[str, str]:
    """What a row of the data of a contract is of, and what it says of it: without the number of its clause."""
    found = [cell for cell in cells(row) if cell]
    return " ".join(found[1:-1]), found[-1] if len(found) > 1 else ""


def is_item(row: str, clause: str) -> bool:
    """Whether a clause has all words of what a row of the data of its contract is of."""
    wanted = set(terms(entry(row)[0])) - PLAIN
    return bool(wanted) and wanted <= set(terms(clause))


def leaves(text: str, about: str) -> bool:
    """Whether a statement says that what another one is about stays as it is: that one has all its words."""
    said = set(terms(about))
    named = (set(terms(one["what"])) - PLAIN for one in _STAYS.finditer(text))
    return any(words and words <= said for words in named)


def by_name(statement: str, change: str) -> bool:
    """Whether a change that names no clause is of a statement: by words that it takes out of it, or of its row.

    `In the Contract Data, time for completion: delete "575 days", insert "611 days"`.
    """
    if not alters_anew(change) or leaves(change, statement):
        return False
    row = statement.lstrip().startswith("|")
    if any(re.search(written(old), statement, re.IGNORECASE) for old, _ in replacements(change)):
        words, others = (
            {word for word in set(terms(text)) - PLAIN if not word.isdigit()} for text in (statement, change)
        )
        return len(words & others) >= SHARED and (not row or is_item(statement, change))
    return row and len(set(terms(entry(statement)[0])) - PLAIN) >= SHARED and is_item(statement, change)


SHARED = 2
"""Words that a change has in common with what it changes, where it names no clause (a default)."""
_STAYS = later(
    r"(?i)(?P<what>[^;:.,|\n]{3,120}?) (?:(?:is|are|shall be) (?:not (?:changed|affected|amended|altered)|unchanged"
    r"|unaffected)|(?:remains?|stays?) (?:unchanged|unaffected|the same|as (?:it is|they are)))\b"
)
"""`delay damages for Section 1 are not changed`: what an amendment leaves as it was."""
