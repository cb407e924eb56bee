"""The smallest set of units that answers: a lead, what is nearly as good and adds to it, and lists as a whole."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import NAMES, covered, scored, value, with_cosine
from kts.answer.units.under import is_enumerated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.units.quotable import Unit

UNITS = 3
"""Units of an answer besides the entries of a list (on the training questions of samples/ the first three hold the
judged quote in .76, the first in .59, the first five in .81)."""
FAR = 4.0
"""Distance of the lead's score beyond which a unit only pads (training questions of samples/: as many judged places are
cited, .848 of the answered questions, with 2.5 claims an answer instead of 3.1; 3 is as good there)."""
CLOSE = 1.5
"""Distance of the lead's score up to which a third unit may say the same in other words; farther away it must hold
words of the question that are still missing (training questions of samples/: as many judged places, .17 claims fewer).
"""
SURE = 2
"""Units that come whatever they add, within FAR: one alone costs the right place in two held questions of a hundred."""
ENTRIES = 10
"""Entries of a list that is shown whole (a default, not fitted)."""
SINGLE = frozenset({"who", "yes_no", "number", "date", "definition"})
"""What is asked for stands in one entry of a list; the entries beside it are about other things."""
_WHEN = frozenset({"date", "other"})
"""Of several conditions each is one: *when may we terminate?* is answered by all of them."""
ALIKE = 0.8
"""Share of the smaller unit's terms above which two units say the same (a default, not fitted)."""
NEAR = 4
"""Units whose meaning may be compared with the question: each costs the model some 4 ms."""
REACH = 2.0
"""Distance of the best score, as it is without meaning, beyond which a unit's meaning is not compared: it hardly wins
(training questions of samples/: 3.0 units are compared of 4, a right one comes first in .609 for .599; half of squad2:
2.1 units, .724 for .728)."""
BEGINNING = 160
"""Characters of a unit whose meaning is compared: what it is about stands at its beginning, each token costs .1 ms.

Whole units are no better (training questions of samples/).
"""


class Chosen(NamedTuple):
    """The lead first, then the others by score; `share` is the lead's share of the softmax over all units.

    `listed`: part of a list that is shown whole, in its order. `before` is the clause that it changes: it is shown
    right before that.
    """

    held: Held
    score: float
    share: float
    listed: bool = False
    before: Unit | None = None


def ranked(
    units: Sequence[Held],
    weights: Mapping[str, Mapping[str, float]],
    near: Callable[[Sequence[str]], Sequence[float]] | None,
) -> tuple[tuple[float, Held], ...]:
    """All units, best first; `near` gives the cosine of some texts to the question, and then the first few have it."""
    first = scored(units, weights["words"])
    if near is None or not first:
        return first
    head = [one for _, one in first[:NEAR]]
    cosines = _cosines(head, weights["meaning"], near)
    again = scored([with_cosine(one, cosine) for one, cosine in zip(head, cosines, strict=True)], weights["meaning"])
    floor = again[-1][0] if again else 0.0
    drop = first[len(head) - 1][0]
    return (*again, *((floor + min(0.0, score - drop), one) for score, one in first[len(head) :]))


def _cosines(
    head: Sequence[Held], weights: Mapping[str, float], near: Callable[[Sequence[str]], Sequence[float]]
) -> list[float]:
    """How near each unit is to the question in meaning; those that are out of reach count as the least near one."""
    bare = [value(one, weights) for one in head]
    able = [at for at, score in enumerate(bare) if not at or score >= max(bare) - REACH]
    found = dict(zip(able, near([beginning(head[at].unit) for at in able]), strict=True))
    return [found.get(at, min(found.values())) for at in range(len(head))]


def beginning(unit: Unit) -> str:
    """How a unit begins as it is shown: a setting with what encloses it; a row without its header."""
    shown = f"{unit.header} {unit.text}" if unit.header and unit.kind != "row" else unit.text
    return shown[:BEGINNING]


def chosen(
    question: Asked,
    found: Sequence[tuple[float, Held]],
    *,
    must: AbstractSet[Unit] = frozenset(),
    alone: AbstractSet[Unit] = frozenset(),
    first: AbstractSet[Unit] = frozenset(),
    spread: float = 1.0,
) -> tuple[Chosen, ...]:
    """The units of the answer, the lead first; those that `must` be there come with it however little they add.

    An entry that stands `alone` brings no other one of its list: each of an amendment's changes another clause. One
    that stands `first` brings only those that are nearly as good.
    `spread` widens the distances up to which others come, where a selector has moved the scores apart.
    """
    if not found:
        return ()
    close = found[0][0] - CLOSE * spread
    shares = _shares([score for score, _ in found])
    picked: list[Chosen] = []
    for (score, one), share in zip(found, shares, strict=True):
        if (len(picked) >= UNITS and one.unit not in must) or score < found[0][0] - FAR * spread:
            break
        if (
            not picked
            or one.unit in must
            or _adds(question, one, [other.held for other in picked], near=len(picked) < SURE or score >= close)
        ):
            picked.append(Chosen(one, score, share))
    units = [one for _, one in found]
    picked = list(_completed(picked, units))
    if question.whole and _names_table(picked[0].held):
        return _with_list(picked, tuple(_table_of(picked[0], units)))
    if picked[0].held.unit in alone:
        return tuple(picked)
    lead = picked[0].held
    of_all = lead.unit.kind == "entry" and is_enumerated(lead.unit.text) and question.kind in _WHEN
    if question.kind in SINGLE and not (question.whole or of_all or _opens(lead)):
        return tuple(picked)
    listed = _with_list(picked, tuple(_list_of(picked[0], units)))
    if lead.unit not in first or of_all:
        return listed
    kept = {*must, *(one.held.unit for one in picked), *(one.unit for score, one in found if score >= close)}
    return (picked[0], *(one for one in listed[1:] if one.held.unit in kept))


def _completed(picked: Sequence[Chosen], units: Sequence[Held]) -> Iterator[Chosen]:
    """What was picked, with the rest of a list behind the lead of which several entries were: some look like all."""
    lead, *behind = picked
    lists = Counter(_list(one.held.unit) for one in behind if one.held.unit.kind == "entry" and one.held.unit.intro)
    whole = {found for found, times in lists.items() if times > 1 and found != _list(lead.held.unit)}
    done = set()
    yield lead
    for one in behind:
        found = _list(one.held.unit)
        if found not in whole:
            yield one
        elif found not in done:
            done.add(found)
            chosen = {other.held.unit: other for other in behind if _list(other.held.unit) == found}
            entries = sorted((held for held in units if _list(held.unit) == found), key=lambda held: held.unit.span)
            shown = entries if len(entries) <= ENTRIES else [held for held in entries if held.unit in chosen]
            for held in shown:
                yield chosen.get(held.unit, Chosen(held, one.score, 0.0))._replace(listed=True)


def _list(unit: Unit) -> tuple[int, str, str]:
    return unit.hit, unit.intro, unit.kind


def _with_list(picked: Sequence[Chosen], listed: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """The lead with the rest of its list, then what else was found; a lead that opens its list answers with it."""
    if not listed:
        return tuple(picked)
    shown = {one.held.unit for one in listed}
    others = [one for one in picked[1:] if one.held.unit not in shown and not _opens(picked[0].held)]
    return (picked[0]._replace(listed=True), *listed, *others)


def _opens(one: Held) -> bool:
    return one.unit.text.rstrip("*_ ").endswith(":")


def _shares(scores: Sequence[float]) -> list[float]:
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    total = math.fsum(powers)
    return [power / total for power in powers]


def _adds(question: Asked, one: Held, others: Sequence[Held], *, near: bool) -> bool:
    """Whether a unit says something that the others do not: nearly as good as the lead, or of more of the question."""
    if any(_alike(one, other) for other in others):
        return False
    if near:
        return covered(question, one.terms) > 0 or one.features[-1] > 0
    said = frozenset[str]().union(*(other.terms for other in others))
    return covered(question, one.terms | said) > covered(question, said)


def _alike(one: Held, other: Held) -> bool:
    smaller = min(len(one.terms), len(other.terms))
    return smaller > 0 and len(one.terms & other.terms) >= ALIKE * smaller


def _list_of(lead: Chosen, units: Sequence[Held]) -> Iterator[Chosen]:
    """The rest of the list that the lead introduces or belongs to, with the line that introduces it."""
    unit = lead.held.unit
    opens = _opens(lead.held)
    if not opens and not (unit.kind == "entry" and unit.intro):
        return
    found = sorted(units, key=lambda one: one.unit.span)
    same = [one for one in found if one.unit.hit == unit.hit and _belongs(one, lead, opens=opens)]
    for one in same[: 1 + ENTRIES]:
        if one.unit.span != unit.span:
            yield Chosen(one, lead.score, 0.0, listed=True)


def _names_table(lead: Held) -> bool:
    """Whether a row answers by what stands above its table rather than by its own words: then all of it is meant."""
    own, intro, context = (lead.features[NAMES.index(name)] for name in ("own", "intro", "context"))
    return bool(lead.unit.header) and own <= intro + context


def _table_of(lead: Chosen, units: Sequence[Held]) -> Iterator[Chosen]:
    """The other rows of the lead's table, as far as its passage has them."""
    table = (lead.held.unit.hit, lead.held.unit.header)
    rows = sorted((one for one in units if (one.unit.hit, one.unit.header) == table), key=lambda one: one.unit.span)
    for one in rows[:ENTRIES]:
        if one.unit.span != lead.held.unit.span:
            yield Chosen(one, lead.score, 0.0, listed=True)


def _belongs(one: Held, lead: Chosen, *, opens: bool) -> bool:
    unit = lead.held.unit
    if one.unit.kind != "entry":
        return not opens and one.unit.text.rstrip("*_ ").endswith(":") and unit.intro.endswith(one.unit.text)
    return unit.text in one.unit.intro if opens else one.unit.intro == unit.intro
