"""The row of the one code or setting that a question is about: `pump shows A04, what now`, `set max_retries to 7`.

Words and models tell little of such a row: nothing of the question stands in it but the code. It answers where all else
that is asked is general (what it means, what to do) or stands with the row, under its title or in its header.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.aspects import GENERAL
from kts.answer.means import record as record_of
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import indexed, terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit

_CODE = re.compile(r"(?=.*[^\W\d_])(?=.*[\d._])\w[\w.-]*\w")
"""What is called by letters with a figure, a dot or a line in it."""
_NUMBER = re.compile(r"\d[\d.,]*")
_ASKED = GENERAL | frozenset(
    terms("set sets setting put change value allow allowed limit range default maximum minimum max min mean try")
)
"""Words with which is asked what a code or a setting is for, and what may be done with it."""


def coded(question: str, wanted: Asked, lead: Held, found: Gathered, asking: AbstractSet[str]) -> bool:
    """Whether the lead is the row whose first cell is the code of the question, and the rest of that stands with it.

    `asking` are words that name nothing.
    """
    unit, hit = lead.unit, found.ranking.hits[lead.unit.hit]
    if unit.kind != "row" or not _is_asked(question, _key(unit)):
        return False
    above = f"{record_of(hit, found).title}\n{hit.passage.metadata['heading']}"
    own = frozenset(indexed(f"{above}\n{unit.intro}\n{unit.header}\n{unit.text}")) | _ASKED | asking
    return all(any(form in own or _NUMBER.fullmatch(form) for form in forms) for forms, _ in wanted.words)


def without_other_codes(question: str, chosen: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """The lead, which is the row of a code, and what else was chosen but the rows of other codes in its table."""
    table = chosen[0].held.unit.intro
    return tuple(
        one
        for one in chosen
        if one.held.unit.kind != "row" or one.held.unit.intro != table or _is_asked(question, _key(one.held.unit))
    )


def _key(row: Unit) -> str:
    return cells(row.text)[0].strip("`* ")


def _is_asked(question: str, key: str) -> bool:
    """Whether a first cell is a code that the question has as it stands."""
    asked = rf"(?i)(?<![\w.-]){re.escape(key)}(?![\w-])"
    return bool(_CODE.fullmatch(key)) and re.search(asked, question) is not None
