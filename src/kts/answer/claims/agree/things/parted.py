"""Values that one sentence gives to several things in turn: *Critical findings within 7 days, high ones within 30*.

A value of another part is not said of the thing that a claim names; nor is one that stands behind another verb: what
begins at 22:00 and ends at 4:00 does not begin at 4:00.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import FINITE
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.values import equal
from kts.answer.claims.match import long, tokens
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token
    from kts.lexicon.quantities import Quantity

_PARTS = later(r"(?P<cut>[,;]\s|\s(?:and|or)\s(?=[\u00a3$\u20ac]?\d|(?:EUR|USD|GBP|CHF)\s\d))")
_REST = later(
    r"(?i)\b(?:others?|all|remaining|rest|else|further|additional|otherwise|normally|usually|if|when|unless|"
    r"where|after|before|instead|not|no|only|then)\b"
)
"""What makes a part more than a thing and its value."""
_ONES = later(r"(?i)\bones?\b")
_REACHES = later(r"(?i)\W*(?:(?P<how>at|on|by|from|in|within|to|of|with|until|for|about)\b)?\W*(?:the\b\W*)?")
"""What may stand between a verb and its value."""


_VERB = later(r"(?i)\bbe\b|\band (?:then )?(?!the\b|an?\b)\w+(?:s|ed) (?:at|on|by|in|within|until)\b")
"""A verb of its own between two values, beside those that are finite."""


class _Part(NamedTuple):
    """A stretch of a statement with the values in it, and the words that say of what they are."""

    span: Span
    values: tuple[Quantity, ...]
    of: frozenset[str]


def of_another_part(sides: Sides) -> Iterator[Finding]:
    """The value of another part than the one that is of what the claim names."""
    if sides.statement.startswith("|") or long(sides.claim) or long(sides.statement):
        return
    claimed = quantities(sides.claim)
    parts = _parts(sides.statement) if len(claimed) == 1 and not dates(sides.claim) else []
    for value in claimed if len(parts) > 1 else ():
        having = [one for one in parts if any(equal(value, other) for other in one.values)]
        others = [one for one in parts if one not in having and any(comparable(value, other) for other in one.values)]
        if len(having) != 1 or not others:
            continue
        paired = {pair.evidence.stem for pair in sides.alignment.pairs}
        own = next((one for one in others if (one.of - having[0].of) & paired), None)
        if own is not None and not having[0].of & paired:
            rival = next(other for other in own.values if comparable(value, other))
            yield _differs(sides, value, rival, sides.statement[own.span.start : own.span.end])
            return


def _parts(statement: str) -> list[_Part]:
    """The parts of a statement between commas that give a value each, those without one before the next."""
    found: list[_Part] = []
    stated, words, start = quantities(statement), tokens(statement), 0
    for end in (*(match.start("cut") for match in _PARTS.finditer(statement)), len(statement)):
        own = tuple(one for one in stated if start <= one.start < end and one.kind != "ordinal")
        if not own:
            continue
        if _REST.search(statement, start, end) or len(own) > 1:
            return []
        of = _subject(statement, Span(start, end), own, words)
        if not found and _ONES.search(statement, end):
            of = of[:-1]  # `high ones` are findings, too
        found.append(_Part(Span(start, end), own, frozenset(one.stem for one in of)))
        start = end
    return found


def _subject(statement: str, part: Span, values: Sequence[Quantity], words: Sequence[Token]) -> list[Token]:
    """The words before the verb of a part, or before its colon; all of them but the value where it has neither."""
    own = [one for one in words if part.start <= one.start < part.end]
    own = [one for one in own if not any(value.start <= one.start < value.end for value in values)]
    verb, colon = FINITE.search(statement, part.start, part.end), statement.find(":", part.start, part.end)
    ends = [end for end in (verb.start() if verb else -1, colon) if end >= 0]
    before = [one for one in own if one.start < min(ends)] if ends else own
    return before or own


def behind_another_verb(sides: Sides) -> Iterator[Finding]:
    """A value right behind a verb, where the statement has another right behind that verb, and this one elsewhere."""
    if sides.statement.startswith("|") or long(sides.statement):
        return
    claimed, stated = quantities(sides.claim), quantities(sides.statement)
    words = tokens(sides.statement)
    for pair in sides.alignment.pairs if len(claimed) == 1 and len(stated) > 1 else ():
        if sum(one.stem == pair.evidence.stem for one in words) > 1:
            continue
        ours, theirs = _reached(sides.claim, pair.claim, claimed), _reached(sides.statement, pair.evidence, stated)
        if ours is None or theirs is None or ours.how != theirs.how or equal(ours.value, theirs.value):
            continue
        later_on = [one for one in stated if equal(ours.value, one) and one.start > theirs.value.end]
        places = [(theirs.value.end, one.start) for one in later_on]
        apart = any(verb.search(sides.statement, *place) for place in places for verb in (FINITE, _VERB))
        if apart and comparable(ours.value, theirs.value):
            said = sides.statement[pair.evidence.start : theirs.value.end]
            yield _differs(sides, ours.value, theirs.value, said)
            return


class _Reached(NamedTuple):
    """The value right behind a word, and the preposition between them."""

    value: Quantity
    how: str


def _reached(text: str, word: Token, values: Sequence[Quantity]) -> _Reached | None:
    found = _REACHES.match(text, word.end)
    value = next((one for one in values if found and one.start == found.end()), None)
    return _Reached(value, (found["how"] or "").lower()) if found and value else None


def _differs(sides: Sides, value: Quantity, rival: Quantity, said: str) -> Finding:
    text = f"the claim says {quoted(sides.claim[value.start : value.end])}, the evidence {quoted(said.strip(' ,;'))}"
    place = Span(rival.start, rival.end)
    return Finding("contrast", conflict=True, text=text, claim=Span(value.start, value.end), evidence=place)
