"""The table at the head of a document that has its number, its revision and its day in one row under their labels.

`| Document no. | Revision | Effective date | Status |` over one row of values says what a table of two columns does,
and is read as one. Pure.
"""

from __future__ import annotations

import re

from kts.ingest.metadata_dates import OPENING
from kts.lexicon.patterns import later

_IDENTITY = later(
    r"(?:(?:document|doc\.?|sop|procedure|policy|instruction|form)[ .-]*"
    r"(?:no\.?|number|nr\.?|id|code|reference|ref\.?)"
    r"|reference|number|dokument(?:en)?(?:nr\.?|nummer)"
    r"|(?:document[ ]|policy[ ])?(?:version|revision|rev\.?|edition|issue|fassung|ausgabe)"
    r"(?:[ ](?:no\.?|number|nr\.?))?)",
    re.IGNORECASE,
)
_KNOWN = later(
    r"(?:effective(?:[ ](?:date|from|since|until))?|valid[ ](?:from|since|until|to)|in[ ]force(?:[ ](?:from|since))?"
    r"|(?:issue|release|approval|review|next[ ]review|last[ ]review|revision|version)[ ]?date|date(?:[ ]of[ ]\w+)?"
    r"|g\u00fcltig[ ](?:ab|bis)|stand|datum|expir(?:y|ation)(?:[ ]date)?|next[ ]review|reviewed|approved|approval"
    r"|(?:document[ ]|revision[ ])?status|(?:document[ ]|process[ ]|policy[ ])?owner|author|title|department|pages?"
    r"|classification|(?:approved|prepared|reviewed|issued|released|written|checked)(?:[ ]by|[ ]on)?|supersedes"
    r"|replaces|superseded[ ]by|replaced[ ]by)",
    re.IGNORECASE,
)
_ISSUE = later(r"(?:issue|ausgabe)(?:[ ](?:no\.?|number|nr\.?))?", re.IGNORECASE)
"""Called so among such labels it is an edition; elsewhere it may be a matter that is open."""
_RULE = later(r"[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*\r?")
_NOT_YET = later(r"\b(?:draft|planned|proposed|entwurf)\b", re.IGNORECASE)
LEAST = 2
"""Labels of a document that such a row must have; one other head may stand beside them (a default, not fitted)."""


def unfolded(head: str) -> str:
    """The text with such a table where it opens as one of two columns; else as it is. What is a draft says nothing."""
    lines = head.split("\n")
    found: list[str] = []
    at = started = 0
    while at < len(lines):
        rows = _rows(lines, at) if started < OPENING else ()
        found += rows or (lines[at],)
        step = 3 if rows else 1
        started += sum(len(line) + 1 for line in lines[at : at + step])
        at += step
    return "\n".join(found)


def _rows(lines: list[str], at: int) -> tuple[str, ...]:
    """The rows of two columns in place of the three lines at a place; none where these are no such table."""
    if at + 2 >= len(lines) or not _RULE.fullmatch(lines[at + 1]) or not lines[at].lstrip().startswith("|"):
        return ()
    if at + 3 < len(lines) and lines[at + 3].lstrip().startswith("|"):
        return ()
    heads, values = cells_of(lines[at]), cells_of(lines[at + 2])
    if len(heads) != len(values) or _NOT_YET.search(lines[at + 2]):
        return ()
    named = [head.strip(" *_:") for head in heads]
    own = [head for head in named if _IDENTITY.fullmatch(head)]
    known = len(own) + sum(bool(_KNOWN.fullmatch(head)) for head in named if head not in own)
    if not own or known < max(LEAST, len(heads) - 1):
        return ()
    labels = ["Edition" if _ISSUE.fullmatch(head) else head for head in named]
    return tuple(f"| {label} | {value} |" for label, value in zip(labels, values, strict=True))


def cells_of(line: str) -> list[str]:
    """The cells of a row of a Markdown table, without white space around them."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
