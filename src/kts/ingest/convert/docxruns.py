"""The text of a DOCX paragraph: what is displayed, with hidden runs marked as such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.types import Location

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_SKIPPED = frozenset(
    f"{W}{name}" for name in "pPr rPr del moveFrom instrText delText drawing pict object txbxContent".split()
)
_ALTERNATE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_CHARACTERS = {
    f"{W}tab": " ",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "-",
    f"{W}ptab": " ",
}
_REFERENCES = {f"{W}footnoteReference": "", f"{W}endnoteReference": "e"}
_OFF = frozenset({"0", "false", "off"})


def is_paragraph(element: Any) -> bool:
    """Whether this element is a paragraph: the border of what belongs to an inline object."""
    return bool(element.tag == f"{W}p")


def runs_of(paragraph: Any, place: Location) -> list[Run]:
    """The runs of one paragraph, neighbours of the same kind joined; references become `[^1]`."""
    runs: list[Run] = []
    for text, hidden in _texts(paragraph, ""):
        if runs and runs[-1].hidden == hidden:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + text)
        else:
            runs.append(Run(text, place, hidden))
    return runs


def _texts(element: Any, hidden: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    for child in element:
        tag = child.tag
        if tag in _SKIPPED or tag == _ALTERNATE or not isinstance(tag, str) or depth > 50:  # noqa: PLR2004
            continue
        if tag in (f"{W}t", _MATH):
            yield (child.text or "").replace("\u00ad", ""), hidden
        elif tag in _CHARACTERS:
            yield _CHARACTERS[tag], hidden
        elif tag == f"{W}br":
            yield ("\n" if child.get(f"{W}type", "textWrapping") == "textWrapping" else " "), hidden
        elif tag in _REFERENCES:
            yield f"[^{_REFERENCES[tag]}{child.get(f'{W}id', '')}]", hidden
        elif tag == f"{W}r":
            yield from _texts(child, "vanish" if _vanishes(child) else hidden, depth + 1)
        else:
            yield from _texts(child, hidden, depth + 1)


def _vanishes(run: Any) -> bool:
    properties = run.find(f"{W}rPr")
    mark = properties.find(f"{W}vanish") if properties is not None else None
    return mark is not None and mark.get(f"{W}val", "1") not in _OFF
