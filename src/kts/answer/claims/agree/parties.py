"""Which of the parties of an agreement does it, both or one, and which of them is told of it.

`agree.actors` compares who acts by one verb, and `agree.roles` names with a capital. Here the roles are those that the
document gives its parties, however a claim writes them: two of them are never one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.actors import acting, actors
from kts.answer.claims.agree.roles import acting_name, names, owns
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import long, related, tokens
from kts.answer.claims.naming import aliases
from kts.answer.units.parties import roles
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_MODAL = r"(?:shall|must|may|can|cannot|will|should|has|have|is|are|needs?|agrees?)\b"
_ACTS = later(rf" (?:\w+ly |also |each |both )?(?:{_MODAL}|[a-z]{{3,}}(?:s|ed)\b)")
_BEFORE = later(
    r"(?:\A|[.;:,|)] )(?:(?:and|but|if|that|where) )?"
    r"(?:(?:at|in|under|for|on|from|since|until|by|during) (?:the )?(?:(?:of )?[A-Z0-9][\w-]* ){1,4}"
    r"(?:agreement |contract |lease )?)?(?:the |an? |each |every |only the )?\Z",
    re.IGNORECASE,
)
"""What stands before who acts: nothing, or where and when: `At Avonmouth the`, `Under the Quay lease the`."""
_TO_HIM = later(
    r" (?:\w+ly )?(?:(?:shall|must|may|can|cannot|will|should|has to|have to|needs? to) )?(?:not )?"
    r"(?:(?:be|is|are|was|were|been) (?:\w+ly )?"
    r"(?!(?:limited|bound|obliged|required|allowed|permitted|prohibited|forbidden|entitled)\b)\w+(?:ed|en|d|t)\b|"
    r"(?:receives?|gets?|collects?|charges?|recovers?|earns?|expects?|accepts?)\b|"
    r"(?:is|are)\b(?! (?:responsible|liable|obliged|bound|required|allowed|entitled|free|able)))"
)
"""A verb by which the one who is named does nothing: it is done to him."""
_JOINED = later(
    r"(?:\b(?:either|both|each of|neither) )?(?:the |an? |each )?(?P<one>[\w'-]+) (?:and|or|nor|as well as) "
    r"(?:the |an? |each )?(?P<other>[\w'-]+)(?=" + _ACTS.pattern + ")",
    re.IGNORECASE,
)
_ANY_PARTY = later(r"\b(?:part(?:y|ies)|both|each other|mutual(?:ly)?|jointly|together)\b", re.IGNORECASE)
"""By which a statement may be of both without their names."""
_TELLS = later(r"\b(?:notif(?:y|ies)|informs?|tells?|alerts?)\b", re.IGNORECASE)
REACH = 3
"""Words behind a verb of telling in which stands who is told, at most; a default."""


@lru_cache(maxsize=512)
def given(opening: str) -> frozenset[str]:
    """The stems of the roles that a document gives its parties at its beginning."""
    called = (*aliases(opening).values(), *roles(opening).values())
    return frozenset(token.stem for role in called for token in tokens(role)[-1:])


def instead(sides: Sides) -> Iterator[Finding]:
    """One party that does what the statement says of the other, whatever the verb."""
    known = given(sides.opening)
    ours, theirs = _subject(sides.claim, known), _subject(sides.statement, known)
    if ours is None or theirs is None or ours.stem == theirs.stem:
        return
    if _says(sides.claim, theirs) or (_does_there(sides.statement, ours) and not _by_one_verb(sides, ours)):
        return
    if _TO_HIM.match(sides.claim, ours.end) or _TO_HIM.match(sides.statement, theirs.end):
        return
    if not any(_tells_more(sides, one.text, ours) for one in (*sides.behind, *sides.before)):
        yield _other(ours, theirs)


def _tells_more(sides: Sides, text: str, ours: Token) -> bool:
    """Whether a sentence beside the statement is of that party and of the claim, as far as can be told.

    It has a word of the claim that the statement lacks, or speaks of what was just said: `may show them to others`.
    """
    one = _subject(text, given(sides.opening))
    if one is None or one.stem != ours.stem:
        return False
    there = dict.fromkeys(token.stem for token in tokens(text))
    if _THEM.search(text):
        return True
    return any(token != ours and related(token.stem, there) for token in sides.alignment.alone)


_THEM = later(r"\b(?:them|these|those|it|this) (?!is\b|[A-Z])")
"""What points back to the statement; `This Agreement` does not."""


def _by_one_verb(sides: Sides, ours: Token) -> bool:
    """Whether the statement has the other do by the same verb what a party does in the claim, whatever else it does."""
    return any(one.kind == "party" and one.claim == Span(*ours[:2]) for one in acting(sides))


def another_acts(sides: Sides, text: str) -> bool:
    """Whether another sentence is of the other party than the statement: what it says, it says of that one's duties."""
    known = given(sides.opening)
    one, other = _subject(sides.statement, known), _subject(text, known)
    return one is not None and other is not None and one.stem != other.stem


def together(sides: Sides) -> Iterator[Finding]:
    """Two parties in the claim, `either the landlord or the tenant`, where the statement has one of them act."""
    acts_there = [each for each in actors(sides.statement) if _ACTS.match(sides.statement, each.end)]
    if _ANY_PARTY.search(sides.statement) or any(_joint(sides.statement, each) for each in acts_there):
        return
    either, one = _EITHER.search(sides.claim), _subject(sides.statement, given(sides.opening))
    if either and one and _BEFORE.search(sides.claim, 0, either.start()):
        text = f"in the claim {quoted(either[0])} acts, in the evidence {quoted(one.word)}"
        yield Finding("other_party", conflict=False, text=text, claim=Span(*either.span()), evidence=Span(*one[:2]))
        return
    for mine, added in _pairs(sides.claim):
        acts = next((act for act in acts_there if related(mine.stem, {act.stem: True})), None)
        if acts and not any(related(added.stem, {act.stem: True}) for act in acts_there) and _known(sides, added):
            yield _other(added, acts)
            return


_EITHER = later(r"\b(?:(?:either|each|neither) party|both parties)(?= " + _MODAL + ")", re.IGNORECASE)


def _pairs(claim: str) -> Iterator[tuple[Token, Token]]:
    """The two who act together in a claim, each first once."""
    whose = {token.start: token for token in actors(claim)}
    for match in _JOINED.finditer(claim):
        one, other = (whose.get(match.start(part)) for part in ("one", "other"))
        if one and other and _BEFORE.search(claim, 0, match.start()):
            yield one, other
            yield other, one


def _joint(text: str, one: Token) -> bool:
    """Whether somebody acts with another one, who stands before."""
    return bool(_AND.search(text, 0, one.start))


_AND = later(r"(?:,|\b(?:and|or|nor|as)) (?:the |an? |each )?\Z", re.IGNORECASE)


def informed(sides: Sides) -> Iterator[Finding]:
    """Another one who is told than in the statement, whom its passage knows: the authority, and not the customer."""
    ours, theirs = _told(sides.claim), _told(sides.statement)
    if ours is None or theirs is None or related(ours.stem, {theirs.stem: True}) or _says(sides.statement, ours):
        return
    if _known(sides, ours):
        text = f"in the claim {quoted(ours.word)} is told, in the evidence {quoted(theirs.word)}"
        yield Finding("other_party", conflict=False, text=text, claim=Span(*ours[:2]), evidence=Span(*theirs[:2]))


_FOR = later(
    r",? (?:on behalf of|in place of|standing in for|deputi[sz]ing for|substituting for|representing|in the absence of)"
    r" (?:the )?",
    re.IGNORECASE,
)
_FOR_HIM = later(_FOR.pattern + r"|(?<=[a-z]) for (?=[A-Z])", re.IGNORECASE)


def on_behalf(sides: Sides) -> Iterator[Finding]:
    """Somebody who acts in the claim, for whom another one acts in the statement: `shown by Voss on behalf of Hart`."""
    cue = _FOR.search(sides.statement) if not long(sides.statement) else None
    if cue is None:
        return
    behind = next((one for one in names(sides.statement) if one.start == cue.end()), None)
    doer = next((one for one in names(sides.statement) if one.end == cue.start()), None)
    ours = acting_name(sides.claim)
    if behind is None or doer is None or ours is None or not set(ours.stems) <= set(behind.stems):
        return
    said = _FOR_HIM.search(sides.claim)
    if said and not set(doer.stems) & set(terms(sides.claim[said.end() :])):
        return
    if said is None and set(doer.stems) & set(terms(sides.claim)):
        return
    text = f"in the claim {quoted(ours.text)} acts, in the evidence {quoted(doer.text)}"
    here, there = Span(ours.start, ours.end), Span(doer.start, doer.end)
    kind = "other_party" if said is None else "other_name"
    yield Finding(kind, conflict=said is not None, text=text, claim=here, evidence=there)


def _other(ours: Token, theirs: Token) -> Finding:
    text = f"in the claim {quoted(ours.word)} acts, in the evidence {quoted(theirs.word)}"
    return Finding("other_party", conflict=False, text=text, claim=Span(*ours[:2]), evidence=Span(*theirs[:2]))


def _subject(text: str, known: frozenset[str]) -> Token | None:
    """The party that a sentence begins with and that acts there."""
    for token in tokens(text):
        if (
            token.stem in known
            and not owns(token.word)
            and _ACTS.match(text, token.end)
            and _BEFORE.search(text, 0, token.start)
        ):
            return token
    return None


def _does_there(text: str, one: Token) -> bool:
    """Whether somebody does something in a text, if not as the one that it begins with: `may require the Tenant to`."""
    alike = (token for token in tokens(text) if token.stem == one.stem)
    return any(_DOES.match(text, token.end) or _BY.search(text, 0, token.start) for token in alike)


_DOES = later(rf" to [a-z]|,? (?:who |which )?{_MODAL}")
_BY = later(r"\b(?:by|if|unless|that|where|when|as|and|or) (?:the |an? |either |each )?\Z", re.IGNORECASE)


def _told(text: str) -> Token | None:
    verb = _TELLS.search(text)
    if verb is None:
        return None
    behind = [token for token in actors(text) if token.start >= verb.end()]
    near = (token for token in behind if _near(text[verb.end() : token.start]))
    return next(near, None)


def _near(between: str) -> bool:
    """Whether hardly anything stands between a verb and who is told, and nothing that tells of what."""
    said = between.split()
    return len(said) <= REACH and _OF_WHAT.isdisjoint(said) and not re.search(r"[,;:.]|'s\b", between)


_OF_WHAT = frozenset("of about that if when whether within by on in for to and or".split())


def _says(text: str, one: Token) -> bool:
    return bool(related(one.stem, {token.stem: True for token in tokens(text)}))


def _known(sides: Sides, one: Token) -> bool:
    """Whether the passage or the beginning of the document speaks of somebody by that very word."""
    return any(one.stem == other.stem for text in _around(sides) for other in tokens(text))


def _around(sides: Sides) -> Sequence[str]:
    return (sides.whole, sides.opening)
