"""What kind of text is asked with: models that read were trained on questions and claims, and on nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.analyse import QUESTION_WORDS
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.ports.models import Form

LEAST = 4
"""Words of a claim (a default): fewer are a name of something."""
WORDY = 7
"""Words from which a text is a claim, whatever its verb (a default): few search with so many keywords."""
_ASKING = later(rf"(?i)\W*(?:{QUESTION_WORDS}|list|name|give|show|explain|describe|tell|find|define|compare)\b")
"""How a question begins."""
_ORDERING = later(r"(?i)\W*(?:please|summari[sz]e|outline|draft|write|translate|review|check|make|create|help)\b")
"""How a request begins that no single passage answers, where it states nothing."""
_STATING = later(r"(?i)\b(?:is|are|was|were|has|have|had|does|did|can|cannot|may|must|shall|will)\b")
"""What makes words a claim: a verb of those that most claims have."""
_STOP = later(r"\.\W*\Z")


def form(question: str) -> Form:
    """What kind of text is asked with: a question, a claim, or anything else (a few words, a request)."""
    if "?" in question or _ASKING.match(question):
        return "question"
    words = len(question.split())
    if _STATING.search(question):
        return "claim" if words >= LEAST else "other"
    long = words >= (LEAST if _STOP.search(question) else WORDY)
    return "claim" if long and not _ORDERING.match(question) else "other"
