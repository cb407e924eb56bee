"""ODT, ODS and ODP: OpenDocument text, sheets and slides, each piece mapped to paragraph, cell or slide.

After OASIS OpenDocument 1.3; the three share one schema, so one reader.
"""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.images import Images
from kts.ingest.convert.legacy.odfsheets import sheet_rows
from kts.ingest.convert.legacy.odftext import DRAW, OFFICE, TABLE, BodyWriter, Looks, tag
from kts.ingest.convert.legacy.sheets import write_sheet
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Callable

_DC = "{http://purl.org/dc/elements/1.1/}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_PROPERTIES = {
    f"{_DC}title": "title",
    f"{_META}initial-creator": "author",
    f"{_DC}creator": "author",
    f"{_DC}subject": "subject",
    f"{_META}keyword": "keywords",
    f"{_DC}language": "language",
    f"{_META}creation-date": "created",
    f"{_DC}date": "modified",
}
_ENCRYPTED = b"encryption-data"


class OdfConverter:
    """Reads `.odt`, `.ods`, `.odp` and their templates; hidden text, sheets and slides are marked."""

    name = "odf"
    version = "5"
    suffixes = frozenset({".odt", ".ods", ".odp", ".ott", ".ots", ".otp"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The body; page headers, footers, comments and deleted text are left out."""
        del name
        return attempt(lambda: _convert(content), damage=DAMAGE, what="OpenDocument file")


def _convert(content: bytes) -> Conversion:
    guard(content)
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        if "META-INF/manifest.xml" in package.namelist() and _ENCRYPTED in package.read("META-INF/manifest.xml"):
            raise Refusal(outcome="encrypted", reason="the document is protected by a password")
        if "content.xml" not in package.namelist():
            raise Refusal(outcome="malformed", reason="no content in the OpenDocument package")
        root = parsed(package.read("content.xml"))
        styles = parsed(package.read("styles.xml")) if "styles.xml" in package.namelist() else None
        metadata = _metadata(package)
        return _written(package, root, Looks([root] if styles is None else [styles, root]), metadata)


def parsed(content: bytes) -> Any:
    """The root of an XML part; no entity is resolved and nothing is fetched."""
    from lxml import etree

    return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


def _written(package: zipfile.ZipFile, root: Any, looks: Looks, metadata: dict[str, Any]) -> Conversion:
    builder, images = TextBuilder(), Images()
    body = next((child for part in root.iter(f"{OFFICE}body") for child in part), None)
    kind = tag(body) if body is not None else ""
    write = _KINDS.get(kind)
    if write is None or body is None:
        raise Refusal(outcome="unsupported", reason=f"an OpenDocument file of the kind '{kind}', which has no text")
    written, hidden = write(body, BodyWriter(builder, images, looks, _reader(package)), metadata)
    found = images.all()
    if not written and not hidden:
        return Conversion("empty", reason="no text in the body", metadata=metadata, images=found)
    if not written:
        return Conversion("hidden_only", reason="all text is hidden", metadata=metadata)
    return Conversion("ok", builder.text(), builder.source_map(), metadata, found)


def _reader(package: zipfile.ZipFile) -> Callable[[str], bytes]:
    """How the members of the package are read; links to elsewhere give nothing."""
    names = frozenset(package.namelist())
    return lambda name: package.read(name) if name in names else b""


Counts = tuple[int, int]
"""Characters or cells that are shown, and that are hidden."""


def _text(body: Any, writer: BodyWriter, metadata: dict[str, Any]) -> Counts:
    writer.blocks(body)
    writer.notes()
    if writer.title:
        metadata.setdefault("title", writer.title)
    return writer.shown, writer.hidden


def _sheets(body: Any, writer: BodyWriter, metadata: dict[str, Any]) -> Counts:
    shown = hidden = 0
    names = []
    for number, sheet in enumerate(body.findall(f"{TABLE}table"), start=1):
        name = sheet.get(f"{TABLE}name") or f"Sheet{number}"
        names.append(name)
        state = "hidden_sheet" if writer.looks.is_hidden(sheet.get(f"{TABLE}style-name")) else ""
        rows, merged = sheet_rows(sheet)
        cells = write_sheet(writer.builder, name, state, rows, merged)
        writer.pictures(sheet, Location("xlsx", sheet=name))
        shown, hidden = shown + (0 if state else cells), hidden + (cells if state else 0)
    metadata["sheets"] = names
    return shown, hidden


def _slides(body: Any, writer: BodyWriter, metadata: dict[str, Any]) -> Counts:
    pages = body.findall(f"{DRAW}page")
    for number, page in enumerate(pages, start=1):
        state = "hidden_slide" if writer.looks.is_hidden(page.get(f"{DRAW}style-name")) else ""
        writer.slide(page, number, state)
    metadata["slides"] = len(pages)
    return writer.shown, writer.hidden


_KINDS = {"text": _text, "spreadsheet": _sheets, "presentation": _slides}


def _metadata(package: zipfile.ZipFile) -> dict[str, Any]:
    if "meta.xml" not in package.namelist():
        return {}
    found: dict[str, Any] = {}
    for element in parsed(package.read("meta.xml")).iter():
        name = _PROPERTIES.get(element.tag) if isinstance(element.tag, str) else None
        text = " ".join((element.text or "").split())
        if name == "keywords" and text:
            found[name] = ", ".join(filter(None, (found.get(name, ""), text)))
        elif name and text:
            found.setdefault(name, text)
    return {key: value.partition(".")[0] if key in {"created", "modified"} else value for key, value in found.items()}
