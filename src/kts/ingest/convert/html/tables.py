"""Tables of a page: which are tables of data, and their cells as a grid."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.ingest.convert.html.tokens import Token

MAX_SPAN = 200
"""Most columns or rows that one cell is repeated over."""
SHORT_CELL = 120
"""Characters up to which a heading in a cell is a label of the table, not of a part of the page."""
LONG_CELL = 2_000
"""Characters of a cell from which a table without header cells arranges the page."""
MAX_NESTED = 12
"""Tables inside of each other that are looked at; each is measured whole, which must not grow with their depth."""
HEADER_ROWS = 3
"""Most header rows that are joined into one."""
_BLOCKS = frozenset({"pre", "hr", "form", "main", "article", "section"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BOLD = frozenset({"b", "strong"})
_MARKER = re.compile(
    r"[\u2022\u25cf\u25aa\u25e6\u00b7\u2013\u2014*o-]|\(?(?:\d{1,3}|[a-z]|[ivxl]{1,6})[.)]", re.IGNORECASE
)
"""What stands in the first column of a list that is laid out as a table."""


class TableCell(NamedTuple):
    """The token indexes of a cell's content and how far it spans."""

    inside: range
    columns: int
    rows: int
    header: bool


Cell = tuple[range, ...]
"""The token ranges of one cell of the grid: several where header rows were joined."""


def data_tables(page: Sequence[Token], source: str) -> frozenset[int]:
    """The open tags of tables that hold data."""
    found: set[int] = set()
    depth = 0
    for index, token in enumerate(page):
        if token.name == "table" and token.kind in {"open", "close"}:
            depth += 1 if token.kind == "open" else -1
            if token.match > index and depth <= MAX_NESTED and _is_data(page, index, source):
                found.add(index)
    return frozenset(found)


def _is_data(page: Sequence[Token], table: int, source: str) -> bool:
    """At least 2 x 2 cells, and either marked as data (header cells, a caption) or nothing that arranges a page."""
    if page[table].attributes.get("role") in {"presentation", "none"}:
        return False
    rows = rows_of(page, table)
    if not _is_grid(rows):
        return False
    inside = {token.name for token in page[table + 1 : page[table].match] if token.kind == "open"}
    if inside & {"th", "caption", "thead"} and any(_own_marks(page, table)):
        return True
    if inside & (_BLOCKS | {"table"}):
        return False
    texts = [[text_of(page, source, cell.inside) for cell in row] for row in rows]
    longest = max(len(text) for row in texts for text in row)
    if longest > (SHORT_CELL if inside & _HEADINGS else LONG_CELL):
        return False
    return not _is_list(texts)


def _own_marks(page: Sequence[Token], table: int) -> Iterator[bool]:
    return (page[index].name in {"th", "caption", "thead"} for index in _own(page, table))


def _own(page: Sequence[Token], table: int) -> Iterator[int]:
    """Indexes of the open tags of a table that are in no table inside of it."""
    index = table + 1
    while index < page[table].match:
        token = page[index]
        if token.kind == "open":
            yield index
        index = token.match + 1 if token.kind == "open" and token.name == "table" else index + 1


def text_of(page: Sequence[Token], source: str, inside: range) -> str:
    """The words between two tags."""
    words = (source[page[index].start : page[index].end] for index in inside if page[index].kind == "text")
    return " ".join(html.unescape("".join(words)).split())


def _is_list(texts: Sequence[Sequence[str]]) -> bool:
    """Whether the first column holds nothing but bullets or numbers, the second the text that they stand before."""
    full = [[text for text in row if text] for row in texts]
    firsts = [row[0] for row in full if row]
    markers = sum(bool(_MARKER.fullmatch(first)) for first in firsts)
    return bool(firsts) and markers == len(firsts) and max(map(len, full)) <= 2  # noqa: PLR2004 - marker and text


def _is_grid(rows: Sequence[Sequence[TableCell]]) -> bool:
    wide = sum(sum(cell.columns for cell in row) > 1 for row in rows)
    return wide > 1 or (wide == 1 and any(cell.header for row in rows for cell in row))


def rows_of(page: Sequence[Token], table: int) -> list[list[TableCell]]:
    """The rows of a table; tables inside of its cells are part of the cell."""
    rows: list[list[TableCell]] = []
    for index in _own(page, table):
        token = page[index]
        if token.name == "tr":
            rows.append([])
        elif token.name in {"td", "th"}:
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


def grid(rows: Sequence[Sequence[TableCell]], *, is_blank: Callable[[range], bool]) -> list[list[Cell]]:
    """Token ranges by row and column, one header row: every row can be quoted with its header.

    Cells repeat over the rows and columns that they span, except one that is a whole row by itself. Columns that
    only repeat their neighbour, or are empty throughout, are left out: they are spaces of the layout.
    """
    width = max((sum(cell.columns for cell in row) for row in rows), default=0)
    lines = _filled(rows, width)
    kept = _columns(lines, is_blank)
    cells: list[list[Cell]] = [[(line[column],) for column in kept if column < len(line)] for line in lines]
    headers = _header_rows(rows)
    return [_joined(cells[:headers]), *cells[headers:]] if headers > 1 else cells


def _filled(rows: Sequence[Sequence[TableCell]], width: int) -> list[list[range]]:
    result: list[list[range]] = []
    above: dict[int, tuple[int, range]] = {}
    for row in rows:
        line: list[range] = []
        below: dict[int, tuple[int, range]] = {}
        for cell in row:
            _fill(line, above, below)
            is_whole = cell.columns >= width and (bool(result) or not cell.header)
            for number in range(cell.columns):
                inside = cell.inside if number == 0 or not is_whole else range(0)
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


def _columns(lines: Sequence[Sequence[range]], is_blank: Callable[[range], bool]) -> list[int]:
    width = max((len(line) for line in lines), default=0)
    return [column for column in range(width) if not all(_adds_nothing(line, column, is_blank) for line in lines)]


def _adds_nothing(line: Sequence[range], column: int, is_blank: Callable[[range], bool]) -> bool:
    if column >= len(line) or is_blank(line[column]):
        return True
    return column > 0 and line[column] == line[column - 1]


def _header_rows(rows: Sequence[Sequence[TableCell]]) -> int:
    """How many rows at the top are all header cells; 1 where nothing follows them or nothing spans."""
    count = 0
    while count < len(rows) and all(cell.header for cell in rows[count]):
        count += 1
    spans = any(cell.columns > 1 for row in rows[: max(count - 1, 0)] for cell in row)
    return count if spans and count <= HEADER_ROWS and count < len(rows) else 1


def names_rows(page: Sequence[Token], source: str, rows: Sequence[Sequence[TableCell]]) -> bool:
    """Whether header cells, or bold ones, name the rows and none the columns: a table of names and values.

    In wider tables the first row says more often than not what the columns are.
    """
    pair = [True, False]
    return len(rows) > 1 and any(
        all([is_name(cell) for cell in row] == pair for row in rows)
        for is_name in (lambda cell: cell.header, lambda cell: _is_bold(page, source, cell.inside))
    )


def _is_bold(page: Sequence[Token], source: str, inside: range) -> bool:
    """Whether there is text between two tags, and all of it is bold."""
    found, depth = False, 0
    for index in inside:
        token = page[index]
        if token.kind != "text":
            depth += (token.name in _BOLD) * (1 if token.kind == "open" else -1)
        elif source[token.start : token.end].strip():
            if not depth:
                return False
            found = True
    return found


def _joined(headers: Sequence[Sequence[Cell]]) -> list[Cell]:
    width = max(len(line) for line in headers)
    columns = ([line[column][0] for line in headers if column < len(line)] for column in range(width))
    return [tuple(dict.fromkeys(column)) for column in columns]
