"""Whether a claim speaks of as much as the statement: all, some, none, only; the least or the greatest; how often."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.often import as_rare, how_often
from kts.answer.claims.agree.sense import implied
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.values import DOWN, complementary
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.often import Often
    from kts.answer.claims.agree.sides import Sides

_QUANTIFIERS = (
    (
        "none",
        r"none|no one|nobody|not (?:a single|any|one)|neither|no(?= \w)(?! (?:later|more|less|fewer|longer|earlier))",
    ),
    (
        "part",
        (
            r"all but \w+|(?:only )?some(?: of)?(?= )|only part|part of|a few|several|not (?:all|every|each)|"
            r"(?<!at )(?<!the )most|"
            r"(?<!as )(?<!so )many|"
            r"a minority|a majority"
            r"|any (?:one|two|three|four|five)(?: of)?|(?:only |just |at least )?one(?= (?:of|is|suffices|"
            r"enough))|either|two of the three|in part|partly"
        ),
    ),
    ("only", r"only|solely|exclusively|nothing else|no other|just (?:one|the)"),
    (
        "all",
        (
            r"all|every|each|everyone|everything|entire(?:ly)?|whole|any number|without exception|always|both|"
            r"any(?= \w+)|whatever"
        ),
    ),
)
_QUANTIFIER = later(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _QUANTIFIERS) + r")(?![\w-])", re.IGNORECASE
)
_CLASHES = {
    frozenset({"all", "part"}),
    frozenset({"all", "none"}),
    frozenset({"part", "none"}),
}
_ONLY_ONE = later(r"\W*(?P<who>only)\b", re.IGNORECASE)
_SEVERAL = later(r"[\W\d]*(?P<who>either|both|each|all|every|neither|any)\b", re.IGNORECASE)
"""Who begins a statement: one alone, or several."""
_UNBOUND = later(
    r"\b(?:any number|as (?:many|much|often) as (?:it|they|he|she|one|you|needed|"
    r"required|necessary|wanted|desired)|no (?:upper )?limits?|unlimited|"
    r"without (?:any )?limit|however (?:many|much|often))\b",
    re.IGNORECASE,
)
_SINGLE = later(
    r"\b(?:once|twice|a single time)\b(?! (?:a|an|per|every|each)\b)(?=[ .,;]*(?:\Z|only|more|[.,;]))",
    re.IGNORECASE,
)
"""So many times and no more; `once a week` and `once it is paid` are none."""
_LOW = "smaller|smallest|lesser|least|lower|lowest|fewest|shorter|shortest|earlier|earliest|minimum|cheapest|nearest"
_HIGH = "larger|largest|greater|greatest|higher|highest|most|longer|longest|later|latest|maximum|dearest|farthest"
_EXTREME = later(
    rf"\bthe (?:(?P<low>{_LOW})|(?P<high>{_HIGH}))(?= (?:of|among|between|amount|value|price|rate|figure|one)\b)",
    re.IGNORECASE,
)
_PERIOD = later(
    r"\b(?:times|once|twice|\(\d+\)|visits?|meetings?) (?:a|an|per|each|every|in (?:a|an|any|each|every|one)|"
    r"during (?:a|any|each)) (?:calendar |business |fiscal )?(?P<period>day|week|month|quarter|year)s?\b",
    re.IGNORECASE,
)
_LABELS = (
    "class|exhibit|schedule|annex|appendix|tier|level|priority|grade|phase|stage|type|category|group|zone|room|form|"
    "part|series|tranche|step|chapter"
)
_LABEL = later(rf"\b(?P<noun>(?i:{_LABELS})) (?P<mark>[A-Z](?:-?\d{{1,3}})?|\d{{1,2}}|[IVX]{{1,4}})(?![\w.-]*\w)")


def quantifiers(sides: Sides) -> Iterator[Finding]:
    """All against some or none; without limit against a bound; `only` on one side."""
    if complementary(sides):
        return
    ours, theirs = _quantified(sides.claim), _quantified(sides.statement)
    for kind, span in ours.items():
        for other, place in theirs.items():
            if frozenset({kind, other}) in _CLASHES and kind not in theirs and other not in ours:
                if "none" in {kind, other} and implied(sides):
                    continue
                yield _clash(sides, span, place, weight=1.0 if _of_one_thing(sides, span, place) else APART)
                return
    beside = _one_of_several(sides) or _without_bound(sides)
    if beside:
        yield beside
    elif "part" in ours and not theirs:
        yield Finding("quantifier_gap", conflict=False, text="the claim speaks of a part only", claim=ours["part"])
    elif ("only" in ours) != ("only" in theirs):
        where = ours.get("only")
        kind = "only_all" if "all" in ours and "all" not in theirs else "only"
        yield Finding(kind, conflict=False, text="one of the two says only", claim=where, evidence=theirs.get("only"))


def _one_of_several(sides: Sides) -> Finding | None:
    """Only one who begins a text, where the other begins with several."""
    for one, other in ((sides.claim, sides.statement), (sides.statement, sides.claim)):
        alone, several = _ONLY_ONE.match(one), _SEVERAL.match(other)
        if alone and several:
            spans = [Span(*alone.span("who")), Span(*several.span("who"))]
            return _clash(sides, *(spans if one is sides.claim else reversed(spans)))
    return None


def _without_bound(sides: Sides) -> Finding | None:
    """As often as one likes, where the statement says how often."""
    free = _UNBOUND.search(sides.claim)
    if not free or _UNBOUND.search(sides.statement):
        return None
    single = _SINGLE.search(sides.statement)
    if single:
        return _clash(sides, Span(*free.span()), Span(*single.span()))
    bound = next((one for one in quantities(sides.statement) if one.comparator in DOWN), None)
    return _clash(sides, Span(*free.span()), Span(bound.start, bound.end)) if bound else None


APART = 0.5
"""What a clash counts whose two quantifiers stand before different words; a default, not fitted."""
BEHIND = 30
"""Characters behind a quantifier within which the word that it is of stands."""


def _of_one_thing(sides: Sides, span: Span, place: Span) -> bool:
    """Whether the word that the claim's quantifier is of has its counterpart behind the statement's."""
    behind = sorted((pair for pair in sides.alignment.pairs if pair.claim.start >= span.end), key=lambda pair: pair[0])
    alone = min((token.start for token in sides.alignment.alone if token.start >= span.end), default=len(sides.claim))
    if not behind or behind[0].claim.start > alone:
        return False
    theirs = [pair.evidence.start for pair in sides.alignment.pairs if pair.claim.stem == behind[0].claim.stem]
    return any(0 <= start - place.end <= BEHIND for start in theirs)


def _clash(sides: Sides, span: Span, place: Span, kind: str = "quantifier", weight: float = 1.0) -> Finding:
    said, there = sides.claim[span.start : span.end], sides.statement[place.start : place.end]
    text = f"the claim says {quoted(said)}, the evidence {quoted(there)}"
    return Finding(kind, conflict=True, text=text, claim=span, evidence=place, weight=weight)


def _quantified(text: str) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for match in _QUANTIFIER.finditer(text):
        found.setdefault(str(match.lastgroup), Span(match.start(), match.end()))
        if match.lastgroup == "part" and match[0].lower().startswith(("only one", "just one")):
            found.setdefault("only", Span(match.start(), match.end()))
    return found


def extremes(sides: Sides) -> Iterator[Finding]:
    """The smaller of two things against the greater of them."""
    ours, theirs = (list(_EXTREME.finditer(text)) for text in (sides.claim, sides.statement))
    kinds, others = ({match.lastgroup for match in found} for found in (ours, theirs))
    if len(kinds) == len(others) == 1 and kinds != others:
        yield _clash(sides, Span(*ours[0].span()), Span(*theirs[0].span()), "comparator")


def rates(sides: Sides) -> Iterator[Finding]:
    """So many times a week against so many a month; every week against once a month, where neither is a bound."""
    ours, theirs = (list(_PERIOD.finditer(text)) for text in (sides.claim, sides.statement))
    periods = {match["period"].lower() for match in theirs}
    if len(ours) == 1 and theirs and ours[0]["period"].lower() not in periods:
        yield _clash(sides, Span(*ours[0].span()), Span(*theirs[0].span()), "unit")
        return
    said, stated = (how_often(text) for text in (sides.claim, sides.statement))
    mine = [one for one in said if _done(sides.claim, one)]
    others = [one for one in stated if _done(sides.statement, one)]
    bound = any(_BOUND.search(text) for text in (sides.claim, sides.statement))
    if len(said) != 1 or not mine or not others or bound or any(as_rare(mine[0], one) for one in stated):
        return
    if all(mine[0].span.start <= token.start < mine[0].span.end for token in sides.alignment.alone):
        yield _clash(sides, mine[0].span, others[0].span, "unit")


_BOUND = later(
    r"\b(?:at (?:least|most)|(?:no|not) (?:less|more|fewer) than|up to|minimum|maximum|or (?:more|less)|if needed)\b",
    re.IGNORECASE,
)
"""What makes a frequency a bound, which another one may keep."""


def _done(text: str, one: Often) -> bool:
    """Whether something is done so often, and not only called so: `the monthly report`."""
    return not (text[: one.span.end].lower().endswith("ly") and _CALLED.match(text, one.span.end))


_CALLED = later(r" (?!(?:and|or|but|by|in|on|at|to|for|from|with|after|before|until|during|unless|if|when|as)\b)[a-z]")


_WEEKDAY = r"(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_EVERY = later(rf"\b(?:every|each) {_WEEKDAY}\b", re.IGNORECASE)
_NTH = later(
    rf"\b(?:first|second|third|fourth|last) {_WEEKDAY}s? (?:of|in) (?:each|every|a|an|the) (?:month|quarter|year)\b",
    re.IGNORECASE,
)


def weekdays(sides: Sides) -> Iterator[Finding]:
    """Every Sunday, where the statement has one Sunday a month."""
    often, once = _EVERY.search(sides.claim), _NTH.search(sides.statement)
    if often and once and often["day"].lower() == once["day"].lower() and not _EVERY.search(sides.statement):
        yield _clash(sides, Span(*often.span()), Span(*once.span()), "unit")


def labels(sides: Sides) -> Iterator[Finding]:
    """Class R against Class C: the same kind of thing, and another one of it."""
    stated = list(_LABEL.finditer(sides.statement))
    for match in _LABEL.finditer(sides.claim):
        alike = [other for other in stated if other["noun"].lower() == match["noun"].lower()]
        if alike and all(other["mark"] != match["mark"] for other in alike):
            yield _clash(sides, Span(*match.span()), Span(*alike[0].span()), "label")
            return
