"""Notes of a text: `[^1]` where it bears the mark of one, `[^1]: ...` where the note stands. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 600
"""Characters of a note that is told beside its statement; a longer one is cut behind a sentence (a default)."""
_NAME = r"\[\^(?P<name>[\w.-]{1,20})\]"
NOTE = later(rf"[ \t]*{_NAME}:[ \t]*(?=\S)")
"""What stands before a note."""
MARK = later(rf"(?<=\S){_NAME}(?!:)")
"""What stands behind the words that a note is about."""
_BEHIND = later(r"(?:[.,;:!?)\"'\u201d\u2019*]|\[\^[\w.-]{1,20}\](?!:)){1,8}")
_ENDS = later(r"\n[ \t]*(?:\n|\[\^[\w.-]{1,20}\]:)|\Z")


def without_marks(text: str) -> str:
    """A statement without the marks of notes: its note is told beside it."""
    return MARK.sub("", NOTE.sub("", text, count=1) if NOTE.match(text) else text) if "[^" in text else text


def marks(text: str, start: int, end: int) -> tuple[str, ...]:
    """The names of the notes whose marks a stretch of a text bears, also right behind its last words."""
    behind = _BEHIND.match(text, end)
    stop = behind.end() if behind else end
    return tuple(dict.fromkeys(mark["name"] for mark in MARK.finditer(text, start, stop)))


def note(text: str, name: str, since: int = 0) -> Span | None:
    """Where the note of a name stands, with its mark: the first one behind a place, else the first one."""
    found = [match.start() for match in _noted(text, name)]
    at = next((one for one in found if one >= since), found[0] if found else None)
    if at is None:
        return None
    end = next(match.start() for match in _ENDS.finditer(text, at))
    if end - at > LONGEST:
        ends = [at + last for _, last in sentences(text[at:end]) if last <= LONGEST]
        end = ends[-1] if ends else end
    return Span(at, at + len(text[at:end].rstrip()))


def _noted(text: str, name: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?m)(?<=^)\[\^{re.escape(name)}\]:(?=[ \t]*\S)", text)


def bearer(text: str, name: str) -> str:
    """The sentence, or the line of a table, that bears the mark of a note; empty where none does."""
    at = next((match.start() for match in MARK.finditer(text) if match["name"] == name), None)
    if at is None:
        return ""
    line = text.rfind("\n", 0, at) + 1
    if text[line:at].lstrip().startswith("|"):
        return text[line:].partition("\n")[0].strip()
    stretch = text[max(line, at - LONGEST) : at]
    return without_marks(stretch[sentences(stretch)[-1][0] :]) if stretch.strip() else ""


def noted_by(text: str, start: int) -> str:
    """The sentence that the note at a place of a text belongs to; empty where no note stands there."""
    found = NOTE.match(text, start)
    return bearer(text[:start], found["name"]) if found else ""
