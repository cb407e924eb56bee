"""What stands in a place of the claim where the statement has something else, other than a number.

A name, a version, what was so before a change.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.agree.unnamed import borne
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import related, tokens
from kts.lexicon.analyse import terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.roles import Name
    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.quantities import Quantity

_PLACE = later(
    r"\b(?P<lead>laws? of|in|at|to|by|under|from|through|via|with|using|on)\s+(?:the |a |an )?\Z", re.IGNORECASE
)
_CHANGED = later(
    r"\b(?:moved|moves|went|goes|changed|changes|raised|increased|reduced|lowered|cut|extended|shortened|rose|fell|"
    r"dropped|switched|renamed|amended|decreased|grew|migrated)\b[^.;|]{0,40}?\bfrom (?P<old>[^.;|]{1,40}?) to (?=\S)",
    re.IGNORECASE,
)
_REPLACED = later(
    r"(?:\b(?:figure|amount|sum|number|value|date|word|rate)s? (?P<old>[^;|]{1,40}?) "
    r"(?:is|are|was|were|shall be|has been|have been) (?:hereby )?replaced (?:by|with)|"
    r"\breplac(?:es|ed|ing) (?P<former>[^.;|]{0,40}?\d[^;|]{0,20}?) (?:by|with)) (?=\S)",
    re.IGNORECASE,
)
_WAS = later(
    r"\((?:it |they )?(?:was|were|formerly|previously|before(?:hand)?|until then|up to now|earlier)[: ]+"
    r"(?P<old>[^()]{1,40})\)",
    re.IGNORECASE,
)
_INSTEAD = later(
    r"\b(?:instead of|in place of|rather than|no longer|(?:up|down) from|previously|formerly)"
    r" (?:(?!(?:and|but|or)\b)[^\s\d,.;:()|]+ ){0,4}?",
    re.IGNORECASE,
)
"""What a value was before, behind the one that is."""
_CHOICE = later(r"\b(?:may|can|could|might|or|if|would|either)\b", re.IGNORECASE)
"""What makes two values a choice and not a change."""
PAST = later(
    r"\b(?:was|were|had|used to|instead of|in place of|rather than|from|before|until|formerly|previously|earlier|old"
    r"|no longer|did|ran)\b",
    re.IGNORECASE,
)
"""What makes a claim one of the time before a change."""
_VERSION = later(
    r"(?:(?i:\b(?:version|release|revision|edition|firmware|rev\.?|ed\.?|fw|v)[ .]?)"
    r"(?P<named>\d{1,3}(?:\.(?:\d{1,4}|x)){0,3}|[A-Z]\b)"
    r"|\b(?!(?i:section|clause|article|schedule|table|part|chapter|annex|paragraph|tls|ssl)\b)[A-Za-z]{4,} "
    r"(?P<bare>\d{1,3}(?:\.\d{1,4}){1,2}|\d{1,3}\.x)"
    r"|(?<![\w.,:/\u00a3$\u20ac])(?P<exact>\d{1,3}(?:\.\d{1,4}){2}(?:-(?:rc|alpha|beta|preview|snapshot)[.-]?\d{0,3})?))"
    r"(?![\w%]|[.,:]\d)"
)
_ORDINAL = frozenset({"ordinal"})


def superseded_values(sides: Sides) -> Iterator[Finding]:
    """What the statement says was so until a change, claimed as what is so."""
    if PAST.search(sides.claim):
        return
    for place in _old(sides.statement):
        old = sides.statement[slice(*place)]
        rest = sides.statement[: place.start] + sides.statement[place.end :]
        here = _claimed(sides.claim, old, rest)
        if here is not None and not denied(sides.claim, *here):
            text = f"the evidence says that {quoted(old)} was so before"
            yield Finding("contrast", conflict=True, text=text, claim=here, evidence=place)
            return


@lru_cache(maxsize=1024)
def _old(text: str) -> tuple[Span, ...]:
    """Where a text has what was so before."""
    found = [*_CHANGED.finditer(text), *_WAS.finditer(text), *_REPLACED.finditer(text)]
    spans = [Span(*match.span("old" if match["old"] else "former")) for match in found]
    cues = [one for one in _INSTEAD.finditer(text) if not _CHOICE.search(text, 0, one.start())]
    spans += [
        Span(one.start, one.end) for one in quantities(text) if any(_right_behind(cue, one.start) for cue in cues)
    ]
    return tuple(spans)


def _right_behind(cue: re.Match[str], place: int) -> bool:
    """Whether a value is the first one behind a cue."""
    return _INSTEAD.fullmatch(cue.string, cue.start(), place) is not None


def _claimed(claim: str, old: str, rest: str) -> Span | None:
    """Where a claim has the value or words of a stretch of the statement that the rest of it does not have."""
    values, others = quantities(old), quantities(rest)
    for one in quantities(claim):
        if any(equal(one, other) for other in values) and not any(equal(one, other) for other in others):
            return Span(one.start, one.end)
    if values:  # `port 8443` is no quantity of the claim's, and is the bare `8443` of the statement
        bare = rf"(?<![\w.,]){re.escape(old.strip())}(?![\w%]|[.,]\d)"
        match = re.search(bare, claim) if old.strip().isdigit() and not re.search(bare, rest) else None
        return Span(*match.span()) if match else None
    stems = {token.stem for token in tokens(old)} - set(terms(rest))
    found = [token for token in tokens(claim) if token.stem in stems]
    return Span(found[0].start, found[-1].end) if found and len(found) == len(stems) else None


def placed_names(sides: Sides) -> Iterator[Finding]:
    """A name where the statement has another one behind the same word: `in Paris` against `in London`."""
    claimed = [(lead, name) for name in names(sides.claim) if (lead := _lead(sides.claim, name))]
    if not claimed:
        return
    here = frozenset(terms(f"{sides.statement} {sides.near} {sides.about}"))
    stated = [(lead, name) for name in names(sides.statement) if (lead := _lead(sides.statement, name))]
    ours = frozenset(terms(sides.claim))
    for lead, name in claimed:
        if not here.isdisjoint(name.stems) or borne(name, sides.statement):
            continue
        rivals = [other for word, other in stated if word == lead and ours.isdisjoint(other.stems)]
        if rivals:
            text = f"the claim says {quoted(name.text)}, the evidence {quoted(rivals[0].text)}"
            span, place = Span(name.start, name.end), Span(rivals[0].start, rivals[0].end)
            yield Finding("other_name", conflict=True, text=text, claim=span, evidence=place)
            return


def _lead(text: str, name: Name) -> str:
    match = _PLACE.search(text, 0, name.start)
    return match["lead"].lower().replace("laws", "law") if match else ""


def ordinals(sides: Sides) -> Iterator[Finding]:
    """The first day against the fourth day."""
    claimed, stated = _ordinals(sides.claim), _ordinals(sides.statement)
    for one, noun in () if _LATER.search(sides.statement) else claimed:
        alike = [other for other, thing in stated if thing == noun]
        if alike and all(other.value != one.value for other in alike):
            text = f"the claim says {quoted(one.text)}, the evidence {quoted(alike[0].text)}"
            here, there = Span(one.start, one.end), Span(alike[0].start, alike[0].end)
            yield Finding("number", conflict=True, text=text, claim=here, evidence=there)
            return


_LATER = later(
    r"\b(?:after (?:that|this|it)|thereafter|afterwards|from then on|beyond that|subsequent\w*|later (?:ones|years))\b",
    re.IGNORECASE,
)
"""What speaks of those behind the first ones, too: `free for the first year; after that 6 euros`."""


def _ordinals(text: str) -> list[tuple[Quantity, str]]:
    """The ordinals of a text with the stem of the word behind each."""
    found = []
    for one in quantities(text):
        behind = re.search(r" ([a-z]+)\Z", one.text) or re.match(r"\W+([a-z]+)", text[one.end :])
        noun = terms(behind[1])[:1] if behind else []
        if one.kind in _ORDINAL and noun:
            found.append((one, noun[0]))
    return found


def versions(sides: Sides) -> Iterator[Finding]:
    """A version that the claim names, where the statement's document is of another one, or no place has it."""
    claimed = _versions(sides.claim)
    if not claimed:
        return
    lines = sides.about.split("\n")
    own = _of_heading(lines[1:2]) or [
        mark for mark, _ in _versions(f"{lines[0]}\n{lines[-2] if len(lines) > 1 else ''}")
    ]
    said = [mark for mark, _ in _versions(f"{sides.statement}\n{sides.near}")]
    values = [one for one in quantities(sides.claim) if one.unit]
    for mark, span in claimed:
        if any(one.start < span.end and span.start < one.end for one in values):
            continue
        if _between(mark, sides):
            continue
        beyond = mark.count(".") == EXACT and bool(_RANGE.search(sides.statement)) and mark not in sides.statement
        if not beyond and (any(_of_version(mark, other) for other in (*own, *said)) or _stands(mark, sides.whole)):
            continue
        if own or mark.count(".") >= EXACT:
            other = f"the evidence about {(own or said)[0]}" if own or said else "which the evidence does not name"
            text = f"the claim is about version {mark}, {other}"
            yield Finding("release", conflict=False, text=text, claim=span)
            return


def _of_heading(headings: Sequence[str]) -> list[str]:
    """The versions of a heading that names nothing else but a day, `5.1.0 (2025-06-01)`; `5.1 Scope` has a number."""
    found = [_ALONE.fullmatch(one) for one in headings]
    return [one["version"].lower() for one in found if one and (one["word"] or (one["day"] and dates(one["day"])))]


_ALONE = later(
    r"\W{0,8}(?:(?P<word>(?i:version|release|firmware|software|rev\.?|v)) ?)?(?P<version>\d{1,3}(?:\.\d{1,4}){1,3})"
    r"(?P<day>[ \t]*[-(\u2013,:][\d\s./A-Za-z,-]{4,24}\)?)?\W*"
)


def _stands(mark: str, text: str) -> bool:
    """Whether a text has a version's number by itself, no figure of another one; a letter only as a version."""
    if mark.isalpha():
        return any(mark == other for other, _ in _versions(text))
    behind = r"(?![\w%]|[.,]\d|-(?:rc|alpha|beta|preview|snapshot))"  # a release is not its candidate
    return re.search(rf"(?<![\w.,])v?{re.escape(mark)}{behind}", text, re.IGNORECASE) is not None


EXACT = 2
"""Dots of a version that names one release only."""


def _between(mark: str, sides: Sides) -> bool:
    """Whether a version lies within a range that the statement gives."""
    return any(
        _ordered(match["first"]) <= _ordered(mark) <= _ordered(match["last"])
        for match in _RANGE.finditer(f"{sides.statement}\n{sides.near}")
    )


_RANGE = later(r"(?P<first>\d+(?:\.\d+){1,3})\s*(?:to|through|until|up to|-|\u2013)\s*(?P<last>\d+(?:\.\d+){1,3})")


def _ordered(mark: str) -> list[int]:
    return [int(part) for part in mark.split(".") if part.isdigit()]


@lru_cache(maxsize=2048)
def _versions(text: str) -> Sequence[tuple[str, Span]]:
    """The versions that a text names: behind the word, behind a name, or so exact that they can be nothing else."""
    return [
        ((match["named"] or match["bare"] or match["exact"]).lower(), Span(*match.span()))
        for match in _VERSION.finditer(_FILED.sub(" ", text))
    ]


_FILED = later(
    r"(?<=[A-Za-z])[-_](?=(?:v|rev|ed)?\d)|(?<=\d)_(?=\d)|\.(?=(?:md|html?|docx?|pdf|txt|xlsx?|pptx?)\b)", re.IGNORECASE
)
"""What stands before a version in the name of a file, and behind it."""


def _of_version(one: str, other: str) -> bool:
    """Whether one version is the other or a part of it: 4.2.1 is of 4.2 and of 4.x."""
    mine, theirs = one.split("."), other.removesuffix(".x").split(".")
    least = min(len(mine), len(theirs))
    return mine[:least] == theirs[:least]


def named_columns(claim: str, heads: Sequence[str]) -> list[int]:
    """Which columns but the first a claim names by a word of theirs that no other one has."""
    said = {token.stem: True for token in tokens(claim)}
    return [at for at, head in enumerate(heads) if at and _names(head, heads, said)]


def _names(head: str, heads: Sequence[str], said: dict[str, bool]) -> bool:
    """Whether the claim has a word of a column's header that no other column has."""
    others = {token.stem for other in heads if other != head for token in tokens(other)}
    return any(related(token.stem, said) for token in tokens(head) if token.stem not in others)
