"""Small additive regression trees: how they say a score and its parts. Fitting them is in `trees_fit.py`. numpy only.

A score is a sum over trees, and a tree's part of it is the path that a row takes: each step from a node to its child
changes the expected value, and the change belongs to the column that decided (Saabas 2014). So the parts of a score
sum to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

LEAF = -1
"""Column of a node that decides nothing."""


class Tree(NamedTuple):
    """Nodes in order; the first is the root. A row goes left where its value is at most the threshold.

    `value` is the expected value of the rows that reach a node; a leaf's is what the tree adds to the score.
    """

    column: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]


class Forest(NamedTuple):
    """Trees over named columns."""

    columns: tuple[str, ...]
    trees: tuple[Tree, ...]


class Scores(NamedTuple):
    """Of each row the score, and its parts by column; `parts.sum(axis=1) + bias` is the score."""

    total: NDArray[np.float64]
    parts: NDArray[np.float64]
    bias: float


class Laid(NamedTuple):
    """The trees of a forest side by side, one row a tree, so that all are walked at once."""

    column: NDArray[np.intp]
    threshold: NDArray[np.float64]
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    value: NDArray[np.float64]
    depth: int


def laid(forest: Forest) -> Laid:
    """The forest as arrays; a leaf leads to itself."""
    width = max(len(tree.column) for tree in forest.trees)

    def padded(field: str, kind: Any, fill: float) -> NDArray[Any]:
        rows = [list(getattr(tree, field)) + [fill] * (width - len(tree.column)) for tree in forest.trees]
        return np.array(rows, kind)

    column = padded("column", np.intp, LEAF)
    start = (np.arange(len(forest.trees)) * width)[:, None]
    here = np.arange(width)[None, :]
    left = np.where(column == LEAF, here, padded("left", np.intp, 0)) + start
    right = np.where(column == LEAF, here, padded("right", np.intp, 0)) + start
    depth = max(_depth(tree) for tree in forest.trees)
    values = padded("value", np.float64, 0.0)
    thresholds = padded("threshold", np.float64, 0.0)
    return Laid(column.ravel(), thresholds.ravel(), left.ravel(), right.ravel(), values.ravel(), depth)


def _depth(tree: Tree, node: int = 0) -> int:
    if tree.column[node] == LEAF:
        return 0
    return 1 + max(_depth(tree, tree.left[node]), _depth(tree, tree.right[node]))


def scored(forest: Forest, trees: Laid, rows: NDArray[np.float64]) -> Scores:
    """Score rows (rows, columns) and attribute each score to the columns."""
    count, width = len(rows), len(forest.columns)
    at = np.arange(len(forest.trees)) * (len(trees.column) // len(forest.trees))
    nodes = np.broadcast_to(at, (count, len(at))).copy()
    parts = np.zeros((count, width + 1))
    row = np.arange(count)[:, None]
    for _ in range(trees.depth):
        column = trees.column[nodes]
        goes_left = rows[row, column] <= trees.threshold[nodes]
        following = np.where(goes_left, trees.left[nodes], trees.right[nodes])
        change = trees.value[following] - trees.value[nodes]
        cells = (row * (width + 1) + np.where(column == LEAF, width, column)).ravel()
        parts += np.bincount(cells, weights=change.ravel(), minlength=parts.size).reshape(parts.shape)
        nodes = following
    bias = float(trees.value[at].sum())
    kept = parts[:, :width]
    return Scores(kept.sum(axis=1) + bias, kept, bias)


def as_json(forest: Forest, *, digits: int = 5) -> dict[str, Any]:
    """The forest as JSON values: thresholds and values rounded, so that the file can be read."""
    return {
        "columns": list(forest.columns),
        "trees": [
            {
                "column": [forest.columns[one] if one != LEAF else "" for one in tree.column],
                "threshold": [round(one, digits) for one in tree.threshold],
                "left": list(tree.left),
                "right": list(tree.right),
                "value": [round(one, digits) for one in tree.value],
            }
            for tree in forest.trees
        ],
    }


def from_json(found: Mapping[str, Any]) -> Forest:
    """The forest of `as_json`. Raises KeyError, TypeError, ValueError where it is none."""
    columns = tuple(str(name) for name in found["columns"])
    place = {name: at for at, name in enumerate(columns)} | {"": LEAF}
    trees = tuple(
        Tree(
            tuple(place[name] for name in tree["column"]),
            tuple(map(float, tree["threshold"])),
            tuple(map(int, tree["left"])),
            tuple(map(int, tree["right"])),
            tuple(map(float, tree["value"])),
        )
        for tree in found["trees"]
    )
    for tree in trees:
        _check(tree)
    return Forest(columns, trees)


def _check(tree: Tree) -> None:
    """Every list is as long as the others, and children come after their parent: no walk can be endless."""
    lengths = {len(field) for field in tree}
    inner: Sequence[int] = [at for at, column in enumerate(tree.column) if column != LEAF]
    ordered = all(at < min(tree.left[at], tree.right[at]) for at in inner) if len(lengths) == 1 else False
    if not ordered or any(max(tree.left[at], tree.right[at]) >= len(tree.column) for at in inner):
        message = "a tree of this file leads nowhere"
        raise ValueError(message)
