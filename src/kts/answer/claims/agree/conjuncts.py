"""A claim that needs less than the statement: one of two conditions, one month instead of two in a row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted, told_apart
from kts.answer.claims.match import has_value, related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities_numbers import ONES
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_VERB = r"(?:is|are|was|were|has|have|had|does|do|did|can|cannot|may|must|shall|will|[a-z]{3,}(?:ed|es|(?<!s)s))\b"
_CASE = r"\b(?:if|when|whenever|where|once|provided(?: that)?|as long as|in case|on condition that)\b"
_BOTH = later(
    rf"{_CASE} (?P<one>[^,;.:|]*?\b{_VERB}[^,;:|]*?),? and (?:also )?(?:if |when |that )?"
    rf"(?P<other>(?:the|a|an|its|their|this|that|no|it|he|she|they|[A-Z][\w-]+) (?:[\w'-]+ ){{0,4}}?{_VERB}"
    rf"(?:(?!{_CASE})[^,;:|])*)(?=[,;:|]|\Z)",
    re.IGNORECASE,
)
"""Two conditions, each with a verb of its own: `if A exceeds B and the guest has been warned`."""
_SAID = later(rf"(?<!only ){_CASE} (?P<what>[^,;|]+)", re.IGNORECASE)
_EITHER = later(r"\b(?:either|or|only|among others?|inter alia|amongst?)\b", re.IGNORECASE)
OF_IT = 0.5
"""Share of the words of the first condition that a claim must have to be of it; a default, not fitted."""
_UNIT = r"(?P<unit>minute|hour|day|night|week|month|quarter|season|year|time)s?"
_RUNNING = later(
    rf"\b(?P<count>[a-z]+|\d{{1,3}}) (?:consecutive|successive|straight) (?:\w+ )?{_UNIT}\b"
    rf"|\b(?P<number>[a-z]+|\d{{1,3}}) {_UNIT.replace('unit', 'span')} (?:in a row|running|in succession|on end)\b",
    re.IGNORECASE,
)
_SINGLE = later(
    rf"\b(?:in|for|during|over|within) (?P<count>an?|one|any|a single|any one|1|[a-z]+|\d{{1,3}}) {_UNIT}\b",
    re.IGNORECASE,
)
_ONE = frozenset({"a", "an", "one", "any", "a single", "any one"})


def half(sides: Sides) -> Iterator[Finding]:
    """One of two conditions of the statement, claimed as if it were enough."""
    needed, said = _BOTH.search(sides.statement), _SAID.search(sides.claim)
    if needed is None or said is None or _EITHER.search(sides.claim):
        return
    if any(not said.start() <= one.cue_start < said.end() for one in negated(sides.claim)):
        return
    ours = {token.stem: True for token in tokens(sides.claim)}
    case = {token.stem: True for token in tokens(said["what"])}
    for kept, left in (("one", "other"), ("other", "one")):
        own = [token.stem for token in tokens(needed[kept])]
        rest = sides.statement[: needed.start(left)] + sides.statement[needed.end(left) :]
        known = {token.stem: True for token in tokens(rest)}
        lost = [token.stem for token in tokens(needed[left]) if not related(token.stem, known)]
        held = sum(bool(related(stem, case)) for stem in own)
        if has_value(sides.claim, needed[left]):
            continue
        if own and lost and held >= OF_IT * len(own) and not any(related(stem, ours) for stem in lost):
            text = f"the evidence also asks that {quoted(needed[left])}"
            here, there = Span(*said.span()), Span(*needed.span(left))
            yield Finding("half_condition", conflict=False, text=text, claim=here, evidence=there)
            return


def in_a_row(sides: Sides) -> Iterator[Finding]:
    """Another number of days, weeks or months than those that the statement wants one after the other."""
    stated = _RUNNING.search(sides.statement)
    if stated is None or _RUNNING.search(sides.claim):
        return
    unit = (stated["unit"] or stated["span"]).lower()
    wanted = _number(stated["count"] or stated["number"])
    for match in _SINGLE.finditer(sides.claim):
        number = _number(match["count"])
        if match["unit"].lower() == unit and wanted and number and number != wanted:
            here, there = Span(*match.span()), Span(*stated.span())
            text = told_apart(sides.claim, here, sides.statement, there)
            yield Finding("number", conflict=True, text=text, claim=here, evidence=there)
            return


def both_in_a_row(sides: Sides) -> bool:
    """Whether both want as many of them one after the other: `two consecutive months`, `two months in a row`."""
    ours, theirs = _RUNNING.search(sides.claim), _RUNNING.search(sides.statement)
    if ours is None or theirs is None:
        return False
    counts = [_number(one["count"] or one["number"]) for one in (ours, theirs)]
    return counts[0] == counts[1] > 0


IN_A_ROW = later(
    r"\b(?:consecutive|successive|straight|running|(?:in )?(?:a row|succession)|on end|for|in|over|during)\b",
    re.IGNORECASE,
)
"""The words by which that is said."""


def _number(word: str) -> int:
    """The number of a figure or a word, 0 where it is none."""
    said = word.lower()
    if said in _ONE:
        return 1
    return int(said) if said.isdigit() else int(ONES.get(said, 0))
