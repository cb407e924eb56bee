"""A name of the claim that its evidence bears nowhere: `Berlin`, where all that is told of is Zurich.

Of a word that the evidence lacks the claim may be a rewording; of a name it is none. So whatever else they share, such
a statement does not support the claim, and where it has another name in the same words it says otherwise.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.roles import apart, names
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import stems, tokens
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.entities_words import COUNTRIES, people
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.roles import Name
    from kts.answer.claims.agree.sides import Sides

_TITLES = later(r"(?:(?:Mrs?|Ms|Dr|Prof|Sir|Madam|Herr|Frau)\.? ?)+")
_LETTERS = later(r"[A-Z](?:[A-Z&]|\.(?=[A-Z]))+s?\Z")
"""A name of capitals alone, which may be written out elsewhere: `HR`."""
_CAPITALS = later(rf"\b[{UPPER}][{LOWER}]")
_WORD = later(r"[^\W\d_]{2,}")
LEAST = 3
"""Letters beyond which a name may stand within another word, `Northfields`; a default."""


def unnamed(sides: Sides) -> Iterator[Finding]:
    """A name of the claim that neither the statement nor its passage nor its document has in any form."""
    there = f"{sides.statement}\n{sides.near}\n{sides.about}\n{sides.whole}\n{sides.opening}"
    for name in apart(names(sides.claim)):
        if not _is_name(name, sides.claim) or borne(name, there):
            continue
        span = Span(name.start, name.end)
        rival = _instead(name, sides)
        if rival is not None:
            text = f"the claim says {quoted(name.text)}, the evidence {quoted(rival.text)}"
            place = Span(rival.start, rival.end)
            yield Finding("exchanged_name", conflict=True, text=text, claim=span, evidence=place)
        else:
            text = f"the evidence does not name {quoted(name.text)}"
            yield Finding("unnamed", conflict=False, text=text, claim=span)
        return


def _is_name(name: Name, claim: str) -> bool:
    """Whether it is one for certain: the first word of a sentence may be any, but for letters, and so may a code."""
    if _TITLES.fullmatch(name.text) or any(character.isdigit() for character in name.text):
        return False
    if not _WORD.search(name.text):
        return False  # a single letter is a grade, or the beginning of a compound
    before = claim[: name.start].rstrip()
    opens = not before or before[-1] in ".:|;!?\u2022"
    return not opens or " " in name.text or bool(_LETTERS.match(name.text))


def borne(name: Name, there: str) -> bool:
    """Whether a text has a word of the name, or the name in another form."""
    held, low = frozenset(terms(there)), there.lower()
    own = [word for word in _WORD.findall(_TITLES.sub("", name.text)) if word.lower() not in STOP_WORDS]
    if not held.isdisjoint(terms(" ".join(own))) or any(len(word) > LEAST and word.lower() in low for word in own):
        return True
    return any(_of_a_country(word, there) for word in own) or _in_letters(own, there) or _written_out(name.text, there)


def _of_a_country(word: str, there: str) -> bool:
    """Whether a country stands there by its people, or a people by its country: `Swiss` and `Switzerland`."""
    own, low = word.lower(), there.lower()
    if own in COUNTRIES:
        return people(own).search(there) is not None
    return any(f" {country}" in low and people(country).search(word) for country in COUNTRIES)


def _in_letters(own: list[str], there: str) -> bool:
    """Whether the name's initials stand there."""
    initials = "".join(word[0] for word in own if word[0].isupper())
    return len(initials) > 1 and re.search(rf"\b{initials}\b", there) is not None


def _written_out(name: str, there: str) -> bool:
    """Whether words that begin with the letters of a name stand there in a row, small words left out."""
    if not _LETTERS.match(name):
        return False
    return _row_of(re.sub(r"[^A-Z]", "", name)).search(there) is not None


@lru_cache(maxsize=256)
def _row_of(letters: str) -> re.Pattern[str]:
    rest = r"[\w'\u2019]*[\s-]+(?:(?:and|of|for|the|to|in|&)[\s-]+)?"
    return re.compile(rf"\b{rest.join(letters)}\w*", re.IGNORECASE)


def _instead(name: Name, sides: Sides) -> Name | None:
    """The only name of the statement that the claim has not, where the claim's other words stand there.

    But for those by which it says which document it means.
    """
    said, there = stems(sides.claim), stems(sides.statement)
    own = stems(f"{sides.about} {sides.opening}")
    aside = [one for one in names(sides.claim) if one == name or own.issuperset(one.stems)]
    rest = [token for token in tokens(sides.claim) if not any(one.start <= token.start < one.end for one in aside)]
    if not rest or any(token.stem not in there for token in rest):
        return None
    others = [one for one in names(sides.statement) if said.isdisjoint(one.stems)]
    return others[0] if len(others) == 1 and _CAPITALS.search(others[0].text) else None


def department(sides: Sides) -> Iterator[Finding]:
    """Letters before a word, where the statement has others before it: `the HR desk` against `the IT desk`."""
    said = {match["noun"].lower(): match for match in _LETTERED.finditer(sides.claim)}
    for match in _LETTERED.finditer(sides.statement):
        own = said.get(match["noun"].lower())
        if own is None or _held(own["letters"], sides.statement) or _held(match["letters"], sides.claim):
            continue
        text = f"the claim says {quoted(own[0])}, the evidence {quoted(match[0])}"
        here, there = Span(*own.span()), Span(*match.span())
        yield Finding("other_name", conflict=True, text=text, claim=here, evidence=there)
        return


def _held(letters: str, text: str) -> bool:
    return re.search(rf"\b{letters}\b", text) is not None or _row_of(letters).search(text) is not None


_LETTERED = later(r"\b(?P<letters>[A-Z]{2,5}) (?P<noun>[a-z]{3,})\b")
