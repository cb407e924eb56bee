"""The reading order of what stands on a slide, from where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")
_MAX_CUTS = 200


class Frame(NamedTuple):
    """A rectangle on the slide in EMU, the origin at the top left."""

    left: int
    top: int
    right: int
    bottom: int

    def overlaps(self, other: Frame) -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def reading_order(items: Sequence[T], frame: Callable[[T], Frame]) -> list[T]:
    """The items in reading order: the page is cut along its widest gap, again and again (an X-Y cut).

    A gap between columns reads the left one first, a gap between rows the upper one; of two equal gaps the one
    between rows counts. What cannot be cut apart is read from top to bottom.

    Source: Nagy, Seth: Hierarchical representation of optically scanned documents (ICPR 1984).
    """
    return _ordered(list(items), frame, 0)


def _ordered(items: list[T], frame: Callable[[T], Frame], depth: int) -> list[T]:
    if len(items) <= 1 or depth > _MAX_CUTS:
        return items
    rows = _cut(items, lambda item: (frame(item).top, frame(item).bottom))
    columns = _cut(items, lambda item: (frame(item).left, frame(item).right))
    best = max((rows, columns), key=lambda cut: cut[0])
    if best[1]:
        before, after = best[1]
        return _ordered(before, frame, depth + 1) + _ordered(after, frame, depth + 1)
    return sorted(items, key=lambda item: (frame(item).top, frame(item).left))


def _cut(items: list[T], extent: Callable[[T], tuple[int, int]]) -> tuple[int, tuple[list[T], list[T]] | None]:
    """The widest gap along one axis and the items on both sides of it; -1 when they cannot be cut apart."""
    ordered = sorted(items, key=extent)
    widest, at, reach = -1, 0, extent(ordered[0])[1]
    for index, item in enumerate(ordered[1:], start=1):
        start, end = extent(item)
        if start - reach > widest and start >= reach:
            widest, at = start - reach, index
        reach = max(reach, end)
    return widest, (ordered[:at], ordered[at:]) if at else None
