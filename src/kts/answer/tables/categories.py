"""Rows told apart by cells that several rows share: a role, a branch, a state, or the models that a row is for.

The limit of a branch manager is not told by the row of an adviser, however many other words of the question it has.
A cell may list several: with `T10, T10S` in one row and `T30` in another, the first one is not for a T30.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.means import document
from kts.answer.tables.rows import LONGEST_KEY, WIDER, named_cells
from kts.answer.units.quotable import cells, rows_of
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit
    from kts.types import Hit

_NAME = later(r"[^\W\d_]{3}")
_CODE = later(r"(?=[\w.-]*\d)[A-Za-z][\w.-]*\w")
"""What is called by letters with a figure: within a longer one it is another thing."""
_JOINT = later(r"\s*[,;/&]\s*|\s+(?:and|or|und|oder)\s+")
_MEMBER = later(rf"(?:[{UPPER}]|\w*\d)[\w.-]*(?: [\w.-]+){{0,2}}")
"""One of the things that a cell lists: a name or a code of three words at most."""
_EVERY = later(r"(?i)\b(?:all|any|every|each|both|alle|jede[rs]?|beide)\b|\*")
"""A cell for whatever is asked."""


def other_row(question: str, lead: Unit, table: Sequence[Unit]) -> tuple[str, str] | None:
    """What the lead has in a column in which the question names what another row has, and that; None elsewhere.

    `table` has its other rows. Who asks for more than is named (`other branches`) is answered by any row.
    """
    names, own = cells(lead.header), cells(lead.text)
    rows = [held for row in table if len(held := cells(row.text)) == len(names)]
    if lead.kind != "row" or len(names) != len(own) or WIDER.search(question):
        return None
    asked, said = _folded(question), _folded(lead.text)
    for at, cell in enumerate(own):
        told = {_folded(one): one for held in rows for one in _called(held[at])}
        named = named_cells(asked, set(told))
        if cell and named and not _EVERY.search(cell) and not any(_says(said, one) for one in named):
            return cell, told[min(named)]
    return None


def _called(cell: str) -> Iterator[str]:
    """What a cell calls its row by: all of it, and each of the names or codes that it lists."""
    if len(cell) > LONGEST_KEY:
        return
    listed = [one for one in _JOINT.split(cell) if one]
    if len(listed) > 1 and all(_MEMBER.fullmatch(one) for one in listed):
        yield from listed
    if _NAME.search(cell) or _CODE.fullmatch(cell):
        yield cell


def _says(text: str, name: str) -> bool:
    """Whether a folded text has a name; a code not within a longer one."""
    if not _CODE.fullmatch(name):
        return name in text
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def of_another(question: str, chosen: Sequence[Chosen], found: Gathered, means: Means) -> Iterator[str]:
    """That the lead is the row of another than the one whom the question names as its table does."""
    for one in chosen[:1]:
        table = table_of(one.held.unit, found.ranking.hits[one.held.unit.hit], means)
        if other := other_row(question, one.held.unit, table):
            yield f"what is cited is about {other[0]}, not {other[1]}"


def asked_of(question: str, unit: Unit, table: Sequence[Unit]) -> frozenset[int]:
    """The columns of a row in which the question names what this or another row of its table has."""
    return frozenset(asked_cells(question, [row for row in table if row.header == unit.header]))


def asked_cells(question: str, rows: Sequence[Unit]) -> dict[int, frozenset[str]]:
    """The columns of a table of which a question names cells, and these, folded."""
    names = cells(rows[0].header) if rows else []
    asked = _folded(question)
    held = [found for row in rows if len(found := cells(row.text)) == len(names)]
    told = {
        at: named_cells(asked, {_folded(one[at]) for one in held if _NAME.search(one[at])}) for at in range(len(names))
    }
    return {at: frozenset(found) for at, found in told.items() if found}


def table_of(unit: Unit, hit: Hit, means: Means) -> tuple[Unit, ...]:
    """The rows of a row's table, also those that were not found: what stands on both sides of it in its document."""
    if unit.kind != "row" or not unit.header:
        return ()
    start = max(0, unit.span.start - AROUND)
    text = means.corpus.slice(document(hit), Span(start, unit.span.end + AROUND))
    above, below = text[: unit.span.start - start], text[unit.span.start - start :]
    first, last = above.rfind("\n\n") + 1, below.find("\n\n")
    return rows_of(f"{above[first:]}{below[:last] if last >= 0 else below}".strip("\n"), unit.header)


AROUND = 20_000
"""Characters on each side of a row in which the other rows of its table are looked at (a default, not fitted)."""


def _folded(cell: str) -> str:
    return " ".join(cell.casefold().split())
