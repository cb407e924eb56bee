"""Whether a claim affirms what the statement affirms: negation, opposites, modality, quantifiers."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.answer.agree import Finding, covers, quoted
from kts.lexicon.modality import modalities, modality
from kts.lexicon.negation import denied, negated
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.agree import Sides
    from kts.answer.align import Pair
    from kts.answer.match import Token
    from kts.lexicon.modality import Modality
    from kts.lexicon.negation import Scope

_CLAUSE = re.compile(r"[,;:.]|\b(?:and|but|or|yet|if|when|unless|provided)\b", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|once|after)\b", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|unless|before|till)\b", re.IGNORECASE)
MOST = 0.5
"""Share of the aligned words that must be denied on one side only; a default, not fitted."""
BOUND, FREE = "bound", "free"
DEONTIC = {
    "obligation": (BOUND, 0),
    "prohibition": (BOUND, 1),
    "permission": (FREE, 0),
    "ability": (FREE, 0),
    "exemption": (FREE, 1),
}
"""Mode -> (whether it binds or frees, whether the act itself is denied)."""
_QUANTIFIERS = (
    (
        "none",
        r"none|no one|nobody|not (?:a single|any|one)|neither|no(?= \w)(?! (?:later|more|less|fewer|longer|earlier))",
    ),
    (
        "part",
        (
            r"(?:only )?some(?: of)?(?= )|only part|part of|a few|several|not (?:all|every|each)|most|many|"
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
_QUANTIFIER = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _QUANTIFIERS) + r")(?![\w-])", re.IGNORECASE
)
_CLASHES = {
    frozenset({"all", "part"}),
    frozenset({"all", "none"}),
    frozenset({"part", "none"}),
}


def negation(sides: Sides) -> Iterator[Finding]:
    """Whether what one side denies is denied on the other; and opposites, which a denial on one side makes agree."""
    ours, theirs = _scopes(sides.claim, sides.statement), _scopes(sides.statement, sides.claim)
    unlike = [
        pair
        for pair in sides.alignment.pairs
        if denied(ours, pair.claim.start, pair.claim.end) != denied(theirs, pair.evidence.start, pair.evidence.end)
    ]
    total = sum(pair.claim.weight for pair in sides.alignment.pairs)
    share = sum(pair.claim.weight for pair in unlike) / total if total else 0.0
    if sides.alignment.opposed:
        yield from _opposites(sides, share)
    elif unlike:
        decisive = _decisive(ours, theirs, sides.alignment.pairs)
        yield _denial(ours, theirs, unlike, conflict=any(pair in unlike for pair in decisive), share=share)


def _scopes(text: str, other: str) -> list[Scope]:
    """The denials of a text that are not a way to state a bound, which is compared as one."""
    bounds = [one for one in quantities(text) if one.comparator]
    found = [scope for scope in negated(text) if scope.kind != "exception"]
    kept = [scope for scope in found if not any(covers(scope, one.start, one.end) for one in bounds)]
    if _ONLY.search(other):
        kept = [scope for scope in kept if not _UNTIL.search(text, scope.cue_end, scope.end + 8)]
    return kept


def _decisive(ours: Sequence[Scope], theirs: Sequence[Scope], pairs: Sequence[Pair]) -> list[Pair]:
    """For each denial the first word after it that the other side has, too: what is denied."""
    found = []
    for scope in ours:
        after = [p for p in pairs if scope.cue_end <= p.claim.start < scope.end]
        found += sorted(after, key=lambda pair: pair.claim.start)[:1]
    for scope in theirs:
        after = [p for p in pairs if scope.cue_end <= p.evidence.start < scope.end]
        found += sorted(after, key=lambda pair: pair.evidence.start)[:1]
    return found


def _denial(
    ours: Sequence[Scope], theirs: Sequence[Scope], unlike: Sequence[Pair], *, conflict: bool, share: float
) -> Finding:
    cue = next((scope for scope in ours if any(covers(scope, p.claim.start, p.claim.end) for p in unlike)), None)
    other = next(
        (scope for scope in theirs if any(covers(scope, p.evidence.start, p.evidence.end) for p in unlike)), None
    )
    said = f"the claim denies it ({quoted(cue.cue)})" if cue else "the claim affirms it"
    there = f"the evidence denies it ({quoted(other.cue)})" if other else "the evidence affirms it"
    return Finding(
        "negation",
        conflict=conflict and (cue is None) != (other is None),
        text=f"{said}, {there}",
        claim=Span(cue.cue_start, cue.cue_end) if cue else None,
        evidence=Span(other.cue_start, other.cue_end) if other else None,
        weight=share,
    )


def _opposites(sides: Sides, share: float) -> Iterator[Finding]:
    """Opposites contradict each other where both sides affirm or both deny."""
    one, other = sides.alignment.opposed[0]
    if share < MOST:
        text = f"the claim says {quoted(one.word)}, the evidence {quoted(other.word)}"
        yield Finding("antonym", conflict=True, text=text, claim=Span(*one[:2]), evidence=Span(*other[:2]))


def modes(sides: Sides) -> Iterator[Finding]:
    """A duty against a choice: must and may, need not and must."""
    ours = _nearest(sides.claim, [pair.claim for pair in sides.alignment.pairs])
    theirs = _nearest(sides.statement, [pair.evidence for pair in sides.alignment.pairs])
    if [one.kind for one in modalities(sides.claim)] == [one.kind for one in modalities(sides.statement)]:
        return
    if _bounds(sides.claim, ours) or _bounds(sides.statement, theirs):
        return
    if ours.kind not in DEONTIC or theirs.kind not in DEONTIC:
        if "exemption" in {ours.kind, theirs.kind} and "statement" in {ours.kind, theirs.kind}:
            yield _mode(ours, theirs, conflict=False)
        return
    (force, act), (other_force, other_act) = DEONTIC[ours.kind], DEONTIC[theirs.kind]
    if (force, act) != (other_force, other_act):
        yield _mode(ours, theirs, conflict=force != other_force)


def _bounds(text: str, one: Modality) -> bool:
    """Whether a prohibition only states a bound (`may not exceed six percent`), which is compared as one."""
    if one.kind != "prohibition":
        return False
    return any(number.comparator and 0 <= number.start - one.end < BOUND_WITHIN for number in quantities(text))


BOUND_WITHIN = 48
"""Characters between `may not` and the number that it bounds, at most."""


def _nearest(text: str, common: Sequence[Token]) -> Modality:
    """The modal whose clause holds most of the words in common; `no one may` prohibits."""
    found = modalities(text)
    if not found:
        return modality(text)
    cuts = [0, *(_cut(text, one.end, other.start) for one, other in pairwise(found)), len(text)]
    held = [
        (sum(token.weight for token in common if start <= token.start < end), -start, one)
        for one, (start, end) in zip(found, pairwise(cuts), strict=True)
    ]
    return _denied_mode(text, max(held)[2])


def _cut(text: str, start: int, end: int) -> int:
    """Where the clause between two modals ends."""
    ends = [match.start() for match in _CLAUSE.finditer(text, start, end)]
    return ends[-1] if ends else end


def _denied_mode(text: str, one: Modality) -> Modality:
    if one.kind not in {"permission", "ability", "obligation"}:
        return one
    before = [
        scope for scope in negated(text) if scope.kind in {"no", "not"} and scope.cue_end <= one.start < scope.end
    ]
    nobody = any(scope.cue in {"no", "nobody", "no one", "none", "nothing", "neither"} for scope in before)
    return one._replace(kind="prohibition") if nobody else one


def _mode(ours: Modality, theirs: Modality, *, conflict: bool) -> Finding:
    text = f"the claim states {_named(ours)}, the evidence {_named(theirs)}"
    return Finding(
        "modality",
        conflict=conflict,
        text=text,
        claim=Span(ours.start, ours.end) if ours.text else None,
        evidence=Span(theirs.start, theirs.end) if theirs.text else None,
    )


def _named(one: Modality) -> str:
    article = "an" if one.kind[0] in "aeo" else "a"
    return f"{article} {one.kind}" + (f" ({quoted(one.text)})" if one.text else "")


def quantifiers(sides: Sides) -> Iterator[Finding]:
    """All against some or none; `only` on one side."""
    ours, theirs = _quantified(sides.claim), _quantified(sides.statement)
    for kind, span in ours.items():
        for other, place in theirs.items():
            if frozenset({kind, other}) in _CLASHES and kind not in theirs and other not in ours:
                text = (
                    f"the claim says {quoted(sides.claim[span.start : span.end])}, "
                    f"the evidence {quoted(sides.statement[place.start : place.end])}"
                )
                yield Finding("quantifier", conflict=True, text=text, claim=span, evidence=place)
                return
    if "part" in ours and not theirs:
        yield Finding("quantifier_gap", conflict=False, text="the claim speaks of a part only", claim=ours["part"])
    elif ("only" in ours) != ("only" in theirs):
        where = ours.get("only")
        yield Finding("only", conflict=False, text="one of the two says only", claim=where, evidence=theirs.get("only"))


def _quantified(text: str) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for match in _QUANTIFIER.finditer(text):
        found.setdefault(str(match.lastgroup), Span(match.start(), match.end()))
    return found
