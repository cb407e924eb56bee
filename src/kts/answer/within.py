"""A question that names whose document it asks about: the rest of it is looked for within that document.

Agreements name their parties at their beginning and say Customer, Lessor, Seller from there on; a manual names its
product on the cover. Who asks by such a name is led to that beginning, for no other passage holds it. So where what
was found says little besides the name, the same is asked once more, without the name, in the documents that bear it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints import NAMED, SIDE
from kts.answer.extract import asked
from kts.answer.gather import narrowed, of_the_day, valid
from kts.answer.means import record
from kts.answer.meets import held
from kts.answer.parties import role_of
from kts.answer.pick import ASKING_WORDS, picked
from kts.answer.read import read
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Constraint

SAID = 0.4
"""Share of the question besides its names, by the rarity of its words, from which the lead speaks of it (a default)."""
BEARERS = 3
"""Documents that may bear a name; what more of them bear tells none apart (a default, not fitted)."""


WITHIN = "what was found holds little but a name of the question: searched again in the documents that bear it"


def nearer(
    question: str, wants: Sequence[Constraint], found: Gathered, chosen: Picked, means: Means
) -> tuple[tuple[Gathered, Picked], ...]:
    """What was found and chosen; before it, what the documents that bear the question's names have, if it says more."""
    first = (found, chosen)
    if means.look_in is None or not means.settings.retries or not chosen.chosen:
        return (first,)
    bearing = _bearing(wants, found, means)
    said = _told(bearing.names, *first)
    if said >= SAID:
        return _by_role(question, wants, first, means)
    bare = _without(question, bearing.names)
    ranking = means.look_in(bare, bearing.documents, means.settings.passages)
    others = [one for one in wants if one not in bearing.names]
    within = narrowed(valid(of_the_day(ranking, means), wants, means), others, means)._replace(again=WITHIN)
    more = read(question, within, means)
    again = picked(question, wants, more, means)
    better = more.met and again.chosen and _told(bearing.names, more, again) > said
    return ((more, again), first) if better else _by_role(question, wants, first, means)


def _by_role(
    question: str,
    wants: Sequence[Constraint],
    first: tuple[Gathered, Picked],
    means: Means,
) -> tuple[tuple[Gathered, Picked], ...]:
    """What was found and chosen; behind it, the same asked in the lead's document by the roles of those it names.

    To ask of Linden where the lead says `the Supplier` is to ask of the Supplier.
    """
    found, chosen = first
    lead = chosen.chosen[0].held.unit
    told = record(found.ranking.hits[lead.hit], found)
    openings = {key: means.known.opening(key) for key in dict.fromkeys((told.key, *found.records))}
    names = [one for one in wants if one.kind in NAMED and one.value not in lead.text.casefold()]
    naming = {one: key for one in names for key in reversed(openings) if role_of(one.value, openings[key])}
    renamed = {one: role_of(one.value, openings[key]) for one, key in naming.items()}
    if means.look_in is None or not any(_spoken(role, told.key, means) for role in renamed.values()):
        return (first,)
    others = [one for one in wants if one not in renamed]
    documents = dict.fromkeys((told.id, *(found.records[key].id for key in naming.values())))
    ranking = means.look_in(_called(question, renamed), tuple(documents), means.settings.passages)
    within = narrowed(valid(of_the_day(ranking, means), wants, means), others, means)
    more = read(question, within, means)
    again = picked(question, wants, more, means)
    texts = {one.held.unit.text for one in chosen.chosen}
    same = more.met and again.chosen and again.chosen[0].held.unit.text in texts
    return (first, (more, again)) if same else (first,)


def _spoken(role: str, key: int, means: Means) -> bool:
    return all(means.known.mentions(key, word) for word in role.casefold().split())


def _called(question: str, roles: Mapping[Constraint, str]) -> str:
    """The question with the roles in the place of the names."""
    for one in sorted(roles, key=lambda one: -one.span.start):
        question = f"{question[: one.span.start]}the {roles[one]}{question[one.span.end :]}"
    return question


class _Bearing(NamedTuple):
    """Names of a question and the documents that bear all of them."""

    names: tuple[Constraint, ...]
    documents: tuple[str, ...]


_NONE = _Bearing((), ())


def _bearing(wants: Sequence[Constraint], found: Gathered, means: Means) -> _Bearing:
    """The names that the documents found bear in their title or at their beginning, not just somewhere."""
    names = [one for one in wants if one.kind in NAMED and one.certain]
    if not names:
        return _NONE
    documents = {
        record(hit, found).id: one._replace(text="", heading="")
        for hit, one in zip(found.ranking.hits, found.evidence, strict=True)
    }
    bare = means.known._replace(mentions=lambda *_: 0)
    rows = held(names, list(documents.values()), known=bare).rows
    borne = {
        key: frozenset(at for at, one in enumerate(row) if one is None)
        for key, row in zip(documents, rows, strict=True)
    }
    most = max(borne.values(), key=len)
    bearers = tuple(key for key, found in borne.items() if found == most)
    if len(most) < len(names) and any(one.value.endswith(SIDE) for one in names):
        return _NONE
    return _Bearing(tuple(names[at] for at in sorted(most)), bearers) if most and len(bearers) <= BEARERS else _NONE


def _told(names: Sequence[Constraint], found: Gathered, chosen: Picked) -> float:
    """How much of the question besides the names the lead holds, with what it stands under; all, without any name."""
    named = frozenset(terms(" ".join(one.text for one in names))) | ASKING_WORDS
    words = [word for word in asked(found.ranking).words if named.isdisjoint(word[0])]
    if not names or not chosen.chosen or not words:
        return 1.0
    unit = chosen.chosen[0].held.unit
    heading = str(found.ranking.hits[unit.hit].passage.metadata["heading"])
    lead = frozenset(terms(f"{heading}\n{unit.intro}\n{unit.text}"))
    total = sum(weight for _, weight in words)
    return sum(weight for forms, weight in words if not lead.isdisjoint(forms)) / total


def _without(question: str, names: Sequence[Constraint]) -> str:
    for one in sorted(names, key=lambda one: -one.span.start):
        question = question[: one.span.start] + question[one.span.end :]
    return question
