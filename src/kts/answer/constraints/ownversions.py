"""The version that a document is of by its file or its title page, and the one from which a thing is supported.

A manual says `Firmware 4.1` once, on its first page or as `manual-fw4.1.pdf`, and all of it is of that version. And
what is `supported from firmware 4.2` tells of 4.1, too: there it is not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.answers import Evidence

_NUMBER = r"\d{1,3}(?:\.\d{1,3}){1,3}"
_KIND = r"(?:firmware|fw|software|sw|application|app|versions?|ver|releases?|rel)"
_BEHIND = r"(?!\w|\.\d|[ ]?(?:%|percent|million|billion|[kMG]?(?:Hz|B|bit|W|V|A)\b))"
_IN_NAME = later(rf"(?i)(?<![a-z])(?:{_KIND}|v)[ ._-]{{0,2}}v?(?P<version>{_NUMBER})(?![\w]|\.\d)")
_TITLED = later(
    rf"(?im)^[\s#*_>|-]*(?:(?:for|of|applies to|valid for)[ ])?(?:[\w-]{{1,20}}[ ]){{0,2}}?{_KIND}(?:[ ]version)?"
    rf"[ :|]{{1,3}}v?(?P<version>{_NUMBER})(?:(?:,| and| or)[ ](?P<also>{_NUMBER}))?(?=[ \t*_|]*$|[.,;](?:\s|$))"
)
"""A line of a title page: `Firmware 4.1. Edition B`, `For software version 2.0`."""
TITLE_PAGE = 400
"""Characters of a document within which its title page says of which version it is (a default, not fitted)."""
_PART = later(r"(?m)^##+[ ]|^\d{1,2}(?:\.\d{1,2})?[ ][A-Z]")
"""Where the first part of a document begins, and its title page ends."""
_SUPPORT = later(
    r"(?i)\b(?:supported|available|included|offered)[ ](?:only[ ])?(?:from|since|with|as of|starting with)"
    rf"[ ](?:(?:the|{_KIND})[ ]){{0,2}}v?(?P<from>{_NUMBER}){_BEHIND}"
)
"""From which version on something is there at all; `from 4.2 the limit is 80` tells nothing of 4.1."""


def own_versions(about: Evidence, opening: str) -> frozenset[str]:
    """The versions of a document by its title page, else by its file's name or its title; none where nothing says."""
    part = _PART.search(opening, 1)
    page = opening[: min(TITLE_PAGE, part.start() if part else TITLE_PAGE)]
    titled = [found for match in _TITLED.finditer(page) for found in (match["version"], match["also"]) if found]
    name = about.path.rpartition("/")[2].rpartition(".")[0]
    return frozenset(titled or [match["version"] for match in _IN_NAME.finditer(f"{name}\n{about.title}")])


def products(about: Evidence, opening: str) -> frozenset[str]:
    """Those of its versions that are a program's or a release's: a bare `v2.0` may be the document's own edition."""
    own = own_versions(about, opening)
    page, name = opening[:TITLE_PAGE], about.path.rpartition("/")[2]
    text = f"{name}\n{about.title}\n{page}"
    return frozenset(one for one in own if re.search(rf"(?i)(?<![a-z]){_PROGRAM}[^\d\n]{{0,12}}{re.escape(one)}", text))


_PROGRAM = r"(?:firmware|fw|software|sw|application|app|releases?|rel)(?![a-z])"


def is_of(wanted: str, own: frozenset[str]) -> bool:
    """Whether a version is one of a document's own, or all of those that begin with it: 4.1.6 is 4.1."""
    return any(one == wanted or one.startswith(f"{wanted}.") for one in own)


def comes_later(wanted: str, text: str) -> bool:
    """Whether a text says that something is there only from a later version on than the one that is asked for."""
    asked = numbers(wanted)
    return any(numbers(match["from"]) > asked for match in _SUPPORT.finditer(text))


def begins_later(wanted: str, text: str) -> str:
    """The later version from which on a text says that something is so, where it says nothing of the one asked for.

    `From 4.2 the limit is 80` beside what is supported from 4.2: that tells of 4.1, this does not.
    """
    if comes_later(wanted, text) or re.search(rf"(?<![\w.]){re.escape(wanted)}(?!\w|\.\d)", text):
        return ""
    begun = [match["from"] for match in _FROM.finditer(text)]
    return begun[0] if begun and all(numbers(one) > numbers(wanted) for one in begun) else ""


_FROM = later(
    rf"(?i)\b(?:from|since|as of|starting with)[ ](?:(?:the|{_KIND})[ ]){{0,2}}v?(?P<from>{_NUMBER}){_BEHIND}"
)


def numbers(version: str) -> tuple[int, ...]:
    """The parts of a version or an edition, for comparing: `4.10` comes after `4.9`."""
    return tuple(int(part) for part in version.split("."))
