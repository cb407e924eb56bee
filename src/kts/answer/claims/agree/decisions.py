"""A proposal or a request, and what was decided on it some sentences later: `Decision: postponed`.

What somebody proposes is no fact until it is granted; a claim that says so, or that it was refused, agrees with the
decision or is contradicted by it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.qualified import LEAST, changes_value
from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.verdicts import PUT_OFF, REFUSED, VERDICT, verdict
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Neighbour, Sides

_BODY = (
    r"(?:the )?(?:[a-z]+ )?(?:committee|board|council|commission|panel|meeting|assembly|management|chair|directors?|"
    r"trustees|members)"
)
_MARKED = later(r"\A\W*(?:decision|resolution|resolved|outcome|result|conclusion|verdict)\b\s*[:.-]", re.IGNORECASE)
_DECIDES = later(rf"\A\W*{_BODY} (?:\w+ ){{0,2}}?(?={VERDICT.pattern})", re.IGNORECASE)
_IT_IS = later(
    r"\A\W*(?:the |this |that )?(?:proposal|motion|request|application|suggestion|it) (?:is|was|has been|had been) "
    rf"(?:\w+ly )?(?={VERDICT.pattern})",
    re.IGNORECASE,
)
_ALONE = later(rf"\A\W*(?:unanimously )?{VERDICT.pattern}(?: unanimously)?\W*\Z", re.IGNORECASE)
_ASKS = later(
    r"\A(?!(?:if|when|where|whoever|unless|any|every|each)\b)(?:[\w'.-]+,? ){0,5}?"
    r"(?<!who )(?<!which )(?<!that )(?<!\bthe )(?<!\ban )(?<!\ba )(?<!\bthis )(?<!\btheir )"
    r"(?P<asks>(?:asks? (?:for|whether|if|that|to)|asked (?:for|that|to)|requests?|requested|"
    r"appl(?:y|ies|ied) for|propos(?:es?|ed)|suggests?|suggested|demands?|demanded|moves? (?:to|that)|wants?|"
    r"would like))\b",
    re.IGNORECASE,
)
_PROPOSAL = later(
    r"\A[\W\d]*(?:(?:agenda )?(?:item|point|top|topic|motion|no\.?) \d[\d.]*\W+)?"
    r"(?:the )?(?P<asks>proposal|motion|request|application|suggestion|idea)"
    r"(?: (?:of|by|from|to|for|that)\b|(?: (?!\w+(?:ed|en)\b)[\w.'()-]{1,20}){0,3}:)"
    r"(?![^.]*\b(?:is|are|was|were|must|may|can|shall|will|has|have|needs?|costs?)\b)",
    re.IGNORECASE,
)
"""A line that only names what is proposed; a rule on proposals has a verb of its own."""
_ASKED = later(
    r"\b(?:ask\w*|request\w*|appl(?:y|ied|ies|ication\w*)|propos\w*|suggest\w*|like|prefer\w*|want\w*|wish\w*|demand\w*|"
    r"motion|moved?|plan\w*|seek\w*|sought)\b",
    re.IGNORECASE,
)


class Decided(NamedTuple):
    """The sentence that decides, and how: refused, postponed, granted or, where it only says what holds, other."""

    at: Neighbour
    kind: str


def decisions(sides: Sides) -> Iterator[Finding]:
    """What is claimed of a proposal, or as if it had been granted, where it was decided otherwise or not at all."""
    asks = proposed(sides.statement)
    if asks is None:
        return
    decided, claimed = decision(sides), verdict(sides.claim)
    if decided is None:
        if _PROPOSAL.match(sides.statement) and not _ASKED.search(sides.claim):
            text = f"the evidence is only a proposal ({quoted(sides.statement[slice(*asks)])})"
            yield Finding("asked_for", conflict=False, text=text, evidence=asks)
        return
    if not claimed and _ASKED.search(sides.claim):
        return
    if (claimed or "granted") != decided.kind or changes_value(sides, decided.at.text):
        text = f"the evidence goes on: {quoted(decided.at.text)}"
        weight, place = max(LEAST, sides.alignment.held), decided.at.span
        yield Finding("decision", conflict=True, text=text, evidence=asks, weight=weight, beside=place)


_REFUSED = later(
    r"\A\W*(?:the |an? |his |her |their |our )?"
    r"(?P<asks>proposals?|motion|request|application|suggestion|idea|plan|offer) "
    r"(?:to|of|for|that|by|from)\b[^.;]{3,120}? (?:is|was|were|has been) (?:\w+ly )?(?:[a-z]+ed and )?"
    rf"(?P<how>{REFUSED}|{PUT_OFF})\b",
    re.IGNORECASE,
)
"""A proposal that was not granted, in one sentence."""


def refused(sides: Sides) -> Iterator[Finding]:
    """What the claim says to be so, or to come, where the statement says that the proposal of it was refused."""
    asks = _REFUSED.match(sides.statement)
    if asks is None or verdict(sides.claim) in {"refused", "postponed"} or _ASKED.search(sides.claim):
        return
    if not negated(sides.claim):
        text = f"in the evidence the {asks['asks'].lower()} was {quoted(asks['how'])}"
        weight = max(LEAST, sides.alignment.held)
        yield Finding("decision", conflict=True, text=text, evidence=Span(*asks.span("how")), weight=weight)


def proposed(statement: str) -> Span | None:
    """Where a statement says that somebody wants or proposes what it tells; None where it does not."""
    match = _ASKS.match(statement) or _PROPOSAL.match(statement)
    return Span(*match.span("asks")) if match else None


def decision(sides: Sides) -> Decided | None:
    """The first sentence behind a proposal that decides on it."""
    for one in sides.behind:
        if proposed(one.text):
            return None
        marked = _MARKED.match(one.text)
        if marked or any(shape.match(one.text) for shape in (_DECIDES, _IT_IS, _ALONE)):
            kind = verdict(one.text[marked.end() :] if marked else one.text)
            return Decided(one, kind or "granted")
    return None
