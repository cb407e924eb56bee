"""What a statement does not go so far as to say: what is only asked for, which of several is the most, all of some."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conditions import conditions, within
from kts.answer.claims.agree.sense import denies_by_itself
from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.match import opposites, related, tokens
from kts.lexicon.analyse import terms
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_ASKS = later(
    r"\A(?:\[[^\]]{1,40}\] )?(?:[\w.'-]+(?: [\w.'-]+){0,3}: )?"
    r"(?!(?:if|when|where|whoever|unless|any|every|each)\b)(?:[\w'.-]+,? ){0,5}?"
    r"(?<!be )(?<!who )(?<!which )(?<!that )"
    r"(?P<asks>(?:has |have |had )?"
    r"(?:asked (?:for|whether|if|us to|to)|requested|applied for|proposed|suggested|demanded)"
    r"|(?:would like|wants|is asking)(?= (?:us |you )?(?:to|for)\b)"
    r"|(?:would like|wants?)(?= (?:up to )?(?:EUR|USD|GBP|CHF|[\d\u20ac$\u00a3])))(?=\W)",
    re.IGNORECASE,
)
"""A report of what somebody wanted or proposed: no fact, and nobody's decision. A condition or a rule is none."""
_ASKED = later(
    r"\b(?:ask\w*|request\w*|appl(?:y|ied|ies|ication\w*)|propos\w*|suggest\w*|like|prefer\w*|want\w*|hope[sd]?|wish\w*"
    r"|demand\w*|claim\w*|alleg\w*|plan\w*|seek\w*|sought)\b",
    re.IGNORECASE,
)
_MOST = later(
    r"\b(?:the|its|their|our) (?:second |third )?(?P<most>(?:most|least) (?!of\b)[a-z]+|[a-z]{3,}est)\b",
    re.IGNORECASE,
)
_NO_DEGREE = frozenset(
    "request interest test west forest guest quest latest earliest contest harvest arrest protest invest honest modest "
    "bequest digest conquest".split()
)
"""Words that end as the highest degree does, and the dates that people mean by the latest and the earliest."""
_RANKED = later(
    r"\b(?:most|least|more|less|fewer|than|best|worst|only|first|last|top|bottom|rank\w*|[a-z]{3,}est|maximum|minimum"
    r"|no other|unique|ahead|leading|exceeds?|won|winner)\b",
    re.IGNORECASE,
)
_UNIVERSAL = later(
    r"\b(?:every|each|all|any|always|whatever|however (?:small|large|short|long|many|much)|no matter"
    r"|without exception)\b",
    re.IGNORECASE,
)
_EXEMPT = later(
    r"\b(?:not|n't|never|no longer) (?:be )?(?P<what>needed|required|necessary|allowed|permitted|covered|included|"
    r"possible|payable|due|obligatory|mandatory|applicable|available|charged|accepted|refunded)\b",
    re.IGNORECASE,
)
_NONE = later(
    r"\b(?:no|without(?: an?\b| any\b)?) (?P<what>(?:[\w-]+ ){0,2}?[\w-]+)"
    r"(?= (?:up|for|from|to|in|on|at|by|under|over|above|below|if|when|until|unless|is|are|was|may|of|per|or|and)\b"
    r"|[.,;:]|\Z)",
    re.IGNORECASE,
)
_LESS = later(
    r"\b(?:not?|nor|never|none|nothing|nobody|neither|cannot|without|free|exempt\w*|waive[ds]?|nil|zero|only|lacks?|alone|"
    r"instead|un[a-z]+|(?:himself|herself|itself|themselves))\b|n't\b|-|\u2013|\u2014",
    re.IGNORECASE,
)
_LETTER = later(r"(?<![\w.'-])(?P<mark>[B-HJ-Z])(?![\w'-]|\.\w)")


def asked_for(sides: Sides) -> Iterator[Finding]:
    """Something that somebody asks for or proposes, of which the claim says that it is so."""
    asks = _ASKS.search(sides.statement)
    if asks and not _ASKED.search(sides.claim):
        text = f"the evidence only says what somebody wants ({quoted(asks['asks'])})"
        yield Finding("asked_for", conflict=False, text=text, evidence=Span(*asks.span("asks")))


def unspoken(sides: Sides) -> Iterator[Finding]:
    """What the claim says there is none of, where the statement has no word of it and denies nothing."""
    said = _NONE.search(sides.claim)
    if said is None or sides.statement.startswith("|") or _LESS.search(sides.statement):
        return
    what = [token for token in tokens(sides.claim) if said.start("what") <= token.start < said.end("what")]
    heading = " ".join(sides.about.split("\n")[1:2])  # a title may be a question
    there = dict.fromkeys(terms(f"{sides.statement} {sides.near} {heading}"), True)
    if what and not any(related(token.stem, there) for token in what):
        text = f"the evidence says nothing of {quoted(said['what'])}"
        yield Finding("unspoken", conflict=False, text=text, claim=Span(*said.span("what")))


def undenied(sides: Sides) -> Iterator[Finding]:
    """What the claim denies, of which the statement has no word and denies nothing itself: `is never refunded`."""
    if sides.statement.startswith("|") or sides.alignment.opposed or _DENIES.search(sides.statement):
        return
    if sides.alignment.held > WEAKLY:  # what is deferred is not approved, of the same request
        return
    if negated(sides.statement) or any(denies_by_itself(token) for token in tokens(sides.statement)):
        return
    aside, known = conditions(sides.claim), opposites()
    there = {token.stem for token in tokens(sides.statement)}
    for scope in negated(sides.claim):
        what = [token for token in tokens(sides.claim) if scope.cue_end <= token.start < scope.end]
        if scope.kind not in {"not", "never"} or scope.cue == "no longer" or within(scope.cue_start, aside) or not what:
            continue
        if what[0].word == "even":
            continue
        if all(one in sides.alignment.alone and there.isdisjoint(known.get(one.stem, ())) for one in what):
            text = f"the evidence says nothing of {quoted(what[0].word)}"
            yield Finding("unspoken", conflict=False, text=text, claim=Span(*what[0][:2]))
            return


WEAKLY = 0.6
"""Share of the claim up to which a statement may well be of the thing alone, not of what is denied of it; a default."""
_DENIES = later(
    r"\b(?:only|before|until|instead|alone|un[a-z]{4,}|in[a-z]{3,}ible|maximum|most|limit\w*|least|must|shall|still|yet"
    r"|deferred|postponed|delayed|pending)\b|n't\b",
    re.IGNORECASE,
)
"""What says in its own way that something else is not so."""


def most(sides: Sides) -> Iterator[Finding]:
    """The most of several, where the statement compares nothing."""
    for said in _MOST.finditer(sides.claim):
        if said["most"].lower() in _NO_DEGREE or _RANKED.search(sides.statement):
            continue
        text = f"the evidence does not say which is {quoted(said['most'])}"
        yield Finding("most", conflict=False, text=text, claim=Span(*said.span("most")))
        return


def exempted(sides: Sides) -> Iterator[Finding]:
    """All of something, where the statement exempts a part of it."""
    every, exempt = _UNIVERSAL.search(sides.claim), _EXEMPT.search(sides.statement)
    if not every or not exempt or _UNIVERSAL.search(sides.statement):
        return
    stem = terms(exempt["what"])
    place = next((one for one in re.finditer(r"[^\W_]+", sides.claim) if terms(one[0]) == stem), None)
    if place and not denied(sides.claim, *place.span()):
        text = f"the claim says {quoted(every[0])}, the evidence {quoted(exempt[0])}"
        yield Finding("exempted", conflict=False, text=text, claim=Span(*every.span()), evidence=Span(*exempt.span()))


def letters(sides: Sides) -> Iterator[Finding]:
    """A letter that stands for a grade or class, and that the statement has in identifiers alone: `C` and `C-2604`."""
    stated = {one["mark"] for text in (sides.statement, sides.near, sides.about) for one in _LETTER.finditer(text)}
    for said in _LETTER.finditer(sides.claim):
        if said["mark"] not in stated and re.search(rf"\b{said['mark']}[-/]\d", sides.statement):
            text = f"the evidence does not give {quoted(said['mark'])}"
            yield Finding("letter", conflict=False, text=text, claim=Span(*said.span()))
            return


def noticed(sides: Sides) -> Iterator[Finding]:
    """What may be done at any time or at once, where the statement asks for a notice before it."""
    said, stated = _ANY_TIME.search(sides.claim), _NOTICE.search(sides.statement)
    rest = _ANY_TIME.sub(" ", sides.claim)
    if said and stated and not _TOLD.search(rest) and not _ANY_TIME.search(sides.statement):
        text = f"the claim says {quoted(said[0])}, the evidence {quoted(stated[0])}"
        yield Finding("noticed", conflict=False, text=text, claim=Span(*said.span()), evidence=Span(*stated.span()))


_ANY_TIME = later(
    r"\b(?:at any time|at any moment|whenever (?:it|they|he|she|you) (?:likes?|wants?)|immediately|at once|"
    r"with immediate effect|straight away|without (?:any )?(?:prior |advance )?(?:notice|warning)|overnight)\b",
    re.IGNORECASE,
)
_NOTICE = later(
    r"\b(?:(?:days?|weeks?|months?|hours?)\W{0,2} (?:prior |advance |previous )?(?:written )?notice|"
    r"notice (?:period )?of (?:at least |not less than )?(?:\w+ ){0,2}\(?\d+\)? (?:days?|weeks?|months?|hours?))\b",
    re.IGNORECASE,
)
_TOLD = later(r"\b(?:notice|notif\w+|warn\w*|beforehand|in advance|ahead)\b", re.IGNORECASE)


def unpaced(sides: Sides) -> Iterator[Finding]:
    """How often a thing is, where the evidence names no such stretch of time: `invoices are issued quarterly`."""
    there = f"{sides.statement} {sides.near} {sides.about}"
    for said in _PACE.finditer(sides.claim):
        if not re.search(_STRETCHES[said["unit"].lower()], there, re.IGNORECASE):
            text = f"the evidence does not say {quoted(said[0])}"
            yield Finding("rate_gap", conflict=False, text=text, claim=Span(*said.span()))
            return


_PACE = later(
    r"\b(?P<unit>hour|dai|night|week|fortnight|month|quarter|half-year|year|annual)(?:ly\b|(?<=annual)\b)",
    re.IGNORECASE,
)
_STRETCHES = {
    "hour": "hour|minute",
    "dai": r"day|dai|\b24\b",
    "night": "night|day|dai|evening",
    "week": r"week|day|dai|\b7\b|mon|tue|wed|thu|fri|sat|sun",
    "fortnight": r"fortnight|week|\b14\b",
    "month": r"month|day\b|week|\b30\b",
    "quarter": r"quarter|month|\bQ[1-4]\b",
    "half-year": r"half|six|month|twice|\b6\b",
    "year": r"year|annu|month|twelve|\b12\b|\bp\.a\.",
    "annual": r"year|annu|month|twelve|\b12\b|\bp\.a\.",
}
"""What a passage has that says how often in other words: `on 1 January and 1 July` is half-yearly, too."""
