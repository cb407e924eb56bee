"""Rows told apart by cells that several rows share: a role, a branch, a state.

The limit of a branch manager is not told by the row of an adviser, however many other words of the question it has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.means import document
from kts.answer.rows import LONGEST_KEY, WIDER, named_cells
from kts.answer.units import cells, rows_of
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.means import Means
    from kts.answer.units import Unit
    from kts.types import Hit

_NAME = re.compile(r"[^\W\d_]{3}")


def other_row(question: str, lead: Unit, table: Sequence[Unit]) -> tuple[str, str] | None:
    """What the lead has in a column in which the question names what another row has, and that; None elsewhere.

    `table` has its other rows. Who asks for more than is named (`other branches`) is answered by any row.
    """
    names, own = cells(lead.header), cells(lead.text)
    rows = [held for row in table if len(held := cells(row.text)) == len(names)]
    if lead.kind != "row" or len(names) != len(own) or WIDER.search(question):
        return None
    asked, said = " ".join(question.casefold().split()), " ".join(lead.text.casefold().split())
    for at, cell in enumerate(own):
        told = {_folded(held[at]): held[at] for held in rows if _NAME.search(held[at]) and len(held[at]) <= LONGEST_KEY}
        named = named_cells(asked, set(told))
        if cell and named and not any(one in said for one in named):
            return cell, told[min(named)]
    return None


def asked_of(question: str, unit: Unit, table: Sequence[Unit]) -> frozenset[int]:
    """The columns of a row in which the question names what this or another row of its table has."""
    names = cells(unit.header)
    asked = " ".join(question.casefold().split())
    rows = [held for row in table if len(held := cells(row.text)) == len(names)]
    return frozenset(
        at
        for at in range(len(names))
        if named_cells(asked, {_folded(held[at]) for held in rows if _NAME.search(held[at])})
    )


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
