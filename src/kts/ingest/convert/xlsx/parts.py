"""What the streaming reader of a workbook does not tell: hidden rows and columns, merged cells, links, comments."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.outcomes import DAMAGE
from kts.ingest.convert.pptx.drawings import A, C, alt_text, chart_of
from kts.ingest.convert.xlsx.tables import Merged, column_of, letters
from kts.types import NOTHING

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Iterator, Mapping


S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_X = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_T = "{http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments}"
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
MAX_FACTS = 10_000
"""Merged ranges, links, comments and formulas without a value that are kept of one sheet."""
_MAX_COLUMNS = 16_384
_ON = frozenset({"1", "true"})


class Comment(NamedTuple):
    """A comment on a cell."""

    cell: str
    author: str
    text: str


class Drawn(NamedTuple):
    """Something drawn on a sheet at a cell: a text box, a chart's caption, a picture with its description."""

    cell: str
    text: str
    picture: bytes = b""


class Facts(NamedTuple):
    """What one sheet holds beside its values; `formulas` are those without a stored value, by cell."""

    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    merged: tuple[Merged, ...] = ()
    links: Mapping[str, str] = NOTHING
    formulas: Mapping[str, str] = NOTHING
    comments: tuple[Comment, ...] = ()
    drawn: tuple[Drawn, ...] = ()


def facts_of(archive: zipfile.ZipFile, path: str, *, rows: int) -> Facts:
    """The facts of the sheet whose part is `path`, of its first `rows` rows."""
    if path not in archive.namelist():
        return Facts()
    relations = relations_of(archive, path)
    found = _Found(relations)
    with archive.open(path) as stream:
        found.read(stream, rows)
    return Facts(
        frozenset(found.rows),
        frozenset(found.columns),
        tuple(found.merged),
        found.links,
        found.formulas,
        tuple(_comments(archive, relations))[:MAX_FACTS],
        tuple(_drawn(archive, relations))[:MAX_FACTS],
    )


def relations_of(archive: zipfile.ZipFile, path: str) -> dict[str, tuple[str, str]]:
    """The relations of a part: id -> (kind, part name or, of an external one, address)."""
    folder, name = posixpath.split(path)
    root = _root(archive, f"{folder}/_rels/{name}.rels")
    found: dict[str, tuple[str, str]] = {}
    for relation in root if root is not None else ():
        target, kind = relation.get("Target", ""), relation.get("Type", "").rpartition("/")[2]
        if relation.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join(folder, target)) if target[:1] != "/" else target[1:]
        found[relation.get("Id", "")] = (kind, target)
    return found


class _Found:
    """Collects the facts of a sheet while its part goes by, never holding more than a row."""

    def __init__(self, relations: Mapping[str, tuple[str, str]]) -> None:
        self._relations = relations
        self.rows: set[int] = set()
        self.columns: set[int] = set()
        self.merged: list[Merged] = []
        self.links: dict[str, str] = {}
        self.formulas: dict[str, str] = {}
        self._number = 0

    def read(self, stream: Any, rows: int) -> None:
        """Read a sheet's part; one that breaks off has the facts up to there."""
        from lxml import etree

        tags = [f"{S}{name}" for name in ("row", "col", "mergeCell", "hyperlink")]
        options = {"resolve_entities": False, "no_network": True, "huge_tree": False}
        try:
            for _, element in etree.iterparse(stream, events=("end",), tag=tags, **options):
                if element.tag != f"{S}row":
                    self._fact(element)
                elif self._number < rows:
                    self._row(element)
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
        except etree.XMLSyntaxError:
            return

    def _row(self, element: Any) -> None:
        number = element.get("r", "")
        self._number = int(number) if number.isdecimal() else self._number + 1
        if element.get("hidden") in _ON or element.get("ht") == "0":
            self.rows.add(self._number)
        for formula in element.iterfind(f"{S}c/{S}f"):
            cell = formula.getparent()
            value = cell.find(f"{S}v")
            stored = value is not None and (value.text is not None or cell.get("t") == "str")
            if not stored and len(self.formulas) < MAX_FACTS and cell.get("r"):
                self.formulas[cell.get("r")] = formula.text or ""

    def _fact(self, element: Any) -> None:
        name = element.tag.removeprefix(S)
        if name == "col" and (element.get("hidden") in _ON or element.get("width") == "0"):
            first, last = element.get("min", ""), element.get("max", "")
            if first.isdecimal() and last.isdecimal():
                self.columns.update(range(int(first), min(int(last), _MAX_COLUMNS) + 1))
        elif name == "mergeCell" and len(self.merged) < MAX_FACTS:
            self.merged.extend(_area(element.get("ref", "")))
        elif name == "hyperlink" and len(self.links) < MAX_FACTS:
            kind, target = self._relations.get(element.get(f"{_R}id", ""), ("", ""))
            if kind == "hyperlink":
                self.links[element.get("ref", "").partition(":")[0].replace("$", "")] = target


def _area(reference: str) -> Iterator[Merged]:
    match = _REFERENCE.fullmatch(reference)
    if match and match[3]:
        yield Merged(int(match[2]), column_of(match[1]), int(match[4]), column_of(match[3]))


def _comments(archive: zipfile.ZipFile, relations: Mapping[str, tuple[str, str]]) -> Iterator[Comment]:
    """Threaded comments, then the older notes on cells that have none (they repeat the threads otherwise)."""
    targets = sorted(relations.values())
    threaded = [one for kind, path in targets if kind == "threadedComment" for one in _threads(archive, path)]
    yield from threaded
    known = {comment.cell for comment in threaded}
    for kind, path in targets:
        root = _root(archive, path) if kind == "comments" else None
        if root is not None:
            authors = ["".join(author.itertext()).strip() for author in root.iterfind(f"{S}authors/{S}author")]
            for comment in root.iter(f"{S}comment"):
                one = _note(comment, authors)
                if one.cell not in known and one.text:
                    yield one


def _threads(archive: zipfile.ZipFile, path: str) -> Iterator[Comment]:
    root = _root(archive, path)
    names = {person.get("id"): person.get("displayName", "") for person in _people(archive)}
    for comment in root.iter(f"{_T}threadedComment") if root is not None else ():
        text = comment.findtext(f"{_T}text") or ""
        yield Comment(comment.get("ref", ""), names.get(comment.get("personId"), ""), " ".join(text.split()))


def _people(archive: zipfile.ZipFile) -> Iterator[Any]:
    for name in archive.namelist():
        if name.startswith("xl/persons/") and (root := _root(archive, name)) is not None:
            yield from root.iter(f"{_T}person")


def _note(comment: Any, authors: list[str]) -> Comment:
    index = comment.get("authorId", "")
    author = authors[int(index)] if index.isdecimal() and int(index) < len(authors) else ""
    text = " ".join("".join(node.text or "" for node in comment.iter(f"{S}t")).split())
    return Comment(comment.get("ref", ""), author, text.removeprefix(f"{author}:").strip() if author else text)


def _drawn(archive: zipfile.ZipFile, relations: Mapping[str, tuple[str, str]]) -> Iterator[Drawn]:
    for kind, path in sorted(relations.values()):
        root = _root(archive, path) if kind == "drawing" else None
        inner = relations_of(archive, path) if root is not None else {}
        for anchor in root if root is not None else ():
            if isinstance(anchor.tag, str):
                yield from _anchored(archive, anchor, inner)


def _anchored(archive: zipfile.ZipFile, anchor: Any, relations: Mapping[str, tuple[str, str]]) -> Iterator[Drawn]:
    column, row = (anchor.findtext(f"{_X}from/{_X}{name}") or "0" for name in ("col", "row"))
    cell = f"{letters(int(column) + 1)}{int(row) + 1}" if column.isdecimal() and row.isdecimal() else "A1"
    for body in anchor.iter(f"{_X}txBody"):
        lines = ("".join(node.text or "" for node in one.iter(f"{A}t")).strip() for one in body.iter(f"{A}p"))
        yield Drawn(cell, "\n".join(line for line in lines if line))
    for chart in anchor.iter(f"{C}chart"):
        root = _root(archive, relations.get(chart.get(f"{_R}id", ""), ("", ""))[1])
        if root is not None:
            yield Drawn(cell, chart_of(root).caption)
    for picture in anchor.iter(f"{_X}pic"):
        blip = picture.find(f".//{A}blip")
        target = relations.get(blip.get(f"{_R}embed", ""), ("", ""))[1] if blip is not None else ""
        alt = alt_text(picture.find(f"{_X}nvPicPr/{_X}cNvPr"))
        if target in archive.namelist():
            yield Drawn(cell, alt, archive.read(target))


def _root(archive: zipfile.ZipFile, path: str) -> Any:
    """The root of an XML part; None when it is absent or damaged, which takes no values with it."""
    from lxml import etree

    try:
        return etree.fromstring(archive.read(path), etree.XMLParser(resolve_entities=False, no_network=True))
    except DAMAGE:
        return None
