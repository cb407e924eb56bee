"""A sentence next to the statement that restricts, denies or turns what the claim says, and who alone may do it.

Unlike `agree.qualified` it asks for no form that takes something back: the sentence is held against the claim itself.
What it says otherwise leaves the claim unsupported; it does not contradict it, for it may be of something else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.actors import is_actor
from kts.answer.claims.agree.conditions import exceptions
from kts.answer.claims.agree.order import restrictions
from kts.answer.claims.agree.parties import another_acts
from kts.answer.claims.agree.sense import denies_by_itself, turned_phrase
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.align import align
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Neighbour, Sides
    from kts.answer.claims.match import Token
    from kts.lexicon.negation import Scope

AS_MUCH = 0.5
"""How much of the claim a sentence must hold, for what the statement holds, so that its restriction is of the claim; a
default: with .25 a true claim of the written ones is turned away."""
SHARED = 2
"""Words that a sentence must share with the claim for its denial or its opposite to be of the same; a default."""
REACH = 4
"""Words with a meaning behind a denial that may be what is denied; a default."""
_ONLY = later(r"\b(?:only|solely|exclusively|alone)\b", re.IGNORECASE)
_CASE = later(
    r"\b(?:that|which|who|whose|whom|where|when|if|unless|because|since|although|while|only|until|except|cases? of|"
    r"other|otherwise|however)\b",
    re.IGNORECASE,
)
"""What makes a denial one of a case, or of what a clause describes."""


def restricted(sides: Sides) -> Iterator[Finding]:
    """What the claim says of everything, and a sentence next to the statement only with a restriction."""
    for one in _joined(sides):
        found = align(sides.claim, one.text)
        if found.held < AS_MUCH * sides.alignment.held:
            continue
        for why in restrictions(sides._replace(statement=one.text, alignment=found)):
            text = f"{why.text}: {quoted(one.text)}"
            yield Finding("qualified", conflict=False, text=text, claim=why.claim, beside=one.span)
            return


def denied_next(sides: Sides) -> Iterator[Finding]:
    """What the claim affirms, and a sentence next to the statement plainly denies: the act, and what it is done to."""
    if any(denies_by_itself(token) for token in tokens(sides.claim)):
        return
    said = {token.stem: token for token in tokens(sides.claim)}
    for one in (*sides.behind, *sides.before):
        for scope in negated(one.text):
            spots = _denied_of(one.text, scope, said)
            if len(spots) >= SHARED and all(_affirmed(sides.claim, spot) for spot in spots):
                text = f"beside the evidence it is denied: {quoted(one.text)}"
                yield Finding("denied_beside", conflict=False, text=text, claim=Span(*spots[0][:2]), beside=one.span)
                return


def _denied_of(text: str, scope: Scope, said: dict[str, Token]) -> list[Token]:
    """The claim's words for what a sentence denies, if the first word behind the denial is among them."""
    if scope.kind not in {"not", "never"} or scope.cue == "no longer":
        return []
    own = [token for token in tokens(text) if scope.cue_end <= token.start < scope.end][:REACH]
    clause = text[: scope.cue_start].rpartition(". ")[2] + text[scope.cue_end : scope.end]
    if not own or _CASE.search(clause) or not related(own[0].stem, said):
        return []
    return [said[stem] for token in own if (stem := related(token.stem, said))]


def _affirmed(claim: str, word: Token) -> bool:
    """Whether a claim neither denies a word nor takes it out."""
    aside = any(span.start <= word.start < span.end for span in exceptions(claim))
    return not aside and not denied(negated(claim), word.start, word.end)


def opposed_next(sides: Sides) -> Iterator[Finding]:
    """A word or phrase of the claim whose opposite a sentence next to the statement has, of the same things."""
    if _ONLY.search(sides.claim):
        return
    for one in _joined(sides):
        found = align(sides.claim, one.text)
        if (
            another_acts(sides, one.text)
            or _ONLY.search(one.text)
            or _FREE.search(one.text)
            or len(found.pairs) < SHARED
        ):
            continue
        turned = _opposites(sides, found.opposed, one.text) or turned_phrase(sides.claim, one.text, sides.statement)
        if turned:
            here, there = sides.claim[slice(*turned[0])], one.text[slice(*turned[1])]
            text = f"the claim says {quoted(here)}, beside the evidence stands {quoted(there)}"
            yield Finding("denied_beside", conflict=False, text=text, claim=turned[0], beside=one.span)
            return


_FREE = later(r"\bnot (?:obliged|bound|required|under any obligation) to\b", re.IGNORECASE)
"""Who need not do what he may do may do the opposite."""


def _opposites(sides: Sides, pairs: tuple[tuple[Token, Token], ...], text: str) -> tuple[Span, Span] | None:
    """The first pair of opposites that are both affirmed or both denied.

    Who acts in the statement itself has a counterpart beside it, which has duties of its own.
    """
    here = {token.stem for token in tokens(sides.statement)}
    ours, theirs = negated(sides.claim), negated(text)
    for one, other in pairs:
        if one.stem in here and is_actor(one.word):
            continue
        if denied(ours, one.start, one.end) == denied(theirs, other.start, other.end):
            return Span(*one[:2]), Span(*other[:2])
    return None


_WHO = r"(?P<who>[^,;:.|()]{3,60}"
_MAY_ALONE = (
    r"(?:may|can|must|shall|will|(?:is|are|has|have) (?:allowed|permitted|entitled|authori[sz]ed|able|the right) to)"
)
_OPEN = r"(?:available|open|accessible|visible|granted)"
_RESERVED = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"\b(?:is|are|be|remains?) (?:\w+ly )?(?:restricted|limited|reserved|confined) to {_WHO})",
        rf"(?:\A[\W\d]*|[;,:.] (?:and |but )?|\b(?:and|but|where|that) )only (?:the |an? )?{_WHO}?) {_MAY_ALONE}\b",
        rf"\bonly (?:be )?(?:\w+ed )?by (?:the |an? )?{_WHO})",
        rf"\b(?:only {_OPEN}|{_OPEN} only) (?:to|for) {_WHO})",
        rf"\byou (?:must|need to|have to) be (?:the |an? )*{_WHO}?) to\b",
    )
)
"""Who alone may do a thing: `only superusers can`, `is restricted to superusers`."""
_ANYBODY = later(
    r"\b(?:who(?:ever|soever)|any(?:one|body)|every(?:one|body)"
    r"|(?:any|every|each|all|(?:an? )?(?:ordinary|normal|regular)) (?:\w+ ){0,2}?\w+)\b[^,;.:]{0,40}?"
    r"\b(?:may|can|could|(?:is|are) (?:allowed|permitted|entitled|free|able) to)\b",
    re.IGNORECASE,
)
_POINTS = later(r"\b(?:this|these|it|that)\b", re.IGNORECASE)


def reserved(sides: Sides) -> Iterator[Finding]:
    """What only one kind of people may, by the statement or a sentence next to it, and the claim lets anybody do."""
    anybody = _ANYBODY.search(sides.claim)
    if anybody is None or _ONLY.search(sides.claim) or denied(negated(sides.claim), *anybody.span()):
        return
    said = dict.fromkeys(token.stem for token in tokens(sides.claim))
    for text, place in ((sides.statement, None), *((one.text, one.span) for one in (*sides.behind, *sides.before))):
        for shape in _RESERVED:
            found = shape.search(text)
            if found and _are_others(found["who"], said) and _of_the_act(text, Span(*found.span()), said):
                told = f"the claim says {quoted(anybody[0])}, the evidence {quoted(found[0])}"
                here, there = Span(*anybody.span()), Span(*found.span()) if place is None else None
                yield Finding("only_others", conflict=False, text=told, claim=here, evidence=there, beside=place)
                return


def _are_others(who: str, said: dict[str, None]) -> bool:
    """Whether a claim does not speak of those who alone may."""
    own = tokens(who)
    return bool(own) and not any(related(token.stem, said) for token in own)


def _of_the_act(text: str, place: Span, said: dict[str, None]) -> bool:
    """Whether what is reserved is what the claim speaks of: a word of it, or what was just told."""
    rest = f"{text[: place.start]} {text[place.end :]}"
    return bool(_POINTS.search(rest)) or any(related(token.stem, said) for token in tokens(rest))


_STATE = later(r"\b(?:is|are|was|were|be|becomes?|remains?) (?:\w+ly )?(?=[a-z])", re.IGNORECASE)
_IT = later(r"\W*(?:it|they|this|these|he|she)\b", re.IGNORECASE)


def told_next(sides: Sides) -> Iterator[Finding]:
    """What the claim says of a thing, which only the next sentence says (`It is quorate with ...`), and of others."""
    state = _STATE.search(sides.claim)
    word = next((token for token in sides.alignment.alone if state and token.start == state.end()), None)
    if word is None:
        return
    rest = [token for token in tokens(sides.claim) if token.start > word.start]
    for one in (*sides.behind,) if rest else ():
        there = tokens(one.text)
        at = next((other.start for other in there if other.stem == word.stem), None)
        if at is None or not one.joined or not _IT.match(one.text):
            continue
        said = {token.stem: True for token in rest}
        own = [token for token in there if token.start > at]
        if own and not any(related(token.stem, said) for token in own):
            text = f"the evidence goes on: {quoted(one.text)}"
            yield Finding("qualified", conflict=False, text=text, claim=Span(*word[:2]), beside=one.span)
            return


_INCLUDES = later(
    r"\b(?:including|inclusive of|as well as) (?:(?:each|the|any|all|every|an?|also|for) )*(?P<what>[^,;:.()\\]{3,50})",
    re.IGNORECASE,
)
_TAKES_OUT = later(
    r"(?:\b(?:but|though|yet)|,) (?:never|not) (?P<out>[^,;.]{3,60})|"
    r"\b(?:except(?: for)?|excluding|other than|apart from|leav(?:es?|ing) out|with the exception of) "
    r"(?P<left>[^,;.]{3,60})",
    re.IGNORECASE,
)


def included(sides: Sides) -> Iterator[Finding]:
    """What the claim takes out, and the statement or a sentence next to it expressly includes."""
    outs = list(_TAKES_OUT.finditer(sides.claim))
    texts = ((sides.statement, None), *((one.text, one.span) for one in _joined(sides))) if outs else ()
    for text, place in texts:
        for found in _INCLUDES.finditer(text):
            own = tokens(found["what"])
            for out in outs:
                left = dict.fromkeys(token.stem for token in tokens(out["out"] or out["left"]))
                named = sum(bool(related(token.stem, left)) for token in own)
                if own and named >= min(SHARED, len(own)):
                    told = f"the claim takes out {quoted(out[0].strip(' ,'))}, the evidence says {quoted(found[0])}"
                    there = Span(*found.span()) if place is None else None
                    here = Span(*out.span())
                    yield Finding("included", conflict=False, text=told, claim=here, evidence=there, beside=place)
                    return


def _joined(sides: Sides) -> Iterator[Neighbour]:
    """The sentences next to the statement in its paragraph."""
    return (one for one in (*sides.behind, *sides.before) if one.joined)
