"""What a statement denies of one thing alone: a subject or an object that the claim affirms in other words.

`macOS is not supported` denies that it runs on macOS, although the two share no word but one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.polarity import contrast
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token
    from kts.lexicon.negation import Scope

_NOT_SO = (
    r"(?:(?:is|are|was|were|will be|can be|shall be|may be) (?:not|no longer|never) "
    r"(?:longer |any ?more |yet |to be )?|"
    r"(?:cannot|can no longer|may no longer|will no longer|shall no longer|must not|may not|shall not|will not) be |"
    r"(?:does|do|did) not |no longer |not )"
)
_STATE = (
    r"(?:supported|affected|concerned|involved|available|possible|allowed|permitted|included|covered|accepted|offered|provided|used|usable|"
    r"compatible|eligible|work|works|exist|refunded|reimbursed|paid|insured|valid|made|done|taken|carried out|given|"
    r"performed|conducted|foreseen)"
)
_GONE = (
    r"(?:(?:is|are|was|were|has been|have been|will be|being|is being) (?:deprecated|removed|discontinued|withdrawn|"
    r"dropped|retired|abolished|abandoned|rejected|refused|cancelled|revoked|excluded|forbidden|prohibited))"
)
_SUBJECT = later(
    rf"(?:\A|(?<=[.;:] )|(?<=, )|\b(?:but|and|while|whereas) )[\W_]*(?P<who>[^,;:.]{{2,60}}?) "
    rf"(?:{_NOT_SO}{_STATE}|{_GONE})\b(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
_OBJECT = later(
    r"\b(?:does|do|did|shall|may|must|will|can|should|need) not (?P<verb>\w+) (?:for |to |in |on |the |any |an? )*"
    r"(?P<what>[^,;:.]{2,40}?)(?=[.;]|\Z)",
    re.IGNORECASE,
)
_DEPENDS = later(
    r"\b(?:until|before|unless|except|if|when|where|without|prior|after|other than|only|more than|less than|"
    r"because|that|which|who|till|than|by)\b",
    re.IGNORECASE,
)
"""What makes a denial one of a case."""


_PURPOSE = later(r",? (?:so that|in order (?:to|that)) [^,;]*", re.IGNORECASE)
"""What something is done for, which is no case."""


def denials(sides: Sides) -> Iterator[Finding]:
    """A thing that the statement denies, and a claim that affirms something of it."""
    ours = contrast(sides.claim)
    affirmed = _PURPOSE.sub("", sides.claim[slice(*ours.kept)] if ours else sides.claim)
    if negated(affirmed) or _DEPENDS.search(affirmed) or _gone(affirmed):
        return
    said = {token.stem: True for token in tokens(affirmed)}
    for match in _SUBJECT.finditer(sides.statement):
        if _meant(sides, Span(*match.span("who")), said) and not _DEPENDS.search(f"{match['who']} {match['rest']}"):
            yield _denied(sides, Span(*match.span("who")))
            return
    yield from _listed(sides, said)
    cues = [scope.cue_start for scope in negated(sides.statement)]
    for match in _OBJECT.finditer(sides.statement):
        if not any(match.start() <= cue < match.start("verb") for cue in cues):  # `not exceed` sets a bound
            continue
        verb = tokens(match["verb"])
        if verb and related(verb[0].stem, said) and _all(match["what"], said) and not _DEPENDS.search(match["what"]):
            yield _denied(sides, Span(*match.span("what")))
            return


def freed(sides: Sides) -> Iterator[Finding]:
    """What one side is free from and the other contains: `is free from milk`, `contains milk`."""
    for is_claim, one, other in ((True, sides.claim, sides.statement), (False, sides.statement, sides.claim)):
        match = _FREED.search(one)
        if match is None or _FREED.search(other) or not _CONTAINS.search(other):
            continue
        scopes, there = negated(other), {token.stem: token for token in tokens(other)}
        for part in _AND.split(match["what"]):
            held = [related(token.stem, dict.fromkeys(there, True)) for token in tokens(part)]
            if held and all(held) and not any(denied(scopes, *there[str(stem)][:2]) for stem in held):
                place = Span(*match.span())
                text = f"one side says {quoted(match[0])}, the other {quoted(other)}"
                ours, theirs = (place, None) if is_claim else (None, place)
                yield Finding("contrast", conflict=True, text=text, claim=ours, evidence=theirs)
                return


_FREED = later(
    r"\b(?:is|are|was|were|be|been|being|stays?|remains?|kept|keeps?) (?:\w+ly )?free (?:from|of) "
    r"(?!(?:charge|cost|charges|costs)\b)(?:any |all |the )?(?P<what>[^,;.:|]{2,40})",
    re.IGNORECASE,
)
_CONTAINS = later(
    r"\b(?:contain(?:s|ed|ing)?|includ(?:es?|ed|ing)|has|have|had|made (?:with|from|of)|holds?)\b", re.IGNORECASE
)


def _listed(sides: Sides, said: dict[str, bool]) -> Iterator[Finding]:
    """One of several of which the statement denies that it holds for them: `sites A, C and D are not affected`."""
    match = _NONE_OF.search(sides.statement) if _HOLDS_FOR.search(sides.claim) else None
    members = [tokens(one) for one in _AND.split(match["who"])] if match else []
    if match and any(own and all(related(token.stem, said) for token in own) for own in members):
        yield _denied(sides, Span(*match.span("who")))


_NONE_OF = later(
    r"(?:\A|(?<=[.;:] ))[\W_]*(?P<who>[^,;:.]{2,40}(?:, [^,;:.]{1,30}){0,8},? (?:and|or|nor) [^,;:.]{1,30}?) "
    rf"{_NOT_SO}(?:affected|concerned|involved|covered|included|in scope|subject to it|bound by it)(?=\W*\Z|[.;])",
    re.IGNORECASE,
)
_AND = later(r", (?:(?:and|or|nor) )?| (?:and|or|nor) ")
_HOLDS_FOR = later(
    r"\b(?:appl(?:y|ies|ied)|cover(?:s|ed)?|affect(?:s|ed)?|concern(?:s|ed)?|includ(?:es?|ed)|extends?|extended|holds?|"
    r"(?:is|are) (?:also )?(?:valid|in force)|subject to|bound by)\b",
    re.IGNORECASE,
)
"""How a claim says that something holds for somebody."""


def _gone(text: str) -> bool:
    return bool(re.search(_GONE, text, re.IGNORECASE) or re.search(r"\bun\w+ed\b|\bdeni\w+|\bfree\b", text))


def _meant(sides: Sides, who: Span, said: dict[str, bool]) -> bool:
    """Whether the claim speaks of what is denied: by its names, where it has any, else by all its words."""
    own = [name for name in names(sides.statement) if who.start <= name.start and name.end <= who.end]
    if own:
        return all(stem in said for name in own for stem in name.stems)
    return _all(sides.statement[who.start : who.end], said)


def _all(text: str, said: dict[str, bool]) -> bool:
    """Whether the claim has all the words of a stretch that carry a meaning."""
    own = tokens(text)
    return bool(own) and all(related(token.stem, said) for token in own)


def _denied(sides: Sides, span: Span) -> Finding:
    text = f"the evidence denies it of {quoted(sides.statement[span.start : span.end])}"
    return Finding("contrast", conflict=True, text=text, evidence=span)


_GONE_SO = later(rf" (?:for [\w ]{{2,20}} )?{_GONE}", re.IGNORECASE)
"""Behind a word that the claim says is no more."""


def beside(sides: Sides) -> Iterator[Finding]:
    """A word of the claim that the statement lacks and that a sentence beside it only denies: `did not approve`."""
    if not sides.alignment.alone or negated(sides.claim):
        return
    for sentence in sides.near.split("\n"):
        scopes = negated(sentence)
        around = tokens(sentence) if scopes else ()
        for said in sides.alignment.alone:
            gone = _GONE_SO.match(sides.claim, said.end)
            if not gone and _denied_of(said, scopes, around) and _close(sides, said, around, scopes):
                text = f"beside the evidence {quoted(said.word)} is denied"
                yield Finding("denied_beside", conflict=False, text=text, claim=Span(*said[:2]))
                return


def _denied_of(said: Token, scopes: Sequence[Scope], around: Sequence[Token]) -> bool:
    """Whether a sentence denies a word wherever it has it; of nobody, also where it has a synonym."""
    own = [other for other in around if other.stem == said.stem]
    if not own and _of_nobody(scopes):
        return any(related(said.stem, {other.stem: True}) and _right_behind(scopes, other) for other in around)
    return bool(own) and all(_right_behind(scopes, other) for other in own)


def _of_nobody(scopes: Sequence[Scope]) -> bool:
    return any(scope.cue in _NOBODY for scope in scopes)


BEHIND = 12
"""Characters between a denial and the verb that it is of, at most; a default."""


def _right_behind(scopes: Sequence[Scope], word: Token) -> bool:
    """Whether a word is what a denial is of."""
    return denied(scopes, word.start, word.end) and any(0 <= word.start - one.cue_end <= BEHIND for one in scopes)


def _close(sides: Sides, said: Token, around: Sequence[Token], scopes: Sequence[Scope]) -> bool:
    """Whether a sentence speaks of what the claim speaks of besides: another of its words, or of anybody at all."""
    if _of_nobody(scopes):
        return True
    stems = {token.stem for token in around}
    return any(token.stem in stems for token in tokens(sides.claim) if token.stem != said.stem)


_NOBODY = frozenset({"nobody", "no one", "no-one", "none", "nothing"})
_ONLY = later(r"\b(?:only|unless|except|otherwise)\b", re.IGNORECASE)
_LACKING = later(r"\bwithout (?:(?:the|any|a|an|prior|further|written|giving) )*(?P<what>[a-z]+)", re.IGNORECASE)
_NEEDED = r"\b(?:after|with|by|on|upon|subject to|giving|gives?|given|requires?|needs?|only) (?:[\w'-]+ ){0,5}?"


def lacking(sides: Sides) -> Iterator[Finding]:
    """`Without notice` of what the statement allows after notice."""
    match = _LACKING.search(sides.claim)
    before = [one for one in negated(sides.claim) if match and one.cue_start < match.start()]
    if not match or before or not tokens(match["what"]) or _ONLY.search(f"{sides.claim}\n{sides.statement}"):
        return
    there = re.search(_NEEDED + re.escape(match["what"]), sides.statement, re.IGNORECASE)
    if there and not denied(negated(sides.statement), *there.span()):
        text = f"the claim says {quoted(match[0])}, the evidence {quoted(there[0])}"
        yield Finding("contrast", conflict=True, text=text, claim=Span(*match.span()), evidence=Span(*there.span()))
