"""Who asks what a term means, or who bears a name that a document gives, wants its definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.expected import expected as expected_kind
from kts.answer.extract import raised
from kts.answer.gather import of_the_day, with_hits
from kts.answer.means import document as document_of
from kts.lexicon.definitions import norm
from kts.lexicon.definitions_uses import uses
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.extract import Held
    from kts.answer.means import Gathered, Means
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
_WHO_IS = re.compile(
    r"(?i)\A\W*who(?: is| are|'s| was| were) (?:the )?(?:[\w-]+ ?){1,4}(?:,? and (?:the )?(?:[\w-]+ ?){1,3})?\W*\Z"
)
"""`Who is the Servicer?`: who bears a name that a document gives."""
_WHAT_IS = re.compile(
    r"(?i)\bwhat(?:'s| is| are| was| were) (?:(?:the|an?) )?(?P<term>[\w' -]{3,60}?)"
    r"(?: (?:under|in|of|for|according to|per) [^?]*)?\W*\Z"
)
"""`What is the Remittance Date?`, `What is Gannet?`: where a document defines just that, its definition answers."""
_WHAT_DOES = re.compile(r"(?i)\A\W*what (?:does|do) (?:the )?(?P<term>[\w' -]{3,60}?) do\W*\Z")
"""`What does Gannet do?`: where a document says what it is, that tells it."""

_OPENING = re.compile(r"\A\W*(?:the )?", re.IGNORECASE)
"""What may stand before a term at the beginning of its definition."""


class _Wanted(NamedTuple):
    """A term whose definition is asked for.

    `only` is all that is asked for, folded; where no term is called so, what asks for a `meaning` takes any it names.
    `gain` is what the definition gains.
    """

    only: str
    meaning: bool
    gain: float


def _wanted(question: str) -> _Wanted | None:
    bare, who = _WHAT_DOES.search(question) or _WHAT_IS.search(question), bool(_WHO_IS.search(question))
    meaning = who or expected_kind(question) == "definition"
    if not (bare or meaning):
        return None
    return _Wanted(bare["term"].casefold() if bare else "", meaning, BORNE if who else DEFINED)


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
    if not wanted.only or means.look_in is None:
        return []
    listed = [key for key, one in means.corpus.defined(norm(wanted.only)) if one.kind in LISTING]
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


def _told(wanted: _Wanted, key: int, means: Means) -> list[Span]:
    """Where a list of names says what the name is that is all that is asked for."""
    if not wanted.only:
        return []
    return [one.span for one in means.corpus.definitions(key, (norm(wanted.only),)) if one.kind == "list"]


def _places(question: str, wanted: _Wanted, key: int, means: Means) -> list[Span]:
    """Where a document defines what is asked for: where a definition begins with the term, else where it first does."""
    known = means.corpus.definitions(key)
    terms = _asked_terms(question, known, wanted.only, meaning=wanted.meaning)
    asked_for = [one for one in known if one.norm in terms and one.kind != "incorporated"]
    own = [one.span for one in asked_for if _begins_with(one.term, means.corpus.slice(key, one.span))]
    return own or [one.span for one in asked_for[:1]]


def _begins_with(term: str, text: str) -> bool:
    return " ".join(_OPENING.sub("", text).split()).casefold().startswith(term.casefold())


def _defines(hit: Hit, key: int, span: Span) -> bool:
    return document_of(hit) == key and _begins(hit.passage.span, [span])


def _asked_terms(question: str, known: Sequence[DefinedTerm], only: str, *, meaning: bool) -> set[str]:
    named = {one.norm for one in known if one.term.casefold().removeprefix("the ") == only}
    if named or not meaning:
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
