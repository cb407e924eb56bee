"""What one clause says of one thing, claimed of that of the next: *The lead carries the silver key; the medic the red*.

Two clauses that share a word and have others of their own say each its own of something else. A claim that takes words
of both, and leaves words of both, is in neither. So are labels in one line: *Forge: powder. Workshop: carbon dioxide.*
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import PRONOUNS, Finding, quoted
from kts.answer.claims.match import labelled, long, related, tokens
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides

_JOINT = later(r";\s|,? \b(?:while|whereas|but)\b ")
_SEVERAL = later(
    r"(?i)[;,]|\b(?:and|or|both|all|while|whereas|but|than|before|after|instead|not|no|nor|neither|never|except|unless|"
    r"other|same|also|too|if|when|each|every)\b|n['\u2019]t\b"
)
"""What makes a claim more than one thing said of one."""
_UNEVEN = later(r"(?i)\b(?:others?|same|also|too|both|each|all|these|those|former|latter|not|no|never|nor|neither)\b")
"""What makes a clause speak of the things of another one, or deny what that says."""
CLAUSES = 4
"""Clauses of a statement at most (a default)."""


def mixed(sides: Sides) -> Iterator[Finding]:
    """Words of the claim that are each of another clause, where both clauses go on otherwise."""
    if sides.statement.startswith("|") or long(sides.claim) or _SEVERAL.search(sides.claim):
        return
    clauses = _clauses(sides)
    if not 1 < len(clauses) <= CLAUSES or any(_UNEVEN.search(one) or _refers(one) for one in clauses):
        return
    said = {token.stem: token for token in tokens(sides.claim)}
    held = [{token.stem: token.word for token in tokens(one)} for one in clauses]
    even = all(map(_is_label, clauses))
    for own, other in permutations(held, 2):
        alone = [{stem for stem in one if not related(stem, two)} for one, two in ((own, other), (other, own))]
        taken = [{stem for stem in said if related(stem, dict.fromkeys(one))} for one in alone]
        left = [{stem for stem in one if not related(stem, said)} for one in alone]
        both = {stem for stem in said if related(stem, own) and related(stem, other)}
        if all(taken) and all(left) and (both or even) and len(taken[0] | taken[1] | both) == len(said):
            word = min((said[stem] for stem in taken[1]), key=lambda token: token.start)
            text = f"the evidence says {quoted(word.word)} of something else"
            yield Finding("swapped", conflict=True, text=text, claim=Span(word.start, word.end))
            return


def _clauses(sides: Sides) -> Sequence[str]:
    """The clauses of a statement; of a short label with its value those with their labels beside it, too."""
    if _is_label(sides.statement):
        line = next((one for one in sides.whole.splitlines() if sides.statement in one), "")
        said = [line[start:end] for start, end in sentences(line)]
        return said if len(said) > 1 and all(map(_is_label, said)) else ()
    return () if long(sides.statement) else [one for one in _JOINT.split(sides.statement) if tokens(one)]


def _is_label(text: str) -> bool:
    return labelled(text) and not long(text) and text.count(":") == 1


def _refers(clause: str) -> bool:
    return not PRONOUNS.isdisjoint(clause.casefold().split())
