"""What a sentence withholds from one thing in so many words: a feature that it lacks, a version that it stays at.

`The Lite has no lift` denies that the Lite has one, wherever else a lift is named; `the P-40 stays at 3.2` denies that
it gets 3.3. Such a sentence is heard against a claim of that thing whatever else speaks for the claim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_WHO = (
    r"(?:\A|[;:.] |,? (?:but|and|while|whereas) )[\W_]*(?:however, |the |our |an? |der |die |das )*"
    r"(?P<who>(?!(?:it|they|this|that|these|those|he|she|we|you|i|there|which|who|es|sie|er|wir)\b)[^,;:|()]{2,50}?)"
)
_LACKS = later(
    rf"{_WHO} (?:ha(?:s|ve)|supports?|offers?|provides?|contains?|includes?|comes? with|hat|haben|bietet|bieten) "
    r"(?:no|kein(?:e[nrsm]?)?) (?P<what>[^,;:|().]{2,60})",
    re.IGNORECASE,
)
"""Who has none of what."""
_OR = later(r"\s(?:and|or|und|oder|nor)\s(?:no |keine? |keinen )?", re.IGNORECASE)
_OF_A_CASE = later(
    r"\b(?:unless|without|except|until|before|after|only|if|when|where|than|because|while|longer|more|less|other|yet|"
    r"wenn|falls|au\u00dfer|ohne|nur|bis|als|mehr|noch|bisher)\b",
    re.IGNORECASE,
)
"""What makes a denial one of a case, of a time, or of more than there is."""
_GOES_ON = later(r"[ -](?:[A-Z][a-z]+|[A-Z]{1,3}\d*|\d+)(?!\w)")
"""What stands behind a name that is the beginning of a longer one, which is another thing."""


def withholds(text: str) -> bool:
    """Whether a text says of somebody that they lack something or stay at something."""
    return _LACKS.search(text) is not None or _STAYS.search(text) is not None


def features(sides: Sides) -> Iterator[Finding]:
    """A thing that the statement says somebody has none of, claimed to be there."""
    if negated(sides.claim) or _OF_A_CASE.search(sides.claim):
        return
    said = {token.stem: True for token in tokens(sides.claim)}
    for match in _LACKS.finditer(sides.statement):
        things = [tokens(what) for what in _OR.split(match["what"])]
        if not any(own and all(related(token.stem, said) for token in own) for own in things):
            continue
        place = Span(*match.span("what"))
        if _names(sides.claim, match["who"], said) and not _OF_A_CASE.search(match["what"]):
            text = f"the evidence says {quoted(match[0].strip('.;: '))}"
            yield Finding("refused", conflict=True, text=text, evidence=place)
            return
        if _A_NAME.search(match["who"]) and not _names(sides.claim, match["who"], said):
            text = f"the evidence denies it only of {quoted(match['who'])}"
            yield Finding("of_others", conflict=False, text=text, evidence=place)
            return


_A_NAME = later(r"\d|[A-Z]\w*")


def _names(claim: str, who: str, said: dict[str, bool]) -> bool:
    """Whether a claim is of those whom a statement is of: all words of theirs, its numbers too, and no longer name."""
    own = tokens(who)
    if not own or not all(related(token.stem, said) for token in own):
        return False
    last = who.rsplit(maxsplit=1)[-1].strip("*_`\"'")
    place = re.search(rf"(?<![\w-]){re.escape(last)}(?!\w|-\w)", claim, re.IGNORECASE)
    if place is None:
        return not re.search(r"\d", last)
    return _GOES_ON.match(claim, place.end()) is None or not re.search(r"\d|[A-Z]", last)


_BY_ITSELF = (
    r"(?:automatic(?:ally)?|unattended|by (?:itself|themselves)|on (?:its|their) own|"
    r"automatische?[nrsm]?|selbstt\u00e4tige?[nrsm]?|von (?:selbst|allein))"
)
_OF_ITSELF = later(rf"\b{_BY_ITSELF}\b", re.IGNORECASE)
_NOT_BY_ITSELF = later(
    rf"\b(?:no|not|never|cannot|without|kein(?:e[nrsm]?)?|nicht|nie|ohne) (?:an? |any |\w{{2,20}} )?{_BY_ITSELF}\b",
    re.IGNORECASE,
)
_CLAUSE = later(r"[^,;:.|()]+")
ALIKE = 5
"""Letters that a deed and its noun begin with alike, at least: `closes`, `closing`; a default."""


def by_itself(sides: Sides) -> Iterator[Finding]:
    """What the statement says not to happen by itself, claimed to do so: `there is no automatic restart`."""
    ours = _OF_ITSELF.search(sides.claim)
    if ours is None or negated(sides.claim):
        return
    said = [token.stem for token in tokens(sides.claim) if not ours.start() <= token.start < ours.end()]
    for clause in _CLAUSE.finditer(sides.statement):
        cue = _NOT_BY_ITSELF.search(clause[0])
        acts = [token.stem for token in tokens(clause[0]) if not _OF_ITSELF.fullmatch(token.word)] if cue else ()
        if cue and any(_alike(act, one) for act in acts for one in said) and not _OF_A_CASE.search(clause[0]):
            text = f"the evidence says {quoted(clause[0].strip())}"
            yield Finding(
                "denied_object", conflict=False, text=text, claim=Span(*ours.span()), evidence=Span(*clause.span())
            )
            return


def _alike(one: str, other: str) -> bool:
    return one == other or (len(one) >= ALIKE and one[:ALIKE] == other[:ALIKE])


_NUMBER = r"(?P<mark>\d{1,3}(?:\.(?:\d{1,4}|x)){0,3})(?![\w%]|[.,:]\d)"
_A_VERSION = r"(?:version |release |firmware |software |edition |v\.? ?|fw )*"
_STAYS = later(
    rf"{_WHO} (?:will |must |shall )?(?:stays?|remains?|bleib(?:t|en)|ends?|stops?|is (?:frozen|limited|capped|held)|"
    rf"are (?:frozen|limited|capped|held)) (?:at|on|with|to|auf|bei) {_A_VERSION}{_NUMBER}(?P<rest>[^,;.]*)",
    re.IGNORECASE,
)
"""Who stays at a version; what follows it may be a case, or something else than a version."""
_CLAIMED = later(rf"\b(?:(?:version|release|firmware|software|fw) ?|v\.? ?(?=\d+\.)){_NUMBER}", re.IGNORECASE)


def versions(sides: Sides) -> Iterator[Finding]:
    """A later version than the one that the statement says somebody stays at."""
    claimed = _CLAIMED.search(sides.claim)
    if claimed is None or negated(sides.claim) or _OF_A_CASE.search(sides.claim):
        return
    said = {token.stem: True for token in tokens(sides.claim)}
    for match in _STAYS.finditer(sides.statement):
        is_one = "." in match["mark"] or _CLAIMED.search(match[0])
        if not is_one or _OF_A_CASE.search(match["rest"]) or re.match(r"\s*[\w\u00b0\u20ac$]", match["rest"]):
            continue
        if _names(sides.claim, match["who"], said) and _later(claimed["mark"], match["mark"]):
            text = f"the claim says {quoted(claimed[0])}, the evidence {quoted(match[0].strip('.;:* '))}"
            place = Span(*match.span("mark"))
            yield Finding("refused", conflict=True, text=text, claim=Span(*claimed.span()), evidence=place)
            return


def _later(one: str, other: str) -> bool:
    """Whether a version is later than another one and none of it: 4.4 is later than 4.3.x, 4.3.2 is not."""
    mine, theirs = ([int(part) for part in mark.split(".") if part.isdigit()] for mark in (one, other))
    least = min(len(mine), len(theirs))
    return mine[:least] > theirs[:least]
