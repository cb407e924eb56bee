"""What the next sentence takes away or leaves open: `The age is 66. Those who joined in 2007 are excepted.` (EVID-1).

A rule without its exception is half an answer: the sentence behind the lead is shown with it if it qualifies it. So is
the warning that stands directly behind the lead, or behind a step of the lead's passage that is shown, and the one with
which the section of such a step begins. Whom a lead means with `it` or `they` is told by the sentence before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import beside, covered
from kts.answer.choose.smallest import Chosen
from kts.lexicon.patterns import later
from kts.lexicon.qualifying import other_side, qualifies
from kts.lexicon.warnings import opening, warned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit
    from kts.answers import Claim

STEPS = frozenset({"entry", "code"})
"""Kinds of units that are done one after the other: a warning above them is of each."""
_APART = later(r"\n[ \t]*\n")


_REFERS = later(r"(?i)\A\W*(?:they|it|these|those|this|he|she|both|instead|stattdessen|sie|diese[rs]?)\b")
"""How a sentence begins that says more of what the one before names."""
_MEANS = later(
    r"\A(?:\(?\w{1,3}(?:\.\d{1,3})*[.)] )?(?:They|These|Those|He|She"
    r"|It(?! (?:is|was|will be|may be|can be|takes|should be) (?:\w+ )?(?:that|to|for|whether|if|when)\b)"
    r"|This(?= (?:is|was|has|does|means|applies|includes|costs|takes|must|may|can|will)\b))\b"
)
"""How a sentence begins of something that the one before names; `It is forbidden to ...` names it itself."""
_DENIES = later(r"(?i)\b(?:not|never|no|none|nor|neither|cannot|without|kein\w*|nicht|nie)\b|n['\u2019]t\b")
_ASKS = later(
    r"(?i)\b(?:how|what|which|where|when|who|whom|whose|why|wie|was|welche[rsmn]?|wo|wohin|wann|wer|wen|warum)\b"
)


def qualifying(question: str, wanted: Asked, ranked: Sequence[tuple[float, Held]], found: Gathered) -> list[Unit]:
    """The sentence that follows the lead in its paragraph, if it says where that does not hold; else nothing.

    So does one that goes on about what the lead names, and tells what is done where the lead tells what is not, or
    holds more of the question: `They do not pass the sieve. They are sorted by hand.`
    """
    lead = ranked[0][1]
    behind = beside(lead, (one for _, one in ranked[1:])) if lead.unit.kind == "sentence" else None
    if behind is None or not (
        qualifies(behind.unit.text)
        or other_side(lead.unit.text, behind.unit.text)
        or _goes_on(question, wanted, lead, behind)
    ):
        return []
    passage = found.ranking.hits[lead.unit.hit].passage
    between = passage.text[lead.unit.span.end - passage.span.start : behind.unit.span.start - passage.span.start]
    return [] if between.strip() or _APART.search(between) else [behind.unit]


def _goes_on(question: str, wanted: Asked, lead: Held, behind: Held) -> bool:
    if not _REFERS.match(behind.unit.text) or behind.unit.text.rstrip().endswith("?"):
        return False
    denied = _DENIES.search(lead.unit.text) and not _DENIES.search(f"{question} {behind.unit.text}")
    more = covered(wanted, lead.terms | behind.terms) > covered(wanted, lead.terms)
    return bool(_ASKS.search(question)) and bool(denied or more)


def warning(chosen: Sequence[Chosen], ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[Chosen, ...]:
    """The warnings directly behind the chosen units of the lead's passage and above its steps, if not chosen yet.

    Only what is shown grows by them: how sure the answer is was said before.
    """
    shown = {one.held.unit for one in chosen}
    number = chosen[0].held.unit.hit
    passage = found.ranking.hits[number].passage
    there = [held for _, held in ranked if held.unit.hit == number and held.unit not in shown]
    more: dict[Unit, Chosen] = {}
    for one in chosen:
        unit = one.held.unit
        if unit.hit != number or unit.kind == "row":
            continue
        end = unit.span.end + warned(passage.text[unit.span.end - passage.span.start :])
        behind = (held for held in there if unit.span.end <= held.unit.span.start < held.unit.span.end <= end)
        more |= {held.unit: Chosen(held, one.score, 0.0, one.listed) for held in behind}
        first = opening(passage.text) if unit.kind in STEPS else None
        if first is not None:
            end = passage.span.start + first.end
            above = (held for held in there if held.unit.span.end <= end)
            more |= {held.unit: Chosen(held, one.score, 0.0, one.listed) for held in above}
    return tuple(more.values())


def named_before(chosen: Sequence[Chosen], ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[Chosen, ...]:
    """The sentence right before a lead that begins with a pronoun, if it is not shown; as with a warning."""
    lead = chosen[0]
    unit = lead.held.unit
    before = beside(lead.held, (held for _, held in ranked), by=-1) if _MEANS.match(unit.text) else None
    if before is None or unit.kind != "sentence" or any(one.held.unit == before.unit for one in chosen):
        return ()
    passage = found.ranking.hits[unit.hit].passage
    between = passage.text[before.unit.span.end - passage.span.start : unit.span.start - passage.span.start]
    return () if between.strip() or _APART.search(between) else (Chosen(before, lead.score, 0.0, lead.listed),)


def in_place(said: Sequence[Claim], warnings: Sequence[Chosen]) -> tuple[Claim, ...]:
    """The claims with each warning right behind what it warns of: the next one before it in its document.

    One that stands before all of them goes behind the lead, which stays first.
    """
    starts = {one.held.unit.span.start for one in warnings}
    found = [one for one in said if one.citations[0].span.start not in starts]
    for one in sorted((one for one in said if one not in found), key=lambda one: one.citations[0].span):
        place = one.citations[0]
        before = [
            (other.citations[0].span.end, at)
            for at, other in enumerate(found)
            if other.citations[0].document_id == place.document_id and other.citations[0].span.end <= place.span.start
        ]
        found.insert(max(before)[1] + 1 if before else 1, one)
    return tuple(found)
