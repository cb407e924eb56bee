"""The blocks of a Markdown text by the rules of markdown-it-py, of which only those are asked that can match.

The library asks eleven rules for each line, and five again for each line that follows. What a line begins with tells
which of them could match at all; the rules themselves are the library's, so that the blocks are the same. What only
an output needs, contents of tokens above all, is not made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it import rules_block as rules
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Literal

    from markdown_it import MarkdownIt

    Rule = Callable[[StateBlock, int, int, bool], bool]

CELLS = 0x10000
"""Cells of a table up to which no row can be too many: the library ends one where it had to add more than so many."""
INDENT = 4
"""Columns of indentation from which a line is code."""
_ITEMS = frozenset({"- ", "-\t"})
_BORDERS = frozenset(first + second for first in "|-:" for second in "|-: \t") - _ITEMS
"""What the line below the head of a table begins with; a hyphen and a space begin an item of a list."""
_RULES: dict[str, tuple[Rule, ...]] = {
    "`": (rules.fence,),
    "~": (rules.fence,),
    ">": (rules.blockquote,),
    "*": (rules.hr, rules.list_block),
    "-": (rules.hr, rules.list_block),
    "_": (rules.hr,),
    "+": (rules.list_block,),
    **dict.fromkeys("0123456789", (rules.list_block,)),
    "[": (rules.reference,),
    "<": (rules.html_block,),
    "#": (rules.heading,),
}
"""The rules that a first character can begin, in the library's order; all others begin paragraphs."""
_ENDS = frozenset(_RULES) - {"["}
"""What a line begins with that may end the paragraph above it."""
_MAKES = frozenset("-=|:")
"""What a line begins with that may make a heading or a table of the one above it; not a hyphen before an item."""


def tokens_of(parser: MarkdownIt, text: str) -> list[Token]:
    """The tokens of the blocks of `text`, by the lines that the parser knows: all line ends are alike to it."""
    source = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    state = _State(source, parser)
    if source:
        parser.block.tokenize(state, state.line, state.lineMax)
    return state.tokens


class _State(StateBlock):
    """The library's state; its lines are measured line by line, not by character, and its tokens are lighter."""

    def __init__(self, source: str, parser: MarkdownIt) -> None:
        super().__init__("", parser, {}, [])
        self.src = source
        measured = list(_measured(source))
        self.bMarks[:0] = [start for start, _, _, _ in measured]
        self.eMarks[:0] = [end for _, end, _, _ in measured]
        self.tShift[:0] = [shift for _, _, shift, _ in measured]
        self.sCount[:0] = [columns for _, _, _, columns in measured]
        self.bsCount[:0] = [0] * len(measured)
        self.bMarks[-1] = self.eMarks[-1] = len(source)
        self.lineMax = len(measured)

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """A new token at the end of the tokens."""
        token = _Token(ttype, tag, nesting)
        if nesting < 0:
            self.level -= 1
        token.level = self.level
        if nesting > 0:
            self.level += 1
        self.tokens.append(token)
        return token


class _Token(Token):
    """A token of which only the kind is set; all else is what it is by default, until a rule sets it."""

    map = None

    def __init__(self, kind: str, tag: str, nesting: Literal[-1, 0, 1]) -> None:
        self.type = kind
        self.tag = tag
        self.nesting = nesting


def _measured(source: str) -> Iterator[tuple[int, int, int, int]]:
    """(start, end, characters of indentation, columns of it) of each line; a last one of blanks is none."""
    lines = source.split("\n")
    start, last = 0, len(lines) - 1
    for number, line in enumerate(lines):
        shift = columns = 0
        if line[:1] in _BLANKS:
            shift = len(line) - len(line.lstrip(" \t"))
            columns = len(line[:shift].expandtabs(INDENT)) if "\t" in line[:shift] else shift
        if number < last or shift < len(line):
            yield start, start + len(line), shift, columns
        start += len(line) + 1


_BLANKS = frozenset(" \t")


def directly(state: StateBlock, start: int, end: int, _silent: bool, /) -> bool:  # noqa: FBT001 - the library's shape
    """The block that begins at line `start`, as the library's own rules would find it."""
    source, marks, shifts = state.src, state.bMarks, state.tShift
    below = start + 1
    if below < end:
        at = marks[below] + shifts[below]
        if source[at : at + 2] in _BORDERS and _table(state, start, end):
            return True
    if state.sCount[start] - state.blkIndent >= INDENT:
        return rules.code(state, start, end, False)  # noqa: FBT003
    for rule in _RULES.get(source[marks[start] + shifts[start]], ()):
        if rule(state, start, end, False):  # noqa: FBT003
            return True
    stop = _plain_end(state, below)
    if not stop:
        return rules.lheading(state, start, end, False) or rules.paragraph(state, start, end, False)  # noqa: FBT003
    state.push("paragraph_open", "p", 1).map = [start, stop]
    state.push("paragraph_close", "p", -1)
    state.line = stop
    return True


def _table(state: StateBlock, start: int, end: int) -> bool:
    """The table that begins at line `start`, with its rows and without what is in them."""
    if not rules.table(state, start, end, True):  # noqa: FBT003
        return False
    columns = 1 + state.src.count("|", state.bMarks[start + 1], state.eMarks[start + 1])
    stop = _table_end(state, start + 2, end)
    if not stop or (stop - start) * columns > CELLS:
        return rules.table(state, start, end, False)  # noqa: FBT003
    state.push("table_open", "table", 1).map = [start, stop]
    for line in (start, *range(start + 2, stop)):
        state.push("tr_open", "tr", 1).map = [line, line + 1]
        state.push("tr_close", "tr", -1)
    state.push("table_close", "table", -1)
    state.line = stop
    return True


def _table_end(state: StateBlock, line: int, end: int) -> int:
    """The line behind the rows of a table; 0 where the library's rule has to look."""
    source, ends = state.src, state.eMarks
    while line < end and state.sCount[line] >= state.blkIndent:
        at = state.bMarks[line] + state.tShift[line]
        if at >= ends[line] or state.sCount[line] - state.blkIndent >= INDENT:
            break
        if source[at] in _ENDS and _ends(state, line, within="table"):
            break
        if source[at].isspace():
            return 0
        line += 1
    return line


def _plain_end(state: StateBlock, line: int) -> int:
    """The line behind a paragraph; 0 where it may be a heading or end with a table, and the library's rules look."""
    source, marks, shifts, ends = state.src, state.bMarks, state.tShift, state.eMarks
    while line < state.lineMax:
        at = marks[line] + shifts[line]
        if at >= ends[line]:
            break
        if source[at] in _MAKES and not (source[at : at + 2] in _ITEMS and source[at + 2 : ends[line]].strip(" \t")):
            return 0
        if source[at] in _ENDS and 0 <= state.sCount[line] < state.blkIndent + INDENT and _ends(state, line):
            break
        line += 1
    return line


def _ends(state: StateBlock, line: int, *, within: str = "paragraph") -> bool:
    """Whether a block begins at `line` that ends the paragraph, or the table, above it."""
    before, state.parentType = state.parentType, within  # what the rule of lists goes by
    sign = state.src[state.bMarks[line] + state.tShift[line]]
    found = any(rule(state, line, state.lineMax, True) for rule in _RULES[sign])  # noqa: FBT003
    state.parentType = before
    return found
