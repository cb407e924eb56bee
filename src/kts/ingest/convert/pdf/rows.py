"""What stands side by side on a page, as rows of pieces: signs with their amounts, marks with their words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.pdf.scripts import SCRIPT_SIZE, is_script_of, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.pdf.page import Line

SAME_ROW = 0.5
"""Lines whose middles differ by less than this share of the smaller one's height stand side by side."""
SIGN_GAP = 12.0
"""Widest gap, in line heights, between a sign of money and its amount: it stands at the column's left edge."""
BULLET_GAP = 5.0
"""Widest gap, in line heights, between a bullet or number and its text."""
MARK_GAP = 0.75
"""Widest gap, in line heights, between a label and the marks of its notes; amounts stand further away."""
SPACE = 0.25
"""Narrowest space between two columns, in line heights."""
_SIGN = re.compile(r"(?:US|C|A)?[$\u20ac\u00a3\u00a5(\[+\u2013\u2014-]{1,3}")
_MONEY = frozenset("$\u20ac\u00a3\u00a5")
_CLOSING = re.compile(r"[)%\]]{1,3}|pts?|bps?")
_BULLET = re.compile(
    r"[\u2022\u25cf\u25aa\u25e6\u2023\u00b7\u25a0\u25a1\u2610\u2611\u2612o\u2013\u2014*-]"
    r"|\(?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,3})+\.?|(?i:article|section|item) [\w.]{1,6}"
)
_MARKS = re.compile(r"(?:\(\d{1,2}\)|\[\d{1,2}\]|[*\u2020\u2021])+")
FIGURE = re.compile(
    r"(?:US|USD|EUR|GBP)?\s*[$\u20ac\u00a3(+\u2212\u2013\u2014-]*\s*\(?\d[\d.,\s]*\s*[%)]*|[\u2013\u2014-]|n/?[am]",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d|[A-Z][a-z]{2,8}\.? \d{1,2},?(?: (?:19|20)\d\d)?|Q[1-4].*")
NOFIGURES, YEARS, AMOUNTS = 0, 1, 2


class Row(NamedTuple):
    """Pieces side by side, from left to right, with the ranks of each one's first and last line.

    `spans` are their left and right edges without signs of money, which stand at the edge of the column before.
    `figures` says whether figures stand right of the first piece: NOFIGURES, YEARS alone, or others too.
    """

    pieces: tuple[Line, ...]
    ranks: tuple[tuple[int, int], ...]
    spans: tuple[tuple[float, float], ...]
    middle: float
    height: float
    figures: int = 0


Ranked = tuple[int, "Line"]


def visual_rows(lines: Sequence[Ranked]) -> list[Row]:
    """The lines, with their ranks in the given order, as rows from the top of the page to its bottom."""
    rows: list[Row] = []
    group: list[Ranked] = []
    first: Line | None = None
    size = 0.0
    for ranked in sorted(lines, key=_from_top):
        line = ranked[1]
        if first and not beside(first, line):
            rows.append(_row(group))
            group, first = [], None
        if first is None or size <= SCRIPT_SIZE * line.size:  # a raised sign does not say where the row is
            first, size = line, line.size
        group.append(ranked)
    if group:
        rows.append(_row(group))
    return rows


def _from_top(ranked: Ranked) -> tuple[float, float]:
    left, bottom, _, top = ranked[1].box
    return (-(bottom + top), left)


def _from_left(ranked: Ranked) -> tuple[float, int]:
    return (ranked[1].box[0], ranked[0])


def beside(first: Line, second: Line) -> bool:
    """Whether two lines stand at one height, or one is a small sign raised or lowered beside the other."""
    _, low, _, high = first.box
    _, bottom, _, top = second.box
    apart = abs(low + high - bottom - top)
    small, large = first.size, second.size
    if small > large:
        small, large = large, small
    small, large = max(small, 1.0), max(large, 1.0)
    return apart < 2 * SAME_ROW * (large if small <= SCRIPT_SIZE * large else small)


def _row(group: Sequence[Ranked]) -> Row:
    if len(group) == 1:
        rank, line = group[0]
        left, bottom, right, top = line.box
        return Row((line,), ((rank, rank),), ((left, right),), (bottom + top) / 2, line.size)
    pieces: list[Line] = []
    ranks: list[tuple[int, int]] = []
    spans: list[tuple[float, float]] = []
    for rank, piece in sorted(group, key=_from_left):
        left, _, right, _ = piece.box
        if pieces and _belongs(pieces[-1], piece, first=len(pieces) == 1):
            signed = _SIGN.fullmatch(pieces[-1].text)
            pieces[-1], ranks[-1] = joined(pieces[-1], piece), (ranks[-1][0], rank)
            spans[-1] = (left if signed else spans[-1][0], right)
        else:
            pieces.append(piece)
            ranks.append((rank, rank))
            spans.append((left, right))
    first = group[0][1].box
    height = max([line.size for _, line in group])
    middle = (first[1] + first[3]) / 2
    return Row(tuple(pieces), tuple(ranks), tuple(spans), middle, height, _figures(pieces))


def _figures(pieces: Sequence[Line]) -> int:
    found = [piece.text for piece in pieces[1:] if FIGURE.fullmatch(piece.text)]
    if not found:
        return NOFIGURES
    return AMOUNTS if any(not _YEAR.fullmatch(text) for text in found) or pieces[0].text[-1:] == ":" else YEARS


def _belongs(before: Line, after: Line, *, first: bool) -> bool:
    """Signs of money belong to their amounts, brackets and per cent signs to theirs, bullets to their text."""
    gap, height = after.box[0] - before.box[2], max(after.size, 1.0)
    far = gap >= SIGN_GAP * height or (gap > BULLET_GAP * height and before.text[-1:] not in _MONEY)
    if far or before.hidden != after.hidden:
        return False
    word, text = before.text, after.text
    if is_script_of(before, after) or _CLOSING.fullmatch(text):
        return gap < BULLET_GAP * height
    if _SIGN.fullmatch(word) and (text[:1].isdigit() or FIGURE.fullmatch(text)):
        return gap < (SIGN_GAP if word[-1] in _MONEY else SPACE) * height
    if gap > BULLET_GAP * height or not _BULLET.fullmatch(word):
        marked = gap < MARK_GAP * height and word[-1:].isalpha()
        return marked and _MARKS.fullmatch(text) is not None
    if word.startswith("[") or not any(map(str.isalnum, word)):
        return True
    return first and any(map(str.isalpha, text))
