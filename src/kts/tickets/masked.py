"""Personal data of a ticket is asked for nowhere and shown nowhere: a question that holds it is put without it.

What a review says is left open is in the ticket's own words, and stands in every view of it and in the lines of a run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.personal import find, without

if TYPE_CHECKING:
    from kts.tickets.nouns import Ticket


def searchable(ticket: Ticket) -> Ticket:
    """The ticket with nothing in the place of personal data: its parts are searched for and named in a review."""
    return ticket._replace(subject=without(ticket.subject), description=without(ticket.description))


def masked(text: str, ticket: Ticket) -> str:
    """The text with `[kind]` in the place of what the ticket has of personal data.

    What the documents print for everybody, such as the desk's own telephone, stays, unless the ticket has it too.
    """
    told = f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}"
    kinds = {told[one.span.start : one.span.end].strip(): one.kind for one in find(told)}
    for stretch in sorted(kinds, key=lambda one: (-len(one), one)):
        text = text.replace(stretch, f"[{kinds[stretch]}]") if stretch else text
    return text
