"""Who holds which post, in a list of people: `Olaf Brandt (COO), Suki Adeyemi (Finance Director), Pavel Dusek`.

A post belongs to the one beside whom it stands; a claim that gives it to somebody else of the list says otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.analyse import terms
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

WHO = (
    rf"[{UPPER}][\w'\u2019.-]+"
    rf"(?: (?:(?:de|van|von|der|den|da|di|del|la|le) ){{0,2}}[{UPPER}][\w'\u2019.-]*){{0,3}}"
)
_POST = later(rf"(?P<who>{WHO}) \((?P<post>[A-Za-z][^()\d]{{1,60}})\)")
_BEHIND = later(
    rf"(?P<who>{WHO}), (?:the |our |its )?(?P<post>(?!(?:and|or|who|which)\b)[A-Za-z][\w' -]{{1,50}})(?=[,;.]|\Z)"
)
_LABELLED = later(rf"(?:\A|[;,.|] |\n)(?P<post>[{UPPER}][\w' -]{{1,40}}): (?P<who>[{UPPER}][^.;:|\n]*)")
_WITHIN = later(rf"[(;,] ?(?P<post>[a-z][\w'-]*(?: [a-z][\w'-]*){{0,3}}): (?P<who>{WHO})")
"""`Ann Hill (deputy: Bob Moor)`"""
_PARTS = later(r"\s*(?:,|;|/|&|\band\b)\s*(?:the )?")
_BEING = (
    r"(?:is|was|are|were|remains|became|has been|serves as|served as|acts as|acted as|works as|"
    r"holds the (?:post|office) of)"
)
_IS_IT = later(rf"(?P<who>{WHO})(?: {_BEING}|, who {_BEING}) (?:also )?(?!an? )(?:the |our |its )?(?P<post>[A-Za-z].*)")
"""What somebody is alone: `is a nurse` says nothing of who else is one."""
_IT_IS = later(
    rf"\b(?:(?:The|the|Our|our|Its|its) )(?P<post>[A-Za-z][^,;.]{{1,60}}?) (?:is|was|remains) (?P<who>{WHO})"
)
_STATED = later(rf"{_IT_IS.pattern}(?P<more>(?:,? (?:and|or|&) |, )[{UPPER}])?")
"""The same in a statement; one of several is told apart by what follows."""
_MANY = later(r"(?:[^s]s|ies)\Z")


class Post(NamedTuple):
    """A post, the stems of it in their order and of who holds it, and where the two stand."""

    post: tuple[str, ...]
    who: frozenset[str]
    place: Span


def posts(sides: Sides) -> Iterator[Finding]:
    """A post of somebody in the statement or beside it, claimed of somebody else whom the passage names."""
    claimed = tuple(_claimed(sides.claim))
    here = frozenset(terms(f"{sides.statement}\n{sides.whole}")) if claimed else frozenset()
    for who, post, span in claimed:
        if not who or not who <= here:
            continue
        for text, own in ((sides.statement, True), (sides.whole, False)):
            same = [one for one in held(text) if post[: len(one.post)] == one.post]
            if same and not any(who <= one.who | frozenset(one.post) for one in same):
                told = f"in the evidence it is {quoted(text[slice(*same[0].place)])}"
                place = same[0].place if own else None
                yield Finding("post" if own else "other_party", conflict=own, text=told, claim=span, evidence=place)
                return
            if same:
                break


@lru_cache(maxsize=1024)
def held(text: str) -> tuple[Post, ...]:
    """The posts that a text puts beside people."""
    found = (
        Post(tuple(terms(part)), frozenset(terms(match["who"])), Span(*match.span()))
        for shape in (_POST, _BEHIND, _LABELLED, _WITHIN, _STATED)
        for match in shape.finditer(text)
        for part in _PARTS.split(match["post"])
        if not match.groupdict().get("more")
        if shape in {_LABELLED, _WITHIN, _STATED} or not _MANY.search(part)  # `Adler and Prat (directors)` are both
    )
    return tuple(one for one in found if one.post and one.who)


def _claimed(claim: str) -> Iterator[tuple[frozenset[str], tuple[str, ...], Span]]:
    """Who is what by a claim."""
    for shape in (_IS_IT, _IT_IS):
        for match in shape.finditer(claim):
            yield frozenset(terms(match["who"])), tuple(terms(match["post"])), Span(*match.span("who"))
