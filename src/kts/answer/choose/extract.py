"""Which units of the passages found say what the question asks for.

A small linear model over signs that every text has: how much of the question the unit, what introduces it and what
stands beside it hold, how its passage ranked, whether it holds the kind of answer that is asked for. Its weights are
fitted on judged questions with the units that answer them (evaluation/answers) and lie beside this file as numbers.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints.expected import asks_for_all, expected, holds
from kts.answer.constraints.releases import of_passage
from kts.answer.question.asked import asked_with
from kts.lexicon.analyse import indexed, terms
from kts.lexicon.identifiers import candidates_in_query, identifiers
from kts.lexicon.struck import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.constraints.expected import Expected
    from kts.answer.units.quotable import Unit
    from kts.types import Hit, Ranking

NAMES = ("rank", "lead", "evidence", "own", "intro", "context", "beside", "pairs", "type", "length", "fresh", "tiny",
         "row", "entry", "asks", "code", "code_beside", "defines", "cosine")  # fmt: skip
TINY = 4
"""Terms below which a unit says hardly anything (a default; its weight is fitted)."""


class Asked(NamedTuple):
    """A question as units are held against it: forms of each word with the word's weight, pairs of words, codes.

    `whole` is whether a whole list or table is asked for.
    """

    words: tuple[tuple[tuple[str, ...], float], ...]
    pairs: frozenset[tuple[str, str]]
    kind: Expected
    codes: frozenset[str]
    total: float
    whole: bool = False


class Held(NamedTuple):
    """A unit with its terms and how it stands to the question; `features` in the order of NAMES."""

    unit: Unit
    terms: frozenset[str]
    features: tuple[float, ...]


def asked(ranking: Ranking) -> Asked:
    """The question, from what the search made of it."""
    said = [(tuple(term["forms"]), float(term["idf"])) for term in asked_with(ranking.explanation["terms"])]
    words = tuple((forms, weight) for forms, weight in said if forms and weight)
    heads = [forms[0] for forms, _ in words]
    question = ranking.query.original or ranking.query.text
    pairs = frozenset(pairwise(heads))
    codes = frozenset(candidates_in_query(question))
    total = math.fsum(weight for _, weight in words) or 1.0
    return Asked(words, pairs, expected(question), codes, total, asks_for_all(question))


def held(question: Asked, units: Sequence[Unit], hits: Sequence[Hit], titles: Sequence[str]) -> tuple[Held, ...]:
    """Each unit with its features; `titles` are those of the hits' documents. The cosine is 0 until it is known."""
    wanted = {form for forms, _ in question.words for form in forms}
    looked_for = wanted | question.codes
    above = [
        looked_for.intersection(indexed(f"{title} {of_passage(hit.passage, title)} {hit.passage.metadata['heading']}"))
        for hit, title in zip(hits, titles, strict=True)
    ]
    intros = {intro: looked_for.intersection(indexed(intro)) for intro in {unit.intro for unit in units}}
    own = [indexed(standing(unit.text)) for unit in units]
    sets = [frozenset(found) for found in own]
    matched = [looked_for & found for found in sets]
    share = cache(lambda found: covered(question, found))
    top = max((hit.score for hit in hits), default=0.0)
    spread = _spread([hit.score for hit in hits])
    found = []
    for number, unit in enumerate(units):
        beside = _neighbours(number, units, matched)
        hit = hits[unit.hit]
        ranked = ((hit.score - top) / spread if spread else 0.0, 1 / (1 + unit.hit), hit.evidence)
        words = _word_features(share, (matched[number], intros[unit.intro], above[unit.hit], beside))
        around = [] if unit.kind == "row" else indexed(unit.header)
        shape = _shape_features(question, unit._replace(text=standing(unit.text)), around + own[number], beside, wanted)
        found.append(Held(unit, sets[number], (*ranked, *words, *shape, 0.0)))
    return tuple(found)


def _spread(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values) if values else 0.0
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values)) if values else 0.0


def _neighbours(number: int, units: Sequence[Unit], sets: Sequence[AbstractSet[str]]) -> AbstractSet[str]:
    """The words of the question, and its codes, in the units before and after it in its passage."""
    near: AbstractSet[str] = frozenset()
    for other in (number - 1, number + 1):
        if 0 <= other < len(units) and units[other].hit == units[number].hit:
            near |= sets[other]
    return near


def covered(question: Asked, found: AbstractSet[str]) -> float:
    """The weighted share of the question's words that are among the terms."""
    return math.fsum(weight for forms, weight in question.words if not found.isdisjoint(forms)) / question.total


def _word_features(share: Callable[[frozenset[str]], float], levels: Sequence[AbstractSet[str]]) -> tuple[float, ...]:
    """Shares of the question: by the unit, added by its intro, by title and heading, by its neighbours.

    `levels` are what each of these holds of the question's words; only that is looked at, for the same few sets come
    again and again.
    """
    shares, found = [0.0], frozenset[str]()
    for level in levels:
        found = found.union(level)
        shares.append(share(found))
    return tuple(later - earlier for earlier, later in pairwise(shares))


def _shape_features(
    question: Asked, unit: Unit, own: Sequence[str], beside: AbstractSet[str], wanted: AbstractSet[str]
) -> tuple[float, ...]:
    pairs = len(question.pairs & set(pairwise(own))) / max(1, len(question.pairs))
    fresh = sum(term not in wanted for term in own)
    codes = _codes(unit.text) if question.codes else frozenset()
    coded = bool(question.codes & codes)
    return (
        pairs,
        float(holds(question.kind, unit.text)),
        math.log1p(len(own)),
        math.log1p(fresh),
        float(len(own) < TINY),
        float(unit.kind == "row"),
        float(unit.kind == "entry"),
        float(unit.text.rstrip('*_"” ').endswith("?")),
        float(coded),
        float(not coded and any(code in beside for code in question.codes)),
        float(question.kind == "definition" and _starts(unit.text, wanted)),
    )


def _codes(text: str) -> frozenset[str]:
    return frozenset(found.norm for found in identifiers(text))


START = 4
"""Terms at the start of a unit among which a term that it defines stands (a default; its weight is fitted)."""


def _starts(text: str, wanted: AbstractSet[str]) -> bool:
    """Whether the first words are of the question: a definition begins with what it defines."""
    first = terms(text[:80])[:START]
    return sum(term in wanted for term in first) * 2 >= min(START, len(first)) > 0


def scored(units: Sequence[Held], weights: Mapping[str, float]) -> tuple[tuple[float, Held], ...]:
    """Best first; equal ones in the order of the ranking."""
    found = [(value(one, weights), one) for one in units]
    return tuple(sorted(found, key=lambda pair: (-pair[0], pair[1].unit.hit, pair[1].unit.span.start)))


def beside(one: Held, offered: Iterable[Held], by: int = 1) -> Held | None:
    """The unit right behind another one in its passage, or `by` places from it, if it is offered and of its kind."""
    here = (other for other in offered if other.unit.hit == one.unit.hit and other.unit.kind == one.unit.kind)
    return next((other for other in here if other.unit.position == one.unit.position + by), None)


def raised(ranked: Sequence[tuple[float, Held]], gain: Callable[[Held], float]) -> tuple[tuple[float, Held], ...]:
    """Best first again, each unit's score with what it gains."""
    return tuple(sorted(((score + gain(one), one) for score, one in ranked), key=lambda pair: -pair[0]))


BEHIND = 5.0
"""What a unit loses that says what does not hold, or not yet, or is only wished for, on the scale of scores: as much as
one about another version than the one that is asked for (a default)."""


def put_behind(
    ranked: Sequence[tuple[float, Held]], units: Collection[Unit], *, spread: float = 1.0
) -> tuple[tuple[float, Held], ...]:
    """The units, some of them behind what says as much; `spread` is how far a selector has moved the scores apart."""
    return raised(ranked, lambda one: -BEHIND * spread * (one.unit in units)) if units else tuple(ranked)


def value(one: Held, weights: Mapping[str, float]) -> float:
    """The score of a unit under the weights."""
    return math.fsum(weights[name] * feature for name, feature in zip(NAMES, one.features, strict=True) if feature)


def with_cosine(one: Held, cosine: float) -> Held:
    """The unit with how near it is to the question in meaning."""
    return one._replace(features=(*one.features[:-1], cosine))
