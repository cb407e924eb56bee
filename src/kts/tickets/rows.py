"""Rows of a table of tickets: of another customer's case a reply tells how it was solved, and nothing else of it.

A row is told with the names of its columns (`ticket_id: 17; plan: Gold; resolution: ...`); they say what it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer, Claim

_NAME = later(r"(?:\A|(?<=; ))(?P<name>[^\W\d_][\w /#.()%-]{0,40}): ")
_TICKET = frozenset(
    "ticket ticket_id ticketid ticket_no ticket_number ticket_# case_id case_no case_number incident incident_id "
    "incident_number issue_id request_id sr_number".split()
)
"""Names of a column that alone say that the rows are tickets."""
_ID = frozenset("id number no key case issue request ref reference".split())
_FORM = frozenset(
    "subject summary problem status opened opened_at created created_at closed closed_at requester customer client "
    "assignee priority email reporter".split()
)
"""Names of what a ticket's form holds: beside a number, some of them say that the rows are tickets."""
FORM = 2
"""Columns of a form beside a number from which a row is a ticket (a default, not fitted)."""
_SUBJECTS = frozenset("subject title summary betreff".split())
_BODIES = frozenset("body description message text question details content beschreibung".split())
"""Names of a form that has both what a ticket is about and what it says."""
_SOLVED = frozenset("resolution solution answer fix workaround response reply".split())


def solved(text: str) -> str | None:
    """How the ticket of a row was solved, empty where no column says so; None for what is no row of tickets."""
    row = [(name.lower().replace(" ", "_"), value) for name, value in cells(text)]
    names = {name for name, _ in row}
    form = (names & _ID and len(names & _FORM) >= FORM) or (names & _SUBJECTS and names & _BODIES)
    if not names & _TICKET and not form:
        return None
    return " ".join(value for name, value in row if name in _SOLVED).strip()


def retold(claims: Sequence[Claim]) -> list[Claim]:
    """The claims for a reply: of a row of tickets how it was solved; a row that does not say so is left out."""
    found = [(claim, solved(claim.text)) for claim in claims]
    return [claim if told is None else claim._replace(text=told) for claim, told in found if told != ""]


def of_others(answer: Answer | None) -> bool:
    """Whether an answer rests on a row of a table of tickets, or on a record of an export of them."""
    claims = answer.claims if answer else ()
    records = (bool(_RECORD.match(place.quote)) for claim in claims for place in claim.citations)
    return any(solved(claim.text) is not None for claim in claims) or any(records)


_RECORD = later(
    r"\s*\[?(?:\w+\[)?[A-Z]{2,8}-?\d+\]?\.(?:id|subject|summary|description|body|message|resolution|solution|answer|reply"
    r"|comment|status|priority|requester|customer)\b"
)
"""A field of a record that is filed under the number of a ticket: `[TCK-5100].resolution: ...`."""


def remarked(answer: Answer | None) -> tuple[str, ...]:
    """What an answer cites of reviewers' comments, of a speaker's notes and of words that are struck through."""
    claims = answer.claims if answer else ()
    return tuple(
        " ".join(claim.text.split()) for claim in claims if any(_ASIDE.search(one.quote) for one in claim.citations)
    )


_ASIDE = later(r"\A\W*(?:Comment(?: \([^()\n]{1,120}\))?(?: on [^:\n]{1,200})?|Notes):\s|~~[^~\s][^~\n]*~~")


WIDE = 5
"""Cells of a row from which it is not told as it is without a person (a default: a key and what is said of it are
less)."""
LABELS = 3
"""Labels in one statement from which it is a list that was joined (a default, not fitted)."""
_LABEL = later(r"(?:\A|(?<=\s))[A-Z][\w-]*(?: [a-z][\w-]*){0,2}:(?=\s)")


def pasted(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Statements that are a wide row of a table, or lines of a list in one: they answer in one cell or line of them."""
    found = []
    for one in claims:
        row = any(is_row(place.quote) for place in one.citations)
        filled = [value for _, value in cells(one.text) if value.strip(" -\u2013;")]
        if (row and len(filled) >= WIDE) or (not row and len(_LABEL.findall(one.text)) >= LABELS):
            found.append(" ".join(one.text.split()))
    return tuple(found)


def is_row(quote: str) -> bool:
    """Whether a quoted place is a row of a table."""
    return quote.lstrip().startswith("|")


def cells(text: str) -> list[tuple[str, str]]:
    """The cells of a row that is told with the names of its columns, with those names."""
    flat = " ".join(text.split())
    marks = list(_NAME.finditer(flat))
    ends = [*(mark.start() for mark in marks[1:]), len(flat)][: len(marks)]
    return [
        (mark["name"].strip(), flat[mark.end() : end].strip().removesuffix(";"))
        for mark, end in zip(marks, ends, strict=True)
    ]
