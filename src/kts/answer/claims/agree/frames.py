"""Turned sentences that share a frame: who decides, what is preferred, more than, only and any, what is denied of one.

Each rule reads the same frame out of the claim and the statement and compares what fills it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import gapped, is_actor
from kts.answer.claims.agree.conditions import excepted
from kts.answer.claims.agree.sense import denies_by_itself, other_clause, plain_denials
from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.agree.tables import row
from kts.answer.claims.agree.values import twins
from kts.answer.claims.match import long, related, tokens
from kts.lexicon.dates import dates
from kts.lexicon.negation import negated
from kts.lexicon.negation_abroad import denies_abroad
from kts.lexicon.patterns import later
from kts.lexicon.quantities import begins, comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token
    from kts.lexicon.negation import Scope

_ONLY = later(r"\b(?:(?<!-)only|solely|alone|exclusively|nobody but|no one but|none but)\b", re.IGNORECASE)
_ANY = later(
    r"\b(?:any(?:one|body|where)?|every(?:one|body|where)?|whoever|wherever|whenever|all|each)\b", re.IGNORECASE
)
_DENIES = later(
    r"\b(?:no|not|never|nobody|none|nothing|neither|nor|without|cannot|only|unless|except|rather than|instead|alone|"
    r"hardly|out of|ruled out|other than|un\w+ed)\b|n't\b",
    re.IGNORECASE,
)
DENIALS = frozenset({"not", "no", "never", "without"})


def denied_objects(sides: Sides) -> Iterator[Finding]:
    """A word of a claim that denies nothing, and that the statement only has where it denies: `not left to porters`."""
    if (
        _DENIES.search(sides.claim)
        or denies_abroad(sides.claim)
        or any(denies_by_itself(token) for token in tokens(sides.claim))
    ):
        return
    scopes = [one for one in plain_denials(sides.statement, sides.claim) if one.kind in DENIALS]
    scopes = [one for one in scopes if one.kind != "without" or not _in_a_denial(one, negated(sides.statement))]
    if (
        sides.alignment.opposed
        or not scopes
        or excepted(sides)
        or _preferred(sides.claim)
        or long(sides.statement)
        or other_clause(sides)
    ):
        return
    stated: dict[str, list[Token]] = {}
    for token in tokens(sides.statement):
        stated.setdefault(token.stem, []).append(token)
    for pair in sides.alignment.pairs:
        places = stated.get(pair.evidence.stem, [])
        if places and all(any(one.cue_end <= at.start < one.end for one in scopes) for at in places):
            text = f"the evidence speaks of {quoted(pair.claim.word)} only where it denies something"
            here, there = Span(*pair.claim[:2]), Span(*pair.evidence[:2])
            yield Finding("denied_object", conflict=False, text=text, claim=here, evidence=there)
            return


def _in_a_denial(one: Scope, scopes: Sequence[Scope]) -> bool:
    """Whether what is lacking is denied itself: `not without informing them`."""
    return any(other.kind != "without" and other.start <= one.cue_start < other.end for other in scopes)


def only_any(sides: Sides) -> Iterator[Finding]:
    """Only one may, where the statement lets anybody; anybody may, where it lets only one."""
    if long(sides.statement):
        return
    for one, other in ((sides.claim, sides.statement), (sides.statement, sides.claim)):
        alone, several = _ONLY.search(one), _ANY.search(other)
        if not alone or not several or _ONLY.search(other) or _ANY.search(_clause(one, alone.start())):
            continue
        if denied(one, *alone.span()) or denied(other, *several.span()) or _counted(one, alone.end()):
            continue
        if one is sides.claim and _bounded(sides, alone.end()):
            continue
        spans = [Span(*alone.span()), Span(*several.span())]
        here, there = spans if one is sides.claim else reversed(spans)
        said, stated = sides.claim[here.start : here.end], sides.statement[there.start : there.end]
        text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
        yield Finding("only_any", conflict=False, text=text, claim=here, evidence=there)
        return


def _clause(text: str, place: int) -> str:
    """The stretch between commas and semicolons that a place lies in."""
    start = max(text.rfind(mark, 0, place) for mark in ",;") + 1
    return re.split("[,;]", text[start:])[0]


def _bounded(sides: Sides, end: int) -> bool:
    """Whether `only` is of a bound of the claim that the statement gives too: only above 500, raised to 500 for all."""
    bounds = [alike for one, alike in twins(sides.claim, sides.statement) if 0 <= begins(sides.claim, one) - end <= 1]
    return any(bounds)


def _counted(text: str, end: int) -> bool:
    """Whether `only` is of a number: only one tenth of them."""
    return any(0 <= one.start - end <= 1 for one in quantities(text))


_MORE = (
    "more|higher|larger|greater|longer|bigger|better|stronger|faster|quicker|dearer|later|warmer|hotter|heavier|wider|"
    "deeper|older|louder|noisier|safer|richer|thicker|steeper|busier"
)
_LESS = (
    "less|fewer|lower|smaller|shorter|worse|weaker|slower|cheaper|earlier|colder|cooler|lighter|narrower|shallower|"
    "younger|quieter|poorer|thinner|flatter"
)
_COMPARED = later(
    rf"\b(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b(?=(?P<what>[^.;,]{{0,60}}?)\bthan (?P<rest>.*))", re.IGNORECASE
)


class Comparison(NamedTuple):
    """`sign` 1 for more, -1 for less; `than` is where that stands."""

    sign: int
    place: Span
    than: int


@lru_cache(maxsize=1024)
def _comparison(text: str) -> Comparison | None:
    """The one comparison of a text; none where a number is what it is compared with, which is a bound."""
    found = list(_COMPARED.finditer(text))
    if len(found) != 1:
        return None
    one, than = found[0], found[0].end("what")
    values = [*(one.start for one in quantities(text)), *(one.start for one in dates(text))]
    if any(than < value <= than + FAR for value in values):
        return None
    return Comparison(1 if one["more"] else -1, Span(*one.span()), than)


FAR = 20
"""Characters behind `than` within which stands what something is compared with, at most (a default)."""


def _side(text: str, token: Token, found: Comparison) -> int:
    """-1 for a word before `than`, 1 for one right behind it, 0 for what tells nothing: farther on, or there twice."""
    if sum(other.stem == token.stem for other in tokens(text)) > 1:
        return 0
    if token.start < found.than:
        return -1
    behind = [other.start for other in tokens(text) if other.start > found.than]
    return 1 if token.start in behind[:OBJECT] else 0


OBJECT = 2
"""Words behind `than` that are of what something is compared with (a default)."""


def comparisons(sides: Sides) -> Iterator[Finding]:
    """More than another, where the statement says less; or the two the other way round."""
    ours, theirs = _comparison(sides.claim), _comparison(sides.statement)
    if not ours or not theirs or long(sides.statement):
        return
    kept = turned = alike = 0
    for pair in sides.alignment.pairs:
        mine, other = _side(sides.claim, pair.claim, ours), _side(sides.statement, pair.evidence, theirs)
        alike += mine == other < 0
        kept += mine == other > 0
        turned += mine * other < 0
    apart = denied(sides.claim, *ours.place) != denied(sides.statement, *theirs.place)
    sign = ours.sign * (-1 if apart else 1) * (-1 if turned > kept else 1)
    told = turned != kept or (not turned and alike)
    if told and sign != theirs.sign:
        said, stated = sides.claim[slice(*ours.place)], sides.statement[slice(*theirs.place)]
        text = f"the claim says {quoted(said)}, the evidence {quoted(stated)}"
        yield Finding("contrast", conflict=True, text=text, claim=ours.place, evidence=theirs.place)


_JOINS = later(r"[;,]|\b(?:and|but|while|whereas)\b")


def valued(sides: Sides) -> Iterator[Finding]:
    """More than another, where the values that the statement gives the two say less: 11 % here and 6 % there."""
    ours, given = _comparison(sides.claim), quantities(sides.statement)
    if not ours or len(given) != PAIR or row(sides.statement, sides.near) or not comparable(*given):
        return
    joins = list(_JOINS.finditer(sides.statement, given[0].end, given[1].start))
    if not joins or given[0].value == given[1].value or denied(sides.claim, *ours.place):
        return
    places: dict[int, set[bool]] = {-1: set(), 1: set(), 0: set()}
    for pair in sides.alignment.pairs:
        if sum(other.stem == pair.evidence.stem for other in tokens(sides.statement)) == 1:
            places[_side(sides.claim, pair.claim, ours)].add(pair.evidence.start > joins[-1].start())
    if places[-1] | places[1] != {False, True} or len(places[-1]) != 1 or len(places[1]) != 1:
        return
    of_it, of_other = given if places[-1] == {False} else reversed(given)
    if (of_it.value > of_other.value) != (ours.sign > 0):
        said = sides.claim[slice(*ours.place)]
        text = f"the claim says {quoted(said)}, the evidence {quoted(of_it.text)} against {quoted(of_other.text)}"
        yield Finding("contrast", conflict=True, text=text, claim=ours.place, evidence=Span(of_it.start, of_it.end))


PAIR = 2
"""Values of a statement that gives one to each of two things."""

_DECIDES = later(
    r"\b(?P<subject>[a-z]+) (?:(?:may|can|must|shall|will|has to|alone|freely|then|himself|herself|itself) )*"
    r"(?:decides?|chooses?|settles?|determines?|picks?|selects?)\b"
    r"|\b(?:decided|chosen|settled|determined|picked|selected|decision is (?:made|taken)|choice is made|made|taken)"
    r" by (?:the |a |an |its |their )?(?P<agent>[a-z]+(?: [a-z]+)?)"
    r"|\bat (?:the )?(?P<owner>[a-z]+)(?:'s|s') (?:option|choice|discretion)"
    r"|\b(?:choice|option|discretion|decision) of the (?P<of>[a-z]+)"
    r"|\bas (?:the )?(?P<wish>[a-z]+) (?:choose|wish|prefer|like)s?"
    r"|\b(?:choice|option|decision) (?:is|lies|rests|falls) (?:with|to) (?:the )?(?P<with>[a-z]+)"
    r"|\bup to (?:the )?(?P<upto>[a-z]+)",
    re.IGNORECASE,
)


def deciders(sides: Sides) -> Iterator[Finding]:
    """Who decides: somebody else than in the statement."""
    ours, theirs = _deciders(sides.claim), _deciders(sides.statement)
    if not ours or not theirs or _DENIES.search(sides.claim) or long(sides.statement):
        return
    known = dict.fromkeys(token.stem for token in theirs)
    if not any(related(token.stem, known) or gapped(sides.statement, token) for token in ours):
        text = f"by the claim {quoted(ours[0].word)} decides, by the evidence {quoted(theirs[-1].word)}"
        here, there = Span(*ours[0][:2]), Span(*theirs[-1][:2])
        yield Finding("swapped", conflict=True, text=text, claim=here, evidence=there)


@lru_cache(maxsize=1024)
def _deciders(text: str) -> tuple[Token, ...]:
    """Who decides by a text."""
    spans = [match.span(str(match.lastgroup)) for match in _DECIDES.finditer(text)]
    return tuple(
        token
        for token in tokens(text)
        if is_actor(token.word) and any(start <= token.start < end for start, end in spans)
    )


_CHOSE = (
    r"(?:cho(?:o?se[sn]?|osing)|prefer\w*|pick(?:s|ed)?|select(?:s|ed)?|took|takes?|us(?:e[sd]?|ing)|bought|buys?|"
    r"adopt\w*|favou?r\w*)"
)
_PREFERS = later(
    rf"(?P<won>[^.;,:]*?) (?:instead of|rather than|in preference to|in place of) (?P<lost>[^.;,:]*)"
    rf"|\b(?:{_CHOSE} (?=[^.;,:]*? over )|prefer\w* )(?P<won2>[^.;,:]*?) (?:over|to) (?P<lost2>[^.;,:]*)"
    r"|(?P<won3>[^.;,:]*?) (?:is|are|was|were|be|been) (?:preferred|chosen|favou?red|given preference|picked|selected)"
    r" (?:to|over) (?P<lost3>[^.;,:]*)",
    re.IGNORECASE,
)


def preferences(sides: Sides) -> Iterator[Finding]:
    """One thing preferred to another, where the statement has it the other way round."""
    ours, theirs = _preferred(sides.claim), _preferred(sides.statement)
    if not ours or not theirs:
        return
    won, lost = (dict.fromkeys(part, True) for part in theirs)
    crossed = any(related(stem, lost) for stem in ours[0]) and any(related(stem, won) for stem in ours[1])
    same = any(related(stem, won) for stem in ours[0]) and any(related(stem, lost) for stem in ours[1])
    apart = _says_not(sides.claim) != _says_not(sides.statement)
    if (same if apart else crossed) and not (crossed if apart else same):
        yield Finding("swapped", conflict=True, text="the evidence prefers the other one of the two")


def _says_not(text: str) -> bool:
    return bool(negated(text)) and bool(re.search(r"\bnot\b|n't\b", text))


@lru_cache(maxsize=1024)
def _preferred(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The stems of what a text says is preferred and of what it is preferred to, without those of both."""
    for match in _PREFERS.finditer(text):
        for at in ("", "2", "3"):
            if match[f"won{at}"] is not None:
                won = [token.stem for token in tokens(match[f"won{at}"])][-SIDE:]
                lost = [token.stem for token in tokens(match[f"lost{at}"])][:SIDE]
                common = set(won) & set(lost)
                if set(won) - common and set(lost) - common:
                    return frozenset(won) - common, frozenset(lost) - common
    return None


SIDE = 3
"""Words with a meaning beside the cue that are of what is preferred, or left (a default)."""

_MOST = later(
    r"\b(?:(?:the |a )?(?:large |great |clear )?majority|(?<!\bat )(?<!\bthe )most|more than half|over half)\b(?! \d)",
    re.IGNORECASE,
)
_FEW = later(r"\b(?:(?:a |the )?(?:small )?minority|less than half|fewer than half|under half)\b", re.IGNORECASE)
HALF = 50


def shares(sides: Sides) -> Iterator[Finding]:
    """Most of them, where the statement gives less than half; a minority, where it gives more."""
    most, few = _MOST.search(sides.claim), _FEW.search(sides.claim)
    given = [one for one in quantities(sides.statement) if one.kind == "percent"]
    if bool(most) == bool(few) or len(given) != 1 or _MOST.search(sides.statement) or negated(sides.claim):
        return
    one, said = given[0], most or few
    if said and (one.value < HALF if most else one.value > HALF):
        text = f"the claim says {quoted(said[0])}, the evidence {quoted(one.text)}"
        here, there = Span(*said.span()), Span(one.start, one.end)
        yield Finding("contrast", conflict=True, text=text, claim=here, evidence=there)
