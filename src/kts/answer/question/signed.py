"""The name of its sender at the end of a message, which no document need hold: `... is it? Thx, Gerda`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.analyse import words
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.answer.constraints.vocabulary import Vocabulary

_NAME = rf"[{UPPER}][{LOWER}'\u2019-]{{1,20}}(?:[ ](?:[{UPPER}]\.[ ])?[{UPPER}][{LOWER}'\u2019-]{{1,20}}){{0,2}}"
_CLOSED = later(
    r"(?:(?<=[.!?\n])\s{0,4}(?i:tia|cheers|sincerely|merci|lg|mfg|thanks|yours)"
    r"|(?<=[.!?,;\n ])(?i:thx|thanks (?:a lot|in advance)|thank you(?: very much)?|many thanks"
    r"|(?:kind |best |warm )?regards|rgds|best wishes|yours (?:sincerely|truly|faithfully)"
    rf"|danke|(?:viele |beste )?gr\u00fc\u00dfe))[,.!]?[ \t\r\n]{{1,4}}{_NAME}[.!]?\s*\Z"
)
"""A closing with a name at the end; words that names have, too (*LG*, *Tia Maria*), stand behind a sentence."""
_BARE = later(rf"(?<=[.!?\n])[ \t\r\n]{{1,4}}(?P<name>{_NAME})[.]?\s*\Z")
"""A name alone behind a sentence."""


def unsigned(text: str, known: Vocabulary) -> str:
    """A message without its sender's name; a bare one counts where it asks before and no document has all of it."""
    bare = closed_off(text)
    if bare != text:
        return bare
    found = _BARE.search(text)
    if found is None or not known.passages or not _SAYS.search(text, 0, found.start()):
        return text
    unknown = all(not known.frequency(word) for word in words(found["name"]))
    return text[: found.start()] if unknown else text


def closed_off(text: str) -> str:
    """A message without a closing and a name at its end, where anything is said before."""
    bare = _CLOSED.sub("", text).rstrip()
    return bare if bare and bare != text.rstrip() else text


_SAYS = later(r"\?|[.!]\s")
