"""Text that a page holds and does not show, by the way in which it is hidden (RELIABILITY, "Hidden text")."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.html.css import Sheet, colour, is_transparent, pixels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ingest.convert.html.css import Colour, Declarations
    from kts.ingest.convert.html.tokens import Token

READING_SIZE = 16.0
"""Font size of a page that sets none, in CSS pixels (all browsers)."""
TINY = 1.4
"""Largest font size that nobody can read, in CSS pixels: 1 pt is 1.33."""
OFF_PAGE = 999.0
"""Distance from which a negative position is no design, in CSS pixels; the usual ones are -999 and -9999."""
FAINT = 0.05
"""Opacity up to which nothing is seen."""
SAME_COLOUR = 12
"""Largest difference of each channel (0 to 255) between text and ground that nobody sees."""
_WHITE: Colour = (255, 255, 255)
_OPENS = ("aria-controls", "data-bs-target", "data-target")
"""Attributes by which a button names the part of the page that it shows."""
_GROUND_TAGS = frozenset({"body", "table", "tr", "td", "th"})


class Look(NamedTuple):
    """How text looks inside of an element; `ground` None: unknown. `gone` hides all that is below."""

    colour: Colour | None = None
    ground: Colour | None = _WHITE
    size: float = READING_SIZE
    unseen: bool = False
    clear: bool = False
    gone: str = ""


class Hidden(NamedTuple):
    """Open tags of subtrees that are not shown, and single text tokens that are not, each with its kind."""

    subtrees: Mapping[int, str]
    texts: Mapping[int, str]


def hidden(page: Sequence[Token], source: str) -> Hidden:
    """What of the page is hidden by attributes, by style attributes and by its own style sheets."""
    sheet = Sheet(_sheets(page, source))
    reached = _reached(page)
    is_styled_elsewhere = any(_links_a_sheet(token) for token in page if token.name == "link")
    looks = [Look()]
    subtrees: dict[int, str] = {}
    texts: dict[int, str] = {}
    for index, token in enumerate(page):
        if token.kind == "text":
            if kind := _kind(looks[-1]):
                texts[index] = kind
        elif token.kind == "open" and token.match > index:
            inside = _inside(looks[-1], token, sheet, elsewhere=is_styled_elsewhere)
            opens = inside.gone == "display_none" and not looks[-1].gone and index in reached
            looks.append(inside._replace(gone="") if opens else inside)
            if looks[-1].gone and not looks[-2].gone:
                subtrees[index] = looks[-1].gone
        elif token.kind == "close":
            looks.pop()
    return Hidden(subtrees, texts)


def _reached(page: Sequence[Token]) -> frozenset[int]:
    """Parts of a page that a click on a tab or a button of it shows: what a reader of the page gets to see.

    A part is named by the element that opens it (`aria-controls`, or `data-bs-target` of Bootstrap); panels of tabs
    need no name where there is a tab for each (WAI-ARIA Authoring Practices: Tabs, Disclosure).
    """
    opened: set[str] = set()
    panels: list[int] = []
    tabs = 0
    for index, token in enumerate(page):
        if token.kind != "open" or not token.attributes:
            continue
        role = token.attributes.get("role", "").lower()
        tabs += role == "tab"
        panels += [index] if role == "tabpanel" else []
        if token.name in {"button", "a"} or role in {"tab", "button"}:
            opened.update(token.attributes.get(name, "").lstrip("#") for name in _OPENS)
    shown = panels if len(panels) <= tabs else []
    named = (index for index, token in enumerate(page) if opened and token.attributes.get("id", "\n") in opened)
    return frozenset((*shown, *named))


def _kind(look: Look) -> str:
    if look.gone or look.unseen:
        return look.gone or "invisible"
    if look.size <= TINY:
        return "tiny"
    if look.clear:
        return "transparent"
    if look.colour is None or look.ground is None:
        return ""
    near = all(abs(ink - ground) <= SAME_COLOUR for ink, ground in zip(look.colour, look.ground, strict=True))
    return "white" if near else ""


def _sheets(page: Sequence[Token], source: str) -> str:
    inside = (
        source[page[index + 1].start : page[index + 1].end]
        for index, token in enumerate(page[:-1])
        if token.kind == "open" and token.name == "style" and "print" not in token.attributes.get("media", "").lower()
    )
    return "\n".join(inside)


def _links_a_sheet(token: Token) -> bool:
    return "stylesheet" in token.attributes.get("rel", "").lower()


def _inside(around: Look, token: Token, sheet: Sheet, *, elsewhere: bool) -> Look:
    """How text looks inside of an element."""
    attributes = token.attributes
    names = [f".{name}" for name in attributes.get("class", "").split()]
    names += [f"#{attributes['id']}"] if attributes.get("id") else []
    declared = sheet.declared(token.name, names, attributes.get("style", ""))
    unknown = elsewhere and bool(names)
    if not declared and not unknown and not attributes and token.name != "template":
        return around
    size = _size(declared, around.size)
    return Look(
        colour=_ink(declared, token, around.colour),
        ground=_ground(declared, token, None if unknown else around.ground),
        size=size,
        unseen=_is_unseen(declared, unseen=around.unseen),
        clear=is_transparent(declared["color"]) if "color" in declared else around.clear,
        gone=around.gone or _gone(declared, token, size),
    )


def _size(declared: Declarations, around: float) -> float:
    value = declared.get("font-size", "")
    if value:
        found = pixels(value, size=around)
        return around if found is None else found
    shorthand = [word.partition("/")[0] for word in declared.get("font", "").split() if word[:1].isdigit()]
    sized = [word for word in shorthand if not word.isdigit() or word == "0"]
    return (pixels(sized[0], size=around) or 0.0) if sized else around


def _ink(declared: Declarations, token: Token, around: Colour | None) -> Colour | None:
    value = declared.get("color") or (token.attributes.get("color", "").lower() if token.name == "font" else "")
    return colour(value) if value and value != "inherit" else around


def _ground(declared: Declarations, token: Token, around: Colour | None) -> Colour | None:
    value = declared.get("background-color") or declared.get("background", "")
    if not value and token.name in _GROUND_TAGS:
        value = token.attributes.get("bgcolor", "").lower()
    is_picture = "url(" in value or "gradient" in value or declared.get("background-image", "none") != "none"
    if is_picture or "background" in token.attributes:
        return None
    if not value or value in {"none", "transparent", "inherit", "initial"} or is_transparent(value):
        return around
    return colour(value)


def _is_unseen(declared: Declarations, *, unseen: bool) -> bool:
    value = declared.get("visibility", "inherit")
    return unseen if value == "inherit" else value in {"hidden", "collapse"}


def _gone(declared: Declarations, token: Token, size: float) -> str:
    """The kind of an element that is not shown with all that is in it."""
    shown = token.attributes.get("hidden", "until-found").strip().lower() == "until-found"
    if not shown or declared.get("display", "").startswith("none") or declared.get("mso-hide") == "all":
        return "display_none"
    if token.name == "template":
        return "template"
    if not declared:
        return ""
    opacity = declared.get("opacity", "")
    amount = pixels(opacity, size=1.0) if opacity else None
    if amount is not None and amount <= FAINT:
        return "transparent"
    return "off_page" if _is_off_page(declared, size) or _is_clipped(declared) else ""


def _is_off_page(declared: Declarations, size: float) -> bool:
    placed = ("left", "top", "right", "bottom") if declared.get("position") in {"absolute", "fixed"} else ()
    moved = ("text-indent", "margin-left", *placed)
    return any(
        (distance := pixels(declared[name], size=size)) is not None and distance <= -OFF_PAGE
        for name in moved
        if name in declared
    )


def _is_clipped(declared: Declarations) -> bool:
    """Whether the element is shrunk or cut to nothing."""
    clip = declared.get("clip", "").replace(" ", "").replace(",", "")
    if clip.startswith(("rect(0000", "rect(0px0px0px0px", "rect(1px1px1px1px")):
        return True
    if declared.get("clip-path", "").startswith(("inset(50%", "inset(100%")) or "scale(0)" in declared.get(
        "transform", ""
    ):
        return True
    if not declared.get("overflow", "").startswith("hidden"):
        return False
    boxes = (
        pixels(declared[name], size=READING_SIZE) for name in ("width", "height", "max-height") if name in declared
    )
    return any(box is not None and 0 <= box <= 1 for box in boxes)
