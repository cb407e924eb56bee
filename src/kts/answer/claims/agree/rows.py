"""What a row says by its column alone: on which days, what was so once, yes or no, how many, how often, since when.

Log lines are rows too: each is of the time that it begins with.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.often import as_rare, how_often
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.slots import PAST, named_columns
from kts.answer.claims.agree.tables import row, table
from kts.answer.claims.match import related, statements, tokens
from kts.lexicon.analyse import terms
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_DAY = rf"(?:{'|'.join(_DAYS)})(?:days?|sdays?|nesdays?|rsdays?|urdays?|rs?|s)?\b\.?"
_STRETCH = later(rf"\b(?P<first>{_DAY})(?:\s?(?:-|\u2013|to|until)\s?(?P<last>{_DAY}))?")
_FULL = later(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b")
_CLOCK = later(r"(?<![\w:.])\d{1,2}[:.]\d\d(?![\w:])")
_FORMER = later(r"\W*(?:former|previous|prior|old|earlier|past)\b", re.IGNORECASE)
_PRESENT = later(
    r"\b(?:is|are|may|can|has|have|holds?|heads?|leads?|decides?|signs?|works?|remains?|still|belongs?|runs?)\b",
    re.IGNORECASE,
)
_OVER = later(
    r"\b(?:[a-z]+ed|withdrawn|left|gone|ends|not|never|nor|previous|old|once|new|now|instead|ex-?\w*)\b", re.IGNORECASE
)
_YES = later(r"\W*(?:yes|true|allowed|possible|included|supported|required|\u2713|\u2714)\W*", re.IGNORECASE)
_CONDITION = later(
    r"\b(?:before|until|unless|without|if|when|while|except|more|longer|earlier|only|other|else|from)\b", re.IGNORECASE
)
_LEADING = later(r"\s*(?P<number>\d{1,6})(?![\w%]|[.,:/-]\d)")
_MARK = later(r"v?\d{1,3}(?:\.\d{1,4}){1,3}")
_TIMED = later(r"\W*(?P<time>\d{1,2}[:.]\d\d)\b(?!\s?[-\u2013])\W+(?=\w)")
"""What a line of a log begins with; `14:00 to 18:00` is none that needs telling, `14:00-18:00` a time to be open."""


def _row(sides: Sides) -> Row | None:
    """The statement as a row of which the claim names the whole key, the numbers of it too: `Server 2022`."""
    own = row(sides.statement, sides.near)
    return own if own and _keyed(own, frozenset(terms(sides.claim))) else None


def _keyed(own: Row, said: frozenset[str]) -> bool:
    key = frozenset(terms(BRACKET.sub("", own.values[0])))
    return bool(key) and key <= said


BRACKET = later(r"\s*\([^()]*\)")
"""What a key says more of itself: `Large (30 cm)`."""


@lru_cache(maxsize=1024)
def weekdays(text: str) -> frozenset[int]:
    """The days of the week that a text names, with those between: `Mon-Wed, Fri`."""
    found: set[int] = set()
    for match in _STRETCH.finditer(text):
        first = _DAYS.index(match["first"][:3])
        last = _DAYS.index(match["last"][:3]) if match["last"] else first
        found.update(at % len(_DAYS) for at in range(first, last + 1 + len(_DAYS) * (last < first)))
    return frozenset(found)


def other_days(sides: Sides) -> Iterator[Finding]:
    """A time that the row gives under another day than the claim's."""
    own = _row(sides)
    said = weekdays(" ".join(_FULL.findall(sides.claim)))
    if own is None or not said:
        return
    days = {at: weekdays(head) for at, head in enumerate(own.heads) if at and weekdays(head)}
    meant = [at for at, days_of in days.items() if said <= days_of]
    if len(meant) != 1 or len(days) == 1:
        return
    for time in _CLOCK.finditer(sides.claim):
        others = [at for at in days if at not in meant and time[0] in _CLOCK.findall(own.values[at])]
        if others and time[0] not in _CLOCK.findall(own.values[meant[0]]):
            head, cell = own.heads[meant[0]], own.values[meant[0]]
            text = f"under {quoted(head)} the evidence gives {quoted(cell)}, not {quoted(time[0])}"
            yield Finding("cell", conflict=True, text=text, claim=Span(*time.span()))
            return


def formerly(sides: Sides) -> Iterator[Finding]:
    """What stands under `Former role`, claimed as what is so."""
    own = _row(sides)
    if own is None or not _PRESENT.search(sides.claim) or PAST.search(sides.claim) or _OVER.search(sides.claim):
        return
    said = {token.stem: True for token in tokens(sides.claim)}
    for head, cell in zip(own.heads[1:], own.values[1:], strict=True):
        words = [token.stem for token in tokens(cell)]
        if _FORMER.match(head) and words and all(stem in said for stem in words):
            yield Finding("contrast", conflict=True, text=f"{quoted(cell)} stands under {quoted(head)}")
            return


def yes_cells(sides: Sides) -> Iterator[Finding]:
    """What the claim denies of a column whose cell says yes."""
    own = row(sides.statement, sides.near)
    if own is None or _CONDITION.search(sides.claim):
        return
    for at in named_columns(sides.claim, own.heads):
        stems = {token.stem: True for token in tokens(own.heads[at])}
        place = next((token for token in tokens(sides.claim) if related(token.stem, stems)), None)
        if place and _YES.fullmatch(own.values[at]) and denied(negated(sides.claim), place.start, place.end):
            text = f"under {quoted(own.heads[at])} the evidence says {quoted(own.values[at])}"
            yield Finding("negation", conflict=True, text=text, claim=Span(place.start, place.end))
            return


def counts(sides: Sides) -> Iterator[Finding]:
    """So many of a thing, where the column of that name begins with another number: `one key`, `2, second in the safe`.

    A claim that says more than the key and the column may be of one of several.
    """
    own = _row(sides)
    if own is None:
        return
    known = dict.fromkeys(terms(f"{own.values[0]} {' '.join(own.heads)} {sides.about}"), True)
    if not all(related(token.stem, known) for token in tokens(sides.claim)):
        return
    for one in quantities(sides.claim):
        unit = dict.fromkeys(terms(one.unit), True)
        for head, cell in zip(own.heads[1:], own.values[1:], strict=True) if one.kind == "count" else ():
            stated = _LEADING.match(cell)
            named = bool(unit) and all(related(stem, unit) for stem in terms(head))
            if stated and named and int(stated["number"]) != one.value and not one.comparator:
                text = f"under {quoted(head)} the evidence gives {quoted(cell)}, not {quoted(one.text)}"
                yield Finding("cell", conflict=True, text=text, claim=Span(one.start, one.end))
                return


def marks(sides: Sides) -> Iterator[Finding]:
    """A number in parts that stands in another row's cell, claimed of this one: `since 5.0` for `5.2`."""
    own = _row(sides)
    if own is None:
        return
    values = [(one.start, one.end) for one in quantities(sides.claim)]
    said = frozenset(terms(sides.claim))
    rows = [one for one in table(sides.whole, sides.near, own.heads) if one.text != own.text and not _keyed(one, said)]
    for match in re.finditer(r"(?<![\w.,/])" + _MARK.pattern + r"(?![\w%]|[.,/]\d)", sides.claim):
        if any(start <= match.start() < end for start, end in values) or match[0] in own.text:
            continue
        for head, *cells in zip(own.heads, own.values, *(one.values for one in rows), strict=True):
            if _MARK.fullmatch(cells[0]) and match[0] in cells[1:]:
                text = f"under {quoted(head)} the evidence gives {quoted(cells[0])}, not {quoted(match[0])}"
                yield Finding("cell", conflict=True, text=text, claim=Span(*match.span()))
                return


_OF_A_KIND = later(
    r"\s+(?!(?:is|are|was|were|has|have|had|does|do|did|may|must|can|will|shall|and|or|as)\b)[a-z]{3,}s\b"
)
"""Behind a name that says of which kind somebody is: `Enterprise customers`."""


def other_place(sides: Sides) -> Iterator[Finding]:
    """A name that stands under another column than the only one that the claim names: the backup, as the primary."""
    own = row(sides.statement, sides.near)
    named = named_columns(sides.claim, own.heads) if own else []
    meant = [at for at in named if own and names(f"of {own.values[at]}")]
    if own is None or len(meant) != 1:
        return
    said, cell = frozenset(terms(sides.claim)), own.values[meant[0]]
    others = names(f"of {cell}")
    for name in names(sides.claim) if others and all(said.isdisjoint(one.stems) for one in others) else ():
        held = [at for at, one in enumerate(own.values) if frozenset(name.stems) == frozenset(terms(one))]
        if held and 0 not in held and not (name.start == 0 and _OF_A_KIND.match(sides.claim, name.end)):
            text = f"under {quoted(own.heads[meant[0]])} the evidence gives {quoted(cell)}, not {quoted(name.text)}"
            yield Finding("cell", conflict=True, text=text, claim=Span(name.start, name.end))
            return


def intervals(sides: Sides) -> Iterator[Finding]:
    """Every hour against every two hours: in a row, where hardly anything else is told in time."""
    if row(sides.statement, sides.near) is None:
        return
    ours, theirs = how_often(sides.claim), how_often(sides.statement)
    if len(ours) == 1 and theirs and not any(as_rare(ours[0], one) for one in theirs):
        said, stated = (text[slice(*one.span)] for text, one in ((sides.claim, ours[0]), (sides.statement, theirs[0])))
        text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
        yield Finding("cell", conflict=True, text=text, claim=ours[0].span, evidence=theirs[0].span)


def other_entry(sides: Sides) -> Iterator[Finding]:
    """A line of a log at the claim's time, where a line of another time says all that it says of the claim, and more.

    That speaks of two events: the bolt was found at 11:20 and secured at 12:50.
    """
    own = _TIMED.match(sides.statement)
    if own is None or own["time"] not in _CLOCK.findall(sides.claim):
        return
    said = {token.stem: True for token in tokens(sides.claim)}
    mine = told_of(sides.statement, said)
    for start, end in (span for span, _ in statements(sides.whole)):
        line = sides.whole[start:end]
        other = _TIMED.match(line)
        if other and other["time"] != own["time"] and mine and mine < told_of(line, said):
            text = f"the evidence is of {quoted(own['time'])}; of {quoted(other['time'])} it says more of this"
            yield Finding("row", conflict=False, text=text, evidence=Span(*own.span("time")))
            return


def told_of(text: str, said: dict[str, bool]) -> frozenset[str]:
    """The stems of the claim that a text has."""
    own = {token.stem: True for token in tokens(text)}
    return frozenset(stem for stem in said if related(stem, own))


def other_key(sides: Sides) -> Iterator[Finding]:
    """An entry of a list under a key, where the claim names the key of another entry and not this one's."""
    own = _ENTRY.match(sides.statement)
    said = frozenset(terms(sides.claim))
    mine = frozenset(terms(own["key"])) if own else frozenset()
    if own is None or mine <= said:
        return
    for line in _ENTRY.finditer(sides.whole):
        theirs = frozenset(terms(line["key"]))
        if theirs and theirs != mine and theirs <= said and not theirs <= frozenset(terms(own[0])):
            text = f"the evidence is of {quoted(own['key'])}, not of {quoted(line['key'])}"
            yield Finding("row", conflict=False, text=text, evidence=Span(*own.span("key")))
            return


_ENTRY = later(r"(?m)^\s*[-*\u2022]\s+(?:\*\*)?(?P<key>[^\s:|][^:|\n]{0,38}?)(?:\*\*)?:(?:\*\*)?(?= ?\S)")
