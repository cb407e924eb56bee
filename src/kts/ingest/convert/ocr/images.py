"""Text in embedded images: read by OCR, kept as descriptions, written into the canonical text behind the image."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kts.ingest.convert.images import MAX_PIXELS, pixels
from kts.ingest.convert.ocr.reading import confidence_of, text_of
from kts.types import Location, Mapped, Marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kts.ingest.convert.ocr.reading import OcrEngine
    from kts.types import Conversion, Image, SourceMap

MAX_DESCRIBED = 20
"""Images of one document that are read: at about a second each they fit the 30 CPU seconds of a job."""
MIN_SIDE = 32
"""Pixels; two lines of the smallest legible print. Smaller images are bullets and icons."""
MIN_CONFIDENCE = 0.5
"""Confidence of a word that is kept; where most letters are less sure, the image is a picture and its text noise."""
MIN_LETTERS = 3
"""Letters and digits that an image's text must have to be worth a description."""
IMAGE_DPI = 150
"""Resolution assumed of an embedded image, in dots an inch: its header's own is rarely true."""
READABLE = frozenset({".png", ".jpg", ".gif", ".bmp", ".tiff", ".jp2", ".webp"})
"""Suffixes of images that engines decode; EMF, WMF and SVG are drawings, not pixels."""
LEAD = "Text in the image: "
MARK = "ocr"
FULL = 0.85
"""Share of the longest line of a block from which a line is full: what follows goes on with it (a default)."""
_LABEL = re.compile(r"[A-Z][^:.;!?]{1,30}: ?\S")
"""The beginning of a line that says by itself what it tells: `Serial number: 440`."""
_BLOCK_END = re.compile(r"\n(?=\n)|\n?\Z")
_MARKUP = re.compile(r"^(?=[#>|~`=+*-]|\d+[.)])", re.MULTILINE)


Ranged = TypeVar("Ranged", Mapped, Marked)


class Description(NamedTuple):
    """What an image says, a line each line, blank lines between blocks; `confidence` is the mean of its words."""

    text: str
    confidence: float


def describe(images: Iterable[Image], engine: OcrEngine, *, limit: int = MAX_DESCRIBED) -> dict[str, Description]:
    """The text of those images that hold print, by SHA-256; at most `limit` images are looked at."""
    found: dict[str, Description] = {}
    for image in [image for image in images if _worth_reading(image)][:limit]:
        words = engine.recognise(image.body, dpi=IMAGE_DPI)
        sure = tuple(word for word in words if word.confidence >= MIN_CONFIDENCE)
        text = text_of(sure)
        if 2 * _letters(text) >= _letters(text_of(words)) and _letters(text) >= MIN_LETTERS:
            found[image.sha256] = Description(text, confidence_of(sure))
    return found


def _letters(text: str) -> int:
    return sum(letter.isalnum() for letter in text)


def _worth_reading(image: Image) -> bool:
    return image.suffix in READABLE and MIN_SIDE * MIN_SIDE <= pixels(image.body) <= MAX_PIXELS


def unread(conversion: Conversion) -> tuple[Image, ...]:
    """The images that hold no text of the conversion yet: those of a page that was itself read by OCR do."""
    marks = sorted(conversion.source_map.ocr, key=lambda mark: mark.start)
    pages = {
        entry.location.page
        for entry in conversion.source_map.entries
        if entry.location.page is not None and _touches(marks, entry)
    }
    return tuple(image for image in conversion.images if image.location is None or image.location.page not in pages)


def _touches(marks: list[Marked], entry: Mapped) -> bool:
    """Whether one of the marks, which are sorted and do not overlap, has a character of the entry."""
    index = bisect_left(marks, entry.end, key=lambda mark: mark.start)
    return index > 0 and marks[index - 1].end > entry.start


def with_descriptions(conversion: Conversion, descriptions: Mapping[str, Description]) -> Conversion:
    """The conversion with each described image's text as a block of its own, after the block that the image is in.

    The block is a quotation; its words belong to `Location("image", sha256=...)` and are marked as OCR. All other text
    keeps its place in the original. A document without text of its own is one with text then. A decoded text file,
    whose map has no entries, comes back as it is.
    """
    if conversion.source_map.encoding or conversion.outcome not in {"ok", "partial", "empty"}:
        return conversion
    told = [(_end_of_block(conversion.text, image.at), image) for image in conversion.images]
    blocks = [
        _Block(at, image.sha256, *descriptions[image.sha256])
        for at, image in sorted(told, key=lambda one: one[0])
        if image.sha256 in descriptions and descriptions[image.sha256].text.strip()
    ]
    if not blocks:
        return conversion
    written = _inserted(conversion, blocks)
    return written._replace(outcome="ok", reason="") if conversion.outcome == "empty" else written


class _Block(NamedTuple):
    at: int
    sha256: str
    text: str
    confidence: float


def _end_of_block(text: str, at: int) -> int:
    """The offset behind the line break that ends the block at `at`."""
    match = _BLOCK_END.search(text, max(at - 1, 0))
    return match.end() if match else len(text)


def _quoted(text: str) -> str:
    """Recognised text as a quotation; what looks like markup is escaped.

    A line goes on in its block where a sentence is broken off there; lines of a label are paragraphs of their own.
    """
    blocks = [" ".join(lines) for block in text.split("\n\n") for lines in _parted(block)]
    return "\n>\n> ".join(_MARKUP.sub(r"\\", block) for block in blocks)


def _parted(block: str) -> Iterator[list[str]]:
    """The lines of a block, those together that go on with one another."""
    lines = [line for line in (" ".join(line.split()) for line in block.split("\n")) if line]
    full = FULL * max(map(len, lines), default=0)
    held: list[str] = []
    for line in lines:
        if held and (_LABEL.match(line) or (len(held[-1]) < full and not line[0].islower())):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _inserted(conversion: Conversion, blocks: list[_Block]) -> Conversion:
    pieces: list[str] = []
    inserted: list[Mapped] = []
    marks: list[Marked] = []
    shifts: list[tuple[int, int]] = []
    done = length = 0
    for block in blocks:
        before = conversion.text[done : block.at]
        first = not length and not before
        lead = "" if first else "\n" if before.endswith("\n") or not before else "\n\n"
        lead += f"> {LEAD}"
        start = length + len(before) + len(lead)
        text = _quoted(block.text)
        pieces += [before, lead, text, "\n"]
        inserted.append(Mapped(start, start + len(text), Location("image", sha256=block.sha256)))
        marks.append(Marked(start, start + len(text), MARK, block.confidence))
        done, length = block.at, start + len(text) + 1
        shifts.append((block.at, length - block.at))
    text = "".join(pieces) + conversion.text[done:]
    return conversion._replace(
        text=text,
        source_map=_moved_map(conversion.source_map, shifts, inserted, marks),
        images=tuple(image._replace(at=_moved(shifts, image.at)) for image in conversion.images),
    )


def _moved(shifts: list[tuple[int, int]], at: int) -> int:
    """Where the character at `at` of the old text is in the new one."""
    index = bisect_right(shifts, at, key=lambda shift: shift[0])
    return at + (shifts[index - 1][1] if index else 0)


def _moved_map(
    source_map: SourceMap, shifts: list[tuple[int, int]], inserted: list[Mapped], marks: list[Marked]
) -> SourceMap:
    entries = [part for entry in source_map.entries for part in _parts(entry, shifts)]
    hidden = [part for mark in source_map.hidden for part in _parts(mark, shifts)]
    ocr = [part for mark in source_map.ocr for part in _parts(mark, shifts)]
    return source_map._replace(
        entries=tuple(sorted([*entries, *inserted], key=lambda entry: entry.start)),
        hidden=tuple(hidden),
        ocr=tuple(sorted([*ocr, *marks], key=lambda mark: mark.start)),
    )


def _parts(ranged: Ranged, shifts: list[tuple[int, int]]) -> list[Ranged]:
    """The range in the new text, in two or more parts where a block was put into it."""
    edges = [ranged.start, *(at for at, _ in shifts if ranged.start < at < ranged.end), ranged.end]
    return [
        ranged._replace(start=_moved(shifts, start), end=_moved(shifts, end - 1) + 1) for start, end in pairwise(edges)
    ]
