"""The paragraphs of a shape as they are shown: bullets and numbers, text runs, those that cannot be seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import Run, stripped
from kts.ingest.convert.docx.hidden import hiding
from kts.ingest.convert.docx.math import M, equation
from kts.ingest.convert.docx.runs import CHOICE, Piece, told
from kts.ingest.convert.docx.styles import Look
from kts.ingest.convert.docx.symbols import readable
from kts.ingest.convert.numerals import displayed
from kts.ingest.convert.pptx.drawings import A

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.pptx.colours import Colours
    from kts.types import Location

_DEEPEST = 8
_PER_HALF_POINT = 50
"""Run sizes are in hundredths of a point; a look has half-points."""
_RAISED = re.compile(r"[1-9]\d*%?")
"""How far a superscript is raised, in thousandths of per cent; a subscript's is negative."""
_KINDS = {"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"}
_BULLETS = frozenset(f"{A}{name}" for name in "buNone buChar buBlip buAutoNum".split())


class Ground(NamedTuple):
    """What a text stands on: the slide's colours and the one behind it; `hidden` when all of it is hidden."""

    colours: Colours
    behind: str
    hidden: str = ""


class Line(NamedTuple):
    """A paragraph: `prefix` is its indented bullet or number, empty for plain text."""

    prefix: str
    runs: tuple[Run, ...]


def lines_of(body: Any, place: Location, ground: Ground, *, inherited: Sequence[Any] = ()) -> Iterator[Line]:
    """The paragraphs of a text body that hold text.

    `inherited` are the text bodies and list styles, nearest first, where bullets are looked up.
    """
    counts: dict[int, int] = {}
    for paragraph in body.iterfind(f"{A}p"):
        runs = stripped(list(_runs(paragraph, place, ground)))
        properties = paragraph.find(f"{A}pPr")
        depth = _depth(properties)
        if runs:
            bullet = _bullet(properties, depth, [body, *inherited])
            label = _label(bullet, depth, counts)
            yield Line("  " * depth + label if label else "", runs)


def _runs(paragraph: Any, place: Location, ground: Ground) -> Iterator[Run]:
    for text, look, _ in told(_pieces(paragraph, ground)):
        yield Run(text, place, ground.hidden or hiding(look, ground.behind))


def _pieces(paragraph: Any, ground: Ground) -> Iterator[Piece]:
    for child in paragraph:
        if child.tag in {f"{A}r", f"{A}fld"}:
            text = child.find(f"{A}t")
            look = _look(child.find(f"{A}rPr"), ground.colours)
            shown = readable((text.text if text is not None else "") or "", look.font)
            yield Piece(shown.replace("\v", "\n"), look)
        elif child.tag == f"{A}br":
            yield Piece("\n", Look())
        else:
            chosen = child.find(CHOICE) if isinstance(child.tag, str) else None
            formulas = (chosen if chosen is not None else child).iter(f"{M}oMath")
            for formula in formulas:
                yield Piece(equation(formula), Look())


def _look(properties: Any, colours: Colours) -> Look:
    if properties is None:
        return Look()
    size = properties.get("sz", "")
    fill = properties.find(f"{A}solidFill")
    highlight = properties.find(f"{A}highlight")
    font = properties.find(f"{A}sym")
    return Look(
        size=int(size) // _PER_HALF_POINT if size.isdecimal() else 0,
        color=colours.of(fill) if fill is not None else "",
        fill=colours.of(highlight) if highlight is not None else "",
        font=font.get("typeface", "") if font is not None else "",
        struck=properties.get("strike", "noStrike") != "noStrike",
        position="superscript" if _RAISED.fullmatch(properties.get("baseline", "")) else "",
    )


def _depth(properties: Any) -> int:
    level = properties.get("lvl", "0") if properties is not None else "0"
    return min(int(level), _DEEPEST) if level.isdecimal() else 0


def _bullet(properties: Any, depth: int, bodies: Sequence[Any]) -> Any:
    """The nearest statement about the paragraph's bullet; None when nobody makes one."""
    found = _stated(properties)
    for body in bodies:
        if found is not None:
            return found
        found = _stated(_level_style(body, depth))
    return found


def _level_style(body: Any, depth: int) -> Any:
    name = f"{A}lvl{depth + 1}pPr"
    styles = body.find(f"{A}lstStyle") if body.tag.endswith("}txBody") else body
    return styles.find(name) if styles is not None else None


def _stated(properties: Any) -> Any:
    return next((child for child in properties if child.tag in _BULLETS), None) if properties is not None else None


def _label(bullet: Any, depth: int, counts: dict[int, int]) -> str:
    for deeper in [known for known in counts if known > depth]:
        del counts[deeper]
    if bullet is None or bullet.tag != f"{A}buAutoNum":
        counts.pop(depth, None)
        return "" if bullet is None or bullet.tag == f"{A}buNone" else "- "
    start = bullet.get("startAt", "1")
    counts[depth] = counts[depth] + 1 if depth in counts else int(start) if start.isdecimal() else 1
    kind = bullet.get("type", "arabicPeriod")
    number = displayed(counts[depth], next((_KINDS[key] for key in _KINDS if kind.startswith(key)), "decimal"))
    if kind.endswith("ParenBoth"):
        return f"({number}) "
    return f"{number}) " if kind.endswith("ParenR") else f"{number}. "
