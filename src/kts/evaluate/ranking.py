"""Fitting a ranker to examples, and saying honestly how much better it orders than the fused list does.

Every figure is of questions that the ranker was not fitted on: whole families of sets are left out in turn, or, of a
single set, a fifth of its questions.
"""

from __future__ import annotations

from math import fsum, log2
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kts.errors import UsageError
from kts.learn.bootstrap import interval
from kts.learn.trees import as_json, laid, scored
from kts.learn.trees_fit import Query as Judged
from kts.learn.trees_fit import fit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.learn.bootstrap import Interval
    from kts.learn.trees import Forest
    from kts.learn.trees_fit import Growth

FORMAT = 1
SHOWN = 10
"""Rank down to which gains count (nDCG@10)."""
ARMS = ("lexical", "dense")
"""Columns that are what one arm alone says."""
FOLDS = 5
"""Parts of a single set, each left out once."""
TRUST = 0.5
"""Weight of the fused evidence itself beside the trees (decision 0015: .5 moves fewer sets down than 0)."""
TOP_SHARE = 0.999
"""Share of all candidates that one with an exact identifier is lifted above."""
IDENTIFIER = 3.0
"""Deviations that an exact identifier is worth by default (`search.identifier_weight`)."""
MOST = 300
"""Questions of one set that trees are grown on: more of one kind teach nothing about the others (a default)."""
FEWEST = 20
"""Questions below which nothing is fitted."""


class Candidates(NamedTuple):
    """A question for the fit: (candidates, columns) in the order of the fused list, grades, and their documents.

    `per_document` is whether a document counts once, at its best passage; `best` are the grades of an ideal list.
    """

    rows: Any
    grades: tuple[float, ...]
    documents: tuple[str, ...]
    best: tuple[float, ...]
    per_document: bool = True


class Gain(NamedTuple):
    """nDCG@10 of a set as fused and as ranked, and the paired difference with its interval.

    `over_arm` is the difference to the better one of words alone and meaning alone, where both are columns.
    """

    questions: int
    fused: float
    ranked: float
    difference: Interval
    over_arm: Interval | None = None


class Report(NamedTuple):
    """The ranker's JSON value, and what it gained on questions that were left out, by set and over all questions."""

    value: dict[str, Any]
    sets: Mapping[str, Gain]
    pooled: Gain


def trained(
    sets: Mapping[str, Sequence[Candidates]],
    columns: Sequence[str],
    *,
    rising: Sequence[str],
    families: Mapping[str, str] | None = None,
    growth: Growth | None = None,
) -> Report:
    """Fit on everything, after measuring on what was left out.

    `families` are sets that are too alike to measure one by the other. Raises UsageError for too few questions.
    """
    if sum(len(found) for found in sets.values()) < FEWEST:
        message = f"a ranker needs {FEWEST} judged questions that some candidate answers"
        raise UsageError(message, hint="judge more questions, or keep the one that ships")
    family = {name: (families or {}).get(name, name) for name in sets}
    parts = _parts(sets, family)
    pairs: dict[str, list[Measured]] = {name: [] for name in sets}
    for left_out, rest in parts:
        forest = _fitted(rest, columns, rising, growth)
        for name, questions in left_out.items():
            pairs[name] += [_measured(question, forest) for question in questions]
    forest = _fitted(sets, columns, rising, growth)
    every = [pair for found in pairs.values() for pair in found]
    gains = {name: _gain(found) for name, found in sorted(pairs.items()) if found}
    value = {"format": FORMAT, "trust": TRUST, "unit": round(_unit(forest, sets), 4), "forest": as_json(forest)}
    return Report(value, gains, _gain(every))


Parts = list[tuple[dict[str, "Sequence[Candidates]"], dict[str, "Sequence[Candidates]"]]]


def _parts(sets: Mapping[str, Sequence[Candidates]], family: Mapping[str, str]) -> Parts:
    """What is left out, with what it is measured by: each family in turn, or of a single one each fifth."""
    names = sorted(set(family.values()))
    if len(names) > 1:
        return [
            (
                {name: found for name, found in sets.items() if family[name] == one},
                {name: found for name, found in sets.items() if family[name] != one},
            )
            for one in names
        ]
    return [
        (
            {name: found[fold::FOLDS] for name, found in sets.items()},
            {name: [one for at, one in enumerate(found) if at % FOLDS != fold] for name, found in sets.items()},
        )
        for fold in range(FOLDS)
    ]


def _fitted(
    sets: Mapping[str, Sequence[Candidates]], columns: Sequence[str], rising: Sequence[str], growth: Growth | None
) -> Forest:
    """Each set weighs as the root of its questions: a large one must not drown the others."""
    queries = [
        judged
        for _, found in sorted(sets.items())
        for question in found[:: -(-len(found) // MOST)]
        if (judged := _judged(question, (1 / min(MOST, len(found))) ** 0.5)) is not None
    ]
    return fit(queries, columns, rising=rising, growth=growth)


def _judged(question: Candidates, weight: float) -> Judged | None:
    """The question's first passage of each document, None where the grades tell nothing."""
    seen: set[str] = set()
    kept = []
    for at, document in enumerate(question.documents):
        if not question.per_document or document not in seen:
            kept.append(at)
        seen.add(document)
    grades = np.minimum(np.array([_grade(question, at) for at in kept]), 2.0)
    if not len(grades) or grades.max() <= 0 or grades.min() == grades.max():
        return None
    return Judged(np.asarray(question.rows, np.float64)[kept], grades, weight)


def _grade(question: Candidates, at: int) -> float:
    """The grade of a passage, or of its document: that of the document's best one."""
    if not question.per_document:
        return question.grades[at]
    own = question.documents[at]
    return max(grade for grade, document in zip(question.grades, question.documents, strict=True) if document == own)


def _totals(forest: Forest, question: Candidates) -> list[float]:
    rows = np.asarray(question.rows, np.float64)
    fused = rows[:, forest.columns.index("fused")]
    totals: list[float] = (scored(forest, laid(forest), rows).total + TRUST * fused).tolist()
    return totals


def _unit(forest: Forest, sets: Mapping[str, Sequence[Candidates]]) -> float:
    """What a deviation of an exact identifier is worth: a middling candidate that holds it passes nearly all others."""
    rows = np.concatenate([np.asarray(one.rows, np.float64) for found in sets.values() for one in found])
    totals = scored(forest, laid(forest), rows).total + TRUST * rows[:, forest.columns.index("fused")]
    middle, top = np.quantile(totals, [0.5, TOP_SHARE])
    return float(top - middle) / IDENTIFIER


class Measured(NamedTuple):
    """nDCG@10 of one question as fused, as ranked, and by each arm alone, as far as both are columns."""

    fused: float
    ranked: float
    arms: tuple[float, ...]


def _measured(question: Candidates, forest: Forest) -> Measured:
    fused, ranked = measured(question, _totals(forest, question))
    columns = [forest.columns.index(name) for name in ARMS if name in forest.columns]
    arms = (measured(question, [row[column] for row in question.rows])[1] for column in columns)
    return Measured(fused, ranked, tuple(arms))


def measured(question: Candidates, totals: Sequence[float]) -> tuple[float, float]:
    """nDCG@10 of the fused order and of the order by `totals`."""
    order = sorted(range(len(totals)), key=lambda at: (-totals[at], at))
    return _ndcg(question, range(len(totals))), _ndcg(question, order)


def _ndcg(question: Candidates, order: Sequence[int]) -> float:
    seen: set[str] = set()
    gains = []
    for at in order:
        if question.per_document and question.documents[at] in seen:
            continue
        seen.add(question.documents[at])
        gains.append(_grade(question, at))
    ideal = fsum(grade / log2(rank + 2) for rank, grade in enumerate(question.best[:SHOWN]))
    return fsum(gain / log2(rank + 2) for rank, gain in enumerate(gains[:SHOWN])) / ideal if ideal else 0.0


def _gain(found: Sequence[Measured]) -> Gain:
    count = len(found)
    fused, ranked = fsum(one.fused for one in found) / count, fsum(one.ranked for one in found) / count
    return Gain(count, fused, ranked, interval([one.ranked - one.fused for one in found]), _over_arm(found))


def _over_arm(found: Sequence[Measured]) -> Interval | None:
    """The difference to the arm that is better on these questions, None where not both were measured."""
    if any(len(one.arms) != len(ARMS) for one in found):
        return None
    best = max(range(len(ARMS)), key=lambda arm: fsum(one.arms[arm] for one in found))
    return interval([one.ranked - one.arms[best] for one in found])
