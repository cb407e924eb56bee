"""XLSX: every sheet as Markdown tables, every cell mapped to its place such as `Rates!B7`."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.officemeta import core_metadata
from kts.ingest.convert.outcomes import DAMAGE, attempt
from kts.ingest.convert.xlsxvalues import shown
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.ingest.convert.builder import Cell

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_STATES = {"hidden": "hidden_sheet", "veryHidden": "veryhidden_sheet"}
_MAX_MERGED_COLUMNS = 200
_MAX_MERGED = 10_000


class Merged(NamedTuple):
    """A merged range: rows and columns from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


Row = dict[int, str]


class XlsxConverter:
    """Reads `.xlsx`: the values as displayed, formulas by their stored results; hidden sheets are marked."""

    name = "xlsx"
    version = "2"
    suffixes = frozenset({".xlsx"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One section a sheet, one table a block of rows without an empty row between."""
        del name
        from openpyxl.utils.exceptions import InvalidFileException

        return attempt(lambda: _convert(content), damage=(*DAMAGE, InvalidFileException), what="XLSX")


def _convert(content: bytes) -> Conversion:
    guard(content)
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _read(openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True), content)


def _read(book: Any, content: bytes) -> Conversion:
    builder = TextBuilder()
    visible = hidden = 0
    for sheet in book.worksheets:
        state = _STATES.get(sheet.sheet_state, "")
        cells = _sheet(builder, sheet, state, _merged(content, sheet))
        visible, hidden = visible + (0 if state else cells), hidden + (cells if state else 0)
    metadata = {**core_metadata(book.properties, content), "sheets": book.sheetnames}
    if not visible and not hidden:
        return Conversion("empty", reason="no cell holds a value", metadata=metadata)
    if not visible:
        return Conversion("hidden_only", reason="only hidden sheets hold values", metadata=metadata)
    return Conversion("ok", builder.text(), builder.source_map(), metadata)


def _sheet(builder: TextBuilder, sheet: Any, state: str, merged: Sequence[Merged]) -> int:
    """Write one sheet and return how many of its cells hold a value."""
    sheet.reset_dimensions()
    builder.block([Run(sheet.title, Location("xlsx", sheet=sheet.title, cell="A1"), state)], prefix="## ")
    count = 0
    for block in _blocks(_rows(sheet)):
        count += sum(len(row) for row in block.values())
        _block(builder, sheet.title, state, _filled(block, merged))
    return count


def _rows(sheet: Any) -> Iterator[tuple[int, Row]]:
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        row: Row = {}
        for cell in cells:
            if cell.value is not None:
                text = shown(cell.value, cell.number_format or "General").strip()
                if text:
                    row[cell.column] = text
        yield number, row


def _blocks(rows: Iterable[tuple[int, Row]]) -> Iterator[dict[int, Row]]:
    """Rows by number, divided where a row is empty."""
    block: dict[int, Row] = {}
    for number, row in rows:
        if row:
            block[number] = row
        elif block:
            yield block
            block = {}
    if block:
        yield block


def _filled(block: dict[int, Row], merged: Sequence[Merged]) -> dict[int, Row]:
    """The block with merged cells filled: headers over their columns, all over their rows."""
    result = {number: dict(row) for number, row in block.items()}
    first = next(iter(block))
    for area in merged:
        value = block.get(area.top, {}).get(area.left)
        if value is None:
            continue
        is_caption = len(block[area.top]) == 1 and area.bottom == area.top
        across = area.right if area.top - first <= 1 and not is_caption else area.left
        for number in range(area.top, min(area.bottom, max(block)) + 1):
            for column in range(area.left, min(across, area.left + _MAX_MERGED_COLUMNS) + 1):
                result.setdefault(number, {}).setdefault(column, value)
    return dict(sorted(result.items()))


def _block(builder: TextBuilder, title: str, state: str, block: Mapping[int, Row]) -> None:
    """Write captions (rows of one cell above the table) as paragraphs, the rest as a table."""
    rows = list(block.items())
    while rows and len(rows[0][1]) == 1 and (len(rows) == 1 or len(rows[1][1]) > 1 or _one_cell_each(rows)):
        number, row = rows.pop(0)
        column, text = next(iter(row.items()))
        builder.block([_run(title, state, number, column, text)])
    if not rows:
        return
    left = min(min(row) for _, row in rows)
    right = max(max(row) for _, row in rows)
    builder.table([_cells(title, state, number, row, range(left, right + 1)) for number, row in rows])


def _one_cell_each(rows: Sequence[tuple[int, Row]]) -> bool:
    leading = next((index for index, (_, row) in enumerate(rows) if len(row) > 1), 0)
    return 0 < leading <= 3  # noqa: PLR2004 - a title, a subtitle and a date


def _cells(title: str, state: str, number: int, row: Row, columns: range) -> list[Cell]:
    return [(_run(title, state, number, column, row[column]),) if column in row else () for column in columns]


def _run(title: str, state: str, number: int, column: int, text: str) -> Run:
    return Run(text, Location("xlsx", sheet=title, cell=f"{letters(column)}{number}"), state)


def letters(column: int) -> str:
    """The name of a column: 1 is A, 27 is AA."""
    name = ""
    while column:
        column, index = divmod(column - 1, 26)
        name = chr(ord("A") + index) + name
    return name


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _merged(content: bytes, sheet: Any) -> list[Merged]:
    """The merged ranges of a sheet, which the streaming reader does not tell."""
    path = str(getattr(sheet, "_worksheet_path", "")).lstrip("/")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if path not in archive.namelist():
            return []
        xml = archive.read(path)
    found = _MERGED.findall(xml, xml.rfind(b"</sheetData>") if b"</sheetData>" in xml else 0)
    return [
        Merged(int(top), _column(left.decode()), int(bottom), _column(right.decode()))
        for left, top, right, bottom in found[:_MAX_MERGED]
    ]
