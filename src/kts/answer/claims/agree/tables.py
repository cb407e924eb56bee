"""What the rows of a table say of a claim: which row holds its amount, whose cell it names, which cell says no.

A row is `| a | b |` under its header, or `Key: a; Other key: b` as records are converted to.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.ranged import column
from kts.answer.claims.agree.sides import Finding, flat, quoted
from kts.answer.claims.agree.slots import named_columns
from kts.answer.claims.match import related, statements, tokens
from kts.answer.tables.bands import names_limits
from kts.answer.tables.rows import SHORTEST_KEY, placed
from kts.answer.units.quotable import Unit, cells
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import begins, quantities, same
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.quantities import Quantity

_PAIR = later(r"\s*(?P<head>[A-Za-z][^:;|]{0,40}): (?P<value>[^;]*\S)\s*\Z")
_NIL = later(
    r"(?:-+|\u2013|\u2014|0|no|none|nil|n/a|never|not (?:available|allowed|included|offered|possible|supported))"
    r"(?:[,;(].*|\s*)",
    re.IGNORECASE,
)
_UNSAID = frozenset({"-", "\u2013", "\u2014", ""})
"""Cells that may only say that nothing is known."""
LEAST = 2
"""Pairs of `key: value` in a line that is a record."""


class Row(NamedTuple):
    """A row: what its columns are called, and what stands in them; the first says what it is of."""

    heads: tuple[str, ...]
    values: tuple[str, ...]
    text: str


@lru_cache(maxsize=1024)
def row(text: str, header: str) -> Row | None:
    """A statement as a row, None where it is none or not as long as its header."""
    if text.lstrip().startswith("|"):
        if is_form(header.partition("\n")[0]):
            return None
        heads, values = cells(header.partition("\n")[0]), cells(text)
        fits = header.lstrip().startswith("|") and len(heads) == len(values) > 1
        return Row(tuple(heads), tuple(values), text) if fits else None
    parts = [_PAIR.fullmatch(part) for part in text.strip().rstrip(".").split(";")]
    pairs = [part for part in parts if part]
    if len(pairs) < LEAST or len(pairs) < len(parts):
        return None
    return Row(tuple(one["head"].strip() for one in pairs), tuple(one["value"].strip() for one in pairs), text)


def written_row(sides: Sides) -> Row | None:
    """The statement as a row of a table that is written with bars; a record of pairs is none."""
    return row(sides.statement, sides.near) if sides.statement.lstrip().startswith("|") else None


@lru_cache(maxsize=256)
def is_form(header: str) -> bool:
    """Whether the first row of a table is no header but two labels with their values: `| Site | Kai 2 | Date | ... |`.

    Known by a day, a time or an amount of money in the place of a value, and no figure in that of a label.
    """
    first = cells(header) if header.lstrip().startswith("|") else []
    if len(first) != FORM or not all(cell.strip() for cell in first):
        return False
    labels, values = first[::2], first[1::2]
    return any(_VALUE.search(cell) for cell in values) and not any(re.search(r"\d", cell) for cell in labels)


FORM = 4
"""Cells in a row of a form: two labels, each with its value."""
_VALUE = later(
    r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\.? [A-Z][a-z]{2,} \d{4}\b|\b(?:EUR|GBP|USD|CHF) ?\d"
    r"|[\u20ac$\u00a3] ?\d"
)


@lru_cache(maxsize=256)
def table(whole: str, header: str, heads: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of a passage that have these columns."""
    first = header.partition("\n")[0]
    found = []
    for span, intro in statements(whole, first):
        for line in whole[span.start : span.end].split("\n"):
            one = row(flat(line)[0], intro)
            if one and one.heads == heads:
                found.append(one)
    return tuple(found)


def _own(sides: Sides) -> tuple[Row, tuple[Row, ...]] | None:
    """The statement as a row, with all rows of its table."""
    own = row(sides.statement, sides.near)
    return (own, table(sides.whole, sides.near, own.heads)) if own else None


def by_band(sides: Sides, one: Quantity) -> bool | None:
    """Whether the statement's row is the one for an amount: 12,000 in `10,000 to 30,000`. None where no row says so."""
    found = _own(sides)
    if found is None:
        return None
    own, rows = found
    fit, others = _placed(sides.claim[begins(sides.claim, one) : one.end], sides.claim, rows)
    if own.text in fit:
        return None if one.comparator else True
    alone = sum(each.values[0] == own.values[0] for each in rows) == 1
    named = _is_value(own, one) or (alone and _of(own, _said(sides)))
    return False if fit and own.text in others and not named else None


def _is_value(own: Row, one: Quantity) -> bool:
    """Whether an amount is what a row gives under a column of values: an excess of 500, whatever its limit is."""
    return any(
        not names_limits(head) and any(same(one, other) for other in quantities(cell))
        for head, cell in zip(own.heads[1:], own.values[1:], strict=True)
    )


def fitting(sides: Sides) -> frozenset[str]:
    """The rows, as text, that are for the claim's amounts, where the statement is a row for others."""
    found = _own(sides)
    if found is None:
        return frozenset()
    for one in _amounts(sides):
        if by_band(sides, one) is False:
            return _placed(sides.claim[begins(sides.claim, one) : one.end], sides.claim, found[1])[0]
    return frozenset()


@lru_cache(maxsize=64)
def _placed(amount: str, claim: str, rows: tuple[Row, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The texts of the rows whose band holds an amount, and of those whose band does not."""
    header = f"| {' | '.join(rows[0].heads)} |" if rows else ""
    units = [
        Unit(f"| {' | '.join(one.values)} |", Span(at, at + 1), 0, at, "row", "", header) for at, one in enumerate(rows)
    ]
    fit, others = placed(amount, units, question=claim)
    return (
        frozenset(rows[place.span.start].text for place in fit),
        frozenset(rows[place.span.start].text for place in others),
    )


def bands(sides: Sides) -> Iterator[Finding]:
    """A row that is for other amounts than the claim's, where another row of the table is for that."""
    for one in _amounts(sides):
        if by_band(sides, one) is False:
            text = f"the evidence is of other amounts than {quoted(one.text)}"
            yield Finding("row", conflict=False, text=text, claim=Span(one.start, one.end))
            return


def settled(sides: Sides, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings without those that a row of a table answers: an amount within its band, a denial by its cell."""
    if row(sides.statement, sides.near) is None:
        return tuple(findings)
    within = {Span(one.start, one.end) for one in _amounts(sides) if by_band(sides, one)}
    nil = nil_cell(sides)
    agreed = nil is not None and _denies(sides.claim, nil[2])
    return tuple(
        one
        for one in findings
        if not (one.kind in {"number_gap", "number"} and one.claim in within)
        and not (agreed and one.kind == "negation")
    )


def other_cells(sides: Sides) -> Iterator[Finding]:
    """A cell of another row, claimed of the row that the claim names: who owns this, which tier that customer has."""
    found = _own(sides)
    if found is None:
        return
    own, rows = found
    said = _said(sides)
    here = dict.fromkeys(terms(" ".join(own.values)), True)
    if not _is_named(own, said) and not any(by_band(sides, one) for one in _amounts(sides)):
        return
    for other in rows:
        if other.text == own.text or _is_named(other, said):
            continue
        for head, cell, mine in list(zip(own.heads, other.values, own.values, strict=True))[1:]:
            value = _ASIDE.split(cell, 1)[0].strip()
            words, others = terms(value), terms(mine)
            told = all(stem in said for stem in words) or value.casefold() in sides.claim.casefold()
            if not _worded(value) or not told or all(stem in here for stem in words):
                continue
            alone = [stem for stem in others if stem not in words]
            if _worded(mine) and alone and not any(stem in said for stem in alone):
                text = f"under {quoted(head)} the evidence gives {quoted(mine)}, not {quoted(cell)}"
                yield Finding("cell", conflict=True, text=text)
                return


_ASIDE = later(r"[,;(]")
"""What begins a remark on the value of a cell: *out of order, spindle bearing*."""


def other_case(sides: Sides) -> Iterator[Finding]:
    """A row of another case than the claim's: `waste bottle full`, all of whose words stand in another row's cell."""
    found = _own(sides)
    if found is None:
        return
    own, rows = found
    said = _said(sides)
    here = {token.stem: True for token in tokens(own.text)}
    for other in () if _of(own, said) else rows:
        for mine, cell in zip(own.values, other.values, strict=True):
            case = {token.stem for token in tokens(cell)}
            if len(case) < CASE or not case <= said.keys() or mine == cell or case <= here.keys():
                continue
            spoken = any(token.stem in said for token in tokens(mine))
            if not spoken or case.isdisjoint(here):
                text = f"the evidence is of {quoted(mine)}, not of {quoted(cell)}"
                yield Finding("row", conflict=False, text=text)
                return


CASE = 2
"""Words that carry meaning of a cell that tells a case, at least: one alone stands in many sentences."""


def _amounts(sides: Sides) -> Sequence[Quantity]:
    return [one for one in quantities(sides.claim) if one.unit or one.value >= 1][:AMOUNTS]


AMOUNTS = 3
"""Amounts of a claim that are looked for in the bands of a table, at most: each costs a pass over its rows."""


def _said(sides: Sides) -> dict[str, bool]:
    """The stems of what the claim says."""
    return {token.stem: True for token in tokens(sides.claim)}


def _is_named(one: Row, said: dict[str, bool]) -> bool:
    """Whether the claim names a row by its first cell, or by the one behind its code."""
    return _of(one, said) or bool(_CODE.fullmatch(one.values[0]) and _of(one._replace(values=one.values[1:]), said))


def _of(one: Row, said: dict[str, bool]) -> bool:
    """Whether the claim names a row by all the words of its first cell."""
    key = [stem for stem in terms(one.values[0]) if stem not in STOP_WORDS] if one.values else []
    return bool(key) and all(stem in said or bool(related(stem, said)) for stem in key)


_CODE = later(r"\W*(?=[\w-]*\d)[A-Za-z]{0,4}[-.]?\d[\w.-]*\W*")
"""A cell that only numbers its row."""


def _worded(cell: str) -> bool:
    """Whether a cell has words that can be told from others."""
    return len(cell) >= SHORTEST_KEY and bool(tokens(cell)) and not _NIL.fullmatch(cell)


def nil_cells(sides: Sides) -> Iterator[Finding]:
    """What the claim affirms of a column whose cell says none, or denies of one whose cell says yes."""
    nil = nil_cell(sides)
    if nil is None:
        return
    head, cell, place = nil
    if cell not in _UNSAID and not _denies(sides.claim, place):
        text = f"under {quoted(head)} the evidence says {quoted(cell)}"
        yield Finding("negation", conflict=True, text=text, claim=place)


def nil_cell(sides: Sides) -> tuple[str, str, Span] | None:
    """The column that the claim names and whose cell says none, with where the claim names it."""
    found = row(sides.statement, sides.near)
    if found is None:
        return None
    said = _said(sides)
    for_it = column(sides.claim, found.heads, found.values)
    if for_it is not None:
        nil = for_it.at is not None and _NIL.fullmatch(found.values[for_it.at])
        return (found.heads[for_it.at], found.values[for_it.at], for_it.place) if nil and for_it.at else None
    for at in named_columns(sides.claim, found.heads):
        own = {token.stem: True for token in tokens(found.heads[at])}
        told = sum(bool(related(stem, said)) for stem in own)
        if _NIL.fullmatch(found.values[at]) and 2 * told >= len(own):
            place = next(token for token in tokens(sides.claim) if related(token.stem, own))
            return found.heads[at], found.values[at], Span(*place[:2])
    return None


_WITHOUT = later(
    r"\b(?:without|free|exempt|waived|lacks?|nothing|nowhere|un\w+|not?|never|none|nobody)\b|n't\b", re.IGNORECASE
)


def _denies(claim: str, place: Span) -> bool:
    """Whether a claim denies what stands at a place of it, or anything."""
    return denied(negated(claim), *place) or bool(_WITHOUT.search(claim))
