"""Within a time, before it or behind it: *60 days' notice after the minimum term* is none during that term."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import tokens
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_STOPS = r"(?:and|or|but|if|unless|in|on|at|to|by|of|for|with|from|the|a|an)\b"
_SPELL = later(
    r"(?i)\b(?:(?P<within>during|throughout|in the course of)|(?P<behind>after|following|beyond)"
    r"|(?P<before>before|prior to)|(?P<outside>outside(?: of)?)) (?:the end of )?"
    r"(?:the|an?|its|their|our|your|his|her|any|each|this|that) "
    rf"(?P<thing>[a-z][\w-]*(?: (?!{_STOPS})[a-z][\w-]*){{0,2}})(?=\W*\Z|[,.;:)]| {_STOPS})"
)
"""A thing that takes time, within, before or behind which something is; what is done to it takes another rule."""


def of_another_spell(sides: Sides) -> Iterator[Finding]:
    """What a claim says of the time within something, where the statement says it of the time behind it, or before."""
    stated = list(_SPELL.finditer(sides.statement))
    for said in _SPELL.finditer(sides.claim) if stated else ():
        alike = [one for one in stated if _thing(one) == _thing(said)]
        if alike and all(_side(one) != _side(said) for one in alike):
            text = f"the claim says {quoted(said[0])}, the evidence {quoted(alike[0][0])}"
            place = Span(*alike[0].span())
            yield Finding("sequence", conflict=True, text=text, claim=Span(*said.span()), evidence=place)
            return


def _thing(found: re.Match[str]) -> frozenset[str]:
    return frozenset(token.stem for token in tokens(found["thing"]))


def _side(found: re.Match[str]) -> str:
    return next(name for name in ("within", "behind", "before", "outside") if found[name])
