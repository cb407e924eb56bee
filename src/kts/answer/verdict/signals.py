"""Few, scale-free signs of whether the evidence answers the question: what the confidence is computed from.

Raw evidence, never normalised a query at a time, which would hide that nothing was found (RETRIEVAL.md, Confidence).
Every sign is 0 where there is nothing. Twelve more were tried and told nothing beside these (decision 0013).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.question.asked import asked_with
from kts.lexicon.analyse import indexed
from kts.lexicon.sentences import sentences
from kts.search.notes import untelling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Evidence, Unmet
    from kts.ports.models import Reading
    from kts.types import Ranking

READ = 3
"""Passages whose sentences are read (a default: the first three hold the judged place of most questions)."""
TOGETHER = 5
"""Passages that may hold the question's words between them: those that an answer is drawn from. Of 3, 5 and 8 the best
on sets left out (evaluation/confidence)."""
SATURATION = 4.4
"""Twice the greatest BM25 of a term with k1 1.2, once for the passage and once for its document (decision 0004)."""
UNKNOWN = 1.0
"""Weight of a word that the corpus does not hold, where it holds none of the question's words at all."""
ASKING = frozenset(
    "long many much often far soon old high big large does did can could would should may must me my i you your we our "
    "us please tell give show list explain describe find get happens happen called say says mean means "
    "have has had its it's there".split()
)
"""Words that ask and name nothing: that a corpus lacks them, or hardly has them, says nothing. A folder of a few files
has *much* or *did* once, which makes them as rare as names there."""
OTHERS = 4
"""Hits behind the first that its margin is measured against (a default; its weight is fitted)."""


class _Wanted(NamedTuple):
    """A content word of the question: its index forms, its weight, and whether the corpus has it at all."""

    forms: frozenset[str]
    weight: float
    known: bool


def features(
    question: str,  # noqa: ARG001 - the words come analysed, with the ranking
    ranking: Ranking,
    evidence: Sequence[Evidence],
    lacking: Sequence[Unmet] = (),
    *,
    nearest: float | None = None,
    readings: Sequence[Reading] = (),
    said: float | None = None,
    place: int = 0,
) -> Mapping[str, float]:
    """The signs by name. `evidence` belongs to the hits of the ranking, in their order.

    Give the pieces that meet what the question names, where there are any: what others hold says nothing. `nearest`
    is the best sentence's cosine, `readings` what a reader made of the first pieces. Signs of meaning (`cosine`,
    `nearest`) are absent where the search was by words, those of a reader where none read. `said` is the logit of
    the statement that leads, beside which neither `nearest` nor a reader is asked; where no selector read it there is
    neither `statement` nor what counts only beside it, `behind`: the logarithm of one and the `place` of the lead's
    passage among the hits, from 0.
    `passage_coverage` serves calibrations that users made before there was `together`.
    """
    wanted = _wanted(ranking)
    passages = [_said(one) for one in evidence[:TOGETHER]]
    return {
        **_of_ranking(ranking, wanted),
        "passage_coverage": max((_share(wanted, found) for found in passages[:READ]), default=0.0),
        "together": _share(wanted, frozenset().union(*passages)),
        "around": max((_share(wanted, found) for found in _sentences(evidence[:READ])), default=0.0),
        "unknown": sum(not one.known for one in wanted) / len(wanted) if wanted else 0.0,
        "unmet": float(any(one.constraint.certain for one in lacking)),
        **({} if nearest is None else {"nearest": nearest}),
        **_of_readings(readings),
        **({} if said is None else {"statement": said, "behind": math.log1p(place)}),
    }


def coverages(ranking: Ranking, evidence: Sequence[Evidence]) -> tuple[float, ...]:
    """The share of the question's words, each weighed by its rarity, that each piece holds, with title and heading."""
    wanted = _wanted(ranking)
    return tuple(_share(wanted, _said(one)) for one in evidence)


def _said(one: Evidence) -> frozenset[str]:
    """The terms of a passage, with its title and heading."""
    return frozenset(indexed(f"{one.title} {one.heading} {one.text}"))


def _wanted(ranking: Ranking) -> tuple[_Wanted, ...]:
    """The question's own words: those that a stage added say nothing of what was asked.

    A word that the corpus lacks weighs as much as the rarest of the others, but one that names nothing (`someone`,
    `in a row`) is none of the question's. Words that only ask count where there are no others.
    """
    found = []
    plain = untelling(ranking.query.original or ranking.query.text)
    for term in asked_with(ranking.explanation.get("terms", ())):
        forms = term.get("forms")
        if not isinstance(forms, list | tuple) or not forms:
            continue
        weight = float(str(term["idf"]))
        asks = term.get("word") in ASKING
        if weight or not (asks or term.get("word") in plain):
            found.append((asks, _Wanted(frozenset(map(str, forms)), weight, weight > 0)))
    kept = [one for asks, one in found if not asks] or [one for _, one in found]
    rarest = max((one.weight for one in kept), default=0.0) or UNKNOWN
    return tuple(one if one.known else one._replace(weight=rarest) for one in kept)


def _share(wanted: Sequence[_Wanted], found: AbstractSet[str]) -> float:
    """The weighted share of the words that are there."""
    total = math.fsum(one.weight for one in wanted)
    return math.fsum(one.weight for one in wanted if not found.isdisjoint(one.forms)) / total if total else 0.0


def _sentences(evidence: Sequence[Evidence]) -> Iterator[frozenset[str]]:
    """The terms of each sentence with those of its title and heading."""
    for one in evidence:
        above = frozenset(indexed(f"{one.title} {one.heading}"))
        for start, end in sentences(one.text):
            yield above.union(indexed(one.text[start:end]))


def _of_ranking(ranking: Ranking, wanted: Sequence[_Wanted]) -> dict[str, float]:
    """`lexical` is BM25 beside its bound, `bm25` its logarithm, `evidence` both arms together, `margin` the lead."""
    rows: Sequence[Mapping[str, float | None]] = ranking.explanation.get("evidence", ())
    passages = [float(row.get("passage_bm25") or 0) for row in rows]
    both = [own + float(row.get("document_bm25") or 0) for own, row in zip(passages, rows, strict=True)]
    bound = SATURATION * math.fsum(one.weight for one in wanted if one.known)
    cosines = [float(cosine) for row in rows if (cosine := row.get("cosine")) is not None]
    strength = [hit.evidence for hit in ranking.hits]
    found = {
        "lexical": max(both, default=0.0) / bound if bound else 0.0,
        "bm25": math.log1p(max(passages, default=0.0)),
        "evidence": max(strength, default=0.0),
        "margin": _margin(strength),
    }
    return {**found, "cosine": max(cosines)} if cosines else found


def _of_readings(readings: Sequence[Reading]) -> dict[str, float]:
    """`reader` is the greatest logit, `reader_lead` its lead over the next one, `reader_span` the score of its span."""
    if not readings:
        return {}
    ordered = sorted(readings, key=lambda one: -one.answerable)
    lead = ordered[0].answerable - ordered[1].answerable if len(ordered) > 1 else 0.0
    return {"reader": ordered[0].answerable, "reader_lead": lead, "reader_span": ordered[0].span_score}


def _margin(strength: Sequence[float]) -> float:
    others = strength[1 : 1 + OTHERS]
    return strength[0] - math.fsum(others) / len(others) if others else 0.0
