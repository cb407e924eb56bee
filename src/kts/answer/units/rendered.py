"""A passage as a reading model sees it: the rows of its tables as `Column: value; ...`, each with its header.

A model that learnt from prose makes little of a row of bare cells, whose header stands far above: on rows that answer,
its logits are .7 higher so, and lower on those that do not (decision 0020).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.units.quotable import of_passage
from kts.answer.units.statements import stated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answer.units.quotable import Unit
    from kts.types import Passage

_BARS = later(r"(?m)^\s*\|")
_ROW = later(r"[ \t]*\|[^\n]*\n?")
"""Rows that are no units: headers and the lines below them, which each row has said."""


class Stretch(NamedTuple):
    """Characters of the rendered text, and those of the passage that they stand for."""

    shown: Span
    own: Span


class Rendered(NamedTuple):
    """The text for a reader, and where its stretches come from, in order."""

    text: str
    stretches: tuple[Stretch, ...]


def rendered(passage: Passage, before: Callable[[Passage], str]) -> Rendered:
    """A passage for a reader; `before` gives the document's text before it, where its table may begin."""
    text = passage.text
    whole = Rendered(text, (Stretch(Span(0, len(text)), Span(0, len(text))),))
    if not _BARS.search(text):
        return whole
    start = passage.span.start
    rows = [unit for unit in of_passage(passage, 0, before) if unit.kind == "row" and unit.header]
    return _joined(text, rows, start) if rows else whole


def origin(found: Rendered, span: Span) -> Span:
    """Where a stretch of the rendered text stands in the passage: within a row, the whole row."""
    held = [one for one in found.stretches if one.shown.start < span.end and one.shown.end > span.start]
    if not held:
        return Span(0, 0)
    first, last = held[0], held[-1]
    start = first.own.start + max(0, span.start - first.shown.start) if _same(first) else first.own.start
    end = last.own.end - max(0, last.shown.end - span.end) if _same(last) else last.own.end
    return Span(start, end)


def _same(one: Stretch) -> bool:
    return one.shown.end - one.shown.start == one.own.end - one.own.start


def _joined(text: str, rows: Sequence[Unit], start: int) -> Rendered:
    parts: list[str] = []
    stretches: list[Stretch] = []
    end = 0

    def add(part: str, first: int, last: int) -> None:
        shown = sum(map(len, parts))
        stretches.append(Stretch(Span(shown, shown + len(part)), Span(first, last)))
        parts.append(part)

    for row in rows:
        first, last = row.span.start - start, row.span.end - start
        for one in _between(text, end, first):
            add(text[one.start : one.end], *one)
        add(f"{stated(row, markdown=True).rstrip('.')}.", first, last)
        end = last
    for one in _between(text, end, len(text)):
        add(text[one.start : one.end], *one)
    return Rendered("".join(parts), tuple(stretches))


def _between(text: str, first: int, last: int) -> Sequence[Span]:
    """What stands between two rows, without rows."""
    found, at = [], first
    for row in _ROW.finditer(text, first, last):
        if not text[text.rfind("\n", 0, row.start()) + 1 : row.start()].strip():
            found.append(Span(at, row.start()))
            at = row.end()
    return [one for one in (*found, Span(at, last)) if one.end > one.start]
