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
from kts.learn.weights import Query as Judged
from kts.learn.weights import fit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.learn.bootstrap import Interval

SHOWN = 10
"""Rank down to which gains count (nDCG@10)."""
FORMAT = 2
"""1 were trees."""
EVIDENCE = ("fused", "identifiers")
"""Columns of weight 1: what the fused list is ordered by."""
ARMS = ("lexical", "dense")
"""Columns that are what one arm alone says."""
FOLDS = 5
"""Parts of a single set, each left out once."""
MOST = 300
"""Questions of one set that weights are fitted to: more of one kind teach nothing about the others (a default)."""
FEWEST = 20
"""Questions below which nothing is fitted."""


class Candidates(NamedTuple):
    """A question for the fit: its candidates in the order of the fused list, by column; grades, and their documents.

    `per_document` is whether a document counts once, at its best passage; `best` are the grades of an ideal list.
    """

    columns: Mapping[str, Sequence[float]]
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
    """The ranker's JSON value, and what it gained on questions that were left out, by set and over all questions.

    `macro` is the mean of the sets' gains; `left_out` are the weights that were fitted without each family.
    """

    value: dict[str, Any]
    sets: Mapping[str, Gain]
    pooled: Gain
    macro: float
    left_out: Mapping[str, Mapping[str, float]]


def trained(
    sets: Mapping[str, Sequence[Candidates]], names: Sequence[str], *, families: Mapping[str, str] | None = None
) -> Report:
    """Fit weights of the columns `names` on everything, after measuring on what was left out.

    `families` are sets that are too alike to measure one by the other. Raises UsageError for too few questions.
    """
    if sum(len(found) for found in sets.values()) < FEWEST:
        message = f"a ranker needs {FEWEST} judged questions that some candidate answers"
        raise UsageError(message, hint="judge more questions, or keep the one that ships")
    family = {name: (families or {}).get(name, name) for name in sets}
    pairs: dict[str, list[Measured]] = {name: [] for name in sets}
    fitted = {}
    for part, left_out, rest in _parts(sets, family):
        fitted[part] = _fitted(rest, names)
        for name, questions in left_out.items():
            pairs[name] += [_measured(question, fitted[part]) for question in questions]
    every = [pair for found in pairs.values() for pair in found]
    gains = {name: _gain(found) for name, found in sorted(pairs.items()) if found}
    macro = fsum(gain.difference.mean for gain in gains.values()) / len(gains)
    value = {"format": FORMAT, "weights": dict(_fitted(sets, names))}
    return Report(value, gains, _gain(every), macro, fitted)


def reported(sets: Mapping[str, Sequence[Candidates]], weights: Mapping[str, float]) -> dict[str, Gain]:
    """What given weights gain on sets that had no part in fitting them, by set, and on `all questions`."""
    pairs = {name: [_measured(question, weights) for question in found] for name, found in sorted(sets.items())}
    every = [pair for found in pairs.values() for pair in found]
    return {name: _gain(found) for name, found in [*pairs.items(), ("all questions", every)] if found}


Parts = list[tuple[str, dict[str, "Sequence[Candidates]"], dict[str, "Sequence[Candidates]"]]]


def _parts(sets: Mapping[str, Sequence[Candidates]], family: Mapping[str, str]) -> Parts:
    """What is left out, with what it is measured by: each family in turn, or of a single one each fifth."""
    names = sorted(set(family.values()))
    if len(names) > 1:
        return [
            (
                one,
                {name: found for name, found in sets.items() if family[name] == one},
                {name: found for name, found in sets.items() if family[name] != one},
            )
            for one in names
        ]
    return [
        (
            str(fold),
            {name: found[fold::FOLDS] for name, found in sets.items()},
            {name: [one for at, one in enumerate(found) if at % FOLDS != fold] for name, found in sets.items()},
        )
        for fold in range(FOLDS)
    ]


def _fitted(sets: Mapping[str, Sequence[Candidates]], names: Sequence[str]) -> Mapping[str, float]:
    """Each set weighs as the root of its questions: a large one must not drown the others."""
    queries = [
        judged
        for _, found in sorted(sets.items())
        for question in found[:: -(-len(found) // MOST)]
        if (judged := _judged(question, names, min(MOST, len(found)) ** -0.5)) is not None
    ]
    return fit(queries, names) if queries else dict.fromkeys(names, 0.0)


def _judged(question: Candidates, names: Sequence[str], weight: float) -> Judged | None:
    """The question's first passage of each document, None where the grades tell nothing."""
    seen: set[str] = set()
    kept = []
    for at, document in enumerate(question.documents):
        if not question.per_document or document not in seen:
            kept.append(at)
        seen.add(document)
    grades = np.array([_grade(question, at) for at in kept], np.float64)
    if not len(grades) or grades.min() == grades.max():
        return None
    signals = np.array([question.columns[name] for name in names], np.float64).T[kept]
    return Judged(np.array(_base(question), np.float64)[kept], signals, grades, weight)


def _base(question: Candidates) -> list[float]:
    return [fsum(values) for values in zip(*(question.columns[name] for name in EVIDENCE), strict=True)]


def _grade(question: Candidates, at: int) -> float:
    """The grade of a passage, or of its document: that of the document's best one."""
    if not question.per_document:
        return question.grades[at]
    own = question.documents[at]
    return max(grade for grade, document in zip(question.grades, question.documents, strict=True) if document == own)


def _totals(weights: Mapping[str, float], question: Candidates) -> list[float]:
    columns = [
        _base(question),
        *([weight * value for value in question.columns[name]] for name, weight in weights.items()),
    ]
    return [fsum(values) for values in zip(*columns, strict=True)]


class Measured(NamedTuple):
    """nDCG@10 of one question as fused, as ranked, and by each arm alone, as far as both are columns."""

    fused: float
    ranked: float
    arms: tuple[float, ...]


def _measured(question: Candidates, weights: Mapping[str, float]) -> Measured:
    fused, ranked = measured(question, _totals(weights, question))
    arms = (measured(question, question.columns[name])[1] for name in ARMS if name in question.columns)
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
    ideal = _ideal(question)
    return fsum(gain / log2(rank + 2) for rank, gain in enumerate(gains[:SHOWN])) / ideal if ideal else 0.0


def _ideal(question: Candidates) -> float:
    return fsum(grade / log2(rank + 2) for rank, grade in enumerate(question.best[:SHOWN]))


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
