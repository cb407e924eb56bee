"""One answer from the answers to the parts of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import compose
from kts.answer.constraints.expected import expected, holds
from kts.answer.standing.histories import step
from kts.answer.verdict.judge import shown_as
from kts.answer.verdict.signals import ASKING
from kts.answers import GIVEN
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.keyphrases import overlap
from kts.lexicon.patterns import later
from kts.search.decompose import parts_of, sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kts.answers import Answer, Claim, Verdict
    from kts.types import Citation


MOST = 0.5
"""Share of a part's words that a claim holds which answers it (a default, not fitted)."""
_ASKING = frozenset(terms(" ".join(ASKING)))
SAME = 0.5
"""Share of all words of two claims that both have, from which they say the same of two times (a default)."""
MOST_PARTS = 6
"""Parts that are answered, each for itself (a default); a search takes fewer along."""
OF_PART = 2
"""Claims that a part brings to the whole: a list of questions wants a list of short answers (a default)."""


_RELATES = later(r"(?i)\b(?:relationship|connection|correlation|link) between\b")


def split(question: str) -> tuple[str, ...]:
    """Its parts that can be answered each for itself.

    None where it asks how two things are related, or what was changed from one edition to another.
    """
    return () if _RELATES.search(question) or step(question) else parts_of(question, MOST_PARTS)


def joined(question: str, parts: Sequence[Answer], whole: Callable[[], Answer]) -> Answer:
    """The parts as one answer: `partly` where some have none. `whole` answers the question as it was asked.

    It is asked where a part has no answer: a part alone may say too little to be found by (`and how often?`).
    """
    given = [one for one in parts if one.verdict in GIVEN]
    asked_whole = whole() if len(given) < len(parts) or not parts else None
    if not given and asked_whole is not None:
        return asked_whole._replace(query=question)
    if asked_whole is not None and asked_whole.verdict in GIVEN:
        given.append(asked_whole)
    claims = tuple(_once(claim for one in given for claim in best(one.claims)))
    missing = [one for one in parts if one.verdict not in GIVEN and not any(_says(claim, one) for claim in claims)]
    said = _merged(question, given, claims, missing)
    return said._replace(notes=(*_told_apart(parts, claims), *said.notes)) if sides(question) else said


def in_turn(question: str, parts: Sequence[tuple[str, Answer]]) -> Answer:
    """What each document of a series answers, with its label: one claim of each, in the order of the series.

    What is told of one time as of most others answers there, too. Where none is sure, what is cited is shown as what
    may answer. At least one part is needed.
    """
    asked = [one._replace(query=f"{label}: {one.query}") for label, one in parts]
    given = [one for one in asked if one.verdict in GIVEN]
    leads = [one.claims[0] for one in given or asked if one.claims]
    if not leads:
        return asked[-1]._replace(query=question)
    usual = max(leads, key=lambda lead: sum(any(alike(lead, claim) for claim in one.claims) for one in asked))
    told = [next((claim for claim in one.claims if alike(usual, claim)), None) for one in asked]
    shown = [
        (label, one, claim or one.claims[0])
        for (label, _), one, claim in zip(parts, asked, told, strict=True)
        if one.claims and (claim or one.verdict in GIVEN or not given)
    ]
    order = ", ".join(f"{label} [{number}]" for number, (label, _, _) in enumerate(shown, 1))
    missing = [one for one, claim in zip(asked, told, strict=True) if one.verdict not in GIVEN and claim is None]
    claims, telling = tuple(claim for _, _, claim in shown), [one for _, one, _ in shown]
    said = _merged(question, telling, claims, missing if given else ())
    chance = min(one.confidence for one in given or telling)
    verdict: Verdict = said.verdict if given else "low_confidence"
    return said._replace(
        verdict=verdict,
        confidence=chance,
        band=shown_as(verdict, chance),
        notes=(f"in order of time: {order}", *said.notes),
    )


def alike(one: Claim, other: Claim) -> bool:
    """Whether two claims say the same but for their values."""
    first, second = ({word for word in terms(claim.text) if word.isalpha()} for claim in (one, other))
    return overlap(first, second) >= SAME


def _told_apart(parts: Sequence[Answer], claims: Sequence[Claim]) -> Iterator[str]:
    """Of a comparison, which statements are of which side, by their numbers."""
    places = [tuple((each.document_id, each.span) for each in one.citations) for one in claims]
    for part in parts:
        own = [tuple((each.document_id, each.span) for each in one.citations) for one in part.claims]
        numbers = [f"[{number}]" for number, place in enumerate(places, 1) if place in own]
        if numbers and part.verdict in GIVEN:
            yield f"{part.query.rstrip(' ?.')}: {' '.join(numbers)}"


def _merged(question: str, given: Sequence[Answer], claims: tuple[Claim, ...], missing: Sequence[Answer]) -> Answer:
    chance = min(one.confidence for one in given)
    disputed = any(one.verdict == "conflicting" for one in given)
    cited = {place.document_id for claim in claims for place in claim.citations}
    current = dict.fromkeys(each for one in given for each in one.freshness if each.document_id in cited)
    verdict: Verdict = "partly" if missing else "conflicting" if disputed else "answered"
    return given[0]._replace(
        query=question,
        verdict=verdict,
        text=compose.text(claims),
        claims=claims,
        confidence=chance,
        band=shown_as(verdict, chance),
        coverage=1.0,
        unmet=tuple(lacking for one in missing for lacking in one.unmet),
        nearest=tuple(place for one in missing for place in one.nearest or _places(one)),
        conflicts=tuple(conflict for one in given for conflict in one.conflicts),
        definitions=tuple({each.term: each for one in given for each in one.definitions}.values()),
        freshness=tuple(current),
        notes=tuple(dict.fromkeys([*(note for one in given for note in one.notes), *_unanswered(missing)])),
    )


def _says(claim: Claim, part: Answer) -> bool:
    """Whether a claim holds most of what a part asks with, what its own evidence lacked, and the kind of answer.

    Of a comparison the other side's claim holds all of it but the name: `the fee under A` and `under B`.
    """
    asked = {word for word in terms(part.query) if word not in STOP_WORDS} - _ASKING
    found = set(terms(claim.text))
    held = asked & found
    lacked = {word for one in part.unmet for word in terms(one.constraint.text)}
    enough = bool(held) and len(held) >= MOST * len(asked) and lacked <= found
    return enough and holds(expected(part.query), claim.text)


def best(claims: Sequence[Claim]) -> list[Claim]:
    """The best claims of a part, in their order."""
    kept = sorted(claims, key=lambda one: -one.score)[:OF_PART]
    return [one for one in claims if one in kept]


def _once(claims: Iterable[Claim]) -> list[Claim]:
    kept: dict[tuple[object, ...], Claim] = {}
    for claim in claims:
        kept.setdefault(tuple((one.document_id, one.span) for one in claim.citations), claim)
    return list(kept.values())


def _places(part: Answer) -> Iterator[Citation]:
    return (one.citations[0] for one in part.claims[:1] if one.citations)


def _unanswered(missing: Sequence[Answer]) -> Iterator[str]:
    for one in missing:
        yield f"not answered: {one.query}"
        for claim in one.claims[:1]:
            yield f"this may answer it: {claim.text} ({claim.citations[0].path})"
