"""Somebody else's data: the record of a customer is told to nobody in a reply, and a request for one goes to a person.

A record is a row of a table of customers: it names one and holds how to reach them, or what is agreed with them. Whose
the request is cannot be known from a mail, so a record is not told to its own customer either.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.personal import find
from kts.tickets.rows import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket
    from kts.types import Result

_CUSTOMER = later(
    r"(?i)(?:customers?|clients?|tenants?|compan(?:y|ies)|organi[sz]ations?|subscribers?|patients?|account(?=[ _])|"
    r"policy ?holders?|borrowers?|lessees?|kund\w+|firma|mandant\w*|soci\u00e9t\u00e9|clientes?)"
    r"(?:[ _](?:name|id|no\.?|number))?\Z"
)
"""How the column is called that names a customer."""
_AGREED = later(
    r"(?i)(?:.*[ _])?(?:plans?|tier|package|contracts?|fees?|prices?|rates?|amounts?|seats?|licen[cs]es?|users|"
    r"balance|revenue|mrr|arr|invoices?|discounts?|renewals?|contacts?|e-?mails?|phones?|telephone|address(?:es)?|iban|"
    r"credit|debt|salary|owner|vertrag|tarif|preis|betrag|geb\u00fchr|ansprechpartner)(?:[ _].*)?\Z"
)
"""How columns are called that concern nobody but the customer of their row."""
AGREED = 2
"""Columns of that kind from which a row with a customer is a record of theirs, where none holds how to reach somebody
(a default, not fitted: a table of what kinds of customers get has one)."""
_CONTACT = frozenset({"phone", "email", "address"})
_DATA = (
    r"(?:plans?|contracts?|(?:monthly |yearly |annual )?fees?|prices?|seats?|licen[cs]es?|contacts?(?: persons?)?|"
    r"(?:tele)?phone(?: numbers?)?|(?:e-?mail|mail)(?: address(?:es)?)?|address(?:es)?|invoices?|bills?|data|"
    r"records?|account details|tickets?|passwords?|usage|discounts?|balance|number of (?:seats|users))"
)
_ELSE = r"(?:an?other|(?:your )?other|your (?:biggest|largest)) (?:customer|client|compan(?:y|ie)|tenant)s?"
_OTHER = later(
    rf"(?i)\b(?:{_ELSE}['\u2019]?s?|some(?:one|body) else['\u2019]s|competitors?['\u2019]s?|other users['\u2019]) "
    rf"(?:\w+ ){{0,2}}{_DATA}\b|\b{_DATA}\b[^.?!\n]{{0,40}}\b(?:of|does|do|has|have) {_ELSE}\b|"
    rf"\bwhat (?:do|does) {_ELSE} pay\b|\bwhat do they pay\b|"
    r"\b(?:special|individual|negotiated|other|better) (?:terms|conditions|prices?|rates?|discounts?|deals?|fees?) "
    r"(?:do|does|did|of|for|has|have) (?-i:[A-Z][\w&.-]+)"
)
"""A request for the data of somebody who is called another."""


def record_of(text: str) -> str:
    """The customer whose record a row is, told with the names of its columns; empty for any other text."""
    row = cells(text)
    customer = next((value for name, value in row if _CUSTOMER.match(name) and re.search(r"[^\W\d_]", value)), "")
    rest = [(name, value) for name, value in row if value != customer]
    reached = any(one.kind in _CONTACT for _, value in rest for one in find(value))
    return customer if customer and (reached or sum(bool(_AGREED.match(name)) for name, _ in rest) >= AGREED) else ""


def asked_for_others(ticket: Ticket, answer: Answer | None, claims: Sequence[Claim], results: Sequence[Result]) -> bool:
    """Whether a ticket asks for what belongs to another customer: it says so, or names one whose record is found.

    `claims` are those that the documents answered with, before any was left out.
    """
    if _OTHER.search(ticket.text):
        return True
    texts = [claim.text for claim in claims]
    hits = (*(answer.ranking.hits if answer and answer.ranking else ()), *(one.hit for one in results))
    texts += [told for hit in hits for told in _told(hit.passage.text)]
    asked = set(terms(ticket.text))
    own = set(terms(f"{ticket.client_name} {ticket.signature} {re.sub('[@.]', ' ', ticket.email)}"))
    domain = ticket.email.partition("@")[2].lower().replace("-", "")
    for customer in dict.fromkeys(record_of(text) for text in texts):
        name = [word for word in terms(customer) if word not in STOP_WORDS][:2]
        spelled = "".join(re.findall(r"[a-z0-9]+", customer.lower()))
        mine = own.issuperset(name) or (domain and domain.partition(".")[0] in spelled)
        if name and asked.issuperset(name) and not mine and re.search(rf"(?i)\b{_DATA}\b|\bpays?\b", ticket.text):
            return True
    return False


def _told(text: str) -> list[str]:
    """The rows of the tables of a passage, each told with the names of its columns."""
    lines = [line.strip() for line in text.splitlines()]
    found: list[str] = []
    head: tuple[str, ...] = ()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("|"):
            head = ()
            continue
        row = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if re.fullmatch(r"[|\s:-]+", following):
            head = row
        elif head and not re.fullmatch(r"[|\s:-]+", line):
            found.append("; ".join(f"{name}: {cell}" for name, cell in zip(head, row, strict=False)))
    return found
