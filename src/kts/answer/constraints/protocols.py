"""Protocols and formats that a question names by their number: `TLS 1.1`, `USB 3.2`, `HTTP/2`, `OAuth 2.0`.

Their number is none of the product's: notes on release 4.2 may say that TLS 1.1 is no longer accepted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answers import Constraint, Unmet
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary

PROTOCOL = "protocol"
"""The kind of such a constraint."""
_NAMES = (
    "TLS|SSL|DTLS|HTTP|SSH|SMB|NFS|SNMP|IMAP|OAuth|OIDC|OpenID|SAML|WPA|USB|PCIe?|SATA|HDMI|DisplayPort|Bluetooth|"
    "DDR|UEFI|OpenGL|OpenAPI|Unicode|HTML|CSS|XML|PDF(?:/A)?|GraphQL|MQTT|AMQP|Modbus|WCAG|CVSS|DOCSIS|LDAP"
)
_NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,2}"
_NAMED = later(rf"(?<![\w-])(?P<name>(?i:{_NAMES}))(?: version |[ \xa0/-]?v?)(?P<number>{_NUMBER})(?![\w%]|\.\d)")
_JOINT = r"(?:, ?| ?/ ?| ?\u2013 ?|,? (?:and|or|to|und|et|oder|bis) )"
_STATES = later(
    rf"(?<![\w-])(?P<name>(?i:{_NAMES}))(?: versions? |[ \xa0/-]?)v?"
    rf"(?P<numbers>{_NUMBER}(?:{_JOINT}(?:(?i:{_NAMES})[ /-]?)?v?{_NUMBER})*)(?![\w%]|\.\d)"
)
_OPEN = later(
    r"(?i)\b(?:or|and|und|oder) (?:later|newer|above|higher|up|below|older|earlier|h\u00f6her|neuer|\u00e4lter)\b|"
    r"\b(?:at least|minimum|mindestens|au moins|since|from|before|below|above)\b"
)
"""Words by which a text speaks of other numbers than those it has."""


def protocols(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """The protocols that a question names with their numbers."""
    for match in _NAMED.finditer(text):
        value = f"{match['name'].casefold()} {match['number']}"
        yield Constraint(PROTOCOL, match[0], value, Span(*match.span()))


def protocol_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The same protocol with that number, also in a list: `TLS 1.0 and 1.1`. Another number of it is named."""
    name, _, number = constraint.value.partition(" ")
    stated = _stated(found.whole)
    if (name, number) in stated:
        return None
    others = [other for of, other in stated if of == name]
    if others:
        other = f"{constraint.text[: len(name)]} {others[0]}"
        certain = not _OPEN.search(found.text)
        return Unmet(constraint._replace(certain=certain), f"the passage is about {other}, not {constraint.text}")
    return Unmet(constraint, f"the passage does not name {constraint.text}")


@lru_cache(256)
def _stated(text: str) -> tuple[tuple[str, str], ...]:
    """The protocols of a text, each with its numbers."""
    return tuple(
        (match["name"].casefold(), number)
        for match in _STATES.finditer(text)
        for number in re.findall(r"\d{1,2}(?:\.\d{1,2}){0,2}", re.sub(rf"(?i){_NAMES}", " ", match["numbers"]))
    )
