"""Converting one file outside an ingest: to compare a citation with the original as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.take import attempted
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.ingest.kit import Kit
    from kts.ingest.sandbox import Sandbox
    from kts.types import Location, Span


def converted(content: bytes, path: str, kit: Kit, *, sandbox: Sandbox | None = None) -> Conversion:
    """The conversion of `content` as an ingest would make it; without a `sandbox`, in this process."""
    name = path.rpartition("/")[2]
    converter = kit.converter_for(content, name=name)
    if converter is None:
        return Conversion("unsupported", reason=f"no converter for {name}")
    if sandbox is not None:
        return sandbox.convert(content, name=name, converter=converter)
    return attempted(converter, content, name=name)


def locator(conversion: Conversion) -> Callable[[Span], Location]:
    """How spans of this conversion's text are located in its file."""
    return lambda span: conversion.source_map.locate(conversion.text, span)
