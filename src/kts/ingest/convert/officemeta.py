"""Properties of an Office package as metadata: what its author set, not what a template or a library left."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_CORE = {
    "title": "title",
    "creator": "author",
    "keywords": "keywords",
    "subject": "subject",
    "category": "category",
    "language": "language",
    "version": "version",
    "created": "created",
    "modified": "modified",
    "contentStatus": "status",
}
"""Elements of the core part (ISO/IEC 29500-2, clause 10) and the metadata they become."""
_EXTENDED = {"Company": "company", "Manager": "manager"}
_DATES = frozenset({"created", "modified"})
TEMPLATE_DATES = frozenset(
    {
        "2013-12-23T23:15:00+00:00",
        "2013-01-27T09:14:16+00:00",
        "2013-01-27T09:15:58+00:00",
        "2006-09-16T00:00:00+00:00",
        "2006-08-16T00:00:00+00:00",
        "2000-01-01T00:00:00+00:00",
    }
)
"""Times that templates carry: python-docx 1.2, python-pptx 1.0 (two), Excel and PowerPoint 2007, generators."""
FIRST_PROGRAM = 1985
"""Year before which no document was created in these programs; files before 1980 cannot even be in a zip."""
FIRST_FORMAT = 2006
"""Year before which nothing was saved in these formats (ECMA-376 is of December 2006)."""
_MADE_UP = {
    "author": frozenset({"python-docx", "openpyxl", "un-named", "unknown", "apache poi"}),
    "title": frozenset({"powerpoint presentation", "word document", "pptxgenjs presentation", "untitled"}),
}
"""Values that programs write where nobody wrote anything."""
LONGEST = 2_000
"""Characters of one property, and the most custom properties kept."""
MOST_CUSTOM = 200
_PARTS = ("docprops/core.xml", "docprops/app.xml", "docprops/custom.xml")


def package_metadata(content: bytes) -> dict[str, Any]:
    """Title, author, created, modified, language, keywords, version and more, as far as they are set.

    Custom properties are under `properties`. Times that come from a template are left out, as is a time before
    the program or the format was there.
    """
    parts = dict(_parts(content))
    core = dict(_core(parts.get("core")))
    extended = {_EXTENDED[name]: text for name, text in _named(parts.get("app")) if name in _EXTENDED and text}
    custom = dict(list(_custom(parts.get("custom")))[:MOST_CUSTOM])
    return {**core, **extended, **({"properties": custom} if custom else {})}


def _parts(content: bytes) -> Iterator[tuple[str, Any]]:
    """The roots of the property parts by short name; one that is no XML is as good as absent."""
    from lxml import etree

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            short = name.lower().removeprefix("/")
            if short in _PARTS or short.endswith(".psmdcp"):
                kind = short.removeprefix("docprops/").removesuffix(".xml") if short in _PARTS else "core"
                parser = etree.XMLParser(resolve_entities=False, no_network=True)
                try:
                    yield kind, etree.fromstring(archive.read(name), parser)
                except etree.XMLSyntaxError:
                    continue


def _named(root: Any) -> Iterator[tuple[str, str]]:
    for child in root if root is not None else ():
        if isinstance(child.tag, str):
            yield child.tag.rpartition("}")[2], _text(child)


def _core(root: Any) -> Iterator[tuple[str, str]]:
    for name, text in _named(root):
        key = _CORE.get(name, "")
        value = _time(text, first=FIRST_PROGRAM if key == "created" else FIRST_FORMAT) if key in _DATES else text
        if key and value and value.lower() not in _MADE_UP.get(key, ()):
            yield key, value


def _custom(root: Any) -> Iterator[tuple[str, str]]:
    """Custom properties by name; the labels that rights management leaves behind say nothing."""
    for child in root if root is not None else ():
        name = str(child.get("name") or "") if isinstance(child.tag, str) else ""
        text = _text(child)
        if name and text and not name.startswith(("MSIP_Label", "_", "ContentTypeId")):
            yield name, text


def _text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())[:LONGEST]


def _time(text: str, *, first: int) -> str:
    """A time of the package in ISO 8601 and UTC; empty when it is none, a template's, or too early."""
    match = re.match(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?", text)
    time = _read(text) or (_read(match[0]) if match else None)
    if time is None or not max(first, dt.MINYEAR + 1) <= time.year < dt.MAXYEAR:
        return ""
    time = time.replace(tzinfo=time.tzinfo or dt.UTC, microsecond=0).astimezone(dt.UTC)
    return "" if time.isoformat() in TEMPLATE_DATES else time.isoformat()


def _read(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        return None
