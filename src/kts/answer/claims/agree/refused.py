"""A part of the statement that denies of somebody what the claim says that they do.

`The deputy decides; the clerk shall not decide` has all the words of `the clerk decides`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.conditions import exceptions
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_PART = later(
    r"(?:\A|[;:.] |,? (?:but|and|while|whereas) |\) )[\W_]*(?:however, |but |and |the |an? )*"
    r"(?P<who>(?!(?:it|they|this|that|these|those|he|she|we|you|there|which|who)\b)[^,;:.|()]{2,60}?) "
    r"(?:(?:is|are|was|were|may|must|shall|will|can|could|should|does|do|did|has|have) (?:not|never)|cannot|never"
    r"|(?:is|are|was|were|do|does|did|wo|ca|must|should)n't) "
    r"(?:be |been |also |itself |themselves )?(?P<verb>[a-z]{2,})(?P<rest>[^,;:.|]*)",
    re.IGNORECASE,
)
"""Who does not do what, in a part of its own."""
_BOUNDED = later(
    r"\b(?:unless|without|except|until|before|after|only|if|when|where|than|because|while|alone|yet|always|all|both|"
    r"every|necessarily|have to|need|by|more|less|again|twice|or)\b",
    re.IGNORECASE,
)
"""What makes the denial one of a case, or of a way to do it."""
_NOT_A_VERB = frozenset("only just merely later earlier more less the a an in on at for to of be been yet".split())


def refused(sides: Sides) -> Iterator[Finding]:
    """What a part of the statement denies of those of whom the claim says it."""
    if _BOUNDED_CLAIM.search(sides.claim):
        return
    said = {token.stem: token for token in tokens(sides.claim)}
    cues = [scope.cue_start for scope in negated(sides.statement) if scope.kind in {"not", "never"}]
    for part in _PART.finditer(sides.statement):
        if not any(part.end("who") <= cue < part.start("verb") for cue in cues):  # `not exceed` denies nothing
            continue
        if part["verb"].lower() in _NOT_A_VERB or _BOUNDED.search(f"{part['who']} {part['verb']} {part['rest']}"):
            continue
        who, verb = tokens(part["who"]), tokens(part["verb"])[:1]
        own, act = _claimed(who, said), _claimed(verb, said)
        rest = tokens(part["rest"])
        if not own or not act or len(_claimed(rest, said)) < len(rest) or len(own) < len(who):
            continue
        if act[0].start < max(one.start for one in own) or not _affirmed(sides.claim, own, act[0]):
            continue
        here, there = Span(min(own).start, act[0].end), Span(part.start("who"), part.end("verb"))
        text = (
            f"the claim says {quoted(sides.claim[slice(*here)])}, the evidence {quoted(sides.statement[slice(*there)])}"
        )
        yield Finding("refused", conflict=True, text=text, claim=here, evidence=there)
        return


_BOUNDED_CLAIM = later(r"\b(?:only|unless|except|even)\b", re.IGNORECASE)


def _claimed(listed: Sequence[Token], said: dict[str, Token]) -> list[Token]:
    """The claim's words for some of a statement."""
    return [said[stem] for token in listed if (stem := related(token.stem, said))]


def _affirmed(claim: str, who: Sequence[Token], act: Token) -> bool:
    """Whether a claim neither denies what is done nor takes out who does it."""
    aside = exceptions(claim)
    if any(span.start <= one.start < span.end for span in aside for one in who):
        return False
    return not denied(negated(claim), act.start, act.end)
