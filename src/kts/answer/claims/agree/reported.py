"""The field of a ticket that says what somebody reports or wants to know, which is no statement of what there is.

`Subject: lift contact on the P-40 Lite` names a thing without a word on whether there is one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_FIELD = later(
    r"\A[\W_]*(?P<field>subject|title|summary|description|problem|issue|question|request|inquiry|enquiry|symptom|"
    r"betreff|titel|beschreibung|frage|anfrage|anliegen|st\u00f6rung|thema)\W{0,3}: *"
    r"(?P<said>[^.:;!|]{3,90})\.?\Z",
    re.IGNORECASE,
)
_VERB = later(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|could|may|must|shall|should|will|would|needs?|"
    r"works?|supports?|offers?|includes?|provides?|comes?|gets?|shows?|fails?|"
    r"ist|sind|war|waren|wird|werden|hat|haben|kann|k\u00f6nnen|muss|soll|darf|gibt|geht|funktioniert)\b|n't\b",
    re.IGNORECASE,
)
_THERE_IS = later(
    r"\b(?:has|have|having|supports?|offers?|includes?|provides?|contains?|comes? with|works? with|gets?|can|"
    r"(?:is|are) (?:available|possible|supported|included|there)|exists?|allows?|"
    r"hat|haben|bietet|unterst\u00fctzt|gibt|kann)\b",
    re.IGNORECASE,
)
_TICKET = later(
    r"\b(?:report\w*|ask\w*|request\w*|ticket|complain\w*|customer|caller|inquir\w*|enquir\w*|question|subject|concern\w*|"
    r"about|wants?|meldet|fragt?|kunde\w*|anfrage|betrifft)\b",
    re.IGNORECASE,
)
"""What makes a claim one of the ticket."""


def named_only(sides: Sides) -> Iterator[Finding]:
    """A thing that such a field only names, claimed to be there."""
    field = _FIELD.match(sides.statement)
    if field is None or _VERB.search(field["said"]) or _TICKET.search(sides.claim) or not _THERE_IS.search(sides.claim):
        return
    text = f"the evidence only names it, as what somebody brings up ({quoted(field['field'])})"
    yield Finding("reported", conflict=False, text=text, evidence=Span(*field.span("said")))
