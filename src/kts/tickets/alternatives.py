"""Rows of a table of which each is for another case: a reply tells the one that the ticket names, or all of them.

A table by plan, edition or severity has a row for every customer, and each is as near to the question as the others.
Which one holds is said somewhere in the ticket, in another sentence than the question as often as not, or in its form
(`Plan: Starter`). Where nothing says it, the first two rows of a ranking are an answer to nobody.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer import compose
from kts.answer.tables.alternatives import PLAIN
from kts.answer.units.quotable import cells, rows_of
from kts.lexicon.analyse import terms
from kts.lexicon.identifiers import identifiers
from kts.lexicon.patterns import later
from kts.tickets.rows import cells as told_cells
from kts.tickets.rows import is_row, solved
from kts.tickets.versions import CODES
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket
    from kts.types import Citation, Passage

MOST = 6
"""Rows of a table up to which all of them are told where the ticket names none (a default, not fitted: plans, editions
and severities are fewer; a price list or a table of codes has more)."""
SHOWN = 8
"""Names of rows that are listed for a person at most (a default, not fitted)."""
LONGEST = 40
"""Characters of the name of a case at most: a longer first cell is a sentence (a default, not fitted)."""
LEFT = "left out of the draft, for the ticket names another case: "
"""Before the rows that are not told, in a note."""
_TIER = r"(?:plans?|editions?|tiers?|packages?|subscriptions?|licen[cs]es?|versions?|accounts?|customers?|users?)"
"""What people call that of which the cells of such a table are the names."""
_TIERED = later(rf"(?i){_TIER}\Z")
_BEFORE = later(
    r"(?i)(?<![\w-])(?:on|is|are|am|we['\u2019]re|i['\u2019]m|it['\u2019]s|have|has|had|with|use|using|for|to|from|bought|took|"
    r"and|or|in|than|vs|between|got|under|would|does|do|can|will|if|need|want)\s+\Z"
)
"""What stands before the name of a plan that is written as one: `we're on Team`; no `our`, no greeting."""
_GOES_ON = later(
    r"(?i)\s+(?:and|or|but|so|can|could|do|does|did|how|what|which|when|is|are|was|has|have|had|we|i|you|to|in|with|as|"
    r"at|for|since|by|now|if|than|because|where|who|why|not|already|only|too|include|includes|cost|costs|get|gets)\b"
)
"""What may follow it; any other word makes a longer name of both: `Team leader`, `Business hours`."""
_DIGIT = later(r"\d")


class Table(NamedTuple):
    """A table of a passage: its header and its rows, each with its place in the document."""

    passage: Passage
    names: tuple[str, ...]
    rows: tuple[tuple[Span, tuple[str, ...]], ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """What each row is of: its first cell, without marks."""
        return tuple(row[0].strip(" *_`") if row else "" for _, row in self.rows)


class Chosen(NamedTuple):
    """An answer with the rows that hold for the ticket; `undecided`: what it would have to name, with the cases.

    `rows` are the statements of all tables that were looked at: a reply holds all of them, or none.
    """

    answer: Answer
    rows: tuple[Claim, ...] = ()
    undecided: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def chosen(ticket: Ticket, answer: Answer, cite: Callable[[Passage], Citation] | None) -> Chosen:
    """The answer with the rows of the cases that the ticket names, in the place of others of the same tables.

    Where it names none and no word of it is of one row alone, all rows of a small table are told, for a person. `cite`
    gives the place of a stretch of a passage; without it a row that is not told yet cannot be.
    """
    claims = list(answer.claims)
    rows: list[Claim] = []
    undecided: list[str] = []
    notes: list[str] = []
    known: set[str] = set()
    for table in _cited(answer):
        mine = named(ticket, table)
        told = [one for one in claims if _row_of(one, table) is not None]
        if not told:  # a row of another table, which stands in both documents, took their place
            continue
        at = {number for one in told if (number := _row_of(one, table)) is not None}
        known |= {key.casefold() for key in table.keys} if mine else set()
        kept = mine if mine and (cite or mine <= at) else at
        if not mine and len(at) < len(table.rows) and not all(_is_meant(ticket, table, number, at) for number in at):
            undecided.append(": ".join(filter(None, (_bare(table.names[0]), _listed(table.keys)))))
            kept = set(range(len(table.rows))) if cite and len(table.rows) <= MOST and not _of_codes(table) else at
        if not mine and len(at) == len(table.rows) and not any(_is_meant(ticket, table, one, {one}) for one in at):
            rows += told
        if kept != at:
            others = [table.keys[number] for number in sorted(at - kept)]
            notes += [f"{LEFT}{_listed(others)}"] if others else []
            new = [_claim(told, table, number, cite) for number in sorted(kept)]
            rows += new
            claims = _replaced(claims, told, new)
    claims, rows = ([_of_columns(ticket, one, known) for one in some] for some in (claims, rows))
    kept_ones = tuple(claims)
    same = kept_ones == answer.claims
    found = answer if same else answer._replace(claims=kept_ones, text=compose.text(kept_ones))
    fixed = tuple(one for one in kept_ones if one in rows)
    return Chosen(found, fixed, tuple(undecided), tuple(dict.fromkeys(notes)))


def named(ticket: Ticket, table: Table) -> set[int]:
    """The rows of a table of which the ticket names the case, in its words, else in its form."""
    text = f"{ticket.subject}\n{ticket.description}"
    said = {at for at, key in enumerate(table.keys) if _says(text, key, table)}
    if said or not table.names:
        return said
    own = {value.strip().casefold() for value in _form(ticket, table.names[0])}
    return {at for at, key in enumerate(table.keys) if key and key.casefold() in own}


def _form(ticket: Ticket, column: str) -> Iterator[str]:
    """What the form of a ticket says of what a column holds: the plan, or a column of the same name."""
    if ticket.plan and _is_tier(column):
        yield ticket.plan
    for name, value in ticket.metadata.items():
        if isinstance(value, str) and name.replace("_", " ").strip().casefold() == column.strip(" *_").casefold():
            yield value


def _says(text: str, key: str, table: Table) -> bool:
    """Whether a text names a case: a name of several words or with a digit as it stands, `team` as the name of a plan.

    A name that is an ordinary word needs its capital within a sentence, or the word of its column beside it.
    """
    if not 1 < len(key) <= LONGEST or not re.search(r"[^\W\d_]{2}", key):
        return bool(key) and _numbered(text, key, table.names[0])
    places = list(re.finditer(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text, re.IGNORECASE))
    if " " in key or _DIGIT.search(key):
        return bool(places) or _numbered(text, key, table.names[0])
    column = re.escape(table.names[0].strip(" *_").rstrip("s").casefold()) or "plan"
    return any(_is_name(text, one, key, column) for one in places)


def _is_name(text: str, place: re.Match[str], key: str, column: str) -> bool:
    """Whether an ordinary word is said as the name of a case: `plan business`, `on Team and want`, not `our Team`."""
    before, after = text[: place.start()].rstrip("\"'*("), text[place.end() :].lstrip("\"'*)")
    if re.match(rf"(?i)[ -]+(?:{_TIER}|{column}s?)\b", after):
        return True
    if re.search(rf"(?i)\b(?:{_TIER}|{column}s?)(?: is|:| =|,)? +\Z", before):
        return True
    free = not re.match(r"[ -]+\w", after) or _GOES_ON.match(after) is not None
    if free and re.search(r"(?i)\b(?:on|have|use|using|bought) (?:the )?\Z", before) and not re.match(r" \w", after):
        return True
    named_so = key[:1].isupper() and place[0][:1].isupper() and not place[0].isupper()
    return named_so and free and _BEFORE.search(before) is not None


def _numbered(text: str, key: str, column: str) -> bool:
    """Whether a text names the number that a case begins with, behind the word of its column: `severity 1`."""
    number = re.match(r"\d{1,3}(?![\d.,])", key)
    words = [re.escape(word) for word in re.findall(r"[^\W\d_]{3,}", column)]
    if number is None or not words:
        return False
    return bool(re.search(rf"(?i)\b(?:{'|'.join(words)})\W{{0,3}}{number[0]}(?![\d.,]\d|\d)", text))


def _is_meant(ticket: Ticket, table: Table, at: int, told: AbstractSet[int]) -> bool:
    """Whether a word of the ticket is of this row and of none that is not told, or it may be one by its amounts."""
    key = table.keys[at]
    if _DIGIT.search(key) and _DIGIT.search(ticket.description):
        return True
    each = [_words(" ".join(row)) - _names(table) for _, row in table.rows]
    others = frozenset().union(*(words for number, words in enumerate(each) if number not in told))
    return not _words(ticket.text).isdisjoint(each[at] - others)


def _of_codes(table: Table) -> bool:
    """Whether the rows are of error codes: nobody is told all of them."""
    return any(one.kind in CODES for key in table.keys for one in identifiers(key))


def _names(table: Table) -> frozenset[str]:
    """The words that are names of plans in this table: where none is named as such, `our team` means none of them."""
    return _words(" ".join(table.keys)) if _is_tier(table.names[0]) else frozenset()


def _is_tier(column: str) -> bool:
    """Whether a column holds names of plans, editions or the like."""
    return _TIERED.match(column.strip(" *_").casefold().split(" ")[-1]) is not None


def _words(text: str) -> frozenset[str]:
    return frozenset(one for one in terms(text) if one.isalpha() and len(one) > 2) - PLAIN  # noqa: PLR2004 - no words


def _cited(answer: Answer) -> Iterator[Table]:
    """The tables of which the answer tells a row, in the order of its statements; of one row alone there is none."""
    hits = {hit.passage.id: hit.passage for hit in answer.ranking.hits} if answer.ranking else {}
    seen: set[tuple[str, int]] = set()
    for place in (place for claim in answer.claims if solved(claim.text) is None for place in claim.citations):
        if not is_row(place.quote):
            continue
        passage = hits.get(place.passage_id)
        for table in _tables(passage) if passage else ():
            first = (passage.id, table.rows[0][0].start) if passage else ("", 0)
            if first not in seen and any(_overlaps(span, place.span) for span, _ in table.rows):
                seen.add(first)
                yield table


def _tables(passage: Passage) -> list[Table]:
    """The tables of a passage that have a header, two rows and more, and a different first cell in each."""
    groups: list[list[tuple[Span, str, str]]] = []
    for unit in rows_of(passage.text):
        row = (unit.span, unit.text, unit.intro)
        joined = groups and not passage.text[groups[-1][-1][0].end : unit.span.start].strip()
        if groups and joined and groups[-1][-1][2] == unit.intro:
            groups[-1].append(row)
        else:
            groups.append([row])
    found = []
    for group in groups:
        names = tuple(cells(group[0][2])) if group[0][2] else ()
        rows = tuple((_placed(span, passage), tuple(cells(text))) for span, text, _ in group)
        table = Table(passage, names, rows)
        if names and len(rows) > 1 and all(table.keys) and len(set(table.keys)) == len(rows):
            found.append(table)
    return found


def _placed(span: Span, passage: Passage) -> Span:
    return Span(passage.span.start + span.start, passage.span.start + span.end)


def _overlaps(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _row_of(claim: Claim, table: Table) -> int | None:
    """The row of a table that a statement tells, if it tells one."""
    own = [place for place in claim.citations if place.document_id == table.passage.document_id]
    places = (place for place in own if is_row(place.quote))
    return next(
        (at for place in places for at, (span, _) in enumerate(table.rows) if _overlaps(span, place.span)), None
    )


def _claim(told: Sequence[Claim], table: Table, at: int, cite: Callable[[Passage], Citation] | None) -> Claim:
    """A row as it is told, else as another one is: with the same columns, and its own place."""
    own = next((one for one in told if _row_of(one, table) == at), None)
    if own is not None or cite is None:
        return own or told[0]
    span, row = table.rows[at]
    columns = {name for name, _ in told_cells(told[0].text)}
    pairs = [(_bare(name), value) for name, value in zip(table.names, row, strict=False) if value]
    shown = [(name, value) for number, (name, value) in enumerate(pairs) if not number or name in columns]
    text = "; ".join(f"{name}: {value}" if name else value for name, value in shown)
    start = span.start - table.passage.span.start
    part = table.passage._replace(span=span, text=table.passage.text[start : start + span.end - span.start])
    place = cite(part)._replace(passage_id=table.passage.id)
    return told[0]._replace(text=text, citations=(place,))


def _bare(name: str) -> str:
    return name.strip(" *_`")


def _replaced(claims: Sequence[Claim], old: Iterable[Claim], new: Sequence[Claim]) -> list[Claim]:
    """The statements with the new ones where the first of the old ones was."""
    gone = list(old)
    found: list[Claim] = []
    for one in claims:
        found += new if gone and one is gone[0] else [] if one in gone else [one]
    return found


def _of_columns(ticket: Ticket, claim: Claim, known: AbstractSet[str]) -> Claim:
    """A row with cases as its columns, without those of the cases that the ticket does not name."""
    row = told_cells(claim.text) if known and any(is_row(place.quote) for place in claim.citations) else []
    cased = [name for name, _ in row if name.casefold() in known]
    mine = [name for name in cased if _named_alone(ticket, name)]
    if not mine or len(mine) == len(cased):
        return claim
    kept = [f"{name}: {value}" for name, value in row if name.casefold() not in known or name in mine]
    return claim._replace(text="; ".join(kept))


def _named_alone(ticket: Ticket, name: str) -> bool:
    """Whether a ticket names a case that is a column."""
    text = f"{ticket.subject}\n{ticket.description}"
    places = re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE)
    return ticket.plan.casefold() == name.casefold() or any(_is_name(text, one, name, "plan") for one in places)


def _listed(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    return ", ".join(found[:SHOWN]) + (f" and {len(found) - SHOWN} more" if len(found) > SHOWN else "")
