"""Whether: the statement that denies just what is asked, which seldom has the question's words (EVID-1).

`Can I raise the sampling rate?` is answered by `This rate cannot be configured`, not by what the rate is. Documents say
what is not possible where a reader may expect it; who asks whether something is so wants to be told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.extract import TINY, covered
from kts.answer.claims.match import stems
from kts.answer.constraints.sections import asked_class
from kts.answer.means import document
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.means import Gathered

SHARE = 0.5
"""Of what the lead holds of the question, by weight, what a denial must hold (a default)."""
MORE = 1.25
"""The same where the lead itself permits or denies something of what is asked about (a default)."""
OF = 10
"""Denials of the document, best first, that are looked at (a default)."""
BESIDE = 2
"""Units from the lead within which a denial need not name all of what is asked about (a default)."""
PARTS = 2
"""Words of what is asked about from which a statement may be of a part of it."""
CASE = 3
"""Words of content from which what is told is a case (a default)."""
TOPIC = 4
"""Words of a question, from its subject or object on, that say what it is about (a default)."""
AUX = r"(?:can|could|may|might|must|should|shall|will|would|is|are|was|were|do|does|did|has|have|had|am)"
_ASKED = later(
    rf"(?i)(?:\A|[.?!;:,]\s+|\b(?:and|but|so) ){AUX}(?:n['\u2019]t)? (?!you\b|not\b)(?P<what>[^?.;:]*)\?\W*\Z"
)
_CHOICE = later(r"(?i)\bor\b|\b(?:what|which|who|whom|whose|why|how|where|when)\b[^,.;:]*\Z")
_PERSON = later(
    r"(?i)\A\W*(?:i|we|they|he|she|it|somebody|someone|anybody|anyone|everybody|everyone|there)"
    r" (?:(?:really|still|also|just|simply|ever|be) )*\w+"
)
_PARTICLES = frozenset("again already also away back down now off out over still then too up yet".split())
"""Small words around a verb that name nothing."""
_PHRASE_ENDS = later(
    r"(?i)\b(?:for|of|with|over|to|in|into|on|at|by|from|so|that|when|if|while|after|before|until|without|and)\b|[,;:]"
)
_ASIDE = later(
    r"(?i)\b(?:if|when|whenever|unless|where|until|because|since|as long as|while|that|which|who|whose)\b"
    r"[^,;:.]*"
)
"""A clause of a sentence that is not what it states."""
_DENIES = (
    rf"(?:{AUX}|need|ca|wo)(?:n['\u2019]t| not(?! only| just| merely))|cannot|never|no longer|unable to|impossible"
    r"|prohibited|forbidden|not (?:allowed|permitted|possible|supported|available|required|necessary|needed|included)"
)
_DENYING = later(rf"(?i)\b(?:{_DENIES})\b")
_NEGATED = later(r"(?i)\b(?:not|never|no|cannot|without)\b|n['\u2019]t\b")
_SETTLING = later(
    rf"(?i)\b(?:{_DENIES}|can|may|allow(?:s|ed)?|permit(?:s|ted)?|possible|support(?:s|ed)?|must|always|yes)\b"
)


def topic(question: str) -> frozenset[str]:
    """The stems of what a question by yes or no is about: its subject, or the object where that is a person.

    Nothing where a question asks for more than yes or no, or offers a choice.
    """
    found = _ASKED.search(question)
    if found is None or _CHOICE.search(found["what"]):
        return frozenset()
    said = _PHRASE_ENDS.split(_PERSON.sub("", found["what"]))[0]
    return stems(" ".join([word for word in words(said) if word not in STOP_WORDS | _PARTICLES][:TOPIC]))


def denies(text: str) -> bool:
    """Whether a text denies something in what it states, not in a condition."""
    return bool(_DENYING.search(_ASIDE.sub(" ", text)))


def denied_first(
    question: str, asked: Asked, ranked: Sequence[tuple[float, Held]], found: Gathered, told: str = ""
) -> tuple[tuple[float, Held], ...]:
    """Where it is asked whether something is so and the lead does not say: first what denies it in its document.

    `told` is the case in which it is asked.
    """
    hits = found.ranking.hits
    said = denial(question, asked, [one for _, one in ranked], [document(hit) for hit in hits], told)
    if said is None:
        return tuple(ranked)
    return ((ranked[0][0], said), *(pair for pair in ranked if pair[1].unit != said.unit))


def named_first(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """Where it is asked whether something is so and the lead is of a part of it: the statement beside it of all of it.

    `May I fly business class on a flight of seven hours?` is not answered by the class that is for six hours or more.
    Whether it is of class A is told by what names a class: `Stays class B.`
    """
    if kind := asked_class(question):
        return _of_kind_first(kind, ranked)
    about = topic(question)
    if not ranked or len(about) < PARTS or about <= stems(ranked[0][1].unit.text):
        return tuple(ranked)
    lead = ranked[0][1].unit
    for score, one in ranked[1:]:
        near = one.unit.hit == lead.hit and abs(one.unit.position - lead.position) <= BESIDE
        if near and about <= stems(one.unit.text):
            return ((ranked[0][0], one), *(pair for pair in ranked if pair != (score, one)))
    return tuple(ranked)


def _of_kind_first(kind: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """First what names a class, group or tier in the lead's passage, where the lead names none."""
    named = re.compile(rf"(?i)\b{re.escape(kind)}\b")
    if not ranked or named.search(f"{ranked[0][1].unit.header}\n{ranked[0][1].unit.text}"):
        return tuple(ranked)
    near = (one for one in ranked if one[1].unit.hit == ranked[0][1].unit.hit and named.search(one[1].unit.text))
    first = next(near, None)
    return ((ranked[0][0], first[1]), *(one for one in ranked if one != first)) if first else tuple(ranked)


def denial(
    question: str, asked: Asked, offered: Sequence[Held], documents: Sequence[int], told: str = ""
) -> Held | None:
    """The statement of the lead's document that denies what is asked, None where the lead is as near to it.

    One that denies something in the case that is told need not name what is asked about.
    """
    about = topic(question)
    if not offered or not about or denies(question):
        return None
    lead, *others = offered
    own = [one for one in others if documents[one.unit.hit] == documents[lead.unit.hit]]
    said = [
        one for one in own if one.unit.kind in {"sentence", "entry"} and len(one.terms) > TINY and denies(one.unit.text)
    ]
    case = stems(" ".join(word for word in words(told) if word not in STOP_WORDS))
    if of_case := _of_case(case, lead, said):
        return of_case
    if _half(about, lead.unit.text) and _NEGATED.search(lead.unit.text):
        return None
    least = covered(asked, lead.terms) * (MORE if _says(_SETTLING, about, lead.unit.text) else SHARE)
    near = [
        (covered(asked, one.terms), -at, one)
        for at, one in enumerate(said[:OF])
        if _says(_DENYING, about, one.unit.text) and _is_of_it(about, lead, one)
    ]
    best = max(near, key=lambda pair: pair[:2], default=None)
    return best[2] if best is not None and best[0] >= least else None


def _is_of_it(about: frozenset[str], lead: Held, one: Held) -> bool:
    """Whether a denial is of what the lead is about: with as much of its name, beside it, or leaning on what is said.

    *Gifts to business partners* are no *business class*; *This rate* is the *sampling rate* before it.
    """
    if len(about & stems(one.unit.text)) >= len(about & stems(lead.unit.text)) or _LEANS.match(one.unit.text):
        return True
    return one.unit.hit == lead.unit.hit and abs(one.unit.position - lead.unit.position) <= BESIDE


_LEANS = later(r"(?i)\W*(?:\w+ )?(?:this|these|that|those|it|they|such|the same|dies\w*|ces?|cette)\b")


def _of_case(case: frozenset[str], lead: Held, said: Sequence[Held]) -> Held | None:
    """The first statement that holds half of a case of which the lead holds less."""
    if len(case) < CASE or _half(case, lead.unit.text):
        return None
    return next((one for one in said if _half(case, one.unit.text)), None)


def _half(named: frozenset[str], text: str) -> bool:
    return 2 * len(named & stems(text)) >= len(named)


def _says(pattern: re.Pattern[str], about: frozenset[str], text: str) -> bool:
    """Whether a sentence of a text says such a thing of what is asked about."""
    stated = (_ASIDE.sub(" ", text[start:end]) for start, end in sentences(text))
    return any(pattern.search(one) and _half(about, one) for one in stated)
