"""Versions that a ticket names and the cited places do not: what is right for one version may be wrong for another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
MONEY = re.compile(r"\d+\.\d\d")
"""Two decimals: an amount, unless the text says that it is a version."""


def named(text: str) -> frozenset[str]:
    """The versions that a text names: `7.3`, `version 10.12`, `2024.2`; no amounts, times and shares."""
    found = _VERSION.finditer(text)
    return frozenset(one["number"] for one in found if one["said"] or not MONEY.fullmatch(one["number"]))


def missing(ticket: Ticket, answer: Answer) -> frozenset[str]:
    """The versions that the ticket's words name and no cited document does, as far as its passages were found."""
    wanted = named(ticket.text)
    if not wanted or not answer.claims:
        return frozenset()
    cited = {citation.document_id for claim in answer.claims for citation in claim.citations}
    hits = answer.ranking.hits if answer.ranking else ()
    said = [hit.passage.text for hit in hits if hit.passage.document_id in cited]
    said += [part for claim in answer.claims for one in claim.citations for part in (one.title, one.path, one.quote)]
    text = "\n".join(said)
    return frozenset(one for one in wanted if not re.search(rf"(?<![\d.]){re.escape(one)}(?![\d]|\.\d)", text))
