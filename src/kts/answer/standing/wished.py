"""What a party only claimed, or keeps as a target of its own, stands behind what was settled (EVID-10).

`We claim 15 days` and `I determine an extension of 17 Days` have the same words of a question for the days that were
granted; so have the day of a programme and `our own target is a week earlier`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import put_behind
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Picked

_CLAIMS = later(
    r"(?i)\b(?:we|i|the (?:sub)?contractor|the supplier|the tenant|the applicant|the customer)\b"
    r"(?:\W+(?:hereby|therefore|now|also|thus|formally|further))?\W+(?:claims?|claimed|requests?|requested"
    r"|appl(?:y|ies|ied) for"
    r"|asks? for|asked for|seeks?|sought|demands?|demanded|propos(?:e|es|ed))\b"
)
"""A party says what it wants of another."""
_DECIDED = later(
    r"(?i)\b(?:determin(?:e|es|ed)|decid(?:e|es|ed)|decision|grant(?:s|ed)?|award(?:s|ed)?|approv(?:e|es|ed)"
    r"|allow(?:s|ed)|accept(?:s|ed)|agreed|rejected|refused|certif(?:y|ies|ied))\b"
)
"""A statement that also tells what became of it."""
_ASKS_DECIDED = later(
    r"(?i)\b(?:granted|awarded|determined|decided|approved|allowed|accepted|agreed|certified|entitled|given|received"
    r"|(?:did|do|have|has|does) (?:we|i|they|he|she|it|the [a-z]+|[A-Z]\w+)(?: [a-z]+ly)? (?:get|got|receive|obtain))\b"
    r"|\bdid\b[^?]{0,60}\b(?:grant|award|determine|decide|approve|allow|accept|agree|certify|give)\b"
)
"""How a question asks for what was settled."""
_ASKS_CLAIM = later(
    r"(?i)\b(?:claim\w*|request\w*|appl(?:y|ies|ied|ication)|asked|want\w*|seek|sought|demand\w*|propos\w*)\b"
)
_OWN_TARGET = later(
    r"(?i)\b(?:(?:our|my|their|his|her) own|private|unofficial|informal) (?:target|aim|goal|guess)s?\b"
    r"|\boff the record\b|\bunofficially\b"
)
"""A value that somebody hopes for, beside the one that was settled."""
_ASKS_OWN = later(
    r"(?i)\b(?:own|internal\w*|private\w*|unofficial\w*|target\w*|aim\w*|goal\w*|estimate\w*|forecast\w*|hope\w*|guess)\b"
)


_WISH = later(
    r"(?i)\b(?:wants?|wanted|would (?:like|prefer|rather)|prefers?|preferred|suggest(?:s|ed)|propos(?:es?|ed)|hopes?"
    r"|asked (?:to|for|that)|argued (?:for|that))\b"
)
_OUTCOME = later(
    r"(?i)(?:\A\W*|[.;!]\s+[*_]*)(?:decided|decision|agreed|resolved|resolution|outcome|result|conclusion)"
    r"(?: so| then)?\s*[:\u2013-]"
)
NEAR = 4
"""Statements behind a wish within which it is told what was decided (a default)."""


def wished(question: str, text: str) -> str:
    """Why a statement may not be what is settled, where that is asked for; empty where nothing says so."""
    if _OWN_TARGET.search(text) and not _ASKS_OWN.search(question):
        return "what is cited is a target of somebody's own"
    if _ASKS_DECIDED.search(question) and not _ASKS_CLAIM.search(question):
        claimed = _CLAIMS.search(text)
        return "what is cited was only claimed" if claimed and not _DECIDED.search(text) else ""
    return ""


def settled_first(
    question: str, ranked: Sequence[tuple[float, Held]], *, spread: float = 1.0
) -> tuple[tuple[float, Held], ...]:
    """The units, what was only claimed or aimed at behind what as much is said of; what was decided of a wish first."""
    if ranked and _WISH.search(ranked[0][1].unit.text) and not _ASKS_CLAIM.search(question):
        lead = ranked[0][1].unit
        near = [pair for pair in ranked if 0 < pair[1].unit.position - lead.position <= NEAR]
        came = [pair for pair in near if pair[1].unit.hit == lead.hit and _OUTCOME.search(pair[1].unit.text)]
        ranked = [*((ranked[0][0], one) for _, one in came[:1]), *(pair for pair in ranked if pair not in came[:1])]
    wishes = {one.unit for _, one in ranked if wished(question, one.unit.text)}
    return put_behind(ranked, wishes, spread=spread)


def wished_leading(question: str, picked: Picked) -> tuple[str, ...]:
    """The doubt where what leads was only claimed, or is a private target."""
    said = wished(question, picked.chosen[0].held.unit.text) if picked.chosen else ""
    return (said,) if said else ()
