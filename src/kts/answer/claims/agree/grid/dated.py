"""Which event a day of a row is of: what was certified on a day was not paid on it.

A row that follows a thing has several days, and any of them stands there. The claim's verb or noun names the column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.slots import named_columns
from kts.answer.claims.agree.tables import table, written_row
from kts.answer.claims.match import related, tokens
from kts.lexicon.dates import agrees, dates
from kts.lexicon.quantities import quantities, same
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row
    from kts.lexicon.dates import Dates

SEVERAL = 2
"""Columns of days from which one of them must be named."""
_DAYS = frozenset({"day", "month", "year"})
_PLAIN = frozenset("date day time when on by".split())
"""Words of a header that say that a day stands below, and not of what."""


def other_event(sides: Sides) -> Iterator[Finding]:
    """A day that stands in the row, but under the day of another event than the one that the claim names."""
    own = written_row(sides)
    among = _of_days(sides, own) if own else ()
    if own is None or len(among) < SEVERAL:
        return
    for day in dates(sides.claim):
        held = [at for at in among if any(agrees(day, one) for one in dates(own.values[at]))]
        if day.kind not in _DAYS or not held:
            continue
        named = _named(sides.claim, own, among)
        if set(held) & set(named):
            continue
        here = Span(day.start, day.end)
        meant = next((at for at in named if own.values[at].strip()), None)
        if meant is not None and day.kind == "day":
            yield _otherwise(own, held[0], meant, day)
        elif named or _of_an_event(own.heads[held[0]]):
            text = f"{quoted(day.text)} stands under {quoted(own.heads[held[0]])}"
            yield Finding("other_event", conflict=False, text=text, claim=here)
        return


def _otherwise(own: Row, held: int, meant: int, day: Dates) -> Finding:
    text = (
        f"{quoted(day.text)} stands under {quoted(own.heads[held])}, "
        f"not under {quoted(own.heads[meant])} ({quoted(own.values[meant])})"
    )
    return Finding("cell", conflict=True, text=text, claim=Span(day.start, day.end))


def _of_days(sides: Sides, own: Row) -> tuple[int, ...]:
    """The columns in which some row of the table has a day, and none more than that."""
    rows = table(sides.whole, sides.near, own.heads) or (own,)
    return tuple(at for at in range(1, len(own.heads)) if any(_is_day(one.values[at]) for one in rows))


def _is_day(cell: str) -> bool:
    return any(one.kind == "day" and one.end - one.start == len(cell.strip()) for one in dates(cell.strip()))


def _named(claim: str, own: Row, among: Sequence[int]) -> list[int]:
    """Which of the columns of days a claim names, by a word that no other one has; a synonym comes second."""
    heads = ["", *(own.heads[at] for at in among)]
    named = [among[at - 1] for at in named_columns(claim, heads)]
    said = {token.stem for token in tokens(claim)}
    as_written = [at for at in named if any(token.stem in said for token in tokens(own.heads[at]))]
    return as_written or named


def _of_an_event(head: str) -> bool:
    """Whether a header says of what its days are."""
    return any(token.word not in _PLAIN for token in tokens(head))


def has_value_elsewhere(claim: str, own: Row) -> bool:
    """Whether a claim has a value that stands in a cell of a column which it names: it is of that one, too."""
    said = {token.stem: True for token in tokens(claim)}
    days, values = dates(claim), quantities(claim)
    for head, cell in zip(own.heads[1:], own.values[1:], strict=True):
        if not any(related(token.stem, said) for token in tokens(head)):
            continue
        if any(agrees(day, one) for day in days for one in dates(cell)):
            return True
        if any(same(value, one) for value in values for one in quantities(cell)):
            return True
    return False
