"""What is attached to a ticket: of a log the lines that say what went wrong, of all else that it was not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.identifiers import identifiers
from kts.lexicon.patterns import later
from kts.tickets.versions import CODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TEXTS = (".log", ".txt", ".text", ".out", ".err", ".trace")
"""Ends of the names of files that are words or lines of a log."""
LARGEST = 5_000_000
"""Bytes of an attached text that is read (a default, not fitted)."""
SHORT = 600
"""Characters of an attached text up to which all of it is read: it was written or cut for the ticket (not fitted)."""
LINES = 8
"""Lines of a longer one that are read: each different one that says what went wrong, once (not fitted)."""
WIDTH = 300
"""Characters of such a line (not fitted)."""
_WRONG = later(
    r"(?i)\b(?:error|fatal|critical|severe|panic|exception|fail(?:ed|ure|s)?|denied|refused|rejected|cannot|could not|"
    r"unable to|timed? ?out|fehler|abgelehnt|fehlgeschlagen)\b"
)
_TIME = later(r"^[\[(]?\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]?[\d:.,]*Z?(?:[+-]\d\d:?\d\d)?[\])]?\s*")
"""The time before an entry: two entries that differ in it alone say the same."""
_BESIDE = later(
    r"(?i)(?:image\d*|logo\w*|outlook-\w+|signature|banner|icon\w*|facebook|linkedin|twitter|instagram|unnamed)"
    r"(?:[-_ ]?\d+)?\.(?:png|jpe?g|gif|bmp|svg|webp)\Z|.*\.(?:vcf|ics|p7s|p7m|asc|sig)\Z|winmail\.dat\Z|att\d{4,}.*\Z"
)
"""What mail programs attach by themselves: the pictures of a signature, cards, keys."""


def told(name: str, body: bytes) -> str | None:
    """What an attached text says, None for a file that is not read."""
    if not name.lower().endswith(TEXTS) or len(body) > LARGEST or b"\0" in body:
        return None
    try:
        text = body.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        text = body.decode("cp1252", "replace").strip()
    lines = tuple(dict.fromkeys(_TIME.sub("", line.strip()) for line in text.splitlines()))
    if len(text) > SHORT:
        lines = tuple(one[:WIDTH] for one in lines if _says(one[:WIDTH]))[:LINES]
    return "\n".join(lines).strip()


def _says(line: str) -> bool:
    """Whether a line of a log says what went wrong, or has a code."""
    return bool(_WRONG.search(line)) or any(one.kind in CODES for one in identifiers(line))


def unread(names: Iterable[str]) -> tuple[str, ...]:
    """Of the names of files that were not read those that a person attached."""
    return tuple(dict.fromkeys(name for name in names if name and not _BESIDE.match(name)))


def texts(files: Sequence[tuple[str, bytes]]) -> tuple[str, tuple[str, ...]]:
    """What the attached files say, without their names, and the names of those that were not read.

    A name in a question is read as that of the document that is to answer it.
    """
    said = [(name, told(name, body)) for name, body in files]
    return "\n\n".join(text for _, text in said if text), unread(name for name, text in said if text is None)
