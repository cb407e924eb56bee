"""A neighbourhood as a picture: one SVG file that needs nothing else, with every word of a document escaped."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.graph.nouns import Edge, EdgeKind, Node

WIDTH, HEIGHT = 1180, 820
"""Units of the picture; a browser scales it."""
MARGIN = 70
ROUNDS = 220
"""Steps in which the nodes find their places; more move nothing that an eye sees."""
LABEL = 26
"""Characters of a label in the picture; the whole of it shows under the pointer."""
COLOURS = {
    "DOCUMENT": "#1f4e79",
    "SECTION": "#3a8fb7",
    "ITEM": "#8a8f98",
    "TERM": "#7a4fa3",
    "TOPIC": "#2e8b57",
    "TOOL": "#c2701c",
    "ERROR_CODE": "#b3261e",
}


STROKES: dict[EdgeKind, str] = {
    "CONTAINS": "#b8c0c8",
    "NEXT": "#dde1e5",
    "HAS_RULE": "#8a8f98",
    "HAS_DEFINITION": "#a98bc4",
    "REFERENCES": "#3a8fb7",
    "DEFINES": "#7a4fa3",
    "MENTIONS": "#d1b48c",
    "COVERS": "#2e8b57",
    "ADDRESSES": "#c2701c",
    "SUPERSEDES": "#b3261e",
    "CONTRADICTS": "#e0457b",
}


class _Place(NamedTuple):
    x: float
    y: float


def svg(nodes: Sequence[Node], edges: Sequence[Edge], *, centre: str = "") -> str:
    """The nodes and the edges between them; `centre` is drawn larger and stays in the middle."""
    known = {node.id: node for node in nodes}
    inside = [edge for edge in edges if edge.source in known and edge.target in known]
    places = _fitted(_placed(sorted(known), inside, centre), centre)
    lines = [_edge(edge, places) for edge in inside]
    dots = [_node(known[node_id], places[node_id], centre=node_id == centre) for node_id in sorted(known)]
    kinds = [kind for kind in COLOURS if any(node.kind == kind for node in nodes)]
    title = escape(known[centre].label) if centre in known else "Graph"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        f' role="img" aria-label="{title}">\n<title>{title}</title>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#9aa3ad"/></marker></defs>\n'
        + "\n".join((*lines, *dots, *_legend(kinds), *_edge_legend(inside)))
        + "\n</svg>\n"
    )


def _placed(ids: Sequence[str], edges: Sequence[Edge], centre: str) -> dict[str, _Place]:
    """Places by springs and repulsion (Fruchterman & Reingold 1991), from a circle: one graph, one picture."""
    count = max(1, len(ids))
    around = {node_id: 2 * math.pi * index / count for index, node_id in enumerate(ids)}
    at = {node_id: _Place(math.cos(angle), math.sin(angle)) for node_id, angle in around.items()}
    if centre in at:
        at[centre] = _Place(0, 0)
    wide = 2 / math.sqrt(count)
    for step in range(ROUNDS):
        heat = 0.12 * (1 - step / ROUNDS) + 0.002
        forces = _forces(ids, edges, at, wide)
        for node_id in ids:
            if node_id != centre:
                x, y = forces[node_id]
                size = math.hypot(x, y) or 1e-9
                move = min(size, heat) / size
                at[node_id] = _Place(at[node_id].x + x * move, at[node_id].y + y * move)
    return at


def _forces(ids: Sequence[str], edges: Sequence[Edge], at: Mapping[str, _Place], wide: float) -> dict[str, list[float]]:
    forces = {node_id: [-0.4 * at[node_id].x, -0.4 * at[node_id].y] for node_id in ids}
    for index, one in enumerate(ids):
        for other in ids[index + 1 :]:
            dx, dy = at[one].x - at[other].x, at[one].y - at[other].y
            away = wide * wide / max(1e-4, dx * dx + dy * dy)
            for node_id, sign in ((one, 1), (other, -1)):
                forces[node_id][0] += sign * dx * away
                forces[node_id][1] += sign * dy * away
    for edge in edges:
        dx, dy = at[edge.source].x - at[edge.target].x, at[edge.source].y - at[edge.target].y
        pull = math.hypot(dx, dy) / wide
        for node_id, sign in ((edge.source, -1), (edge.target, 1)):
            forces[node_id][0] += sign * dx * pull
            forces[node_id][1] += sign * dy * pull
    return forces


def _fitted(at: Mapping[str, _Place], centre: str) -> dict[str, _Place]:
    """The places stretched to the picture, the centre in its middle where there is one."""
    if not at:
        return {}
    middle = at.get(centre) or _Place(
        (max(p.x for p in at.values()) + min(p.x for p in at.values())) / 2,
        (max(p.y for p in at.values()) + min(p.y for p in at.values())) / 2,
    )
    right = max(1e-6, *(abs(p.x - middle.x) for p in at.values()))
    up = max(1e-6, *(abs(p.y - middle.y) for p in at.values()))
    return {
        node_id: _Place(
            WIDTH / 2 + (place.x - middle.x) / right * (WIDTH / 2 - 2 * MARGIN),
            HEIGHT / 2 + (place.y - middle.y) / up * (HEIGHT / 2 - MARGIN),
        )
        for node_id, place in at.items()
    }


def _edge(edge: Edge, places: Mapping[str, _Place]) -> str:
    one, other = places[edge.source], places[edge.target]
    length = math.hypot(other.x - one.x, other.y - one.y) or 1.0
    x, y = other.x - (other.x - one.x) / length * 11, other.y - (other.y - one.y) / length * 11
    wide = min(3.0, 0.8 + math.log1p(edge.weight) * 0.4)
    return (
        f'<line x1="{one.x:.1f}" y1="{one.y:.1f}" x2="{x:.1f}" y2="{y:.1f}" stroke="{STROKES[edge.kind]}"'
        f' stroke-width="{wide:.1f}" marker-end="url(#tip)"><title>{escape(edge.kind)}</title></line>'
    )


def _node(node: Node, place: _Place, *, centre: bool) -> str:
    short = node.label if len(node.label) <= LABEL else node.label[: LABEL - 1].rstrip() + "\u2026"
    weight = "bold" if centre or node.kind == "DOCUMENT" else "normal"
    return (
        f"<g><title>{escape(f'{node.kind}: {node.label}')}</title>"
        f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="{11 if centre else 7}" fill="{COLOURS[node.kind]}"/>'
        f'<text x="{place.x:.1f}" y="{place.y - 13:.1f}" font-size="12" text-anchor="middle" font-weight="{weight}"'
        f' fill="#20262d" stroke="#ffffff" stroke-width="3" paint-order="stroke">{escape(short)}</text></g>'
    )


def _legend(kinds: Sequence[str]) -> list[str]:
    return [
        f'<g><circle cx="20" cy="{HEIGHT - 20 * index - 18}" r="6" fill="{COLOURS[kind]}"/>'
        f'<text x="32" y="{HEIGHT - 20 * index - 14}" font-size="12" fill="#20262d">'
        f"{kind.replace('_', ' ').lower()}</text></g>"
        for index, kind in enumerate(reversed(kinds))
    ]


def _edge_legend(edges: Sequence[Edge]) -> list[str]:
    kinds = [kind for kind in STROKES if any(edge.kind == kind for edge in edges)]
    return [
        f'<g><line x1="124" y1="{y}" x2="146" y2="{y}" stroke="{STROKES[kind]}" stroke-width="2.5"/>'
        f'<text x="154" y="{y + 4}" font-size="12" fill="#20262d">{kind.replace("_", " ").lower()}</text></g>'
        for kind, y in zip(reversed(kinds), range(HEIGHT - 18, 0, -20), strict=False)
    ]
