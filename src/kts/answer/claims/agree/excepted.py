"""A case that is an exception to what decides: it has another value beside it, is refused there, or costs more.

`agree.qualified` reads sentences that take something out expressly. Here a sentence only goes on: `Outside the cabinet
the limit is 3 hours`, `Freitags bleibt es bei 17:00 Uhr`; or the statement itself is of fewer than the claim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conditions import excepted, exceptions
from kts.answer.claims.agree.qualified import LEAST, LIMITED, changes_value
from kts.answer.claims.agree.sides import Finding, quoted, told_apart
from kts.answer.claims.match import related, stems, tokens
from kts.lexicon.negation import negated
from kts.lexicon.negation_abroad import denies_abroad
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities, same
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

SAME, OTHER = "same", "other"
"""What a claim of all but some says, beside what the statement says of the others."""
NEAR = 3
"""Sentences behind the statement in which a case may have another value; a default: later ones are of other things."""
_BUT = later(
    r"\A[\W\d]*(?:however|but|yet|aber|jedoch)?,? ?"
    r"(?:(?:on|in|at|for|during|the|an?|any|am|im|an|in der|bei|für|der|die|das) )*",
    re.IGNORECASE,
)
"""What a sentence may begin with before the case that it is of."""


def of_a_case(sides: Sides) -> Iterator[Finding]:
    """A case that the claim names and the statement does not, for which a sentence behind it has another value."""
    there = dict.fromkeys(stems(sides.statement))
    missing = {token.stem: token for token in tokens(sides.claim) if not related(token.stem, there)}
    for one in sides.behind[:NEAR] if missing else ():
        if not one.joined:
            return
        own = tokens(one.text)
        case = own[0] if own and own[0].start <= _BUT.match(one.text).end() else None  # type: ignore[union-attr]
        stem = related(case.stem, missing) if case else ""
        bare = all(value.kind == "number" for value in quantities(sides.claim))
        if stem and not bare and changes_value(sides, one.text) and not _has_its_value(sides.claim, one.text):
            spot = missing[stem]
            if any(span.start <= spot.start < span.end for span in exceptions(sides.claim)):
                continue
            text = f"the evidence goes on: {quoted(one.text)}"
            weight = max(LEAST, sides.alignment.held)
            here = Span(*spot[:2])
            yield Finding("excluded", conflict=True, text=text, claim=here, weight=weight, beside=one.span)
            return


def _has_its_value(claim: str, text: str) -> bool:
    """Whether a claim has a value of a text, too, and so tells both."""
    ours, theirs = quantities(claim), quantities(text)
    return any(comparable(one, other) and same(one, other) for one in ours for other in theirs)


_PART = later(r"[;,] (?:(?:but|and|while|whereas|however,?) )?|(?<=\w) (?:but|while|whereas) ", re.IGNORECASE)
_CANNOT = later(
    r"(?P<who>[^,;.|]{2,60}?) (?:(?:is|are|was|were|may|can|shall|will|must|do|does)(?: not|n't| never)|cannot)"
    r"(?: be)?(?P<rest>(?: [\w-]+){0,3})(?=\W*(?:[;.|]|\Z))",
    re.IGNORECASE,
)
_ALL = later(r"\A\W*(?:all|every|each|any|both)\b(?! (?:employee|staff|other))", re.IGNORECASE)


def but_one(sides: Sides) -> Iterator[Finding]:
    """All, of what the statement goes on to deny of one: `alarms can be muted; A01 cannot be muted`."""
    said = _ALL.match(sides.claim)
    if said is None or LIMITED.search(sides.claim) or negated(sides.claim):
        return
    for part in _PART.finditer(sides.statement):
        found = _CANNOT.match(sides.statement, part.end())
        does = tokens(found["rest"]) if found else ()
        if found and does and _all_of(does, sides.claim) and tokens(found["who"]):
            here, there = Span(*said.span()), Span(*found.span())
            text = told_apart(sides.claim, here, sides.statement, there)
            yield Finding("qualified", conflict=False, text=text, claim=here, evidence=there)
            return


def _all_of(words: Sequence[Token], text: str) -> bool:
    there = dict.fromkeys(stems(text))
    return all(related(token.stem, there) for token in words)


_REFUSED = later(
    r"(?:\A|[;:] |, (?:but|while|whereas) )[\W\d]*(?P<who>[^,;:.|]{3,90}?) (?:is|are) not (?:\w+ly )?"
    r"(?:accepted|covered|eligible|entitled|included|allowed|permitted|admitted|sufficient|enough|valid|insured|"
    r"reimbursed|refunded|possible|available)\b(?P<rest>[^;.]*)",
    re.IGNORECASE,
)
"""What a statement refuses as such, without a word of what else it is refused for."""
_EACH = later(r",? (?:and|or|nor) |, ")
_MAY = later(
    r"\b(?:may|can|could|is|are|gets?|receives?|has|have|accepts?|accepted|takes?|covers?|includes?|qualif(?:y|ies))\b",
    re.IGNORECASE,
)


def refused(sides: Sides) -> Iterator[Finding]:
    """What the claim allows and the statement refuses: `e-mail is not accepted`, `agency staff are not covered`."""
    if negated(sides.claim) or denies_abroad(sides.claim) or excepted(sides) or not _MAY.search(sides.claim):
        return
    said = dict.fromkeys(stems(sides.claim))
    for found in _REFUSED.finditer(sides.statement):
        if _BOUNDED.match(found["rest"]):
            continue
        for who in _EACH.split(found["who"]):
            own = tokens(who)
            if own and all(related(token.stem, said) for token in own) and _of_nothing_else(sides, found):
                there = Span(*found.span("who"))
                text = f"the evidence refuses it: {quoted(found[0].strip(' ;,:'))}"
                yield Finding("denied_beside", conflict=False, text=text, evidence=there)
                return


_BOUNDED = later(r" ?(?:if|when|until|before|after|without|while|only|as|in|on|at|to|for|by|under)\b", re.IGNORECASE)
"""What a refusal is bound to: then it is not of the thing as such."""


def _of_nothing_else(sides: Sides, found: re.Match[str]) -> bool:
    """Whether the statement says of the claim's words nothing but what it refuses."""
    start, end = found.span()
    return all(start <= pair.evidence.start < end for pair in sides.alignment.pairs)


_WITH = later(
    r"\b(?:with|including|inclusive of|mit|inklusive|einschlie\u00dflich) (?:the |an? |der |dem |einer )?"
    r"(?P<what>[A-Za-z\u00c0-\u017f-]{4,})",
    re.IGNORECASE,
)
_EXTRA = later(
    r"\b(?:extra|additional(?:ly)?|in addition|on top|not included|excluded|separately|zus\u00e4tzlich|nicht "
    r"(?:inbegriffen|enthalten)|gesondert|zuz\u00fcglich)\b",
    re.IGNORECASE,
)
_CELLS = later(r"[|;.](?=\s|\Z)")


def charged_extra(sides: Sides) -> Iterator[Finding]:
    """With a thing, for the price to which it comes on top: `Sedation: 75 EUR extra`."""
    said = _WITH.search(sides.claim)
    if said is None or _EXTRA.search(sides.claim) or not any(one.kind == "money" for one in quantities(sides.claim)):
        return
    what = stems(said["what"])
    start = 0
    for end in (*(one.start() for one in _CELLS.finditer(sides.statement)), len(sides.statement)):
        cell, begin, start = sides.statement[start:end], start, end
        extra = _EXTRA.search(cell)
        if extra and what <= stems(cell) and not _has_its_value(sides.claim, cell):
            here, there = Span(*said.span()), Span(begin, end)
            text = f"the claim says {quoted(said[0])}, the evidence {quoted(cell.strip(' |'))}"
            yield Finding("qualified", conflict=False, text=text, claim=here, evidence=there)
            return


_SOME = later(
    r"\A[\W\d]*(?P<who>[A-Z][\w-]*(?: [a-z][\w-]*){0,2}?) "
    r"(?P<which>(?:on|under|who|whose|aged|over|with) [^;.|]{4,80}?),? "
    r"(?=(?:may|can|get|gets|receive|receives|are entitled|is entitled|are allowed|need not)\b)"
)
"""Of whom a rule is, and which of them: `Staff on late shifts may park`."""


def of_fewer(sides: Sides) -> Iterator[Finding]:
    """What the statement allows some of a kind, and the claim the kind: `Staff on late shifts may`, `Staff may`."""
    some = _SOME.match(sides.statement)
    if some is None or LIMITED.search(sides.claim):
        return
    own = [token for token in tokens(some["which"]) if token.word.lower() not in _FUNCTION]
    who = tokens(some["who"])
    ours = re.match(r"[\W\d]*(?:(?:the|all|every|each|any|our) )?", sides.claim, re.IGNORECASE)
    begins = sides.claim[ours.end() :].lower() if ours else ""
    verb = re.match(rf"{re.escape(some['who'].lower())} (?:may|can|gets?|receives?|are|is|need)\b", begins)
    around = dict.fromkeys(stems(f"{sides.claim} {sides.about}"))
    if verb and who and len(own) >= FEW and not any(related(token.stem, around) for token in own):
        here, there = Span(0, len(sides.claim)), Span(*some.span("which"))
        text = f"the evidence says it of {quoted(some[0])}"
        yield Finding("of_some", conflict=False, text=text, claim=here, evidence=there)


FEW = 2
"""Words that say which of a kind a rule is of, at least; a default."""
_FUNCTION = frozenset("which who whose that their its the".split())


_PHASE = later(
    r"\b(?P<when>during|after|before) (?:the |an? |his |her |their |its )?(?P<what>[a-z]{4,})", re.IGNORECASE
)
_PHASES = later(r"[;.](?=\s)")


def other_phase(sides: Sides) -> Iterator[Finding]:
    """What the statement says of a time, and the claim of what is before or after it: `during probation`."""
    stated = [(one, one["when"].lower(), stems(one["what"])) for one in _PHASE.finditer(sides.statement)]
    for said in _PHASE.finditer(sides.claim):
        when, what = said["when"].lower(), stems(said["what"])
        alike = [(one, other) for one, other, noun in stated if noun and noun == what]
        if not alike or any(other == when for _, other in alike) or "during" not in {when, *(one for _, one in alike)}:
            continue
        place = Span(*alike[0][0].span())
        if _stands_there(sides, place):
            text = told_apart(sides.claim, Span(*said.span()), sides.statement, place)
            yield Finding("order", conflict=False, text=text, claim=Span(*said.span()), evidence=place)
            return


def _stands_there(sides: Sides, place: Span) -> bool:
    """Whether a value of the claim stands in the part of the statement that a place lies in, and in no other one."""
    cuts = [0, *(one.end() for one in _PHASES.finditer(sides.statement)), len(sides.statement)]
    start, end = max(cut for cut in cuts if cut <= place.start), min(cut for cut in cuts if cut >= place.end)
    same_ones = [
        other.start for one in quantities(sides.claim) for other in quantities(sides.statement) if same(one, other)
    ]
    return bool(same_ones) and all(start <= at < end for at in same_ones)


_BUT_THEM = later(
    r"\b(?:other than|except(?: for)?|apart from|besides|not being|who are not|(?:everyone|everybody|all|anyone) but) "
    r"(?:the |an? )?(?P<who>[^,;.]{3,60})",
    re.IGNORECASE,
)
_THE_OTHERS = later(
    r"[;,.] (?:(?:and|but|while) )?(?:for|to|of|with|in) (?:all |any )?(?:the )?"
    r"(?:others?\b|(?:everyone|everybody|anyone) else\b|rest\b|other \w+),? (?P<rest>[^;.]+)",
    re.IGNORECASE,
)


def of_the_others(sides: Sides) -> str:
    """Whether a claim of all but some says what the statement says of the others: `for others it is optional`.

    It is the same where the claim has a word of that, and something else where it has one of what is so of those some;
    empty where the two do not speak of them, or it cannot be told.
    """
    but, others = _BUT_THEM.search(sides.claim), _THE_OTHERS.search(sides.statement)
    if but is None or others is None or _DENIES_IT.search(sides.claim):
        return ""
    first = {token.stem for token in tokens(sides.statement[: others.start()])}
    rest = {token.stem for token in tokens(others["rest"])}
    said = tokens(sides.claim)
    verb = re.search(r"\b(?:is|are|must|shall|may|can|need)\b", but["who"])
    end = but.start("who") + (verb.start() if verb else len(but["who"]))
    who = [token.stem for token in said if but.start("who") <= token.start < end]
    if not who or not first.issuperset(who[:WHO]):
        return ""
    if any(one.stem in rest - first for one in said):
        return SAME
    binds = {token.stem for token in tokens(sides.statement) if _QUALITY.fullmatch(token.word)}
    return OTHER if rest & binds and any(one.stem in (first - rest) & binds for one in said) else ""


_QUALITY = later(
    r"optional|voluntary|mandatory|compulsory|obligatory|required|free|forbidden|allowed|permitted|closed|open",
    re.IGNORECASE,
)
"""What is so of some or of the others."""
_DENIES_IT = later(r"\b(?:not|no|never|cannot|nobody|none|without)\b|n't\b", re.IGNORECASE)


WHO = 2
"""Words of those whom a claim takes out, which may go on with what it says of the others; a default."""


def others_alike(sides: Sides) -> Iterator[Finding]:
    """What the statement says of some, and the claim of all but those, of whom it says something else."""
    if of_the_others(sides) == OTHER:
        others = _THE_OTHERS.search(sides.statement)
        text = f"the evidence says of the others {quoted(others['rest'] if others else '')}"
        yield Finding("only_others", conflict=False, text=text, evidence=Span(*others.span()) if others else None)
