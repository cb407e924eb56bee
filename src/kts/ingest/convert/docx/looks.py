"""What the type of a DOCX paragraph tells: headings that only look like headings, listings in typewriter type."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docx.runs import pieces_of
from kts.ingest.convert.docx.styles import DEFAULT_SIZE, W
from kts.ingest.convert.docx.tables import places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from kts.ingest.convert.docx.runs import Reading
    from kts.ingest.convert.docx.tables import Place, Row

SHORTEST = 2
LONGEST = 100
"""Characters of a line that may be a heading: two lines of type."""
MOST_WORDS = 14
LARGER = 1.15
"""Times the body's size from which bold type stands out as a heading: 12 points over 10, 14 over 12."""
MUCH_LARGER = 1.4
"""The same for type that is not bold."""
DEEPEST = 6


class Line(NamedTuple):
    """The type of one paragraph: its smallest size in half-points, whether all of it is bold, its style's level."""

    text: str
    size: int
    bold: bool
    level: int
    excluded: bool
    listing: bool


class Type(NamedTuple):
    """What a paragraph's type makes it: a heading of a `level`, or a line of a listing."""

    level: int = 0
    listing: bool = False


def types_of(body: Any, reading: Reading) -> Mapping[Any, Type]:
    """The type of the body's paragraphs by element, for those whose type tells something.

    A line is a heading by its look when it is short and bold, in larger type than the body of the document.
    """
    lines = {element: _line(element, reading) for element in body.iterchildren(f"{W}p")}
    found = _headings(lines)
    types = {element: Type(listing=True) for element, line in lines.items() if line.listing}
    sizes = {line.size for line in found.values()}
    styled: dict[int, int] = {}
    for line in lines.values():
        if line.level:
            styled[line.level] = max(styled.get(line.level, 0), line.size)
    return {**types, **{element: Type(_rank(line.size, sizes, styled)) for element, line in found.items()}}


def _headings(lines: Mapping[Any, Line]) -> dict[Any, Line]:
    sizes: Counter[int] = Counter()
    for line in lines.values():
        if not line.level:
            sizes[line.size] += len(line.text)
    body_size = max(sizes, key=lambda size: (sizes[size], -size), default=DEFAULT_SIZE)
    found = {element: line for element, line in lines.items() if _stands_out(line, body_size)}
    largest_share = sum(len(line.text) for line in found.values()) * 2 > sum(sizes.values())
    return {} if largest_share else found


def _line(element: Any, reading: Reading) -> Line:
    properties = element.find(f"{W}pPr")
    style = reading.styles.of(properties)
    pieces = [piece for piece in pieces_of(element, reading, style) if piece.text.strip()]
    text = "".join(piece.text for piece in pieces).strip()
    size = min((piece.look.size or DEFAULT_SIZE for piece in pieces), default=DEFAULT_SIZE)
    bold = bool(pieces) and all(piece.look.bold for piece in pieces)
    hidden = any(piece.look.vanish for piece in pieces)
    listing = not style.level and (style.code or (bool(pieces) and all(piece.look.monospaced for piece in pieces)))
    return Line(text, size, bold, style.level, style.contents or listing or hidden, listing)


def _stands_out(line: Line, body_size: int) -> bool:
    if line.level or line.excluded or not SHORTEST <= len(line.text) <= LONGEST or len(line.text.split()) > MOST_WORDS:
        return False
    if line.text.endswith((".", ",", ";", ":", "?", "!")) or not re.search(r"[^\W\d_]{2}", line.text):
        return False
    return line.size >= body_size * (LARGER if line.bold else MUCH_LARGER)


def _rank(size: int, sizes: Collection[int], styled: Mapping[int, int]) -> int:
    """1 plus the number of larger sizes among the headings; below the styled headings (level: size) that are larger."""
    above = max((level for level, largest in styled.items() if largest > size), default=0)
    return min(1 + max(sum(one > size for one in sizes), above), DEEPEST)


def names_rows(rows: Sequence[Row], reading: Reading) -> bool:
    """Whether bold or shaded cells name the values beside them, in one pair of columns or several, and head none."""
    if len(rows) < 2 or any(row.header for row in rows):  # noqa: PLR2004 - one row may be a header without a table
        return False
    cells = [list(places_of(row)) for row in rows]
    if any(len(row) % 2 or any(at.span > 1 or at.continued for at in row) for row in cells):
        return False
    names, values = [[at for row in cells for at in row[first::2]] for first in (0, 1)]
    is_bold = {at.element: _is_bold(at.element, reading) for at in (*names, *values)}
    ways: tuple[Callable[[Place], bool], ...] = (
        lambda at: is_bold[at.element] is not False,
        lambda at: at.fill not in {"", "FFFFFF", "AUTO"},
    )
    first = [row[1] for row in cells if len(row) > 1]
    return any(
        bool(first) and all(way(at) for at in names) and not any(way(at) for at in values if _says(at.element))
        for way in ways
    ) and all(_says(row[0].element) for row in cells if row)


def _says(cell: Any) -> bool:
    return any((element.text or "").strip() for element in cell.iter(f"{W}t"))


def _is_bold(cell: Any, reading: Reading) -> bool | None:
    """Whether all text of a cell is bold; None where there is none."""
    looks = [
        piece.look.bold
        for paragraph in cell.iterchildren(f"{W}p")
        for piece in pieces_of(paragraph, reading, reading.styles.of(paragraph.find(f"{W}pPr")))
        if piece.text.strip()
    ]
    return all(looks) if looks else None
