"""The figures of a run as a table and as a page with plots, which needs no network, no script and no other file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.tickets.measure import Measures

WIDTH, BAR, ROW = 640, 380, 22
"""Pixels of a plot, of its longest bar and of a row."""
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:46rem;padding:0 1rem;color:#1b1f24;"
    "background:#fff}table{border-collapse:collapse}td{padding:.15rem 1.5rem .15rem 0}td+td{text-align:right}"
    "h2{margin-top:2rem}rect{fill:#2f6fab}text{font:13px system-ui,sans-serif;fill:currentColor}"
    "@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e8ea}rect{fill:#6aa7de}}"
)


def table(found: Measures) -> tuple[tuple[str, str], ...]:
    """(what, figure) of a run, in words."""
    return (
        ("tickets", str(found.tickets)),
        ("valid", _percent(found.valid)),
        ("answered without a person", _percent(found.auto_rate)),
        ("handed to a person", _percent(found.escalation_rate)),
        ("classification confidence", _figure(found.classification_confidence)),
        ("mean similarity", _figure(found.mean_similarity)),
        ("second threshold needed", _percent(found.fallback_rate)),
        ("ranking stability", _figure(found.ranking_stability)),
        ("tokens of a context", _figure(found.context_tokens)),
        ("contexts cut", _percent(found.truncation_rate)),
        ("budget used", _percent(found.efficiency)),
        ("tokens of a language model", str(found.model_tokens)),
        ("milliseconds a ticket", _figure(found.mean_ms)),
        ("drift of the classes", _figure(found.drift)),
        ("invalid because", _listed(found.invalid_reasons)),
        ("to a person because", _listed(found.escalation_reasons)),
        ("queues", _listed(found.routing)),
    )


def page(found: Measures) -> str:
    """The report as one HTML page."""
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in table(found)[:14])
    bins = {f"{at / 10:.1f} to {(at + 1) / 10:.1f}": count for at, count in enumerate(found.confidence_bins)}
    plots = (
        ("How sure the replies are", bins),
        ("Why a person takes over", found.escalation_reasons),
        ("Why a ticket is not worked on", found.invalid_reasons),
        ("Where tickets go", found.routing),
    )
    drawn = "".join(f"<h2>{escape(title)}</h2>{_bars(values)}" for title, values in plots if any(values.values()))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Tickets</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>Tickets</h1><table>{rows}</table>{drawn}</body></html>\n"
    )


def _bars(values: Mapping[str, int]) -> str:
    """Horizontal bars with their names and counts, as SVG."""
    most = max(values.values())
    rows = [_bar(name, count, most, number) for number, (name, count) in enumerate(values.items())]
    height = ROW * len(rows)
    said = escape(_listed(values), quote=True)
    return f'<svg width="{WIDTH}" height="{height}" role="img" aria-label="{said}">{"".join(rows)}</svg>'


def _bar(name: str, count: int, most: int, number: int) -> str:
    top, width = ROW * number, round(BAR * count / most)
    return (
        f'<text x="0" y="{top + 15}">{escape(name[:28])}</text>'
        f'<rect x="200" y="{top + 3}" width="{width}" height="16"/>'
        f'<text x="{206 + width}" y="{top + 15}">{count}</text>'
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _listed(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in values.items()) or "-"
