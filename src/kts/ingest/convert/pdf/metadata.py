"""What a PDF says about itself: properties, page labels, outline, embedded files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kts.ingest.convert.pdf.layout import Outline

_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|(Z))?")
_MAX_OUTLINE = 5_000
_MAX_ATTACHMENTS = 1_000
_SAYS_NOTHING = frozenset({"untitled", "(anonymous)", "anonymous", "unspecified", "(unspecified)", "unknown"})
"""What libraries write where nobody gave a title or an author: ReportLab and its like."""
_PROPERTIES = {"title": "Title", "author": "Author", "keywords": "Keywords", "subject": "Subject"}


def metadata_of(document: Any) -> dict[str, Any]:
    """The properties of an open document; empty ones are left out."""
    found = document.get_metadata_dict(skip_empty=True)
    metadata: dict[str, Any] = {}
    for key, name in _PROPERTIES.items():
        value = " ".join(found.get(name, "").split())
        metadata[key] = "" if value.casefold() in _SAYS_NOTHING else value
    metadata["created"] = iso_date(found.get("CreationDate", ""))
    metadata["modified"] = iso_date(found.get("ModDate", ""))
    metadata["producer"] = found.get("Producer", "")
    metadata["pages"] = len(document)
    metadata["page_labels"] = _labels(document)
    metadata["attachments"] = _attachments(document)
    return {key: value for key, value in metadata.items() if value}


def _labels(document: Any) -> list[str]:
    """The pages' displayed labels, empty where they are only the numbers."""
    labels = [document.get_page_label(index) for index in range(len(document))]
    told = any(label and label != str(index) for index, label in enumerate(labels, start=1))
    return labels if told else []


def _attachments(document: Any) -> list[str]:
    """The names of embedded files."""
    count = min(document.count_attachments(), _MAX_ATTACHMENTS)
    return [document.get_attachment(index).get_name() for index in range(count)]


def iso_date(value: str) -> str:
    """A PDF date (`D:20240131120000+01'00'`) in ISO 8601, as exact as it is; empty when it is none."""
    match = _DATE.match(value.strip())
    if match is None:
        return ""
    year, month, day, hour, minute, second, sign, zone_hour, zone_minute, utc = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if hour is None:
        return date
    zone = "+00:00" if utc else f"{sign}{zone_hour}:{zone_minute or '00'}" if sign else ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"


def outline_of(document: Any) -> Outline:
    """Levels of the bookmarks' titles, normalised; a title that occurs twice keeps its first level."""
    import pypdfium2

    levels: Outline = {}
    try:
        for count, mark in enumerate(document.get_toc(max_depth=8)):
            if count >= _MAX_OUTLINE:
                break
            title = " ".join((mark.get_title() or "").split()).casefold()
            if title:
                levels.setdefault(title, mark.level + 1)
    except pypdfium2.PdfiumError:
        return levels
    return levels
