"""PPT (PowerPoint 97-2003): slides in order, each under its title, notes below it; hidden slides are marked.

After [MS-PPT], section numbers in the docstrings.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder, one_line, plain, stripped
from kts.ingest.convert.legacy.ole import Container, described
from kts.ingest.convert.legacy.ppttables import Box, grid_of
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DOCUMENT, _SLIDE, _NOTES, _LIST = 0x03E8, 0x03EE, 0x03F0, 0x0FF0
_SLIDE_ATOM, _SHOW_ATOM, _PERSIST_ATOM = 0x03EF, 0x03F9, 0x03F3
_TEXT_TYPE, _WIDE_TEXT, _BYTE_TEXT, _TEXT_LINK = 0x0F9F, 0x0FA0, 0x0FA8, 0x0F9E
_USER_EDIT, _DIRECTORY = 0x0FF5, 0x1772
_SHAPE, _TEXT_BOX, _PLACEHOLDER = 0xF004, 0xF00D, 0x0BC3
_GROUP, _CHILD_ANCHOR = 0xF003, 0xF00F
_ANCHOR_SIZE = 16
_OPTIONS = frozenset({0xF00B, 0xF121, 0xF122})
_TABLE_OPTION = 0x039F
"""The property (MS-ODRAW 2.3.4.37) that makes a group of shapes a table."""
_ENCRYPTED_TOKEN = 0xF3D1C4DF
_HIDDEN_SLIDE = 0x0004
_TITLES = frozenset({0, 6})
_LISTED = frozenset({1, 7, 8})
"""Kinds of text (2.13.33): titles, and the bodies whose paragraphs are list items. That of a subtitle (5) has none."""
_NOTE_TEXT = 2
_FOOTERS = frozenset({7, 8, 9, 10})
"""Placeholders (2.13.24) for date, slide number, footer and header."""
_OTHER = 4
_SLIDE_LIST, _NOTES_LIST = 0, 2
_MAX_DEPTH = 40
_MAX_EDITS = 10_000
_SHOWN = str.maketrans({"\r": "\n", "\x0b": "\n"})


class Record(NamedTuple):
    """A record (2.3.1): its type, instance, and body from `start` to `end`; containers hold records."""

    type: int
    instance: int
    container: bool
    start: int
    end: int


class Text(NamedTuple):
    """A stretch of text and what kind of placeholder it fills; a table has `rows` beside the text of all cells."""

    kind: int
    text: str
    rows: tuple[tuple[str, ...], ...] = ()


class Entry(NamedTuple):
    """A slide of the document's list: where its container is stored, its number, its outline texts."""

    reference: int
    identifier: int
    texts: tuple[Text, ...]


class PptConverter:
    """Reads `.ppt`: titles, text, lists and speaker notes; master slides and footers are left out."""

    name = "ppt"
    version = "5"
    suffixes = frozenset({".ppt", ".pps", ".pot"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One section a slide, under its title; slides without a title are divided by a rule (`---`)."""
        del name
        return attempt(lambda: _convert(content), damage=DAMAGE, what="PowerPoint presentation")


def _convert(content: bytes) -> Conversion:
    container = Container(content, what="PowerPoint 97-2003")
    stream, user = container.stream("PowerPoint Document"), container.stream("Current User")
    if not stream:
        raise Refusal(outcome="malformed", reason="no PowerPoint document in the file")
    deck = _Deck(stream, user)
    builder = TextBuilder()
    slides = list(deck.entries(_SLIDE_LIST))
    notes = {entry.identifier: entry for entry in deck.entries(_NOTES_LIST)}
    written = 0
    for number, entry in enumerate(slides, start=1):
        written += _slide(builder, deck, entry, number, notes)
    metadata = {**described(container.metadata(), ""), "slides": len(slides)}
    if not written:
        return Conversion("empty", reason="no text on any slide", metadata=metadata)
    return Conversion("ok", builder.text(), builder.source_map(), metadata)


def _slide(builder: TextBuilder, deck: _Deck, entry: Entry, number: int, notes: Mapping[int, Entry]) -> int:
    """Write a slide; the number of characters that it holds itself."""
    record = deck.stored(entry.reference, _SLIDE)
    hidden = "hidden_slide" if record and deck.is_hidden(record) else ""
    texts = deck.texts(record, entry) if record else list(entry.texts)
    title = next((text for text in texts if text.kind in _TITLES), Text(0, ""))
    texts = [text for text in texts if text is not title]
    place = Location("pptx", slide=number)
    heading = stripped(one_line([Run(title.text, place, hidden)]))
    if heading:
        builder.block(heading, prefix="## ")
    elif builder.length:
        builder.block((), prefix="---")
    for text in texts:
        if text.rows:
            builder.table([[(Run(_flat(cell), place, hidden),) if cell else () for cell in row] for row in text.rows])
        else:
            _paragraphs(builder, text, place, hidden)
    return sum(len(text.text) for text in texts) + len(plain(heading)) + _notes(builder, deck, record, number, notes)


def _paragraphs(builder: TextBuilder, text: Text, place: Location, hidden: str) -> None:
    builder.begin_block()
    for line in text.text.split("\r"):
        shown = line.translate(_SHOWN).strip()
        if shown:
            builder.line([Run(shown, place, hidden)], prefix="- " if text.kind in _LISTED else "")


def _flat(cell: str) -> str:
    return " ".join(cell.translate(_SHOWN).split())


def _notes(builder: TextBuilder, deck: _Deck, slide: Record | None, number: int, notes: Mapping[int, Entry]) -> int:
    entry = notes.get(deck.notes_of(slide)) if slide else None
    record = deck.stored(entry.reference, _NOTES) if entry else None
    if entry is None or record is None:
        return 0
    found = [text.text.translate(_SHOWN).strip() for text in deck.texts(record, entry) if text.kind == _NOTE_TEXT]
    text = "\n".join(part for part in found if part)
    if text:
        builder.block([Run("Notes: "), Run(text, Location("pptx", slide=number, part="notes"))])
    return len(text)


class _Deck:
    """The records of one presentation; lives for one conversion."""

    def __init__(self, stream: bytes, user: bytes) -> None:
        if len(user) >= 20 and struct.unpack_from("<I", user, 12)[0] == _ENCRYPTED_TOKEN:  # noqa: PLR2004
            raise Refusal(outcome="encrypted", reason="the presentation is protected by a password")
        self._stream = stream
        self._places = self._directory(struct.unpack_from("<I", user, 16)[0] if len(user) >= 20 else 0)  # noqa: PLR2004
        self._document = next((record for record in self._records() if record.type == _DOCUMENT), None)
        if self._document is None:
            raise Refusal(outcome="malformed", reason="the presentation has no document record")

    def _records(self, within: Record | None = None) -> Iterator[Record]:
        """The records inside of one, or at the top."""
        at, end = (within.start, within.end) if within else (0, len(self._stream))
        while at + 8 <= end:
            head, kind, length = struct.unpack_from("<HHI", self._stream, at)
            stop = min(at + 8 + length, end)
            yield Record(kind, head >> 4, head & 0xF == 0xF, at + 8, stop)  # noqa: PLR2004 - the mark of a container
            at = stop

    def _inside(self, record: Record, depth: int = 0) -> Iterator[Record]:
        """All records inside of one, at any depth, in order."""
        for child in self._records(record):
            yield child
            if child.container and depth < _MAX_DEPTH:
                yield from self._inside(child, depth + 1)

    def _directory(self, edit: int) -> Mapping[int, int]:
        """Where the stored objects are (2.3.4), the newest edit first; an edit tells of encryption, too."""
        places: dict[int, int] = {}
        seen: set[int] = set()
        while edit not in seen and edit + 8 <= len(self._stream) and len(seen) < _MAX_EDITS:
            seen.add(edit)
            _, kind, length = struct.unpack_from("<HHI", self._stream, edit)
            if kind != _USER_EDIT:
                break
            if length >= 32:  # noqa: PLR2004 - one field more than an edit in the clear
                raise Refusal(outcome="encrypted", reason="the presentation is protected by a password")
            edit, directory = struct.unpack_from("<II", self._stream, edit + 16)
            for reference, place in self._persisted(directory):
                places.setdefault(reference, place)
        return places

    def _persisted(self, at: int) -> Iterator[tuple[int, int]]:
        _, kind, length = struct.unpack_from("<HHI", self._stream, at)
        body = self._stream[at + 8 : at + 8 + length] if kind == _DIRECTORY else b""
        numbers = struct.unpack(f"<{len(body) // 4}I", body[: len(body) // 4 * 4])
        index = 0
        while index < len(numbers):
            first, count = numbers[index] & 0xFFFFF, numbers[index] >> 20
            yield from ((first + step, place) for step, place in enumerate(numbers[index + 1 : index + 1 + count]))
            index += 1 + count

    def stored(self, reference: int, wanted: int) -> Record | None:
        """The stored object of a type, None when it is not where the directory says."""
        at = self._places.get(reference, len(self._stream))
        if at + 8 > len(self._stream):
            return None
        head, kind, length = struct.unpack_from("<HHI", self._stream, at)
        return Record(kind, head >> 4, container=True, start=at + 8, end=at + 8 + length) if kind == wanted else None

    def entries(self, instance: int) -> Iterator[Entry]:
        """The slides, or the notes, of the document in order (2.4.14.3)."""
        document = self._current()
        for listed in self._records(document):
            if listed.type == _LIST and listed.instance == instance:
                yield from self._listed(listed)

    def _current(self) -> Record:
        """The document record of the newest edit, which is the first stored object."""
        found = self.stored(1, _DOCUMENT) or self._document
        return found if found is not None else Record(0, 0, container=True, start=0, end=0)

    def _listed(self, listed: Record) -> Iterator[Entry]:
        entry: Entry | None = None
        kind = _OTHER
        for record in self._records(listed):
            if record.type == _PERSIST_ATOM and record.end - record.start >= 16:  # noqa: PLR2004 - its last field used
                if entry is not None:
                    yield entry
                reference, identifier = struct.unpack_from("<I8xI", self._stream, record.start)
                entry = Entry(reference, identifier, ())
            elif record.type == _TEXT_TYPE:
                kind = self._number(record)
                entry = entry._replace(texts=(*entry.texts, Text(kind, ""))) if entry else None
            elif record.type in {_WIDE_TEXT, _BYTE_TEXT} and entry is not None:
                entry = entry._replace(texts=(*entry.texts[:-1], Text(kind, self._text(record))))
        if entry is not None:
            yield entry

    def texts(self, record: Record, entry: Entry) -> list[Text]:
        """The texts of the shapes of a slide, in their order; those of the outline where shapes point to it."""
        found: list[Text] = []
        table_end = -1
        for shape in self._inside(record):
            if shape.start < table_end:
                continue
            if shape.type == _GROUP and (table := self._table(shape, entry)):
                found.append(table)
                table_end = shape.end
            elif shape.type == _SHAPE and not self._is_footer(shape):
                found.extend(text for text in self._boxed(shape, entry) if text.text.strip())
        return found

    def _table(self, group: Record, entry: Entry) -> Text | None:
        """The table that a group of shapes is, None for any other group or one without text."""
        shapes = [record for record in self._records(group) if record.type == _SHAPE]
        if not shapes or not self._is_table(shapes[0]):
            return None
        boxes = [box for shape in shapes[1:] for box in self._cell(shape, entry)]
        rows = grid_of(boxes)
        text = "\r".join(box.text for box in boxes).strip()
        return Text(_OTHER, text, tuple(map(tuple, rows))) if rows and text else None

    def _is_table(self, shape: Record) -> bool:
        """Whether the shape that stands for a group says that it is a table."""
        for record in self._records(shape):
            for index in range(record.instance if record.type in _OPTIONS else 0):
                at = record.start + 6 * index
                if at + 6 <= record.end and struct.unpack_from("<H", self._stream, at)[0] == _TABLE_OPTION:
                    return bool(self._stream[at + 2] & 1)
        return False

    def _cell(self, shape: Record, entry: Entry) -> Iterator[Box]:
        """A cell, empty ones too; the lines between cells hold no text box."""
        inside = list(self._records(shape))
        anchor = next((record for record in inside if record.type == _CHILD_ANCHOR), None)
        if (
            anchor is None
            or anchor.end - anchor.start < _ANCHOR_SIZE
            or not any(one.type == _TEXT_BOX for one in inside)
        ):
            return
        left, top, right, bottom = struct.unpack_from("<4i", self._stream, anchor.start)
        yield Box(left, top, right, bottom, "\r".join(text.text for text in self._boxed(shape, entry)).strip())

    def _boxed(self, shape: Record, entry: Entry) -> Iterator[Text]:
        for box in self._records(shape):
            kind = _OTHER
            for record in self._records(box) if box.type == _TEXT_BOX else ():
                if record.type == _TEXT_TYPE:
                    kind = self._number(record)
                elif record.type in {_WIDE_TEXT, _BYTE_TEXT}:
                    yield Text(kind, self._text(record))
                elif record.type == _TEXT_LINK and self._number(record) < len(entry.texts):
                    yield entry.texts[self._number(record)]

    def _is_footer(self, shape: Record) -> bool:
        for record in self._inside(shape):
            if record.type == _PLACEHOLDER and record.end - record.start >= 5:  # noqa: PLR2004 - position, then kind
                return self._stream[record.start + 4] in _FOOTERS
        return False

    def _number(self, record: Record) -> int:
        return int.from_bytes(self._stream[record.start : min(record.start + 4, record.end)], "little")

    def _text(self, record: Record) -> str:
        body = self._stream[record.start : record.end]
        return body.decode("utf-16-le" if record.type == _WIDE_TEXT else "latin-1", "replace").replace("\0", "")

    def is_hidden(self, slide: Record) -> bool:
        """Whether the slide is left out of the show (2.4.13, fHidden)."""
        for record in self._records(slide):
            if record.type == _SHOW_ATOM and record.end - record.start >= 12:  # noqa: PLR2004 - time, sound, effect, flags
                return bool(struct.unpack_from("<H", self._stream, record.start + 10)[0] & _HIDDEN_SLIDE)
        return False

    def notes_of(self, slide: Record) -> int:
        """The number of the slide's notes (2.5.2), 0 for none."""
        for record in self._records(slide):
            if record.type == _SLIDE_ATOM and record.end - record.start >= 20:  # noqa: PLR2004 - the field's place
                return int(struct.unpack_from("<I", self._stream, record.start + 16)[0])
        return 0
