"""Quality against cost as plain SVG: nDCG@10 upward, CPU a question along a logarithmic axis."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 800, 460
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 60, 52
STEP = 0.02
"""Between two lines of the quality axis."""
LETTER, LINE, RADIUS = 7.2, 14.0, 5.0
"""Pixels: width of a letter at 12 px, height of a line of text, radius of a point."""
HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
    'font-family="sans-serif" role="img">'
)
COLOURS = {"product": "#0b6e4f", "reference": "#6b7280", "peer": "#b45309"}


class Point(NamedTuple):
    """A system: what a question costs in CPU milliseconds, and how good its ten first documents are."""

    name: str
    kind: str
    cost: float
    quality: float


class Box(NamedTuple):
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Axes(NamedTuple):
    """The ranges shown: decades of milliseconds, and quality from `low` to `high`."""

    first: int
    last: int
    low: float
    high: float

    def across(self, cost: float) -> float:
        """Pixels from the left."""
        share = (math.log10(cost) - self.first) / (self.last - self.first)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def down(self, quality: float) -> float:
        """Pixels from the top."""
        share = (quality - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def drawn(points: Sequence[Point], *, title: str) -> str:
    """The picture; the same points give the same bytes."""
    axes = _axes(points)
    parts = [
        HEAD,
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(LEFT, 20, title, size=14),
        *_grid(axes),
        *_legend(),
        *_labelled(sorted(points, key=lambda point: (point.kind != "product", point.name)), axes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes(points: Sequence[Point]) -> Axes:
    costs, found = [point.cost for point in points], [point.quality for point in points]
    low, high = math.floor(min(found) / STEP) * STEP, math.ceil(max(found) / STEP) * STEP
    first, last = math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))
    return Axes(first, max(last, first + 1), low, max(high, low + STEP))


def _grid(axes: Axes) -> Iterator[str]:
    for decade in range(axes.first, axes.last + 1):
        x = axes.across(10.0**decade)
        yield _line(x, TOP, x, HEIGHT - BOTTOM)
        yield _text(x, HEIGHT - BOTTOM + 18, f"{10.0**decade:g}", anchor="middle")
    for step in range(round((axes.high - axes.low) / STEP) + 1):
        y = axes.down(axes.low + step * STEP)
        yield _line(LEFT, y, WIDTH - RIGHT, y)
        yield _text(LEFT - 8, y + 4, f"{axes.low + step * STEP:.2f}", anchor="end")
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield _text(middle, HEIGHT - 12, "CPU ms a question, the model included (logarithmic)", anchor="middle")


def _legend() -> Iterator[str]:
    for place, (kind, colour) in enumerate(COLOURS.items()):
        x = WIDTH - RIGHT - 90 * (len(COLOURS) - place)
        yield f'<circle cx="{x}" cy="{TOP - 14}" r="{RADIUS}" fill="{colour}"/>'
        yield _text(x + 10, TOP - 10, kind)


def _labelled(points: Sequence[Point], axes: Axes) -> Iterator[str]:
    """Points and names; a name goes to the first free side of its point."""
    places = [(axes.across(point.cost), axes.down(point.quality)) for point in points]
    taken = [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in places]
    for point, (x, y) in zip(points, places, strict=True):
        boxes = _sides(x, y, LETTER * len(point.name))
        box = next((box for box in boxes if not any(box.meets(other) for other in taken)), boxes[0])
        taken.append(box)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{COLOURS[point.kind]}"/>'
        bold = point.kind == "product"
        if box.right < x:  # to the left of its point a name ends where the room ends, however wide its letters are
            yield _text(box.right, box.bottom - 4, point.name, anchor="end", bold=bold)
        else:
            yield _text(box.left, box.bottom - 4, point.name, bold=bold)


def _sides(x: float, y: float, width: float) -> list[Box]:
    """Right, left, above and below a point, then further off, as far as they are inside the picture."""
    gap, half = RADIUS + 4, LINE / 2
    corners = [(x + gap, y - half), (x - gap - width, y - half)]
    corners += [(x - width / 2, y + way * (gap + half) - half) for way in (-1, 1)]
    corners += [(x + gap, y + way * LINE - half) for way in (-1, 1)]
    corners += [(x - gap - width, y + way * LINE - half) for way in (-1, 1)]
    boxes = [Box(left, top, left + width, top + LINE) for left, top in corners]
    inside = [box for box in boxes if box.left >= LEFT and box.right <= WIDTH - 4 and box.bottom <= HEIGHT - BOTTOM]
    return inside or boxes


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#e5e7eb"/>'


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 12, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{weight} fill="#111827">'
        f"{escape(words)}</text>"
    )
