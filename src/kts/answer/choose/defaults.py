"""What holds where nobody sets it: the default of the thing that leads, which is told without its name (EVID-1).

`pg_x.max (integer)` heads an entry that says what it limits, then `The default value is 5000.` Who asks what happens
`if I configure nothing` asks for that, though he does not say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held

_NAMED = later(r"(?i)\bdefaults?\b")
_TOLD = later(
    r"(?i)\b(?:by default|defaults? (?:is|are|to)|(?:the|a|its|their) default (?!interest|rate|under|of|by)\w+"
    r"|(?:is|as|the) default\b(?=\W*\Z|[,;:.)]))|\(default|\bdefault\W?[:=]"
)
"""What tells a default for sure: a party may be *in default*, too."""
_LEANS = later(r"(?i)\W*(?:this|that|it|these|those|which|the (?:latter|former|first|second|last))\b")
"""`This is the default`: what stands before it is."""
_SET = (
    r"(?:set|configur\w+|specif\w+|pass(?:ed)?|options?|arguments?|parameters?|settings?|flags?|values?|configuration)"
)
_UNSET = later(
    rf"(?i)\b(?:if|when|where|as long as)\b[^,;.?]{{0,30}}?(?:\b(?:not|never|nothing|nobody|no)\b|n['\u2019]?t\b)"
    rf"(?: \w+){{0,3}}? {_SET}\b(?:(?: \w+)? anything)?|\bunless\b[^,;.?]{{0,30}} {_SET}\b"
    rf"|\bwithout (?:any |an? |the )?(?:\w+ )?{_SET}\b|\bout of the box\b"
)


def asks_for_default(question: str) -> bool:
    """Whether a question asks what holds where nothing is set, by the word or by the case."""
    return bool(_NAMED.search(question) or _UNSET.search(question))


def tells_default(question: str, text: str) -> bool:
    """Whether a text tells a default, where a question asks for one; for sure where it does so without the word."""
    if _NAMED.search(question):
        return bool(_NAMED.search(text))
    return bool(_UNSET.search(question) and _TOLD.search(text))


def defaulted(question: str, ranked: Sequence[tuple[float, Held]]) -> Held | None:
    """The default that is told in the entry of the lead, under its name, where the lead tells none."""
    if not ranked or not asks_for_default(question):
        return None
    lead = ranked[0][1].unit
    if not lead.intro or _NAMED.search(lead.text) or lead.kind == "row":
        return None
    entry = (one for _, one in ranked if (one.unit.hit, one.unit.intro) == (lead.hit, lead.intro))
    return next((one for one in entry if _TOLD.search(one.unit.text) and not _LEANS.match(one.unit.text)), None)
