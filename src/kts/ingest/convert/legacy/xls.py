"""XLS (Excel 5 to 2003): every sheet as Markdown tables, every cell mapped to its place such as `Rates!B7`."""

from __future__ import annotations

import datetime as dt
import io
import re
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.legacy.ole import SIGNATURE, Container
from kts.ingest.convert.legacy.sheets import Merged, Value, write_sheet
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.ingest.convert.xlsx.values import shown
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.legacy.sheets import Row

_STATES = {1: "hidden_sheet", 2: "veryhidden_sheet"}
_EMPTY, _TEXT, _NUMBER, _DATE, _BOOLEAN, _ERROR = range(6)
_VALUES = frozenset({_TEXT, _NUMBER, _DATE, _BOOLEAN, _ERROR})
_LOCAL_DATES = frozenset({14, 22})
"""Built-in formats of dates whose display depends on the machine: these are written in ISO 8601."""
_ELAPSED = re.compile(r"\[[hms]+\]", re.IGNORECASE)
_MAX_MERGED = 10_000
_BARE = b"\x09"
"""First byte of a workbook without a container, as Excel 2 to 4 wrote it."""


class XlsConverter:
    """Reads `.xls`: the values as displayed, formulas by their stored results; hidden sheets are marked."""

    name = "xls"
    version = "4"
    suffixes = frozenset({".xls", ".xlt"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One section a sheet, one table a block of rows without an empty row between."""
        del name
        import xlrd
        from xlrd.compdoc import CompDocError

        return attempt(lambda: _convert(content), damage=(*DAMAGE, xlrd.XLRDError, CompDocError), what="Excel workbook")


def _convert(content: bytes) -> Conversion:
    metadata = Container(content, what="Excel 97-2003").metadata() if not content.startswith(_BARE) else {}
    book = _open(content)
    builder = TextBuilder()
    visible = hidden = 0
    for sheet in book.sheets():
        state = _STATES.get(sheet.visibility, "")
        cells = write_sheet(builder, sheet.name, state, _rows(book, sheet), _merged(sheet))
        visible, hidden = visible + (0 if state else cells), hidden + (cells if state else 0)
    metadata = {**metadata, "sheets": book.sheet_names()}
    if not visible and not hidden:
        return Conversion("empty", reason="no cell holds a value", metadata=metadata)
    if not visible:
        return Conversion("hidden_only", reason="only hidden sheets hold values", metadata=metadata)
    return Conversion("ok", builder.text(), builder.source_map(), metadata)


def _open(content: bytes) -> Any:
    import xlrd

    if not content.startswith((SIGNATURE, _BARE)):
        raise Refusal(outcome="malformed", reason="not an Excel 97-2003 file: its first bytes are those of another")
    try:
        return xlrd.open_workbook(file_contents=content, formatting_info=True, ragged_rows=True, logfile=io.StringIO())
    except xlrd.XLRDError as error:
        if "encrypted" in str(error).lower():
            raise Refusal(outcome="encrypted", reason="the workbook is protected by a password") from error
        raise


def _rows(book: Any, sheet: Any) -> Iterator[tuple[int, Row]]:
    for number in range(sheet.nrows):
        row: Row = {}
        for column, kind in enumerate(sheet.row_types(number), start=1):
            if kind not in _VALUES:
                continue
            cell = sheet.cell(number, column - 1)
            if text := _shown(book, cell).strip():
                row[column] = Value(text, number=cell.ctype in {_NUMBER, _DATE})
        yield number + 1, row


def _shown(book: Any, cell: Any) -> str:
    """The cell's value as displayed, an error by its sign such as `#DIV/0!`."""
    from xlrd import error_text_from_code

    if cell.ctype == _TEXT:
        return str(cell.value)
    if cell.ctype == _BOOLEAN:
        return shown(bool(cell.value), "General")
    if cell.ctype == _ERROR:
        return str(error_text_from_code.get(cell.value, "#ERROR"))
    if cell.ctype == _DATE and (moment := _moment(book, cell.value)) is not None:
        code = _format(book, cell)
        return shown(dt.timedelta(days=cell.value) if _ELAPSED.search(code) else moment, code)
    return shown(cell.value, _format(book, cell)) if cell.ctype in {_NUMBER, _DATE} else ""


def _moment(book: Any, value: float) -> dt.datetime | dt.time | None:
    """A date or time; None for numbers outside of the calendar."""
    from xlrd import xldate

    try:
        moment = xldate.xldate_as_datetime(value, book.datemode)
    except (ArithmeticError, ValueError, xldate.XLDateError):
        return None
    rounded: dt.datetime = (moment + dt.timedelta(milliseconds=500)).replace(microsecond=0)
    return rounded.time() if 0 <= value < 1 else rounded


def _format(book: Any, cell: Any) -> str:
    index = cell.xf_index
    if index is None or not 0 <= index < len(book.xf_list):
        return "General"
    key = book.xf_list[index].format_key
    found = book.format_map.get(key) if key not in _LOCAL_DATES else None
    return str(found.format_str) if found is not None else "General"


def _merged(sheet: Any) -> list[Merged]:
    """The merged ranges; xlrd counts from 0 and leaves the ends out."""
    ranges = sheet.merged_cells[:_MAX_MERGED]
    return [Merged(top + 1, left + 1, bottom, right) for top, bottom, left, right in ranges]
