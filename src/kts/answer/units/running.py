"""Lines that run through the pages of a file and say nothing: titles with the page's number, sources, page marks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kts.answer.units.parties import LEGAL
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 120
"""Characters up to which a line may be one (a default)."""
AGAIN = 3
"""Pages on which a line that differs in its number alone stands, from which it is one (a default)."""
_NUMBER = later(r"(?<!\S)\d{1,4}(?!\S)")
_STOPS = later(r"[.;:?!][\W_]*\Z")
_FURNITURE = later(
    r"(?P<page>(?![Ss]ee\b)[^.;:?!\n]{0,100}(?<!\bon )(?<!\bsee )(?<!\bfrom )\bPage (?:[A-Z]{1,2}-)?\d{1,4}"
    r"(?: of \d{1,4})?(?: +v?[A-Z]*\d[\w.-]{0,9})?\W*)"
    r"|(?P<source>Source: [^\n]{3,100}, \d{1,2}/\d{1,2}/\d{4}\W*)"
    r"|(?P<mark>(?:<(?:PAGE|/?TEXT|/?TABLE)>\s*\d{0,4}\s*)+)"
)
_TITLED = rf"(?:[{UPPER}][\w.,'\u2019&-]*|of|and|for|&|the)"
_LEGAL = "|".join(LEGAL)
_HEADS = "Agreement|Contract|Lease|Licen[cs]e|Policy|Manual|Handbook|Report|Plan|Guide"
_PARTY = later(rf" & |\b(?i:{_LEGAL})\b")
_RUNNING = later(
    rf"[{UPPER}][\w'\u2019-]*(?: {_TITLED}){{0,7}} (?:{_HEADS}) \d{{1,3}}(?P<who>(?: {_TITLED}){{0,12}})?\W*"
)
"""The title of a paper and the number of its page, with whom it is between: `Supply Agreement 5 Northfield Inc.`"""
_REST = later(rf"& (?:{_TITLED} ){{0,8}}(?i:{_LEGAL})\.?\W*")
"""What a stop in a name cuts off such a line: `& Ellwick Cleaning Limited`."""
_GAP = later(r"[ \t]{2,}|[ \t]*\n\s*|[ \t](?=<PAGE>)")
"""Before a line that only a wide gap parts from what stands there, where a file has lost its breaks."""
_OWNER = later(r"(?i)(?:proprietary|confidential|copyright|\u00a9|draft)\b")


def is_running(line: str) -> bool:
    """Whether a line is one: a running title, the source of an export, the mark of a page."""
    return bool(_FURNITURE.fullmatch(line)) or _runs(line)


def repeated(texts: Iterable[str]) -> frozenset[str]:
    """The lines that stand on several pages of a document and differ in their numbers alone, without these."""
    lines = (" ".join(text.split()) for text in texts)
    seen = Counter(numberless(line) for line in dict.fromkeys(lines) if _may_repeat(line))
    return frozenset(line for line, times in seen.items() if times >= AGAIN)


def numberless(line: str) -> str:
    """A line with a sign for each number of a page."""
    return _NUMBER.sub("#", line)


def _may_repeat(line: str) -> bool:
    return len(line) <= LONGEST and "|" not in line and bool(_NUMBER.search(line)) and not _STOPS.search(line)


def without_tail(text: str) -> int:
    """Where what a text says ends: before the lines of this kind that stand behind it, a wide gap or a line apart."""
    end, cut = len(text), False
    for gap in reversed(list(_GAP.finditer(text, max(0, end - LONGEST)))):
        line = text[gap.end() : end].strip()
        owned = cut and _OWNER.match(line) is not None
        if "|" in line or not (owned or is_running(line)):
            if cut:
                break
            continue
        end, cut = gap.start(), True
    return end


def _runs(line: str) -> bool:
    """Whether a line is a running title; behind the number only a party may stand: `Agreement 30 Days` says a time."""
    running = _RUNNING.fullmatch(line)
    if running is None:
        return _REST.fullmatch(line) is not None
    return not running["who"] or _PARTY.search(running["who"]) is not None
