"""The tickets of a run as what they are: one a ticket, whatever rows or files it is told in, and nothing lost unsaid.

A ticket of a run is known by its id and its content: one whose words have changed since is worked on again.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

from kts.tickets.nouns import NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.tickets.nouns import Ticket

OWN = frozenset({"sha256", "message_id", "automatic", "cut", "duplicate_of", "unread", "comments"})
"""Keys of a ticket's metadata that no column made."""
READ = frozenset({"product"})
"""Names of columns that no field takes and that are read all the same."""


class Batch(NamedTuple):
    """The tickets of a run. `joined` rows were added to the ticket of their id, `repeated` ones say what one said."""

    tickets: tuple[Ticket, ...]
    joined: int = 0
    repeated: int = 0


def joined(tickets: Iterable[Ticket]) -> Batch:
    """The tickets of one file: rows of one id are comments of one ticket, in their order."""
    found: dict[str, Ticket] = {}
    added = repeated = 0
    for one in tickets:
        first = found.get(one.id)
        if first is None:
            found[one.id] = one
        elif _flat(one.description) in _flat(first.description) and _flat(one.subject) in {"", _flat(first.subject)}:
            repeated += 1
        else:
            found[one.id] = _with(first, one)
            added += 1
    return Batch(tuple(found.values()), added, repeated)


def _with(first: Ticket, comment: Ticket) -> Ticket:
    """A ticket with a further comment; what its form says is that of the first row which says it."""
    both = {name: getattr(first, name) or getattr(comment, name) for name in first._fields}
    texts = {name: "\n\n".join(filter(None, (getattr(first, name), getattr(comment, name)))) for name in _TEXTS}
    subject = comment.subject if _flat(comment.subject) not in {"", _flat(first.subject)} and first.subject else ""
    if subject:
        texts["description"] = "\n\n".join(filter(None, (first.description, subject, comment.description)))
    metadata = {**comment.metadata, **first.metadata, "comments": int(first.metadata.get("comments", 0)) + 1}
    attached = tuple(dict.fromkeys((*first.attachments, *comment.attachments)))
    return first._replace(**{**both, **texts, "attachments": attached, "metadata": metadata})


_TEXTS = ("description", "quoted", "signature")


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


def content(ticket: Ticket) -> str:
    """The hash of what is read of a ticket; its state, priority and times may change without a word of it."""
    read = (
        ticket.subject,
        ticket.description,
        ticket.quoted,
        ticket.signature,
        ticket.client_name,
        ticket.email,
        ticket.category or str(ticket.metadata.get("product") or ""),
        ticket.version,
        list(ticket.attachments),
    )
    return hashlib.sha256(json.dumps(read, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def key(ticket: Ticket) -> tuple[str, str]:
    """What a ticket of a run is known by."""
    return ticket.id, content(ticket)


def distinct(tickets: Sequence[Ticket]) -> Batch:
    """The tickets of several files: each id and content once."""
    found: dict[tuple[str, str], Ticket] = {}
    for one in tickets:
        found.setdefault(key(one), one)
    return Batch(tuple(found.values()), repeated=len(tickets) - len(found))


def unread(tickets: Iterable[Ticket]) -> tuple[str, ...]:
    """The columns that no field takes, by name: what stands in them no stage reads."""
    names = (name for one in tickets for name in one.metadata)
    return tuple(sorted({name for name in names if name not in OWN and name.lower() not in READ}))


def superseded(line: Mapping[str, object] = NOTHING, *, keys: frozenset[tuple[str, str]], ids: frozenset[str]) -> bool:
    """Whether a line of an earlier run is of a ticket that says something else now."""
    said, own = str(line.get("id")), line.get("content")
    return own is not None and said in ids and (said, str(own)) not in keys
