"""Who asks what a term means, or who bears a name that a document gives, wants its definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import raised
from kts.answer.constraints.expected import expected as expected_kind
from kts.answer.gather import of_the_day, with_hits
from kts.answer.means import document as document_of
from kts.lexicon.definitions import norm
from kts.lexicon.definitions_uses import uses
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit
    from kts.structure import Definition as DefinedTerm
    from kts.types import Hit, Ranking

DEFINING = 3
"""Documents at the top whose definitions are looked for (a default, not fitted)."""
LISTING = frozenset({"list", "glossary"})
"""Kinds of definitions that a document gives to be looked up: they are sought wherever they stand."""
TOLD = 160
"""Characters of a definition by which its passage is searched for (a default)."""
DEFINED = 3.0
"""What the definition of a term gains when its meaning is asked for, on the same scale (a default, not fitted)."""
BORNE = 6.0
"""The same where it is asked who bears a name: other sentences only use it (a default, not fitted)."""
LISTED = 9.0
"""The same for a line of a list of names: it says nothing but what the name is, in few words (a default, not fitted:
sentences that use the name often lie 7 before it)."""
_WHO_IS = later(
    r"(?i)\A\W*who(?: is| are|'s| was| were) (?:the )?(?:[\w-]+ ?){1,4}(?:,? and (?:the )?(?:[\w-]+ ?){1,3})?\W*\Z"
)
"""`Who is the Servicer?`: who bears a name that a document gives."""
_WHAT_IS = later(
    r"(?i)\bwhat(?:'s| is| are| was| were) (?:(?:the|an?) )?(?P<term>[\w' -]{3,60}?)"
    r"(?: (?:under|in|of|for|according to|per) [^?]*)?\W*\Z"
)
"""`What is the Remittance Date?`, `What is Gannet?`: where a document defines just that, its definition answers."""
_WHAT_DOES = later(r"(?i)\A\W*what (?:does|do) (?:the )?(?P<term>[\w' -]{3,60}?) do\W*\Z")
"""`What does Gannet do?`: where a document says what it is, that tells it."""
_WHEN_IS = later(
    r"(?i)\A\W*(?:when(?:'s| is| are| does| do)|how long (?:is|are|does|do)) (?:the )?(?P<term>[\w' -]{3,60}?)"
    r"(?: (?:starts?|begins?|ends?|runs?|lasts?)(?: (?:and|or) (?:ends?|finish(?:es)?))?)?\W*\Z"
)
"""`When is the Season?`: where a document defines just that as a time, its definition answers."""
_TERM = r"(?:(?:the (?:term|word|abbreviation) |the |an? ))?[\"\u201c']?(?P<{}>[\w&/.' -]{{2,60}}?)[\"\u201d']?"
_MEANING = tuple(
    re.compile(rf"(?i)\A\W*{shape}\W*\Z")
    for shape in (
        rf"{_TERM.format('term')}(?:'s)?,? (?:meaning|definition|defined)",
        rf"(?:what(?:'s| is) )?(?:the )?(?:meaning|definition) of {_TERM.format('term')}",
        rf"(?:please )?define {_TERM.format('term')}",
        rf"what (?:does|do) {_TERM.format('term')} (?:mean|stand for)",
        rf"what is (?:meant by|a definition of) {_TERM.format('term')}",
        rf"what(?:'s| is| are) {_TERM.format('term')}",
    )
)
"""A question for the meaning of a term and nothing else: `TUPE meaning`, `define void`, `what does PIN stand for`."""
_DIFFERENCE = later(
    rf"(?i)\bdifferences? between {_TERM.format('term')} and {_TERM.format('other')}\W*\Z|"
    rf"\A\W*how (?:does|do|is|are) {_TERM.format('first')} (?:differ|different) from {_TERM.format('second')}\W*\Z"
)
"""`the difference between a leaseholder and a shared owner`: two terms, and the definition of each is wanted."""

_OPENING = later(r"\A\W*(?:the )?", re.IGNORECASE)
"""What may stand before a term at the beginning of its definition."""


class _Wanted(NamedTuple):
    """A term whose definition is asked for.

    `only` is all that is asked for, folded; where no term is called so, what asks for a `meaning` takes any it names.
    Of a difference there are two. `gain` is what the definition gains.
    """

    only: tuple[str, ...]
    meaning: bool
    gain: float

    @property
    def norms(self) -> tuple[str, ...]:
        """What is asked for as terms are compared."""
        return tuple(norm(one) for one in self.only)


def _wanted(question: str) -> _Wanted | None:
    who = bool(_WHO_IS.search(question))
    only = _of_difference(question) or _only(question)
    meaning = who or expected_kind(question) == "definition"
    if not (only or meaning):
        return None
    return _Wanted(only, meaning, BORNE if who else DEFINED)


def _of_difference(question: str) -> tuple[str, ...]:
    found = _DIFFERENCE.search(question)
    return tuple(one.casefold() for one in found.groups() if one) if found else ()


def _only(question: str) -> tuple[str, ...]:
    alone = _meant(question)
    if alone:
        return (alone,)
    bare = _WHAT_DOES.search(question) or _WHEN_IS.search(question) or _WHAT_IS.search(question)
    return (bare["term"].casefold(),) if bare else ()


def _meant(question: str) -> str:
    """The term whose meaning is all that is asked for, folded; else nothing."""
    found = next((one for shape in _MEANING if (one := shape.search(question))), None)
    return found["term"].casefold() if found else ""


def with_definitions(question: str, found: Gathered, means: Means) -> Gathered:
    """With the definitions of what is asked for, of the documents at the top, where the search brought none of them."""
    wanted = _wanted(question)
    if wanted is None or not found.met or not means.settings.retries:
        return found
    hits = found.ranking.hits
    keys = list(dict.fromkeys(document_of(hit) for hit in hits))[:DEFINING]
    keys += [key for key in _listing(wanted, means) if key not in keys]
    places = {key: _places(question, wanted, key, means) for key in keys}
    if any(_begins(hit.passage.span, places.get(document_of(hit), ())) for hit in hits):
        return found
    for key, spans in places.items():
        for span in spans[:1]:
            told = means.corpus.slice(key, Span(span.start, min(span.end, span.start + TOLD)))
            record = found.records.get(key) or means.corpus.records([key])[key]
            more = of_the_day(_look(told, record.id, means), means)
            kept = [at for at, hit in enumerate(more.ranking.hits) if _defines(hit, key, span)]
            found = with_hits(found, more, kept[:1]) if kept else found
    return found


def _listing(wanted: _Wanted, means: Means) -> list[int]:
    """The documents that say, in a list of names or a glossary, what just the name asked for is; few do, or none."""
    if means.look_in is None:
        return []
    listed = [key for term in wanted.norms for key, one in means.corpus.defined(term) if one.kind in LISTING]
    return list(dict.fromkeys(listed))[:DEFINING]


def _look(told: str, document: str, means: Means) -> Ranking:
    limit = means.settings.passages
    return means.look_in(told, [document], limit) if means.look_in else means.look(told, limit)


def definitions_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """The units with the definition before others, where it is asked for."""
    wanted = _wanted(question)
    if wanted is None:
        return tuple(ranked)
    hits = found.ranking.hits
    places = {key: _places(question, wanted, key, means) for key in dict.fromkeys(document_of(hit) for hit in hits)}
    told = {key: _told(wanted, key, means) for key in places}

    def gain(one: Held) -> float:
        key = document_of(hits[one.unit.hit])
        return LISTED if _begins(one.unit.span, told[key]) else wanted.gain * _begins(one.unit.span, places[key])

    return raised(ranked, gain)


class Defining(NamedTuple):
    """The units, best first; whether the first defines what is asked for; the sides of a difference, which come."""

    ranked: tuple[tuple[float, Held], ...]
    leads: bool = False
    sides: frozenset[Unit] = frozenset()


def without_other_terms(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> Defining:
    """The units without definitions of other terms, where the first defines what is asked for; else as they are.

    A definition that names another term rests on that one's, and keeps it. Of a difference both definitions lead.
    """
    wanted = _wanted(question)
    if wanted is None or not ranked:
        return Defining(tuple(ranked))
    hits = found.ranking.hits
    keys = dict.fromkeys(document_of(hit) for hit in hits)
    places = {key: _places(question, wanted, key, means) for key in keys}
    asked_for = [one for _, one in ranked if _begins(one.unit.span, places[document_of(hits[one.unit.hit])])]
    if not asked_for or ranked[0][1] not in asked_for:
        return Defining(tuple(ranked))
    texts = [one.unit.text for one in asked_for]
    others = {key: _others(key, places[key], texts, means) for key in keys}
    kept = tuple(
        pair
        for pair in ranked
        if pair[1] in asked_for or not _begins(pair[1].unit.span, others[document_of(hits[pair[1].unit.hit])])
    )
    if len(wanted.only) == 1 or not _DIFFERENCE.search(question):
        return Defining(kept, leads=True)
    sides = [one for one in asked_for if one.unit.hit == ranked[0][1].unit.hit]
    first = tuple((ranked[0][0], one) for one in sides)
    return Defining(
        (*first, *(pair for pair in kept if pair[1] not in sides)),
        leads=True,
        sides=frozenset(one.unit for one in sides),
    )


def _others(key: int, own: Sequence[Span], texts: Sequence[str], means: Means) -> list[Span]:
    """Where a document defines terms that none of the texts names."""
    return [
        one.span
        for one in means.corpus.definitions(key)
        if one.kind != "incorporated"
        and one.span not in own
        and not any(_names(text, one.term) for text in texts)
        and _begins_with(one.term, means.corpus.slice(key, one.span))
    ]


def is_told(question: str, lead: Held, found: Gathered, means: Means) -> bool:
    """Whether all that is asked for is what a term means, the lead defines it, and no other document does."""
    term = _meant(question)
    key = document_of(found.ranking.hits[lead.unit.hit])
    known = [(of, one) for of, one in means.corpus.defined(norm(term)) if one.kind != "incorporated"] if term else []
    return {of for of, _ in known} == {key} and any(_begins(lead.unit.span, [one.span]) for _, one in known)


def _told(wanted: _Wanted, key: int, means: Means) -> list[Span]:
    """Where a list of names says what the name is that is all that is asked for."""
    if not wanted.only:
        return []
    return [one.span for one in means.corpus.definitions(key, wanted.norms) if one.kind == "list"]


def _places(question: str, wanted: _Wanted, key: int, means: Means) -> list[Span]:
    """Where a document defines what is asked for: where a definition begins with the term, else where it first does."""
    known = means.corpus.definitions(key)
    terms = _asked_terms(question, known, wanted, exact=any(means.corpus.defined(term) for term in wanted.norms))
    asked_for = [one for one in known if one.norm in terms and one.kind != "incorporated"]
    own = [one.span for one in asked_for if _begins_with(one.term, means.corpus.slice(key, one.span))]
    return own or [one.span for one in asked_for[:1]]


def _begins_with(term: str, text: str) -> bool:
    return " ".join(_OPENING.sub("", text).split()).casefold().startswith(term.casefold())


def _defines(hit: Hit, key: int, span: Span) -> bool:
    return document_of(hit) == key and _begins(hit.passage.span, [span])


def _asked_terms(question: str, known: Sequence[DefinedTerm], wanted: _Wanted, *, exact: bool) -> set[str]:
    """The terms of a document that are asked for: any that the question names, where no `exact` one is known."""
    called = {*wanted.only, *wanted.norms}
    named = {one.norm for one in known if one.term.casefold().removeprefix("the ") in called or one.norm in called}
    if named or exact or not wanted.meaning:
        return named
    used = {use.norm for use in uses(question, {one.norm: one.term for one in known})}
    return used | {one.norm for one in known if _names(question, one.term)}


def _names(question: str, term: str) -> bool:
    """Whether the question names the term, in small letters as people type it."""
    bare, folded = term.casefold().removeprefix("the "), question.casefold()
    return bare in folded and bool(re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", folded))


def _begins(unit: Span, spans: Sequence[Span]) -> bool:
    """Whether a unit is where one of the spans begins."""
    return any(unit.start <= span.start < unit.end for span in spans)
