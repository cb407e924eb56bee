"""CSV: a Markdown table whose every cell maps to its line and bytes."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.builder import Cell

_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 50
_SAMPLE_LENGTH = 65_536
MAX_CELLS = 1_000_000
"""Cells of a table that is read: each takes some 1.2 kB until it is stored, and a worker may have 2 GiB (measured with
a list of six columns: 135 MB for a megabyte of it). What has more is refused before its rows are split."""
MAX_PREAMBLE = 10
"""Lines above a table that are taken for its title and remarks."""
MEASURED_SHARE = 0.8
"""Share of numbers and dates from which a column is one of amounts or of dates."""
_MEASURE = re.compile(
    r"[-+(]?[$\u20ac\u00a3]?\s?-?\d[\d.,' ]*(?:[eE][-+]?\d+)?\s?[%)]?|\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]+)?"
    r"|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


class Field(NamedTuple):
    """A cell: its value without quotes, and its range in the decoded file (inside the quotes)."""

    value: str
    start: int
    end: int


class CsvConverter:
    """Reads `.csv` and `.tsv` separated by comma, semicolon, tab or vertical bar."""

    name = "csv"
    version = "4"
    suffixes = frozenset({".csv", ".tsv", ".tab", ".psv"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One table; its first row is the header unless it looks like all the others."""
        del name
        return attempt(lambda: _convert(content), what="CSV")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    positions = Positions(decoded)
    builder = TextBuilder()
    body, first = _without_hint(decoded.text)
    delimiter = first or sniff(body)
    offset = len(decoded.text) - len(body)
    _refuse_more(body, delimiter)
    rows = [row for row in records(body, delimiter) if _has_text(row)]
    first_row = _remarks(rows) or _preamble(rows)
    for row in rows[:first_row]:
        builder.line(run for cell in _cells(row, positions, offset) for run in cell)
    table = rows[first_row:]
    header = [] if has_header([[field.value for field in row] for row in table]) else [_numbered(table)]
    builder.table([*header, *(_cells(row, positions, offset) for row in table)])
    if not builder.length:
        return Conversion("empty", reason="no cells with text")
    return Conversion("ok", builder.text(), builder.source_map(), assumed(decoded))


def _refuse_more(text: str, delimiter: str) -> None:
    """Raise Refusal for a table of too many cells, as far as that is seen without splitting its rows."""
    lines = text.count("\n") + 1
    if lines + text.count(delimiter) <= MAX_CELLS:
        return
    sample = [len(row) for _, row in zip(range(_SAMPLE_ROWS), records(text[:_SAMPLE_LENGTH], delimiter), strict=False)]
    cells = lines * max(sample, default=1)
    if cells > MAX_CELLS:
        reason = f"about {cells:,} cells of a table; at most {MAX_CELLS:,} are read"
        raise Refusal(outcome="too_large", reason=reason)


def _remarks(rows: list[list[Field]]) -> int:
    """How many rows at the top are remarks: lines that begin with `#` above a row of more cells."""
    count = 0
    while count < min(len(rows) - 1, MAX_PREAMBLE) and rows[count][0].value.lstrip().startswith("#"):
        count += 1
    is_above = count and len(rows[count]) > max(sum(bool(field.value.strip()) for field in row) for row in rows[:count])
    return count if is_above else 0


def _preamble(rows: list[list[Field]]) -> int:
    """How many rows at the top are lines of text above the table: one cell where the table has three or more."""
    widths = Counter(len(row) for row in rows[:_SAMPLE_ROWS])
    if not widths or widths.most_common(1)[0][0] <= 2:  # noqa: PLR2004 - two columns may well be one short row
        return 0
    count = 0
    while count < min(len(rows) - 1, MAX_PREAMBLE) and sum(bool(field.value.strip()) for field in rows[count]) == 1:
        count += 1
    return count


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: not if it holds amounts or dates wherever the others do.

    Years are names of columns as often as values, so that they decide nothing.
    """
    body = rows[1:_SAMPLE_ROWS]
    if len(body) < 2 or not rows[0]:  # noqa: PLR2004 - one row tells nothing of a column
        return True
    measured = [column for column in range(len(rows[0])) if _share(body, column) >= MEASURED_SHARE]
    telling = [rows[0][column] for column in measured if not _YEAR.fullmatch(rows[0][column].strip())]
    return not telling or not all(_MEASURE.fullmatch(cell.strip()) for cell in telling)


def _share(rows: Sequence[Sequence[str]], column: int) -> float:
    cells = [row[column].strip() for row in rows if column < len(row) and row[column].strip()]
    return sum(bool(_MEASURE.fullmatch(cell)) for cell in cells) / len(cells) if cells else 0.0


def _numbered(rows: list[list[Field]]) -> list[Cell]:
    return [(Run(f"Column {number}"),) for number in range(1, max(map(len, rows), default=0) + 1)]


def _without_hint(text: str) -> tuple[str, str]:
    """The text after Excel's `sep=;` line, and the separator it names."""
    line, _, rest = text.partition("\n")
    named = line.strip()
    if named.lower().startswith("sep=") and len(named) == len("sep=;"):
        return rest, named[-1]
    return text, ""


def _has_text(row: list[Field]) -> bool:
    return any(field.value.strip() for field in row)


def _cells(row: list[Field], positions: Positions, offset: int) -> list[Cell]:
    return [
        (Run(field.value.strip(), positions.locate(field.start + offset, field.end + offset)),)
        if field.value.strip()
        else ()
        for field in row
    ]


def sniff(text: str) -> str:
    """The delimiter with which most rows have the same number of cells, more than one; else the comma."""
    sample = text[:_SAMPLE_LENGTH]
    return max(_DELIMITERS, key=lambda delimiter: (_regularity(sample, delimiter), delimiter == ","))


def _regularity(sample: str, delimiter: str) -> float:
    widths: Counter[int] = Counter()
    for index, row in enumerate(records(sample, delimiter)):
        if index >= _SAMPLE_ROWS:
            break
        if _has_text(row):
            widths[len(row)] += 1
    if not widths:
        return 0.0
    width, rows = max(widths.items(), key=lambda item: (item[1], item[0]))
    return rows / widths.total() + min(width, 100) / 1000 if width > 1 else 0.0


def records(text: str, delimiter: str) -> Iterator[list[Field]]:
    """The rows of the text as RFC 4180 has them; an opening quote never closed is an ordinary character."""
    at, row = 0, []
    quotes = True
    while at < len(text):
        field, end = _quoted(text, at) if quotes and text.startswith('"', at) else (None, at)
        if field is None:
            quotes = quotes and not text.startswith('"', at)
            field, end = _bare(text, at, delimiter)
        elif not _ends_field(text, end, delimiter) and ("\n" in field.value or "\r" in field.value):
            field, end = _bare(text, at, delimiter)  # its partner is the quote of another row
        elif not _ends_field(text, end, delimiter):
            rest, end = _bare(text, end, delimiter)
            field = Field(field.value + rest.value, field.start, rest.end)
        row.append(field)
        at = end + 1
        if text[end : end + 1] == delimiter:
            if at == len(text):
                row.append(Field("", at, at))
            continue
        at += text.startswith("\r\n", end)
        yield row
        row = []
    if row:
        yield row


def _ends_field(text: str, at: int, delimiter: str) -> bool:
    return at >= len(text) or text[at] in (delimiter, "\r", "\n")


def _quoted(text: str, at: int) -> tuple[Field | None, int]:
    """The quoted field that opens at `at` and the offset after its closing quote, None if it never closes."""
    end = text.find('"', at + 1)
    while end != -1 and text.startswith('""', end):
        end = text.find('"', end + 2)
    if end == -1:
        return None, at
    return Field(text[at + 1 : end].replace('""', '"'), at + 1, end), end + 1


def _bare(text: str, at: int, delimiter: str) -> tuple[Field, int]:
    match = re.compile(f"[{re.escape(delimiter)}\r\n]").search(text, at)
    end = match.start() if match else len(text)
    value = text[at:end]
    start = at + len(value) - len(value.lstrip())
    return Field(value, start, max(start, at + len(value.rstrip()))), end
