"""A unit as a statement that stands alone: rows with their headers, entries without their marks, no mark-up."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from kts.answer.units.noted import without_marks
from kts.answer.units.quotable import ENTRY, FENCED, REPLIES, cells, code_blocks
from kts.answers import FENCE
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.units.quotable import Unit

_STRONG = later(r"(?<![*\\])(?P<mark>\*{2,3})(?![*\s\])}.,;:!?\u2026])(?P<text>[^*]*[^*\s\\(\[{\u2026])(?P=mark)(?!\*)")
"""`**words**`; `a *** discount` and `for [***] shares` have a gap in them, and no emphasis."""
_SPAN = later(r"(`+[^`]+`+)")
_TEXT = r"\[(?P<text>(?:[^\[\]\\]|\\.)+)\]"
_LINK = later(rf"!?{_TEXT}\((?P<target>[^()\s]*(?:\([^()\s]*\)[^()\s]*)?)(?:\s+\"[^\"]*\")?\)")
_REFERRED = later(rf"(?<![\w\]]){_TEXT}\[[^\[\]]*\]")
"""`[the guide][1]`; `grid[i][j]` and `[12][13]` are none."""
_FIELD = later(r"(?P<way>(?:[\w.-]*\[[^\[\]\n]*\])+)\.[\w.-]+:(?: |\Z)")
"""`messages[].from: `, `[T-1].id: `: a field of a record in a list, as JSON is converted to; `[link]: ` is none."""
_COLUMNS = later(
    r"\A(?!(?:The|An?|It|This|These|If|When)\b)([^\s|:][^|:\n]{0,38}?[^\s|.!?;,:])(?: {3,}|\t+)(?=[^\s|])"
    r"(?!(?:is|are|was|were|shall|must|may|will|can|has|have|of|to|in|on|and|or|for|by|that|which)\b)"
)
"""A name in one column, and what it is in the next."""
_WORDS = later(r"[^\W\d_]{2}")
_ANCHOR = later(r"<a (?:name|id)=[^<>]*>\s*</a>")
_ITALIC = later(r"(?<![\w*\\])\*(?=\S)([^*]+?)(?<=[^\s\\])\*(?![\w*])")
_ESCAPED = later(r"\\([\\`*_{}\[\]()#+\-.!|<>~&])")


def stated(unit: Unit, *, markdown: bool, columns: AbstractSet[int] | None = None) -> str:
    """The unit as a statement: a row as `header: value` pairs, an entry without its mark, code as it stands.

    Of a row that has a header only the `columns` of these numbers are said, where any are given.

    Of `markdown`, and of text with the same marks, those are left out that a reader of the page does not see. Other
    text is shown as it stands.
    """
    if unit.kind == "row":
        names, values = cells(unit.header), cells(unit.text)
        if columns is not None and len(names) == len(values):
            values = [value if at in columns else "" for at, value in enumerate(values)]
        found = _row(names, values) if unit.header else _side_by_side(cells(unit.text))
        return plain(without_marks(found), markdown=markdown)
    text = ENTRY.sub("", unit.text, count=1) if unit.kind == "entry" else REPLIES.sub("", unit.text, count=1)
    text = f"{unit.header} {text}" if unit.header else _COLUMNS.sub(r"\1: ", text)
    text = text if unit.kind == "code" else without_marks(text)
    return _with_blocks(_fields(text), cut=unit.kind == "code", markdown=markdown)


def _fields(text: str) -> str:
    """Lines of fields of one record as JSON is converted to, with the way to the record said once.

    `fees[late].amount: 5` and `fees[late].unit: EUR` read `fees late: amount: 5; unit: EUR`. A field on a line of its
    own without such a way stays as it is.
    """
    lines = text.split("\n")
    if not any(map(_FIELD.match, lines)):
        return text
    said, before = "", ""
    for line in filter(str.strip, lines):
        found = _FIELD.match(line)
        if not found:
            said = f"{said} {line}" if said else line
            continue
        way = " ".join(re.sub(r"[\[\]]", " ", found["way"]).split())
        lead = f"{way}: " if way and way != before else ""
        between = "; " if said and not said.endswith((".", "!", "?", ":")) else " "
        said += f"{between if said else ''}{lead}{line[found.end('way') + 1 :]}"
        before = way
    return said


def _with_blocks(text: str, *, cut: bool, markdown: bool) -> str:
    """Plain text, but code line by line between fences; a block that is `cut` has lost its own."""
    blocks = code_blocks(text, str) or ([(0, len(text))] if cut else [])
    found, end = [], 0
    for first, last in blocks:
        lines = _inner(text[first:last].split("\n"))
        found += [
            plain(text[end:first], markdown=markdown),
            FENCE,
            textwrap.dedent("\n".join(lines)).strip("\n"),
            FENCE,
        ]
        end = last
    return "\n".join(filter(None, (*found, plain(text[end:], markdown=markdown))))


def _inner(lines: Sequence[str]) -> list[str]:
    """The lines of a block without its own fences; one within that reads like ours is moved by a blank."""
    first = int(bool(FENCED.fullmatch(lines[0])))
    last = len(lines) - int(len(lines) > first and bool(FENCED.fullmatch(lines[-1])))
    return [f" {line}" if line == FENCE else line for line in lines[first:last]]


def _row(names: Sequence[str], values: Sequence[str]) -> str:
    """The cells that hold something, each with the name of its column where there are as many names."""
    if len(names) != len(values) or not any(names):
        return _side_by_side(values)
    pairs = [(name, value) for name, value in zip(names, values, strict=True) if value]
    return "; ".join(f"{name}: {value}" if name else value for name, value in pairs)


def _side_by_side(values: Sequence[str]) -> str:
    """The cells of a row without names of columns: two are a name and its value, as is what a colon announces."""
    held = [value for value in values if value]
    if len(held) == 2 and _WORDS.search(held[0]) and not held[0].rstrip("*_ ").endswith(":"):  # noqa: PLR2004
        return f"{held[0]}: {held[1]}"
    return re.sub(r"(:[*_]*); ", r"\1 ", "; ".join(held))


def plain(text: str, *, markdown: bool) -> str:
    """Text on one line; of `markdown`, as its page shows it."""
    parts = enumerate(_SPAN.split(text)) if markdown else [(1, text)]
    return " ".join("".join(part if at % 2 else _rendered(part) for at, part in parts).split())


def _rendered(text: str) -> str:
    """Text of Markdown as its page shows it; an address of the web stays behind the words that lead to it."""
    shown = _REFERRED.sub(_referred, _LINK.sub(_linked, _ANCHOR.sub("", _STRONG.sub(r"\g<text>", text))))
    return _ESCAPED.sub(r"\1", _ITALIC.sub(r"\1", shown))


def _referred(link: re.Match[str]) -> str:
    return link["text"] if _WORDS.search(link["text"]) else link[0]


def _linked(link: re.Match[str]) -> str:
    words, target = link["text"].strip(), link["target"]
    return f"{words} ({target})" if target.startswith(("http://", "https://")) and target != words else words
