"""A name that goes on behind a key: `RM48 Pro` stands in the row of `RM48P`, and the row of `RM48` is of another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.tables.alternatives import Row
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.units.quotable import Unit

SHORTEST = 3
"""Characters of a key (a default, that of a name in a cell)."""


def fuller(question: str, rows: Sequence[Unit]) -> tuple[set[Row], set[Row]]:
    """Of a table: the rows in which a key stands with the word that goes on in the question, and those of that key.

    Both are empty where no row has the longer name, or a row of the key has it, too.
    """
    folded = " ".join(question.casefold().split())
    split = {Row(one.hit, one.span): [" ".join(cell.casefold().split()) for cell in cells(one.text)] for one in rows}
    keys = {cell for found in split.values() for cell in found if len(cell) >= SHORTEST and re.search(r"\d", cell)}
    yes, no = set[Row](), set[Row]()
    for key in (key for key in keys if key in folded):
        for behind in re.finditer(rf"(?<![\w.-]){re.escape(key)} (?P<further>[^\W_]+)(?![\w-])", folded):
            own = {place for place, found in split.items() if key in found}
            longer = {place for place, found in split.items() if any(_holds(cell, behind[0]) for cell in found)}
            if behind["further"] not in STOP_WORDS and longer and own.isdisjoint(longer):
                yes |= longer
                no |= own
    return yes, no


def _holds(cell: str, name: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", cell) is not None
