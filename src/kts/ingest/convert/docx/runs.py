"""The text of a DOCX paragraph: what is displayed, with hidden runs marked as such."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import STRUCK, Run
from kts.ingest.convert.docx.hidden import PAPER, hiding
from kts.ingest.convert.docx.math import M, equation
from kts.ingest.convert.docx.styles import Look, W, fill_of
from kts.ingest.convert.docx.symbols import readable, symbol
from kts.lexicon.struck import standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kts.ingest.convert.docx.notes import Notes
    from kts.ingest.convert.docx.styles import Style, Styles
    from kts.types import Location

ALTERNATE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Choice"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_SKIPPED = frozenset(
    f"{W}{name}" for name in "pPr rPr moveFrom instrText delInstrText drawing pict object txbxContent rt sdtPr".split()
)
_CHARACTERS = {
    f"{W}tab": " ",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "-",
    f"{W}ptab": " ",
}
_REFERENCES = {f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes"}
_OFF = frozenset({"0", "false", "off"})
_POWER = re.compile(r"[-\u2212+]?\d{1,3}")
_MAX_NESTING = 50
_LINKED = re.compile(r"(?:https?|mailto):[^\s<>()]{3,200}", re.IGNORECASE)
"""Targets that are worth reading: the schemes that may be followed, and no tracking links of a page's length."""


class Reading(NamedTuple):
    """What reading paragraphs needs besides them; without `notes`, references to notes are not counted or shown.

    `unshown` are elements of text that are part of what a field computes from, not of what it shows; with `deleted`
    what a tracked change takes away is read, too.
    """

    styles: Styles
    links: Mapping[str, str]
    notes: Notes | None
    unshown: frozenset[Any] = frozenset()
    deleted: bool = False


class Piece(NamedTuple):
    """Text as it comes out of a run, with the run's own look; `deleted` where a tracked change takes it away."""

    text: str
    look: Look
    deleted: bool = False


def runs_of(paragraph: Any, place: Location, reading: Reading, *, style: Style, ground: str = PAPER) -> list[Run]:
    """The runs of one paragraph, neighbours of the same kind joined; references become `[^1]`.

    `ground` is the colour behind the paragraph, `?` when it is not known.
    """
    ground = fill_of(paragraph.find(f"{W}pPr")) or style.fill or ground
    runs: list[Run] = []
    reading = reading._replace(unshown=_instructions(paragraph), deleted=True)
    for text, look, _ in told(crossed_out(_pieces(paragraph, style.look, style, reading, 0))):
        hidden = hiding(look, ground)
        if runs and runs[-1].hidden == hidden:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + text)
        elif text:
            runs.append(Run(text, place, hidden))
    return runs


def _instructions(paragraph: Any) -> frozenset[Any]:
    """Texts that stand in the instruction of a field: results of the fields from which it is computed."""
    states: list[bool] = []
    found = set()
    for element in paragraph.iter(f"{W}fldChar", f"{W}t"):
        kind = element.get(f"{W}fldCharType", "")
        if kind == "begin":
            states.append(True)
        elif kind and states:
            states[-1:] = [False] if kind == "separate" else []
        elif any(states[:-1]):
            found.add(element)
    return frozenset(found)


def crossed_out(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with what tracked changes take away as struck text, apart from the words on both sides.

    Letters within a word (`Invoice` for `Invoices`) and signs are left out: nobody reads a sentence through them.
    """
    before, after = "", ""
    for deleted, group in groupby(pieces, key=lambda piece: piece.deleted):
        told = list(group)
        text = "".join(piece.text for piece in told)
        if deleted and (STRUCK in text or not _is_telling(text, before)):
            continue
        if (deleted and _meet(before, text)) or (not deleted and _meet(after, text)):
            yield Piece(" ", told[0].look)
        if deleted:
            yield from (Piece(one.text.replace("\n", " "), one.look._replace(struck=True)) for one in told)
        else:
            yield from told
        before, after = ("", text) if deleted else (text, "")


def _meet(left: str, right: str) -> bool:
    return left[-1:].isalnum() and right[:1].isalnum()


def _is_telling(text: str, before: str) -> bool:
    """Whether deleted text is a number or a word: letters at the end of a word say nothing by themselves."""
    return bool(re.search(r"\d|[^\W\d_]{3}" if _meet(before, text) else r"\w", text))


def told(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with what only their look says: `10^6` is not 106, and what is struck out does not hold.

    Blanks at the ends of struck text stand outside of its marks, which would be none there.
    """
    before, held, blank = "", False, ""
    last = Look()
    for piece in pieces:
        struck = bool(piece.look.struck) and bool(piece.text.strip() or held)
        lead, text, rest = _parted(piece.text) if struck else ("", piece.text, "")
        if held and not struck:
            yield Piece(STRUCK, last)
        yield Piece(blank + lead, piece.look)
        if struck and not held:
            yield Piece(STRUCK, piece.look)
        power = piece.look.position == "superscript" and before.isdigit() and _POWER.fullmatch(text)
        yield piece._replace(text=f"^{text}" if power else text)
        held, last, before, blank = struck, piece.look, piece.text[-1:] or before, rest
    if held:
        yield Piece(STRUCK, last)
    yield Piece(blank, last)


def _parted(text: str) -> tuple[str, str, str]:
    """The blanks before a text, the text, and the blanks after it."""
    core = text.strip()
    at = text.find(core)
    return (text[:at], core, text[at + len(core) :]) if core else ("", "", text)


def is_deleted(paragraph: Any, text: str) -> bool:
    """Whether tracked changes take away all that a paragraph says; `text` is what is read of it."""
    return paragraph.find(f".//{W}del") is not None and bool(text.strip()) and not standing(text).strip()


def pieces_of(paragraph: Any, reading: Reading, style: Style) -> Iterator[Piece]:
    """Text and look of what a paragraph shows, for judging its type."""
    return (piece for piece in _pieces(paragraph, style.look, style, reading._replace(notes=None), 0))


def _pieces(element: Any, look: Look, style: Style, reading: Reading, depth: int) -> Iterator[Piece]:
    for child in element:
        tag = child.tag
        if not isinstance(tag, str) or tag in _SKIPPED or depth > _MAX_NESTING:
            continue
        if tag == f"{W}r":
            inner = reading.styles.look(child.find(f"{W}rPr"), style)
            yield from _pieces(child, inner, style, reading, depth + 1)
        elif tag in _WRAPPERS:
            yield from _WRAPPERS[tag](child, look, style, reading, depth + 1)
        elif tag == ALTERNATE:
            chosen = child.find(CHOICE)
            yield from () if chosen is None else _pieces(chosen, look, style, reading, depth + 1)
        elif tag in {f"{W}commentRangeStart", f"{W}commentRangeEnd"} and reading.notes:
            reading.notes.comment(child.get(f"{W}id", ""), starts=tag.endswith("Start"))
        elif (text := _text(child, look, reading)) is not None:
            if reading.notes:
                reading.notes.hear(text)
            yield Piece(text, look)
        else:
            yield from _pieces(child, look, style, reading, depth + 1)


def _deleted(element: Any, look: Look, style: Style, reading: Reading, depth: int) -> Iterator[Piece]:
    """What a tracked change takes away, where it is read; the notes that it refers to go with it."""
    pieces = _pieces(element, look, style, reading._replace(notes=None), depth) if reading.deleted else ()
    return (piece._replace(deleted=True) for piece in pieces)


def _text(element: Any, look: Look, reading: Reading) -> str | None:
    """The text that one element stands for; None for elements that only hold others."""
    tag = element.tag
    text = _CHARACTERS.get(tag)
    if element in reading.unshown:
        text = ""
    elif tag in {f"{W}t", f"{W}delText"}:
        text = readable((element.text or "").replace("\u00ad", ""), look.font)
    elif tag == f"{W}br":
        text = "\n" if element.get(f"{W}type", "textWrapping") == "textWrapping" else " "
    elif tag in _REFERENCES:
        text = reading.notes.mark(_REFERENCES[tag], element.get(f"{W}id", "")) if reading.notes else ""
    elif tag in _READERS:
        text = _READERS[tag](element)
    return text


def _symbol(element: Any) -> str:
    code = element.get(f"{W}char", "")
    return symbol(int(code, 16), element.get(f"{W}font", "")) if re.fullmatch("[0-9A-Fa-f]{1,5}", code) else ""


def _form_field(element: Any) -> str:
    """What an old form field shows that is not in the text: a tick box, the chosen entry of a list."""
    box = element.find(f"{W}ffData/{W}checkBox")
    if box is not None:
        marks = [box.find(f"{W}{name}") for name in ("checked", "default")]
        mark = next((found for found in marks if found is not None), None)
        return "☒" if mark is not None and mark.get(f"{W}val", "1") not in _OFF else "☐"
    choices = element.find(f"{W}ffData/{W}ddList")
    if choices is None:
        return ""
    entries = [entry.get(f"{W}val", "") for entry in choices.iterfind(f"{W}listEntry")]
    result = choices.find(f"{W}result")
    index = result.get(f"{W}val", "0") if result is not None else "0"
    return entries[int(index)] if index.isdigit() and int(index) < len(entries) else ""


def _linked(element: Any, look: Look, style: Style, reading: Reading, depth: int) -> Iterator[Piece]:
    """The text of a link, with its target where the text does not show it."""
    pieces = list(_pieces(element, look, style, reading, depth))
    shown = "".join(piece.text for piece in pieces)
    target = reading.links.get(element.get(f"{_R}id", ""), "")
    if not is_worth_reading(shown, target):
        yield from pieces
        return
    yield Piece("[", pieces[0].look)
    yield from pieces
    yield Piece(f"]({target})", pieces[-1].look)


def linked(text: str, target: str) -> str:
    """The text as a Markdown link where its target says more than it does."""
    return f"[{text}]({target})" if is_worth_reading(text, target) else text


def is_worth_reading(text: str, target: str) -> bool:
    """Whether a link's target is an address that may be followed and that the text does not show already."""
    return bool(text.strip() and _LINKED.fullmatch(target) and not _shows(text.strip(), target))


def _shows(text: str, target: str) -> bool:
    bare = re.sub(r"^(?:https?://|mailto:)|/$", "", target.lower())
    return bare in text.lower() or re.sub(r"\s", "", text.lower()).rstrip("/") in {bare, f"www.{bare}"}


_READERS = {f"{W}sym": _symbol, f"{W}fldChar": _form_field, f"{M}oMath": equation}
"""Elements that are read as a whole."""
_WRAPPERS = {f"{W}hyperlink": _linked, f"{W}del": _deleted}
"""Elements of runs whose text is read in a way of their own."""
