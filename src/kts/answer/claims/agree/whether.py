"""What the claim says does not matter, and the evidence has a rule for: `whether opened or not`.

A sentence of the passage that is for one of the two cases, with a figure or a denial, is what the claim passes over.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides

_EITHER = later(
    r"\bwhether (?:or not )?(?:(?:it|they|he|she|the \w+|you) (?:is|are|was|were|has|have|had) (?:been )?)?"
    r"(?P<case>[^,;.]{3,40}?)(?: or not)?(?=[,;.]|\Z)"
    r"|\b(?P<bare>[a-z]{3,}) or not\b|\b(?:with or without|even (?:if|when|for|with|without|in))"
    r" (?:(?:it|they|the \w+|you) (?:is|are|was|were|has|have|had) (?:been )?)?(?P<with>[^,;.]{3,40})",
    re.IGNORECASE,
)
"""Two cases of which the claim says the same."""


def either_way(sides: Sides) -> Iterator[Finding]:
    """Both of two cases alike, where a sentence beside the statement has a value or a denial for one of them."""
    said = _EITHER.search(sides.claim)
    if said is None or sides.statement.startswith("|"):
        return
    own = {token.stem: True for token in tokens(sides.statement)}
    case = [one for one in tokens(said["case"] or said["bare"] or said["with"]) if not related(one.stem, own)]
    for one in (*sides.behind, *sides.before) if case else ():
        there = {token.stem: True for token in tokens(one.text)}
        if all(related(token.stem, there) for token in case) and (quantities(one.text) or negated(one.text)):
            text = f"the claim says {quoted(said[0])}, the evidence goes on: {quoted(one.text)}"
            yield Finding("qualified", conflict=False, text=text, claim=Span(*said.span()), beside=one.span)
            return
