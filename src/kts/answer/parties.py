"""The parties of an agreement: named at its beginning, `Linden Limited (the "Supplier")`, and by a role from there.

Who asks of Linden asks of the Supplier, in that agreement and in no other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.lexicon.analyse import words

if TYPE_CHECKING:
    from collections.abc import Mapping

LEGAL = (
    "ltd limited plc llc llp lp inc incorporated corp corporation co company gmbh ag kg se sa sas sarl srl spa bv nv "
    "ab oy as pty pte"
).split()
"""Forms of companies, which are no part of what a party is called."""
_UNCALLED = frozenset((*LEGAL, "the", "and", "of", "for"))
_CAPITAL = r"[A-Z][\w&'\u2019-]*\.?"
_DEFINED = re.compile(
    r"\b(?:[Bb]etween|BETWEEN|[Aa]mong|AMONG|[Aa]nd|AND|[Bb]y|[Ww]ith|[Tt]o|[Ff]rom|[Pp]arties):?,? (?:\(?[\da-z]\)? )?"
    r"(?:(?:[Tt]he|THE) )?"
    rf"(?P<name>{_CAPITAL}(?:,? (?:(?:of|and|&|de|for) )?{_CAPITAL}){{0,6}})(?P<told>[^()\"\u201c;]{{0,200}}?)"
    r"(?:\([^()\"\u201c]{1,80}\)[^()\"\u201c;]{0,160}?)?"
    r"\((?:(?:hereinafter|hereafter|called|referred to as|each|together|as|an?|the)[ ,]+)*"
    r"[\"\u201c\u2018']?(?:the )?(?P<role>[A-Z][a-z]+(?: [A-Z][a-z]+)?)[\"\u201d\u2019']?\)"
)
_AGREED = re.compile(r"(?i)\b(?:between|among|parties|party)\b")
LEAST = 3
"""Letters of a word by which a party may be called (a default)."""


@lru_cache(256)
def roles(opening: str) -> Mapping[str, str]:
    """Each folded word of a party's name that no other party bears -> its role, where an agreement begins so."""
    text = " ".join(opening.split())
    if not _AGREED.search(text):
        return {}
    found: dict[str, set[str]] = {}
    for match in _DEFINED.finditer(text):
        for word in words(match["name"]):
            if word not in _UNCALLED and len(word) >= LEAST:
                found.setdefault(word, set()).add(match["role"])
    return {word: next(iter(given)) for word, given in found.items() if len(given) == 1}


def role_of(name: str, opening: str) -> str:
    """The role of the party of a name, empty where the opening gives it none, or names it in another way."""
    known = roles(opening)
    given = {known.get(word, "") for word in words(name) if word not in _UNCALLED}
    return given.pop() if len(given) == 1 else ""


def parallel(opening: str, other: str) -> bool:
    """Whether two documents are agreements of which each has a party that the other one does not have."""
    ours, theirs = roles(opening), roles(other)
    if not ours or not theirs:
        return False
    here, there = set(words(opening)), set(words(other))
    return any(_apart(ours, role, there) for role in set(ours.values())) and any(
        _apart(theirs, role, here) for role in set(theirs.values())
    )


def _apart(known: Mapping[str, str], role: str, others: set[str]) -> bool:
    return others.isdisjoint(word for word, given in known.items() if given == role)
