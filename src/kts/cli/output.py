"""How things look: JSON for programs, lines for people. Nothing of a document reaches a terminal unescaped."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.types import Span

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)


def print_json(value: Any, *, indent: int | None = 1) -> None:
    """Sorted JSON on standard output; lone surrogates are escaped."""
    text = json.dumps(value, indent=indent, sort_keys=True, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def clean(text: str) -> str:
    """Text without control characters, direction overrides and invisible marks."""
    return _CONTROL.sub("", text.encode("utf-8", "replace").decode())


def marked(text: str, marks: Sequence[Span]) -> str:
    """One line of text with the marked words in bold."""
    parts, at = [], 0
    for mark in marks:
        parts += [clean(text[at : mark.start]), click.style(clean(text[mark.start : mark.end]), bold=True)]
        at = mark.end
    parts.append(clean(text[at:]))
    return re.sub(r"\s+", " ", "".join(parts)).strip()


def size(number: int) -> str:
    """Bytes as people read them."""
    for unit, bytes_each in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= bytes_each:
            return f"{number / bytes_each:.1f} {unit}"
    return f"{number} B"


def near(path: str) -> str:
    """A path relative to the working directory where it lies below it."""
    import os

    try:
        relative = os.path.relpath(path)
    except ValueError:  # on Windows, another drive
        return path
    return path if relative.startswith("..") else relative
