"""The grid of a DOCX table: which cells stand where, merged ones in every place that they cover."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import IN_ROW, STRUCK, Run, plain
from kts.ingest.convert.docx.styles import W, fill_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.builder import Cell, TextBuilder

THROUGH = frozenset(f"{W}{name}" for name in "sdt sdtContent ins customXml moveTo smartTag".split())
"""Elements that only wrap what they hold."""
_OFF = frozenset({"0", "false", "off"})
_MAX_SPAN = 200
_YEAR = re.compile(r"(?:19|20)\d\d")
_AMOUNT = re.compile(r"[^\W\d_]{0,4}\W*\d[\d.,'\u2019\s]*\W*[^\W\d_]{0,4}\W*")
"""A cell that holds a value and names no column: `EUR 140`, `99.5 %`, `12 h`."""


class Row(NamedTuple):
    """A table row: its cells, the empty columns before and after, whether it is a header and how it is hidden."""

    cells: tuple[Any, ...]
    before: int = 0
    after: int = 0
    header: bool = False
    hidden: str = ""


class Place(NamedTuple):
    """A cell in its grid: `span` columns from `column` (0 is the first), `continued` from the row above."""

    element: Any
    column: int
    span: int
    continued: bool
    fill: str


def rows_of(table: Any) -> Iterator[Row]:
    """The rows that are not deleted."""
    for element in children(table, f"{W}tr"):
        properties = element.find(f"{W}trPr")
        if properties is not None and properties.find(f"{W}del") is not None:
            continue
        yield Row(
            tuple(cell for cell in children(element, f"{W}tc") if not _is_deleted(cell)),
            _number(properties, "gridBefore"),
            _number(properties, "gridAfter"),
            _is_on(properties, "tblHeader"),
            "hidden_row" if _is_on(properties, "hidden") else "",
        )


def deleted_rows(table: Any) -> Iterator[str]:
    """What rows say that a tracked change deletes, each as one line of struck text."""
    for element in children(table, f"{W}tr"):
        if element.find(f"{W}trPr/{W}del") is None:
            continue
        nodes = (
            [node.text or "" for node in cell.iter(f"{W}t", f"{W}delText")] for cell in children(element, f"{W}tc")
        )
        texts = (" ".join("".join(node).replace(STRUCK, "").split()) for node in nodes)
        if text := IN_ROW.join(filter(None, texts)):
            yield f"{STRUCK}{text}{STRUCK}"


def places_of(row: Row) -> Iterator[Place]:
    """The cells of a row with their columns."""
    column = row.before
    for element in row.cells:
        properties = element.find(f"{W}tcPr")
        merge = properties.find(f"{W}vMerge") if properties is not None else None
        span = min(max(_number(properties, "gridSpan", 1), 1), _MAX_SPAN)
        continued = merge is not None and merge.get(f"{W}val") != "restart"
        yield Place(element, column, span, continued, fill_of(properties))
        column += span


def split_caption(rows: Sequence[Sequence[Cell]]) -> tuple[list[Cell], list[Sequence[Cell]]]:
    """Leading rows that are one merged cell across the table are its captions; the rest is the table."""
    captions: list[Cell] = []
    rest = list(rows)
    while len(rest) > 1 and len(rest[0]) > 1 and plain(rest[0][0]) and not any(rest[0][1:]):
        captions.append(rest.pop(0)[0])
    return captions, rest


def header_rows(found: Sequence[Row], rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the top name the columns: those marked as headers, or those that merged cells tie together.

    A cell across several columns stands over the names of each (`Installation fee` over `Weekday | Weekend`); beside
    it a cell reaches down into the second row, or one of the two is empty. `rows` are the texts of `found`.
    """
    marked = next((at for at, row in enumerate(found) if not row.header), len(found))
    tied = 1
    while tied + 1 < len(rows) and _names_below(found[tied - 1], found[tied], rows[tied - 1], rows[tied]):
        tied += 1
    return max(marked, tied) if tied > 1 else marked


def _names_below(upper: Row, lower: Row, above: Sequence[Cell], below: Sequence[Cell]) -> bool:
    """Whether the lower row names the columns that a cell of the upper one spans, and holds nothing else."""
    under = {one.column: one for one in places_of(lower)}
    over = [one for one in places_of(upper) if one.span > 1 and one.column in under]
    wide = {at for one in over if not under[one.column].continued for at in range(one.column, one.column + one.span)}
    names = [plain(below[at]).strip() for at in sorted(wide) if at in under and at < len(below)]
    if len(set(names)) < 2 or len(wide) >= len(above) or not all(map(_is_name, names)):  # noqa: PLR2004 - two columns
        return False
    beside = (at for at in range(min(len(above), len(below))) if at not in wide)
    return all((at in under and under[at].continued) or not plain(above[at]) or not plain(below[at]) for at in beside)


def _is_name(text: str) -> bool:
    return bool(text) and (bool(_YEAR.fullmatch(text)) or not _AMOUNT.fullmatch(text))


def write_grid(builder: TextBuilder, rows: Sequence[Sequence[Cell]]) -> None:
    """Write a table below its captions; one of a single cell is a frame, one without text is nothing."""
    captions, rest = split_caption(rows)
    for caption in captions:
        builder.block(caption)
    if len(rest) == 1 and len(rest[0]) == 1:
        builder.block(rest[0][0])
    elif any(cell for row in rest for cell in row):
        builder.table(rest)


def one_header(rows: Sequence[Sequence[Cell]], count: int) -> list[Sequence[Cell]]:
    """The rows with the first `count`, all headers, joined into one: `2024 / Q1` says what a column is."""
    if count < 2 or count >= len(rows):  # noqa: PLR2004 - one header needs no joining
        return list(rows)
    width = max(len(row) for row in rows[:count])
    header: list[Cell] = []
    for column in range(width):
        parts = [row[column] for row in rows[:count] if column < len(row) and row[column]]
        distinct = [part for index, part in enumerate(parts) if plain(part) not in map(plain, parts[:index])]
        joined: list[Run] = []
        for part in distinct:
            joined.extend([*([Run(" / ")] if joined else []), *part])
        header.append(tuple(joined))
    return [header, *rows[count:]]


def children(element: Any, tag: str) -> Iterator[Any]:
    """The direct children of a tag, looking through content controls and insertions."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in THROUGH:
            yield from children(child, tag)


def _is_deleted(cell: Any) -> bool:
    return cell.find(f"{W}tcPr/{W}cellDel") is not None


def _is_on(properties: Any, name: str) -> bool:
    mark = properties.find(f"{W}{name}") if properties is not None else None
    return mark is not None and mark.get(f"{W}val", "1") not in _OFF


def _number(properties: Any, name: str, default: int = 0) -> int:
    element = properties.find(f"{W}{name}") if properties is not None else None
    value = element.get(f"{W}val", "") if element is not None else ""
    return min(int(value), _MAX_SPAN) if value.isdecimal() else default
