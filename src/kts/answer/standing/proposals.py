"""A proposal in minutes is quoted with what was decided on it: alone it reads like a rule (EVID-10).

`Proposal to finance holiday homes up to 70 %. Decision: rejected.` is one statement. What was only asked for is told
apart from what was granted by where the decision begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.verdicts import GRANTED, PUT_OFF, REFUSED

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 600
"""Characters of a proposal up to the end of its decision: what is longer was debated apart (a default, not fitted)."""
_VERDICTS = f"(?:{REFUSED}|{PUT_OFF}|{GRANTED})"
_NEGATIVE = rf"(?:not|no|{REFUSED}|{PUT_OFF})\b"
_LABEL = (
    r"(?:decision|resolution|outcome|resolved|decided|beschluss|entscheidung)[*_]{0,2}\s?[:\u2013\u2014-][*_]{0,2}\s"
)
_DECIDES = later(rf"(?i)\A[\s*_>-]*(?:{_LABEL}|{_VERDICTS}\b[^.;\n]{{0,40}}[.;]?\s*\Z)")
_PROPOSES = later(
    r"(?i)\b(?:propos(?:al|als|es|ed)|asks?|asked|requests?|requested|suggest(?:s|ed|ion)|recommends?|recommended|motion"
    r"|moves|moved|applies|applied for|application|wants?|wishes|would like|antrag|beantragt)\b"
)
_HEADING = later(r"(?m)^[ \t]*#{1,6}\s|^[ \t]*\|")
_APART = later(r"\n[ \t]*\n|\n[ \t]*\d{1,2}(?:\.\d{1,2})*[.)]?[ \t]+[A-Z]")
"""Another paragraph, or the next item of an agenda."""
_LATER = later(
    rf"(?i)(?:\A|[.;!?)]\s+|\n\s*)[*_]{{0,2}}(?:(?:{_LABEL})|(?=(?:{_VERDICTS})\b[^.;\n]{{0,40}}[.;]?\s*\Z))"
)
_TURNED_DOWN = later(rf"(?i)\A\W*{_NEGATIVE}")


def with_decisions(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches of a text, a proposal and the decision behind it in the same section as one."""
    found: list[tuple[int, int]] = []
    for first, last in spans:
        at = _proposed(text, found, (first, last)) if _DECIDES.match(text[first:last]) else None
        if at is None:
            found.append((first, last))
        else:
            found[at:] = [(found[at][0], last)]
    return found


def _proposed(text: str, found: Sequence[tuple[int, int]], decision: tuple[int, int]) -> int | None:
    """Which of the stretches before a decision is the proposal that it is on: in its paragraph, or the one before."""
    first, last = decision
    for at in range(len(found) - 1, -1, -1):
        start, end = found[at]
        said = text[start:end]
        apart = last - start > LONGEST or _HEADING.match(text, start) or _APART.search(text[start:first].rstrip())
        if apart or _DECIDES.match(said) or decided_at(said):
            return None
        if _PROPOSES.search(said):
            return at
    return None


def decided_at(text: str) -> int:
    """Where in a statement its decision begins; 0 where all of it is said and nothing proposed."""
    found = _LATER.search(text, 1) if _PROPOSES.search(text) else None
    return found.end() if found else 0


def turned_down(text: str) -> bool:
    """Whether a statement is of a proposal that was not granted, or not yet."""
    at = decided_at(text)
    return bool(at and _TURNED_DOWN.match(text[at:]))
