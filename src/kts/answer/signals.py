"""Few, scale-free signs of whether the evidence answers the question: what the confidence is computed from.

Raw evidence, never normalised a query at a time, which would hide that nothing was found (RETRIEVAL.md, Confidence).
Every sign is 0 where there is nothing, and most lie between 0 and 1 whatever the corpus.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.expected import expected, holds
from kts.lexicon.analyse import terms
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Constraint, Evidence, Unmet
    from kts.types import Ranking

READ = 3
"""Passages whose sentences are read: they hold the judged place in .9 of the answered training questions of samples/."""
SATURATION = 4.4
"""Twice the greatest BM25 of a term with k1 1.2, once for the passage and once for its document (decision 0004)."""
UNKNOWN = 8.0
"""Weight of a word that the corpus does not hold: the idf of a word that stands in one of some 3,000 passages."""
RANKS = 10
"""Ranks of the other arm up to which the arms agree on a passage (a default; its weight is fitted)."""


class _Wanted(NamedTuple):
    """A content word of the question: its index forms, its idf, and whether the corpus has it at all."""

    forms: frozenset[str]
    weight: float
    known: bool


def features(
    question: str,
    ranking: Ranking,
    evidence: Sequence[Evidence],
    lacking: Sequence[Unmet] = (),
    *,
    wants: Sequence[Constraint] = (),
    meeting: Sequence[int] | None = None,
    nearest: float | None = None,
) -> Mapping[str, float]:
    """The signs by name. `evidence` belongs to the hits in their order, `nearest` is the best sentence's cosine.

    `meeting` are the pieces that meet what the question `wants`: only they count, where there are any. Signs of
    meaning (`cosine`, `nearest`) are absent where the search was by words alone.
    """
    wanted = _wanted(ranking.explanation.get("terms", ()))
    kept = list(meeting or range(len(evidence)))
    read = [evidence[at] for at in kept[:READ]]
    passages = [frozenset(terms(f"{one.title} {one.heading} {one.text}")) for one in read]
    rest = _unnamed(wanted, wants)
    return {
        **_of_ranking(ranking, wanted, kept),
        **_of_sentences(question, wanted, rest, read),
        "passage_coverage": max((_share(wanted, found) for found in passages), default=0.0),
        "rest_coverage": max((_share(rest, found) for found in passages), default=0.0),
        "first_meets": 1 / (1 + kept[0]) if kept else 0.0,
        "unknown": sum(not one.known for one in wanted) / len(wanted) if wanted else 0.0,
        "rarest_missing": _rarest_missing(wanted, passages),
        "unmet": float(any(one.constraint.certain for one in lacking)),
        "unmet_softly": float(any(not one.constraint.certain for one in lacking)),
        **({} if nearest is None else {"nearest": nearest}),
    }


def _wanted(given: Sequence[Mapping[str, object]]) -> tuple[_Wanted, ...]:
    """The question's own words: those that a stage added say nothing of what was asked."""
    found = []
    for term in given:
        if term.get("added") or not term.get("forms"):
            continue
        weight = float(str(term["idf"]))
        found.append(_Wanted(frozenset(map(str, term["forms"])), weight or UNKNOWN, weight > 0))  # type: ignore[call-overload]
    return tuple(found)


def _share(wanted: Sequence[_Wanted], found: AbstractSet[str]) -> float:
    total = math.fsum(one.weight for one in wanted)
    return math.fsum(one.weight for one in wanted if not found.isdisjoint(one.forms)) / total if total else 0.0


def _unnamed(wanted: Sequence[_Wanted], wants: Sequence[Constraint]) -> tuple[_Wanted, ...]:
    """The words that are no part of a name, a date or a code: what is asked about them."""
    named = frozenset(terms(" ".join(one.text for one in wants)))
    return tuple(one for one in wanted if named.isdisjoint(one.forms)) or tuple(wanted)


def _rarest_missing(wanted: Sequence[_Wanted], passages: Sequence[AbstractSet[str]]) -> float:
    """The greatest weight of a word that none of the first passages has, beside the greatest weight of all."""
    heaviest = max((one.weight for one in wanted), default=0.0)
    missing = [one.weight for one in wanted if all(found.isdisjoint(one.forms) for found in passages)]
    return max(missing, default=0.0) / heaviest if heaviest else 1.0


def _of_ranking(ranking: Ranking, wanted: Sequence[_Wanted], kept: Sequence[int]) -> dict[str, float]:
    given: Sequence[Mapping[str, float | None]] = ranking.explanation.get("evidence", ())
    rows = [given[at] for at in kept if at < len(given)]
    lexical = [float(row.get("passage_bm25") or 0) + float(row.get("document_bm25") or 0) for row in rows]
    bound = SATURATION * math.fsum(one.weight for one in wanted if one.known)
    strength = [ranking.hits[at].evidence for at in kept]
    cosines = [float(cosine) for row in rows if (cosine := row.get("cosine")) is not None]
    found = {
        "lexical": max(lexical, default=0.0) / bound if bound else 0.0,
        "bm25": math.log1p(max((float(row.get("passage_bm25") or 0) for row in rows), default=0.0)),
        "evidence": max(strength, default=0.0),
        "margin": strength[0] - math.fsum(strength[1:5]) / len(strength[1:5]) if len(strength) > 1 else 0.0,
        "agreement": _agreement(ranking, kept),
        "words": math.log1p(len(wanted)),
    }
    return {**found, "cosine": max(cosines)} if cosines else found


def _agreement(ranking: Ranking, kept: Sequence[int]) -> float:
    """The share of the first hits that both arms rank high."""
    given = ranking.explanation.get("ranks", ())
    ranks = [given[at] for at in kept[:5] if at < len(given)]
    both = [row for row in ranks if all((row.get(arm) or RANKS + 1) <= RANKS for arm in ("lexical", "dense"))]
    return len(both) / len(ranks) if ranks else 0.0


def _of_sentences(
    question: str, wanted: Sequence[_Wanted], rest: Sequence[_Wanted], evidence: Sequence[Evidence]
) -> dict[str, float]:
    """What the best sentence holds of the question, and whether it or its neighbour holds the kind of answer asked."""
    kind = expected(question)
    best, typed, pairs, unnamed = 0.0, 0.0, 0.0, 0.0
    heads = [one.forms for one in wanted]
    for text, found, order in _read(evidence):
        share = _share(wanted, found)
        best = max(best, share)
        unnamed = max(unnamed, _share(rest, found))
        typed = max(typed, share * holds(kind, text))
        pairs = max(pairs, _pairs(heads, order))
    return {"sentence_coverage": best, "rest_in_sentence": unnamed, "typed_coverage": typed, "pairs": pairs}


def _read(evidence: Sequence[Evidence]) -> Iterator[tuple[str, frozenset[str], Sequence[str]]]:
    for one in evidence:
        for start, end in sentences(one.text):
            order = terms(one.text[start:end])
            yield one.text[start:end], frozenset(order), order


def _pairs(heads: Sequence[AbstractSet[str]], order: Sequence[str]) -> float:
    """The share of neighbouring words of the question that are near each other in the sentence."""
    at = [next((place for place, term in enumerate(order) if term in forms), None) for forms in heads]
    near = [one is not None and other is not None and abs(one - other) <= 3 for one, other in zip(at, at[1:])]  # noqa: B905, PLR2004, RUF007
    return sum(near) / len(near) if near else 0.0
