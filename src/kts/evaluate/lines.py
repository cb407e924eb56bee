"""Line-oriented input with errors that name file and line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Line(NamedTuple):
    """A line of a file: `number` counts from 1, `text` has no line ending."""

    path: Path
    number: int
    text: str

    def error(self, message: str, *, hint: str = "") -> UsageError:
        """The error to raise for this line: its message begins with `file:line`."""
        return UsageError(f"{self.path}:{self.number}: {message}", hint=hint, path=str(self.path))


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of a UTF-8 file that are not blank. Raises UsageError naming file and line.

    Lines end at LF only: a U+2028 inside a JSON string does not end one.
    """
    try:
        with path.open("rb") as stream:
            for number, raw in enumerate(stream, start=1):
                line = _decoded(path, number, raw)
                if line.text.strip():
                    yield line
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise UsageError(message, hint="check that the file is there and may be read", path=str(path)) from error


def _decoded(path: Path, number: int, raw: bytes) -> Line:
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        where = Line(path, number, "")
        message = f"not UTF-8 at byte {error.start} of the line"
        raise where.error(message, hint="save it as UTF-8") from error
    return Line(path, number, text.rstrip("\r\n"))


def read_objects(path: Path) -> Iterator[tuple[Line, dict[str, Any]]]:
    """The JSON objects of a JSON Lines file, each with its line. Raises UsageError naming file and line."""
    for line in read_lines(path):
        try:
            value = json.loads(line.text)
        except (ValueError, RecursionError) as error:
            message = f"not JSON: {error}"
            raise line.error(message, hint="one JSON object a line") from error
        if not isinstance(value, dict):
            message = f"a JSON object is expected, not {type(value).__name__}"
            raise line.error(message)
        yield line, value


def text_field(line: Line, value: dict[str, Any], name: str, *, default: str | None = None) -> str:
    """The string under `name`; without a default it must be there and not be empty."""
    found = value.get(name, default)
    if not isinstance(found, str):
        message = f'"{name}" must be a string, not {json.dumps(found)[:60]}'
        raise line.error(message)
    if not found and default is None:
        message = f'"{name}" is empty'
        raise line.error(message)
    return found
