"""Whether a claim affirms what the statement affirms: negation, opposites, modality."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.answer.claims.agree import lacking
from kts.answer.claims.agree.actors import is_actor
from kts.answer.claims.agree.conditions import INSTEAD, excepted, main_pairs, reversed_exceptions, within
from kts.answer.claims.agree.contrast import denied_of
from kts.answer.claims.agree.order import under_denial
from kts.answer.claims.agree.sides import Finding, covers, quoted
from kts.answer.claims.agree.values import DOWN, complementary, takes_back, twins
from kts.answer.claims.match import tokens
from kts.data import table
from kts.lexicon.analyse import terms
from kts.lexicon.modality import aside, modalities, modality
from kts.lexicon.negation import Scope, denied, negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.align import Pair
    from kts.answer.claims.match import Token
    from kts.lexicon.modality import Modality
    from kts.lexicon.quantities import Quantity

_CLAUSE = later(r"[,;:.]|\b(?:and|but|or|yet|if|when|unless|provided)\b", re.IGNORECASE)
_NON = later(r"(?<![\w-])(?P<cue>non-?)[a-z]{4,}", re.IGNORECASE)
"""What a prefix denies: `non-transferable` cannot be transferred."""
_ONLY = later(r"\b(?:only|once|after)\b", re.IGNORECASE)
_FIRST = later(r"\b(?:needs?|must|shall|require[ds]?|has to|have to)\b[^.;]*\b(?:before|prior to)\b", re.IGNORECASE)
"""What must come before: nothing is done until then."""
_UNTIL = later(r"\b(?:until|unless|before|till)\b", re.IGNORECASE)
_NOT_YET = later(r"\b(?:until|before|till)\b", re.IGNORECASE)
"""What comes after a thing is not so until then; of what is so unless there is another thing it says nothing."""
_MATTERS = later(r" (?:matter|make (?:a|any) difference|depend)\b", re.IGNORECASE)
"""Behind `not`: what denies nothing of what the clause is about."""
SOME = 0.3
"""Share of the aligned words that a denial on one side only must reach to be a conflict; by samples' train."""
SOMEBODY = 0.5
"""Share of the claim that a statement must hold for a doctor where the claim has a patient to stand in the same place;
a default, not fitted."""
ORDERED = 0.15
"""That share where the statement is an order that begins with its denial; a default, not fitted."""
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


def negation(sides: Sides) -> Iterator[Finding]:
    """Whether what one side denies is denied on the other; and opposites, which a denial on one side makes agree."""
    ours, theirs = _scopes(sides.claim, sides.statement), _scopes(sides.statement, sides.claim)
    lead = under_denial(sides)
    pairs = main_pairs(sides)
    ours, theirs = lacking.on_both_sides(ours, theirs, pairs)
    ours = lacking.of_what_is_said(sides, ours, theirs)
    unlike = [
        pair
        for pair in pairs
        if denied(ours, pair.claim.start, pair.claim.end) != denied(theirs, pair.evidence.start, pair.evidence.end)
    ]
    total = sum(pair.claim.weight for pair in pairs)
    share = sum(pair.claim.weight for pair in unlike) / total if total else 0.0
    yield from reversed_exceptions(sides)
    if other_clause(sides):
        return
    if (excepted(sides) and not lead) or complementary(sides) or denied_of(sides):
        return
    if sides.alignment.opposed:
        yield from _opposites(sides, 1 - share if lead else share)
    elif lead:
        yield from _listed(sides, ours, lead)
    elif unlike and not _left_out(sides, ours, theirs):
        decisive = _decisive(ours, theirs, pairs)
        plain = any(scope.kind != "without" for scope in (*ours, *theirs))
        least = ORDERED if lacking.forbids(sides) else SOME
        decides = plain and share >= least and any(pair in unlike for pair in decisive)
        conflict = (
            decides and not implied(sides) and not _taken_back(sides, ours, theirs) and not lacking.at_another(sides)
        )
        yield _denial(ours, theirs, unlike, conflict=conflict, share=share)


def _taken_back(sides: Sides, ours: Sequence[Scope], theirs: Sequence[Scope]) -> bool:
    """Whether what the claim denies is denied of the statement right behind it: `you may try; this does not work`."""
    behind = sides.near.rsplit("\n", 1)[-1]
    return bool(ours) and not theirs and bool(_NOT_SO.match(behind))


_NOT_SO = later(
    r"\W*(?:this|that|it|doing so)\b[^.;]{0,20}(?:\bnot|n't|\bnever) (?:\w+ ){0,2}?(?:work|possible|allowed|permitted"
    r"|supported|recommended|advised|true|so)\b",
    re.IGNORECASE,
)


def other_clause(sides: Sides) -> bool:
    """Whether the claim speaks of what stands in the clause that denies nothing: `A is not allowed; B is`."""
    parts = list(_PART.finditer(sides.statement))
    if len(parts) == 1 or negated(sides.claim):
        return False
    scopes = negated(sides.statement)
    affirming = [part for part in parts if not any(covers(scope, *part.span()) for scope in scopes)]
    denying = {token.stem for part in parts if part not in affirming for token in tokens(part[0])}
    plain = {token.stem for part in affirming for token in tokens(part[0])}
    said = {pair.evidence.stem for pair in sides.alignment.pairs if pair.kind != "like"}
    itself = {pair.evidence.stem for pair in sides.alignment.pairs if pair.kind == "same"}
    before = next((at for at, part in enumerate(parts) if part not in affirming), len(parts))
    leaning = any(_LEANS.search(part[0]) for part in parts[before + 1 :] if part in affirming)
    leans = leaning and bool(itself & (plain - denying))
    return bool(denying) and bool(said & (plain - denying)) and (leans or not said & (denying - plain))


_PART = later(r"[^;]+")
_LEANS = later(
    r"\b(?:them|they|those|these|it)\b|\b(?:is|are|was|were|may|must|can|do|does|has|have|will)\W*\Z", re.IGNORECASE
)
"""What makes a clause take words from the one before it."""


def _left_out(sides: Sides, ours: Sequence[Scope], theirs: Sequence[Scope]) -> bool:
    """Whether both sides deny the same of one thing: `lactate cannot be used`, `may be used, without lactate`."""
    if not ours or not theirs or not sides.alignment.pairs:
        return False
    first = min(sides.alignment.pairs, key=lambda pair: pair.claim.start)
    behind = any(0 <= first.evidence.start - scope.cue_end <= BEFORE for scope in theirs)
    verb = sides.claim[first.claim.end : ours[0].cue_start] if first.claim.end <= ours[0].cue_start else ","
    return behind and not _CLAUSE.search(verb) and denied(theirs, first.evidence.start, first.evidence.end)


BEFORE = 12
"""Characters between a denial and the word that it is of, at most; a default."""


def _listed(sides: Sides, ours: Sequence[Scope], lead: str) -> Iterator[Finding]:
    """An entry of a list whose lead denies all of it, against a claim that affirms it."""
    if not ours and not any(token.stem in _deniers() for token in sides.alignment.alone):
        yield Finding("negation", conflict=True, text=f"the evidence lists it under {quoted(lead)}")


@cache
def _deniers() -> frozenset[str]:
    """Stems of words that deny without `not`: a fee that is waived is not paid."""
    return frozenset(stem for word in table("gate_senses.json")["deniers"] for stem in terms(word))


def denies_by_itself(token: Token) -> bool:
    """Whether a word denies without `not`: disabled, waived, excluded."""
    return token.stem in _deniers()


def implied(sides: Sides) -> bool:
    """Whether the side that denies less has a word left over that denies by itself, so that both may agree."""
    ours, theirs = _scopes(sides.claim, sides.statement), _scopes(sides.statement, sides.claim)
    if len(ours) < len(theirs):
        aside = [Span(*match.span()) for match in _WHEN.finditer(sides.claim)]
        aside += [Span(*match.span()) for match in _OF_A_KIND.finditer(sides.claim)]
        said = [token for token in sides.alignment.alone if not within(token.start, aside)]
        return any(token.stem in _deniers() for token in said)
    if excepted(sides):
        return True
    used = {pair.evidence for pair in sides.alignment.pairs}
    return any(token.stem in _deniers() and token not in used for token in tokens(sides.statement))


_WHEN = later(r"\b(?:after|before|once|when|whenever|if|while|until) [^,;.]*", re.IGNORECASE)
"""What says when: a word there that denies is not what the claim says (`liable after he blocked the card`)."""


_OF_A_KIND = later(
    r"\b(?:an?|the|any|each|every|for|of|no|all) \w+ed (?!(?:and|or|by|in|on|at|to|for|from|with|when|if|after|before"
    r"|is|are|was|were|has|have|may|must|can|will|shall)\b)[a-z]",
    re.IGNORECASE,
)
"""What a thing is that the claim speaks of, and not what it says of it: `a cancelled yearly subscription`."""


def _scopes(text: str, other: str) -> list[Scope]:
    """The denials of a text that are not a way to state a bound, which is compared as one."""
    bounds = [one for one in quantities(text) if one.comparator]
    found = [
        scope._replace(kind="not") if scope.cue in INSTEAD else scope
        for scope in negated(text)
        if (scope.kind != "exception" or scope.cue in INSTEAD)
        and not _MATTERS.match(text, scope.cue_end)
        and not takes_back(text, scope.cue_start)
    ]
    found += [
        Scope(match.start(), match.end("cue"), match.start(), match.end(), match[0].lower(), "not")
        for match in _NON.finditer(text)
    ]
    kept = [scope for scope in found if not any(_of_the_bound(text, scope, one) for one in bounds)]
    only = _ONLY.search(other)
    if only or _FIRST.search(other):
        until = _NOT_YET if only and only[0].lower() == "after" else _UNTIL
        kept = [scope for scope in kept if not until.search(text, scope.cue_end, scope.end + 8)]
    return kept


def _of_the_bound(text: str, scope: Scope, bound: Quantity) -> bool:
    """Whether a denial is of a bound, and not of one entry among others: `not: (a) ...; (b) cash above 1,500`."""
    within = covers(scope, bound.start, bound.end) and bound.start >= scope.cue_start
    return within and not _ENTRIES.search(text, scope.cue_end, bound.start)


_ENTRIES = later(r"[;:](?=\s)")


def plain_denials(text: str, other: str) -> list[Scope]:
    """The denials of a text that state no bound and no condition."""
    return _scopes(text, other)


def _decisive(ours: Sequence[Scope], theirs: Sequence[Scope], pairs: Sequence[Pair]) -> list[Pair]:
    """For each denial the first word after it that the other side has, too: what is denied."""
    found: list[Pair] = []
    for scope in ours:
        found += _first_denied(scope, [(pair.claim, pair) for pair in pairs])
    for scope in theirs:
        found += _first_denied(scope, [(pair.evidence, pair) for pair in pairs])
    return found


def _first_denied(scope: Scope, pairs: Sequence[tuple[Token, Pair]]) -> list[Pair]:
    """The first word behind a denial; the last before it, where a language has its verb there: `öffnet nicht`."""
    ordered = sorted(pairs, key=lambda one: one[0].start)
    after = [pair for token, pair in ordered if scope.cue_end <= token.start < scope.end]
    if after or scope.leads:
        return after[:1]
    return [pair for token, pair in ordered if scope.start <= token.start < scope.cue_start][-1:]


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
    """Opposites contradict each other where both sides affirm or both deny.

    A word that denies by itself is no second denial: `forbids` against `allows`.
    """
    one, other = sides.alignment.opposed[0]
    if is_actor(one.word) and is_actor(other.word) and sides.alignment.held < SOMEBODY:
        return
    if _granted(sides, one, other):
        return
    cues = [*_named_by(sides.claim, one), *_named_by(sides.statement, other)]
    if (share < MOST) != bool(cues):
        text = f"the claim says {quoted(one.word)}, the evidence {quoted(other.word)}"
        yield Finding("antonym", conflict=True, text=text, claim=Span(*one[:2]), evidence=Span(*other[:2]))


def _granted(sides: Sides, one: Token, other: Token) -> bool:
    """Whether just one of two opposites is denied where it stands: `refused` is `not granted`."""
    here, there = (
        any(0 <= token.start - scope.cue_end <= 1 for scope in negated(text) if scope.kind == "not")
        for text, token in ((sides.claim, one), (sides.statement, other))
    )
    return here != there and not _named_by(sides.claim, one) and not _named_by(sides.statement, other)


def phrases(sides: Sides) -> Iterator[Finding]:
    """Opposites of more than one word: `turned on` against `disabled`, `keeps working` against `stops`."""
    if sides.alignment.opposed or excepted(sides):
        return
    turned = turned_phrase(sides.claim, sides.statement)
    if turned:
        here, there = turned
        said, stated = sides.claim[here.start : here.end], sides.statement[there.start : there.end]
        text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
        yield Finding("antonym", conflict=True, text=text, claim=here, evidence=there)


def turned_phrase(claim: str, text: str, besides: str = "") -> tuple[Span, Span] | None:
    """A phrase of a claim and its opposite in a text, where neither that nor `besides` has the side of the claim."""
    ours, theirs, told = _polar(claim), _polar(text), _polar(besides)
    for (number, at), said in ours.items():
        other = theirs.get((number, 1 - at))
        mixed = (number, at) in theirs or (number, 1 - at) in ours or (number, at) in told
        if other is None or mixed or said[0].lower() in text.lower():
            continue
        here, there = Span(*said.span()), Span(*other.span())
        if _stands_denied(claim, here) == _stands_denied(text, there):
            return here, there
    return None


def _stands_denied(text: str, span: Span) -> bool:
    """Whether a phrase is denied by anything but its own words."""
    scopes = [scope for scope in _scopes(text, "") if not span.start <= scope.cue_start < span.end]
    return denied(scopes, span.start, span.end)


@lru_cache(maxsize=1024)
def _polar(text: str) -> Mapping[tuple[int, int], re.Match[str]]:
    """Which phrase of which pair of opposites (number of the pair, 0 or 1) stands first where in a text."""
    found: dict[tuple[int, int], re.Match[str]] = {}
    for match in _poles().finditer(text):
        name = str(match.lastgroup)
        found.setdefault((int(name[1:-1]), "ab".index(name[-1])), match)
    return found


@cache
def _poles() -> re.Pattern[str]:
    """All the phrases that have opposites, a group each: its pair's number, a or b."""
    pairs: Sequence[Sequence[str]] = table("gate_senses.json")["phrases"]
    groups = (
        f"(?P<p{number}{side}>{words})"
        for number, pair in enumerate(pairs)
        for side, words in zip("ab", pair, strict=True)
    )
    return re.compile(rf"\b(?:{'|'.join(groups)})\b", re.IGNORECASE)


def _named_by(text: str, token: Token) -> list[Scope]:
    """The denials of a text that a word is the cue of; one of nothing else is an opposite only: `is absent, ...`."""
    return [
        scope
        for scope in negated(text)
        if scope.kind != "exception"
        and scope.cue_start <= token.start < scope.cue_end
        and (scope.kind != "without" or text[scope.cue_end : scope.end].strip(" .,;"))
    ]


def modes(sides: Sides) -> Iterator[Finding]:
    """A duty against a choice: must and may, need not and must."""
    ours = _nearest(sides.claim, [pair.claim for pair in sides.alignment.pairs])
    theirs = _of_the_same(sides, ours) or _nearest(sides.statement, [pair.evidence for pair in sides.alignment.pairs])
    if [one.kind for one in modalities(sides.claim)] == [one.kind for one in modalities(sides.statement)]:
        return
    if excepted(sides) or complementary(sides) or _same_words(sides, ours) or other_clause(sides):
        return
    if aside(sides.claim, ours) or aside(sides.statement, theirs) or lacking.at_another(sides):
        return
    denials = _scopes(sides.claim, sides.statement), _scopes(sides.statement, sides.claim)
    if _left_out(sides, *denials) or _taken_back(sides, *denials):
        return
    ours = _denied_behind(sides.claim, ours, [pair.claim for pair in sides.alignment.pairs])
    theirs = _denied_behind(sides.statement, theirs, [pair.evidence for pair in sides.alignment.pairs])
    if _bounds(sides.claim, ours) or _bounds(sides.statement, theirs) or _limits(sides):
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


def _limits(sides: Sides) -> bool:
    """Whether both sides only set the same limit: `may only, up to seven days` binds as `must, within a week` does."""
    if _EXCLUSIVE.search(sides.claim) and _EXCLUSIVE.search(sides.statement):
        return True
    return any(
        one.comparator in DOWN and other.comparator in DOWN
        for one, alike in twins(sides.claim, sides.statement)
        for other in alike
    )


_EXCLUSIVE = later(r"\bonly\b", re.IGNORECASE)
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


def _of_the_same(sides: Sides, ours: Modality) -> Modality | None:
    """The statement's modal of what the claim's modal is of: the first word in common behind it."""
    behind = sorted(
        (pair for pair in sides.alignment.pairs if pair.claim.start >= ours.end), key=lambda pair: pair.claim.start
    )
    if not ours.text or not behind or behind[0].claim.start - ours.end > REACH:
        return None
    at = behind[0].evidence.start
    before = [one for one in modalities(sides.statement) if one.end <= at and at - one.end <= REACH]
    return _denied_mode(sides.statement, before[-1]) if before else None


def _same_words(sides: Sides, ours: Modality) -> bool:
    """Whether the statement, too, has the claim's modal with the very verb behind it, and both affirm or deny it."""
    behind = re.match(r"\W*(\w+)", sides.claim[ours.end :])
    if not ours.text or not behind:
        return False
    place = sides.statement.casefold().find(sides.claim[ours.start : ours.end + behind.end()].casefold())
    end = place + ours.end - ours.start + behind.end()
    return place >= 0 and denied(negated(sides.statement), place, end) == denied(
        negated(sides.claim), ours.start, ours.end + behind.end()
    )


REACH = 40
"""Characters from a modal to the verb that it is of, at most."""


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
    if one.kind in {"permission", "ability"} and text[one.end :].lstrip().lower().startswith("neither"):
        return one._replace(kind="prohibition")
    nobody = any(scope.cue in {"no", "nobody", "no one", "none", "nothing", "neither"} for scope in before)
    return one._replace(kind="prohibition") if nobody else one


def _denied_behind(text: str, one: Modality, common: Sequence[Token]) -> Modality:
    """A choice as a prohibition where most of what both sides speak of is denied behind it: `may ..., but not`."""
    if one.kind not in {"permission", "ability"}:
        return one
    scopes = [scope for scope in _scopes(text, "") if scope.kind == "not" and scope.cue_start >= one.end]
    behind = [token for token in common if token.start >= one.end]
    under = sum(token.weight for token in behind if any(scope.cue_end <= token.start < scope.end for scope in scopes))
    return one._replace(kind="prohibition") if under > MOST * sum(token.weight for token in behind) else one


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
