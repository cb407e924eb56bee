"""A stretch of a PDF's pages as plain values, so that it can be read in one process and joined in another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.pdf.page import Line
from kts.ingest.convert.pdf.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ingest.convert.pdf.page import Box

    Item = Line | Table

PART = "pdf_part"
"""The metadata key under which a part carries what its pages hold."""
_TABLE = "table"


class Part(NamedTuple):
    """What some pages of a document gave.

    `pages` are the items of each page from `first` on; `failed`, `silent` (without text) and `scanned` (images
    without text) page numbers; `comments` what pops up on the pages, as lines; `document` the properties of the
    document and `outline` its bookmarks, both only with the first page.
    """

    first: int
    pages: list[list[Item]]
    failed: list[int]
    silent: list[int]
    scanned: list[int]
    links: list[str]
    notes: list[str]
    fields: dict[str, str]
    document: dict[str, Any]
    outline: dict[str, int]
    comments: list[Line]


def encoded(part: Part) -> dict[str, Any]:
    """The part as JSON values."""
    values = part._asdict()
    values["pages"] = [[_encoded(item) for item in page] for page in part.pages]
    values["comments"] = [list(line) for line in part.comments]
    return values


def _encoded(item: Item) -> list[Any]:
    if isinstance(item, Table):
        rows = [[[list(line) for line in cell] for cell in row] for row in item.rows]
        return [_TABLE, item.page, list(item.box), rows]
    return list(item)


def decoded(values: Mapping[str, Any]) -> Part:
    """The part that `encoded` gave."""
    part = Part(**values)
    return part._replace(
        pages=[[_decoded(item) for item in page] for page in part.pages],
        comments=[_line(line) for line in part.comments],
    )


def _decoded(item: Sequence[Any]) -> Item:
    if len(item) == 4 and item[0] == _TABLE:  # noqa: PLR2004
        rows = tuple(tuple(tuple(_line(line) for line in cell) for cell in row) for row in item[3])
        return Table(item[1], _box(item[2]), rows)
    return _line(item)


def _line(values: Sequence[Any]) -> Line:
    line = Line(*values)
    return line._replace(box=_box(line.box), place=_box(line.place) if line.place else None)


def _box(edges: Sequence[float]) -> Box:
    left, bottom, right, top = edges
    return (left, bottom, right, top)
