"""Whether a statement says what a quoted term means, where that is asked for.

A name that stands in a list of those who signed, or in any sentence, is found by its words and is no definition.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.units.quotable import cells
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.answer.units.quotable import Unit

_QUOTED = r"[\"\u201c\u201e\u00ab](?P<{}>[^\"\u201c\u201d\u201e\u00ab\u00bb\n]{{2,80}})[\"\u201d\u201c\u00bb]"
_ASKED = later(
    r"(?i)\A\W*(?:please )?(?:define|explain|definition of|meaning of) (?:the )?(?:term |word |phrase )?"
    rf"{_QUOTED.format('a')}"
    rf"|\bwhat (?:is|are) (?:the )?(?:meaning|definition) of (?:the )?(?:term |word |phrase )?{_QUOTED.format('b')}"
    rf"|\bwhat is meant by (?:the )?(?:term |word |phrase )?{_QUOTED.format('c')}"
    rf"|\bwhat (?:does|do) (?:the )?(?:term |word |phrase )?{_QUOTED.format('d')} (?:mean|stand for|refer to)\b"
)
_SAYS = (
    r"(?:shall |will |does )?(?:means?|meant|refers?|denotes?|describes?|includes?|comprises?|consists?|stands? for"
    r"|ha(?:s|ve) the (?:same )?meaning|is|are|was|were|be|bedeutet|bezeichnet|umfasst|ist|sind|hei\u00dft)\b"
)


def undefined(question: str, lead: Unit, above: str) -> str:
    """The quoted term whose meaning is asked for, if the lead, a row or a text, says nothing of what it is; else empty.

    `above` is what the lead stands under: an entry under the heading of its term need not repeat it.
    """
    found = _ASKED.search(question)
    if found is None:
        return ""
    term = " ".join(found[found.lastgroup or 0].split())
    folded = term.casefold()
    if any(line.strip(' .:*_#"\u201c\u201d').casefold() == folded for line in above.splitlines()):
        return ""
    own = cells(lead.text) if lead.kind == "row" else []
    if any(cell.strip(' *_`"\u201c\u201d').casefold() == folded for cell in own[:2]):
        return ""
    return "" if _shape(folded).search(" ".join(lead.text.split())) else term


@lru_cache(256)
def _shape(term: str) -> re.Pattern[str]:
    """The term in quotes, brackets or marks, before a word that says what it is, or at the beginning before a sign."""
    name = re.escape(term)
    return re.compile(
        rf"(?i)[\"\u201c\u201e\u00ab*`_(](?:the )?{name}s?[\"\u201d\u201c\u00bb*`_).,:]"
        rf"|\b{name}s?(?: \([^()]{{1,80}}\))?,? {_SAYS}"
        rf"|(?:called|known as|referred to as|defined as|abbreviated) (?:an? |the )?{name}\b"
        rf"|\A\W*(?:\d[\d.]* )?(?:the |an? )?{name}s?(?: \([^()]{{1,80}}\))?\s?[:=\u2013\u2014-]"
    )
