"""reStructuredText as Markdown: headings, lists, tables, literal blocks, directives; nothing is included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.convert.builder import Run, TextBuilder, plain
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.lines import source_lines
from kts.ingest.convert.outcomes import attempt
from kts.ingest.convert.rst.inline import inline, substitutions
from kts.ingest.convert.rst.tables import (
    csv_table,
    grid_table,
    is_border,
    is_grid,
    list_table,
    simple_table,
)
from kts.types import Conversion

if TYPE_CHECKING:
    from kts.ingest.convert.lines import SourceLine

_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1+\s*")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|]+\|\s+)?([\w:+.-]+?)::(?:\s+(.*))?$")
_EXPLICIT = re.compile(r"\.\.(?:\s|$)")
_FOOTNOTE = re.compile(r"\.\.\s+\[([^\]]+)\]\s+(.*)$")
_OPTION = re.compile(r":([\w -]+):(?:\s+(?=\S)|\s*$)(.*)$")
_BULLET = re.compile(r"([*+•-])\s+(?=\S)")
_NUMBERED = re.compile(r"(?:#\.|\d+[.)]|\(\d+\)|[a-zA-Z][.)]|\([a-zA-Z]\))\s+(?=\S)")
_CODE = frozenset({"code", "code-block", "sourcecode", "parsed-literal", "highlight", "math", "prompt"})
_DROPPED = frozenset(
    "include raw literalinclude toctree contents index meta replace unicode highlightlang default-role sectnum "
    "target-notes currentmodule module".split()
)
_FRAMES = frozenset("container compound only ifconfig glossary hlist rst-class figure image".split())
"""Directives that are seen by what is in them alone."""
_TITLED = frozenset({"topic", "sidebar", "admonition", "rubric", "centered", "tab", "tab-item", "dropdown", "card"})
"""Directives that display their argument as it stands."""
_DESCRIBED = frozenset("function class method attribute data exception option envvar confval describe".split())
_ADMONITIONS = frozenset("attention caution danger error hint important note seealso tip warning".split())
"""Directives whose argument is the beginning of their text."""
_SPOKEN = {
    "versionadded": "New in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
}
_METADATA = {"author": "author", "authors": "author", "date": "content_date", "version": "version"}


class RstConverter:
    """Reads `.rst`; `include` and `raw` are left out, as nothing outside of the file is read."""

    name = "rst"
    version = "4"
    suffixes = frozenset({".rst"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Markdown whose every line maps to a line of the file."""
        del name
        return attempt(lambda: _convert(content), what="reStructuredText")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    writer = _Writer(source_lines(decoded.text), Positions(decoded))
    writer.blocks(0, len(writer.lines))
    if not writer.builder.text().strip():
        return Conversion("empty", reason="no text", metadata=writer.metadata)
    return Conversion("ok", writer.builder.text(), writer.builder.source_map(), {**writer.metadata, **assumed(decoded)})


def _announced(text: str) -> str:
    """Text whose `::` announces a literal block, as it is displayed."""
    return text.removesuffix(":") if text.endswith("::") else text


class _Writer:
    """Walks the lines of one file; lives for one conversion."""

    def __init__(self, lines: list[SourceLine], positions: Positions) -> None:
        self.lines, self.positions = lines, positions
        self.builder = TextBuilder()
        self.metadata: dict[str, str] = {}
        self.replaced = substitutions(line.text for line in lines)
        self.adornments: list[str] = []
        self.numbers: dict[int, int] = {}
        self.listing = False

    def inline(self, text: str) -> str:
        """Text as it is displayed, the substitutions of this file made."""
        return inline(text, self.replaced)

    def blocks(self, at: int, end: int, *, depth: int = 0) -> None:
        """Write the body elements of the lines from `at` to before `end`."""
        while at < end:
            at = self.block(at, end, depth) if self.lines[at].text else at + 1

    def block(self, at: int, end: int, depth: int) -> int:
        """Write the element at a line and return the line after it."""
        text = self.lines[at].text.lstrip()
        if heading := self.heading(at, end):
            return heading
        if _EXPLICIT.match(text):
            return self.explicit(at, end, depth)
        if is_grid(text) or (is_border(text) and self._closed_table(at, end)):
            return self.table(at, end)
        return self.body(at, end, depth)

    def body(self, at: int, end: int, depth: int) -> int:
        """Write lines, a field, an item of a list, a definition or a paragraph."""
        text = self.lines[at].text.lstrip()
        if text.startswith(("| ", ">>> ")):
            return self.verse(at, end)
        if (option := _OPTION.match(text)) is not None:
            return self.field(at, option)
        if _BULLET.match(text) or _NUMBERED.match(text):
            return self.item(at, end)
        return self.definition(at, end, depth) if self._is_term(at, end) else self.paragraph(at, end)

    def _is_term(self, at: int, end: int) -> bool:
        """Whether the line is a term: the next one is its definition, indented more."""
        if at + 1 >= end or not self.lines[at + 1].text or self.lines[at].text.endswith("::"):
            return False
        above = self.lines[at - 1].text if at else ""
        return self.lines[at + 1].indent > self.lines[at].indent and not above

    def definition(self, at: int, end: int, depth: int) -> int:
        """Write a term and its definition, classifiers as they stand."""
        stop = self._indented_end(at + 1, end, self.lines[at].indent)
        self.listing = False
        self.builder.block([self.run(self.lines[at], self.inline(self.lines[at].text.strip()))])
        body = at + 1
        first: list[Run] = []
        while body < stop and self.lines[body].text and not _BULLET.match(self.lines[body].text.lstrip()):
            text = self.inline(_announced(self.lines[body].text.strip()))
            first.extend([*([Run(" ")] if first else []), self.run(self.lines[body], text)])
            body += 1
            if self.lines[body - 1].text.endswith("::"):
                self._flush(first)
                first, body = [], self.literal(body, stop, self.lines[body - 1].indent)
        self._flush(first)
        self.blocks(body, stop, depth=depth + 1)
        return stop

    def _flush(self, runs: list[Run]) -> None:
        if runs:
            self.builder.line(runs, prefix=": ")

    def verse(self, at: int, end: int) -> int:
        """Write lines that keep their ends: a line block, or a dialogue with an interpreter as code."""
        stop = at
        while stop < end and self.lines[stop].text:
            stop += 1
        if self.lines[at].text.lstrip().startswith(">>>"):
            self.fence(at, stop, "python")
            return stop
        self.builder.begin_block()
        for line in self.lines[at:stop]:
            text = line.text.strip().removeprefix("|").strip()
            self.builder.line([self.run(line, self.inline(text))] if text else [])
        return stop

    def run(self, line: SourceLine, text: str | None = None) -> Run:
        """The line, or a piece of it, with the place of the whole line."""
        shown = line.text.strip() if text is None else text
        start = line.start + line.indent
        return Run(shown, self.positions.locate(start, line.start + len(line.text)))

    def heading(self, at: int, end: int) -> int:
        """Write a heading if one is here: a line over its adornment, perhaps with one above too."""
        line = self.lines[at].text
        over = bool(_ADORNMENT.fullmatch(line)) and at + 2 < end
        title = self.lines[at + 1] if over else self.lines[at]
        under = self.lines[at + 2 if over else at + 1].text if at + 1 < end else ""
        if not title.text.strip() or not _ADORNMENT.fullmatch(under) or _ADORNMENT.fullmatch(title.text):
            return 0
        short = len(under) < min(len(title.text.strip()), 4)
        if short or (over and under != line) or (title.indent and not over):
            return 0
        key = f"{'over' if over else ''}{under[0]}"
        if key not in self.adornments:
            self.adornments.append(key)
        level = min(self.adornments.index(key) + 1, 6)
        run = self.run(title, self.inline(title.text.strip()))
        self.metadata.setdefault("title", run.text)
        self.builder.block([run], prefix="#" * level + " ")
        return at + (3 if over else 2)

    def _closed_table(self, at: int, end: int) -> bool:
        return any(is_border(self.lines[index].text.strip()) for index in range(at + 1, min(end, at + 500)))

    def table(self, at: int, end: int) -> int:
        """Write a grid or simple table."""
        grid = is_grid(self.lines[at].text.lstrip())
        stop = self._table_end(at, end, grid=grid)
        rows = self.lines[at:stop]
        cut = grid_table([row.text for row in rows]) if grid else simple_table([row.text for row in rows])
        if cut:
            cells = [[self._cell(rows, pieces) for pieces in row] for row in cut]
            self.builder.table(cells)
        else:
            self.fence(at, stop)
        return stop

    def _table_end(self, at: int, end: int, *, grid: bool) -> int:
        borders, index = 0, at
        while index < end:
            text = self.lines[index].text.strip()
            if grid and not text.startswith(("+", "|")):
                return index
            if not grid and is_border(text):
                borders += 1
                after = self.lines[index + 1].text if index + 1 < end else ""
                if borders > 1 and not after:
                    return index + 1
            index += 1
        return end

    def _cell(self, rows: list[SourceLine], pieces: list[tuple[int, int, int]]) -> tuple[Run, ...]:
        """The runs of a cell from (line, start, end) pieces."""
        runs: list[Run] = []
        for number, start, end in pieces:
            raw = rows[number].text[start:end]
            if raw.strip():
                first = rows[number].start + start + len(raw) - len(raw.lstrip())
                place = self.positions.locate(first, rows[number].start + start + len(raw.rstrip()))
                runs.extend([*([Run(" ")] if runs else []), Run(self.inline(raw.strip()), place)])
        return tuple(runs)

    def field(self, at: int, match: re.Match[str]) -> int:
        """Write a field; those of the file's head that we know become metadata too."""
        key = _METADATA.get(match[1].lower())
        if key and match[2]:
            self.metadata.setdefault(key, match[2].strip())
        above = self.lines[at - 2].text.strip() if at > 1 and not self.lines[at - 1].text else ""
        if is_grid(above) or is_border(above):
            self.builder.begin_block()
        self.builder.line([self.run(self.lines[at], self.inline(f"{match[1]}: {match[2]}".rstrip()))])
        return at + 1

    def item(self, at: int, end: int) -> int:
        """Write a list item with its continuation lines."""
        line = self.lines[at]
        stripped = line.text.lstrip()
        bullet = _BULLET.match(stripped)
        marker = "- " if bullet else ""
        text = stripped[bullet.end() :] if bullet else stripped
        if at == 0 or not self.lines[at - 1].text or line.indent == 0:
            self._begin_item(at)
        first = self.run(line, self.inline(_announced(self._counted(text, line.indent))))
        self.builder.line([first], prefix="  " * min(line.indent // 2, 8) + marker)
        at += 1
        while at < end and self.lines[at].text and self.lines[at].indent > line.indent:
            nested = self.lines[at].text.lstrip()
            if _BULLET.match(nested) or _NUMBERED.match(nested):
                break
            self.builder.add(" ")
            self.builder.extend([self.run(self.lines[at], self.inline(_announced(nested)))])
            at += 1
        return self.literal(at, end, line.indent) if self.lines[at - 1].text.endswith("::") else at

    def _counted(self, text: str, indent: int) -> str:
        """An item's text, `#.` with its number as displayed."""
        told = re.match(r"(\d{1,9})[.)]\s", text)
        if told or text.startswith("#."):
            number = int(told[1]) if told else self.numbers.get(indent, 0) + 1
            self.numbers = {margin: last for margin, last in self.numbers.items() if margin < indent} | {indent: number}
            return text if told else f"{number}.{text[2:]}"
        return text

    def _begin_item(self, at: int) -> None:
        before = next((line.text for line in reversed(self.lines[max(at - 3, 0) : at]) if line.text), "")
        listed = (
            _BULLET.match(before.lstrip())
            or _NUMBERED.match(before.lstrip())
            or (self.listing and before[:1].isspace())
        )
        if not listed:
            self.builder.begin_block()
            self.numbers = {}
        self.listing = True

    def paragraph(self, at: int, end: int) -> int:
        """Write a paragraph and the literal block that `::` at its end announces."""
        first = at
        runs: list[Run] = []
        indent = self.lines[at].indent
        while at < end and self.lines[at].text and self.lines[at].indent >= indent:
            text = self.lines[at].text.strip()
            runs.extend([*([Run("\n")] if runs else []), self.run(self.lines[at], self.inline(text))])
            at += 1
            if text.endswith("::") and at < end and not self.lines[at].text:
                break
        literal = plain(runs).endswith("::")
        if literal:
            runs[-1] = runs[-1]._replace(text=re.sub(r"(?:^|\s)::$|:$", "", runs[-1].text))
        self.builder.block(run for run in runs)
        return self.literal(at, end, self.lines[first].indent) if literal else at

    def literal(self, at: int, end: int, indent: int) -> int:
        """Write the indented block after a line as code; the line after it."""
        stop = self._indented_end(at, end, indent)
        self.fence(at, stop)
        return stop

    def _indented_end(self, at: int, end: int, indent: int) -> int:
        while at < end and (not self.lines[at].text or self.lines[at].indent > indent):
            at += 1
        return at

    def fence(self, at: int, end: int, language: str = "") -> None:
        """Write lines as a fenced block, their common indentation removed."""
        inside = self.lines[at:end]
        while inside and not inside[0].text:
            inside = inside[1:]
        while inside and not inside[-1].text:
            inside = inside[:-1]
        if not inside:
            return
        margin = min(line.indent for line in inside if line.text)
        self.builder.block([Run(f"```{language}")])
        for line in inside:
            self.builder.add("\n")
            self.builder.extend([self.run(line, line.text[margin:])] if line.text else [])
        self.builder.line([Run("```")])

    def explicit(self, at: int, end: int, depth: int) -> int:
        """Write a directive or a footnote; targets, comments and substitutions are left out."""
        line = self.lines[at]
        text = line.text.strip()
        stop = self._indented_end(at + 1, end, line.indent)
        directive, footnote = _DIRECTIVE.match(text), _FOOTNOTE.match(text)
        if directive is not None and depth < 20:  # noqa: PLR2004 - deeper nesting is no document
            self.directive(at, stop, directive[1].lower(), directive[2] or "", depth)
        elif footnote is not None:
            label = footnote[1].lstrip("#") or footnote[1]
            rest = [other for other in self.lines[at + 1 : stop] if other.text]
            more = [self.run(other, f" {self.inline(other.text.strip())}") for other in rest]
            self.builder.block([self.run(line, self.inline(footnote[2])), *more], prefix=f"[^{label}]: ")
        return stop

    def directive(self, at: int, stop: int, name: str, argument: str, depth: int) -> None:
        """Write a directive: code as code, tables and admonitions as their text under their name."""
        body = self._after_options(at + 1, stop)
        if name in _DROPPED:
            return
        if argument and name in _ADMONITIONS | _SPOKEN.keys() and body == at + 1:
            body = self._remark(at, stop, name, argument)
            self.blocks(body, stop, depth=depth + 1)
            return
        if name == "math" and argument:
            self._titled(at, argument, verbatim=True)
        if name in _CODE:
            language = argument if re.fullmatch(r"[\w+-]+", argument) and name != "math" else ""
            self.fence(body, stop, language)
            return
        if name in {"list-table", "csv-table"}:
            self._titled(at, argument)
            rows = list_table(self.lines[body:stop]) if name == "list-table" else csv_table(self.lines[at + 1 : stop])
            self.builder.table([[self._pieces(cell) for cell in row] for row in rows])
            return
        self._announce(at, name, argument)
        self.blocks(body, stop, depth=depth + 1)

    def _remark(self, at: int, stop: int, name: str, argument: str) -> int:
        """Write an admonition whose text begins beside its name, up to its first empty line."""
        body = at + 1
        while body < stop and self.lines[body].text and not _BULLET.match(self.lines[body].text.lstrip()):
            body += 1
        said = f"{name.capitalize()}: {argument}"
        if name in _SPOKEN:
            number, _, rest = argument.partition(" ")
            said = f"{_SPOKEN[name]} {number}{': ' if rest or body > at + 1 else ''}{rest}".rstrip()
        first = self.run(self.lines[at], self.inline(said))
        more = [self.run(line, f" {self.inline(line.text.strip())}") for line in self.lines[at + 1 : body]]
        self.builder.block([first, *more])
        return body

    def _titled(self, at: int, text: str, *, verbatim: bool = False) -> None:
        if text:
            self.builder.block([self.run(self.lines[at], text if verbatim else self.inline(text))])

    def _announce(self, at: int, name: str, argument: str) -> None:
        """Write what a directive displays of itself."""
        if name in {"image", "figure"}:
            alt = self._option(at, "alt")
            self._titled(at, f"[Image: {alt}]" if alt else "")
        elif ":" in name or name in _DESCRIBED:
            self._titled(at, f"`{argument}`" if argument else "")
        elif name in _SPOKEN:
            self._titled(at, f"{_SPOKEN[name]} {argument}")
        elif name in _TITLED or name.endswith("table"):
            self._titled(at, argument)
        elif name not in _FRAMES:
            self._titled(at, f"{name.replace('-', ' ').capitalize()}: {argument}".rstrip())

    def _option(self, at: int, name: str) -> str:
        for line in self.lines[at + 1 : at + 12]:
            match = _OPTION.match(line.text.strip())
            if match is None:
                return ""
            if match[1] == name:
                return match[2]
        return ""

    def _pieces(self, cell: list[SourceLine]) -> tuple[Run, ...]:
        """The runs of a cell whose lines are given."""
        runs: list[Run] = []
        for line in cell:
            if line.text.strip():
                runs.extend([*([Run(" ")] if runs else []), self.run(line, self.inline(line.text.strip()))])
        return tuple(runs)

    def _after_options(self, at: int, stop: int) -> int:
        while at < stop and _OPTION.match(self.lines[at].text.strip()):
            at += 1
        return at
