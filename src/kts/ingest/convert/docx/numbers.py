"""List numbers of a DOCX as Word displays them: they are computed, not stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.ingest.convert.docx.styles import W, numbering_of
from kts.ingest.convert.listnumbers import Instance, Level, Lists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ingest.convert.docx.styles import Style


class Numbering:
    """Counts the list numbers of one document while its paragraphs go by."""

    def __init__(self, part: Any) -> None:
        root = _root(part)
        self._lists = Lists({}, {}) if root is None else Lists(_abstract(root), _instances(root))

    def label(self, properties: Any, style: Style) -> str:
        """What stands before the paragraph's text (`1.2. `, `(a) `, `- `), empty outside of lists."""
        number, depth = numbering_of(properties)
        if not number:
            number, depth = style.number, style.depth
        return self._lists.label(number, depth, indented=not style.level)


def _root(part: Any) -> Any:
    for relation in part.rels.values():
        if relation.reltype.endswith("/numbering") and not relation.is_external:
            return relation.target_part.element
    return None


def _abstract(root: Any) -> dict[str, dict[int, Level]]:
    """The levels of each list definition; one that only links to a style has those of the style's definition."""
    found: dict[str, dict[int, Level]] = {}
    styled: dict[str, str] = {}
    links: dict[str, str] = {}
    for element in root.iter(f"{W}abstractNum"):
        name = element.get(f"{W}abstractNumId", "")
        found[name] = {int(level.get(f"{W}ilvl", "0")): _level(level) for level in element.iter(f"{W}lvl")}
        for child in element:
            if child.tag == f"{W}styleLink":
                styled[child.get(f"{W}val", "")] = name
            elif child.tag == f"{W}numStyleLink":
                links[name] = child.get(f"{W}val", "")
    return {name: levels or found.get(styled.get(links.get(name, ""), ""), {}) for name, levels in found.items()}


def _instances(root: Any) -> dict[str, Instance]:
    found: dict[str, Instance] = {}
    for element in root.iter(f"{W}num"):
        abstract = element.find(f"{W}abstractNumId")
        if abstract is not None:
            name = element.get(f"{W}numId", "")
            levels = {int(level.get(f"{W}ilvl", "0")): _level(level) for level in element.iter(f"{W}lvl")}
            found[name] = Instance(abstract.get(f"{W}val", ""), dict(_starts(element)), levels)
    return found


def _starts(instance: Any) -> Iterator[tuple[int, int]]:
    for change in instance.iterfind(f"{W}lvlOverride"):
        start = change.find(f"{W}startOverride")
        depth, value = change.get(f"{W}ilvl", ""), start.get(f"{W}val", "") if start is not None else ""
        if depth.isdecimal() and value.isdecimal():
            yield int(depth), int(value)


def _level(element: Any) -> Level:
    values = {child.tag: child.get(f"{W}val", "") for child in element}
    start = values.get(f"{W}start", "1")
    return Level(
        values.get(f"{W}numFmt", "decimal"),
        values.get(f"{W}lvlText", ""),
        int(start) if start.isdigit() else 1,
        f"{W}isLgl" in values and values[f"{W}isLgl"] not in {"0", "false", "off"},
        values.get(f"{W}lvlRestart") != "0",
    )
