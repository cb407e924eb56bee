"""What a sentence next to the statement takes back of it: `This does not apply to X`, `X gets nothing`, `only for X`.

A claim that names what is taken out, or says of all what a part is taken out of, is not supported by the rule alone.
One that names the exception as such agrees with both sentences.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conditions import exceptions
from kts.answer.claims.agree.marks import marked
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, stems, tokens
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.lexicon.qualifying import qualifies
from kts.lexicon.quantities import comparable, quantities, same
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Neighbour, Sides
    from kts.answer.claims.match import Token

_ANAPHOR = (
    r"(?:this|that|it|they|these|those|the (?:rule|limit|exception|same|above|offer|period|discount|right))"
    r"(?: (?:exception|limit|rule|period|right|discount|exemption|provision|clause|option|offer|benefit|fee|duty))?"
)
_NOT_FOR = later(
    rf"\A\W*(?:however, |but )?{_ANAPHOR} (?:(?:do(?:es)?|did|is|are|was|were|may|can|will|shall|must) not|cannot) "
    r"(?:be )?(?:\w+ ){1,2}?(?:(?:to|for|in|on|at|with|by|from) )?(?P<who>[^.;:]+)",
    re.IGNORECASE,
)
"""What a rule that was just told is denied of."""
_TAKEN = later(
    r"\A\W*(?:not (?:for|in|at|on)|exempt(?:ed)?(?: from this)? (?:is|are)|excluded (?:is|are)"
    r"|except(?:ed)?(?: (?:is|are|for))?"
    r"|the (?:only |sole )?exceptions? (?:is|are)) (?P<who>[^.;:]+)",
    re.IGNORECASE,
)
_SUBJECT = later(
    r"(?:\A|(?<=; )|(?<=, but )|(?<=, while ))\W*(?:however, |but )?(?P<who>[^,;:.]{2,60}?) "
    r"(?:(?:(?:is|are|was|were|has|have|had|does|do|did|may|can|must|shall|will)"
    r"(?: been| be)? (?:not|no|never)|cannot|(?:gets?|receives?|has|have|pays?|earns?) (?:nothing|no|none)"
    r"|(?:is|are) (?:excepted|exempt(?:ed)?|excluded|(?:an|the(?: only)?) exceptions?))\b)(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
"""Who or what is denied something."""
_EXCEPTION = later(r"\bexceptions?\b", re.IGNORECASE)
"""What takes a thing out of all that was told before."""
_BOUNDED = later(r"\b(?:unless|without|except|until|before|after|only|if|when|than|because|while)\b", re.IGNORECASE)
"""What is denied up to a limit or in a case is not denied of the thing."""
_UNDER_AGE = later(
    r"(?:(?:persons?|people|anyone|anybody|those|customers?|young people) )?(?:who (?:is|are) )?\b"
    r"(?:under|below|younger than) (?:the age of )?(?:18|eighteen)\b(?: years(?: of age| old)?)?",
    re.IGNORECASE,
)
_PRONOUN = later(rf"\A(?:{_ANAPHOR}|there|which|who|what|he|she|we|you|one|nobody)\Z", re.IGNORECASE)
_CASE = later(
    r"\A\W*(?:however, |but )?(?:in|for|at|on|to) (?P<who>[^,.;:]{2,40}?),? (?:it|this|that|they|the) ", re.IGNORECASE
)
_NONE_THERE = later(
    r"\A\W*(?:however, |but )?(?:in|for|at|on) (?P<who>[^,.;:]{2,40}?),? (?:there (?:is|are) )?no (?P<rest>[^.,;:]+)",
    re.IGNORECASE,
)
_ONLY_FOR = later(
    rf"\A\W*{_ANAPHOR} (?:is |are |applies |apply |holds |was )?(?:only )?(?:for|to|in|at|on) (?P<who>[^,.;:]+)",
    re.IGNORECASE,
)
_ONLY = later(r"\bonly\b", re.IGNORECASE)
_JOINED = later(r",? (?:and|or|nor) |, ")
_LEAD = later(r"\A(?:for|to|in|on|at|with|by|from|the|an?|any|all) ", re.IGNORECASE)
_SAYS_SO = frozenset(
    "enough sufficient suffici possibl avail allow permit accept valid applic appli includ cover affect entitl elig "
    "offer provid support need requir right author".split()
)
"""Stems of what is denied of a thing without another word in common: `e-mail is not enough`."""
_CHANGES = later(
    r"\b(?:fall|falls|fell|drops?|rises?|rose|rais\w+|lower\w*|reduc\w+|increas\w+|cut|chang\w+|extend\w*|shorten\w*|"
    r"replac\w+|goes (?:up|down)|doubl\w+|halv\w+)\b",
    re.IGNORECASE,
)
_STAYS = later(r"\b(?:stays?|remains?|same|unchanged|as before|still)\b", re.IGNORECASE)
_OUT = later(
    r"\b(?:except(?: for| in)?|outside|other than|excluding|apart from|aside from|but not|not|without|unlike|save for|"
    r"whereas|while|unless)\b(?: \w+){0,2} ?\Z",
    re.IGNORECASE,
)
"""What stands before a thing that the claim takes out itself."""
_ALL = later(
    r"\b(?P<all>all|every|each|everyone|everybody|everything|everywhere|anywhere|anyone|anybody|always|whoever|wherever|"
    r"whenever|without exception|in (?:all|any) cases?|regardless|also|too|any|both|even)\b",
    re.IGNORECASE,
)
_WEAK = frozenset({"also", "too", "any", "both", "even"})
"""Words that say all only where the statement does not have them."""
LIMITED = later(
    r"\b(?:except|unless|only|but|other than|excluding|apart from|save|provided|not|no|if|when|where|however|"
    r"subject to|instead|exempt|excluded)\b|n't\b",
    re.IGNORECASE,
)
LEAST = 0.01
"""The least that a finding weighs."""
REST = 0.5
"""Share of the claim, but for what is taken out, that the statement must hold so that the claim says just that of it; a
default, not fitted."""


def excluded(sides: Sides) -> Iterator[Finding]:
    """What the claim names, and a sentence next to the statement takes out of what that says."""
    for one in (*sides.behind, *sides.before):
        for who, rest in _taken_out(one, behind=one in sides.behind):
            spot = _named(sides, who, rest)
            if spot is None or not _says_it(sides, who, rest, spot):
                continue
            text = f"the evidence goes on: {quoted(one.text)}"
            yield Finding("excluded", conflict=True, text=text, claim=spot, weight=_weight(sides, who), beside=one.span)
            return


def other_case(sides: Sides) -> Iterator[Finding]:
    """A case that the claim names, where the next sentence has another value for it, or says what it is only for."""
    for one in sides.behind:
        if not one.joined:
            return
        spot = _of_another_value(sides, one) or _of_another_mark(sides, one)
        if spot is not None:
            text = f"the evidence goes on: {quoted(one.text)}"
            weight = max(LEAST, sides.alignment.held)
            yield Finding("excluded", conflict=True, text=text, claim=spot, weight=weight, beside=one.span)
            return


def qualified(sides: Sides) -> Iterator[Finding]:
    """All, always or also, of what the next sentence qualifies."""
    said = _universal(sides)
    if said is None:
        return
    one = next(iter(sides.behind), None)
    if one is not None and one.joined and qualifies(one.text) and _of_it(sides, one):
        text = f"the claim says {quoted(said[0])}, the evidence goes on: {quoted(one.text)}"
        yield Finding("qualified", conflict=False, text=text, claim=Span(*said.span()), beside=one.span)
        return
    scope = _SCOPE.search(sides.opening)
    if scope and said["all"].lower() in {"all", "every", "each"} and _of_kind(sides.claim, said, scope["who"]):
        text = f"the claim says {quoted(said[0])}, the document {quoted(scope[0])}"
        yield Finding("qualified", conflict=False, text=text, claim=Span(*said.span()))


_SCOPE = later(
    r"\b(?:it|this \w+|these \w+) (?:applies|apply|is|are) (?:only )?(?:to|for) (?P<who>[^.;:\n]{3,60}?)(?: only)?"
    r"(?=[.;])",
    re.IGNORECASE,
)
"""For whom a whole document is, as it says at its beginning."""


def _universal(sides: Sides) -> re.Match[str] | None:
    """The word of the claim that says all, where the claim takes nothing out."""
    if LIMITED.search(sides.claim) or negated(sides.claim):
        return None
    for match in _ALL.finditer(sides.claim):
        word = match["all"].lower()
        if word not in _WEAK or not re.search(rf"(?i)\b{word}\b", sides.statement):
            return match
    return None


_BACK = later(
    rf"\W*(?:however, |but )?{_ANAPHOR}\b|\W*(?:(?:for|in|to|at|on) )?(?:all |the )?(?:every\w+ else|other|rest)",
    re.IGNORECASE,
)


def _of_it(sides: Sides, one: Neighbour) -> bool:
    """Whether a qualifying sentence is of what the claim says: it points back, or shares a word."""
    if _BACK.match(one.text):
        return True
    own = stems(one.text)
    return any(token.stem in own for token in tokens(sides.claim))


def _taken_out(one: Neighbour, *, behind: bool) -> Iterator[tuple[str, str]]:
    """Who or what a sentence takes out, each with what is denied of it; empty where that is what was told before."""
    one = one._replace(text=_UNDER_AGE.sub("minors", one.text))
    if behind and one.joined:
        for shape in (_NOT_FOR, _TAKEN):
            found = shape.search(one.text)
            for who in _each(found["who"]) if found else ():
                yield who, ""
    if none := _NONE_THERE.match(one.text):
        yield none["who"], none["rest"]
    for found in _SUBJECT.finditer(one.text):
        who = found["who"].strip()
        if not _PRONOUN.match(who) and tokens(who) and not _BOUNDED.search(found["rest"].partition(",")[0]):
            for each in dict.fromkeys((_LEAD.sub("", who), *_each(who))):
                yield each, "" if _EXCEPTION.search(found[0]) else found["rest"].partition(",")[0] or found[0]


def _each(listed: str) -> Iterator[str]:
    for part in _JOINED.split(listed):
        who = part.strip()
        while _LEAD.match(who):
            who = _LEAD.sub("", who)
        if tokens(who):
            yield who


def _named(sides: Sides, who: str, rest: str = "") -> Span | None:
    """Where the claim names what is taken out and affirms it, of which the statement says nothing of its own."""
    own, there = tokens(who), stems(sides.statement)
    if all(token.stem in there for token in own):
        return _among_all(sides, own)
    called = [one for one in names(who) if one.start or " " in one.text]
    wanted = [token for token in own if any(one.start <= token.start < one.end for one in called)] or own
    said = {token.stem: token for token in tokens(sides.claim)}
    found = [said[stem] for token in wanted if (stem := related(token.stem, said))]
    if len(found) < len(wanted) or all(token.stem in there for token in wanted):
        return _among_all(sides, own)
    first, last = min(found), max(found)
    if _UNLESS.search(sides.claim[: first.start]) and _does(sides.claim[last.end :], rest):
        return Span(first.start, last.end)
    return None if _taken_back(sides.claim, first, last) else Span(first.start, last.end)


_UNLESS = later(r"\bunless (?:\w+ ){0,2}\Z", re.IGNORECASE)


def _does(behind: str, rest: str) -> bool:
    """Whether the first word with a meaning behind a name is what is denied of it: `unless the Board instructs`."""
    said, stated = tokens(behind)[:1], tokens(rest)[:1]
    return bool(said and stated and related(said[0].stem, {stated[0].stem: True}))


def _taken_back(claim: str, first: Token, last: Token) -> bool:
    """Whether the claim takes the thing out itself, or denies what it says of it."""
    aside = any(span.start <= first.start < span.end for span in exceptions(claim))
    said = _OUT.search(claim[: first.start]) or _EXEMPTS.search(claim)
    return aside or bool(said) or denied(negated(claim), first.start, last.end)


_EXEMPTS = later(r"\b(?:exempt|exclud|except)\w*\b", re.IGNORECASE)


def _among_all(sides: Sides, who: Sequence[Token]) -> Span | None:
    """The claim's word for all of a kind that what is taken out is one of: `all editions` and `Starter edition`."""
    if len(who) < 2 or LIMITED.search(sides.claim):  # noqa: PLR2004 - a kind and which one
        return None
    for match in _EACH.finditer(sides.claim):
        kind = next((token for token in tokens(sides.claim) if token.start == match.start("kind")), None)
        if kind is not None and kind.stem == who[-1].stem:
            return Span(match.start(), kind.end)
    return None


_EACH = later(r"\b(?:all|every|each|any|both)(?: (?:the|our|its|of the))? (?P<kind>\w+)", re.IGNORECASE)


def _says_it(sides: Sides, who: str, rest: str, spot: Span) -> bool:
    """Whether the claim says of the thing what is denied of it, and otherwise what the statement says."""
    own = {token.stem for token in tokens(who)}
    others = [token for token in tokens(sides.claim) if not related(token.stem, dict.fromkeys(own))]
    start, end = _clause(sides.claim, spot)
    others = [token for token in others if not start <= token.start < end] or others
    pairs = {pair.claim for pair in sides.alignment.pairs}
    total = sum(token.weight for token in others)
    if not others or sum(token.weight for token in others if token in pairs) < REST * total:
        return False
    if not rest:
        return True
    stated = [token for token in tokens(rest) if token.stem not in own]
    if any(token.stem in {"chang", "alter"} for token in stated):
        return bool(_CHANGES.search(sides.claim)) and not _STAYS.search(sides.claim)
    if not stated or all(token.stem in _SAYS_SO for token in stated):
        return True
    there = {token.stem: True for token in (*tokens(sides.claim), *tokens(sides.statement))}
    return bool(related(next(token.stem for token in stated if token.stem not in _SAYS_SO), there))


_JOINT = later(r"; |, (?:and|but|while|whereas|unless) | (?:and|but|while|whereas) (?=the )", re.IGNORECASE)


def _clause(claim: str, spot: Span) -> tuple[int, int]:
    """The clause of a joined claim that a stretch lies in."""
    cuts = [0, *(one.end() for one in _JOINT.finditer(claim)), len(claim)]
    return max(cut for cut in cuts if cut <= spot.start), min(cut for cut in cuts if cut >= spot.end)


def _weight(sides: Sides, who: str) -> float:
    """The share of the claim that the statement and the exception hold together."""
    own = dict.fromkeys(token.stem for token in tokens(who))
    whole = sum(token.weight for token in tokens(sides.claim)) or 1.0
    added = sum(token.weight for token in sides.alignment.alone if related(token.stem, own))
    return min(1.0, max(LEAST, sides.alignment.held + added / whole))


def _of_another_value(sides: Sides, one: Neighbour) -> Span | None:
    """A case such as a place that the claim names, where the next sentence has for it another value than the claim."""
    case = _CASE.match(one.text)
    spot = _named(sides, case["who"]) if case else None
    return spot if spot is not None and changes_value(sides, one.text) else None


def changes_value(sides: Sides, text: str) -> bool:
    """Whether a text has another value than the claim, which has it from the statement."""
    there, stated = quantities(text), quantities(sides.statement)
    for value in quantities(sides.claim):
        rivals = [other for other in there if comparable(value, other)]
        if rivals and not any(same(value, other) for other in rivals) and any(same(value, other) for other in stated):
            return True
    return False


def _of_another_mark(sides: Sides, one: Neighbour) -> Span | None:
    """`line 1`, where the next sentence says that it is only for line 2."""
    found = _ONLY_FOR.match(one.text) if _ONLY.search(one.text) else None
    for only in marked(found["who"]) if found else ():
        own = [said for said in marked(sides.claim) if said.noun == only.noun]
        if own and all(said.marks.isdisjoint(only.marks) for said in own):
            return own[0].span
    return None


def _of_kind(claim: str, said: re.Match[str], who: str) -> bool:
    """Whether the claim says all of a kind of which the scope names some, and does not name those."""
    kind = next((token for token in tokens(claim) if token.start >= said.end()), None)
    own, there = [token.stem for token in tokens(who)], stems(claim)
    return kind is not None and kind.stem in own and not there.issuperset(own)
