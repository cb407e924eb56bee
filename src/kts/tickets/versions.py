"""Versions and codes that a ticket names and the cited places do not: what is right for one may be wrong elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.identifiers import identifiers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kts.answers import Answer
    from kts.tickets.nouns import Ticket

_UNIT = (
    r"am|pm|a\.m|p\.m|percent|per cent|hours?|hrs?|days?|weeks?|months?|years?|minutes?|mins?|seconds?|dollars?|"
    r"euros?|"
    r"usd|eur|million|billion|thousand|k\b|m\b|gb|mb|kb|tb|miles?|km|cm|mm|inch|pages?|points?|times?|stars?|degrees?|"
    r"acres?"
)
_VERSION = re.compile(
    r"(?<![\w$€£.,:/#%-])(?:(?P<said>(?:versions?|release|rel\.|ver\.?|v\.?|build|candidate|update)\s?)?)"
    rf"(?P<number>[1-9]\d{{0,3}}\.\d{{1,2}}(?:\.\d{{1,4}})*)(?![\w%]|[.,:]\d|\s?%|\s?(?:{_UNIT})\b)",
    re.IGNORECASE,
)
CODES = frozenset({"cve", "error_code", "part_number", "sqlstate"})
"""Kinds of identifiers that name one thing and no other."""
MONEY = re.compile(r"\d+\.\d\d")
"""Two decimals: an amount, unless the text says that it is a version."""


def named(text: str) -> frozenset[str]:
    """The versions that a text names: `7.3`, `version 10.12`, `2024.2`; no amounts, times and shares."""
    found = _VERSION.finditer(text)
    return frozenset(one["number"] for one in found if one["said"] or not MONEY.fullmatch(one["number"]))


def missing(ticket: Ticket, answer: Answer) -> frozenset[str]:
    """The versions that the ticket names and the cited documents do not, as far as their passages were found.

    What the ticket's words name must be in the document that is cited first, what it answers stands there; what its
    form says in any, and only where they name versions at all.
    """
    if not answer.claims:
        return frozenset()
    words = named(ticket.text)
    lacking = _lacked(words, _cited(answer, first=True)) if words else frozenset()
    form = str(ticket.metadata.get("version") or "").strip()
    if form and form not in words:
        text = _cited(answer)
        lacking |= _lacked({form}, text) if named(text) else frozenset()
    return lacking


def _lacked(wanted: Iterable[str], text: str) -> frozenset[str]:
    return frozenset(one for one in wanted if not re.search(rf"(?<![\d.]){re.escape(one)}(?![\d]|\.\d)", text))


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
