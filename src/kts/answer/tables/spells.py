"""Rows that are for a stretch of days, whose first and last stand in two columns: the week of a rota, a tariff's term.

`Who is on call on 12 November?` is answered by the row from 2026-11-09 to 2026-11-16, which does not name that day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.units.quotable import cells
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence

    from kts.answer.units.quotable import Unit
    from kts.lexicon.dates import Dates

_FIRST = later(r"(?i)\A\W*(?:(?:valid|in force|effective|applies) )?(?:from|since|starts?|begins?|first|von|ab|du)\b")
_LAST = later(r"(?i)\A\W*(?:(?:valid|in force) )?(?:to|until|till|through|ends?|last|bis|au)\b")


def days_asked(question: str) -> tuple[Dates, ...]:
    """The single days, with their year, that a question names."""
    return tuple(one for one in dates(question) if one.kind == "day" and one.first[:4].isdigit())


def apart(days: Sequence[Dates], rows: Iterable[Unit]) -> tuple[list[Unit], list[Unit]]:
    """The rows whose stretch holds a day, and the others that have a stretch; of a day that none holds, nothing."""
    told = [(row, found) for row in rows if days and (found := spell(row))]
    yes = [row for row, (first, last) in told if any(first <= one.first and one.last <= last for one in days)]
    return (yes, [row for row, _ in told if row not in yes]) if yes else ([], [])


def spell(row: Unit) -> tuple[str, str] | None:
    """The first and the last day of a row, in ISO 8601; None without both."""
    names, values = cells(row.header), cells(row.text)
    if len(names) != len(values):
        return None
    first = _day(_FIRST, names, values)
    last = _day(_LAST, names, values)
    return (first.first, last.last) if first and last and first.first <= last.last else None


def _day(shape: re.Pattern[str], names: Sequence[str], values: Sequence[str]) -> Dates | None:
    """The one day in the one column of such a name."""
    columns = [at for at, name in enumerate(names) if shape.match(name)]
    found = dates(values[columns[0]]) if len(columns) == 1 else []
    return found[0] if len(found) == 1 and found[0].kind == "day" and found[0].first[:4].isdigit() else None
