"""Jupyter notebooks: the text between the code as it is, code and what it printed as listings; each mapped."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import TextBuilder, fence_for
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.json import leaves
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.leaves import Leaf

_CELLS, _KIND, _SOURCE, _OUTPUTS = ".cells", ".cell_type", ".source", ".outputs"
_PRINTED = frozenset({".text", '["text/plain"]', '["text/markdown"]', ".evalue"})
"""Outputs that are text."""
LISTED = 4_000
"""Characters of what a cell printed that are kept: tables of thousands of lines are no text to be read."""


class NotebookConverter:
    """Reads `.ipynb`; pictures that a cell has drawn are left out."""

    name = "notebook"
    version = "2"
    suffixes = frozenset({".ipynb"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The cells in their order."""
        del name
        return attempt(lambda: _convert(content), damage=(json.JSONDecodeError,), what="notebook")


class _Cell(NamedTuple):
    kind: str
    source: list[Leaf]
    printed: list[Leaf]


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    if not decoded.text.strip():
        return Conversion("empty", reason="no text")
    found, _ = leaves(decoded.text)
    builder, positions = TextBuilder(), Positions(decoded)
    for cell in _cells(found):
        builder.begin_block()
        if cell.kind == "code":
            _listed(builder, positions, cell.source)
            _listed(builder, positions, cell.printed)
        else:
            _written(builder, positions, cell.source)
    if not builder.text().strip():
        return Conversion("empty", reason="no cells with text")
    return Conversion("ok", builder.text(), builder.source_map(), assumed(decoded))


def _cells(found: Sequence[Leaf]) -> Iterator[_Cell]:
    """The cells of a notebook (nbformat 4): leaves below `.cells`, by the record that they are of."""
    inside = [leaf for leaf in found if len(leaf.path) > 2 and leaf.path[0].text == _CELLS]  # noqa: PLR2004
    for _, group in groupby(inside, key=lambda leaf: leaf.path[1].element):
        cell = list(group)
        kind = next((leaf.value for leaf in cell if leaf.path[2].text == _KIND), "")
        source = [leaf for leaf in cell if leaf.path[2].text == _SOURCE]
        outputs = [leaf for leaf in cell if leaf.path[2].text == _OUTPUTS]
        yield _Cell(kind, source, [leaf for leaf in outputs if any(step.text in _PRINTED for step in leaf.path[3:])])


def _written(builder: TextBuilder, positions: Positions, lines: Sequence[Leaf]) -> None:
    before = None
    for leaf in lines:
        if before is not None and leaf.path[3:4] != before.path[3:4]:
            builder.begin_line()
        before = leaf
        builder.add(leaf.value, positions.locate(*leaf.place))


def _listed(builder: TextBuilder, positions: Positions, lines: Sequence[Leaf]) -> None:
    kept: list[Leaf] = []
    length = 0
    for leaf in lines:
        length += len(leaf.value)
        if length > LISTED and kept:
            break
        kept.append(leaf)
    if not any(leaf.value.strip() for leaf in kept):
        return
    fence = fence_for(leaf.value for leaf in kept)
    builder.begin_block()
    builder.add(f"{fence}\n")
    _written(builder, positions, kept)
    builder.begin_line()
    builder.add(f"{fence}\n")
