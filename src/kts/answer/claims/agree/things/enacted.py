"""What is claimed to have happened, of which the statement has no word: it only names whom or what it is said of.

`Project manager: Jane Moor.` names somebody, and does not say that she resigned; `Subject: new masts` names a thing,
and does not say that anybody approved it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.things.variants import CODE
from kts.answer.claims.match import has_value, opposites, related, stems, tokens
from kts.lexicon.dates import dates
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.lexicon.verdicts import VERDICT
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_IRREGULAR = (
    r"given|sold|paid|lost|found|built|sent|held|told|stolen|broken|drawn|written|hit|cut|shut|shot|hurt|begun|won|bought"
    r"|brought|caught|withdrawn|laid|left|met|set|split|spent|struck|sunk|sworn|thrown|torn|chosen|driven|shaken|spoken"
    r"|rebuilt|overthrown|undone|bankrupt"
)
_PAST = (
    r"left|won|lost|sold|bought|quit|fell|broke|stole|sank|paid|sent|gave|built|wrote|withdrew|held|told|met|hit|struck"
    r"|began|chose|drew|drove|shook|swore|threw|rebuilt|overthrew"
)
_DONE = later(
    r"\b(?:was|were|got|went|(?:has|have|had)(?: been| got| gone)?)(?: (?:already|since|once|finally|also|\w+ly))? "
    rf"(?P<act>[a-z-]+ed|{_IRREGULAR})\b"
)
_BEHIND = (
    r"(?:an?|the|its?|his|her|their|this|that|these|those|all|every|each|any|both|no|some|several|on|in|at|by|from|to"
    r"|for|with|of|over|under|after|before|during|until|against|about|into|as|and|out|off|up|down)\b"
)
_ACTED = later(rf"(?<=[\w.)'] )(?P<act>[a-z-]+ed|{_PAST})(?=[.!]?\Z|,? (?:[A-Z\d(\"\u201c]|[a-z]+ly\b|{_BEHIND}))")
_VERB = later(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|could|may|might|must|shall|should|will|would)\b|n't\b"
)
_AS_A_RULE = later(
    r"\b(?:if|when|whenever|unless|once|until|where|who|which|that|before|after|as soon as)\b", re.IGNORECASE
)
_QUALIFIES = frozenset(
    "a an the its his her their this that these those all every each any both no some several and or of for in on by "
    "with new old".split()
)
"""Words behind which a participle says of what kind something is: `the agreed price`."""
_PARTICLE = later(r" (?:down|off|out|up|over|away|through|back|aside|forward)\b")
_ED = later(r"\b\w{3,}ed\b")
"""What may tell beside the statement how a thing came out, in one word: `turned down`, `Rejected.`"""
_LIGHT = frozenset(
    "based used called named located supposed allowed required needed entitled obliged expected intended designed "
    "involved concerned related limited aged dated born known made done".split()
)
"""Participles that say how something is, and tell of no event."""


def unenacted(sides: Sides) -> Iterator[Finding]:
    """An act that the statement has no word of, where it has only one side of it: who acts, or what is acted upon."""
    act = _act(sides)
    if act is None or _has_a_value(sides, act.end):
        return
    outcome = VERDICT.fullmatch(act.word) or act.word == "voted" or _PARTICLE.match(sides.claim, act.end)
    if outcome and (_ED.search(sides.near) or act.stem in stems(sides.whole)):
        return
    own = [one for one in tokens(sides.claim) if one != act]
    held = {pair.claim for pair in sides.alignment.pairs}
    before = [one for one in own if one.start < act.start]
    behind = [one for one in own if one.start > act.end]
    if not before or (any(one in held for one in before) and any(one in held for one in behind)):
        return
    text = f"the evidence has no word of {quoted(act.word)}"
    yield Finding("unenacted", conflict=False, text=text, claim=Span(act.start, act.end))


def of_other_codes(sides: Sides) -> Iterator[Finding]:
    """What a clause of a cell says of other codes, claimed of one that has a clause of its own there.

    `309 of 312 piles accepted; P204 failed the test` does not say that P204 was accepted.
    """
    match = _DONE.search(sides.claim) if sides.statement.lstrip().startswith("|") else None
    codes = {one[0] for one in CODE.finditer(sides.claim)}
    act = next((one.evidence for one in sides.alignment.pairs if match and one.claim.start == match.start("act")), None)
    if act is None or len(codes) != 1 or negated(sides.claim):
        return
    cuts = [0, *(one.end() for one in _CUT.finditer(sides.statement)), len(sides.statement)]
    parts = [(start, sides.statement[start:end]) for start, end in pairwise(cuts)]
    theirs = next(text[: act.start - start] for start, text in parts if start <= act.start < start + len(text))
    own = [text for _, text in parts if codes <= {one[0] for one in CODE.finditer(text)}]
    others = {one[0] for one in CODE.finditer(theirs)}
    counted = any(one.kind in {"count", "number"} for one in quantities(theirs))
    is_told = any(related(act.stem, dict.fromkeys(stems(text), True)) for text in own)
    if own and not is_told and not codes & others and (others or counted):
        text = f"the evidence says {quoted(act.word)} of others than {quoted(min(codes))}"
        yield Finding("row", conflict=False, text=text, evidence=Span(act.start, act.end))


_CUT = later(r"[;|]\s|\.\s+(?=[A-Z])|: ")


def _act(sides: Sides) -> Token | None:
    """What happened by the claim, where neither the statement nor what stands around it has a word of that."""
    if negated(sides.claim) or _AS_A_RULE.search(sides.claim):
        return None
    match = _DONE.search(sides.claim) or _active(sides.claim)
    if match is None or (match["act"] in _LIGHT and tokens(sides.claim[match.end() :])):
        return None
    act = next((one for one in sides.alignment.alone if one.start == match.start("act")), None)
    there = dict.fromkeys(stems(f"{sides.statement} {sides.about}"), True)
    if act is None or related(act.stem, there):
        return None
    return act if opposites().get(act.stem, frozenset()).isdisjoint(stems(sides.statement)) else None


def _active(claim: str) -> re.Match[str] | None:
    """Where a claim tells in the past what somebody did; a participle before a noun does not."""
    if _VERB.search(claim):
        return None
    for match in _ACTED.finditer(claim):
        if claim[: match.start()].rsplit(maxsplit=1)[-1].lower() not in _QUALIFIES:
            return match
    return None


def _has_a_value(sides: Sides, start: int) -> bool:
    """Whether the statement has a day or an amount that the claim gives of the act."""
    values = [*(one.text for one in dates(sides.claim) if one.start > start)]
    values += [one.text for one in quantities(sides.claim) if one.start > start]
    return any(has_value(value, sides.statement) for value in values)
