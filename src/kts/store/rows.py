"""How nouns become rows and back: the only place that knows both."""

from __future__ import annotations

import json
import os
import zlib
from typing import TYPE_CHECKING, Any

from kts.types import Location, Mapped, line_ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.types import SourceMap

BLOCK = 16_384
"""Characters of a text block: a snippet reads one or two, not the document."""


def path_bytes(path: str) -> bytes:
    """The file system's bytes of a surrogate-escaped path."""
    return os.fsencode(path)


def path_text(path: bytes) -> str:
    """The surrogate-escaped text of path bytes."""
    return os.fsdecode(path)


def dumps(value: Any) -> str:
    """Canonical JSON: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def blocks(text: str) -> Iterator[tuple[int, int, int, str]]:
    """`(start, UTF-8 bytes before, line, body)` of each block; a CR LF pair is never cut."""
    start, size, line = 0, 0, 1
    while start < len(text):
        end = min(start + BLOCK, len(text))
        if text[end - 1 : end + 1] == "\r\n":
            end += 1
        body = text[start:end]
        yield start, size, line, body
        size += len(body.encode("utf-8", "surrogatepass"))
        line += line_ends(body)
        start = end


def location_fields(location: Location) -> dict[str, Any]:
    """The fields that are set, for JSON."""
    return {name: value for name, value in location._asdict().items() if value is not None and value != ()}


def location_of(fields: dict[str, Any]) -> Location:
    """The inverse of `location_fields`."""
    boxes = tuple(tuple(box) for box in fields.get("boxes", ()))
    return Location(**{**fields, "boxes": boxes})


def map_blocks(source_map: SourceMap, length: int) -> Iterator[tuple[int, bytes]]:
    """The map's entries by text block: compressed JSON of `[start, end, location]`."""
    grouped: dict[int, list[list[Any]]] = {}
    for entry in source_map.entries:
        place = [entry.start, entry.end, location_fields(entry.location)]
        first, last = entry.start // BLOCK, max(entry.start, min(entry.end, length) - 1) // BLOCK
        for number in range(first, last + 1):
            grouped.setdefault(number, []).append(place)
    for number, places in sorted(grouped.items()):
        yield number * BLOCK, zlib.compress(dumps(places).encode(), 6)


def entries(body: bytes) -> tuple[Mapped, ...]:
    """The entries of one map block."""
    return tuple(Mapped(start, end, location_of(fields)) for start, end, fields in json.loads(zlib.decompress(body)))


def marks(source_map: SourceMap) -> str:
    """Hidden and OCR ranges as JSON."""
    return dumps(
        {
            name: [[mark.start, mark.end, mark.kind, mark.confidence] for mark in ranges]
            for name, ranges in (("hidden", source_map.hidden), ("ocr", source_map.ocr))
            if ranges
        }
    )
