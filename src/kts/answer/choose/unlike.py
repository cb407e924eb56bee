"""What a question says is not so: of a lamp that is `amber and not blinking` the row *Amber blinking* is another one.

Words and models find the row that has the denied word, for it has all words of the question. Rows and entries are told
apart by what they begin with, so there it counts; a sentence may speak of a denied thing in many ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.units.quotable import Unit

_AUX = r"(?:is|are|was|were|does|do|did|has|have)"
_DENIED = later(
    rf"(?i)(?:\b(?:and|but|yet|und|aber)\b|[,;\u2013\u2014]|\s-\s)\s*(?:(?:it|they|which|that|still|just) ){{0,2}}"
    rf"(?:(?:{_AUX} ?)?(?:not|never|without|nicht|ohne)|{_AUX}n['\u2019]?t)\s+(?:(?:an?|the|be|been|any) )?"
    r"(?P<word>[^\W\d_]{3,})"
    r"|\b(?:und|aber)\s+(?P<verb>[^\W\d_]{3,})\s+nicht\b"
    rf"|(?<!if it )\b(?:{_AUX}n['\u2019]?t|not)\s+(?!(?:only|just|merely)\b)(?P<first>[^\W\d_]{{3,}})[,;]?\s+"
    r"(?:but\b|(?:and )?(?:it|they)(?:['\u2019](?:s|re)| is| are)\b)"
)
"""Two things said of one, of which the second is denied, or the first in favour of the second."""
_NEGATED = later(r"(?i)\b(?:not|never|no|none|cannot|without|nicht|kein\w*|ohne)\b|n['\u2019]t\b")
_NO = later(r"(?i)\W*(?:no|none|never|not \w+|nein|nicht \w+)\W*")
_LABEL = later(r"\A[^:=\u2013\u2014]{1,60}?(?=\s*(?:[:=\u2013\u2014]|\s-\s))")
DENIED = "the question says that it is not "


def denied(question: str) -> str:
    """The word that a question denies of what it describes, empty without one; a list is asked for otherwise."""
    found = _DENIED.search(question)
    word = (found["word"] or found["verb"] or found["first"]).casefold() if found else ""
    return "" if word in STOP_WORDS else word


def unlike_first(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """Where the lead is the row or entry of what is denied: the others of its table or list that are not, before all.

    They hold all else by which the lead was meant. Where there are none nothing changes.
    """
    word = denied(question)
    if not word or not ranked or not _affirms(word, ranked[0][1].unit):
        return tuple(ranked)
    top, lead = ranked[0]
    meant = _named(question, lead.unit) - stems(word)
    first = [one for _, one in ranked if _is_beside(lead.unit, one.unit) and _is_unlike(word, meant, one.unit)]
    if not meant or not first:
        return tuple(ranked)
    rest = [pair for pair in ranked if pair[1] not in first and not _affirms(word, pair[1].unit)]
    return (*((top, one) for one in first), *rest)


def of_denied(question: str, lead: Unit) -> str:
    """The word that a question denies where the lead is the row or entry of just that, else nothing."""
    word = denied(question)
    return word if word and _affirms(word, lead) else ""


def _affirms(word: str, unit: Unit) -> bool:
    """Whether a row or entry is of what a word says, by what it begins with; a row with a bare *no* denies it."""
    key = _key(unit)
    if not stems(word) & stems(key) or _NEGATED.search(key):
        return False
    return unit.kind != "row" or not any(_NO.fullmatch(cell) for cell in cells(unit.text))


def _is_unlike(word: str, meant: frozenset[str], unit: Unit) -> bool:
    return not stems(word) & stems(_key(unit)) and meant <= stems(_key(unit))


def _is_beside(lead: Unit, unit: Unit) -> bool:
    return unit.kind == lead.kind and (unit.hit, unit.header, unit.intro) == (lead.hit, lead.header, lead.intro)


def _named(question: str, unit: Unit) -> frozenset[str]:
    return stems(" ".join(one for one in words(_key(unit)) if one not in STOP_WORDS)) & stems(question)


def _key(unit: Unit) -> str:
    """What a row or entry is called by; nothing of a sentence."""
    if unit.kind == "row":
        return next((cell for cell in cells(unit.text) if cell), "")
    label = _LABEL.search(unit.text.lstrip("-*+ \t")) if unit.kind == "entry" else None
    return label[0] if label else ""
