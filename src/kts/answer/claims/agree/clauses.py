"""A value of one clause of a statement, claimed of what another clause has its own value for.

`Line A takes 4 bar; line B 6 bar`, `40 dB by night; 55 dB by day`: what tells the two apart may be a letter or a word
that carries no topic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import FUNCTION_WORDS
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import MEASURED, comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides

_CUT = later(r"; (?:and |but )?|, (?:and|but|while|whereas) (?=[^,;]*\d)")
MOST = 4
"""Clauses of a statement that are told apart, at most; a default."""
_WORD = later(r"[^\W_]+")


def of_the_other(sides: Sides) -> Iterator[Finding]:
    """A value that only one clause has, in a claim with the words of another one and none of its own."""
    if sides.statement.startswith("|") or _CUT.search(sides.claim):
        return
    parts = _parts(sides.statement)
    claimed = [one for one in quantities(sides.claim) if one.kind in MEASURED]
    if not 1 < len(parts) <= MOST or len(claimed) != 1:
        return
    (mine,) = claimed
    holding = [part for part in parts if any(equal(mine, one) for one in quantities(sides.statement[slice(*part)]))]
    rivals = [
        part
        for part in parts
        if part not in holding and any(comparable(mine, one) for one in quantities(sides.statement[slice(*part)]))
    ]
    if len(holding) != 1 or len(holding) + len(rivals) < len(parts):
        return
    own, said = _words(sides.statement, holding[0]), _words(sides.claim, Span(0, len(sides.claim)))
    others = frozenset().union(*(_words(sides.statement, part) for part in rivals))
    if said & (others - own) and not said & (own - others):
        there = sides.statement[slice(*holding[0])].strip()
        text = f"the evidence says {quoted(mine.text)} of something else: {quoted(there)}"
        yield Finding("contrast", conflict=True, text=text, claim=Span(mine.start, mine.end), evidence=holding[0])


def _parts(text: str) -> Sequence[Span]:
    cuts = list(_CUT.finditer(text))
    starts = [0, *(one.end() for one in cuts)]
    ends = [*(one.start() for one in cuts), len(text)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True)]


def _words(text: str, part: Span) -> frozenset[str]:
    """What a clause has besides its values: stems, and letters by which things are told apart: line A."""
    values = [(one.start, one.end) for one in quantities(text)]
    found: set[str] = set()
    for word in _WORD.finditer(text, *part):
        if any(start <= word.start() < end for start, end in values):
            continue
        if len(word[0]) == 1 and word[0].isupper() and word.start() > part.start:
            found.add(word[0])
        elif word[0].lower() not in FUNCTION_WORDS and not word[0].isdigit():
            found.update(terms(word[0]) or (word[0].lower(),))
    return frozenset(found)
