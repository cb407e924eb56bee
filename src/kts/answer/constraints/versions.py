"""Versions that a question names: behind a name or the word, before what they are of, and where one may stand.

`Ubuntu 22.04` is the version of what a product runs on, and no rival of the product's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answers import Constraint
from kts.lexicon.decimals import is_decimal
from kts.lexicon.entities_words import NO_NAMES
from kts.lexicon.patterns import later
from kts.lexicon.quantities import MEASURED, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.constraints.vocabulary import Vocabulary

_SOFTWARE = (
    r"firmware|software|agents?|clients?|servers?|apps?|applications?|drivers?|installers?|plug-?ins?|modules?|kernels?|"
    r"releases?|versions?|builds?|editions?|api|sdk|cli|console|images?|packages?|release notes|"
    r"(?:admin|user|install(?:ation)?) (?:guide|manual)"
)
PLATFORMS = (
    r"Ubuntu|Debian|RHEL|CentOS|Rocky|AlmaLinux|Fedora|SLES|SUSE|openSUSE|Linux|FreeBSD|Windows|macOS|iOS|iPadOS|Android|"
    r"Java|JDK|JRE|OpenJDK|Python|Node(?:\.js)?|PHP|Ruby|PostgreSQL|Postgres|MySQL|MariaDB|SQLite|MongoDB|Redis|nginx|"
    r"Apache|Tomcat|OpenSSL|Docker|Kubernetes|Chrome|Firefox|Safari|VMware|ESXi|vSphere"
)
"""What programs run on or with, by the names under which it is known everywhere."""
_VERSION = later(
    r"(?i:\b(?:versions?|ver\.?|releases?)[ \xa0]{1,2}v?|(?<![\w.])v\.?[ ]?)"
    r"(?P<marked>\d{1,4}(?:\.\d{1,4}){0,3})(?![\w%]|\.\d)"
    r"|(?P<name>[A-Za-z][\w-]{2,20})[ \xa0](?P<bare>\d{1,4}(?:\.\d{1,4}){1,3})"
    r"(?![\w%]|\.\d|[ ](?:percent|million|billion|%))"
)
_BEFORE = later(
    r"(?<![\w.])(?i:the|our|your|my|an?|this|that|with|for|on)[ ]v?(?P<before>\d{1,2}(?:\.\d{1,3}){1,2})[ ]"
    rf"(?i:{_SOFTWARE})\b"
)
"""A version before what it is of: `the 3.5 agent`."""
_PLATFORM = later(rf"(?i:{PLATFORMS})")
_ALSO = later(r"(?:,|,? (?:and|or|to|versus|vs\.?)(?: in)?)[ ](?P<also>\d{1,4}(?:\.\d{1,4}){1,3})(?![\w%]|\.\d)")
_IN_VERSION = later(
    r"(?<!\w)(?:in|with|for|since|from|under|until|to) (?P<placed>\d{1,2}\.\d{1,2}(?:\.\d{1,3})?)"
    r"(?=\W*\Z|[,;:?]|\.(?!\d)| (?:and|or|than|by|is|are|was|has|have|the|on)\b)"
)
"""A version, or the number of a section."""
_NO_PRODUCT = frozenset(
    "section sections sec article clause chapter paragraph table figure step item part rule schedule exhibit appendix "
    "of in under per at by to from over than and or the is was are between about until above below ratio rate form "
    "approximately nearly almost around roughly least most only exactly room floor office bay desk raum zimmer".split()
)


def versions(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """The versions of a question. The text of one of a platform has its name: `Ubuntu 22.04`, and the value has not."""
    for match in _VERSION.finditer(text):
        if match["bare"] and (match["name"].casefold() in _NO_PRODUCT or match["name"].casefold() in NO_NAMES):
            continue
        if match["bare"] and _is_amount(match["bare"], match.start("bare"), text):
            continue
        group = "marked" if match["marked"] else "bare"
        if is_decimal(match["bare"], text) if match["bare"] else re.fullmatch(r"(?:19|20)\d\d", match["marked"]):
            continue
        yield _version(match, group, platform=_platform(match["name"] or ""))
        position = match.end()
        while also := _ALSO.match(text, position):
            yield _version(also, "also", platform=_platform(match["name"] or ""))
            position = also.end()
    for match in _BEFORE.finditer(text):
        yield _version(match, "before")


def _is_amount(number: str, start: int, text: str) -> bool:
    """Whether a number behind a word is read with a unit, or with its points between thousands: `von 2.500 Stück`."""
    return any(
        one.start <= start < one.end and (one.kind in MEASURED or number.count(".") > 1 or one.value != float(number))
        for one in quantities(text)
    )


def _version(match: re.Match[str], group: str, *, platform: str = "") -> Constraint:
    said = f"{platform} {match[group]}" if platform else match[group]
    return Constraint("version", said, match[group], Span(*match.span(group)))


def _platform(name: str) -> str:
    return name if _PLATFORM.fullmatch(name) else ""


def platform_of(constraint: Constraint) -> str:
    """The platform of which a question names a version; empty where it is the product's own."""
    return constraint.text.removesuffix(constraint.value).strip() if constraint.text != constraint.value else ""


def on_platforms(text: str) -> Iterator[tuple[str, str]]:
    """The versions of platforms that a text names, each with the folded name of its platform."""
    for match in _ON.finditer(text):
        yield match["platform"].casefold(), match["first"]
        position = match.end()
        while also := _FURTHER.match(text, position):
            yield match["platform"].casefold(), also["also"]
            position = also.end()


_NUMBER = r"\d{1,4}(?:\.\d{1,4}){1,3}"
_ON = later(rf"(?i)(?<!\w)(?P<platform>{PLATFORMS})[ \xa0](?P<first>{_NUMBER})(?!\w|\.\d)")
_FURTHER = later(rf"(?:,|/|,? (?:and|or|to)|\u2013)[ ]?(?P<also>{_NUMBER})(?!\w|\.\d)")


def placed_versions(question: str) -> frozenset[str]:
    """Numbers that may be versions by where they stand: `the default in 5.0`. They prefer, and constrain nothing."""
    found: set[str] = set()
    for match in _IN_VERSION.finditer(question):
        found.add(match["placed"])
        position = match.end()
        while also := _ALSO.match(question, position):
            found.add(also["also"])
            position = also.end()
    return frozenset(found)
