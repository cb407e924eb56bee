"""A question that names whose document it asks about: the rest of it is looked for within that document.

Agreements name their parties at their beginning and say Customer, Lessor, Seller from there on; a manual names its
product on the cover. Who asks by such a name is led to that beginning, for no other passage holds it. So where what
was found says little besides the name, the same is asked once more, without the name, in the documents that bear it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.changes import only_changes
from kts.answer.constraints import NAMED, SIDE
from kts.answer.extract import asked
from kts.answer.gather import narrowed, of_the_day, valid
from kts.answer.means import document as document_of
from kts.answer.means import record
from kts.answer.meets import held
from kts.answer.parties import introduces, role_of
from kts.answer.pick import ASKING_WORDS, picked
from kts.answer.read import read
from kts.answer.rows import band_words
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Constraint
    from kts.types import Span

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
    parties = _parties(wants, found, document_of(found.ranking.hits[chosen.chosen[0].held.unit.hit]), means)
    bearing = _bearing(wants, found, means)
    said = _told([one.text for one in bearing.names], *first)
    if said >= SAID:
        return _renamed(question, wants, first, parties, means)
    calling = dict.fromkeys(bearing.names, "") | {one: f"the {role}" for one, (role, _) in parties.items()}
    spans = {one.span: words for one, words in calling.items()}
    within = _asked_in(_called(question, spans), wants, bearing.documents, calling, means)
    again = picked(
        _called(question, {one.span: f"the {role}" for one, (role, _) in parties.items()}), wants, within, means
    )
    better = (
        within.met
        and again.chosen
        and _told([*(one.text for one in bearing.names), *calling.values()], within, again) > said
    )
    return (
        ((within._replace(again=WITHIN), again), first) if better else _renamed(question, wants, first, parties, means)
    )


def _asked_in(
    question: str, wants: Sequence[Constraint], documents: Sequence[str], met: Container[Constraint], means: Means
) -> Gathered:
    """What some documents have on a question, read; the constraints that these documents meet need not be met again."""
    assert means.look_in is not None  # noqa: S101 - looked at by who calls
    ranking = means.look_in(question, documents, means.settings.passages)
    others = [one for one in wants if one not in met]
    return read(question, narrowed(valid(of_the_day(ranking, means), wants, means), others, means), means)


def _parties(
    wants: Sequence[Constraint], found: Gathered, lead: int, means: Means
) -> dict[Constraint, tuple[str, tuple[int, ...]]]:
    """The names of the question that are parties' -> their role, and the keys of the documents that give them it.

    Who is the supplier in one agreement and the customer in another is called as the lead's document does, then as the
    first one that was found.
    """
    names = [one for one in wants if one.kind in NAMED]
    keys = dict.fromkeys(map(document_of, found.ranking.hits)) if names else {}
    openings = {key: means.known.opening(key) for key in keys}
    called: dict[Constraint, tuple[str, tuple[int, ...]]] = {}
    for one in names:
        given = {key: role for key, opening in openings.items() if (role := role_of(one.value, opening))}
        if given:
            role = given.get(lead) or next(iter(given.values()))
            called[one] = (role, tuple(key for key, other in given.items() if other == role))
    return called


def _renamed(
    question: str,
    wants: Sequence[Constraint],
    first: tuple[Gathered, Picked],
    parties: Mapping[Constraint, tuple[str, tuple[int, ...]]],
    means: Means,
) -> tuple[tuple[Gathered, Picked], ...]:
    """What was found and chosen; beside it, the same asked in the words of the documents for what the question names.

    To ask of Linden where the agreement says `the Supplier` is to ask of the Supplier, and to ask of 25,000 where the
    lead is for up to 30,000 is to ask of that. What is found so leads where the first lead only says who somebody is.
    """
    found, chosen = first
    lead = chosen.chosen[0].held.unit
    told = record(found.ranking.hits[lead.hit], found)
    keys = dict.fromkeys(key for one in parties for key in parties[one][1])
    introduced = introduces(lead.text, means.known.opening(told.key))
    naming = {one: role for one, (role, _) in parties.items() if introduced or one.value not in lead.text.casefold()}
    amounts = {} if introduced else band_words(question, lead)
    changes = only_changes(question, wants, [one.held.unit.text for one in chosen.chosen])
    spoken = any(_spoken(role, key, means) for role in naming.values() for key in (told.key, *keys))
    if not spoken and not amounts and not changes:
        return (first,)
    documents = dict.fromkeys((*(() if introduced else (told.id,)), *(found.records[key].id for key in keys)))
    roles = {one.span: f"the {role}" for one, role in naming.items()}
    calling = roles | amounts
    met = [one for one in wants if any(one.span.start < span.end and span.start < one.span.end for span in calling)]
    more = _asked_in(changes or _called(question, calling), wants, tuple(documents), met, means)
    again = picked(_called(question, roles), wants, more, means)
    if not more.met or not again.chosen:
        return (first,)
    if again.chosen[0].held.unit.text in {one.held.unit.text for one in chosen.chosen}:
        return (first, (more, again)) if not introduced else ((more, again), first)
    words = [*(one.text for one in naming), *naming.values()]
    better = introduced and not _introduced(more, again, means) and _told(words, more, again) >= SAID
    return ((more, again), first) if better else (first,)


def _introduced(found: Gathered, chosen: Picked, means: Means) -> bool:
    lead = chosen.chosen[0].held.unit
    return introduces(lead.text, means.known.opening(record(found.ranking.hits[lead.hit], found).key))


def _spoken(role: str, key: int, means: Means) -> bool:
    return all(means.known.mentions(key, word) for word in role.casefold().split())


def _called(question: str, words: Mapping[Span, str]) -> str:
    """The question with other words in some places, or none."""
    for span in sorted(words, reverse=True):
        before, said = question[: span.start], words[span]
        said = said.removeprefix("the ") if before.casefold().endswith("the ") else said
        question = f"{before}{said}{question[span.end :]}"
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


def _told(names: Sequence[str], found: Gathered, chosen: Picked) -> float:
    """How much of the question besides the names the lead holds, with what it stands under; all, without any name."""
    named = frozenset(terms(" ".join(names))) | ASKING_WORDS
    words = [word for word in asked(found.ranking).words if named.isdisjoint(word[0])]
    if not names or not chosen.chosen or not words:
        return 1.0
    unit = chosen.chosen[0].held.unit
    heading = str(found.ranking.hits[unit.hit].passage.metadata["heading"])
    lead = frozenset(terms(f"{heading}\n{unit.intro}\n{unit.text}"))
    total = sum(weight for _, weight in words)
    return sum(weight for forms, weight in words if not lead.isdisjoint(forms)) / total
