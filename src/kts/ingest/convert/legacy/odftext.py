"""Paragraphs, lists, tables, notes and frames of OpenDocument, as they stand in texts and on slides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import IN_CELL, Run, one_line, plain, stripped
from kts.ingest.convert.docx.tables import write_grid
from kts.ingest.convert.legacy.odflists import BULLET, ListStyles
from kts.ingest.convert.legacy.sheets import BETWEEN
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kts.ingest.convert.builder import Cell, TextBuilder
    from kts.ingest.convert.images import Images

_BASE = "urn:oasis:names:tc:opendocument:xmlns"
TEXT, TABLE, DRAW, OFFICE = (f"{{{_BASE}:{name}:1.0}}" for name in ("text", "table", "drawing", "office"))
STYLE, SVG, PRESENTATION = (f"{{{_BASE}:{name}:1.0}}" for name in ("style", "svg-compatible", "presentation"))
_HREF = "{http://www.w3.org/1999/xlink}href"
_LEFT_OUT = frozenset(
    {
        f"{OFFICE}annotation",
        f"{OFFICE}forms",
        f"{TEXT}tracked-changes",
        f"{TEXT}sequence-decls",
        f"{TEXT}ruby-text",
        f"{TEXT}bibliography-configuration",
        f"{PRESENTATION}notes",
    }
)
_INSIDE = frozenset({"section", "index-body", "index-title", "list-header", "g", "a", "text-box", "table-of-content"})
"""Elements that only hold others: sections, indexes, groups of shapes."""
_NOTE_MARKS = {"footnote": "", "endnote": "e"}
_LEFT_OUT_PLACES = frozenset({"date-time", "footer", "header", "page-number"})
_LISTED = frozenset({"outline", "subtitle", "object"})
_MAX_NESTING = 60
_MAX_REPEATED = 1_000
_MAX_SPACES = 200
_MAX_COLUMNS = 200
_CELLS = frozenset({"table-cell", "covered-table-cell"})


def tag(element: Any) -> str:
    """The name of an element without its name space; empty for comments and instructions."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def paragraph_text(element: Any) -> str:
    """The displayed text of a paragraph without its notes."""
    return plain(Inline(None, Location("none")).runs(element))


class Looks:
    """What the styles say: heading levels and what is hidden. Later parts go before earlier ones."""

    def __init__(self, roots: Iterable[Any]) -> None:
        roots = tuple(roots)
        self.lists = ListStyles(roots)
        self._styles = {style.get(f"{STYLE}name", ""): style for root in roots for style in root.iter(f"{STYLE}style")}

    def is_hidden(self, name: str | None) -> bool:
        """Whether text, a sheet or a slide of this style is not shown."""
        for style in self._chain(name):
            for properties in style:
                if properties.get(f"{TEXT}display") == "none" or properties.get(f"{TABLE}display") == "false":
                    return True
                if properties.get(f"{PRESENTATION}visibility") == "hidden":
                    return True
        return False

    def level(self, name: str | None) -> int:
        """1 for the style of a document's title, 0 for all others: headings are elements of their own."""
        return int(any(style.get(f"{STYLE}name") == "Title" for style in self._chain(name)))

    def _chain(self, name: str | None) -> Iterator[Any]:
        """The style and those it is based on."""
        for _ in range(_MAX_NESTING):
            style = self._styles.get(name or "")
            if style is None:
                return
            yield style
            name = style.get(f"{STYLE}parent-style-name")


class Inline:
    """Collects the runs of one paragraph, and on the way its notes and frames."""

    def __init__(self, looks: Looks | None, place: Location, hidden: str = "") -> None:
        self._looks, self._place, self._hidden = looks, place, hidden
        self.found: list[Run] = []
        self.notes: list[Any] = []
        self.frames: list[Any] = []

    def runs(self, element: Any) -> tuple[Run, ...]:
        """The runs of an element."""
        self._walk(element, self._hidden, 0)
        return tuple(self.found)

    def _walk(self, element: Any, hidden: str, depth: int) -> None:
        if self._looks and not hidden and self._looks.is_hidden(element.get(f"{TEXT}style-name")):
            hidden = "hidden_text"
        self._text(element.text, hidden)
        for child in element:
            self._child(child, hidden, depth)
            self._text(child.tail, hidden)

    def _text(self, text: str | None, hidden: str) -> None:
        """White space collapses as in HTML; the format has elements for what is to stay."""
        shown = " ".join((text or "").split())
        if not text or not shown:
            shown = " " if text else ""
        else:
            shown = f"{' ' if text[0].isspace() else ''}{shown}{' ' if text[-1].isspace() else ''}"
        if shown:
            self.found.append(Run(shown, self._place, hidden))

    def _child(self, child: Any, hidden: str, depth: int) -> None:
        name = tag(child)
        if name == "s":
            count = child.get(f"{TEXT}c", "1")
            self.found.append(Run(" " * min(int(count) if count.isdigit() else 1, _MAX_SPACES), self._place, hidden))
        elif name in {"tab", "line-break"}:
            self.found.append(Run("\t" if name == "tab" else "\n", self._place, hidden))
        elif name == "note":
            self.notes.append(child)
            self.found.append(Run(f"[^{note_label(child)}]", self._place, hidden))
        elif child.tag.__class__ is str and child.tag.startswith(DRAW):
            self.frames.append(child)
        elif name and child.tag not in _LEFT_OUT and depth < _MAX_NESTING:
            self._walk(child, hidden, depth + 1)


def note_label(note: Any) -> str:
    """The sign of a note, `e` before those at the end of the document."""
    kind = _NOTE_MARKS.get(note.get(f"{TEXT}note-class", ""), "")
    citation = note.find(f"{TEXT}note-citation")
    return kind + "".join(((citation.text if citation is not None else "") or "?").split())


class BodyWriter:
    """Writes block elements; lives for one conversion. `shown` and `hidden` count characters."""

    def __init__(self, builder: TextBuilder, images: Images, looks: Looks, read: Callable[[str], bytes]) -> None:
        self.builder, self.looks, self.title = builder, looks, ""
        self.shown = self.hidden = 0
        self._images, self._read = images, read
        self._paragraphs = self._tables = 0
        self._notes: list[Any] = []
        self._slide: tuple[int, str] | None = None

    def blocks(self, parent: Any, *, depth: int = 0) -> None:
        """Write the children of an element that holds blocks."""
        for child in parent if depth < _MAX_NESTING else ():
            name = tag(child)
            if not name or child.tag in _LEFT_OUT:
                continue
            if name in {"p", "h"}:
                self._paragraph(child, depth)
            elif name == "list":
                self.builder.begin_block()
                self._list(child, 0, depth)
            elif name == "table":
                self._table(child)
            elif child.tag.startswith(DRAW):
                self._frame(child, depth)
            elif name in _INSIDE or name.endswith("-index") or name == "bibliography":
                self.blocks(child, depth=depth + 1)

    def _place(self) -> Location:
        if self._slide:
            return Location("pptx", slide=self._slide[0])
        self._paragraphs += 1
        return Location("docx", paragraph=self._paragraphs)

    def _inline(self, element: Any, place: Location, depth: int) -> tuple[Run, ...]:
        """The runs of a paragraph; its notes and frames are kept for later or written."""
        inline = Inline(self.looks, place, self._slide[1] if self._slide else "")
        runs = stripped(inline.runs(element))
        self._notes.extend(inline.notes)
        for run in runs:
            size = len(run.text.strip())
            self.shown, self.hidden = (
                self.shown + (0 if run.hidden else size),
                self.hidden + (size if run.hidden else 0),
            )
        for frame in inline.frames:
            self._frame(frame, depth + 1, place)
        return runs

    def _paragraph(self, element: Any, depth: int, mark: str = "") -> None:
        """Write a paragraph or heading; `mark` is the number of the list that it is in."""
        runs = self._inline(element, self._place(), depth)
        level = self._level(element)
        if tag(element) == "h" and not mark:
            mark = self.looks.lists.heading(element, level)
        if not runs:
            return
        if level:
            self.title = self.title or plain(runs)[:500]
            self.builder.block(one_line(runs), prefix="#" * min(level, 6) + " " + mark.removeprefix(BULLET))
        else:
            self.builder.block(runs)

    def _level(self, element: Any) -> int:
        if tag(element) == "h":
            level = element.get(f"{TEXT}outline-level", "1")
            return max(int(level), 1) if level.isdigit() else 1
        return self.looks.level(element.get(f"{TEXT}style-name"))

    def _list(self, element: Any, level: int, depth: int, style: str = "") -> None:
        style = element.get(f"{TEXT}style-name") or style
        self.looks.lists.begin(element, style, level)
        for item in element:
            first = True
            mark = self.looks.lists.label(item, style, level) if tag(item) == "list-item" else ""
            for child in item if depth < _MAX_NESTING else ():
                if tag(child) == "list":
                    self._list(child, level + 1, depth + 1, style)
                elif tag(child) == "h":
                    self._paragraph(child, depth, mark)
                elif tag(child) == "p":
                    runs = self._inline(child, self._place(), depth)
                    prefix = "  " * min(level, 8) + (mark if first else "  ")
                    self.builder.line(runs, prefix=prefix) if runs else None
                    first = first and not runs

    def _table(self, element: Any) -> None:
        self._tables += 1
        rows: list[list[Cell]] = []
        for row in element.iter(f"{TABLE}table-row"):
            if _owner(row) is element:
                rows.append(self._row(row, len(rows) + 1, rows[-1] if rows else []))
        write_grid(self.builder, rows)

    def _row(self, row: Any, number: int, above: list[Cell]) -> list[Cell]:
        """The cells of a row; one that others are merged into stands in every place that it covers.

        A cell across the whole table stands in the first place only.
        """
        cells: list[Cell] = []
        covered = 0
        parts = [cell for cell in row if tag(cell) in _CELLS]
        for cell in parts:
            count = _count(cell, "number-columns-repeated")
            if tag(cell) == "covered-table-cell":
                for _ in range(count):
                    covered, text = covered - 1, cells[-1] if covered > 0 and cells else ()
                    cells.append(text or (above[len(cells)] if covered < 0 and len(cells) < len(above) else ()))
                continue
            place = Location("docx", table=self._tables, row=number, cell=len(cells) + 1)
            spanned = _count(cell, "number-columns-spanned")
            cells.extend([self._cell(cell, place)] * count)
            across = spanned >= sum(_count(one, "number-columns-repeated") for one in parts)
            covered = 0 if across else spanned - 1
            above = [] if across else above
        return cells

    def _cell(self, cell: Any, place: Location) -> Cell:
        """The text of a cell on one line, the marks of its lists before their items."""
        marks = dict(self._marks(cell, 0, ""))
        runs: list[Run] = []
        for part in _paragraphs_of(cell):
            text = self._inline(part, place if not self._slide else self._place(), 1)
            mark = [Run(marks[part], place)] if text and part in marks else []
            runs.extend([*([BETWEEN] if runs and text else []), *mark, *text])
        return tuple(runs)

    def _marks(self, parent: Any, level: int, style: str) -> Iterator[tuple[Any, str]]:
        """The paragraphs of a cell that begin items of its lists, each with its mark."""
        for child in parent if level < _MAX_NESTING else ():
            if tag(child) == "list":
                inner = child.get(f"{TEXT}style-name") or style
                self.looks.lists.begin(child, inner, level)
                yield from self._marks(child, level + 1, inner)
            elif tag(child) in {"list-item", "list-header"}:
                mark = self.looks.lists.label(child, style, level - 1) if tag(child) == "list-item" else ""
                first = next((part for part in child if tag(part) in {"p", "h"}), None)
                if first is not None and mark:
                    yield first, IN_CELL if mark == BULLET else mark
                yield from self._marks(child, level, style)

    def _frame(self, frame: Any, depth: int, place: Location | None = None) -> None:
        """Write the text of a frame or shape, and take its image."""
        if frame.get(f"{PRESENTATION}class") in _LEFT_OUT_PLACES:
            return
        self.pictures(frame, place or (Location("pptx", slide=self._slide[0]) if self._slide else None), deep=False)
        for part in frame:
            if tag(part) == "table":
                self._table(part)
            elif tag(part) == "text-box":
                self.blocks(part, depth=depth + 1)
        if frame.tag != f"{DRAW}frame":
            self.blocks(frame, depth=depth + 1)

    def pictures(self, parent: Any, place: Location | None, *, deep: bool = True) -> None:
        """Take the images of a frame, or of all frames below an element."""
        for image in parent.iter(f"{DRAW}image") if deep else parent.findall(f"{DRAW}image"):
            body = self._read(str(image.get(_HREF, "")).removeprefix("./"))
            frame = image.getparent()
            alt = next((str(part.text or "") for part in frame if tag(part) in {"desc", "title"}), "")
            self._images.add(body, at=self.builder.length, location=place, alt=alt)

    def slide(self, page: Any, number: int, state: str) -> None:
        """Write a slide under its title, or after a rule (`---`) where it has none; its notes below."""
        self._slide = (number, state)
        title = next((frame for frame in page if frame.get(f"{PRESENTATION}class") == "title"), None)
        place = Location("pptx", slide=number)
        runs: list[Run] = []
        for part in title.iter(f"{TEXT}p") if title is not None else ():
            runs.extend([*([Run(" ")] if runs else []), *self._inline(part, place, 0)])
        if runs:
            self.builder.block([run._replace(hidden=run.hidden or state) for run in one_line(runs)], prefix="## ")
        elif self.builder.length:
            self.builder.block((), prefix="---")
        for frame in page:
            if tag(frame) and frame is not title and frame.tag not in _LEFT_OUT:
                self._on_slide(frame)
        self._speaker_notes(page, number, state)

    def _on_slide(self, frame: Any) -> None:
        if tag(frame) == "g":
            self.blocks(frame, depth=1)
        elif frame.tag.startswith(DRAW):
            self._frame(frame, 0)

    def _speaker_notes(self, page: Any, number: int, state: str) -> None:
        place = Location("pptx", slide=number, part="notes")
        texts = [paragraph_text(part).strip() for part in _notes_of(page)]
        text = "\n".join(filter(None, texts))
        if text:
            self.shown, self.hidden = (
                self.shown + (0 if state else len(text)),
                self.hidden + (len(text) if state else 0),
            )
            self.builder.block([Run("Notes: "), Run(text, place, state)])

    def notes(self) -> None:
        """Write footnotes and endnotes at the end, as Markdown has them."""
        for note in self._notes:
            label = note_label(note)
            part = "endnotes" if label.startswith("e") else "footnotes"
            place = Location("docx", part=f"{part}/{label.removeprefix('e')}")
            texts = [stripped(Inline(self.looks, place).runs(element)) for element in note.iter(f"{TEXT}p")]
            runs = [run for text in texts for run in (*text, Run(" "))]
            if kept := stripped(runs):
                self.builder.block(kept, prefix=f"[^{label}]: ")


def _count(cell: Any, name: str) -> int:
    value = cell.get(f"{TABLE}{name}", "1")
    return min(max(int(value), 1), _MAX_COLUMNS) if value.isdecimal() else 1


def _owner(row: Any) -> Any:
    """The table that a row is of: tables may stand in cells."""
    return next((parent for parent in row.iterancestors() if parent.tag == f"{TABLE}table"), None)


def _paragraphs_of(cell: Any) -> Iterator[Any]:
    """The paragraphs of a cell, those of lists and inner tables too."""
    for element in cell.iter(f"{TEXT}p", f"{TEXT}h"):
        if not any(parent.tag in _LEFT_OUT or parent.tag == f"{TEXT}note" for parent in element.iterancestors()):
            yield element


def _notes_of(page: Any) -> Iterator[Any]:
    for notes in page.findall(f"{PRESENTATION}notes"):
        for frame in notes.iter(f"{DRAW}frame"):
            if frame.get(f"{PRESENTATION}class") == "notes":
                yield from frame.iter(f"{TEXT}p")
