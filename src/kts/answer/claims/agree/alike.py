"""What says the same the other way round, so that no denial or modal of it differs.

Not until a check is only after a check; not without consent is with consent; both may is either may; what was put off
was not approved; at no cost is free of charge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conjuncts import IN_A_ROW, both_in_a_row
from kts.answer.claims.agree.consent import same_consent
from kts.answer.claims.agree.doers import same_payer
from kts.answer.claims.agree.excepted import SAME, of_the_others
from kts.answer.claims.agree.exempt import FREED, allowed, both_exempt
from kts.answer.claims.agree.outcomes import OUTCOME, put_the_other_way, same_outcome
from kts.answer.claims.agree.sequence import forbidden_first
from kts.answer.claims.agree.values import as_early
from kts.answer.claims.match import tokens
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.claims.agree.sides import Finding, Sides
    from kts.answer.claims.match import Token

_FORBIDS = later(
    r"\b(?:(?:may|must|shall|can|could|will|is|are|do|does|has|have)(?: \w+ly)? (?:not|never)|cannot|can't|won't|"
    r"(?:isn|aren|mustn|don|doesn)'t|(?:prohibited|forbidden|not allowed|not permitted))\b|\A[\W\d]*no(?:body| one)?\b",
    re.IGNORECASE,
)
_NOT_TILL = later(r"\b(?:until|till|unless|before|without)\b (?P<what>[^;.]+)", re.IGNORECASE)
_ALLOWS = later(r"\b(?:may|can|could|allowed|permitted|entitled)\b", re.IGNORECASE)
_NEEDS = later(r"only|subject|provided|on condition", re.IGNORECASE)
_THEN = later(
    r"\b(?:only (?:\w+ ){0,3}?(?:after|if|with|when|once|upon|following|on)|subject to|provided(?: that)?|"
    r"on condition that|as soon as|after|once|with)\b (?P<what>[^;.]+)",
    re.IGNORECASE,
)
_EXPRESSLY = later(r"\b(?:not only|whether or not|with or without|even)\b", re.IGNORECASE)
CONDITION = 0.5
"""Share of the words of what is needed that the other side must name; a default, not fitted."""
_TURNED = frozenset({"modality", "negation", "only", "contrast", "exception", "denied_object"})
"""What is seen where a condition is put the other way round."""


def settled(sides: Sides, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings without those of what both sides say, each in its own way."""
    turned = _conditioned(sides.claim, sides.statement, sides) or _conditioned(sides.statement, sides.claim, sides)
    freed = both_exempt(sides)
    before = _not_before(sides) or forbidden_first(sides) or allowed(sides) or freed
    outcome, free = put_the_other_way(sides), _for_nothing(sides)
    away = frozenset({"negation"} if outcome or free else ()) | (
        _TURNED if turned or same_consent(sides) else _DENIED if before else frozenset()
    )
    if of_the_others(sides) == SAME:
        away |= _OF_OTHERS
    paired = [one for one in findings if _paired(one, sides)]
    kept = [one for one in findings if one.kind not in away and one not in paired]
    words = [
        shape
        for shape, said in (
            (_TURNS, turned or before),
            (_AT_NO_COST, free),
            (_BOTH_MAY, paired),
            (_TIMELY, as_early(sides)),
            (FREED, freed),
            (IN_A_ROW, both_in_a_row(sides)),
            (_EVEN, _EVEN_IN.search(sides.statement)),
            (OUTCOME, outcome or same_outcome(sides)),
            (_PAYS, same_payer(sides)),
            (_BINDS, _bound(sides)),
            (_GETS, _gets(sides)),
        )
        if said
    ]
    return tuple(one for one in kept if one.kind not in _EDITS or not _by_those(one, sides, words))


_DENIED = frozenset({"modality", "negation", "denied_object"})
_EDITS = frozenset({"exchanged", "added", "left_out"})
"""What is seen in a copy of a statement with something changed."""
_TURNS = later(
    r"\b(?:not|no|cannot|never|may|can|must|shall|is|are|be|has|have|been|only|until|till|unless|without|with|after"
    r"|before|once|if|when|but|either|a|an|the|any)\b|n't\b",
    re.IGNORECASE,
)
_BOTH_MAY = later(r"\b(?:both|either|of|the|part(?:y|ies)|sides?)\b", re.IGNORECASE)
_TIMELY = later(r"\b(?:no|not|later|than|less|at|the|latest|least)\b", re.IGNORECASE)
_EVEN_IN = later(r"\beven (?:in|during|on|at|while)\b", re.IGNORECASE)
_EVEN = later(r"\b(?:even|in|during|on|at|while|also|always)\b", re.IGNORECASE)
"""What is so even in a case is so in it."""
_PAYS = later(
    r"\b(?:pays?|paid|for|bears?|borne|meets?|covers?|met|costs?|expenses?|the|of|by|is|are)\b", re.IGNORECASE
)
_BINDS = later(r"\b(?:required|compulsory|mandatory|obligatory)\b", re.IGNORECASE)
_OTHERS = later(r"\w")


def _bound(sides: Sides) -> bool:
    """Whether both call a thing required, each by its own word, and neither denies anything."""
    return all(_BINDS.search(text) and not _DENIES.search(text) for text in (sides.claim, sides.statement))


_GETS = later(
    r"\b(?:gets?|receives?|is|are|be|entitled|has|have|enjoys?|rights?|due|given|granted|qualif(?:y|ies)|for|to|a|an|the)\b",
    re.IGNORECASE,
)
_ENTITLED = later(
    r"\b(?:gets?|receives?|(?:is|are) (?:entitled to|due|given|granted)|(?:has|have|enjoys?) (?:a |the )?rights? to"
    r"|qualif(?:y|ies) for|entitlement)\b",
    re.IGNORECASE,
)
"""What somebody gets who has a right to it."""


def _gets(sides: Sides) -> bool:
    """Whether both say, each in its own words, what somebody has a right to, and neither denies anything."""
    return all(_ENTITLED.search(text) and not _DENIES.search(text) for text in (sides.claim, sides.statement))


def _by_those(one: Finding, sides: Sides, words: Sequence[re.Pattern[str]]) -> bool:
    """Whether an exchange has nothing but the words of a turn of phrase that says the same."""
    if not words:
        return False
    texts = (
        sides.claim[slice(*one.claim)] if one.claim else "",
        sides.statement[slice(*one.evidence)] if one.evidence else "",
    )
    for shape in words:
        texts = (shape.sub(" ", texts[0]), shape.sub(" ", texts[1]))
    return not any(_OTHERS.search(_TURNS.sub(" ", text) if OUTCOME in words else text) for text in texts)


def _conditioned(one: str, other: str, sides: Sides) -> bool:
    """Whether a text forbids what is done before or without a thing, and the other one allows it after or with that."""
    if _EXPRESSLY.search(one) or _EXPRESSLY.search(other) or len(_FORBIDS.findall(one)) != 1:
        return False
    lacking, needed = _NOT_TILL.search(one), _THEN.search(other)
    if lacking is None or needed is None or not _allows(other, needed):
        return False
    there, here = needed.span("what"), lacking.span("what")
    needs = [token for token in tokens(other) if there[0] <= token.start < there[1]]
    lacks = [token for token in tokens(one) if here[0] <= token.start < here[1]]
    pairs = [
        pair if one is sides.claim else pair._replace(claim=pair.evidence, evidence=pair.claim)
        for pair in sides.alignment.pairs
    ]
    both = [(pair.claim, pair.evidence) for pair in pairs if pair.claim in lacks and pair.evidence in needs]
    asked = bool(_ASKING.match(lacking["what"]) and _LEAVE.search(needed["what"])) and bool(both)
    return asked or any(_mostly(own, [pair[at] for pair in both]) for at, own in enumerate((lacks, needs)))


def _allows(text: str, needed: re.Match[str]) -> bool:
    """Whether what a text says needs that thing; what must be done after an invoice is not forbidden before it."""
    if _FORBIDS.search(text, 0, needed.start("what")):
        return False
    return bool(_NEEDS.match(needed[0]) or _ALLOWS.search(text, 0, needed.start()))


_ASKING = later(r"(?:asking|consulting|seeking|checking with|having to ask)\b", re.IGNORECASE)
_LEAVE = later(r"\b(?:consent|approval|permission|agreement|authori[sz]ation)\b", re.IGNORECASE)


def _mostly(own: Sequence[Token], held: Sequence[Token]) -> bool:
    """Whether most of what is needed, or of what is lacking, has its counterpart there."""
    return bool(own) and sum(one.weight for one in own if one in held) >= CONDITION * sum(one.weight for one in own)


_BEFORE = later(r"\b(?:before|earlier than|prior to|until)\b (?P<when>[^,;.]+)", re.IGNORECASE)


def _not_before(sides: Sides) -> bool:
    """Whether both sides deny a thing before the same day: `but not with effect before 1 April 2026`."""
    found = []
    for text in (sides.claim, sides.statement):
        denial = _NOT.search(text)
        before = _BEFORE.search(text, denial.end()) if denial else None
        found.append({one.text for one in dates(before["when"])} if before else set())
    return bool(found[0] & found[1])


_NOT = later(r"\b(?:not|cannot|never)\b|n't\b", re.IGNORECASE)
_AT_NO_COST = later(
    r"\b(?:no|without|free of)(?: any| an?)?(?: (?:extra|additional|further))? (?:costs?|charges?|fees?|payment)\b"
    r"|\bcosts? nothing\b|\bfree\b(?! to\b)|\bgratis\b",
    re.IGNORECASE,
)


def _for_nothing(sides: Sides) -> bool:
    """Whether both say that a thing costs nothing, and neither denies anything else."""
    ours, theirs = _AT_NO_COST.search(sides.claim), _AT_NO_COST.search(sides.statement)
    if ours is None or theirs is None:
        return False
    rest = (text.replace(one[0], " ") for text, one in ((sides.claim, ours), (sides.statement, theirs)))
    return not any(_DENIES.search(text) for text in rest)


_DENIES = later(r"\b(?:not|no|never|cannot|nobody|none|without)\b|n't\b", re.IGNORECASE)
_EITHER = later(
    r"\b(?:both|either)\b[^,;.]{0,40}?\b(?:may|can|is (?:free|entitled)|are (?:free|entitled))\b", re.IGNORECASE
)


def _paired(one: Finding, sides: Sides) -> bool:
    """Whether a finding sets both against either, and each of the two may do it: `either party may end it`."""
    if one.claim is None or one.evidence is None:
        return False
    words = {sides.claim[slice(*one.claim)].lower(), sides.statement[slice(*one.evidence)].lower()}
    spans = _EITHER.match(sides.claim, one.claim.start), _EITHER.match(sides.statement, one.evidence.start)
    return words == {"both", "either"} and all(spans)


_OF_OTHERS = _TURNED | _EDITS | {"antonym", "order", "restricted", "only_all", "only_any"}
"""What is seen where a claim says of the others what the statement says of them behind what it says of some."""
