"""AsciiDoc as Markdown: headings, lists, tables, listings; nothing is included. Every line maps to one of the file."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import STRUCK, Run, TextBuilder, fence_for
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.lines import source_lines
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.builder import Cell
    from kts.ingest.convert.lines import SourceLine

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_UNDERLINES = "=-~^+"
"""What stands under a title of two lines, by level."""
_ADMONITION = re.compile(r"\[(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\b[^\]\n]*\]")
_ATTRIBUTE = re.compile(r":!?(\w[\w-]*)!?:(?:[ \t]+(.*))?")
_BLOCK_LINE = re.compile(r"\[(?!\[)([^\]\n]*)\]|\[\[[^\]\n]*\]\]")
_BULLET = re.compile(r"[ \t]*(\*{1,6}|-|\u2022)[ \t]+(\S.*)")
_NUMBERED = re.compile(r"[ \t]*(?:(\.{1,6})|(\d{1,9})\.)[ \t]+(\S.*)")
_TERM = re.compile(r"[ \t]*(\S[^\n]{0,200}?)(?::{2,4}|;;)(?:[ \t]+(\S.*))?")
_CAPTION = re.compile(r"\.([^\s.].*)")
_REVISION = re.compile(r"v?(\d[\w.-]*)(?:,[ \t]*(\d{4}-\d\d-\d\d))?.*")
_TABLE = ("|===", "!===", ",===", ":===")
_VERBATIM = ("----", "....", "```", "++++")
_FRAME = ("====", "****", "____", "--", '""')
_COLUMNS = re.compile(r"""cols=(?:"([^"]*)"|([\w*]+))""")
_REPEATED = re.compile(r"(\d+)\*")
_CELL = re.compile(r"(?:(?:^|(?<=\s))(?:(\d{1,2})(?:\.\d{1,2})?([+*])|\.\d{1,2}\+)?[<^>.]{0,4}[aehlmsd]?)?(?<!\\)\|")
"""The sign of a cell; before it, over how many columns it goes (`2+`) or how often it is there (`3*`)."""
_REFERENCE = re.compile(r"\{([\w-]+)\}")
_INLINE = (
    (re.compile(r"<<[^,<>\n]{0,200},([^<>\n]{1,200})>>"), r"\1"),
    (re.compile(r"<<([^<>\n]{1,200})>>"), r"\1"),
    (re.compile(r"(?:xref|link|mailto):[^\s\[]{0,500}\[([^\],\n]{1,300})[^\]\n]{0,300}\]"), r"\1"),
    (re.compile(r"(?:https?|ftp)://[^\s\[]{1,500}\[([^\],\n]{1,300})[^\]\n]{0,300}\]"), r"\1"),
    (re.compile(r"image::?[^\s\[]{0,500}\[([^\],\n]{0,300})[^\]\n]{0,300}\]"), r"\1"),
    (re.compile(r"\[[^\[\]\n]{0,80}\bline-through\b[^\[\]\n]{0,80}\]##?([^#\n]{1,500})##?"), rf"{STRUCK}\1{STRUCK}"),
    (re.compile(r"\[\.[\w.-]{1,80}\]##?([^#\n]{1,500})##?"), r"\1"),
    (re.compile(r"(?:kbd|btn):\[([^\]\n]{0,100})\]"), r"\1"),
    (re.compile(r"footnote:\w{0,50}\[([^\]\n]{0,1000})\]"), r" (\1)"),
    (re.compile(r"\[\[[^\[\]\n]{0,200}\]\]|\[#[^\[\]\n]{0,200}\]"), ""),
    (re.compile(r"(?<![\w*])\*\*?([^\s*](?:[^*\n]{0,500}[^\s*])?)\*\*?(?![\w*])"), r"**\1**"),
)
"""References, addresses and marks as they are displayed."""
_METADATA = {
    "author": "author",
    "revdate": "content_date",
    "revnumber": "version",
    "lang": "language",
    "keywords": "keywords",
    "description": "description",
}


class AsciidocConverter:
    """Reads `.adoc` and `.asciidoc`; `include` is left out, as nothing outside of the file is read."""

    name = "asciidoc"
    version = "3"
    suffixes = frozenset({".adoc", ".asciidoc", ".asc"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Markdown whose every line maps to a line of the file."""
        del name
        return attempt(lambda: _convert(content), what="AsciiDoc")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    writer = _Writer(source_lines(decoded.text), Positions(decoded))
    writer.write()
    if not writer.builder.text().strip():
        return Conversion("empty", reason="no text", metadata=writer.metadata)
    return Conversion("ok", writer.builder.text(), writer.builder.source_map(), {**writer.metadata, **assumed(decoded)})


class _Writer:
    """Writes the blocks of a file in their order; lives for one conversion."""

    def __init__(self, lines: list[SourceLine], positions: Positions) -> None:
        self.builder = TextBuilder()
        self.metadata: dict[str, Any] = {}
        self._lines = lines
        self._positions = positions
        self._known: dict[str, str] = {}
        self._said = ""
        self._at = 0
        self._numbers: list[int] = []

    def write(self) -> None:
        """All of it; each step takes one line at least."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            self._taken(line)

    def _taken(self, line: SourceLine) -> None:
        text = line.text
        if not text:
            self.builder.begin_block()
        elif level := self._underlined(text):
            self._at += 1
            self._title(line, 0, level)
        elif text.startswith("//"):
            if text.startswith("////"):
                self._closing(text)
        elif attribute := _ATTRIBUTE.fullmatch(text):
            self._attribute(attribute[1], attribute[2] or "")
        elif text.startswith(_TABLE):
            self._table(self._closing(text), text[0])
        elif (text.startswith(_VERBATIM) and not text.strip("-.+")) or text.startswith("```"):
            self._listing(self._closing(text[:3] if text.startswith("```") else text))
        elif not _is_frame(text):
            self._words(line)

    def _words(self, line: SourceLine) -> None:
        text = line.text
        if _BLOCK_LINE.fullmatch(text):
            self._said = text
            if warned := _ADMONITION.fullmatch(text):
                self.builder.block([Run(f"{warned[1]}:", self._place(line, *warned.span(1)))])
        elif title := _TITLE.fullmatch(text):
            self._title(line, title.start(2), len(title[1]))
        elif text.startswith(("include::", "ifdef::", "ifndef::", "endif::", "toc::")) or text in {"<<<", "'''", "+"}:
            return
        elif caption := _CAPTION.fullmatch(text):
            self.builder.block(self._runs(line, caption.start(1)))
            self.builder.begin_block()
        else:
            self._item(line)

    def _underlined(self, text: str) -> int:
        """The level of a title that the line under it makes one, which is as long give or take a letter; else 0."""
        under = self._lines[self._at].text if self._at < len(self._lines) else ""
        before = self._lines[self._at - 2].text if self._at > 1 else ""
        if len(under) < 2 or under[0] not in _UNDERLINES or under.strip(under[0]) or abs(len(under) - len(text)) > 1:  # noqa: PLR2004
            return 0
        begins = not before or bool(_BLOCK_LINE.fullmatch(before)) or before.startswith("//")
        is_title = begins and text[0].isalnum() and not _ATTRIBUTE.fullmatch(text)
        return _UNDERLINES.index(under[0]) + 1 if is_title else 0

    def _title(self, line: SourceLine, start: int, level: int) -> None:
        self._numbers = []
        self.builder.block(self._runs(line, start), prefix="#" * level + " ")
        if level == 1 and "title" not in self.metadata:
            self.metadata["title"] = self._shown(line.text[start:])
            self._header()

    def _item(self, line: SourceLine) -> None:
        """An entry of a list, or a line of a paragraph."""
        text = line.text
        if bullet := _BULLET.fullmatch(text):
            depth = len(bullet[1]) - 1
            self.builder.line(self._runs(line, bullet.start(2)), prefix="  " * depth + "- ")
        elif numbered := _NUMBERED.fullmatch(text):
            depth = len(numbered[1] or ".") - 1
            number = numbered[2] or str(self._counted(depth))
            self.builder.line(self._runs(line, numbered.start(3)), prefix=f"{'   ' * depth}{number}. ")
        elif term := _TERM.fullmatch(text):
            self.builder.block(self._runs(line, term.start(1), term.end(1)))
            self.builder.add(": ")
            self.builder.extend(self._runs(line, term.start(2)) if term[2] else ())
        else:
            self._numbers = [] if self._at > 1 and not self._lines[self._at - 2].text else self._numbers
            self.builder.line(self._runs(line, len(text) - len(text.lstrip())))

    def _counted(self, depth: int) -> int:
        """The number of the next entry of a list at this depth; a paragraph or a heading ends all lists."""
        before = self._numbers[depth] if depth < len(self._numbers) else 0
        self._numbers = [*(self._numbers + [0] * depth)[:depth], before + 1]
        return before + 1

    def _header(self) -> None:
        """The lines under the title: who wrote it, and of which revision it is."""
        for name in ("author", "revision"):
            line = self._lines[self._at].text if self._at < len(self._lines) else ""
            if not line or line.startswith((":", "/", "=", "[", "*", ".")):
                return
            revision = _REVISION.fullmatch(line)
            if revision:
                self.metadata |= {"version": revision[1]} | ({"content_date": revision[2]} if revision[2] else {})
            elif name == "author" and re.search(r"<[^>\s]+@[^>\s]+>|\A[A-Z][\w.-]+(?: [A-Z][\w.-]+){1,2}\Z", line):
                self.metadata["author"] = line.partition("<")[0].strip()
            else:
                return
            self._at += 1

    def _attribute(self, name: str, value: str) -> None:
        self._known[name.lower()] = value.strip()
        if value.strip() and name.lower() in _METADATA:
            self.metadata[_METADATA[name.lower()]] = value.strip()

    def _closing(self, mark: str) -> list[SourceLine]:
        """The lines up to the one that closes a block, which may be the end of the file; they are taken."""
        inside = list(takewhile(lambda line: line.text != mark, self._lines[self._at :]))
        self._at += len(inside) + 1
        return inside

    def _listing(self, inside: list[SourceLine]) -> None:
        self.builder.begin_block()
        fence = fence_for(line.text for line in inside)
        self.builder.add(f"{fence}\n")
        for line in inside:
            self.builder.add(line.text, self._place(line, 0, len(line.text)))
            self.builder.add("\n")
        self.builder.add(f"{fence}\n")

    def _table(self, inside: list[SourceLine], sign: str) -> None:
        rows: list[list[Cell]] = []
        pending: list[Cell] = []
        width = _width(self._said)
        for line in inside:
            if line.text.strip() in _TABLE:
                continue
            cells = list(self._cells(line, sign))
            if sign in ",:":
                rows += [cells] if any(cells) else []
                continue
            if cells and cells[0] and not line.text.lstrip().startswith(sign) and pending:
                pending[-1] = (*pending[-1], Run(" "), *cells.pop(0))
            width = width or (len(cells) - 1 if len(cells) > 2 else 0)  # noqa: PLR2004 - the first stands before any sign
            pending += [cell for number, cell in enumerate(cells) if cell or number]
            while width and len(pending) >= width + (line is not inside[-1]):
                rows.append(pending[:width])
                pending = pending[width:]
        self.builder.table([*rows, *([pending] if any(pending) else [])])
        self._said = ""

    def _cells(self, line: SourceLine, sign: str) -> Iterator[Cell]:
        """The cells of a line of a table; the first is what stands before the first sign."""
        if sign in ",:":
            signs = list(re.finditer(f"()(){re.escape(sign)}", line.text))
        else:
            signs = list(_CELL.finditer(line.text.replace("!", "|") if sign == "!" else line.text))
        starts, ends = [0, *(match.end() for match in signs)], [*(match.start() for match in signs), len(line.text)]
        for match, start, end in zip((None, *signs), starts, ends, strict=True):
            left = start + len(line.text[start:end]) - len(line.text[start:end].lstrip())
            runs = self._runs(line, left, start + len(line.text[start:end].rstrip())) if left < end else ()
            cell = tuple(run._replace(text=run.text.replace(f"\\{sign}", sign)) for run in runs)
            yield cell
            for _ in range(int(match[1]) - 1 if match and match[1] else 0):
                yield cell if match and match[2] == "*" else ()

    def _runs(self, line: SourceLine, start: int, end: int | None = None) -> tuple[Run, ...]:
        stop = len(line.text) if end is None else end
        text = self._shown(line.text[start:stop].removesuffix(" +"))
        return (Run(text, self._place(line, start, stop)),) if text else ()

    def _place(self, line: SourceLine, start: int, end: int) -> Any:
        return self._positions.locate(line.start + start, line.start + end)

    def _shown(self, text: str) -> str:
        text = _REFERENCE.sub(lambda match: self._known.get(match[1].lower()) or match[0], text)
        for pattern, by in _INLINE:
            text = pattern.sub(by, text)
        return text


def _is_frame(text: str) -> bool:
    """Whether a line only opens or closes a block of other blocks."""
    return text == "--" or (len(text) >= len("====") and text.startswith(_FRAME) and not text.strip(text[0]))


def _width(said: str) -> int:
    """The columns that `[cols="1,2*"]` names, 0 where it names none."""
    found = _COLUMNS.search(said)
    if found is None:
        return 0
    columns = [one.strip() for one in (found[1] or found[2] or "").split(",")]
    return sum(int(many[1]) if (many := _REPEATED.match(one)) else 1 for one in columns if one)
