"""What another place says was changed: a value that a reply states may have been replaced by a later release.

An article that applies to 4.0 and 5.1 may give a port of which the notes on 5.1 say that there is another one now.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.standing.conflicts import FORMER
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.tickets.applies import earlier
from kts.tickets.versions import named, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answers import Answer
    from kts.tickets.nouns import Ticket
    from kts.types import Hit

_VALUE = later(r"[\w./:@-]*\d[\w./:@-]*")
_HEADING = later(r"(?m)^(?:#{1,6} +|\*\*)(\S.*)$")


def replaced(ticket: Ticket, answer: Answer | None, around: Sequence[Hit]) -> tuple[str, ...]:
    """Sentences that say that a value of the answer held before, where the ticket's version is not an earlier one.

    `around` are passages that were found beside those of the answer.
    """
    if answer is None or not answer.claims:
        return ()
    said = [" ".join(claim.text.split()) for claim in answer.claims]
    mine = wanted(ticket)
    hits = {hit.passage.id: hit for hit in (*(answer.ranking.hits if answer.ranking else ()), *around)}
    found = []
    for hit in hits.values():
        for old, sentence, since in _changes(hit.passage.text):
            before = bool(mine and since) and all(earlier(one, since) for one in mine)
            if not before and any(_stands(old, one) for one in said if sentence not in one):
                found.append(sentence)
    return tuple(dict.fromkeys(found))


def _changes(text: str) -> Iterator[tuple[str, str, str]]:
    """A value that held before, the sentence, and the version of the heading above it, empty where that has none."""
    for start, end in sentences(text):
        for match in FORMER.finditer(text, start, end):
            above = _HEADING.findall(text[:start])
            since = min(named(above[-1]), default="") if above else ""
            told = " ".join(text[start:end].split()).lstrip("-*\u2022 ")
            yield from ((one.strip(".,:/-"), told, since) for one in _VALUE.findall(match[match.lastgroup or 0]))


def _stands(value: str, text: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(value)}(?![\w]|\.\d)", text, re.IGNORECASE) is not None
