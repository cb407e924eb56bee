"""Versions and codes that a ticket names and the cited places do not: what is right for one may be wrong elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.decimals import is_decimal
from kts.lexicon.identifiers import identifiers
from kts.lexicon.patterns import later
from kts.tickets.rows import cells, is_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket

_UNIT = (
    r"am|pm|a\.m|p\.m|percent|per cent|hours?|hrs?|days?|weeks?|months?|years?|minutes?|mins?|seconds?|dollars?|"
    r"euros?|usd|eur|million|billion|thousand|k\b|m\b|gb|mb|kb|tb|miles?|km|cm|mm|inch|pages?|points?|times?(?! out)|"
    r"stars?|degrees?|acres?"
)
_VERSION = later(
    r"(?<![\w$€£.,:/#%-])(?:(?P<said>(?:versions?|release|rel\.|ver\.?|v\.?|build|candidate|update)\s?)?)"
    rf"(?P<number>[1-9]\d{{0,3}}\.\d{{1,2}}(?:\.\d{{1,4}})*)(?![\w%]|[.,:]\d|\s?%|\s?(?:{_UNIT})\b)",
    re.IGNORECASE,
)
_SAID = r"\b(?:versions?|release|rel\.|ver\.?|app|firmware|v)\s?"
_WHOLE = later(rf"{_SAID}(?P<number>\d{{1,3}})(?![\w%]|[.,:/-]\d|\s?%|\s(?![ap]m\b)(?:{_UNIT})\b)", re.IGNORECASE)
"""A version of one number, which nothing but the word before it tells from any other number; before a unit or a time it
is a count: `the app 3 times`, `the new version 2 weeks ago`."""
_ONWARDS = later(
    rf"(?:(?P<said>{_SAID}|\b(?:client|build|update|candidate)\s)|(?<![\w.$€£]))(?P<number>\d{{1,4}}(?:\.\d{{1,4}})*)"
    r"\s+(?:and|or)\s+(?:(?P<newer>later|newer|onwards?)|above|higher|up(?:wards?)?)\b",
    re.IGNORECASE,
)
"""A version and all after it. Any amount may be meant with `or higher`, so without its word it needs `or later`."""
CODES = frozenset({"cve", "error_code", "part_number", "sqlstate"})
"""Kinds of identifiers that name one thing and no other."""
MONEY = later(r"\d+\.\d\d")
"""Two decimals: an amount, unless the text says that it is a version."""


def named(text: str) -> frozenset[str]:
    """The versions that a text names: `7.3`, `version 10.12`, `2024.2`, `app 6`; no amounts, times and shares."""
    found = _VERSION.finditer(text)
    dotted = {
        one["number"]
        for one in found
        if one["said"] or not (MONEY.fullmatch(one["number"]) or is_decimal(one["number"], text))
    }
    return frozenset(dotted | {one["number"] for one in _WHOLE.finditer(text)})


def form(ticket: Ticket) -> str:
    """The version in the ticket's form, as it is spelled there; empty where there is none."""
    return " ".join((ticket.version or str(ticket.metadata.get("version") or "")).split())


def wanted(ticket: Ticket) -> frozenset[str]:
    """The versions that a ticket names, in its words; else that of its form."""
    said = form(ticket)
    return named(ticket.text) or named(said) or frozenset(re.findall(r"\d+(?:\.\d+)*", said))


def missing(ticket: Ticket, answer: Answer) -> frozenset[str]:
    """The versions that the ticket names and the cited documents do not, as far as their passages were found.

    What the ticket's words name must be in the document that is cited first, what it answers stands there; what its
    form says in any, and only where they name versions at all; a title that names another one is of that.
    """
    if not answer.claims:
        return frozenset()
    words = named(ticket.text)
    lacking = _lacked(words, _cited(answer, first=True)) if words else frozenset()
    said = form(ticket)
    picked = (named(said) or {said}) - words if said else frozenset()
    if picked:
        text = _cited(answer)
        title = next((one.title for claim in answer.claims for one in claim.citations), "")
        lacking |= frozenset().union(*(_lacked(picked, where) for where in (text, title) if named(where)))
    return lacking


def _lacked(wanted: Iterable[str], text: str) -> frozenset[str]:
    known = named(text)
    least = [
        parts(one["number"])
        for one in _ONWARDS.finditer(text)
        if one["said"] or (one["newer"] and one["number"] in known and "." in one["number"])
    ]
    return frozenset(
        one for one in wanted if not _stands(one, text) and not any(start <= parts(one) for start in least)
    )


def _stands(version: str, text: str) -> bool:
    """Whether a version stands in a text; of one number, whether it stands there as a version."""
    if version.isdecimal():
        return any(one["number"] == version for one in _WHOLE.finditer(text)) or _stands(f"{version}.0", text)
    return re.search(rf"(?<![\d.]){re.escape(version)}(?:\.0)?(?![\d]|\.\d)", text) is not None


def parts(version: str) -> tuple[int, ...]:
    """The numbers of a version; of one that a form spells otherwise (`app 5`, `K2`) those that it holds."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


_CELL = later(r"v?\d{1,4}(?:\.\d{1,4})+(?:(?:, ?| and | or )v?\d{1,4}(?:\.\d{1,4})+)*", re.IGNORECASE)
"""A cell that holds versions and nothing else; a range may hold any of them."""


def beside(ticket: Ticket, answer: Answer | None) -> tuple[Claim, ...]:
    """The rows that an answer tells of another version than the ticket's, where their table has one of that version."""
    mine = wanted(ticket) if answer is not None and answer.ranking else frozenset()
    if answer is None or answer.ranking is None or not mine:
        return ()
    texts = {hit.passage.id: hit.passage.text for hit in answer.ranking.hits}
    return tuple(
        claim
        for claim in answer.claims
        if any(
            is_row(one.quote) and _of_other(one.quote, mine, texts.get(one.passage_id, "")) for one in claim.citations
        )
    )


def _of_other(row: str, wanted: frozenset[str], text: str) -> bool:
    own = _columns(row)
    lines = text.splitlines()
    at = next((number for number, line in enumerate(lines) if _columns(line) == own), None)
    if at is None:
        return False
    first, last = at, at
    while first and is_row(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and is_row(lines[last + 1]):
        last += 1
    table = [_columns(line) for line in lines[first : last + 1]]
    return any(
        _CELL.fullmatch(cell) and named(cell).isdisjoint(wanted) and _has(wanted, number, table)
        for number, cell in enumerate(own)
    )


def _has(wanted: frozenset[str], column: int, table: Iterable[list[str]]) -> bool:
    """Whether a row of the table has one of the versions in that column."""
    cells = (row[column] for row in table if column < len(row))
    return any(_CELL.fullmatch(cell) and not named(cell).isdisjoint(wanted) for cell in cells)


def _columns(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def of_version(ticket: Ticket, claims: Sequence[Claim]) -> list[Claim]:
    """The statements, rows without the columns of other versions where one column is of the ticket's."""
    mine = wanted(ticket)
    return [
        _of_columns(one, mine) if mine and any(is_row(place.quote) for place in one.citations) else one
        for one in claims
    ]


def _of_columns(claim: Claim, mine: frozenset[str]) -> Claim:
    row = cells(claim.text)
    own = [named(name) for name, _ in row]
    if not any(held & mine for held in own):
        return claim
    kept = [f"{name}: {value}" for (name, value), held in zip(row, own, strict=True) if not held or held & mine]
    return claim._replace(text="; ".join(kept)) if len(kept) < len(row) else claim


def other_codes(ticket: Ticket, answer: Answer) -> frozenset[str]:
    """The error codes, in their normal form, that the ticket names and no cited document does."""
    if not answer.claims:
        return frozenset()
    wanted = {one.norm for one in identifiers(ticket.text) if one.kind in CODES}
    return frozenset(wanted - {one.norm for one in identifiers(_cited(answer))}) if wanted else frozenset()


def _cited(answer: Answer, *, first: bool = False) -> str:
    """The cited documents, or only the first, as far as found: their passages, quotes, titles and paths."""
    citations = [citation for claim in answer.claims for citation in claim.citations]
    cited = {one.document_id for one in citations[: 1 if first else None]}
    hits = answer.ranking.hits if answer.ranking else ()
    said = [hit.passage.text for hit in hits if hit.passage.document_id in cited]
    said += [part for one in citations if one.document_id in cited for part in (one.title, one.path, one.quote)]
    return "\n".join(said)
