"""What a text leaves out or makes depend on something: exceptions, conditions, and what is only so.

A claim about the exception of a rule is expected to say the opposite of the rule: where a notice is needed `except in
an emergency`, none is needed in an emergency.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.align import Pair

_CONDITION = later(
    r"\b(?:unless|except|excluding|other than|if|when|whenever|where|until|provided that|as long as|in case|once|"
    r"while)\b",
    re.IGNORECASE,
)
_SEMICOLON = later(r";(?=\s)")
_WITHOUT = later(r"\bwithout\b", re.IGNORECASE)
_NEEDED = later(
    r"\b(?:only (?:with|after|on|upon|by|if|when|through|via)|unless"
    r"|only (?:way|means|method|option)\b[^.;,]{0,30}? (?:is|are))\b",
    re.IGNORECASE,
)
"""What comes before something that must be there."""
_NOUN_ENDS = later(
    r"[,;:.](?=\s|\Z)|\b(?:when|while|if|even|who|that|which|outside|inside|in|on|at|from|for|during|of|beside|near|by)\b",
    re.IGNORECASE,
)
"""Where what must be there is named, and the rest says where and when."""
_REASON = later(r", (?:since|because|as|for)\b[^;.]*", re.IGNORECASE)
_ENDS = later(r"[,;:.](?=\s|\Z)")
_ONLY = later(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_REGARDLESS = later(r"\b(?:with or without|whether or not|regardless of|irrespective of|no matter)\b", re.IGNORECASE)
_EVEN = later(r"\beven (?:if|when|where|with|without|in|on|for|during|after)\b", re.IGNORECASE)
_VERB = later(
    r"\b(?:is|are|was|were|be|may|must|can|cannot|shall|will|should|has|have|had|does|do|need|needs|if|when|unless)\b"
)
INSTEAD = frozenset({"instead of", "rather than", "as opposed to"})
"""What denies the words right behind it, where other exceptions take them out of a rule."""
MEANT = 0.6
"""Weighted share of an exception's words that the other side must have to speak of it; a default, not fitted."""
WITHIN = 60
"""Characters behind `only` in which stands what it is of, at most."""


@lru_cache(maxsize=1024)
def conditions(text: str) -> tuple[Span, ...]:
    """The stretches of a text that say when its statement holds."""
    found = []
    for cue in _CONDITION.finditer(text):
        end = _ENDS.search(text, cue.end())
        found.append(Span(cue.start(), end.start() if end else len(text)))
    return tuple(found)


def main_pairs(sides: Sides) -> list[Pair]:
    """The common words without those that stand in a condition on both sides; all where nothing is left."""
    ours, theirs = conditions(sides.claim), conditions(sides.statement)
    kept = [
        pair
        for pair in sides.alignment.pairs
        if not (within(pair.claim.start, ours) and within(pair.evidence.start, theirs))
    ]
    stated = [pair for pair in kept if not within(pair.claim.start, ours)]
    return _of_one_clause(stated or kept or list(sides.alignment.pairs), sides.statement)


def _of_one_clause(pairs: list[Pair], statement: str) -> list[Pair]:
    """The pairs of the clause between semicolons that holds most of them, where it holds at least half."""
    cuts = [one.end() for one in _SEMICOLON.finditer(statement)]
    if not cuts:
        return pairs
    groups: dict[int, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(bisect_right(cuts, pair.evidence.start), []).append(pair)
    most = max(groups.values(), key=lambda group: sum(pair.claim.weight for pair in group), default=pairs)
    held = sum(pair.claim.weight for pair in most)
    return most if 2 * held >= sum(pair.claim.weight for pair in pairs) else pairs


def within(place: int, spans: Sequence[Span]) -> bool:
    """Whether a place lies in one of some stretches."""
    return any(start <= place < end for start, end in spans)


@lru_cache(maxsize=1024)
def exceptions(text: str) -> tuple[Span, ...]:
    """What a text takes out of its rule: the words behind `except`, `unless`, `other than`."""
    found = []
    for scope in negated(text):
        if scope.kind == "exception" and scope.cue not in INSTEAD and not scope.cue.startswith("exclud"):
            end = _ENDS.search(text, scope.cue_end)
            found.append(Span(scope.cue_start, end.start() if end else len(text)))
    return tuple(found)


def excepted(sides: Sides) -> bool:
    """Whether the claim speaks of what the statement takes out, and the claim itself takes nothing out."""
    if exceptions(sides.claim) or _ONLY.search(sides.claim):
        return False
    return any(_meant(sides, span) for span in exceptions(sides.statement))


def _meant(sides: Sides, span: Span) -> bool:
    return _speaks_of(sides.claim, sides.statement, span)


def _speaks_of(text: str, other: str, span: Span, *, place: Span | None = None) -> bool:
    """Whether a text, or a stretch of it, has most words of a stretch of the other text."""
    said = {token.stem: True for token in tokens(text) if place is None or _in(token.start, place)}
    own = [token for token in tokens(other) if _in(token.start, span)]
    held = sum(token.weight for token in own if related(token.stem, said))
    return bool(own) and held >= MEANT * sum(token.weight for token in own)


def reversed_exceptions(sides: Sides) -> Iterator[Finding]:
    """Only what the other side takes out; or a rule that the claim keeps where the statement lifts it.

    Where one side affirms and the other denies they agree: only with consent is not without consent.
    """
    yield from _dispensed(sides)
    if _denies(sides.claim) != _denies(sides.statement):
        return
    for text, other in ((sides.claim, sides.statement), (sides.statement, sides.claim)):
        for only in _ONLY.finditer(text):
            place = _of_only(text, only)
            aside = () if exceptions(text) else exceptions(other)
            free = [Span(one.start(), min(len(other), one.end() + WITHIN)) for one in _REGARDLESS.finditer(other)]
            if any(_speaks_of(text, other, span, place=place) for span in aside):
                yield _unlike(sides, only[0], other[aside[0].start : aside[0].end])
                return
            if any(_speaks_of(other, text, place, place=span) for span in free):
                yield _unlike(sides, only[0], other[free[0].start : free[0].end])
                return
    if sides.alignment.held >= WHOLE and not _ONLY.search(sides.claim) and not exceptions(sides.claim):
        held = next((span for span in exceptions(sides.statement) if _case(sides, span)), None)
        if held:
            yield _unlike(sides, "", sides.statement[held.start : held.end])
            return
    even = _EVEN.search(sides.claim)
    held = next((span for span in exceptions(sides.statement) if _meant(sides, span)), None)
    if even and held and not exceptions(sides.claim):
        yield _unlike(sides, even[0], sides.statement[held.start : held.end])


WHOLE = 0.85
"""Share of the claim that the statement must hold, so that the rule is the claim's; a default, not fitted."""
_CASE = later(r"\b(?:in|during|for|on|at|if|when|where|with)\b[^,;.]*", re.IGNORECASE)
"""The case that a claim is of."""


def _case(sides: Sides, span: Span) -> bool:
    """Whether the claim is of the very case that the statement takes out of its rule."""
    case = next((Span(*one.span()) for one in _CASE.finditer(sides.claim) if one.start() == 0), None)
    return case is not None and _speaks_of(sides.claim, sides.statement, span, place=case)


def _dispensed(sides: Sides) -> Iterator[Finding]:
    """`Without consent` of what the statement allows only with it, where the claim denies nothing else."""
    cue = _WITHOUT.search(sides.claim)
    needed = _NEEDED.search(sides.statement)
    if not cue or not needed or _ONLY.search(sides.claim):
        return
    if any(one.kind in DENYING and one.cue_start != cue.start() for one in negated(sides.claim)):
        return
    span, place = _named(sides.statement, needed.end()), _named(sides.claim, cue.end())
    if _speaks_of(sides.claim, sides.statement, span, place=place) or _has_the_noun(sides, place, span):
        said, stated = sides.claim[cue.start() : place.end], sides.statement[needed.start() : span.end]
        yield _unlike(sides, said, stated)


def _has_the_noun(sides: Sides, place: Span, span: Span) -> bool:
    """Whether what the claim does without must be there, by its noun: `inspection`, `100 % incoming inspection`."""
    said = [token for token in tokens(sides.claim) if _in(token.start, place)]
    needed = {token.stem: True for token in tokens(sides.statement) if _in(token.start, span)}
    return bool(said and needed) and all(related(one.stem, needed) for one in said) and said[-1].stem == [*needed][-1]


def _named(text: str, start: int) -> Span:
    """What a stretch names, without where and when: `a watcher outside the hatch`."""
    first = _WORD.match(text, start)
    end = _NOUN_ENDS.search(text, first.end() if first else start)
    return Span(start, end.start() if end else len(text))


_WORD = later(r"\W*\w+")


def _denies(text: str) -> bool:
    """Whether a text denies what it says outside its conditions."""
    aside = (*conditions(text), *(Span(*match.span()) for match in _REASON.finditer(text)))
    cues = [one for one in negated(text) if one.kind in DENYING and not within(one.cue_start, aside)]
    return any(not text[: one.cue_start].lower().endswith("with or ") for one in cues)


DENYING = frozenset({"not", "no", "never", "refusal", "without"})


def _of_only(text: str, only: re.Match[str]) -> Span:
    """The words that `only` is of: up to the verb, where it begins the text."""
    verb = _VERB.search(text, only.end())
    ends = verb.start() if verb and not text[: only.start()].strip() else len(text)
    return Span(only.end(), min(only.end() + WITHIN, ends))


def _in(place: int, span: Span) -> bool:
    return span.start <= place < span.end


def _unlike(sides: Sides, said: str, stated: str) -> Finding:
    start, place = sides.claim.find(said), sides.statement.find(stated)
    text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
    return Finding(
        "exception",
        conflict=True,
        text=text,
        claim=Span(start, start + len(said)) if start >= 0 and said else None,
        evidence=Span(place, place + len(stated)) if place >= 0 else None,
    )
