"""What one person is to another, and for whom: `the deputy of Ann Hill`, `signed for Alpha Ltd`.

A word such as *deputy* says which of two persons is the one and which the other. Evidence that gives it to the one
whose deputy the claim names says the reverse; so does a list that puts a person beside another house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.posts import WHO, held
from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.posts import Post
    from kts.answer.claims.agree.sides import Sides

_IS = r"(?:is|was|becomes|became|remains|acts as|ist|war)"
_WORD = r"(?P<post>[^\W\d_][\w-]*)"
_SHAPES = (
    later(rf"(?P<who>{WHO}) {_IS} (?:the |an? |der |die )?{_WORD} (?:of|to|von) (?:the )?(?P<whose>{WHO})"),
    later(rf"(?P<who>{WHO}) {_IS} (?P<whose>{WHO})(?:'s|s') {_WORD}"),
    later(rf"(?P<whose>{WHO})(?:'s|s') {_WORD} {_IS} (?P<who>{WHO})"),
    later(rf"\b(?:[Tt]he|[Dd]er|[Dd]ie) {_WORD} (?:of|to|von) (?P<whose>{WHO}) {_IS} (?P<who>{WHO})"),
)
"""Who is what to whom."""
_GIVEN = (
    later(rf"(?:\A|[(;,.|] ?|\n){_WORD}: (?P<who>{WHO})"),
    later(
        r"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Mm]eine?) "
        rf"{_WORD}(?: [^.,;:()\n]{{1,80}})? {_IS} (?P<who>{WHO})"
    ),
    later(rf"(?P<who>{WHO}),? \(?(?:my |his |her |their |the )?{_WORD}(?=[),.;]|\Z)"),
    later(rf"(?P<who>{WHO}) {_IS} (?:my|his|her|their|our|the|an?) {_WORD}\b"),
)
"""Who is what, whose ever."""
_FOR = later(
    rf"\b(?:for|on behalf of|f\u00fcr|pour|im Namen (?:der|des|von)|au nom de) (?:the |der |die |das )?(?P<house>{WHO})"
)


class Kin(NamedTuple):
    """Who is what to whom, as stems; `place` is where who it is stands."""

    who: frozenset[str]
    post: tuple[str, ...]
    whose: frozenset[str]
    place: Span


def turned(sides: Sides) -> Iterator[Finding]:
    """Somebody's deputy by the claim, where the evidence gives that word to the one whose deputy it should be."""
    for one in _kin(sides.claim):
        given = [
            (frozenset(terms(match["who"])), Span(*match.span("who")))
            for shape in _GIVEN
            for match in shape.finditer(sides.statement)
            if tuple(terms(match["post"])) == one.post
        ]
        if not given or any(one.who <= who or who <= one.who for who, _ in given):
            continue
        place = next((span for who, span in given if one.whose <= who or who <= one.whose), None)
        if place is None:
            continue
        here = one.who <= frozenset(terms(sides.statement))
        text = f"in the evidence it is {quoted(sides.statement[slice(*place)])}"
        yield Finding("swapped" if here else "other_party", conflict=here, text=text, claim=one.place, evidence=place)
        return


def _kin(text: str) -> Iterator[Kin]:
    for shape in _SHAPES:
        for match in shape.finditer(text):
            who, post, whose = (terms(match[name]) for name in ("who", "post", "whose"))
            if who and post and whose:
                yield Kin(frozenset(who), tuple(post), frozenset(whose), Span(*match.span("who")))


def for_whom(sides: Sides) -> Iterator[Finding]:
    """Somebody who does it for one house by the claim, and stands beside another one in a list of both."""
    beside = held(sides.statement)
    said = frozenset(terms(sides.claim))
    for match in _FOR.finditer(sides.claim) if len(beside) > 1 else ():
        house = frozenset(terms(match["house"]))
        mine = [one for one in beside if one.who <= said]
        others = [one for one in beside if one not in mine and _alike(house, one)]
        if not mine or not others or any(_alike(house, one) for one in mine):
            continue
        text = f"the evidence has {quoted(sides.statement[slice(*mine[0].place)])}"
        yield Finding("swapped", conflict=True, text=text, claim=Span(*match.span("house")), evidence=mine[0].place)
        return


def _alike(house: frozenset[str], one: Post) -> bool:
    """Whether what stands beside somebody is a house: `Alpha` is `Alpha Ltd`."""
    beside = frozenset(one.post)
    return bool(house) and (house <= beside or beside <= house)
