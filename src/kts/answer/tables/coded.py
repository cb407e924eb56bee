"""The row of the one thing that a question is about: a code, a setting, a name. `pump shows A04, what now`.

Words and models tell little of such a row: nothing of the question stands in it but its key. It answers where all else
that is asked is general (what it means, what to do) or stands with the row, under its title or in its header.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.aspects import GENERAL
from kts.answer.means import record as record_of
from kts.answer.units.parties import LEGAL
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, indexed, terms, words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit

_CODE = later(r"(?=.*[^\W\d_])(?=.*[\d._])\w[\w.-]*\w")
"""What is called by letters with a figure, a dot or a line in it."""
_NUMBER = later(r"\d[\d.,]*")
_SHORT = later(r"\b([^\W\d_]{3,})\.(?=[\s|]|\Z)")
"""The beginning of a word for all of it, in a header: `Ext.`, `Dept.`"""
GENERAL_ASKED = GENERAL | frozenset(
    terms("set sets setting put change value allow allowed limit range default maximum minimum max min mean try")
)
"""Words with which is asked what a code or a setting is for, and what may be done with it."""


def coded(question: str, wanted: Asked, lead: Held, found: Gathered, asking: AbstractSet[str]) -> bool:
    """Whether the lead is the row whose first cell the question names, and the rest of that stands with it.

    `asking` are words that name nothing.
    """
    unit, hit = lead.unit, found.ranking.hits[lead.unit.hit]
    if unit.kind != "row" or not _is_asked(question, _key(unit)):
        return False
    above = f"{record_of(hit, found).title}\n{hit.passage.metadata['heading']}"
    own = frozenset(indexed(f"{above}\n{unit.intro}\n{unit.header}\n{unit.text}")) | GENERAL_ASKED | asking
    short = tuple(match[1].casefold() for match in _SHORT.finditer(unit.header))

    def stands(form: str) -> bool:
        return form in own or bool(_NUMBER.fullmatch(form)) or form.startswith(short)

    return all(any(map(stands, forms)) for forms, _ in wanted.words)


def without_others(question: str, chosen: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """The units; where the lead is the row of what the question names, without the rows of others in its table."""
    lead = chosen[0].held.unit if chosen else None
    if lead is None or lead.kind != "row" or not _is_asked(question, _key(lead)):
        return tuple(chosen)
    table = lead.intro
    return tuple(
        one
        for one in chosen
        if one.held.unit.kind != "row" or one.held.unit.intro != table or _is_touched(question, _key(one.held.unit))
    )


def _key(row: Unit) -> str:
    return cells(row.text)[0].strip("`* ")


def _is_asked(question: str, key: str) -> bool:
    """Whether a first cell is a code that the question has as it stands, or a name whose words it has."""
    if _CODE.fullmatch(key):
        return re.search(rf"(?i)(?<![\w.-]){re.escape(key)}(?![\w-])", question) is not None
    name = _name(key)
    return any(map(str.isalpha, name)) and name <= frozenset(words(question))


def _is_touched(question: str, key: str) -> bool:
    """Whether a question may mean the row of a first cell: it has its code, or a word of its name."""
    return _is_asked(question, key) or not (_CODE.fullmatch(key) or _name(key).isdisjoint(words(question)))


def _name(key: str) -> frozenset[str]:
    return frozenset(words(key)).difference(LEGAL, STOP_WORDS)
