"""What a person can do about a file that was not read, or not whole (`kts status --files`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kts.types import Outcome

REMEDIES: dict[Outcome, str] = {
    "partial": "open it, mend what the reason names and save it again; the rest is indexed",
    "empty": "nothing to index; where it should hold text, open it in its program and save it again",
    "hidden_only": "all of its text is hidden; show it in its program and save it again",
    "encrypted": "open it with its password and save a copy without one",
    "unsupported": "save a copy as text or in a format that is read (README), or exclude it with .ktsignore",
    "too_large": "raise ingest.max_file_bytes, or split it",
    "timeout": "split it, or save it as PDF or text; kts ingest tries it again",
    "memory": "split it, or save it as PDF or text; kts ingest tries it again",
    "crashed": "save it again in its program, or as PDF or text; kts ingest tries it again",
    "malformed": "open it in its program and save it again",
    "unstable": "run kts ingest when nobody writes to it",
    "unreadable": "make it readable, then run kts ingest",
}
"""By outcome; a file that is ok needs nothing."""

SPECIAL: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"pip install |with its extra"), "install what is missing, then run kts ingest"),
    (re.compile(r"^needed more "), "split it, or save it as PDF or text; it is tried again when it has changed"),
    (re.compile(r"cells of a table"), "split it, or export only the rows and columns that are asked about"),
    (re.compile(r"unpacks to more|files in the archive"), "it unpacks like a zip bomb; if you trust it, save it anew"),
    (re.compile(r"Office 97-2003|older Office"), "save it in the newer format of its name"),
    (re.compile(r"[Pp]ermission denied"), "give yourself the right to read it, then run kts ingest"),
    (
        re.compile(r"no converter for \.(?:png|jpe?g|tiff?|bmp|webp)"),
        "its text needs OCR: kts doctor says how, then run kts ingest",
    ),
    (re.compile(r"no converter for \.(?:zip|7z|rar|tar|t?gz|tgz|bz2|xz|zst)\b"), "unpack it, then run kts ingest"),
    (re.compile(r"no converter for "), REMEDIES["unsupported"]),
    (re.compile(r"the file has no bytes"), "nothing to index; delete it, or copy it here again"),
    (re.compile(r"are not text in any"), "name it with the ending of what it is, or exclude it with .ktsignore"),
    (re.compile(r"\b(?:OCR|scan(?:ned)?)\b"), "install OCR, then run kts ingest: kts doctor says how"),
)
"""Reasons that say more than their outcome."""


def remedy(outcome: Outcome, reason: str) -> str:
    """The next thing to do, in the user's words; empty for a file that is well."""
    usual = REMEDIES.get(outcome, "")
    if not usual:
        return ""
    return next((said for pattern, said in SPECIAL if pattern.search(reason)), usual)
