"""RTF: paragraphs, headings, lists, tables and notes, each mapped to its paragraph or cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import IN_CELL, Run, TextBuilder, one_line, plain, stripped
from kts.ingest.convert.docx.tables import write_grid
from kts.ingest.convert.legacy.doctables import Shape, grid_of
from kts.ingest.convert.legacy.rtfrows import ROW_WORDS, RowShape
from kts.ingest.convert.legacy.rtftokens import encoding_of, page, symbol, tokens, unit, whole
from kts.ingest.convert.legacy.sheets import BETWEEN
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.ingest.convert.builder import Cell
    from kts.ingest.convert.legacy.rtftokens import Token

    Place = Callable[[Location], Location]

MAGIC = b"{\\rtf"
MAX_GROUPS = 10_000
"""Groups inside of each other."""
_SKIPPED = frozenset(
    "colortbl pict object header headerl headerr headerf footer footerl footerr footerf fldinst themedata "
    "datafield xmlnstbl listtable listoverridetable rsidtbl generator latentstyles datastore filetbl revtbl "
    "annotation atnid atnauthor tc xe nonshppict private".split()
)
"""Groups without text of the body."""
_KEPT = frozenset("shpinst shptxt listtext pntext footnote fldrslt shppict".split())
"""Optional groups (`\\*`) that are read all the same, for the text in them."""
_TABLES = frozenset({"fonttbl", "stylesheet", "info"})
_INFO = {"title": "title", "author": "author", "subject": "subject", "keywords": "keywords"}
_DATES = {"creatim": "created", "revtim": "modified"}
_TEXT = {
    "line": "\n",
    "tab": "\t",
    "emdash": "\u2014",
    "endash": "\u2013",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "bullet": "\u2022",
    "emspace": " ",
    "enspace": " ",
}
_HEADING = re.compile(r"heading ([1-9])\b", re.IGNORECASE)
_LOOKS = frozenset("ansicpg u uc f v deleted htmlrtf plain".split())
_PLAIN = re.compile(r"[^\d\W]|\d")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")


class State(NamedTuple):
    """What a group inherits: where its text goes, how it is decoded, whether it is shown."""

    target: str = "body"
    encoding: str = ""
    skip: int = 1
    hidden: bool = False
    dropped: bool = False
    key: str = ""


class RtfConverter:
    """Reads `.rtf`: headings by style or outline level, list labels as displayed; hidden text is marked."""

    name = "rtf"
    version = "4"
    suffixes = frozenset({".rtf"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The body and its notes; headers, footers and comments are left out."""
        del name
        return attempt(lambda: _convert(content), damage=DAMAGE, what="RTF")


def _convert(content: bytes) -> Conversion:
    if not content:
        raise Refusal(outcome="empty", reason="the file has no bytes")
    if not content.lstrip().startswith(MAGIC):
        raise Refusal(outcome="malformed", reason="not an RTF file: its first bytes are those of another format")
    builder = TextBuilder()
    metadata = write_rtf(content.lstrip(), builder, lambda place: place)
    text = builder.text()
    if not text.strip():
        return Conversion("empty", reason="no text in the body", metadata=metadata)
    source_map = builder.source_map()
    if sum(mark.end - mark.start for mark in source_map.hidden) >= len(text.strip()):
        return Conversion("hidden_only", reason="all text is formatted as hidden", metadata=metadata)
    return Conversion("ok", text, source_map, metadata)


def write_rtf(content: bytes, builder: TextBuilder, place: Place) -> dict[str, Any]:
    """Write the text of an RTF file and return its metadata; `place` turns a place in it into the final one."""
    reader = _Reader(_Writer(builder, place))
    for token in tokens(content):
        reader.take(token)
    return reader.finish()


class _Reader:
    """Follows the groups of one file; lives for one conversion."""

    def __init__(self, writer: _Writer) -> None:
        self._writer = writer
        self._state = State()
        self._stack: list[State] = []
        self._optional = False
        self._default = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._style = 0
        self._pending: list[bytes] = []
        self._to_skip = 0
        self._name = ""
        self._info: dict[str, str] = {}
        self._date: dict[str, int] = {}

    def take(self, token: Token) -> None:
        """Take the next token."""
        if token.kind == "bytes":
            self._bytes(token.body)
            return
        if self._pending:
            self._flush()
        if token.kind == "open":
            if len(self._stack) >= MAX_GROUPS:
                raise Refusal(outcome="malformed", reason=f"more than {MAX_GROUPS:,} groups inside of each other")
            self._stack.append(self._state)
        elif token.kind == "close":
            self._close()
        elif token.kind == "symbol":
            self._symbol(token.body)
        else:
            self._word(token.word, token.parameter)

    def _bytes(self, body: bytes) -> None:
        if self._state.target == "skip":
            return
        skipped = min(self._to_skip, len(body))
        self._to_skip -= skipped
        self._pending.append(body[skipped:])

    def _flush(self) -> None:
        """Hand on the bytes so far, decoded by the font in use: characters of two bytes come in two tokens."""
        encoding = self._state.encoding or self._default
        self._text(b"".join(self._pending).decode(encoding, "replace"))
        self._pending = []

    def _text(self, text: str) -> None:
        state = self._state
        if state.target in {"body", "note", "label"} and not state.dropped:
            self._writer.text(text, state.target, hidden=state.hidden)
        elif state.target == "stylesheet":
            self._name += text
        elif state.target == "info" and state.key:
            self._info[state.key] = self._info.get(state.key, "") + text

    def _symbol(self, body: bytes) -> None:
        if body == b"*":
            self._optional = True
        elif body in b"\r\n":
            self._word("par", None)
        elif self._to_skip:
            self._to_skip -= 1
        else:
            self._text(symbol(body))

    def _close(self) -> None:
        state = self._state
        self._state = self._stack.pop() if self._stack else State()
        self._to_skip = 0
        if state.target == "stylesheet" and self._name:
            self._writer.style(self._style, self._name.rstrip(";").strip())
            self._name, self._style = "", 0
        if state.key in _DATES.values() and self._date:
            parts = self._date
            self._info[state.key] = f"{parts.get('yr', 0):04}-{parts.get('mo', 1):02}-{parts.get('dy', 1):02}"
            self._date = {}
        if state.target == "note" and self._state.target != "note":
            self._writer.end_note()

    def _word(self, word: str, parameter: int | None) -> None:
        optional, self._optional = self._optional, False
        state = self._state
        if state.target == "skip":
            return
        if word in _SKIPPED or (optional and word not in _KEPT):
            self._state = state._replace(target="skip")
        elif word in _TABLES:
            self._state = state._replace(target=word)
        elif state.target in _TABLES:
            self._entry(word, parameter or 0)
        elif word in {"footnote", "listtext", "pntext"}:
            self._state = state._replace(target="note" if word == "footnote" else "label")
        elif word in _TEXT:
            self._text(_TEXT[word])
        elif word in _LOOKS:
            self._look(word, parameter)
        elif state.target in {"body", "note"}:
            self._writer.word(word, parameter, in_note=state.target == "note")

    def _look(self, word: str, parameter: int | None) -> None:
        on = parameter != 0
        if word == "ansicpg":
            self._default = page(parameter or 1252)
        elif word == "u":
            self._text(unit(parameter or 0))
            self._to_skip = self._state.skip
        elif word == "uc":
            self._state = self._state._replace(skip=max(parameter or 0, 0))
        elif word == "f":
            self._state = self._state._replace(encoding=self._fonts.get(parameter or 0, ""))
        elif word == "v":
            self._state = self._state._replace(hidden=on)
        elif word in {"deleted", "htmlrtf"}:
            self._state = self._state._replace(dropped=on)
        else:
            self._state = self._state._replace(hidden=False, dropped=False, encoding="")

    def _entry(self, word: str, parameter: int) -> None:
        """A control word of the tables at the head of the file."""
        if word == "f":
            self._font = parameter
        elif word == "fcharset":
            self._fonts[self._font] = encoding_of(parameter)
        elif word == "s":
            self._style = parameter
        elif word in _INFO or word in _DATES:
            key = _INFO.get(word) or _DATES[word]
            self._state = self._state._replace(key="" if key in self._info else key)
        elif word in {"yr", "mo", "dy"}:
            self._date[word] = parameter
        elif word == "u" and self._state.target == "info":
            self._text(unit(parameter))
            self._to_skip = self._state.skip

    def finish(self) -> dict[str, Any]:
        """Write what is left; the metadata."""
        self._flush()
        self._writer.finish()
        found = {key: " ".join(whole(text).split()) for key, text in self._info.items()}
        if self._writer.title:
            found.setdefault("title", self._writer.title)
        return {key: value for key, value in found.items() if value and not value.startswith("0000")}


class _Writer:
    """Puts paragraphs, cells and notes together and writes them; lives for one conversion."""

    def __init__(self, builder: TextBuilder, place: Place) -> None:
        self.title = ""
        self._builder, self._place = builder, place
        self._levels: dict[int, int] = {}
        self._runs: list[tuple[str, bool]] = []
        self._label = ""
        self._note: list[str] = []
        self._notes: list[str] = []
        self._level = 0
        self._in_table = False
        self._in_list = False
        self._paragraphs = 0
        self._tables = 0
        self._cell: list[Run] = []
        self._row: list[Cell] = []
        self._rows: list[tuple[list[Cell], Shape]] = []
        self._shape = RowShape()

    def style(self, number: int, name: str) -> None:
        """Learn the level of a style by its name."""
        match = _HEADING.match(name)
        level = int(match[1]) if match else int(name.lower() == "title")
        if level:
            self._levels[number] = level

    def text(self, text: str, target: str, *, hidden: bool) -> None:
        """Take text of the body, of a list label or of a note."""
        if target == "label":
            self._label += text
        elif target == "note":
            self._note.append(text)
        else:
            self._runs.append((text, hidden))

    def end_note(self) -> None:
        """A footnote is complete: its sign stays in the text, its text goes to the end."""
        text = " ".join(whole("".join(self._note)).split())
        self._note = []
        if text:
            self._notes.append(text)
            self._runs.append((f"[^{len(self._notes)}]", False))

    def word(self, word: str, parameter: int | None, *, in_note: bool) -> None:
        """A control word of the body."""
        if in_note:
            self._note.append(" " if word in {"par", "line"} else "")
        elif word in {"par", "sect", "page"}:
            self._paragraph()
        elif word in {"cell", "nestcell"}:
            self._end_cell(inner=word == "nestcell")
        elif word == "row":
            self._rows.append((self._row, self._shape.shape()))
            self._row, self._cell = [], []
        elif word in ROW_WORDS:
            self._shape.word(word, parameter or 0)
        elif word == "intbl":
            self._in_table = True
        elif word == "pard":
            self._level, self._in_table = 0, False
        elif word == "s":
            self._level = self._levels.get(parameter or 0, 0)
        elif word == "outlinelevel" and parameter is not None:
            self._level = parameter + 1 if 0 <= parameter < 9 else 0  # noqa: PLR2004 - 9 is body text

    def _taken(self, place: Location) -> tuple[Run, ...]:
        """The runs so far at their place, after which the collection starts again."""
        runs, self._runs = self._runs, []
        joined: list[Run] = []
        for text, hidden in runs:
            kind = "hidden_text" if hidden else ""
            if joined and joined[-1].hidden == kind:
                joined[-1] = joined[-1]._replace(text=joined[-1].text + text)
            else:
                joined.append(Run(text, self._place(place), kind))
        return stripped([run._replace(text=_CONTROL.sub("", whole(run.text))) for run in joined])

    def _paragraph(self) -> None:
        if self._in_table:
            self._into_cell()
            return
        self._end_table()
        self._paragraphs += 1
        runs = self._taken(Location("docx", paragraph=self._paragraphs))
        label, self._label = _label(self._label), ""
        if not runs:
            return
        if self._level:
            self.title = self.title or plain(runs)[:500]
            prefix = "#" * min(self._level, 6) + " " + label.removeprefix("- ")
            self._builder.block(one_line(runs), prefix=prefix)
        elif label and self._in_list:
            self._builder.line(runs, prefix=label)
        else:
            self._builder.block(runs, prefix=label)
        self._in_list = bool(label) and not self._level

    def _into_cell(self) -> None:
        if not self._rows and not self._row and not self._cell:
            self._tables += 1
        place = Location("docx", table=self._tables, row=len(self._rows) + 1, cell=len(self._row) + 1)
        runs = self._taken(place)
        label, self._label = _label(self._label), ""
        label = IN_CELL if label == "- " else label
        lead = [*([BETWEEN] if self._cell and runs else []), *([Run(label)] if label and runs else [])]
        self._cell.extend([*lead, *runs])

    def _end_cell(self, *, inner: bool) -> None:
        self._into_cell()
        if not inner:
            self._row.append(tuple(self._cell))
            self._cell = []

    def _end_table(self) -> None:
        rows = grid_of([*self._rows, *([(self._row, Shape())] if self._row else [])])
        self._rows, self._row, self._cell = [], [], []
        if not any(cell for row in rows for cell in row):
            return
        self._in_list = False
        write_grid(self._builder, rows)

    def finish(self) -> None:
        """Write what is left, then the notes."""
        self._in_table = self._in_table and bool(self._row or self._cell)
        self._paragraph()
        self._end_table()
        for number, text in enumerate(self._notes, start=1):
            place = self._place(Location("docx", part=f"footnotes/{number}"))
            self._builder.block([Run(_CONTROL.sub("", text), place)], prefix=f"[^{number}]: ")


def _label(shown: str) -> str:
    """A list label as Markdown: numbers stay as displayed, signs become `- `."""
    text = whole(shown).strip()
    if not text:
        return ""
    return f"{text} " if _PLAIN.search(text) and text not in {"o", "n"} else "- "
