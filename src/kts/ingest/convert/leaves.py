"""Values of structured files as text: one line a leaf, its path as the context, each mapped to where it came from.

Elements of a list are named by what identifies them, not by their position: one more element in front must not
change what is said of the others. The position is in the location.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.convert.builder import TextBuilder
    from kts.ingest.convert.decode import Positions

MAX_DEPTH = 200
"""Levels of a value that are read."""
_BARE_KEY = re.compile(r"[^\W\d][\w-]*")
_TITLES = ("title", "name", "subject")
_IDENTIFYING = ("id", "key", "name", "title", "code", "uuid", "slug")
"""Fields that name a record, the best first; then any whose name ends in `_id`."""
LONGEST_NAME = 80
"""Characters of a value that can stand for a record in a path."""
IN_LINE = "#"
"""What stands between a value and the comment behind it."""
_EMPTY = frozenset({"", "null", "{}", "[]"})


class Place(NamedTuple):
    """A range of the decoded file."""

    start: int
    end: int


class Step(NamedTuple):
    """One step of a path as displayed (`.delay`, `[]`), and where its key stands.

    A step into a list has the offset of the list as `owner`, one into a record of it the record's as `element`.
    """

    text: str
    place: Place | None
    owner: int = -1
    element: int = -1


class Leaf(NamedTuple):
    """A scalar or an empty container with the way to it."""

    path: tuple[Step, ...]
    value: str
    place: Place


class LeafWriter:
    """Writes leaves in the order of the file; `metadata` has a title where one is given at the top."""

    def __init__(self, builder: TextBuilder, positions: Positions, names: Mapping[int, str]) -> None:
        """`names` are those of records by their offset."""
        self.metadata: dict[str, str] = {}
        self._builder = builder
        self._positions = positions
        self._names = names
        self._before: Leaf | None = None
        self._remarked = False

    def leaf(self, leaf: Leaf) -> None:
        """A line of its own, or behind the scalar before it in the same list."""
        if self._before is not None and _goes_on(leaf, self._before):
            self._builder.add(", ")
            self._builder.add(leaf.value, self._positions.locate(*leaf.place))
        else:
            if not self._remarked and (self._before is None or _group(leaf) != _group(self._before)):
                self._builder.begin_block()
            self._line(leaf)
        self._remarked = False
        self._note_title(leaf)
        self._before = leaf

    def remark(self, text: str, place: Place, *, beside: bool) -> None:
        """A comment without its sign: on a line before the next leaf, or `beside` the leaf before it."""
        if beside:
            self._builder.add(f" {IN_LINE} ")
        elif self._remarked:
            self._builder.begin_line()
        else:
            self._builder.begin_block()
        self._builder.add(text, self._positions.locate(*place))
        self._before = self._before if beside else None
        self._remarked = not beside

    def _line(self, leaf: Leaf) -> None:
        builder, positions = self._builder, self._positions
        builder.begin_line()
        last = len(leaf.path) - 1
        builder.add("".join(self._shown(step) for step in leaf.path[:last]).removeprefix("."))
        if leaf.path and (
            last == 0 or leaf.path[last].owner < 0
        ):  # a list of scalars needs no brackets behind its name
            text = self._shown(leaf.path[last])
            # the names of what the value lies in stand lines before it: a citation names the value's own line
            place = leaf.path[last].place
            builder.add(text if last else text.removeprefix("."), positions.locate(*place) if place else None)
        if leaf.path:
            builder.add(":" if "\n" in leaf.value.strip() else ": ")
        if "\n" in leaf.value.strip():
            builder.begin_line()
        builder.add(leaf.value, positions.locate(*leaf.place))

    def _shown(self, step: Step) -> str:
        """A step as displayed; records of a list are called by what identifies them."""
        return step.text if step.owner < 0 else f"[{self._names.get(step.element, '')}]"

    def _note_title(self, leaf: Leaf) -> None:
        key = leaf.path[0].text.removeprefix(".").lower() if len(leaf.path) == 1 else ""
        if key in _TITLES and leaf.value.strip():
            rank = _TITLES.index(key)
            if rank == 0 or "title" not in self.metadata:
                self.metadata["title"] = leaf.value.strip()


def _group(leaf: Leaf) -> tuple[Step, ...]:
    """The way to the record that a leaf belongs to: up to its first list element, else its first step."""
    for index, step in enumerate(leaf.path[:-1]):
        if step.owner >= 0:
            return leaf.path[: index + 1]
    return leaf.path[:1] if len(leaf.path) > 1 else ()


def _goes_on(leaf: Leaf, before: Leaf) -> bool:
    """Whether two scalars are neighbours in one list."""
    if not leaf.path or not before.path or "\n" in leaf.value or "\n" in before.value:
        return False
    return leaf.path[-1].owner >= 0 and leaf.path[-1].owner == before.path[-1].owner


def displayed(key: str) -> str:
    """A key as a step of a path: `.delay`, or in brackets and quotes where it is no plain word."""
    return f".{key}" if _BARE_KEY.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"


def name_of(own: Mapping[str, str]) -> str:
    """What identifies a record among its kind by its scalar fields (keys in lower case); empty when nothing does."""
    keys = [key for key in _IDENTIFYING if key in own] + [key for key in own if key.endswith("_id")][:1]
    values = (" ".join(own[key].split()) for key in keys)
    return next((value for value in values if value not in _EMPTY and len(value) <= LONGEST_NAME), "")
