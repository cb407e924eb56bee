"""What a body makes of a proposal, in the words of minutes: it is refused, put off or granted.

Each is a pattern of alternatives, to be put between word boundaries.
"""

from __future__ import annotations

import re

from kts.lexicon.patterns import later

REFUSED = (
    r"rejects?|rejected|rejection|refus(?:es?|ed|al)|declin(?:es?|ed)|turn(?:s|ed)? (?:it )?down|den(?:y|ies|ied)|"
    r"dismiss(?:es|ed)|voted down|defeated|vetoed|abandoned|withdrawn|"
    r"(?:not|never) (?:\w+ )?(?:approved?|granted?|accepted?|agreed?|adopted?|carried|passed)"
)
PUT_OFF = (
    r"postpon(?:es?|ed)|defer(?:s|red)?|adjourn(?:s|ed)?|put off|put back|shelved|held over|carried over|left open|"
    r"referred back|on hold|not (?:yet )?decided|no decision"
)
GRANTED = (
    r"approv(?:es?|ed|al)|grant(?:s|ed)?|accept(?:s|ed)?|agree[sd]?|adopt(?:s|ed)?|carried|pass(?:es|ed)|"
    r"confirm(?:s|ed)|ratif(?:ies|ied)"
)
VERDICT = later(rf"\b(?:(?P<refused>{REFUSED})|(?P<postponed>{PUT_OFF})|(?P<granted>{GRANTED}))\b", re.IGNORECASE)


def verdict(text: str) -> str:
    """What a text says first was decided: refused, postponed or granted; empty where it says nothing of it."""
    match = VERDICT.search(text)
    return str(match.lastgroup) if match else ""
