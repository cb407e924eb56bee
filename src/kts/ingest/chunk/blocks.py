"""The block structure of a canonical text: what the sectioner and the splitter stand on.

Markdown is read by markdown-it-py's block rules alone (CommonMark 0.31 plus tables); the inline rules, which
cost more than half of a full parse, decide nothing here. Offsets always index the text as it was given.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.ingest.chunk.plain import plain_shapes
from kts.ingest.chunk.runin import with_run_in
from kts.ingest.inline import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from kts.ingest.chunk.plain import Shape

Kind = Literal["heading", "paragraph", "list", "table", "code", "html", "front_matter", "rule"]

MAX_LINE = 200_000
"""Characters. No person writes a longer line of Markdown; block rules scan a line several times over."""

MAX_NESTING = 20
"""Levels of quotes and lists that are followed; deeper text belongs to the innermost block found."""

MAX_INDENT = 200
"""Characters; deeper indentation on many lines costs the rules for lists the square of its depth."""

MAX_DEEP_LINES = 100
"""So many lines of that indentation are bearable, and enough for a document that was converted badly."""

MAX_PIPES = 1_000
"""Columns of a table; each costs several objects."""

_NEWLINE = re.compile(r"\r\n?|\n")
_LINE = re.compile(r"[^\r\n]+")
_LONG_LINE = re.compile(rf"(?<![^\r\n])[^\r\n]{{{MAX_LINE},}}")
_DEEP = re.compile(rf"^[ \t]{{{MAX_INDENT},}}", re.MULTILINE)
_FRONT_MATTER = re.compile(
    r"\A---[ \t]*(?:\r\n?|\n)(?=[ \t]*(?:[\w.\"' -]+:(?:[ \t]|\r|\n)|#|---|\.\.\.))"
    r"(?:(?!(?:---|\.\.\.)[ \t]*(?:\r|\n|\Z))[^\r\n]*(?:\r\n?|\n))*"
    r"(?:---|\.\.\.)[ \t]*(?=\r|\n|\Z)"
)
_SETEXT_UNDERLINE = re.compile(r"(?:\r\n?|\n)[ \t>]*(?:=+|-+)[ \t]*\Z")
_ATX = re.compile(r"\A\s*#{1,6}(?:[ \t]+|\Z)|(?:[ \t]+#+)?[ \t]*\Z")
_KINDS: dict[str, Kind] = {
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
}
_PARTS = frozenset({"list_item_open", "tr_open", "paragraph_open", "fence", "code_block", "table_open"})


class Block(NamedTuple):
    """A piece of structure at `text[start:end]`, without surrounding whitespace.

    `level` and `label` (the words of the heading, without markup) are set for headings; `parts` holds the
    starts of the items of a list and of the rows of a table.
    """

    kind: Kind
    start: int
    end: int
    level: int = 0
    label: str = ""
    parts: tuple[int, ...] = ()


@lru_cache(maxsize=1)
def blocks(text: str, *, markup: str) -> tuple[Block, ...]:
    """The blocks of `text` in order, not overlapping; together they hold every non-whitespace character.

    `markup` is `markdown` or `plain`. Markdown of a shape no person would write is read as plain text, so
    that the time stays linear in the length.
    """
    if markup != "markdown":
        return tuple(map(_block_of, with_run_in(text, plain_shapes(text))))
    front = _front_matter(text)
    offset = front[0].end if front else 0
    if _is_hostile(text, offset):
        return (*front, *_plain(text, offset))
    return (*front, *_gapless(text, offset, _markdown(text, offset)))


def _is_hostile(text: str, offset: int) -> bool:
    if len(text) - offset >= MAX_LINE and _LONG_LINE.search(text, offset):
        return True
    if len(text) - offset > MAX_INDENT * MAX_DEEP_LINES:
        deep = islice(_DEEP.finditer(text, offset), MAX_DEEP_LINES + 1)
        if sum(1 for _ in deep) > MAX_DEEP_LINES:
            return True
    if text.count("|", offset) <= MAX_PIPES:
        return False
    return any(line[0].count("|") > MAX_PIPES for line in _LINE.finditer(text, offset))


def _front_matter(text: str) -> tuple[Block, ...]:
    match = _FRONT_MATTER.match(text)
    return (Block("front_matter", 0, match.end()),) if match else ()


def _plain(text: str, offset: int) -> Iterator[Block]:
    for shape in plain_shapes(text, offset):
        yield _block_of(shape)


def _block_of(shape: Shape) -> Block:
    kind: Kind = "heading" if shape.level else "list" if shape.parts else "paragraph"
    return Block(kind, shape.start, shape.end, shape.level, shape.label, shape.parts)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    from kts.ingest.chunk.directly import directly

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    parser.block.ruler.before("table", "directly", directly)
    return parser


def _line_starts(text: str, offset: int) -> list[int]:
    r"""Where the parser's lines begin in `text`: it knows \r\n, \r and \n, and no other line end."""
    if "\r" in text:
        return [offset, *(match.end() for match in _NEWLINE.finditer(text, offset)), len(text)]
    lines = text[offset:].split("\n")
    return [*accumulate([len(line) + 1 for line in lines[:-1]], initial=offset), len(text)]


def _markdown(text: str, offset: int) -> Iterator[Block]:
    from kts.ingest.chunk.directly import tokens_of

    tokens = tokens_of(_parser(), text[offset:])
    lines = _line_starts(text, offset)
    index = 0
    while index < len(tokens):
        closing = _closing(tokens, index)
        block = _from_token(text, lines, tokens, index, closing)
        if block:
            yield block
        index = closing + 1 if block else index + 1


def _closing(tokens: Sequence[Token], index: int) -> int:
    """The index of the token that closes `tokens[index]`, itself when it has no content of its own."""
    opening = tokens[index]
    if opening.nesting != 1 or opening.type == "blockquote_open":
        return index
    closing = index + 1
    while tokens[closing].nesting != -1 or tokens[closing].level != opening.level:
        closing += 1
    return closing


def _from_token(text: str, lines: Sequence[int], tokens: Sequence[Token], index: int, closing: int) -> Block | None:
    token = tokens[index]
    if token.map is None:
        return None
    start, end = _strip(text, lines[token.map[0]], lines[token.map[1]])
    if token.type == "heading_open" and token.level == 0:
        return Block("heading", start, end, int(token.tag[1]), _label(text[start:end]))
    kind = "paragraph" if token.type == "heading_open" else _KINDS.get(token.type)
    if kind is None or start >= end:
        return None
    parts = _parts(text, lines, tokens[index + 1 : closing]) if kind in {"list", "table"} else ()
    return Block(kind, start, end, parts=parts)


def _parts(text: str, lines: Sequence[int], inner: Sequence[Token]) -> tuple[int, ...]:
    starts = {token.map[0] for token in inner if token.map and token.type in _PARTS}
    return tuple(sorted({_strip(text, lines[line], lines[-1])[0] for line in starts}))


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without surrounding whitespace; looks only at the whitespace, however long the range is."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _label(source: str) -> str:
    """A heading's words: without hashes, underline and mark-up."""
    line = _SETEXT_UNDERLINE.sub("", source) if not source.startswith("#") else source
    return words_of(_ATX.sub("", line))


def _gapless(text: str, offset: int, found: Iterator[Block]) -> Iterator[Block]:
    """Add what the rules left out, such as link definitions, as paragraphs."""
    position = offset
    for block in found:
        yield from _gap(text, position, block.start)
        if block.start >= position:
            yield block
        elif block.end > position:
            yield from _gap(text, position, block.end)
        position = max(position, block.end)
    yield from _gap(text, position, len(text))


def _gap(text: str, start: int, end: int) -> Iterator[Block]:
    start, end = _strip(text, start, end)
    if start < end:
        yield Block("paragraph", start, end)
