"""Members of a family that one word tells apart: what the papers of the beef pie say is not said of the fish pie.

Many documents are of one member alone and name it only in their title; their tables say `per pack`. Where the member
that is asked for has no such document, that of its sibling answers in every word but this one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.entities_words import DOCUMENTS, NO_NAMES
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.units.quotable import Unit
    from kts.answers import Evidence

_ASKED = later(
    r"(?i)\b(?:the|an?|our|of|for|in|on|with|from|per|each|every|any|is|are|was|were|does|do|did|has|have|and|or|between)"
    r" (?!(?:the|an?|our|your|each|every|any)\b)(?P<kind>[a-z][a-z-]{2,})(?= (?P<noun>[a-z]{3,})\b)"
)
"""Two words of a question behind one that begins what is named."""
_NO_KIND = STOP_WORDS | NO_NAMES | frozenset("new other same whole total general standard own next last first".split())


def other_sibling(question: str, unit: Unit, evidence: Sequence[Evidence]) -> str:
    """What a document is about by its title, and the sibling of it that is asked for; empty where it may be of that.

    The sibling is one by name: another document has the same two words side by side, and nothing that was found of
    the cited one has the word that tells it.
    """
    of = evidence[unit.hit]
    own = [one for one in evidence if one.path == of.path]
    said = None
    for match in _ASKED.finditer(question):
        kind, noun = match["kind"].casefold(), match["noun"].casefold()
        if kind in _NO_KIND or noun in DOCUMENTS or noun in STOP_WORDS:
            continue
        titled = re.search(rf"(?i)\b(?P<kind>[a-z][a-z-]{{2,}}) {re.escape(noun)}s?\b", of.title)
        if titled is None or titled["kind"].casefold() in _NO_KIND or _has(question, titled["kind"]):
            continue
        if said is None:
            there = (f"{one.title}\n{one.path}\n{one.heading}\n{one.text}" for one in own)
            said = frozenset(terms("\n".join((*there, unit.intro, unit.header))))
        others = (one.text for one in evidence if one.path != of.path)
        if said.isdisjoint(terms(kind)) and any(_has(text, f"{kind} {noun}") for text in others):
            return f"what is cited is about {titled[0]}, not {match['kind']} {match['noun']}"
    return ""


def _has(text: str, phrase: str) -> bool:
    return bool(re.search(rf"(?i)\b{re.escape(phrase)}s?\b", text))
