"""By what words the party of an agreement may be called: `FRANTOIO BELSITO S.R.L.` is Belsito, too.

A contract writes a name in capitals and with its legal form; who speaks of the party writes neither, and takes a part
of the name: how it begins, or its last word where that is a name and no trade.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.roles import RARE
from kts.answer.claims.match import weight
from kts.answer.units.parties import FORM
from kts.lexicon.analyse import terms
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST = 4
"""Letters of a word of a name by which alone it may be called; a default."""
_SUFFIX = later(rf"(?:,? {FORM})+\Z")
_JOINS = frozenset(("&", "and", "of", "de", "for"))
_TRADES = later(
    r"(?i).*(?:s|ing|ics|tech|ware|ment|ion|nce|bank|house)\Z|(?:bakery|brewery|dairy|catering|freight|cargo|marine|"
    r"maritime|aviation|payroll|pharma|media|digital|retail|mutual|textile|timber|haulage|laundry|cleaning|chain|club|"
    r"college|university|trust|fund|council|capital|global|europe|group|company|partner|store|storage|network|telecom)\Z"
)
"""Last words of names that say what is traded in; a list of the usual ones, for none of them calls a company."""
_ITS_PAPER = r"(?! (?i:agreement|contract|lease|deed|amendment)\b)"
_NO_PART = rf"(?! (?:& )?(?!I\b)[{UPPER}][{LOWER}])"
"""Behind a part of a name: what goes on as another name, `Belsito Riserva`, is not the party."""


def without_form(name: str) -> str:
    """A name without its legal forms."""
    return _SUFFIX.sub("", name)


def parts(name: str) -> Iterator[str]:
    """How a name without its legal form may begin, where that is rare enough to be a name; at last its last word."""
    words = name.split()
    for count in range(1, len(words)):
        joined = any(word in _JOINS - {"of", "de", "for"} for word in words[1 : count - 1])
        if words[count - 1] not in _JOINS and (joined or is_rare(words[0])) and (count > 1 or len(words[0]) >= LEAST):
            yield " ".join(words[:count])
    last = words[-1]
    if len(words) > 1 and words[-2] not in _JOINS and len(last) >= LEAST and is_rare(last) and not _TRADES.match(last):
        yield last


def is_trade(word: str) -> bool:
    """Whether a word of a name says what is traded in, or may."""
    return _TRADES.match(word) is not None


def is_rare(word: str) -> bool:
    """Whether a word is in hardly any other text, so that it may well be a name."""
    return all(weight(stem) >= RARE for stem in terms(word))


@lru_cache(maxsize=1024)
def pattern(name: str) -> re.Pattern[str]:
    """How a name may be written: in capitals or not where it has several words, with `and` for `&`, with a legal form.

    Not where it is another name's beginning or end, nor where an agreement is told by it: `the Belsito contract`.
    """
    words = [r"(?:&|and)" if word in {"&", "and"} else re.escape(word) for word in name.split()]
    capital, alone = (r"(?=[A-Z])", _NO_PART) if len(words) == 1 else ("", "")
    return re.compile(rf"(?<![\w-])(?<!& ){capital}(?i:{' '.join(words)})(?:,? {FORM})*(?![\w-]){alone}{_ITS_PAPER}")
