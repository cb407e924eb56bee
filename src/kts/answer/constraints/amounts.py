"""Amounts of a question held against a piece of evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.named import BOUND, TOLD
from kts.answer.tables.bands import LARGE, band, holding
from kts.answer.tables.bounded import tells
from kts.answer.tables.rows import placed
from kts.answer.units.quotable import rows_of
from kts.answers import Unmet
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint
    from kts.lexicon.quantities import Quantity

_LIMITS = later(
    r"(?i)\b(?:limits?|exceed\w*|over|above|below|under|up to|at least|at most|more than|less than|fewer than|maximum|"
    r"minimum|cap|capped|threshold|within|not later than|(?!other|rather)\w+er than|between|or more|or less|from)\b"
)

_FIGURE = later(r"\d[\d.,'\u2019]*\d{2}")
BEFORE = 20
"""Characters before an amount in which the word stands that makes it the only one."""
_ONLY = later(r"(?i)\b(?:only|solely|exclusively|nur|ausschlie\u00dflich|seulement|uniquement)\W{1,2}\Z")


def amount_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The same amount, units converted, or a range, also of a row of a table, that holds it.

    Certain only where the passage states another amount of the kind and sets no limits: a question about a wire of
    $40,000 is answered by a rule for wires over $25,000. An amount of the asker's own case need not be stated at all.
    """
    wanted = next(iter(quantities(constraint.text)), None)
    if wanted is None:
        return None
    stated = [one for one in map(as_stated(wanted), quantities(found.whole)) if comparable(wanted, one)]
    listed = constraint.value.endswith(BOUND) and tells(wanted, found.text, found.evidence.columns)
    if listed or any(same(wanted, one) or _holds(one, wanted, found.whole) for one in stated):
        return None
    if _in_a_row(constraint, found) or any(_alone(one, found.whole) for one in stated):
        return None
    if not stated and constraint.value.endswith(TOLD):
        return None
    if not stated:
        return Unmet(constraint._replace(certain=False), f"the passage does not state {constraint.text}")
    certain = constraint.certain and not ruled(stated, found.whole, found.text)
    return Unmet(constraint._replace(certain=certain), f"the passage states {stated[0].text}, not {constraint.text}")


def as_stated(wanted: Quantity) -> Callable[[Quantity], Quantity]:
    """Large numbers without a unit as amounts of the money that is asked for: in a table the unit stands elsewhere."""

    def read(one: Quantity) -> Quantity:
        bare = wanted.kind == "money" and one.kind == "number" and (one.upper or one.value) >= LARGE
        return one._replace(unit=wanted.unit, kind=wanted.kind) if bare else one

    return read


def _holds(one: Quantity, wanted: Quantity, text: str) -> bool:
    """Whether a stated amount is a limit, or a range, within which the wanted one lies: `after 90 days`."""
    limits = band(text, [one])
    return limits is not None and limits.limited and bool(holding({0: limits}, wanted))


def _alone(one: Quantity, text: str) -> bool:
    """Whether a stated amount is the only one that there is, so that another one is answered, too: `only 2.4 GHz`."""
    return bool(_ONLY.search(text[max(0, one.start - BEFORE) : one.start]))


def _in_a_row(constraint: Constraint, found: Piece) -> bool:
    """Whether an amount is a cell of a table, or lies between the limits of its rows, of which none need name it."""
    if _is_a_cell(constraint.text, found.text):
        return True
    return bool(placed(constraint.text, rows_of(found.text, found.evidence.columns))[0])


def _is_a_cell(amount: str, text: str) -> bool:
    """Whether a cell of a table is the figure of an amount, whose unit stands in the head of the column."""
    figure = _FIGURE.search(amount)
    return figure is not None and re.search(rf"\|\s{{0,4}}{re.escape(figure[0])}\s{{0,4}}\|", text) is not None


def ruled(stated: Iterable[Quantity], text: str, near: str) -> bool:
    """Whether amounts of a text are limits by which others can be judged, or what stands `near` speaks of limits."""
    limits = (band(text, [one]) for one in stated)
    return any(one is not None and one.limited for one in limits) or bool(_LIMITS.search(near))
