"""Which cell of a table a claim speaks of: the row whose key it names, and the column whose header it names.

A header is named by words of it, and beside headers of the same words by its year or number: `Rent 2023`, `Rent 2024`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree import ranged
from kts.answer.claims.agree.grid import limited
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.rows import BRACKET, told_of, weekdays
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.slots import named_columns
from kts.answer.claims.agree.tables import table, written_row
from kts.answer.claims.agree.things.variants import refers
from kts.answer.claims.agree.values import UNSURE, equal
from kts.answer.claims.match import related, stems, tokens
from kts.lexicon.analyse import terms, words
from kts.lexicon.dates import agrees, dates
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row
    from kts.lexicon.quantities import Quantity

_YEAR = later(r"(?<![\w.,/])(?P<first>(?:19|20)\d\d)(?:\s?[/\u2013-]\s?(?:19|20)?(?P<last>\d\d))?(?![\w/]|[.,]\d)")
_SERIAL = later(
    r"(?P<word>[^\W\d_]{2,}) ?[.#-]? ?0*(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}|[A-Z]|[IVX]{1,4})(?![\w%]|[.,:/]\d|-\w)"
)
_ORDINAL = later(r"\b(?:first|second|third|fourth|last)\b", re.IGNORECASE)
_LETTERS = later(r"[^\W\d_]{4,}")
ASIDE = 1
"""Words beside a value in a cell that is one, at most; a default."""
MOST = 3
"""Rows that a claim may name alike, at most, for one of them to be the one that it is of; a default."""


class Head(NamedTuple):
    """What a column is known by: the stems of its header, and its years (`2023`, `2023/24`) and numbers (`tier 2`)."""

    stems: frozenset[str]
    serials: frozenset[str]


@lru_cache(maxsize=1024)
def head(text: str) -> Head:
    """A header's words and years."""
    return Head(frozenset(token.stem for token in tokens(text)), serials(text))


@lru_cache(maxsize=1024)
def serials(text: str) -> frozenset[str]:
    """The years of a text, its numbers behind a word, and its ordinals: `2023/24`, `tier 2`, `first response`."""
    years = {f"{one['first']}/{one['last']}" if one["last"] else one["first"] for one in _YEAR.finditer(text)}
    numbers = {f"{one['word'].lower().rstrip('s')} {one['number']}" for one in _SERIAL.finditer(text)}
    return frozenset(years | numbers | {one.lower() for one in _ORDINAL.findall(text)})


def _row(sides: Sides) -> Row | None:
    """The statement as a row of a table; records of one line are none."""
    return written_row(sides)


def columns(sides: Sides) -> Iterator[Finding]:
    """A value of a row that stands under another column than the one that the claim names."""
    own = _row(sides)
    if own is None:
        return
    claim = without_key(sides.claim, own)
    said = {token.stem for token in tokens(sides.claim)}
    for_it = ranged.column(sides.claim, own.heads, own.values)
    for one in quantities(sides.claim):
        if for_it and one.start < for_it.place.end and for_it.place.start < one.end:
            continue
        held = [at for at, cell in enumerate(own.values) if _holds(cell, _of_row(one, own), key=at == 0)]
        meant = _meant(claim, own, held, (one.start, one.end)) if held and 0 not in held else None
        if meant is None or not own.values[meant] or _among(own.values[meant], one) or refers(own, meant):
            continue
        cell = own.values[meant]
        if for_it is None and not quantities(cell) and any(token.stem in said for token in tokens(cell)):
            continue  # the claim names that column with its own cell: `line L1`
        if for_it is None and any(equal(one, other) for other in quantities(own.heads[meant])):
            continue
        sure = _is_named(sides.claim, own) and (for_it is not None or _tells(claim, own.heads, held, meant))
        text = (
            f"{quoted(one.text)} stands under {quoted(own.heads[held[0]])}, "
            f"not under {quoted(own.heads[meant])} ({quoted(own.values[meant])})"
        )
        yield Finding("cell" if sure else "contrast", conflict=True, text=text, claim=Span(one.start, one.end))
        return


def _among(cell: str, one: Quantity) -> bool:
    """Whether a cell gives a value with its unit among other things: `PoE or 24 V`."""
    return bool(one.unit) and any(other.unit and equal(one, other) for other in quantities(cell))


def _of_row(one: Quantity, own: Row) -> Quantity:
    """A value without the period that the row's key says for all its cells: `Budget per year`."""
    return one._replace(per="") if one.per and one.per in words(own.values[0]) else one


def without_key(claim: str, own: Row) -> str:
    """A claim with blanks for a key that is written there in one word: that of `max_attempts` names no `Maximum`."""
    key = own.values[0].strip("` *")
    return claim.replace(key, " " * len(key)) if _IN_PARTS.fullmatch(key) else claim


_IN_PARTS = later(r"[\w-]+(?:[._/:-][\w-]+)+")


def _meant(claim: str, own: Row, held: Sequence[int], value: tuple[int, int]) -> int | None:
    """The column that a claim names where its value stands only in others that it does not name."""
    heads, cells = own.heads, own.values
    for_it = ranged.column(claim, heads, cells)
    if for_it:
        return None if for_it.at in held else for_it.at
    if any(_spoken(claim, heads[at]) for at in held):
        return None
    unit = " ".join(word for word in words(claim[slice(*value)]) if all(word not in words(cells[at]) for at in held))
    rest = f"{claim[: value[0]]}{unit}{claim[value[1] :]}"  # the words of a cell name no column
    whole = [at for at in range(1, len(heads)) if all(_more_of(heads[here], heads[at], claim) for here in held)]
    if len(whole) == 1:
        return whole[0]
    named = named_columns(rest, heads)
    if named and not set(held) & set(named) and not any(_said(claim, heads[at]).serials for at in held):
        return named[0]
    beside = [at for at in range(1, len(heads)) if at not in held]
    found = [next((at for at in beside if _rather(claim, rest, heads[here], heads[at])), None) for here in held]
    return found[0] if all(at is not None for at in found) else None


def _more_of(longer: str, header: str, claim: str) -> bool:
    """Whether a header has all words of another one, and one that the claim does not say: `min stock`, `stock`."""
    own, said = head(header).stems, _said(claim, longer).stems
    return bool(own) and own < head(longer).stems and own == said


def _rather(claim: str, rest: str, own: str, other: str) -> bool:
    """Whether a claim names one of two headers by all that it names the other one by, and by more.

    A year alone names a column only beside one of the same words; a word also beside another one of the same year.
    """
    mine, theirs = _said(claim, own), _said(rest, other)
    if not (mine.stems <= theirs.stems and mine.serials <= theirs.serials):
        return False
    if head(own).stems == head(other).stems:
        return bool(theirs.serials - mine.serials)
    return bool(theirs.stems - head(own).stems) and bool(mine.serials or mine.stems)


def _said(claim: str, text: str) -> Head:
    """What of a header a claim says."""
    said = {token.stem: True for token in tokens(claim)}
    own = head(text)
    return Head(frozenset(stem for stem in own.stems if related(stem, said)), own.serials & serials(claim))


def _spoken(claim: str, text: str) -> bool:
    """Whether a claim has a word of a header that says for how long or how often: a yearly limit, `Limit a year`."""
    periods = {word for word in words(text) if word in _PERIODS}
    return any(word.startswith(one) for one in periods for word in words(claim))


_PERIODS = frozenset({"hour", "day", "week", "month", "quarter", "year", "daily", "annual"})


def _tells(claim: str, heads: Sequence[str], held: Sequence[int], meant: int) -> bool:
    """Whether a claim names all by which a column differs from those where its value stands."""
    said, own = _said(claim, heads[meant]), head(heads[meant])
    return all(
        own.stems - head(heads[at]).stems <= said.stems and own.serials - head(heads[at]).serials <= said.serials
        for at in held
    )


def _is_named(claim: str, own: Row) -> bool:
    """Whether a claim has a word or the number of a row's key, or all words of another cell of it."""
    said = {token.stem: True for token in tokens(claim)}
    if any((own_words := tokens(cell)) and all(one.stem in said for one in own_words) for cell in own.values):
        return True
    if any(related(token.stem, said) for token in tokens(" ".join(_keys(own)))):
        return True
    return _number(claim, own) is not None or any(_holds(own.values[0], one, key=True) for one in quantities(claim))


def _holds(cell: str, one: Quantity, *, key: bool) -> bool:
    """Whether a cell holds a value and hardly anything else; a bare number that is a key is no value with a unit.

    What stands behind a comma says more of the value: `30 minutes, round the clock`.
    """
    if len(tokens(_MORE.split(cell, maxsplit=1)[0])) > ASIDE:
        return False
    return any(equal(one, other) and not (key and one.unit and not other.unit) for other in quantities(cell))


_MORE = later(r"[,;(](?=[ \w])(?!\d)")


def keys(sides: Sides) -> Iterator[Finding]:
    """A row that the claim names by its column and its key, where the statement is another row: `grade 5`."""
    own = _row(sides)
    if own is None:
        return
    named, for_it = _number(sides.claim, own), ranged.column(sides.claim, own.heads, own.values)
    within = ranged.keyed(sides.claim, own.heads[0], own.values[0])
    if within is False:
        text = f"the evidence is of {quoted(own.values[0])}, and the claim is not"
        yield Finding("row", conflict=False, text=text)
    elif named and own.values[0] and not within and not _of_number(own, named["key"]):
        text = f"the claim is about {quoted(named[0])}, the evidence about {quoted(own.values[0])}"
        yield Finding("row", conflict=False, text=text, claim=Span(*named.span()))
    if for_it and for_it.at is None:
        text = f"no column of the evidence is for {quoted(sides.claim[slice(*for_it.place)])}"
        yield Finding("row", conflict=False, text=text, claim=for_it.place)


def _number(claim: str, own: Row) -> re.Match[str] | None:
    """Where a claim names a row by the head of the first column and a number or letter: `grade 5`."""
    name = own.heads[0].strip().removesuffix("s")  # `Grades`, and `Class`
    pattern = rf"\b{re.escape(name)}s?\s+(?P<key>[A-Z]|\d+|[IVX]+)(?![\w.-]*\w)"
    return re.search(pattern, claim, re.IGNORECASE) if name else None


def _of_number(own: Row, key: str) -> bool:
    """Whether a row's key is a number or letter, with the name of its column before it or not: `5`, `Grade 5 (low)`."""
    name = re.escape(own.heads[0].strip().removesuffix("s"))
    return (
        re.match(rf"(?:{name}s?\s+)?0*{re.escape(key)}(?![\w.,-]*\w)", own.values[0].strip(), re.IGNORECASE) is not None
    )


def strangers(sides: Sides) -> Iterator[Finding]:
    """A name that stands in another row of the table, where the statement has another one of its kind: `Dr Moor`."""
    own = _row(sides)
    if own is None:
        return
    said, here = frozenset(terms(sides.claim)), frozenset(terms(own.text))
    rows = table(sides.whole, sides.near, own.heads)
    for name in names(sides.claim):
        alone = frozenset(name.stems) - here
        rivals = [
            other
            for other in names(own.text)
            if alone
            and not alone.issuperset(name.stems)
            and not set(other.stems).isdisjoint(name.stems)
            and said.isdisjoint(set(other.stems) - set(name.stems))
            and not set(name.stems) >= set(other.stems)
        ]
        if rivals and any(alone <= frozenset(terms(one.text)) for one in rows):
            text = f"the claim names {quoted(name.text)}, the evidence {quoted(rivals[0].text)}"
            yield Finding("row", conflict=False, text=text, claim=Span(name.start, name.end))
            return


def other_row(sides: Sides) -> Iterator[Finding]:
    """Whether a row is of something else while the claim names another row of its table better."""
    found = named_rows(sides)
    own = _row(sides)
    if own and found:
        text = f"the evidence is of {quoted(_keys(own)[-1])}, not of {quoted(_keys(found[0])[-1])}"
        yield Finding("row", conflict=False, text=text)


def elsewhere_named(sides: Sides) -> Iterator[Finding]:
    """A name of the claim that stands in another row of the table, and neither in this one nor over it.

    Where the claim names this row by its key, it says of it what the other one says: it is no other row's claim.
    """
    own = _row(sides)
    if own is None:
        return
    mine = told_of(" ".join(_keys(own)), {token.stem: True for token in tokens(sides.claim)})
    here = stems(f"{own.text} {' '.join(own.heads)} {sides.about}")
    rows = [one for one in table(sides.whole, sides.near, own.heads) if one.text != own.text]
    for name in names(sides.claim) if rows else ():
        if here.isdisjoint(name.stems) and any(stems(one.text).issuperset(name.stems) for one in rows):
            text = f"{quoted(name.text)} stands in another row than the evidence"
            kind = "other_clause" if mine else "row"
            yield Finding(kind, conflict=False, text=text, claim=Span(name.start, name.end))
            return


def named_rows(sides: Sides) -> tuple[Row, ...]:
    """The rows of the statement's table that the claim names better than the statement; none where it is named best.

    A number behind the name of the first column tells (`grade 5`); else a row whose whole key the claim has where it
    lacks a part of the statement's, or whose key has all words of the claim that the statement has, and more.
    """
    own = _row(sides)
    if own is None:
        return ()
    rows = [one for one in table(sides.whole, sides.near, own.heads) if one.text != own.text]
    dated = _dated(own, sides.claim)
    if dated:
        rows = [one for one in rows if dated & _dated(one, sides.claim)]
    named = None if ranged.keyed(sides.claim, own.heads[0], own.values[0]) else _number(sides.claim, own)
    if named and not any(ranged.keyed(sides.claim, one.heads[0], one.values[0]) for one in rows):
        same = tuple(one for one in rows if _of_number(one, named["key"]))
        return () if _of_number(own, named["key"]) else same[:MOST]
    within = ranged.keyed(sides.claim, own.heads[0], own.values[0])
    for_it = () if within else tuple(one for one in rows if ranged.keyed(sides.claim, one.heads[0], one.values[0]))
    if for_it:
        return for_it
    said = {token.stem: True for token in tokens(sides.claim)}
    mine, here = (told_of(text, said) for text in (" ".join(_keys(own)), own.text))
    whole = within or _whole(own, said) or _written(own, sides.claim)
    shares = [(one, told_of(" ".join(_keys(one)), said)) for one in rows]
    by_name = [frozenset(name.stems) for name in names(sides.claim) if stems(own.text).isdisjoint(name.stems)]
    better = [
        (one, told)
        for one, told in shares
        if (told and mine <= told and any(name <= stems(" ".join(_keys(one))) for name in by_name))
        or (told and ((told > here and told > mine) or (not whole and _whole(one, said) and not told <= mine)))
        or (not whole and _written(one, sides.claim))
    ]
    most = max((len(told) for _, told in better), default=0)
    found = tuple(one for one, told in better if len(told) == most)
    return found if len(found) <= MOST else ()


def _dated(one: Row, claim: str) -> frozenset[int]:
    """The columns in which a row has a day of the claim: the week from 19 October is not the week to it."""
    days = [day for day in dates(claim) if day.kind == "day"]
    cells = enumerate(one.values) if days else ()
    return frozenset(at for at, cell in cells if any(agrees(day, other) for other in dates(cell) for day in days))


def _whole(one: Row, said: dict[str, bool]) -> bool:
    """Whether a claim has all words of a cell by which a row is known."""
    own = [[token.stem for token in tokens(BRACKET.sub("", cell) or cell)] for cell in _keys(one)]
    return any(cell and all(related(stem, said) for stem in cell) for cell in own)


def _written(one: Row, claim: str) -> bool:
    """Whether a row's key is a number in parts that stands in the claim as it is written: `8.3`, `05:10`."""
    key = one.values[0].strip()
    if key.isdigit() or not re.search(r"\d", key) or tokens(key):
        return False
    return re.search(rf"(?<![\w.,]){re.escape(key)}(?!\w|[.,:]\d)", claim) is not None


def _keys(own: Row) -> tuple[str, ...]:
    """The first cell, and behind a bare number or code the first one of words: who sits in room 12."""
    first, *others = own.values
    if _LETTERS.search(first) or not re.search(r"\d", first):
        return (first,)
    return (first, *[cell for cell in others if _LETTERS.search(cell)][:1])


def told(sides: Sides, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, those of another number in a row with that of the column which the claim names.

    Where the claim names none of several columns of such values, and has words that neither the row nor its header
    has, it may be of something that the table does not tell.
    """
    own = _row(sides)
    if own is None:
        return tuple(findings)
    findings = limited.settled(sides, ranged.settled(sides.claim, own, findings))
    if not any(one.kind in {"number", "swapped", "date_gap", "contrast"} for one in findings):
        return tuple(findings)
    findings = [one for one in findings if one.kind != "date_gap" or not _is_headed(sides, own, one)]
    findings = [one for one in findings if one.kind != "contrast" or not _is_there(sides, own, one)]
    kept = [one for one in findings if one.kind != "swapped" or not _of_key(sides, own, one)]
    return tuple(_of_column(sides, own, one) if one.kind == "number" else one for one in kept)


def _is_headed(sides: Sides, own: Row, finding: Finding) -> bool:
    """Whether a day of the week stands in a header: `Thu`, `Mon-Fri`."""
    days = weekdays(sides.claim[slice(*finding.claim)]) if finding.claim else frozenset()
    return bool(days) and any(days <= weekdays(head) for head in own.heads)


def _is_there(sides: Sides, own: Row, finding: Finding) -> bool:
    """Whether the claim names one column only, and the value that a finding is about stands there."""
    named = named_columns(without_key(sides.claim, own), own.heads)
    return len(named) == 1 and any(
        Span(one.start, one.end) == finding.claim and _holds(own.values[named[0]], one, key=False)
        for one in quantities(sides.claim)
    )


def _of_key(sides: Sides, own: Row, finding: Finding) -> bool:
    """Whether all that a finding is about stands in the row's key: of `loss of key, badge or card` the badge."""
    if finding.claim is None:
        return False
    there = frozenset(token.stem for cell in _keys(own) for token in tokens(cell))
    said = [token.stem for token in tokens(sides.claim[slice(*finding.claim)])]
    return bool(said) and there.issuperset(said)


def is_keyed(claim: str, own: Row) -> bool:
    """Whether a claim has all words of a row's key."""
    return _whole(own, {token.stem: True for token in tokens(claim)})


def _of_column(sides: Sides, own: Row, finding: Finding) -> Finding:
    """A finding with the value of the column that the claim names, where it names one and its cell has a value."""
    if finding.claim is None or finding.evidence is None:
        return finding
    said = sides.claim[slice(*finding.claim)]
    if finding.evidence.end <= _start(sides.statement, 1) and own.values[0].strip().isdigit():
        text = f"the evidence is of {quoted(own.values[0])}, not of {quoted(said)}"
        return Finding("number_gap", conflict=False, text=text, claim=finding.claim)
    valued = [at for at, cell in enumerate(own.values) if at and any(_alike(said, one) for one in quantities(cell))]
    measured = [at for at in valued if _measured(said, own.heads[at])]
    at = measured[0] if len(measured) == 1 else _named(sides.claim, own.heads, valued)
    for_it = ranged.column(sides.claim, own.heads, own.values)
    at = for_it.at if for_it and for_it.at in valued else at
    if at is None:
        told_of = [one for one in valued if any(_said(sides.claim, own.heads[one]))]
        unsure = len(valued) > 1 and not told_of and sides.alignment.alone
        return finding._replace(weight=min(finding.weight, UNSURE)) if unsure else finding
    if _beyond(sides.claim, finding.claim, own.heads[at], own.values[at]):
        return Finding("number_near", conflict=False, text=f"{quoted(said)} is a case of it", claim=finding.claim)
    start = sides.statement.find(own.values[at], _start(sides.statement, at))
    place = Span(start, start + len(own.values[at]))
    text = f"under {quoted(own.heads[at])} the evidence gives {quoted(own.values[at])}, not {quoted(said)}"
    return finding._replace(text=text, evidence=place) if start >= 0 else finding


_LIMIT = later(
    r"\b(?:(?P<over>above|over|more than|exceeding|warmer than|hotter than|later than)"
    r"|(?P<under>below|under|less than|colder than|cooler than|earlier than))\W*(?:\([^)]*\))?\W*\Z",
    re.IGNORECASE,
)
"""A header that ends in its limit: `Reject on arrival above`."""
_AT = later(
    r"\b(?:at|of|with|is|are|was|were|shows?|reads?|measures?|measuring) (?:only |just |about )?\Z", re.IGNORECASE
)


def _beyond(claim: str, place: Span, head: str, cell: str) -> bool:
    """Whether a claim says under a limit's header what is so of a value on that side: rejected at -16, above -17."""
    limit = _LIMIT.search(head)
    lead = claim[: place.start].rstrip("-\u2212\u2013")
    if limit is None or not _AT.search(lead) or negated(claim):
        return False
    said = {token.stem: True for token in tokens(claim)}
    own = tokens(head[: limit.start()])
    bounds, values = quantities(cell), [one for one in quantities(claim) if one.start == place.start]
    if len(bounds) != 1 or not values or not own or not related(own[0].stem, said):
        return False
    difference = _signed(claim, values[0]) - _signed(cell, bounds[0])
    return difference > 0 if limit["over"] else difference < 0


def _signed(text: str, one: Quantity) -> float:
    """A value with the sign that stands right before it, where that joins it to no other."""
    below = re.search(r"(?<![\w.])[-\u2212\u2013]\Z", text[: one.start])
    return -one.value if below else one.value


def _measured(said: str, header: str) -> bool:
    """Whether a header names the unit of a value: `Torque (Nm)` that of 35 Nm."""
    units = {one.unit.lower() for one in quantities(said) if one.unit}
    return not units.isdisjoint(words(header))


def _alike(said: str, stated: Quantity) -> bool:
    return any(comparable(one, stated) or not (one.unit and stated.unit) for one in quantities(said))


def _named(claim: str, heads: Sequence[str], among: Sequence[int]) -> int | None:
    """The one of some columns whose header the claim names by more than any other of them."""
    said = {at: _said(claim, heads[at]) for at in among}
    marks = {at: one.stems | one.serials for at, one in said.items() if one.stems}
    best = [at for at, one in marks.items() if all(one >= other for other in marks.values())]
    return best[0] if len(best) == 1 else None


def _start(statement: str, at: int) -> int:
    """Where a cell of a row begins."""
    bars = [match.start() for match in re.finditer(r"\|", statement)]
    return bars[at] if at < len(bars) else 0
