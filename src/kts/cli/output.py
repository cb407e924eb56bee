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

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


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
    value = float(number)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000 or unit == "GB":  # noqa: PLR2004
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return ""


def near(path: str) -> str:
    """A path relative to the working directory where it lies below it."""
    import os

    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative
