"""Reliability diagram and risk-coverage curve as SVG: plain shapes and text, no script, no outside reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.evaluate.calibration import Bin
    from kts.evaluate.riskcoverage import Point

SIZE, EDGE = 360, 48
"""Pixels of a side, and of the margin that holds the axes."""
LARGEST, SMALLEST = 14.0, 3.0
"""Pixels of a dot's radius for the fullest bin and for the emptiest."""


def reliability(bins: Sequence[Bin], *, title: str = "Said and came true") -> str:
    """Each bin a dot at (mean probability said, share that was right), the larger the more questions it holds."""
    most = max((one.size for one in bins), default=1)
    dots = (
        f'<circle cx="{_x(one.said):.1f}" cy="{_y(one.came):.1f}" '
        f'r="{max(SMALLEST, LARGEST * (one.size / most) ** 0.5):.1f}" fill="#2b6cb0" fill-opacity="0.65">'
        f"<title>{one.size} questions: said {one.said:.2f}, came true {one.came:.2f}</title></circle>"
        for one in bins
    )
    diagonal = f'<path d="M{_x(0):.1f} {_y(0):.1f}L{_x(1):.1f} {_y(1):.1f}" stroke="#888" stroke-dasharray="4 4"/>'
    return _drawing(title, "probability that was said", "share that was right", [diagonal, *dots])


def risk_coverage(points: Sequence[Point], *, error: float, title: str = "Risk and coverage") -> str:
    """The share of wrong answers over the share of questions answered; the dashed line is the error asked for."""
    line = " ".join(f"{_x(one.coverage):.1f},{_y(one.risk):.1f}" for one in points)
    asked = f'<path d="M{_x(0):.1f} {_y(error):.1f}H{_x(1):.1f}" stroke="#c53030" stroke-dasharray="4 4"/>'
    drawn = f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/>'
    return _drawing(title, "share of questions answered", "share of answers that are wrong", [asked, drawn])


def _x(value: float) -> float:
    return EDGE + value * (SIZE - 2 * EDGE)


def _y(value: float) -> float:
    return SIZE - EDGE - value * (SIZE - 2 * EDGE)


_LOOK = f'width="{SIZE}" height="{SIZE}" font-family="sans-serif" font-size="12" fill="none" role="img"'


def _drawing(title: str, across: str, up: str, shapes: Iterable[str]) -> str:
    middle = SIZE / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" {_LOOK}>',
        f"<title>{_plain(title)}</title>",
        f'<rect width="{SIZE}" height="{SIZE}" fill="#fff"/>',
        f'<path d="M{_x(0):.1f} {_y(1):.1f}V{_y(0):.1f}H{_x(1):.1f}" stroke="#333"/>',
        *_ticks(),
        *shapes,
        _text(middle, EDGE / 2, title, size=14),
        _text(middle, SIZE - 10, across),
        f'<g transform="rotate(-90 14 {middle:.0f})">{_text(14, middle, up)}</g>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _ticks() -> Iterable[str]:
    for tenth in range(0, 11, 2):
        value = tenth / 10
        yield _text(_x(value), _y(0) + 16, f"{value:.1f}")
        yield _text(_x(0) - 16, _y(value) + 4, f"{value:.1f}")


def _text(x: float, y: float, words: str, *, size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="{size}" fill="#222">{_plain(words)}</text>'


def _plain(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
