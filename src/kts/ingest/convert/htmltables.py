"""Tables of a page: which are tables of data, and their cells as a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.htmltokens import Token

MAX_SPAN = 200
"""Most columns or rows that one cell is repeated over."""
_BLOCKS_IN_LAYOUT = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr", "form"})


class TableCell(NamedTuple):
    """The token indexes of a cell's content and how far it spans."""

    inside: range
    columns: int
    rows: int
    header: bool


def data_tables(page: Sequence[Token]) -> frozenset[int]:
    """The open tags of tables that hold data: at least 2 x 2 cells, no headings, no table inside."""
    found: set[int] = set()
    stack: list[tuple[int, bool]] = []
    for index, token in enumerate(page):
        if token.kind == "open" and token.name == "table" and token.match > index:
            stack = [(start, False) for start, _ in stack]
            stack.append((index, True))
        elif token.kind == "open" and token.name in _BLOCKS_IN_LAYOUT and stack:
            stack[-1] = (stack[-1][0], False)
        elif token.kind == "close" and token.name == "table" and stack:
            start, plain = stack.pop()
            if plain and _is_grid(rows_of(page, start)):
                found.add(start)
    return frozenset(found)


def _is_grid(rows: Sequence[Sequence[TableCell]]) -> bool:
    wide = sum(sum(cell.columns for cell in row) > 1 for row in rows)
    return wide > 1 or (wide == 1 and any(cell.header for row in rows for cell in row))


def rows_of(page: Sequence[Token], table: int) -> list[list[TableCell]]:
    """The rows of a table without tables inside."""
    rows: list[list[TableCell]] = []
    for index in range(table + 1, page[table].match):
        token = page[index]
        if token.kind == "open" and token.name == "tr":
            rows.append([])
        elif token.kind == "open" and token.name in {"td", "th"}:
            if not rows:
                rows.append([])
            rows[-1].append(_cell(token, index))
    return [row for row in rows if row]


def _cell(token: Token, index: int) -> TableCell:
    columns, rows = _span(token, "colspan"), _span(token, "rowspan")
    return TableCell(range(index + 1, max(token.match, index + 1)), columns, rows, token.name == "th")


def _span(token: Token, name: str) -> int:
    value = token.attributes.get(name, "").strip()
    return min(max(int(value), 1), MAX_SPAN) if value.isascii() and value.isdigit() else 1


def grid(rows: Sequence[Sequence[TableCell]]) -> list[list[range]]:
    """Token indexes by row and column: header cells repeat over columns, all cells over rows."""
    result: list[list[range]] = []
    above: dict[int, tuple[int, range]] = {}
    for row in rows:
        line: list[range] = []
        below: dict[int, tuple[int, range]] = {}
        for cell in row:
            _fill(line, above, below)
            for number in range(cell.columns):
                inside = cell.inside if number == 0 or cell.header else range(0)
                below[len(line)] = (cell.rows - 1, inside)
                line.append(inside)
        _fill(line, above, below)
        above = {column: held for column, held in below.items() if held[0] > 0}
        result.append(line)
    return result


def _fill(line: list[range], above: dict[int, tuple[int, range]], below: dict[int, tuple[int, range]]) -> None:
    while (held := above.get(len(line))) is not None:
        below[len(line)] = (held[0] - 1, held[1])
        line.append(held[1])
