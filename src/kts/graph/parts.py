"""The edges of one document as numbers: a quarter of the memory that they take as objects, and quick to walk."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple, get_args

from kts.graph.nouns import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from kts.graph.nouns import Edge

    Numbered = tuple[int, int, int, float]
    """An edge as numbers: source, target, kind, weight."""

KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)
_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class Part(NamedTuple):
    """What a document gives to the graph, with numbers for the ids of nodes.

    `nodes` are the nodes that it names. Edge i leads from `sources[i]` to `targets[i]`; edges are in the order of their
    ids. `ends` are the nodes that edges touch, in the order of their numbers, and `rows[begins[j]:begins[j + 1]]` are
    the edges at `ends[j]`, in order.
    """

    document: str
    key: int
    nodes: array[int]
    sources: array[int]
    targets: array[int]
    kinds: bytes
    weights: array[float]
    ends: array[int]
    begins: array[int]
    rows: array[int]


def part(document: str, key: int, nodes: Iterable[int], edges: Sequence[Edge], number: Callable[[str], int]) -> Part:
    """The part of a document from its edges; `number` gives each id its number."""
    ordered = sorted(edges)
    sources = array("i", [number(edge.source) for edge in ordered])
    targets = array("i", [number(edge.target) for edge in ordered])
    at: dict[int, list[int]] = {}
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        at.setdefault(source, []).append(row)
        if target != source:
            at.setdefault(target, []).append(row)
    ends, begins, rows = array("i", sorted(at)), array("i", [0]), array("i")
    for end in ends:
        rows.extend(at[end])
        begins.append(len(rows))
    kinds = bytes(_NUMBERS[edge.kind] for edge in ordered)
    weights = array("d", [edge.weight for edge in ordered])
    return Part(document, key, array("i", nodes), sources, targets, kinds, weights, ends, begins, rows)


def rows_at(part: Part, number: int) -> array[int]:
    """The edges of a part at a node that it has edges at."""
    at = bisect_left(part.ends, number)
    return part.rows[part.begins[at] : part.begins[at + 1]]


def edges_of(part: Part, rows: Collection[int], wanted: Collection[int]) -> Iterator[Numbered]:
    """Those of the edges of a part that lead from a wanted node to one."""
    columns = (part.sources, part.targets, part.kinds, part.weights)
    found = zip(*(map(column.__getitem__, rows) for column in columns), strict=True)
    return (one for one in found if one[0] in wanted and one[1] in wanted)
