"""Headers and footers of a DOCX: what repeats on every page, and what is shown once on a title page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docx.styles import W

if TYPE_CHECKING:
    from collections.abc import Iterator

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_OFF = frozenset({"0", "false", "off"})
_MAX_TEXTS = 50
"""Different headers and footers that are read: one a section in long documents."""


class Running(NamedTuple):
    """The text of one header or footer: `kind` is headers or footers, `once` whether it is on title pages only."""

    kind: str
    number: int
    text: str
    once: bool


def running_texts(part: Any) -> tuple[tuple[Running, ...], tuple[str, ...]]:
    """Headers and footers that are shown once and say something of their own, and the texts that repeat."""
    found = list(_running(part))
    repeated = tuple(dict.fromkeys(one.text for one in found if not one.once))
    said = {_bare(text) for text in repeated}
    once = {one.text: one for one in found if one.once and _bare(one.text) not in said}
    return tuple(once.values()), repeated


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
            yield Running(kind, number, text, once)


def _has_title_page(section: Any) -> bool:
    mark = section.find(f"{W}titlePg")
    return mark is not None and mark.get(f"{W}val", "1") not in _OFF


def _text(root: Any) -> str:
    """The lines of a header or footer, its text boxes too, without deleted text; a tab divides what stands apart."""
    lines = []
    for paragraph in root.iter(f"{W}p"):
        if not any(parent.tag == _FALLBACK for parent in paragraph.iterancestors()):
            parts = ("\t" if node.tag == f"{W}tab" else node.text or "" for node in _own(paragraph))
            pieces = (" ".join(piece.split()) for piece in re.split(r"\t|\s{2,}", "".join(parts)))
            lines.append("\t".join(piece for piece in pieces if piece))
    return "\n".join(line for line in lines if line)


def _own(paragraph: Any) -> Iterator[Any]:
    """The text elements of the paragraph itself, not of boxes anchored in it."""
    for node in paragraph.iter(f"{W}t", f"{W}tab"):
        nearest = next(parent for parent in node.iterancestors() if parent.tag == f"{W}p")
        if nearest is paragraph and node.getparent().tag == f"{W}r":
            yield node


def _bare(text: str) -> str:
    """The text without its numbers: page 1 and page 2 repeat each other."""
    return re.sub(r"[\d\s]+", " ", text).strip().lower()
