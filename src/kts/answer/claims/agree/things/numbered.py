"""A thing that is called by its number, *Warehouse 4*: what its title names, a statement below need not repeat.

And what stands below the title of another one of its kind is not said of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.dates import MONTHS
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answers import Evidence

_THING = later(r"(?<![\w.-])(?P<noun>[^\W\d_]{3,}) (?:(?:No|Nr)\.? )?(?P<number>\d{1,3})(?![\w%/-]|[.,:]\d)")
_UNCOUNTED = frozenset(MONTHS) | frozenset(
    "about above after all and any are around before below between but by costs day days every exactly first for from "
    "has have holds last least most nearly next not only over per some than the then these those to under until up was "
    "were with within version release edition revision clause section article paragraph".split()
)
"""Words before a number that do not call a thing by it, and those that other rules read."""
_VERSION = later(r"(?<![\w.,])\d{1,3}(?:\.\d{1,3})+(?![\w%]|[.,]\d)")
"""A version, which a title names for what stands below it: *As of 7.4*."""
PLAIN = frozenset({"number", "count", "ordinal"})
"""Kinds of quantities that may be the number of a thing."""
_MISSED = frozenset({"number", "number_gap", "number_elsewhere", "number_near"})


@lru_cache(maxsize=1024)
def things(text: str) -> tuple[tuple[str, str, Span], ...]:
    """The noun, the number and the place of each thing that a text calls by its number."""
    found = ((one["noun"].lower(), one["number"], Span(*one.span())) for one in _THING.finditer(text))
    return tuple(one for one in found if one[0] not in _UNCOUNTED)


def _numbers(noun: str, text: str) -> set[str]:
    return {number for other, number, _ in things(text) if other == noun}


def of_another_number(claim: str, piece: Evidence) -> Iterator[Finding]:
    """A thing of the claim where the title or heading is of others of its kind, and the text does not name it."""
    above = f"{piece.title}\n{piece.heading}"
    for noun, number, span in things(claim):
        others = _numbers(noun, above)
        if others and number not in others | _numbers(noun, piece.text):
            text = f"the evidence is of {noun} {', '.join(sorted(others))}, not of {quoted(claim[slice(*span)])}"
            yield Finding("document", conflict=False, text=text, claim=span)
            return


def titled(sides: Sides, found: Sequence[Finding]) -> Sequence[Finding]:
    """What was found without the number of a thing that the title or heading calls by it."""
    spans = [span for noun, number, span in things(sides.claim) if number in _numbers(noun, sides.about)]
    if not _VERSION.search(sides.statement):
        above = set(_VERSION.findall(sides.about))
        spans += [Span(*one.span()) for one in _VERSION.finditer(sides.claim) if one[0] in above]
    if not spans:
        return found
    return [one for one in found if not (one.kind in _MISSED and one.claim and _within(one.claim, spans))]


def _within(place: Span, spans: Sequence[Span]) -> bool:
    return any(span.start <= place.start and place.end <= span.end for span in spans)


def of_another_one(sides: Sides) -> Iterator[Finding]:
    """A thing of the claim where the statement names others of its kind by their numbers, and not that one."""
    for noun, number, span in things(sides.claim):
        others = _numbers(noun, sides.statement)
        if others and number not in others and not _measures(sides.claim, span):
            text = f"the evidence is of {noun} {', '.join(sorted(others))}, not of {quoted(sides.claim[slice(*span)])}"
            yield Finding("code", conflict=False, text=text, claim=span)
            return


_TIMES = later(r"(?i)\s+(?:times|or|to|and|out of)\b")
_ACTS = later(r"(?i)\b(?:shall|may|must|will|can|could|should|would|not|to|never|also|then)\s+\Z")


def _measures(text: str, thing: Span) -> bool:
    """Whether a word and a number are no name: `shall not exceed 60 dB`, `cleans the hall 6 times`."""
    if _TIMES.match(text, thing.end):
        return True
    amounts = (one for one in quantities(text) if one.start < thing.end and thing.start < one.end)
    return bool(_ACTS.search(text[: thing.start])) or any(one.kind not in PLAIN or one.unit for one in amounts)
