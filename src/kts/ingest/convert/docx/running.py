"""Headers and footers of a DOCX: what repeats on every page, and what is shown once on a title page.

What repeats is told once, piece by piece: who took the minutes, when an office is open. Numbers of pages, fields that
stand alone and what the body has as a line of its own are nothing to tell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import Run, plain, stripped
from kts.ingest.convert.docx.runs import runs_of
from kts.ingest.convert.docx.styles import W
from kts.ingest.convert.runs_along import folded, is_page_number
from kts.types import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.docx.runs import Reading

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_OFF = frozenset({"0", "false", "off"})
_MAX_TEXTS = 50
"""Different headers and footers that are read: one a section in long documents."""


_LEADS = {"headers": "Header: ", "footers": "Footer: "}
_FIELD = re.compile("\ue000[^\ue001]*\ue001?")
"""What a field shows, between two signs that no text has."""
_FIELD_SIGNS = re.compile("[\ue000\ue001]")


class Running(NamedTuple):
    """The text of one header or footer: `kind` is headers or footers, `once` whether it is on title pages only.

    `root` is its element.
    """

    kind: str
    number: int
    text: str
    once: bool
    root: Any


def running_texts(part: Any) -> tuple[tuple[Running, ...], tuple[Running, ...]]:
    """Headers and footers that are shown once and say something of their own, and those that repeat, each once."""
    found = list(_running(part))
    repeated = {one.text: one for one in reversed(found) if not one.once}
    said = {_bare(text) for text in repeated}
    once = {one.text: one for one in found if one.once and _bare(one.text) not in said}
    return tuple(once.values()), tuple(reversed(repeated.values()))


def told_once(running: tuple[Running, ...], body: str, reading: Reading) -> Iterator[tuple[Run, ...]]:
    """What headers and footers say besides numbers of pages and lines of the body, each piece led by where it stands.

    `body` is the text of the document without them.
    """
    told = {folded(line) for line in body.splitlines()}
    for one in running:
        for runs in _pieces(one, reading):
            if (key := folded(plain(runs))) not in told:
                told.add(key)
                yield (runs[0]._replace(text=_LEADS[one.kind], hidden=""), *runs)


def _pieces(one: Running, reading: Reading) -> Iterator[tuple[Run, ...]]:
    """The pieces that tabs divide of each paragraph; one with hidden text is not divided."""
    place = Location("docx", part=f"{one.kind}/{one.number}")
    reading = reading._replace(notes=None, links={})
    for paragraph in _paragraphs(one.root):
        runs = runs_of(paragraph, place, reading, style=reading.styles.of(paragraph.find(f"{W}pPr")))
        if any(run.hidden for run in runs):
            yield stripped(runs)
            continue
        for piece in _split("".join(_with_fields(paragraph))):
            if not _is_number(piece):
                yield (Run(_FIELD_SIGNS.sub("", piece), place),)


def _is_number(piece: str) -> bool:
    """Whether a piece is the number of a page, or a field alone."""
    fields, own = len(_FIELD.findall(piece)), _FIELD.sub(" ", piece)
    words = len(re.findall(r"[^\W\d_]+", own))
    return words <= fields or is_page_number(own)


def _running(part: Any) -> Iterator[Running]:
    references = part.element.iter(f"{W}headerReference", f"{W}footerReference")
    for number, reference in zip(range(1, _MAX_TEXTS + 1), references, strict=False):
        once = reference.get(f"{W}type") == "first"
        target = part.related_parts.get(reference.get(f"{_R}id", ""))
        if target is None or (once and not _has_title_page(reference.getparent())):
            continue
        kind = "headers" if reference.tag.endswith("headerReference") else "footers"
        text = _text(target.element)
        if re.search(r"[^\W\d_]{2}", text):
            yield Running(kind, number, text, once, target.element)


def _has_title_page(section: Any) -> bool:
    mark = section.find(f"{W}titlePg")
    return mark is not None and mark.get(f"{W}val", "1") not in _OFF


def _text(root: Any) -> str:
    """The lines of a header or footer, its text boxes too, without deleted text; a tab divides what stands apart."""
    lines = ("\t".join(_split("".join(_own(paragraph)))) for paragraph in _paragraphs(root))
    return "\n".join(line for line in lines if line)


def _paragraphs(root: Any) -> Iterator[Any]:
    for paragraph in root.iter(f"{W}p"):
        if not any(parent.tag == _FALLBACK for parent in paragraph.iterancestors()):
            yield paragraph


def _split(line: str) -> list[str]:
    pieces = (" ".join(piece.split()) for piece in re.split(r"\t|\s{2,}", line))
    return [piece for piece in pieces if piece]


def _own(paragraph: Any) -> Iterator[str]:
    """The text of the paragraph itself, not of boxes anchored in it."""
    return (_FIELD_SIGNS.sub("", text) for text in _with_fields(paragraph))


def _with_fields(paragraph: Any) -> Iterator[str]:
    """The same, with signs around what fields show."""
    states: list[bool] = []
    for node in paragraph.iter(f"{W}t", f"{W}tab", f"{W}fldChar"):
        nearest = next(parent for parent in node.iterancestors() if parent.tag == f"{W}p")
        if nearest is not paragraph or node.getparent().tag != f"{W}r":
            continue
        kind = node.get(f"{W}fldCharType", "")
        if kind:
            states = [*states, True] if kind == "begin" else states[:-1] if kind == "end" else states
        elif node.tag == f"{W}tab":
            yield "\t"
        else:
            field = bool(states) or any(parent.tag == f"{W}fldSimple" for parent in node.iterancestors())
            yield f"\ue000{node.text or ''}\ue001" if field else node.text or ""


def _bare(text: str) -> str:
    """The text without its numbers: page 1 and page 2 repeat each other."""
    return re.sub(r"[\d\s]+", " ", text).strip().lower()
