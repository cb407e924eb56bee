"""A claim of two things said of one subject: each must be said, not only the one that is found more easily.

`The fee is 25 euros and is never given back` has its amount from one place, and what it denies from none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.negation import negated
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.answers import Judgement

_VERB = (
    r"(?:is|are|was|were|has|have|had|may|must|shall|will|can|cannot|could|should|does|do|did|needs?|costs?|lasts?|takes?"
    r"|applies|apply)"
)
_TWO = later(
    rf"(?P<who>[^,;:]{{2,100}}?) (?P<first>{_VERB} [^;:]{{2,200}}?),? (?:and|but) "
    rf"(?P<second>(?:(?:also|then|therefore) )?{_VERB} [^;:]{{2,200}})",
)
_CLAUSE = later(r"\b(?:if|when|where|unless|who|which|that|because|since|while|whether|only|not|no)\b", re.IGNORECASE)
"""What makes the second part depend on more than the subject."""


def second_of(claim: str, statement: str = "") -> str:
    """What a claim says second of its subject, as a claim of its own; empty where it says one thing.

    Nor does it say two where the statement has the second one in the same words.
    """
    found = _TWO.fullmatch(claim.strip())
    if found is None or _CLAUSE.search(found["who"]) or _CLAUSE.search(found["first"]):
        return ""
    same = statement and found["second"].rstrip(" .").casefold() in " ".join(statement.casefold().split())
    return "" if same else f"{found['who']} {found['second']}"


def unsaid(claim: str, statement: str, judge: Callable[[str], Judgement]) -> Judgement | None:
    """The judgement on what a claim says second, where the evidence denies that, or does not deny what the claim does.

    What is affirmed besides and not found is no such part: the rules weigh it with the rest of the claim.
    """
    part = second_of(claim, statement)
    found = judge(part) if part else None
    if found is None or found.support == "supported":
        return None
    denies = any(scope.kind in {"not", "never", "no"} for scope in negated(part))
    return found if denies or found.support == "contradicted" else None
