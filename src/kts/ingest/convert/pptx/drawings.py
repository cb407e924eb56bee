"""What DrawingML draws, as text: charts, SmartArt and alternative texts. Word and Excel use the same parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_KINDS = {
    "barChart": "Bar chart",
    "bar3DChart": "Bar chart",
    "lineChart": "Line chart",
    "line3DChart": "Line chart",
    "pieChart": "Pie chart",
    "pie3DChart": "Pie chart",
    "ofPieChart": "Pie chart",
    "doughnutChart": "Doughnut chart",
    "areaChart": "Area chart",
    "area3DChart": "Area chart",
    "scatterChart": "Scatter chart",
    "bubbleChart": "Bubble chart",
    "radarChart": "Radar chart",
    "surfaceChart": "Surface chart",
    "surface3DChart": "Surface chart",
    "stockChart": "Stock chart",
}
MAX_POINTS = 2_000
"""Points of one series that are written: beyond that a chart is a picture, and its numbers are elsewhere."""
MAX_SERIES = 100
_SHOWN_DIGITS = 12
_NOISE = re.compile(
    r"(?:picture|image|graphic|grafik|bild|photo|shape|object|logo|icon|screenshot|img|pasted image)?[\s_-]*\d*"
    r"|https?://\S*|[\w .()-]*\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)",
    re.IGNORECASE,
)
_GENERATED = re.compile(
    r"\s*(?:Description automatically generated.*|AI-generated content may be incorrect\.?)\s*$", re.DOTALL
)


class Chart(NamedTuple):
    """A chart as a table: `caption` says title or kind, the first of `rows` names the series."""

    caption: str
    rows: tuple[tuple[str, ...], ...]


def chart_of(root: Any) -> Chart:
    """The chart of a chart part: categories down, series across, values as they were stored last."""
    plots = [plot for plot in root.iter() if isinstance(plot.tag, str) and plot.tag.rpartition("}")[2] in _KINDS]
    series = [one for plot in plots for one in plot.iterfind(f"{C}ser")][:MAX_SERIES]
    title = _title(root)
    kind = _KINDS[plots[0].tag.rpartition("}")[2]] if plots else "Chart"
    return Chart(f"{kind}: {title}" if title else kind, _table(series))


def _table(series: list[Any]) -> tuple[tuple[str, ...], ...]:
    columns = [_points(one, ("val", "yVal")) for one in series]
    names = [_name(one, number) for number, one in enumerate(series, start=1)]
    places = sorted({index for column in columns for index in column})[:MAX_POINTS]
    if not places:
        return ()
    categories = next((found for one in series if (found := _points(one, ("cat", "xVal")))), {})
    body = ((categories.get(index, str(index + 1)), *(column.get(index, "") for column in columns)) for index in places)
    return (("", *names), *body)


def _title(root: Any) -> str:
    title = root.find(f".//{C}chart/{C}title")
    if title is None:
        return ""
    return " ".join("".join(node.text or "" for node in _iter(title, f"{A}t", f"{C}v")).split())


def _name(series: Any, number: int) -> str:
    name = series.find(f"{C}tx")
    text = "" if name is None else " ".join((node.text or "").strip() for node in name.iter(f"{C}v"))
    return text or f"Series {number}"


def _points(series: Any, names: tuple[str, ...]) -> dict[int, str]:
    """The stored points of a series by index; categories of several levels are joined, outer level first."""
    holder = next((part for name in names if (part := series.find(f"{C}{name}")) is not None), None)
    found: dict[int, str] = {}
    for level in reversed(list(_levels(holder))):
        for point in level.iterfind(f"{C}pt"):
            value, index = point.find(f"{C}v"), point.get("idx", "")
            if value is not None and value.text and index.isdigit():
                text = _shown(value.text.strip())
                found[int(index)] = f"{found[int(index)]} {text}" if int(index) in found else text
    return found


def _levels(holder: Any) -> Iterator[Any]:
    if holder is not None:
        yield from _iter(holder, f"{C}lvl", f"{C}strCache", f"{C}numCache", f"{C}strLit", f"{C}numLit")


def _shown(text: str) -> str:
    """A number without the noise of binary fractions; a text as it is."""
    try:
        return f"{float(text):.{_SHOWN_DIGITS}g}" if re.fullmatch(r"-?[\d.]+(?:[eE][+-]?\d+)?", text) else text
    except ValueError:
        return text


def diagram_lines(root: Any) -> tuple[tuple[int, str], ...]:
    """The texts of a SmartArt's data part with their depth, in the order of the outline."""
    points = {point.get("modelId", ""): _point_text(point) for point in root.iter(f"{_DGM}pt")}
    children: dict[str, list[tuple[int, str]]] = {}
    below: set[str] = set()
    for link in root.iter(f"{_DGM}cxn"):
        if link.get("type", "parOf") == "parOf":
            order = link.get("srcOrd", "0")
            target = link.get("destId", "")
            children.setdefault(link.get("srcId", ""), []).append((int(order) if order.isdigit() else 0, target))
            below.add(target)
    tops = [name for name in points if name not in below]
    return tuple(_outline(tops, points, children))


def _outline(
    tops: list[str], points: dict[str, str], children: dict[str, list[tuple[int, str]]]
) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    stack = [(0, name) for name in reversed(tops)]
    while stack:
        depth, name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        if text := points.get(name, ""):
            yield depth, text
        deeper = depth + bool(text)
        stack.extend((deeper, child) for _, child in sorted(children.get(name, ()), reverse=True))


def _point_text(point: Any) -> str:
    if point.get("type", "node") not in {"node", "asst", "doc"}:
        return ""
    paragraphs = ("".join(node.text or "" for node in one.iter(f"{A}t")) for one in point.iter(f"{A}p"))
    return " ".join(" ".join(paragraphs).split())


def alt_text(properties: Any) -> str:
    """What a drawing's properties say for those who cannot see it; made-up names and file names say nothing."""
    if properties is None:
        return ""
    text = _GENERATED.sub("", properties.get("descr") or properties.get("title") or "")
    text = " ".join(text.split())
    return "" if _NOISE.fullmatch(text) else text


def _iter(element: Any, *tags: str) -> Iterator[Any]:
    """The descendants of any of the tags, in the order of the document."""
    return (node for node in element.iter() if node.tag in tags)
