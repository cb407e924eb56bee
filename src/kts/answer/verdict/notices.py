"""What a page says of itself: that it is out of date, or that whom it names has left. Nobody removes old pages.

A page that another one replaces is known by that one (`kts.answer.standing.inforce`); these have only a notice at their
beginning, which no statement below repeats. What says nothing of the kind goes before them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.choose.extract import put_behind
from kts.answer.gather import timed
from kts.answer.means import record as record_of
from kts.answer.standing.drafts import asks_for_draft, unagreed
from kts.answer.standing.placed import is_old
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Constraint
    from kts.records import DocumentRecord

HEAD = 300
"""Characters at the beginning of a page in which such a notice stands (a default)."""
_OVER = (
    r"(?i:out of date|out-of-date|outdated|not (?:up to date|maintained)(?: any ?more)?|do not use(?: any ?more)?"
    r"|no longer (?:maintained|updated|valid|current|used|in use|correct|true|applies|relevant)"
    r"|nicht mehr (?:aktuell|g\u00fcltig|gepflegt|in Gebrauch)|veraltet|\u00fcberholt)"
)
_GONE = "deprecated|obsolete|archived|retired|discontinued|withdrawn"
_ANY = rf"(?:(?i:{_GONE})|{_OVER})"
_PAGE = (
    "(?i:page|document|runbook|playbook|guide|wiki|file|manual|article|list|text|procedure|instructions?|handbook|note"
    "|seite|dokument|anleitung|liste)"
)
_SITE = "(?i:intranet|web ?site|portal|knowledge base|help ?desk|version|copy|edition)"
_BEGINS = r"(?:\A|\n|[.!?:|][*_ \t]+)[ \t>#;/*_\[(-]{0,8}(?:(?i:warning|note|attention|caution|achtung)[:!*_ ]{1,4})?"
_NOTICE = later(
    rf"{_BEGINS}(?P<bare>{_OVER}(?=[*_ \t]*[!.:;,\n\])\u2013-]|\Z)|(?i:{_GONE})(?=[*_]*!)|(?:{_GONE.upper()})\b"
    rf"|(?i:status)[*_]*:[*_ \t]{{0,3}}{_ANY}\b)"
    rf"|\b(?P<said>(?i:this|the whole|diese[rs]?) (?:\w+ )?{_PAGE} (?i:is|has been|was|ist|wurde) (?i:now |by now )?"
    rf"{_ANY}\b)"
)
_OLD = rf"(?:(?i:old)|{_ANY})"
_TITLED = later(
    rf"[(\[](?:(?i:alt)|{_OLD})(?: (?:{_PAGE}|(?i:version)))?[)\]]|\A{_ANY}\b[ \t]*[:!\u2013-]"
    rf"|[(\[]{_OLD}(?:[ \t]*[;:.\u2013\u2014]|[ \t]+--?(?=[ \t])|,(?=[ \t]+(?i:see|use|do not|replaced|superseded)\b))"
    r"(?![ \t]*(?i:new|neu|vs|versus)\b)[^()\[\]\n]{1,80}[)\]]"
    r"|\A(?i:old)(?:[ \t]*[:!]|[ \t]+[\u2013\u2014-])(?=[ \t])"
    rf"|\A(?i:old|former|previous|archived|alte[rs]?) (?:{_PAGE}|{_SITE})(?=[ \t]*(?:[(\[:\u2013\u2014]|-[ \t]|\Z))"
    r"|\AOLD(?=[ \t]+[A-Z]?[a-z])|(?<=[a-z\d)])[ \t]+(?:[\u2013\u2014-][ \t]*)?OLD(?=\W*\Z)"
)
"""A mark in a title or in the first heading: `(OLD - see the intranet)`, `Old wiki: Tips`, `OLD Tips`. A word of the
title is none: `Old-age pensions`, `Fees (old - new)`."""
_FIRST = later(r"(?m)^#[ \t]+(?P<heading>[^\n]{1,200})$")
_LEFT = later(
    r"(?i)\b(?:has |had )?left (?:the |our )?(?:company|firm|organi[sz]ation|business|team)\b"
    r"|\bno longer (?:with us|works? (?:here|for us)|at the company|employed)\b"
    r"|\bhat (?:die|das|unsere) (?:firma|unternehmen) verlassen\b|\bausgeschieden\b"
)
_ASKS_OLD = later(
    r"(?i)\b(?:old|older|out ?-?of ?-?date|outdated|deprecat\w+|obsolete|archiv\w+|former(?:ly)?"
    r"|previous(?:ly)?|used to|left|still|retired|history|alte[nrs]?|fr\u00fcher\w*|veraltet)\b"
    r"|\b(?:who|did)\b[^?]*\bleave\b|\bbefore(?:\W*\Z| (?:that|this|then|now|today|it (?:was|is)|version|edition|"
    r"(?:\w+ )?\d|the (?:\w+ )?(?:amendment|change|update|move|merger|revision|policy|version|edition)))\b"
)
"""Who asks for what is old wants it, and who asks who has left is told."""


@lru_cache(512)
def of_page(title: str, opening: str) -> str:
    """The notice at the beginning of a page, in its title or first heading, that it is out of date; else empty."""
    head = opening[:HEAD]
    found = _NOTICE.search(head)
    if found is not None and not _is_section(head, found):
        return " ".join((found["bare"] or found["said"]).split())
    headed = _FIRST.search(head)
    names = (title, *((headed["heading"],) if headed else ()))
    titled = next((found for name in names if (found := _TITLED.search(name.strip()))), None)
    return titled[0].strip("()[]:!\u2013\u2014- ") if titled else ""


def _is_section(head: str, found: re.Match[str]) -> bool:
    """Whether a notice is the heading of a section below the title: `## Deprecated` of release notes."""
    line = head[head.rfind("\n", 0, found.end()) + 1 : found.end()]
    return line.lstrip().startswith("##")


def of_statement(text: str) -> str:
    """What a statement says of whom it names, who has left; empty where it does not."""
    found = _LEFT.search(text)
    return found[0] if found else ""


def stale(one: Held, found: Gathered, means: Means, wants: Sequence[Constraint] = ()) -> str:
    """Why a unit may be out of date, as its page or it itself says; empty where nothing says so.

    The page of a version that is wanted is not: it is asked for.
    """
    of = record_of(found.ranking.hits[one.unit.hit], found)
    said = of_page(of.title, means.known.opening(of.key))
    if said and not _bears(of, wants):
        return f'{of.path} says of itself: "{said}"'
    said = of_statement(one.unit.text)
    return f'{of.path} says of whom it names: "{said}"' if said else ""


def _is_asked_for(question: str, wants: Sequence[Constraint], means: Means) -> bool:
    """Whether what is old is asked for: by a word, by a time or a document, or as of a day.

    By a version only what bears it is (`_bears`): `the limit of v1` may be that of a thing that has versions.
    """
    others = [one for one in wants if one.kind != "version"]
    return bool(means.as_of or _ASKS_OLD.search(question) or timed(question, others))


def _bears(record: DocumentRecord, wants: Sequence[Constraint]) -> bool:
    """Whether a document bears a version that is asked for in its name or as its own."""
    return _names(f"{record.title}\n{record.path}\n{record.metadata.get('version') or ''}", wants)


def _names(text: str, wants: Sequence[Constraint]) -> bool:
    """Whether a text has the number of a version that is asked for."""
    wanted = [re.escape(one.value.casefold().lstrip("v")) for one in wants if one.kind == "version"]
    return any(re.search(rf"(?i)(?<![\d.])v?{one}(?![\w]|\.\d)", text) for one in wanted)


def _is_behind(one: Held, found: Gathered, means: Means, wants: Sequence[Constraint]) -> bool:
    """Whether a unit is out of date by a notice, and does not name the version that is asked for: then it is all."""
    return bool(stale(one, found, means, wants)) and not _names(one.unit.text, wants)


def noticed_last(
    question: str,
    wants: Sequence[Constraint],
    ranked: Sequence[tuple[float, Held]],
    found: Gathered,
    means: Means,
    *,
    spread: float = 1.0,
) -> tuple[tuple[float, Held], ...]:
    """The units, drafts and those that a notice says are out of date, or that lie among old files, behind the others.

    Behind what says as much, that is. Who asks for a draft, or for what is old, wants them where they are.
    """
    hits = found.ranking.hits
    records = {number: record_of(hit, found) for number, hit in enumerate(hits)}
    drafts = set() if asks_for_draft(question) else {number for number in records if _is_draft(records[number], means)}
    old = {one.unit for _, one in ranked if one.unit.hit in drafts}
    if not _is_asked_for(question, wants, means):
        named = any(one.kind == "version" for one in wants)
        old |= {one.unit for _, one in ranked if not named and is_old(records[one.unit.hit])}
        old |= {one.unit for _, one in ranked if _is_behind(one, found, means, wants)}
    return put_behind(ranked, old, spread=spread)


def _is_draft(record: DocumentRecord, means: Means) -> bool:
    return unagreed(record, means.known.opening(record.key))


def without_stale(
    question: str,
    wants: Sequence[Constraint],
    chosen: Sequence[Chosen],
    found: Gathered,
    means: Means,
    words: AbstractSet[str],
) -> tuple[Chosen, ...]:
    """What is chosen without what a notice says is out of date, where the others hold as much of the question.

    And without what the lead's document replaced, however much that holds of it. `words` are those of the question.
    Where the lead itself is out of date, all stays.
    """
    if len(chosen) == 1 or _is_asked_for(question, wants, means):
        return tuple(chosen)
    of = [record_of(found.ranking.hits[one.held.unit.hit], found) for one in chosen]
    replaced = {id_ for id_, by in means.successors.items() if by.by == of[0].id}
    chosen = [one for one, by in zip(chosen, of, strict=True) if by.id not in replaced or _bears(by, wants)]
    old = [number for number, one in enumerate(chosen) if _is_behind(one.held, found, means, wants)]
    if not old or old[0] == 0:
        return tuple(chosen)
    told = {term for number, one in enumerate(chosen) if number not in old for term in one.held.terms}
    return tuple(one for number, one in enumerate(chosen) if number not in old or one.held.terms & words - told)


def noticed(question: str, wants: Sequence[Constraint], picked: Picked, found: Gathered, means: Means) -> Iterator[str]:
    """The doubt where the lead is out of date by a notice."""
    if not picked.chosen or _is_asked_for(question, wants, means):
        return
    lead = picked.chosen[0].held
    of = record_of(found.ranking.hits[lead.unit.hit], found)
    names = [one.text.casefold() for one in wants if one.certain and one.kind != "version"]
    if any(name in f"{of.title}\n{of.path}".casefold() for name in names):
        return  # the page of the very thing that is asked for: `Can I silence OldAlert?`
    if said := stale(lead, found, means, wants):
        yield said


def beside(question: str, picked: Picked, found: Gathered, means: Means, doubts: Sequence[str] = ()) -> Iterator[str]:
    """A note on each statement that is shown and out of date by a notice, where that is no doubt already."""
    if not picked.chosen or means.as_of or _ASKS_OLD.search(question):
        return
    told = dict.fromkeys(stale(one.held, found, means) for one in picked.chosen)
    yield from (said for said in told if said and said not in doubts)
