"""A ticket is not answered from itself: the mail may lie in the indexed folder, or in a mailbox there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer import compose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket
    from kts.types import Citation, Result

FILE = "sha256"
"""The key in a ticket's metadata of the hash of the file that is the ticket."""
LEAST = 8
"""Words of a ticket from which a passage that holds them all is no chance (a default, not fitted)."""
NEAREST = 3
"""Places that are shown where nothing is left of an answer (a default, not fitted)."""
OWN = "what was found first is the ticket itself"
"""The doubt of an answer whose leading statement was the ticket's own."""


def others(ticket: Ticket, results: Sequence[Result]) -> tuple[Result, ...]:
    """What was found, without passages of the file that the ticket is."""
    own = ticket.metadata.get(FILE)
    return tuple(one for one in results if not own or one.citation.sha256 != own)


def without_own(ticket: Ticket, answer: Answer, results: Sequence[Result]) -> Answer:
    """The answer without statements that are the ticket's own words; doubtful where the leading one was.

    Where nothing is left, the first of the `results` are the nearest places.
    """
    file = ticket.metadata.get(FILE)
    nearest = tuple(one for one in answer.nearest if not file or one.sha256 != file)
    kept = tuple(claim for claim in answer.claims if not _is_own(ticket, claim, answer))
    if kept == answer.claims:
        return answer._replace(nearest=nearest)
    if not kept:
        nearest = nearest or tuple(one.citation for one in results[:NEAREST])
        return answer._replace(verdict="abstained", text="", claims=(), nearest=nearest, band="none", coverage=0.0,
                               notes=(*answer.notes, OWN))  # fmt: skip
    said = answer._replace(claims=kept, text=compose.text(kept), nearest=nearest)
    if kept[0] is answer.claims[0]:
        return said
    return said._replace(verdict="low_confidence", band="low", doubts=(*answer.doubts, OWN), notes=(*said.notes, OWN))


def _is_own(ticket: Ticket, claim: Claim, answer: Answer) -> bool:
    """Whether a statement is of the ticket's file, or stands word for word in it and in a passage that holds it all.

    A sentence of a manual that the ticket quotes is no such one: its passage does not hold the ticket.
    """
    file = ticket.metadata.get(FILE)
    if file and any(one.sha256 == file for one in claim.citations):
        return True
    whole, body = _plain(f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}"), _plain(ticket.description)
    if len(body.split()) < LEAST or not claim.citations:
        return False
    passages = {one.passage.id: one.passage.text for one in answer.ranking.hits} if answer.ranking else {}
    return all(
        _plain(one.quote) in whole and body in _plain(passages.get(one.passage_id, "")) for one in claim.citations
    )


def is_own(ticket: Ticket, place: Citation) -> bool:
    """Whether a place is of the ticket's own file, or says what the ticket says."""
    file = ticket.metadata.get(FILE)
    if file and place.sha256 == file:
        return True
    quoted = _plain(place.quote)
    return len(quoted.split()) >= LEAST and quoted in _plain(f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}")


def _plain(text: str) -> str:
    """The words of a text, small and each after a blank, so that one text is found in another by whole words."""
    return " ".join(("", *re.findall(r"[^\W_]+", text.lower()), ""))
