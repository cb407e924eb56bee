"""Statements that say nothing of what a claim says: what is printed on each page, hints where to read on, recitals.

They hold the names and the subject of many claims, so that by their words they would support any of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.units.pointers import asks_where, points_elsewhere
from kts.answer.units.running import is_running, numberless
from kts.lexicon.analyse import located_words, terms
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable

_RECITAL = later(
    r"\W*(?:whereas,?\s[^;]{3,200}?\b(?:entered\s+into|(?:is|are)\s+part(?:y|ies)\s+to)\s[^;]{0,60}?"
    r"|(?:(?:this|these)\s)?(?:[\w&'\u2019()\"\u201c\u201d-]+\s+){0,12}?)"
    r"(?:agreement|contract|lease|deed|amendment|indenture|addendum|note|undertaking)\b"
    r"[^;]{0,200}?\b(?:dated|made|entered\s+into|effective|concluded)\b"
    r"(?:(?<=dated)\s[^;]{0,30}\d{4}|[^;]{0,400}?\b(?:between|among|by\s+and)\b)",
    re.IGNORECASE,
)
"""How an agreement begins: of which day it is and between whom; or which other ones came before."""
_PARTY = later(
    rf"\W*(?:\d{{1,2}}\W{{1,3}})?(?:(?:(?i:by\s+and\s+)?(?i:between|among)\b)|(?:[{UPPER}][\w&'\u2019.-]*,?\s+(?:(?:and|&|of|de)\s+)?){{1,8}}"
    r"(?:(?:an?|the)\s[^()]{0,60}?\b(?:company|corporation|partnership|limited|charity|trust)\b|whose\b|of\s|incorporated\b"
    r"|registered\b))"
    r"(?:(?!\b(?:shall|must|may|will|can|should|is|are|has|have)\b(?!\s+at\b)"
    r"|,\s(?![A-Z\d]|(?:an?|the|of|and|in|at|with|under|as|its|whose|having|being|acting|represented|located|duly|company"
    r"|number|no|registered|incorporated|organi[sz]ed|existing|formed|established|herein\w*|dated)\b))[^;])*"
    r"\([^()\"\u201c]{0,40}[\"\u201c][^\"\u201c\u201d]{2,40}[\"\u201d][^()]{0,40}\)\W*(?:(?:and|of the other part)\W*)?"
)
"""A line that only names a party, or both, and what they are called: `between A Limited (the "Buyer") and ...`."""
_OF_A_CONTRACT = frozenset(
    stem
    for word in (
        "agreement contract amendment addendum lease deed party parties between dated date made enter entered "
        "sign signed conclude concluded effective corporation company organized located based called is are was were "
        "has under law state office headquarters registered address counterparty concern concerns about relate"
    ).split()
    for stem in terms(word)
)
"""What one may say of an agreement by its first sentence in words that are not there."""


def says_nothing(text: str, claim: str, again: frozenset[str]) -> bool:
    """Whether a statement cannot say what a claim says, whatever words they share; `again` is of `repeated`."""
    line = " ".join(text.split())
    if is_running(line.strip("*_# ")) or numberless(line) in again:
        return True
    return points_elsewhere(line) and not asks_where(claim)


def is_recital(text: str) -> bool:
    """Whether a statement is how an agreement begins, or the part of it that says between whom it is."""
    line = " ".join(text.split())
    return _RECITAL.match(line) is not None or _PARTY.fullmatch(line) is not None


def of_the_contract(claim: str, missing: Iterable[str]) -> bool:
    """Whether a claim only says of an agreement what its first sentence can say: its day, its parties, its subject.

    `missing` are the stems of the claim that the sentence does not have.
    """
    words = located_words(claim)
    names = {stem for start, end, _ in words if claim[start].isupper() for stem in terms(claim[start:end])}
    return all(stem in names or stem in _OF_A_CONTRACT for stem in missing)
