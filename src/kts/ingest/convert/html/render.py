"""The readable tokens of a page as Markdown blocks, each piece with its place; hidden text stands at the end."""

from __future__ import annotations

import binascii
import html
import re
import urllib.parse
from base64 import b64decode
from itertools import groupby
from typing import TYPE_CHECKING

from kts.ingest.convert.builder import BETWEEN_ROWS, IN_CELL, IN_ROW, STRUCK, Run, one_line, stripped
from kts.ingest.convert.html import mathml, tables, visible
from kts.ingest.convert.html.lists import marked, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kts.ingest.convert.builder import TextBuilder
    from kts.ingest.convert.html.lists import Open
    from kts.ingest.convert.html.tokens import Token
    from kts.ingest.convert.html.visible import Reading
    from kts.ingest.convert.images import Images
    from kts.types import Location

    Locate = Callable[[int, int], Location]

_LINE = re.compile(r"[^\n]+|\n")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    "address article aside blockquote body caption center details dialog dir div dl dt fieldset figcaption figure "
    "footer form header hgroup hr html legend main menu nav option p section summary table tbody td tfoot th thead "
    "tr".split()
)
_IN_LINE = _BLOCKS | frozenset({"br", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dd", "pre"})
"""Elements that begin a line of their own, and are set apart where all is on one line."""
_QUOTES = {("q", "open"): "\u201c", ("q", "close"): "\u201d"}
_APART = frozenset({"td", "th", "label"})
_STRUCK = frozenset({"del", "s", "strike"})
_LINE_THROUGH = re.compile(r"(?i)text-decoration(?:-line)?\s*:[^;]{0,100}\bline-through\b")
_OPENING = frozenset("(\u201c\u221a")
_LANGUAGE = re.compile(
    r"(?:^|[\s-])(?:language|lang|highlight-source|highlight|brush|src)[-: ]+([a-z0-9+#_]+)", re.IGNORECASE
)
_NO_LANGUAGE = frozenset({"default", "none", "text", "plaintext", "plain", "auto", "source", "language", "highlight"})
_POWER = re.compile(r"\s*[-\u2212+]?\d{1,3}\s*")
_WRITTEN = frozenset({"text", "email", "tel", "url", "number", "date", "submit", "button", ""})
"""Types of input whose value is displayed."""
ALT_WORDS = 3
"""Words of an alternative text from which it says something that the text around the image does not."""


def render(page: Sequence[Token], source: str, *, builder: TextBuilder, images: Images, locate: Locate) -> None:
    """Write the readable part of a page; `locate` turns a range of `source` into its place."""
    render_reading(visible.readable(page, source), page, source, builder=builder, images=images, locate=locate)


def render_reading(
    reading: Reading, page: Sequence[Token], source: str, *, builder: TextBuilder, images: Images, locate: Locate
) -> None:
    """Write what was chosen of a page, what stands beside it, then what it hides, each stretch with its kind."""
    _Renderer(page, source, builder, images, locate).run(reading.kept)
    _Renderer(page, source, builder, images, locate).run(reading.beside)
    for kind, held in groupby(reading.hidden.items(), key=lambda item: item[1]):
        inline = Inline(source, locate)
        for index, _ in held:
            inline.text(page[index].start, page[index].end)
            inline.space()
        runs = inline.take()
        if runs:
            builder.block(run._replace(hidden=kind) for run in runs)


def _strikes(opened: Token) -> bool:
    """Whether an element strikes out what is in it, by its name or by its own style, as mail programs write it."""
    return opened.name in _STRUCK or bool(_LINE_THROUGH.search(opened.attributes.get("style", "")))


class Inline:
    """Collects the text of one block, white space collapsed, each source line with its place."""

    def __init__(self, source: str, locate: Locate) -> None:
        self._source = source
        self._locate = locate
        self._runs: list[Run] = []
        self._struck = 0
        self._space = False

    def text(self, start: int, end: int) -> None:
        """Append `source[start:end]`, character references decoded."""
        for match in _LINE.finditer(self._source, start, end):
            raw = match[0]
            text = html.unescape(raw) if "&" in raw else raw
            words = text.split()
            if not words:
                self._space = True
                continue
            self._space |= text[0].isspace()
            self._join()
            first = match.start() + len(raw) - len(raw.lstrip())
            place = self._locate(first, match.start() + len(raw.rstrip()))
            self._runs.append(Run(" ".join(words), place))
            self._space = text[-1].isspace()

    def _join(self) -> None:
        if self._space and self._runs and not self._runs[-1].text.endswith("\n"):
            self._runs.append(Run(" "))

    def put(self, text: str, place: Location | None) -> None:
        """Append words that stand in an attribute or in no source at all."""
        self._join()
        self._runs.append(Run(text, place))
        self._space = False

    @property
    def ends_in_digit(self) -> bool:
        """Whether a raised number would be read as part of what stands before it."""
        return bool(self._runs) and not self._space and self._runs[-1].text[-1:].isdigit()

    def space(self) -> None:
        """Keep what follows apart from what was."""
        self._space = True

    def sign(self, sign: str) -> None:
        """Append a sign: one that opens something stands apart from what was, another closes up to it."""
        if sign[0] in _OPENING:
            self._join()
        self._runs.append(Run(sign))
        self._space = False

    def strike(self, *, begins: bool) -> None:
        """Begin or end what is struck out, once if twice; nothing is written where there was nothing between."""
        self._struck += 1 if begins else -1
        if self._struck != begins:
            return
        if begins:
            self._join()
            self._runs.append(Run(STRUCK))
            self._space = False
        elif self._runs and self._runs[-1].text == STRUCK:
            self._runs.pop()
        else:
            self._runs.append(Run(STRUCK))

    def divide(self, sign: str) -> None:
        """End a piece of a line with a sign unless none came before, or it ends in one already."""
        if self._runs and self._runs[-1].text[-1:] not in {*BETWEEN_ROWS, *IN_ROW}:
            self._runs.append(Run(sign))
        self._space = True

    def newline(self) -> None:
        """A line break inside of the block."""
        if self._runs:
            self._runs.append(Run("\n"))
        self._space = False

    def take(self) -> tuple[Run, ...]:
        """The runs so far, after which the collection starts again."""
        runs, self._runs, self._space = stripped(self._runs), [], False
        return runs


class _Renderer:
    """Walks the tokens of one page and writes blocks; lives for one page."""

    def __init__(
        self, page: Sequence[Token], source: str, builder: TextBuilder, images: Images, locate: Locate
    ) -> None:
        self.page, self.source, self.builder, self.images, self.locate = page, source, builder, images, locate
        self.inline = Inline(source, locate)
        self.data_tables = tables.data_tables(page, source)
        self.signs = mathml.signs(page)
        self.switches = switches(page, source)
        self.lists: list[Open] = []
        self.grid_end = -1
        self.quotes = 0
        self.marker = ""
        self.in_item = False

    def run(self, indexes: Sequence[int]) -> None:
        """Render these tokens."""
        allowed = frozenset(indexes)
        skip_to = -1
        for index in indexes:
            token = self.page[index]
            if index <= skip_to:
                continue
            if token.kind == "text":
                self.inline.text(token.start, token.end)
            elif token.kind == "open" and (token.name == "pre" or index in self.data_tables):
                self.flush()
                inside = [number for number in range(index, token.match) if number in allowed]
                self.preformatted(index, inside) if token.name == "pre" else self.table(index, allowed)
                skip_to = token.match
            elif token.kind == "open":
                self.open(token)
                self.mark(index)
            else:
                self.mark(index)
                self.close(token)
        self.flush()

    def open(self, token: Token) -> None:
        """Begin an element."""
        if token.name == "br":
            self.inline.newline()
        elif token.name == "img":
            self.image(token, self.inline)
        elif token.name == "input":
            self.field(token)
        elif token.name in _APART:
            self.inline.space()
        elif token.name in {"ul", "ol"}:
            self.flush()
            self.begin_list(token)
        elif token.name == "li":
            self.flush()
            self.item(token)
        elif token.name == "dd":
            self.flush()
            self.marker = ": "
        elif token.name in _HEADINGS or token.name in _BLOCKS:
            self.flush()
        self.quotes += token.name == "blockquote"

    def begin_list(self, token: Token) -> None:
        """Begin a list, numbered from where it says."""
        if not self.lists:
            self.builder.begin_block()
        self.lists.append(self.begun(token))

    def begun(self, token: Token) -> Open:
        """The list that begins with a tag."""
        items = 0
        at = self.page[token.match].match + 1 if "reversed" in token.attributes else token.match
        while at < token.match:
            one = self.page[at]
            items += one.kind == "open" and one.name == "li"
            at = one.match if one.kind == "open" and one.name in {"ul", "ol"} and one.match > at else at + 1
        return opened(token, items)

    def mark(self, index: int) -> None:
        """Write what a tag within a line shows: quotation marks, and signs of formulas, which only position tells.

        A raised number is kept apart from what it stands at: 10<sup>6</sup> is not 106.
        """
        token = self.page[index]
        if sign := self.signs.get(index) or _QUOTES.get((token.name, token.kind)):
            self.inline.sign(sign)
        elif _strikes(self.page[min(index, token.match)]) and self.is_within_line(index):
            self.inline.strike(begins=token.kind == "open")
        elif token.name == "ins" and token.kind == "open" and self.page[index - 1].name == "del":
            self.inline.space()
        if token.name != "sup" or token.kind != "open" or not self.inline.ends_in_digit:
            return
        inside = self.page[index + 1 : token.match]
        if len(inside) == 1 and _POWER.fullmatch(self.source, inside[0].start, inside[0].end):
            self.inline.put("^", None)

    def is_within_line(self, index: int) -> bool:
        """Whether an element holds no block."""
        first, last = sorted((index, self.page[index].match))
        return first >= 0 and not any(one.name in _IN_LINE for one in self.page[first + 1 : last])

    def field(self, token: Token) -> None:
        """Write what a field of a form shows."""
        kind = token.attributes.get("type", "").lower()
        place = self.locate(token.start, token.end)
        if token.start in self.switches:
            return
        if kind in {"checkbox", "radio"} and token.attributes.get("role") != "button":
            self.inline.put("[x]" if "checked" in token.attributes else "[ ]", place)
            self.inline.space()
        elif kind in _WRITTEN and token.attributes.get("value", "").strip():
            self.inline.space()
            self.inline.put(" ".join(token.attributes["value"].split()), place)
            self.inline.space()

    def close(self, token: Token) -> None:
        """End an element."""
        if token.name in _HEADINGS:
            self.heading(_HEADINGS[token.name])
        elif token.name in {"ul", "ol"}:
            self.flush()
            self.lists = self.lists[:-1]
        elif token.name in _APART:
            self.inline.space()
        elif token.name in _BLOCKS or token.name in {"li", "dd", "blockquote"}:
            self.flush()
            self.marker = ""
            self.in_item = self.in_item and token.name != "li"
        if token.name == "blockquote":
            self.quotes -= 1

    def item(self, token: Token) -> None:
        """Set the marker of the next list item."""
        self.marker = self.numbered(token) or "- "
        self.in_item = False

    def numbered(self, token: Token) -> str:
        """The number of an item of the innermost list, empty where it has none; the list counts on."""
        if not self.lists:
            return ""
        number, self.lists[-1] = marked(self.lists[-1], token)
        return number

    def flush(self) -> None:
        """Write the block collected so far."""
        runs = self.inline.take()
        if not runs:
            return
        indent = "  " * max(len(self.lists) - 1, 0)
        prefix = "> " * min(self.quotes, 8) + indent
        if self.marker:
            self.builder.line(runs, prefix=prefix + self.marker)
            self.in_item = bool(self.lists)
        elif self.in_item:
            self.builder.line(runs, prefix=f"{prefix}  ")
        else:
            self.builder.block(runs, prefix=prefix)
        self.marker = ""

    def heading(self, level: int) -> None:
        """Write the text collected so far as a heading."""
        runs = stripped(one_line(self.inline.take()))
        if runs:
            self.builder.block(runs, prefix="#" * level + " ")

    def preformatted(self, at: int, inside: Iterable[int]) -> None:
        """Write a fenced block, its lines as they stand."""
        runs: list[Run] = []
        for index in inside:
            token = self.page[index]
            if token.kind == "text":
                runs.extend(_verbatim(self.source, token, self.locate))
            elif token.name == "br":
                runs.append(Run("\n"))
        while runs and runs[0].text == "\n":
            runs.pop(0)
        while runs and not runs[-1].text.strip():
            runs.pop()
        if runs:
            fence = "````" if any("```" in run.text for run in runs) else "```"
            language = _language(self.page, at)
            self.builder.block([Run(f"{fence}{language}\n"), *runs, Run(f"\n{fence}\n")])

    def table(self, index: int, allowed: frozenset[int]) -> None:
        """Write a table of data; rows without any text are left out."""
        self.caption(index, allowed)
        rows = tables.rows_of(self.page, index)
        blank = {cell.inside: self.is_blank(cell.inside, allowed) for row in rows for cell in row}
        cells = tables.grid(rows, is_blank=lambda inside: blank.get(inside, True))
        texts = {cell.inside: self.cell(cell.inside, allowed) for row in rows for cell in row}
        written = [[_side_by_side(texts.get(inside, ()) for inside in cell) for cell in row] for row in cells]
        kept = [row for row in written if any(row)]
        bare: list[tuple[Run, ...]] = (
            [() for _ in kept[0]] if kept and tables.names_rows(self.page, self.source, rows) else []
        )
        self.builder.table([bare, *kept] if bare else kept)

    def is_blank(self, inside: range, allowed: frozenset[int]) -> bool:
        """Whether a cell shows nothing."""
        return not any(
            index in allowed
            and (self.page[index].name in {"img", "input"} or self.page[index].kind == "text")
            and (
                self.page[index].kind != "text"
                or html.unescape(self.source[self.page[index].start : self.page[index].end]).strip()
            )
            for index in inside
        )

    def caption(self, index: int, allowed: frozenset[int]) -> None:
        """Write the caption above its table."""
        for number in range(index, self.page[index].match):
            token = self.page[number]
            if token.kind == "open" and token.name == "caption":
                self.builder.block(self.cell(range(number, token.match), allowed))
                return

    def cell(self, inside: range, allowed: frozenset[int]) -> tuple[Run, ...]:
        """The text of a cell on one line."""
        outer = self.inline, self.lists
        self.inline, self.lists = Inline(self.source, self.locate), []
        for index in inside:
            token = self.page[index]
            if index not in allowed:
                continue
            if token.kind == "text":
                self.inline.text(token.start, token.end)
            elif token.name in _IN_LINE:
                self.inline.space()
                self.within(index)
            else:
                self.within_line(index)
        runs = self.inline.take()
        self.inline, self.lists = outer
        return runs

    def within(self, index: int) -> None:
        """Mark where an item of a list, a row or a cell of a table begins inside of a cell."""
        token = self.page[index]
        if token.kind == "open" and token.name in {"ul", "ol"}:
            self.lists.append(self.begun(token))
        elif token.name in {"ul", "ol"}:
            self.lists = self.lists[:-1]
        elif token.kind == "open" and token.name == "li":
            self.inline.put((self.numbered(token) or IN_CELL).strip(), None)
            self.inline.space()
        elif token.kind == "open" and token.name == "table" and index in self.data_tables:
            self.grid_end = max(self.grid_end, token.match)
        elif token.kind == "open" and token.name in {"td", "th", "tr"} and index < self.grid_end:
            self.inline.divide((BETWEEN_ROWS if token.name == "tr" else IN_ROW).strip())

    def within_line(self, index: int) -> None:
        """Write what an element that is part of a line shows by itself."""
        token = self.page[index]
        if token.name == "img":
            self.image(token, self.inline)
        elif token.name == "input":
            self.field(token)
        else:
            self.mark(index)

    def image(self, token: Token, inline: Inline) -> None:
        """Take an image that the page carries in itself; write what stands for one that is not displayed."""
        place = self.locate(token.start, token.end)
        alt = " ".join(token.attributes.get("alt", "").split())
        body = data_uri(token.attributes.get("src", ""))
        if body:
            self.images.add(body, at=self.builder.length, location=place, alt=alt)
        if len(alt.split()) >= ALT_WORDS:
            inline.space()
            inline.put(f"[Image: {alt}]", place)
            inline.space()


def switches(page: Sequence[Token], source: str) -> frozenset[int]:
    """Where the radio buttons begin that stand in a row before no text: style sheets make tabs of them, unseen."""
    found: set[int] = set()
    row: list[int] = []
    for token in page:
        if token.kind == "open" and token.name == "input" and token.attributes.get("type", "").lower() == "radio":
            row.append(token.start)
        elif token.name != "input" and (token.kind != "text" or source[token.start : token.end].strip()):
            if len(row) > 1 and token.kind == "open" and token.name == "div":
                found.update(row)
            row = []
    return frozenset(found)


def _side_by_side(texts: Iterable[tuple[Run, ...]]) -> tuple[Run, ...]:
    """The text of a cell that comes from several places."""
    runs: list[Run] = []
    for text in texts:
        runs.extend([*([Run(" ")] if runs and text else []), *text])
    return tuple(runs)


def _language(page: Sequence[Token], at: int) -> str:
    """The language of a block of code by the names of its element, the code in it and the two around it."""
    near = [page[at], *(token for token in page[at + 1 : at + 2] if token.name == "code")]
    near += [token for token in page[max(at - 2, 0) : at] if token.kind == "open" and token.match > page[at].match]
    for token in near:
        said = token.attributes.get("data-lang") or token.attributes.get("data-language")
        named = [said] if said else _LANGUAGE.findall(token.attributes.get("class", ""))
        language = next((name.lower() for name in named if name.lower() not in _NO_LANGUAGE), "")
        if language and re.fullmatch(r"[\w+#-]+", language):
            return language
    return ""


def _verbatim(source: str, token: Token, locate: Locate) -> list[Run]:
    return [
        Run("\n") if match[0] == "\n" else Run(html.unescape(match[0]), locate(match.start(), match.end()))
        for match in _LINE.finditer(source, token.start, token.end)
    ]


def data_uri(uri: str) -> bytes:
    """The bytes of a `data:` URI, empty for any other or a damaged one."""
    head, comma, body = uri.strip().partition(",")
    if not comma or not head.lower().startswith("data:image/"):
        return b""
    if not head.lower().endswith(";base64"):
        return urllib.parse.unquote_to_bytes(body)
    try:
        return b64decode("".join(urllib.parse.unquote(body).split()) + "==")
    except (binascii.Error, ValueError):
        return b""
