"""How things look: JSON for programs, lines for people. Nothing of a document reaches a terminal unescaped."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.types import Span

CONTROL = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    r"\U000e0000-\U000e007f]"
)
"""Control characters, direction overrides, invisible marks; as texts, compiled where people are printed something."""
STYLED = r"\x1b\[[0-?]*[ -/]*[@-~]"
"""What a terminal reads as a style, and a file is spared."""
COLOURS = {"red": 31, "green": 32, "yellow": 33, "cyan": 36}


def echo(text: str = "", *, err: bool = False) -> None:
    """A line on standard output or standard error, without styles where that is no terminal.

    As click prints it, without loading click; where bytes are not plainly UTF-8, click prints it.
    """
    stream = sys.stderr if err else sys.stdout
    if os.name == "nt" or (getattr(stream, "encoding", None) or "").lower() != "utf-8":
        import click

        click.echo(text, err=err)
        return
    shown = re.sub(STYLED, "", text) if "\x1b" in text and not stream.isatty() else text
    stream.write(f"{shown}\n")
    stream.flush()


def style(text: str, *, fg: str = "", bold: bool | None = None, dim: bool | None = None) -> str:
    """Text as a terminal shows it: in a colour, bold, dim; False switches off what True switches on."""
    codes = [COLOURS[fg]] if fg else []
    codes += [on if wanted else 22 for on, wanted in ((1, bold), (2, dim)) if wanted is not None]
    return "".join(f"\x1b[{code}m" for code in codes) + f"{text}\x1b[0m"


def print_json(value: Any, *, indent: int | None = 1) -> None:
    """Sorted JSON on standard output, with line breaks on a terminal; lone surrogates are escaped.

    Whoever reads it elsewhere is a program: to lay it out takes a fiftieth of a cold search, and an agent's tokens.
    """
    shown = indent if sys.stdout.isatty() else None
    text = json.dumps(value, indent=shown, sort_keys=True, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def clean(text: str) -> str:
    """Text without control characters, direction overrides and invisible marks."""
    return re.sub(CONTROL, "", text.encode("utf-8", "replace").decode())


def marked(text: str, marks: Sequence[Span]) -> str:
    """One line of text with the marked words in bold."""
    parts, at = [], 0
    for mark in marks:
        parts += [clean(text[at : mark.start]), style(clean(text[mark.start : mark.end]), bold=True)]
        at = mark.end
    parts.append(clean(text[at:]))
    return re.sub(r"\s+", " ", "".join(parts)).strip()


def size(number: int) -> str:
    """Bytes as people read them."""
    for unit, bytes_each in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= bytes_each:
            return f"{number / bytes_each:.1f} {unit}"
    return f"{number} B"


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Around what writes a file or makes a folder that the user named: why it cannot be written is an error of ours."""
    try:
        yield
    except OSError as error:
        import errno

        from kts.errors import StorageFull, UsageError

        message = f"cannot write {os.fspath(path)}: {error.strerror}"
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise StorageFull(message, path=os.fspath(path), hint="free some room, or name another disk") from None
        hint = "name a place in a folder that exists and that you may write to"
        raise UsageError(message, path=os.fspath(path), hint=hint) from None


def near(path: str) -> str:
    """A path relative to the working directory where it lies below it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # on Windows, another drive
        return path
    return path if relative.startswith("..") else relative
