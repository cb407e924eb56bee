"""What an entry of a list stands under, where it says nothing without: `paint`, under *What is not covered*."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.answer.units.quotable import Unit

SHORTEST, LONGEST = 3, 160
"""Characters of a line or heading that is told before an entry (defaults)."""
WORDS = 14
"""Words of an entry that may be no sentence, at most (a default)."""
_VERB = later(
    r"(?i)\b(?:is|are|was|were|has|have|had|may|must|shall|can|could|will|would|should|does|do|did|cannot|needs?|costs?"
    r"|takes?|applies|apply|gets?|pays?|lasts?|ends?|begins?|starts?)\b|n['\u2019]t\b"
)
_LABEL = later(r"[^:.;!?]{2,40}:\s\S")
DENIES = later(
    r"(?i)\b(?:not|no(?!\.? ?\d|\.)|never|without|except\w*|excluded?|excluding|exclusions?|exempt\w*|forbidden"
    r"|prohibited|ineligible|unsupported|refused|rejected|removed|withdrawn|deprecated|obsolete|banned|nicht|kein\w*"
    r"|ausgeschlossen)\b|\b(?:don|can|won|mustn|shouldn|isn|aren)['\u2019]?t\b|\bnon-"
)
_NUMBERING = later(r"\A[\s#*_]*(?:(?:section|clause|article|part|\u00a7)?\s*\(?\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?")
_REPLY = later(r"(?i)(?:yes|no)\b(?=[,.;:!\u2013-]| \u2013)")
EMPTY = frozenset(terms(" ".join(STOP_WORDS)))
"""Terms of words of grammar, which ask for nothing."""
_WHICH = later(
    r"(?i)\b(?:which|what)\s+(?:one\s+)?(?:of\s+(?:the|our|your)\s+)?"
    r"(?!(?:is|are|was|were|has|have|had|does|do|did|can|will|must|may|shall|should|if|happens?)\b)(?P<thing>[\w-]+(?:\s+[\w-]+)?)"
)
_NAME = later(r"\d|\b[A-Z]")
_ENUMERATED = later(r";(?:\s+(?:and|or|und|oder|et|ou))?[\s*_]*\Z|,\s+(?:and|or)[\s*_]*\Z")
_ENDED = later(r"[.!?]\s+(?=[A-Z])")


def under(unit: Unit, said: str, heading: str, asked: str = "") -> str:
    """The line before the list, else the heading, of an entry that says nothing without; empty where it does.

    One with a label or a verb tells what it says, but not that it is so of what is not covered: there what denies it
    is told, and so is the line before conditions that go on with it. Before a yes or no of any kind stands the question
    that it replies to, unless that is what was `asked`. Where *which version* is asked, `Version 5.2` is the answer.
    """
    if _REPLY.match(said):
        above = " ".join((unit.intro or heading).split()).strip("*_# ")
        other = not asked or not EMPTY.union(terms(above)).issuperset(terms(asked))
        return above if other and above.endswith("?") and len(above) <= LONGEST else ""
    if unit.kind != "row" and _is_asked(heading, asked):
        return "" if _alike(heading, said) else heading.strip()
    if unit.kind != "entry":
        return ""
    *_, line = _ENDED.split(" ".join(unit.intro.removeprefix(heading).split()))
    of_all = is_enumerated(said)
    line = line.rstrip(" *_") if of_all or line.rstrip(" *_").endswith(":") else ""
    above = _NUMBERING.sub("", (line or heading).strip(), count=1).rstrip(" :*_")
    if not SHORTEST <= len(above) <= LONGEST or above.endswith("?") or _alike(above, said):
        return ""
    alone = bool(_VERB.search(said) or _LABEL.match(said)) or said.endswith(".") or len(said.split()) > WORDS
    return above if of_all or not alone or DENIES.search(above) else ""


def is_enumerated(text: str) -> bool:
    """Whether a text is one of several conditions of a sentence that goes on behind it: it ends with `;` or `; or`."""
    return _ENUMERATED.search(text) is not None


def _is_asked(heading: str, asked: str) -> bool:
    """Whether a heading names one of the kind that a question asks for: *which version*, and `Version 5.2`."""
    wanted = _WHICH.search(asked)
    first, _, name = heading.strip().partition(" ")
    if wanted is None or not _NAME.search(name) or len(heading) > LONGEST:
        return False
    return not set(terms(first)).isdisjoint(set(terms(wanted["thing"])) - EMPTY)


def _alike(above: str, said: str) -> bool:
    """Whether the words above stand in what is said anyway."""
    there = set(re.findall(r"\w+", said.casefold()))
    return there.issuperset(re.findall(r"\w+", above.casefold()))
