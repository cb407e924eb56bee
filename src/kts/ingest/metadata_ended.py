"""That a document holds no longer, in its own words: a status, a stamp, what took its place and when. Pure.

Only where it opens: below, something else has been replaced.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from kts.ingest.metadata_dates import ANYWHERE, DATE, GAP, OPENING, SELF, any_in, any_of, folded, iso_date
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

STAMPED = 200
"""Characters in which a stamp stands whose word may head a part of a text as well (a default, not fitted)."""
_STATUS = r"(?:(?:document|revision|lifecycle)[ \t]+)?status[ \t*_]*[:|][ \t*_]*"
_AT = (
    r"(?:(?:^[ \t>#*_-]*(?:\|[ \t*_]*)?|[.;|][ \t*_]+)"
    rf"{_STATUS}|^[ \t>#*_-]*(?:\|[ \t*_]*)?|[.;][ \t*_]+)"
)
"""Where it begins: a status, a line, a row, a sentence."""
_IN_TITLE = r"\A[ \t#*_]*[^\n]{3,200}?(?:[(;,\u2013\u2014]|[ \t]--?)[ \t*_]*"
"""Behind a mark in the first line: `# Returns (valid from 1 May 2024; replaced on 1 May 2026)`."""
_AND = (
    r"(?:(?:withdrawn|archived|obsolete|expired|no[ \t]+longer[ \t]+(?:valid|in[ \t]+force))\b"
    r"[^.;\n]{0,60}?[ ,;][ \t]*)?"
)
_TAKEN = rf"{_AND}(?:{any_of(SELF)}{GAP}(?:is|was|has{GAP}been){GAP})?(?:now{GAP})?(?:superseded|replaced)"
_WHEN = rf"(?:on|since|as{GAP}of|as{GAP}from|from|with{GAP}effect{GAP}from){GAP}(?:the{GAP})?"
_BY = rf"{_TAKEN}(?:{GAP}{_WHEN}(?:{DATE}))?{GAP}by(?::?{GAP}|[ \t*_]*\|[ \t*_|]*)(?:the{GAP})?(?P<name>[^\r\n|]+)"
_EDITION = rf"(?:(?:version|revision|rev\.?|edition|issue|fassung|ausgabe){GAP}?|v)\d"
_SUPERSEDED_BY = (
    later(
        rf"{_IN_TITLE}(?:superseded{GAP}by|replaced{GAP}by{GAP}(?={_EDITION})){GAP}?(?P<name>[^\r\n|]+)", re.IGNORECASE
    ),
    later(rf"{_AT}{_BY}", ANYWHERE),
)
"""In a title a machine may be replaced as well: `Pump 3 - replaced by PX-12`."""
_THIS = (
    rf"this{GAP}(?:document|policy|procedure|version|revision|edition|sop|instruction|manual|guide|standard|directive"
    "|issue)"
)
_TAKEN_ON = (
    later(
        rf"\A[ \t#*_]*[^\n]{{3,200}}?\b(?:valid|effective|in{GAP}force|applicable)\b[^()\n]{{0,80}}?[;,][ \t]*"
        rf"(?:superseded|replaced){GAP}{_WHEN}(?P<date>{DATE})",
        re.IGNORECASE,
    ),
    later(
        rf"{_AT}{_THIS}{GAP}(?:is|was|has{GAP}been){GAP}(?:superseded|replaced){GAP}{_WHEN}(?P<date>{DATE})", ANYWHERE
    ),
)
_TAKEN_BY_ON = later(
    rf"(?:{_IN_TITLE}|{_AT}){_TAKEN}{GAP}by{GAP}[^.;|\n]{{1,80}}?{GAP}{_WHEN}(?P<date>{DATE})", ANYWHERE
)
"""`Superseded by Rev 4 on 15 September 2025`: the first day on which it holds no longer."""
_UNTIL = later(
    rf"{_IN_TITLE}(?:effective|valid|in{GAP}force|applicable){GAP}(?:(?:from|since){GAP}{DATE},?{GAP})?"
    rf"(?:until|through|to|till){GAP}(?P<date>{DATE})",
    re.IGNORECASE,
)
"""`# Tariff (valid until 31 March 2026)`."""
_FROM = later(
    rf"{_IN_TITLE}(?:effective|valid|in{GAP}force|applicable){GAP}(?:from|since|as{GAP}of){GAP}(?P<date>{DATE})",
    re.IGNORECASE,
)
"""`# Tariff (valid from 1 April 2026)`."""
_OVER = (
    r"obsolete|obsolet|superseded|no[ \t]+longer[ \t]+(?:valid|in[ \t]+force|in[ \t]+effect)|out[ \t]+of[ \t]+force"
    r"|ung\u00fcltig|veraltet|au\u00dfer[ \t]+kraft"
)
_SAYS_OVER = later(
    rf"(?:^[ \t>#*_-]*(?:\|[ \t*_]*)?|[.;|][ \t*_]+){_STATUS}(?P<word>{_OVER}|withdrawn)[ \t*_]*(?:[|.;,(]|\r?$)"
    rf"|(?:^[ \t>#*_-]*|[.;][ \t*_]+){_THIS}[ \t]+(?:is|has[ \t]+been)[ \t]+(?:now[ \t]+)?(?P<said>{_OVER}|withdrawn)"
    r"[ \t*_]*(?:[.;!]|\r?$)",
    ANYWHERE,
)
_STAMP = later(
    r"^[ \t>#*_\[(|-]*(?P<word>OBSOLETE|SUPERSEDED|WITHDRAWN|NO LONGER (?:VALID|IN FORCE)|UNG\u00dcLTIG|VERALTET)"
    r"(?:[ \t]+(?:DOCUMENT|COPY|VERSION|REVISION|EDITION))?[ \t*_\])|]*(?:\r?$|[!.\u2013\u2014-])",
    re.MULTILINE,
)
_WORDS = (
    *("obsolet", "superseded", "withdrawn", "no longer", "out of force"),
    *("ung\u00fcltig", "veraltet", "au\u00dfer kraft", "ausser kraft"),
)
"""One of these is in every folded text that says that it holds no longer."""


def successors_named(head: str) -> Iterator[str]:
    """What a document says took its place, as written to the end of the line."""
    for pattern in _SUPERSEDED_BY:
        for match in pattern.finditer(head, 0, OPENING):
            yield match["name"]


def first_day(head: str) -> str:
    """The day (ISO) from which a document holds by the brackets of its first line; empty where these tell none."""
    if not any_in(folded(head[:OPENING]), ("effective", "valid", "force", "applicable")):
        return ""
    found = _FROM.search(head, 0, OPENING)
    return iso_date(found["date"]) if found else ""


def last_day(head: str, *, is_named: bool) -> str:
    """The last day (ISO) on which a document held that says when another took its place, or its title until when.

    `is_named` is whether it names the document that did: what was replaced by something else is something else.
    """
    if not any_in(folded(head[:OPENING]), ("superseded", "replaced", "until", "through", "till", " to ")):
        return ""
    until = _UNTIL.search(head, 0, OPENING)
    if until and (day := iso_date(until["date"])):
        return day
    for pattern in (*_TAKEN_ON, *((_TAKEN_BY_ON,) if is_named else ())):
        for match in pattern.finditer(head, 0, OPENING):
            if day := iso_date(match["date"]):
                return (dt.date.fromisoformat(day[:10]) - dt.timedelta(days=1)).isoformat()
    return ""


def out_of_force(head: str, *, is_edition: bool) -> str:
    """The word by which a document says of itself that it holds no longer; empty where it does not.

    `is_edition` is whether it tells its version or since when it holds: a complaint may be withdrawn as well.
    """
    if not any_in(folded(head[:OPENING]), _WORDS):
        return ""
    for match in _SAYS_OVER.finditer(head, 0, OPENING):
        word = (match["word"] or match["said"]).casefold()
        if is_edition or word != "withdrawn":
            return word
    for match in _STAMP.finditer(head, 0, OPENING):
        if match["word"] != "WITHDRAWN" or match.end() <= STAMPED:
            return match["word"].casefold()
    return ""
