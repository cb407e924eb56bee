"""A question that names whose document it asks about: the rest of it is looked for within that document.

Agreements name their parties at their beginning and say Customer, Lessor, Seller from there on; a manual names its
product on the cover. Who asks by such a name is led to that beginning, for no other passage holds it. So where what
was found says little besides the name, the same is asked once more, without the name, in the documents that bear it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.exact import exact_names, is_of
from kts.answer.choose.extract import asked
from kts.answer.choose.order import ASKING_WORDS
from kts.answer.choose.pick import picked
from kts.answer.choose.select import lead_logit, selector_for
from kts.answer.constraints.meets import held, unmet
from kts.answer.constraints.named import NAMED, SIDE
from kts.answer.means import document as document_of
from kts.answer.means import record
from kts.answer.question.renamed import (
    and_their_amendments,
    asked_in,
    beside,
    called_in,
    in_words,
    named_itself,
    parties,
    renamed,
    their_annexes,
)
from kts.answer.standing.clauses import is_clause
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Constraint
    from kts.ports.models import Reader

SAID = 0.4
"""Share of the question besides its names, by the rarity of its words, from which the lead speaks of it (a default)."""
BEARERS = 3
"""Documents that may bear a name; what more of them bear tells none apart (a default, not fitted)."""
KEPT = 0.5
"""What the logit of another way's lead must be greater by (a default)."""

_LINKING = frozenset(terms("about regarding concerning"))
"""Words that only join what is asked to what it is asked of: any passage has them."""

WITHIN = "what was found held little but a name of the question: searched again in the documents that bear it"


def nearer(
    question: str, wants: Sequence[Constraint], found: Gathered, chosen: Picked, means: Means
) -> tuple[tuple[Gathered, Picked], ...]:
    """What was found and chosen; before it, what the documents that bear the question's names have, if it says more.

    Not where it lacks what the question names and the first has: *RTO*, which an annex of the agreement tells.
    """
    ways = _nearer(question, wants, found, chosen, means)
    if ways[0][1] is chosen or _lacks(wants, (found, chosen), means) or not _lacks(wants, ways[0], means):
        return ways
    return ((found, chosen), *(way for way in ways if way[1] is not chosen))


def _lacks(wants: Sequence[Constraint], way: tuple[Gathered, Picked], means: Means) -> bool:
    """Whether what a way would cite lacks something that the question surely names."""
    numbers = dict.fromkeys(one.held.unit.hit for one in way[1].chosen)
    cited = [way[0].evidence[number] for number in numbers]
    return any(one.constraint.certain for one in unmet(wants, cited, known=means.known))


def _nearer(
    question: str, wants: Sequence[Constraint], found: Gathered, chosen: Picked, means: Means
) -> tuple[tuple[Gathered, Picked], ...]:
    first = (found, chosen)
    if means.look_in is None or not means.settings.retries or not chosen.chosen:
        return (first,)
    unit = chosen.chosen[0].held.unit
    if any(is_of(unit, one) for one in exact_names(wants)):
        return (first,)
    lead = found.ranking.hits[unit.hit]
    called = parties(question, wants, found, document_of(lead), means)
    bearing = _bearing(wants, found, means)
    names = [one.text for one in bearing.names]
    said = _told(names, *first)
    ways = renamed(question, wants, first, called, _tells, means)
    selector = selector_for(question, means) if bearing.names else None
    if selector is None and (said >= SAID or ways[0] is not first):
        return ways
    roles = called_in(question, {one: party.role for one, party in called.items()})
    itself = named_itself(question, wants, first, means) if record(lead, found).id in bearing.documents else {}
    bare = in_words(question, beside({one.span: "" for one in bearing.names} | roles, itself))
    keys = dict.fromkeys(key for one in called.values() for key in one.keys)
    theirs = dict.fromkeys((*and_their_amendments(keys, means), *their_annexes(keys, found, means)))
    documents, met = tuple(theirs) or bearing.documents, (*bearing.names, *called)
    within = asked_in(bare, wants, documents, met, means, amended=True)
    again = picked(in_words(question, roles), wants, within, means)
    if not within.met or not again.chosen:
        return ways
    nearby = (within._replace(again=WITHIN), again)
    if said < SAID and ways[0] is first and _told([*names, *roles.values()], within, again) > said:
        return _likeliest(bare, (nearby, first), selector) if selector else (nearby, first)
    return _likeliest(bare, (*ways, nearby), selector) if selector else ways


def _likeliest(
    question: str, ways: Sequence[tuple[Gathered, Picked]], selector: Reader
) -> tuple[tuple[Gathered, Picked], ...]:
    """The ways with the one first whose lead answers the bare question most likely, as the selector reads it."""
    logits = [lead_logit(question, found, chosen, selector) for found, chosen in ways]
    best = max(range(len(ways)), key=lambda at: (logits[at] + KEPT * (not at), -at))
    return (ways[best], *(way for at, way in enumerate(ways) if at != best))


def _tells(names: Sequence[str], found: Gathered, chosen: Picked) -> bool:
    """Whether the lead speaks of the question besides its names."""
    return _told(names, found, chosen) >= SAID


class _Bearing(NamedTuple):
    """Names of a question and the documents that bear all of them."""

    names: tuple[Constraint, ...]
    documents: tuple[str, ...]


_NONE = _Bearing((), ())


def _bearing(wants: Sequence[Constraint], found: Gathered, means: Means) -> _Bearing:
    """The names that the documents found bear in their title or at their beginning, not just somewhere."""
    names = [one for one in wants if one.kind in NAMED and one.certain and not is_clause(one.text)]
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


def _told(names: Sequence[str], found: Gathered, chosen: Picked) -> float:
    """How much of the question besides the names the lead holds, with what it stands under; all, without any name."""
    named = frozenset(terms(" ".join(names))) | ASKING_WORDS | _LINKING
    words = [word for word in asked(found.ranking).words if named.isdisjoint(word[0])]
    if not names or not chosen.chosen or not words:
        return 1.0
    unit = chosen.chosen[0].held.unit
    heading = str(found.ranking.hits[unit.hit].passage.metadata["heading"])
    lead = frozenset(terms(f"{heading}\n{unit.intro}\n{unit.text}"))
    total = sum(weight for _, weight in words)
    return sum(weight for forms, weight in words if not lead.isdisjoint(forms)) / total
