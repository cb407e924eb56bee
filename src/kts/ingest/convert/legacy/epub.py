"""EPUB: the chapters in the order of the spine, each line mapped to its chapter file.

After EPUB 3.3 (W3C) and OPF 2.0.1; a chapter is a page of XHTML.
"""

from __future__ import annotations

import io
import posixpath
import urllib.parse
import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.decode import Positions, decode
from kts.ingest.convert.html.render import render
from kts.ingest.convert.html.tokens import tokens
from kts.ingest.convert.images import Images
from kts.ingest.convert.legacy.odf import parsed
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.ingest.convert.zipguard import guard
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ingest.convert.html.tokens import Token
    from kts.types import Outcome

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONTS = (b"http://www.idpf.org/2008/embedding", b"http://ns.adobe.com/pdf/enc#RC")
"""Algorithms that only garble fonts; any other hides the text."""
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml"})
_MAX_CHAPTERS = 10_000
_PROPERTIES = {
    "title": "title",
    "creator": "author",
    "language": "language",
    "subject": "keywords",
    "date": "content_date",
    "publisher": "publisher",
    "identifier": "identifier",
    "description": "description",
}


class Book(NamedTuple):
    """What the package document says: metadata, and the chapters as names in the archive."""

    metadata: dict[str, Any]
    chapters: tuple[str, ...]


class EpubConverter:
    """Reads `.epub` without digital rights management: chapters, tables, lists and images."""

    name = "epub"
    version = "5"
    suffixes = frozenset({".epub"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One text for the whole book; the table of contents that it carries is left out."""
        del name
        return attempt(lambda: _convert(content), damage=DAMAGE, what="EPUB")


def _convert(content: bytes) -> Conversion:
    guard(content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = frozenset(archive.namelist())
        if _ENCRYPTION in names and _is_locked(archive.read(_ENCRYPTION)):
            raise Refusal(outcome="encrypted", reason="the book is protected by digital rights management")
        book = _book(archive, names)
        builder, images = TextBuilder(), Images()
        missing = [name for name in book.chapters if not _chapter(archive, names, name, builder, images)]
    if not builder.length:
        return Conversion("empty", reason="no readable text", metadata=book.metadata, images=images.all())
    outcome: Outcome = "partial" if missing else "ok"
    reason = f"chapters not in the archive: {', '.join(missing[:5])}" if missing else ""
    return Conversion(outcome, builder.text(), builder.source_map(), book.metadata, images.all(), reason)


def _is_locked(encryption: bytes) -> bool:
    methods = [
        str(element.get("Algorithm", "")).encode()
        for element in parsed(encryption).iter()
        if isinstance(element.tag, str) and element.tag.endswith("}EncryptionMethod")
    ]
    return any(not method.startswith(_FONTS) for method in methods)


def _book(archive: zipfile.ZipFile, names: frozenset[str]) -> Book:
    if _CONTAINER not in names:
        raise Refusal(outcome="malformed", reason="no container document in the EPUB archive")
    roots = _named(parsed(archive.read(_CONTAINER)), "rootfile")
    package = next((str(root.get("full-path")) for root in roots), "")
    if package not in names:
        raise Refusal(outcome="malformed", reason="no package document in the EPUB archive")
    root = parsed(archive.read(package))
    items = {item.get("id"): item for item in _named(root, "item") if item.get("media-type") in _PAGES}
    listed = [items[entry.get("idref")] for entry in _named(root, "itemref") if entry.get("idref") in items]
    chapters = [item for item in listed if "nav" not in str(item.get("properties", "")).split()]
    folder = posixpath.dirname(package)
    return Book(_metadata(root), tuple(_within(folder, item.get("href", "")) for item in chapters[:_MAX_CHAPTERS]))


def _named(root: Any, name: str) -> Any:
    """The elements of a local name, whatever their name space."""
    return (element for element in root.iter() if isinstance(element.tag, str) and element.tag.endswith(f"}}{name}"))


def _within(folder: str, reference: str) -> str:
    """The name in the archive of what a reference of a file in `folder` points to."""
    path = urllib.parse.unquote(reference.partition("#")[0])
    return posixpath.normpath(posixpath.join(folder, path))


def _metadata(root: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for element in root.iter("{http://purl.org/dc/elements/1.1/}*"):
        key = _PROPERTIES.get(element.tag.rpartition("}")[2])
        text = " ".join((element.text or "").split())
        if key == "keywords" and text:
            found[key] = ", ".join(filter(None, (found.get(key, ""), text)))
        elif key and text:
            found.setdefault(key, text)
    return found


def _chapter(archive: zipfile.ZipFile, names: frozenset[str], name: str, builder: TextBuilder, images: Images) -> bool:
    """Write a chapter; whether it is in the archive."""
    if name not in names:
        return False
    decoded = decode(archive.read(name))
    positions = Positions(decoded)
    page = tokens(decoded.text)
    for image, alt in _pictures(page, posixpath.dirname(name)).items():
        if image in names:
            images.add(archive.read(image), at=builder.length, location=Location("epub", part=image), alt=alt)

    def locate(start: int, end: int) -> Location:
        del end
        return Location("epub", part=name, line=positions.line(start))

    render(page, decoded.text, builder=builder, images=images, locate=locate)
    return True


def _pictures(page: Sequence[Token], folder: str) -> Mapping[str, str]:
    """The images that a chapter shows, with their alternative texts."""
    found: dict[str, str] = {}
    for token in page:
        source = token.attributes.get("src") or token.attributes.get("xlink:href") or ""
        if token.kind == "open" and token.name in {"img", "image"} and source and ":" not in source:
            found.setdefault(_within(folder, source), token.attributes.get("alt", ""))
    return found
