"""Rows of a list by the state that a question asks for: `Which supplier is blocked?`, `Which permits expire in May?`.

The rule on suppliers that are blocked has more words of such a question than the row of the one that is. It asks for a
name, though, and the names stand in the list: in the rows whose cell is that state, or whose day lies in that time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.match import stems
from kts.answer.means import document, record
from kts.answer.tables.categories import asked_cells, table_of
from kts.answer.tables.timed import times_asked
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.periods import periods, within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit
    from kts.lexicon.periods import Period

ROWS = 3
"""Rows from which a table is a list (a default, not fitted)."""
LONGEST = 30
"""Characters of a cell that may be a state (a default, not fitted)."""
DATED = 0.5
"""Share of the filled cells of a column that are days, from which it is one of days (a default, not fitted)."""
_WHICH = later(
    r"(?i)\A\W*(?:(?:and|so|please|now)[ ,]+)*(?:which|what) (?:of (?:the|our) )?(?P<noun>[\w-]+(?: [\w-]+){0,3}?) "
    r"(?:(?:is|are|was|were|has been|have been|has|have)(?: (?:currently|still|now|already|presently))? "
    r"(?P<not>not (?:yet )?)?(?P<state>[^?]+)|(?P<act>expires?|ends?|lapses?|matures?|starts?|begins?)\b)"
)
_NO_STATE = later(r"(?:the|an?|to|in|at|on|of|for|by|with|our|your|it|used|meant|made|there|what|who)\b")
"""How what is said of a thing begins that is no state of it: `is the best`, `is used for`."""
_GOES_ON = later(
    r"(?i)\W*\Z|[,;]|\s(?:in|at|on|by|since|as of|as at|this|today|now|for|from|according|under|of|and|or)\b"
)
"""What may stand behind a state."""
_COMES = later(r"(?i)\b(?:due|expir\w*|ends?|lapses?|matur\w+|starts?|begins?|planned|scheduled)\b")
"""What comes on a day that a list tells."""
_NOBODY = frozenset("one ones thing things kind type sort part parts".split())


class Asked(NamedTuple):
    """What is listed, and the state that is asked for, `wanted` or not."""

    noun: frozenset[str]
    state: str
    wanted: bool
    sort: tuple[str, ...] = ()
    """Words before what is listed: `K1` of *which K1 suppliers*."""


class Found(NamedTuple):
    """The rows that have the state, those of the table that have not, and what speaks against."""

    rows: tuple[Held, ...]
    others: frozenset[Unit]
    against: tuple[str, ...] = ()


def of_state(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, *, short: str
) -> Found | None:
    """The rows of the first list of what is asked for that tells by state or day which they are; None where none does.

    `short` is what is said where not all of them were found.
    """
    asked = read(question)
    if asked is None:
        return None
    for rows in lists(ranked, found, asked.noun):
        lead = rows[0].unit
        whole = table_of(lead, found.ranking.hits[lead.hit], means) or [one.unit for one in rows]
        fits = fitting(question, asked, whole)
        if fits is None:
            if ranked[0][1] in rows and (word := _unheld(asked, whole)):
                return Found((), frozenset(), (f"no row of the list has {word}",))
            continue
        times = _times(question)
        told = fitting_rows(fits, rows, whole, short=short, none=f"of {times[0].text}" if times else "")
        if told.rows or times:
            return told
    return None


def fitting_rows(
    fits: Callable[[Unit], bool], rows: Sequence[Held], whole: Sequence[Unit], *, short: str, none: str
) -> Found:
    """The rows of a list that fit, and whether the `whole` list has more; `none` words what no row of it is."""
    met = tuple(sorted((one for one in rows if fits(one.unit)), key=lambda one: one.unit.span))
    lacks = sum(map(fits, whole)) > len(met)
    if met:
        return Found(met, frozenset(one.unit for one in rows if one not in met), (short,) * lacks)
    return Found((), frozenset(), () if lacks else (f"no row of the list is {none}",))


def read(question: str) -> Asked | None:
    """What a question for the one, or those, of a kind that have a state names; None for any other question."""
    match = _WHICH.match(question)
    if match is None:
        return None
    noun = [word for word in words(match["noun"]) if word not in STOP_WORDS and word not in _NOBODY]
    state = " ".join((match["state"] or match["act"]).casefold().split())
    if _NO_STATE.match(state):
        return None
    return Asked(frozenset(stems(noun[-1])), state, not match["not"], tuple(noun[:-1])) if noun else None


def lists(ranked: Sequence[tuple[float, Held]], found: Gathered, noun: frozenset[str]) -> Iterator[list[Held]]:
    """The rows of each table that lists such things by the name of a column, or of its document or section."""
    tables: dict[tuple[int, str], list[Held]] = {}
    for _, one in ranked:
        if one.unit.kind == "row" and one.unit.header:
            tables.setdefault((document(found.ranking.hits[one.unit.hit]), one.unit.header), []).append(one)
    for rows in tables.values():
        hit = found.ranking.hits[rows[0].unit.hit]
        of = record(hit, found)
        named = f"{of.title}\n{hit.passage.metadata['heading']}\n{re.sub(r'[_./-]', ' ', of.path)}"
        if noun & stems(" ".join(cells(rows[0].unit.header)[:2])) or noun & stems(named):
            yield rows


def fitting(question: str, asked: Asked, table: Sequence[Unit]) -> Callable[[Unit], bool] | None:
    """Whether a row of a table has what is asked for; None where the table does not tell."""
    names = cells(table[0].header)
    rows = [row for row in table if len(cells(row.text)) == len(names)]
    if len(rows) < ROWS:
        return None
    if times := _times(question):
        columns = [at for at, name in enumerate(names) if _comes(question, name) and _is_dated(at, rows)]
        return _on_a_day(columns[0], times) if len(columns) == 1 else None
    return _in_state(question, asked, rows, names)


def _state_column(asked: Asked, rows: Sequence[Unit]) -> tuple[int, str] | None:
    """The one column that has the state, and the state as it stands there."""
    columns, names = [], cells(rows[0].header)
    for at in range(len(names)):
        values = {state_of(held[at]) for row in rows if len(held := cells(row.text)) == len(names)}
        said = [one for one in values if is_said(one, asked.state)]
        if said and len(values) > 1:
            columns.append((at, max(said, key=len)))
    named = [(at, state) for at, state in columns if _STATUS.search(names[at])]
    columns = named if len(columns) > 1 else columns
    return columns[0] if len(columns) == 1 else None


def _in_state(question: str, asked: Asked, rows: Sequence[Unit], names: Sequence[str]) -> Callable[[Unit], bool] | None:
    """Whether a row has the state in the one column that has it, and what else the question names of the list."""
    column_of = _state_column(asked, rows)
    if column_of is None or _unheld(asked, rows):
        return None
    (at, state), width = column_of, len(names)
    rest = frozenset[str]().union(*(stems(word) for word in _rest(asked.state[len(state) :])))
    rest &= _held(rows)
    others = {column: set(told) for column, told in asked_cells(question, rows).items() if column != at}
    for column in range(width):
        if sorts := {_folded(cells(row.text)[column]) for row in rows} & set(asked.sort):
            others.setdefault(column, set()).update(sorts)

    def fits(row: Unit) -> bool:
        held = [_folded(cell) for cell in cells(row.text)]
        if len(held) != width or not held[at] or (state_of(held[at]) == state) != asked.wanted:
            return False
        return rest <= stems(row.text) and all(held[column] in told for column, told in others.items())

    return fits


def _rest(behind: str) -> list[str]:
    """What a question says of a row besides its state: `approved for cables`."""
    return [word for word in words(behind) if word not in STOP_WORDS and word not in _NOW]


def _held(rows: Sequence[Unit]) -> frozenset[str]:
    return frozenset[str]().union(*(stems(row.text) for row in rows))


def _unheld(asked: Asked, rows: Sequence[Unit]) -> str:
    """The first word behind the state that no row of a list with such states has; empty where there is none."""
    column = _state_column(asked, rows)
    held = _held(rows)
    rest = _rest(asked.state[len(column[1]) :]) if column else []
    return next((word for word in rest if held.isdisjoint(stems(word))), "")


_NOW = frozenset("moment present today now currently time from our list register log table according".split())
"""Words behind a state that name nothing of a row."""
_STATUS = later(r"(?i)\b(?:status|state|standing|condition|result|zustand|stand)\b")
"""The name of the column of states, where several have such a cell."""


def is_said(cell: str, state: str) -> bool:
    """Whether the state begins with a cell and does not go on as another: `locked` of *locked in the cage*."""
    if not 2 < len(cell) <= LONGEST or not state.startswith(cell) or not re.search(r"[^\W\d_]{3}", cell):  # noqa: PLR2004
        return False
    return _GOES_ON.match(state[len(cell) :]) is not None


def state_of(cell: str) -> str:
    """The state that a cell tells, without since when or why: `closed` of *Closed 2026-04-11*, *Closed (no fault)*."""
    return _BESIDE.split(_folded(cell))[0]


_BESIDE = later(r"\s*[(,;:]|\s+(?=\d|(?:to|on|by|since|until|from|after|as)\b)")
"""What goes before a remark on a state."""


def _folded(cell: str) -> str:
    return " ".join(cell.strip("*` ").casefold().split())


def _times(question: str) -> tuple[Period, ...]:
    return times_asked(question) if _COMES.search(question) else ()


def _comes(question: str, name: str) -> bool:
    """Whether a column is called by what the question says that comes: `Next due`, `Expiry date`."""
    said = {match[0].casefold()[:3] for match in _COMES.finditer(question)}
    return any(word.casefold()[:3] in said for word in re.findall(r"[^\W\d_]{3,}", name))


def _is_dated(at: int, rows: Sequence[Unit]) -> bool:
    filled = [cell for row in rows if (cell := cells(row.text)[at])]
    return bool(filled) and sum(len(dates(cell)) == 1 for cell in filled) >= DATED * len(filled)


def _on_a_day(at: int, times: Sequence[Period]) -> Callable[[Unit], bool]:
    def fits(row: Unit) -> bool:
        held = cells(row.text)
        return at < len(held) and any(within(one, other) for one in times for other in periods(held[at]))

    return fits
