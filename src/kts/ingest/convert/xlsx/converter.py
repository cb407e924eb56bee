"""XLSX: every sheet as Markdown tables, every cell mapped to its place such as `Rates!B7`.

A table ends at an empty row, or at an empty column that divides two tables, or a table and remarks. Its first full row
of words is the header; what stands above is written as captions. Comments and text boxes follow the tables of their
sheet.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.docx.hidden import is_unseen
from kts.ingest.convert.images import Images
from kts.ingest.convert.officemeta import package_metadata
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.ingest.convert.strict import transitional
from kts.ingest.convert.xlsx.sheets import Budget, SheetWriter
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion

if TYPE_CHECKING:
    from kts.types import Outcome


class XlsxConverter:
    """Reads `.xlsx`: values as displayed, formulas by their stored results, comments; hidden cells are marked."""

    name = "xlsx"
    version = "7"
    suffixes = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One section a sheet, its tables from top to bottom."""
        del name
        from openpyxl.utils.exceptions import InvalidFileException

        return attempt(lambda: _convert(content), damage=(*DAMAGE, InvalidFileException), what="XLSX")


def _convert(content: bytes) -> Conversion:
    guard(content)
    import openpyxl

    content = transitional(content)
    with warnings.catch_warnings(), zipfile.ZipFile(io.BytesIO(content)) as archive:
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        return _read(book, archive, package_metadata(content))


def _read(book: Any, archive: zipfile.ZipFile, metadata: dict[str, Any]) -> Conversion:
    builder, images, budget = TextBuilder(), Images(), Budget()
    problems: list[str] = []
    cells = unknown = 0
    for sheet in book.worksheets:
        writer = SheetWriter(builder, images, sheet, budget)
        try:
            writer.write(archive)
        except DAMAGE as error:
            problems.append(f"sheet '{sheet.title}' not read to its end: {type(error).__name__}")
        except Refusal as refusal:
            problems.append(f"sheet '{sheet.title}': {refusal.message}")
            break
        cells, unknown = cells + writer.cells, unknown + writer.unknown
        problems.extend(writer.problems)
    metadata = {**metadata, "sheets": book.sheetnames}
    if unknown:
        metadata["formulas_without_value"] = unknown
    return _conversion(builder, images, metadata, cells=cells, reason="; ".join(problems))


def _conversion(
    builder: TextBuilder, images: Images, metadata: dict[str, Any], *, cells: int, reason: str
) -> Conversion:
    found = images.all()
    if not cells:
        outcome: Outcome = "malformed" if reason else "empty"
        return Conversion(outcome, reason=reason or "no cell holds a value", metadata=metadata, images=found)
    text, source_map = builder.text(), builder.source_map()
    if is_unseen(text, source_map.hidden):
        return Conversion("hidden_only", reason="only hidden cells hold values", metadata=metadata)
    return Conversion("partial" if reason else "ok", text, source_map, metadata, found, reason)
