"""What may be quoted alone: sentences, entries of lists and rows of tables, each with what it stands under.

A row without its header and an entry without the line that introduces it say little; both travel with the unit, are
searched with it and are shown with it, but the citation is of the unit's own characters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.types import Hit, Passage

Kind = Literal["sentence", "entry", "row"]
LABEL = 48
"""Characters up to which a line that ends with a colon, or is bold as a whole, names what follows (a default)."""
_ROW = re.compile(r"\s*\|")
_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*\Z")
_HEADING = re.compile(r"\s*#{1,6}\s+")
_ENTRY = re.compile(r"\s*(?:[-*+\u2022]\s|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,5})[.)]\s)")
_BOLD = re.compile(r"\s*(?:[-*+]\s+)?\*\*[^*]+\*\*:?\s*\Z")
_EMPHASIS = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")
_WORDY = re.compile(r"[^\W_]{2}")


class Unit(NamedTuple):
    """`text == document.text[span]`. `hit` counts from 0 in the ranking; `position` counts units of the passage.

    `intro` is what the unit stands under within its passage: header of the table, line before the list, label.
    """

    text: str
    span: Span
    hit: int
    position: int
    kind: Kind
    intro: str = ""
    header: str = ""


class _Under(NamedTuple):
    """What the next line stands under."""

    label: str = ""
    sentence: str = ""
    header: str = ""


def units(hits: Sequence[Hit], before: Callable[[Passage], str]) -> tuple[Unit, ...]:
    """The units of the passages in the order of the hits; where passages overlap each unit comes once.

    `before` gives the document's text before a passage: a table that began there has its header there.
    """
    found: dict[tuple[str, int], Unit] = {}
    for number, hit in enumerate(hits):
        for unit in _of_passage(hit.passage, number, before):
            found.setdefault((hit.passage.document_id, unit.span.end), unit)
    return tuple(found.values())


def _of_passage(passage: Passage, number: int, before: Callable[[Passage], str]) -> Iterator[Unit]:
    if passage.kind == "metadata":
        return
    text, start = passage.text, passage.span.start
    spans = sentences(text)
    under = _Under(header=_header_before(text, passage, before))
    for position, (first, last) in enumerate(spans):
        line = text[first:last]
        following = text[spans[position + 1][0] : spans[position + 1][1]] if position + 1 < len(spans) else ""
        kept, under = _read(line, following, under)
        if kept and _WORDY.search(line):
            kind: Kind = "row" if _ROW.match(line) else "entry" if _ENTRY.match(line) else "sentence"
            yield Unit(line, Span(start + first, start + last), number, position, kind, *_intro(kind, under))
        if not _ROW.match(line) and kept:
            under = under._replace(sentence=line)


def _read(line: str, following: str, under: _Under) -> tuple[bool, _Under]:
    """Whether a line is a unit, and what the lines after it stand under."""
    if _ROW.match(line):
        if _RULE.match(line):
            return False, under
        if _RULE.match(following):
            return False, under._replace(header=line)
        return True, under
    if _HEADING.match(line):
        return False, _Under(label=_HEADING.sub("", line))
    if _BOLD.match(line) or (len(line) <= LABEL and line.endswith(":")):
        return False, _Under(label=line.strip("*:- "), sentence=under.sentence)
    return True, under._replace(header="") if following[:1] != "|" else under


def _intro(kind: Kind, under: _Under) -> tuple[str, str]:
    """The words that a unit stands under, and the header of its table."""
    if kind == "row":
        return " ".join(part for part in (under.label, under.sentence, under.header) if part), under.header
    leads = under.sentence if kind == "entry" and under.sentence.rstrip("*_ ").endswith(":") else ""
    return " ".join(part for part in (under.label, leads) if part), ""


def _header_before(text: str, passage: Passage, before: Callable[[Passage], str]) -> str:
    """The header of a table that began before the passage."""
    lines = text.split("\n", 2)
    if not _ROW.match(lines[0]) or (len(lines) > 1 and _RULE.match(lines[1])):
        return ""
    header = ""
    for line in reversed(before(passage).rstrip("\n").split("\n")):
        if not _ROW.match(line):
            break
        if header and not _RULE.match(line):
            return line
        header = line if _RULE.match(line) else ""
    return ""


def cells(row: str) -> list[str]:
    """The cells of a table row without the bars; a bar that is escaped belongs to its cell."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def spelled(unit: Unit) -> str:
    """The unit as a statement: a row as `header: value` pairs, an entry without its mark, nothing in bold."""
    if unit.kind == "row":
        return _plain(
            _row(cells(unit.header), cells(unit.text)) if unit.header else "; ".join(filter(None, cells(unit.text)))
        )
    return _plain(_ENTRY.sub("", unit.text, count=1) if unit.kind == "entry" else unit.text)


def _row(names: Sequence[str], values: Sequence[str]) -> str:
    """The cells that hold something, each with the name of its column where there are as many names."""
    if len(names) != len(values):
        return "; ".join(value for value in values if value)
    pairs = [(name, value) for name, value in zip(names, values, strict=True) if value]
    return "; ".join(f"{name}: {value}" if name else value for name, value in pairs)


def _plain(text: str) -> str:
    return " ".join(_EMPHASIS.sub(r"\1", text).split())
