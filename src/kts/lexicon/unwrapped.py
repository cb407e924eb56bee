"""Text as it would stand on one line: contracts and mails are wrapped by hand, and indented where they go on."""

from __future__ import annotations

from typing import NamedTuple

from kts.lexicon.patterns import later

_RUN = later(r"(?<=[^\s|])(?:[ \t\u00a0]+\n[ \t\u00a0]*|\n[ \t\u00a0]+|[ \t\u00a0]{2,})(?=[^\s|])")
"""White space within a paragraph that is more than one character; not beside the stroke of a table."""


class Unwrapped(NamedTuple):
    """A text in which such a run is one blank.

    `place` gives the offset in the original of each of its characters; empty where the text is as it was.
    """

    text: str
    place: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A stretch that is not empty as offsets in the original."""
        return (self.place[start], self.place[end - 1] + 1) if self.place else (start, end)


def unwrapped(text: str) -> Unwrapped:
    """The text with the white space of a wrapped line as one blank."""
    pieces: list[str] = []
    place: list[int] = []
    at = 0
    for run in _RUN.finditer(text):
        pieces += (text[at : run.start()], " ")
        place += range(at, run.start() + 1)
        at = run.end()
    if not pieces:
        return Unwrapped(text)
    return Unwrapped("".join((*pieces, text[at:])), (*place, *range(at, len(text))))
