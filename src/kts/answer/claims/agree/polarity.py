"""One thing set against another, and a claim that takes the one for the other, whatever verb it uses.

`Handhelds are counted, not users` denies of users what it says of handhelds, and `only electricians may lock` denies
it of everybody else. What a claim says of such a thing is at best not told by the statement.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import actors, acts
from kts.answer.claims.agree.sense import denies_by_itself
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_SET_ASIDE = later(
    r"(?:, (?:but |and )?|\(|\b(?:but|and) )not "
    r"(?!(?:only|just|merely|necessarily|yet|all|every|always|be|been|being|have|more|less|later|earlier|before|until|if"
    r"|when|so|\w+ed)\b)(?P<out>[^,.;:()|]{2,60})",
    re.IGNORECASE,
)
"""What is set beside another thing and denied: `but not the H10`."""
_CLAUSE = later(r"[.;:|](?=\s|\Z)")
_VERBAL = later(r"\b(?:is|are|was|were|be|has|have|may|must|can|will|shall|does|do|did)\b", re.IGNORECASE)
TAIL = 4
"""Words with a meaning before a contrast among which the thing is that is kept; a default, not fitted."""
DENYING = frozenset({"not", "no", "never", "refusal"})


class Contrast(NamedTuple):
    """`kept` is the clause of what is affirmed, `out` the stretch of what is set aside."""

    kept: Span
    out: Span


def contrast(text: str) -> Contrast | None:
    """The first contrast of a text; none where what is set aside has a verb of its own."""
    for match in _SET_ASIDE.finditer(text):
        start = max((one.end() for one in _CLAUSE.finditer(text, 0, match.start())), default=0)
        if not _VERBAL.search(match["out"]) and tokens(text[start : match.start()]):
            return Contrast(Span(start, match.start()), Span(*match.span("out")))
    return None


def set_aside(sides: Sides) -> Iterator[Finding]:
    """What the statement sets aside, claimed in the sense in which it is said of the other thing."""
    theirs = contrast(sides.statement)
    if theirs is None or sides.alignment.opposed:
        return
    ours = contrast(sides.claim)
    said = ours.kept if ours else Span(0, len(sides.claim))
    claimed = [token for token in tokens(sides.claim) if said.start <= token.start < said.end]
    kept = [token for token in tokens(sides.statement) if theirs.kept.start <= token.start < theirs.kept.end]
    out = [token for token in tokens(sides.statement) if theirs.out.start <= token.start < theirs.out.end]
    own = _without(out, kept)
    known = dict.fromkeys(token.stem for token in claimed)
    known |= dict.fromkeys(pair.evidence.stem for pair in sides.alignment.pairs if pair.claim in claimed)
    tail = _without(kept[-TAIL:], out)
    if not own or not all(related(token.stem, known) for token in own) or not tail:
        return
    if any(denies_by_itself(token) for token in _new(claimed, sides)):
        return
    if related(tail[-1].stem, known) and not _both(sides, tail[-1], own[-1]):
        return
    if _odd(sides.claim, said) == _odd(sides.statement, theirs.kept):
        there = sides.statement[slice(*theirs.out)]
        verb = any(pair.evidence in kept for pair in sides.alignment.pairs if pair.kind == "same")
        text = f"the evidence sets {quoted(there)} aside"
        yield Finding("contrast" if verb else "set_aside", conflict=verb, text=text, evidence=theirs.out)


def _both(sides: Sides, kept: Token, out: Token) -> bool:
    """Whether a claim says of both what the statement says of one: `cards and account are blocked`."""
    ours = [[pair.claim for pair in sides.alignment.pairs if pair.evidence.stem == one.stem] for one in (kept, out)]
    if not all(ours) or negated(sides.claim) or _ONLY.search(sides.claim):
        return False
    (one, *_), (other, *_) = sorted(ours, key=lambda found: found[0].start)
    return bool(_JOINT.search(sides.claim, one.end, other.start)) and one.start < other.start


_JOINT = later(r"\b(?:and|or|as well as|plus)\b", re.IGNORECASE)
_ONLY = later(r"\bonly\b", re.IGNORECASE)


def _without(own: Sequence[Token], other: Sequence[Token]) -> list[Token]:
    """The words that the other stretch does not have."""
    stems = {token.stem for token in other}
    return [token for token in own if token.stem not in stems]


def _new(claimed: Sequence[Token], sides: Sides) -> list[Token]:
    """The words of a claim that the statement lacks."""
    return [token for token in claimed if token in sides.alignment.alone]


def _odd(text: str, place: Span) -> bool:
    """Whether a clause denies what it says."""
    return sum(one.kind in DENYING for one in negated(text) if place.start <= one.cue_start < place.end) % 2 == 1


_NOT_HE = later(
    r"(?:\A|[.;:] )[^,;.:|]{2,60}, (?:and )?(?:not|nicht) (?:the |an? |der |die |das )?(?P<out>[^,;.:|]{2,50}), (?=\w)",
    re.IGNORECASE,
)
"""One who acts, and another one who does not: `the Seller, not the Buyer, insures`."""


def not_he(sides: Sides) -> Iterator[Finding]:
    """What somebody does by the claim, and by the statement another one instead of him."""
    theirs = _NOT_HE.search(sides.statement)
    verb = next((token for token in tokens(sides.statement) if theirs and token.start >= theirs.end()), None)
    out = tokens(theirs["out"]) if theirs else ()
    if theirs is None or verb is None or not out or negated(sides.claim) or contrast(sides.claim):
        return
    for stem, mine in acts(sides.claim).items():
        doers = [act.actor for act in mine if related(act.actor.stem, {out[-1].stem: True})]
        if doers and related(stem, {verb.stem: True}):
            text = f"the evidence says {quoted(theirs[0].strip(' .;:,'))}"
            yield Finding(
                "contrast", conflict=True, text=text, claim=Span(*doers[0][:2]), evidence=Span(*theirs.span())
            )
            return


_NEVER_SO = later(
    r", (?:and |but )?(?:never|not|under no circumstances) (?P<what>[^,;.:|()]{4,60}?)(?=[.;,]|\Z)", re.IGNORECASE
)
_ARTICLES = later(r"\b(?:the|an?|its|their|any)\b ?")


def never_so(sides: Sides) -> Iterator[Finding]:
    """What the end of a statement rules out word for word, claimed to be so: `never after cleaning`."""
    if negated(sides.claim) or _ONLY.search(sides.claim):
        return
    said = f" {_ARTICLES.sub('', sides.claim.lower()).rstrip(' .')} "
    for match in _NEVER_SO.finditer(sides.statement):
        what = _ARTICLES.sub("", match["what"].lower()).strip()
        if tokens(what) and _WHERE.match(what) and f" {what} " in said:
            text = f"the evidence says {quoted(match[0].strip(' ,'))}"
            yield Finding("contrast", conflict=True, text=text, evidence=Span(*match.span()))
            return


_WHERE = later(
    r"(?:\w+ly |right |just |straight )?(?:before|after|during|while|until|in|at|on|by|with"
    r"|without|from|to|for|under|over|above|below"
    r"|between|within|outside|inside|near|against|through|via|as)\b"
)
"""What begins a phrase of time, place or way; a verb behind `never` denies another thing."""

_MAY = r"(?:may|can|must|shall|will|(?:is|are) (?:allowed|permitted|entitled|authori[sz]ed) to)"
_ONLY_WHO = later(
    rf"(?:\A[\W\d]*|[;,:.] (?:and |but )?|\b(?:and|but|where) )only (?:the |an? )?(?P<who>[^,;.:|]{{2,70}}?) {_MAY} "
    r"(?P<act>[^;.|]+)",
    re.IGNORECASE,
)
_WHO = later(rf"\A[\W\d]*(?P<who>[^,;.:|]{{2,50}}?) (?:also )?{_MAY} (?P<act>[^;.|]+)", re.IGNORECASE)


def only_others(sides: Sides) -> Iterator[Finding]:
    """What only others may, claimed of somebody whom the statement does not name there."""
    theirs, ours = _ONLY_WHO.search(sides.statement), _WHO.match(sides.claim)
    if not theirs or not ours or negated(sides.claim) or _ONLY.search(sides.claim):
        return
    said = dict.fromkeys(token.stem for token in tokens(sides.claim))
    if not tokens(ours["who"]) or any(related(token.stem, said) for token in tokens(theirs["who"])):
        return
    acts = {token.stem: token.weight for token in tokens(ours["act"])}
    rest = sides.statement[: theirs.start()] + sides.statement[theirs.end() :]
    if _held(acts, theirs["act"]) > _held(acts, rest):
        text = f"the evidence says it only of {quoted(theirs['who'])}"
        here, there = Span(*ours.span("who")), Span(*theirs.span("who"))
        yield Finding("only_others", conflict=False, text=text, claim=here, evidence=there)


_ONLY_BY = (
    later(
        r"\b(?:only|solely|exclusively|nur|ausschlie(?:\u00df|ss)lich) (?:by|von|durch) (?P<who>[^,;.:|]{2,70})",
        re.IGNORECASE,
    ),
    later(r"\b(?:by|von|durch) (?P<who>[^,;.:|]{2,50}?) (?:only|alone|allein)\b", re.IGNORECASE),
)
"""By whom alone it is done."""


def only_by(sides: Sides) -> Iterator[Finding]:
    """What is done by one only, claimed of somebody else: `press statements are made only by the press office`."""
    theirs = next((found for shape in _ONLY_BY if (found := shape.search(sides.statement))), None)
    if theirs is None or negated(sides.claim):
        return
    said = dict.fromkeys(token.stem for token in tokens(sides.claim))
    own = tokens(theirs["who"])
    others = [token for token in actors(sides.claim) if token in sides.alignment.alone]
    if own and others and not any(related(token.stem, said) for token in own):
        text = f"the evidence says it only of {quoted(theirs['who'])}"
        here, there = Span(*others[0][:2]), Span(*theirs.span("who"))
        yield Finding("only_others", conflict=False, text=text, claim=here, evidence=there)


def _held(acts: dict[str, float], text: str) -> float:
    """How much of what is done a stretch speaks of."""
    there = dict.fromkeys(token.stem for token in tokens(text))
    return sum(weight for stem, weight in acts.items() if related(stem, there))
