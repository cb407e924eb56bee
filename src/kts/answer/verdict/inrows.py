"""Whether a row answers what it seems to: a cell that is empty, a column that the table lacks, another letter.

The row of the right invoice tells nothing of when it was paid while that cell is empty, and a table of three plans
tells nothing of a fourth. What a row leaves out is not seen in its words, but in the names of the columns.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.expected import expected, holds
from kts.answer.constraints.named import NAMED
from kts.answer.tables.alternatives import PLAIN
from kts.answer.tables.columns import content
from kts.answer.tables.numbered import other_in_row
from kts.answer.units.quotable import cells, rows_of
from kts.lexicon.analyse import terms
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint, Evidence

_NAME = later(rf"[{UPPER}][\w-]+(?: [{UPPER}][\w-]+)?")
"""A cell that may be the name of one of several things of a kind."""
SIBLINGS = 2
"""Names of a list that a table has as columns from which its other names are of the same kind (a default)."""


def row_doubts(question: str, wants: Sequence[Constraint], lead: Unit, evidence: Sequence[Evidence]) -> Iterator[str]:
    """What speaks against a row that leads; `evidence` belongs to the hits that units count."""
    if lead.kind != "row":
        return
    of = evidence[lead.hit]
    above = (lead.intro, of.heading, of.title)
    if name := unfilled(question, lead):
        yield f"what is cited has nothing under \u201c{name}\u201d"
    if other := other_in_row(question, lead, above):
        yield f"what is cited is about {other}"
    names = [one.text for one in wants if one.kind in NAMED and one.certain]
    if name := without_column(names, lead, above, [one.text for one in evidence]):
        yield f"what is cited does not speak of {name}"


def unfilled(question: str, row: Unit) -> str:
    """The column that a question names and that a row leaves empty, where no other cell has its words; else empty.

    `When was it paid?` asks for *Paid on*; a filled column *Paid by* with the same word answers who did.
    """
    names, values = cells(row.header), cells(row.text)
    if len(names) != len(values):
        return ""
    asked, kind = frozenset(terms(question)) - PLAIN, expected(question)
    for name, value in zip(names, values, strict=True):
        words = content(name)
        if value or not words or any(asked.isdisjoint(one) for one in words):
            continue
        named = frozenset[str]().union(*words)
        told = [
            held
            for head, held in zip(names, values, strict=True)
            if held and (not named.isdisjoint(terms(head)) or not named.isdisjoint(terms(held)))
        ]
        if not any(kind in {"yes_no", "other"} or holds(kind, held) for held in told):
            return name
    return ""


def without_column(names: Sequence[str], row: Unit, above: Sequence[str], texts: Sequence[str]) -> str:
    """A name of the question that is listed elsewhere beside columns of the row's table, which has none for it.

    `texts` are what was found: a header, a first column or an enumeration in one of them lists what is of one kind.
    """
    heads = {cell.casefold() for cell in cells(row.header) if _NAME.fullmatch(cell)}
    said = "\n".join((row.text, row.header, *above)).casefold()
    for name in names:
        folded = name.casefold()
        if len(heads) < SIBLINGS or re.search(rf"(?<!\w){re.escape(folded)}(?!\w)", said):
            continue
        if any(len(heads & one) >= SIBLINGS and folded in one for text in texts for one in _lists(text)):
            return name
    return ""


def _lists(text: str) -> Iterator[frozenset[str]]:
    """The names that a text lists: those of the columns of a table, of its rows, or of an enumeration."""
    rows = rows_of(text)
    for header in dict.fromkeys(row.header for row in rows):
        yield frozenset(cell.casefold() for cell in cells(header) if cell)
        yield frozenset(cells(row.text)[0].casefold() for row in rows if row.header == header and cells(row.text))
    for match in _LISTED.finditer(text):
        yield frozenset(one.casefold() for one in re.split(r",? and |,? or |, ", match[0]))


_LISTED = later(
    rf"[{UPPER}][\w-]+(?: [{UPPER}][\w-]+)?(?:, [{UPPER}][\w-]+(?: [{UPPER}][\w-]+)?){{1,8}}"
    rf"(?:,? (?:and|or) [{UPPER}][\w-]+(?: [{UPPER}][\w-]+)?)?"
)
