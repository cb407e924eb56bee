"""What a statement is of, or stands under, that the claim excludes: another machine, staging instead of production."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import stems, tokens
from kts.data import table
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides


_MACHINE = later(r"(?<![\w./@-])(?P<series>[a-z][a-z0-9]*(?:[-_][a-z]+)*[-_]?)(?P<number>\d{1,4})(?![\w-]|\.\w)")
"""A thing of a series, as machines, nodes and queues are called: `web-01`, `db-replica-2`, `vlan12`."""


def machines(sides: Sides) -> Iterator[Finding]:
    """A thing of a series that the claim names, where the statement has or stands under another one of that series."""
    under = f"{sides.statement}\n{sides.near.partition(chr(10))[0]}\n{sides.about}"
    for match in _MACHINE.finditer(sides.claim):
        if re.search(rf"(?<![\w-]){re.escape(match[0])}(?![\w-])", under):
            continue
        rival = re.search(rf"(?<![\w-]){re.escape(match['series'])}\d{{1,4}}(?![\w-])", under)
        if rival:
            text = f"the claim names {quoted(match[0])}, the evidence {quoted(rival[0])}"
            yield Finding("code", conflict=False, text=text, claim=Span(*match.span()))
            return


@cache
def _scopes() -> Sequence[Sequence[frozenset[str]]]:
    """Groups of scopes that exclude each other, each by the stems that name it."""
    groups: Sequence[Sequence[str]] = table("gate_senses.json")["scopes"]
    return [[frozenset(stem for word in one.split() for stem in terms(word)) for one in group] for group in groups]


def scopes(sides: Sides) -> Iterator[Finding]:
    """A scope that the claim names, where the statement stands under another one of its kind and nothing names it."""
    said = {token.stem: token for token in tokens(sides.claim)}
    for group in _scopes():
        claimed = [one for one in group if not one.isdisjoint(said)]
        if len(claimed) != 1:
            continue
        here = stems(f"{sides.statement} {sides.near} {sides.about}")
        others = [one for one in group if one is not claimed[0]]
        rival = next((stem for one in others for stem in sorted(one) if stem in stems(sides.about)), "")
        if rival and here.isdisjoint(claimed[0]):
            token = next(said[stem] for stem in sorted(claimed[0]) if stem in said)
            text = f"the claim is about {quoted(token.word)}, the evidence stands under {quoted(rival)}"
            yield Finding("document", conflict=False, text=text, claim=Span(*token[:2]))
            return


_DEFINES = later(
    r"\W{0,6}[\"\u201c](?P<term>[^\"\u201c\u201d]{2,60})[\"\u201d]\W{0,3}"
    r"(?:means?|shall mean|has the meaning|refers? to)\b"
)


def definitions(sides: Sides) -> Iterator[Finding]:
    """What a term means, against a claim that does not speak of it: a definition says nothing of its other words."""
    found = _DEFINES.match(sides.statement)
    if found and stems(sides.claim).isdisjoint(terms(found["term"])):
        text = f"the evidence says what {quoted(found['term'])} means"
        yield Finding("definition", conflict=False, text=text, evidence=Span(*found.span("term")))
