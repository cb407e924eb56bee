"""Whose the words of an answer are: what was written to somebody else, and lists of people, are no words of a reply.

Both are shown to the person who works on the ticket. A reply never leaves by itself over them, and no draft is made of
them; of a mail between the desk and the sender of the ticket a draft may be.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer import compose
from kts.answers import GIVEN
from kts.lexicon.patterns import later
from kts.lexicon.personal import find
from kts.tickets.others import record_of
from kts.tickets.rows import cells, is_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ranked, Ticket
    from kts.types import Citation, Result

MAILS = (".eml", ".mbox", ".msg")
"""Ends of the names of files that are mails or hold them."""
_HEAD = later(r"(?mi)(?:^[>\s*]*(?:from|to|cc|date|sent|subject|von|an|datum|gesendet|betreff)\*{0,2}:[^\n]+\n?){3,}")
"""The head of a mail in any document: a printed page, a copied text. Two such lines may be those of a form."""
_CONTACT = frozenset({"phone", "email", "address"})
_REACHED = later(
    r"(?i)(?:(?:tele)?phone|tel|mobile|cell|e-?mail|mail|extension|ext|fax|address|birth\w*|born|salary|telefon|handy|"
    r"durchwahl|adresse)\b"
)
"""How the column is called that tells how to reach somebody, or what concerns nobody else."""
_WHO = later(
    r"(?i)(?:(?:full |first |last )?names?|persons?|employees?|staff|members?|engineers?|technicians?|owners?|"
    r"assignees?|"
    r"assigned(?: to)?|responsible|primary|secondary|backup|deputy|substitute|on[- ]?call|on duty|duty|shift|"
    r"contacts?|managers?|agents?|customers?|clients?|patients?|tenants?|vorname|nachname|mitarbeiter\w*|vertretung)\Z"
)
"""How a column of people is called."""
_PERSON = later(
    r"[^\W\d_a-z][\w'\u2019.-]*(?: (?:van|von|de|der|den|da|di|du|la|le|zu))*(?: [^\W\d_a-z][\w'\u2019.-]*){1,2}"
)
"""Two or three words with capitals: the name of a person, where the column is one of people."""


class Told(NamedTuple):
    """An answer with what may be told of it: `claims` for a reply, and notes for the person who works on the ticket."""

    answer: Answer
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()


def is_mail(path: str, text: str = "") -> bool:
    """Whether a document is a mail, or a passage of it has the head of one."""
    return path.lower().endswith(MAILS) or _HEAD.search(text) is not None


def of_people(text: str, quote: str) -> bool:
    """Whether a statement is a row of a list of people, or says how to reach one whom it names."""
    if not is_row(quote):
        kinds = {one.kind for one in find(text)}
        return "name" in kinds and not kinds.isdisjoint(_CONTACT)
    row = cells(text)
    named = [name.lower() for name, value in row if _WHO.fullmatch(name) and _is_person(value)]
    alone = set(named) <= {"name", "names"}
    return bool(named) and (not alone or any(_REACHED.match(name) or _holds_contact(value) for name, value in row))


def _is_person(value: str) -> bool:
    """Whether a cell is the name of a person, and not of a department, as far as its words tell."""
    return bool(_PERSON.fullmatch(value)) and any(one.kind == "name" for one in find(f"Name: {value}"))


def _holds_contact(value: str) -> bool:
    return any(one.kind in _CONTACT for one in find(value))


def mails(answer: Answer | None) -> tuple[Citation, ...]:
    """The places of mails that an answer cites."""
    return _places(answer, _of_mail)


def people(answer: Answer | None) -> tuple[Citation, ...]:
    """The places of an answer that are of people."""
    return _places(answer, lambda claim, _: _of_somebody(claim))


def _of_somebody(claim: Claim) -> bool:
    return bool(record_of(claim.text)) or any(of_people(claim.text, one.quote) for one in claim.citations)


def _places(answer: Answer | None, holds: Callable[[Claim, dict[str, str]], bool]) -> tuple[Citation, ...]:
    if answer is None:
        return ()
    texts = _passages(answer)
    return tuple(dict.fromkeys(one for claim in answer.claims if holds(claim, texts) for one in claim.citations))


def _passages(answer: Answer) -> dict[str, str]:
    return {one.passage.id: one.passage.text for one in answer.ranking.hits} if answer.ranking else {}


def _of_mail(claim: Claim, texts: dict[str, str]) -> bool:
    return any(is_mail(one.path, texts.get(one.passage_id, "")) for one in claim.citations)


def settled(
    ticket: Ticket,
    answer: Answer,
    again: Callable[[frozenset[str]], Answer] | None,
    results: Sequence[Result] = (),
) -> Told:
    """What may be told of an answer. Where something may not, what the other documents answer goes before it.

    `again` asks all documents that are no mails once more, without those of the ids that it is given. Of a mail of the
    ticket's own sender, as far as the answer or the `results` have its head, a person may be given a draft.
    """
    own = _addressed(ticket, answer, results)
    hidden = _hidden(answer, own)
    places = tuple(dict.fromkeys((*(one for claim in hidden for one in claim.citations), *mails(answer))))
    if not places:
        return Told(answer, answer.claims)
    if again is not None:
        other = again(frozenset(one.document_id for one in places))
        if other.verdict in GIVEN and other.claims and not _hidden(other, frozenset()):
            nearest = tuple(dict.fromkeys((*places, *other.nearest)))
            paths = ", ".join(dict.fromkeys(one.path for one in places))
            note = f"a mail or a list of people speaks of it, too, and nothing of it is told: {paths}"
            return Told(other._replace(nearest=nearest), other.claims, (note,))
    return Told(answer, tuple(claim for claim in answer.claims if claim not in hidden))


def _hidden(answer: Answer, own: frozenset[str]) -> tuple[Claim, ...]:
    """The statements that no reply may hold; `own` are documents that were written to the sender of the ticket."""
    texts = _passages(answer)
    return tuple(
        claim
        for claim in answer.claims
        if _of_somebody(claim)
        or (_of_mail(claim, texts) and not own.issuperset(one.document_id for one in claim.citations))
    )


def _addressed(ticket: Ticket, answer: Answer, results: Sequence[Result]) -> frozenset[str]:
    """The mails that were written by the sender of the ticket, or to them."""
    sender = ticket.email.strip().lower()
    hits = (*(answer.ranking.hits if answer.ranking else ()), *(one.hit for one in results))
    address = re.compile(rf"(?<![\w.+-]){re.escape(sender)}(?![\w-])")
    heads = [(hit.passage.document_id, _HEAD.match(hit.passage.text)) for hit in hits] if sender else []
    return frozenset(id_ for id_, head in heads if head and address.search(head[0].lower()))


def told(answer: Answer, claims: Sequence[Claim]) -> Answer:
    """The answer with these statements only."""
    kept = tuple(claims)
    return answer if kept == answer.claims else answer._replace(claims=kept, text=compose.text(kept))


def public(ranked: Ranked) -> Ranked:
    """What was found, without mails and without passages that list people: nothing of them is worded anew."""
    return ranked._replace(results=tuple(one for one in ranked.results if not _private(one)))


def _private(result: Result) -> bool:
    text = result.hit.passage.text
    return is_mail(result.citation.path, text) or sum(_holds_contact(line) for line in text.splitlines()) > 1
