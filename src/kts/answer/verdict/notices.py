"""What a page says of itself: that it is out of date, or that whom it names has left. Nobody removes old pages.

A page that another one replaces is known by that one (`kts.answer.standing.inforce`); these have only a notice at their
beginning, which no statement below repeats. What says nothing of the kind goes before them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.choose.extract import raised
from kts.answer.gather import TIMED
from kts.answer.means import record as record_of
from kts.answer.standing.placed import is_old
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Constraint

STALE = 5.0
"""What a statement loses that is out of date by a notice, on the scale of the extraction's scores: as much as one about
another version than the one that is asked for (a default)."""
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
_BEGINS = r"(?:\A|\n|[.!?:|][*_ \t]+)[ \t>#;/*_\[(-]{0,8}(?:(?i:warning|note|attention|caution|achtung)[:!*_ ]{1,4})?"
_NOTICE = later(
    rf"{_BEGINS}(?P<bare>{_OVER}(?=[*_ \t]*[!.:;,\n\])\u2013-]|\Z)|(?i:{_GONE})(?=[*_]*!)|(?:{_GONE.upper()})\b"
    rf"|(?i:status)[*_]*:[*_ \t]{{0,3}}{_ANY}\b)"
    rf"|\b(?P<said>(?i:this|the whole|diese[rs]?) (?:\w+ )?{_PAGE} (?i:is|has been|was|ist|wurde) (?i:now |by now )?"
    rf"{_ANY}\b)"
)
_TITLED = later(rf"[(\[](?:(?i:old|alt)|{_ANY})(?: (?:{_PAGE}|(?i:version)))?[)\]]|\A{_ANY}\b[ \t]*[:!\u2013-]")
_LEFT = later(
    r"(?i)\b(?:has |had )?left (?:the |our )?(?:company|firm|organi[sz]ation|business|team)\b"
    r"|\bno longer (?:with us|works? (?:here|for us)|at the company|employed)\b"
    r"|\bhat (?:die|das|unsere) (?:firma|unternehmen) verlassen\b|\bausgeschieden\b"
)
_ASKS_OLD = later(
    r"(?i)\b(?:old|older|out ?-?of ?-?date|outdated|deprecat\w+|obsolete|archiv\w+|former(?:ly)?"
    r"|previous(?:ly)?|used to|left|leave|still|retired|before|history|alte[nrs]?|fr\u00fcher\w*|veraltet)\b"
)
"""Who asks for what is old wants it, and who asks who has left is told."""


@lru_cache(512)
def of_page(title: str, opening: str) -> str:
    """The notice at the beginning of a page, or in its title, that it is out of date; empty without one."""
    head = opening[:HEAD]
    found = _NOTICE.search(head)
    if found is not None and not _is_section(head, found):
        return " ".join((found["bare"] or found["said"]).split())
    titled = _TITLED.search(title)
    return titled[0].strip("()[]:! ") if titled else ""


def _is_section(head: str, found: re.Match[str]) -> bool:
    """Whether a notice is the heading of a section below the title: `## Deprecated` of release notes."""
    line = head[head.rfind("\n", 0, found.end()) + 1 : found.end()]
    return line.lstrip().startswith("##")


def of_statement(text: str) -> str:
    """What a statement says of whom it names, who has left; empty where it does not."""
    found = _LEFT.search(text)
    return found[0] if found else ""


def stale(one: Held, found: Gathered, means: Means) -> str:
    """Why a unit may be out of date, as its page or it itself says; empty where nothing says so."""
    of = record_of(found.ranking.hits[one.unit.hit], found)
    if said := of_page(of.title, means.known.opening(of.key)):
        return f'{of.path} says of itself: "{said}"'
    said = of_statement(one.unit.text)
    return f'{of.path} says of whom it names: "{said}"' if said else ""


def _is_asked_for(question: str, wants: Sequence[Constraint], means: Means) -> bool:
    """Whether what is old is asked for: by a word, by a time or a version, or as of a day."""
    return bool(means.as_of or _ASKS_OLD.search(question) or TIMED & {one.kind for one in wants})


def noticed_last(
    question: str,
    wants: Sequence[Constraint],
    ranked: Sequence[tuple[float, Held]],
    found: Gathered,
    means: Means,
    *,
    spread: float = 1.0,
) -> tuple[tuple[float, Held], ...]:
    """The units, those that a notice says are out of date, or that lie among old files, behind what says as much."""
    if _is_asked_for(question, wants, means):
        return tuple(ranked)
    hits = found.ranking.hits
    old = {one.unit for _, one in ranked if is_old(record_of(hits[one.unit.hit], found)) or stale(one, found, means)}
    return raised(ranked, lambda one: -STALE * spread * (one.unit in old)) if old else tuple(ranked)


def noticed(question: str, wants: Sequence[Constraint], picked: Picked, found: Gathered, means: Means) -> Iterator[str]:
    """The doubt where the lead is out of date by a notice."""
    if not picked.chosen or _is_asked_for(question, wants, means):
        return
    lead = picked.chosen[0].held
    of = record_of(found.ranking.hits[lead.unit.hit], found)
    if any(one.certain and one.text.casefold() in f"{of.title}\n{of.path}".casefold() for one in wants):
        return  # the page of the very thing that is asked for: `Can I silence OldAlert?`
    if said := stale(lead, found, means):
        yield said


def beside(question: str, picked: Picked, found: Gathered, means: Means, doubts: Sequence[str] = ()) -> Iterator[str]:
    """A note on each statement that is shown and out of date by a notice, where that is no doubt already."""
    if not picked.chosen or means.as_of or _ASKS_OLD.search(question):
        return
    told = dict.fromkeys(stale(one.held, found, means) for one in picked.chosen)
    yield from (said for said in told if said and said not in doubts)
