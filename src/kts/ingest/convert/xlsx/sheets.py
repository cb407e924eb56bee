"""Writes one sheet of a workbook: its name as heading, its tables, what is drawn on it, its comments."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import Run
from kts.ingest.convert.docx.hidden import PAPER, hiding
from kts.ingest.convert.docx.runs import linked
from kts.ingest.convert.docx.styles import Look
from kts.ingest.convert.xlsx.parts import Facts, facts_of
from kts.ingest.convert.xlsx.tables import Value, blocks_of, by_top, continued, letters, tables_of, write_table
from kts.ingest.convert.xlsx.values import plainly, shown
from kts.types import Location

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Iterator

    from kts.ingest.convert.builder import Cell, TextBuilder
    from kts.ingest.convert.images import Images
    from kts.ingest.convert.xlsx.tables import Row

_STATES = {"hidden": "hidden_sheet", "veryHidden": "very_hidden_sheet"}
MAX_CELLS = 500_000
"""Cells with a value that are read of one workbook: 25 to 32 microseconds of CPU each were measured on a slow core,
so this is half of the 30 s that a file may take."""
MAX_VISITED = 2_000_000
"""Cells that are looked at, empty ones too: a sheet may format cells without values by the million, at 10 us each."""
MAX_TEXT = 18_000_000
"""Characters from which no further row is begun, short of the length at which a document is refused as a whole."""
PADDING = 20
"""Places before a row's last cell that cost as much as one empty cell does."""
UNKNOWN_VALUE = "no stored value"
_LONGEST_FORMULA = 200


class Budget:
    """What may still be read of a workbook; lives for one conversion."""

    def __init__(self) -> None:
        self.cells = MAX_CELLS
        self.visits = MAX_VISITED

    def spent(self, length: int) -> str:
        """Why no further row is read; empty while there is room."""
        if self.cells <= 0:
            return f"more than {MAX_CELLS:,} cells with values"
        if self.visits <= 0:
            return f"more than {MAX_VISITED:,} cells"
        return f"more than {MAX_TEXT:,} characters" if length > MAX_TEXT else ""


class Shown(NamedTuple):
    """How the cells of one style are displayed."""

    number_format: str
    hidden: str


class SheetWriter:
    """Writes one sheet; `cells` counts its values, `unknown` the formulas without one."""

    def __init__(self, builder: TextBuilder, images: Images, sheet: Any, budget: Budget) -> None:
        self.builder, self.images, self.sheet, self.budget = builder, images, sheet, budget
        self.state = _STATES.get(sheet.sheet_state, "")
        self.cells = self.unknown = 0
        self.problems: list[str] = []
        self._facts = Facts()
        self._styles: dict[int, Shown] = {}

    def write(self, archive: zipfile.ZipFile) -> None:
        """Write the whole sheet into the builder."""
        path = str(getattr(self.sheet, "_worksheet_path", "")).lstrip("/")
        self._facts = facts_of(archive, path, rows=self.budget.cells)
        self.sheet.reset_dimensions()
        self.builder.block([Run(self.sheet.title, self._place("A1"), self.state)], prefix="## ")
        merged = by_top(self._facts.merged)
        tables = (table for block in blocks_of(self._rows()) for table in tables_of(block, merged))
        for table in continued(tables):
            write_table(self.builder, table, self._run)
        self._drawn()
        for comment in self._facts.comments:
            author = f" ({comment.author})" if comment.author else ""
            text = f"Comment on {comment.cell}{author}: {comment.text}"
            self.builder.block([Run(text, self._place(comment.cell), self.state)])

    def _place(self, cell: str) -> Location:
        return Location("xlsx", sheet=self.sheet.title, cell=cell)

    def _rows(self) -> Iterator[tuple[int, Row]]:
        from openpyxl.cell.read_only import EMPTY_CELL

        for number, cells in enumerate(self.sheet.iter_rows(), start=1):
            if reason := self.budget.spent(self.builder.length):
                self.problems.append(f"sheet '{self.sheet.title}' is read up to row {number - 1:,}: {reason}")
                return
            row = dict(self._values(cells, "hidden_row" if number in self._facts.hidden_rows else ""))
            self.budget.visits -= 1 + len(cells) // PADDING + sum(cell is not EMPTY_CELL for cell in cells)
            self.budget.cells -= len(row)
            self.cells += len(row)
            yield number, row

    def _values(self, cells: Any, hidden: str) -> Iterator[tuple[int, Value]]:
        for cell in cells:
            value = cell.value
            if value is None:
                if self._facts.formulas and (formula := self._formula(cell)):
                    yield cell.column, Value(formula, hidden=self._mark(hidden, cell.column))
                continue
            style = self._style(cell)
            text = shown(value, style.number_format).strip()
            unseen = "" if text else "vanish"
            text = text or plainly(value).strip()
            if text:
                number = not isinstance(value, (str, bool))
                unseen = self._mark(hidden, cell.column) or unseen or style.hidden
                yield cell.column, Value(text, number, unseen, isinstance(value, (dt.date, dt.datetime)))

    def _mark(self, hidden: str, column: int) -> str:
        return self.state or hidden or ("hidden_column" if column in self._facts.hidden_columns else "")

    def _formula(self, cell: Any) -> str:
        """What stands for a formula whose result the file does not hold."""
        if not hasattr(cell, "coordinate") or cell.coordinate not in self._facts.formulas:
            return ""
        self.unknown += 1
        formula = self._facts.formulas[cell.coordinate][:_LONGEST_FORMULA]
        return f"={formula} ({UNKNOWN_VALUE})" if formula else f"({UNKNOWN_VALUE})"

    def _style(self, cell: Any) -> Shown:
        """The display of a cell's style, worked out once."""
        key = id(cell.style_array)
        if key not in self._styles:
            self._styles[key] = Shown(cell.number_format or "General", hiding(_look(cell), PAPER))
        return self._styles[key]

    def _run(self, number: int, column: int, value: Value) -> Cell:
        cell = f"{letters(column)}{number}"
        text = linked(value.text, self._facts.links.get(cell, ""))
        return (Run(text, self._place(cell), value.hidden),)

    def _drawn(self) -> None:
        """Text boxes, captions of charts and pictures, each at its cell."""
        for drawn in self._facts.drawn:
            place = self._place(drawn.cell)
            if drawn.picture:
                self.images.add(drawn.picture, at=self.builder.length, location=place, alt=drawn.text)
            text = f"[Image: {drawn.text}]" if drawn.picture and drawn.text else drawn.text
            if text:
                self.cells += 1
                self.builder.block([Run(text, place, self.state)])


def _look(cell: Any) -> Look:
    """The font's colour and size, on the colour of the cell's fill; a theme's colours are not looked up."""
    font, fill = cell.font, cell.fill
    size = int(2 * float(font.sz)) if font is not None and font.sz else 0
    pattern = getattr(fill, "patternType", None) if fill is not None else None
    behind = "" if pattern is None else _colour(getattr(fill, "fgColor", None)) if pattern == "solid" else "?"
    return Look(
        size=size, color=_colour(font.color) if font is not None else "", fill=behind or ("?" if pattern else "")
    )


def _colour(color: Any) -> str:
    """RRGGBB of a literal colour and of the first two of a theme, which are white and black by default."""
    if color is None:
        return ""
    if color.type == "rgb" and re.fullmatch("[0-9A-Fa-f]{8}", str(color.rgb)):
        return str(color.rgb)[2:].upper()
    plain_theme = color.type == "theme" and not color.tint
    return {0: "FFFFFF", 1: "000000"}.get(color.theme, "?") if plain_theme else "?"
