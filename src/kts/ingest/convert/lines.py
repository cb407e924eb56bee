"""The lines of a decoded file, for formats that are read line by line."""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")


class SourceLine(NamedTuple):
    """A line of the file without its end; `start` is its character offset."""

    text: str
    start: int

    @property
    def indent(self) -> int:
        """Leading white space, in characters."""
        return len(self.text) - len(self.text.lstrip())


def source_lines(text: str) -> list[SourceLine]:
    """The lines without white space at their ends; CR, LF and CRLF each end one."""
    return [SourceLine(match[1].rstrip(), match.start()) for match in _LINE.finditer(text) if match[0]]
