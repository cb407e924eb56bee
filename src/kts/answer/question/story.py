"""A question that stands in a story: it is judged by its own words, and what is told beside it helps to find.

People write messages, not keywords: who they are, what happened, what they feel, and somewhere in it what they want to
know. Read as one question, hardly any passage holds half of its words, and none is believed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.logged import is_logged, message_of, of_log, unstamped
from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints, distinctive
from kts.answer.constraints.vocabulary import NOWHERE
from kts.answer.gather import ALIGNED
from kts.answer.question.signed import unsigned
from kts.answer.verdict.signals import ASKING
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.identifiers import identifiers
from kts.lexicon.messages import closed, content, message, personal, refers
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint, Evidence
    from kts.lexicon.messages import Message
    from kts.types import Hit, Ranking, Span

LONG = 160
"""Characters from which all that a text tells is a story; of a shorter one, only what it tells of the asker. The
training questions of samples/ that state a case before they ask have up to 136, the long-winded ones from 408 on."""
ENOUGH = 3
"""Words of content from which a question that refers to nothing is understood by itself (a default, not fitted)."""
DEEPER = 3
"""How many times as many passages are searched by the question alone, so that most of those that the story brings have
their evidence from it (a default, not fitted)."""
RANK = 10
"""What is added to a rank before it is turned over: the greater, the more both lists must agree (a default)."""
TOLD = 2.0
"""Weight of the ranking by question and story beside that by the question, which cannot be understood alone (a
default)."""
WORDS = 5
"""Words of the story that are added to such a question (a default, not fitted)."""
NAMING = frozenset({"code", "version", "document", "product", "party", "term"})
"""Kinds of constraints by which a story says what its question is about."""

BEARING = frozenset({"date", "period", "version", "document"})
"""Kinds of constraints of a story that bear on a question which refers to it; a party does where it is one of an
agreement, else it may be anybody."""
_AGREED = later(r"(?i)\b(?:agreements?|contracts?|leases?|polic(?:y|ies)|deeds?|amendments?)\b")


class Heard(NamedTuple):
    """What a text asks, and what it tells beside that: empty in a plain question.

    `logged` is whether it is a line that a program wrote. `leans` is whether the question needs the story; `codes` are
    the codes and versions that it names, `about` what else the evidence should be about where the question refers to
    it; `case` is what stays with the question.
    """

    question: str
    told: str = ""
    leans: bool = False
    codes: tuple[Constraint, ...] = ()
    about: tuple[Constraint, ...] = ()
    case: str = ""
    logged: bool = False


def heard(text: str, known: Vocabulary = NOWHERE) -> Heard:
    """What is asked and what is told.

    What a short text tells belongs to what it asks (`TSR-2064 came up. What now?`), but for the asker's circumstances.
    """
    if is_logged(text):
        return Heard(message_of(text), logged=True)
    text = unsigned(unstamped(text), known)
    said = message(text)
    if not said.is_written:
        return Heard(text)
    if len(text) >= LONG:
        return _apart(said, said.told, known)
    around = [one for one in personal(said) if not _states(text[one.start : one.end], known)]
    return _apart(said, around, known)


STATED = frozenset({"amount", "code", "document", "section", "version"})
"""Kinds of constraints by which somebody who tells of himself states a case: `I am on version 7.2`."""


def _states(sentence: str, known: Vocabulary) -> bool:
    return any(one.kind in STATED for one in constraints(sentence, known=known))


def _apart(said: Message, story: Sequence[Span], known: Vocabulary) -> Heard:
    """The questions with what is told of them, and the story."""
    kept = sorted({*said.asks, *said.told}.difference(story))
    asked = " ".join(closed(said.text, one) if one in said.asks else said.text[one.start : one.end] for one in kept)
    case = " ".join(said.text[start:end] for start, end in (one for one in kept if one not in said.asks))
    if not story:
        return Heard(asked, case=case)
    told = " ".join(said.text[start:end].strip() for start, end in sorted(story))
    named = [one for one in constraints(told, known=known) if one.kind in NAMING]
    codes = tuple(one for one in named if one.kind == "version" or (one.kind == "code" and _is_code(one, known)))
    around = sorted(set(story) - _own_days(said)) if refers(asked) else []
    about = tuple(one for start, end in around for one in _bearing(said.text[start:end], known))
    leans = bool(codes) or any(_is_known(one, known) for one in named) or needs_story(asked)
    return Heard(asked, told, leans, codes, about, case)


def _own_days(said: Message) -> set[Span]:
    """Told sentences about the asker alone: `I joined in 2019`, and not `I signed a lease with Zenith Corp`."""
    return {one for one in personal(said) if not _AGREED.search(said.text[one.start : one.end])}


def _is_code(one: Constraint, known: Vocabulary) -> bool:
    """Whether what looks like a code is one: `TSR-9999` is, `worker-3` only where the documents have it."""
    return bool(identifiers(one.text)) or _is_known(one, known)


def wanted(question: str, message: Heard, known: Vocabulary) -> tuple[Constraint, ...]:
    """What the question names, and the codes of its story; names of the case that no document knows bind nothing."""
    own = constraints(question, known=known)
    if message.logged:
        return of_log(own, known)
    return (*(one._replace(certain=one.certain and not _is_aside(one, message, known)) for one in own), *message.codes)


ASIDES = frozenset({"code", "person", "place", "product", "setting", "term"})
"""Kinds of constraints that may be of the asker's own world: a customer, a host."""


def _is_aside(one: Constraint, message: Heard, known: Vocabulary) -> bool:
    return one.kind in ASIDES and one.text in message.case and not _is_code(one, known)


def _bearing(sentence: str, known: Vocabulary) -> Iterator[Constraint]:
    """What a sentence about the case names that the evidence must not contradict: its time, its document, its sides."""
    agreed = _AGREED.search(sentence)
    for one in constraints(sentence, known=known):
        if one.certain and (one.kind in BEARING or (agreed and one.kind == "party")):
            yield one


def needs_story(question: str) -> bool:
    """Whether a question cannot be understood by itself."""
    return refers(question) or len(content(question)) < ENOUGH


def _is_known(named: Constraint, known: Vocabulary) -> bool:
    """Whether the documents hold all words of a name: what they do not know are the asker's own circumstances."""
    return named.certain and all(known.frequency(word) for word in distinctive(named.value))


def story_doubts(message: Heard, cited: Sequence[Evidence], known: Vocabulary) -> tuple[str, ...]:
    """What the cited evidence says of another time, document or party than the story that the question refers to.

    Also which of several things a short story is about, where the evidence does not name it: `My Hull supervisor`.
    """
    if not cited:
        return ()
    lacking = [one for one in unmet(message.about, cited, known=known) if one.constraint.certain]
    for told in (message.told, message.case):
        for one in _called(told, known):
            lacking += unmet((one,), cited, known=known)
    return tuple(dict.fromkeys(one.detail for one in lacking if one.detail))


def _called(told: str, known: Vocabulary) -> Iterator[Constraint]:
    """Names that say which one a thing of a short story is, and what no document has that it is about.

    Not where somebody is, goes to or comes from.
    """
    if len(told) >= LONG:
        return
    for one in constraints(told, known=known):
        if not one.certain or one.kind not in CALLED:
            continue
        before, behind = told[: one.span.start], told[one.span.end :]
        noun = _NOUN_BEHIND.match(behind)
        thing = _DETERMINED.search(before) or (noun and noun["noun"] not in STOP_WORDS)
        if (thing and not _AT_A_PLACE.search(before)) or (_TIED.search(before) and _is_strange(one, known)):
            yield one


def _is_strange(named: Constraint, known: Vocabulary) -> bool:
    """Whether no document has any word of a name."""
    return not any(known.frequency(word) for word in distinctive(named.value))


CALLED = frozenset({"party", "product", "term"})
"""Kinds of names that tell things of one sort apart."""
_DETERMINED = later(
    r"(?i)\b(?:the|an?|our|my|your|their|this|that)(?: (?!(?:with|and|or|by|from|to|for)\b)[\w-]+){0,2} \Z"
)
_NOUN_BEHIND = later(r" (?P<noun>[a-z][a-z-]{2,})")
_AT_A_PLACE = later(r"(?i)\b(?:in|to|from|near|at|via|into) \Z")
_TIED = later(r"(?i)\w (?:at|on|for|using|under|through|against|of) \Z")
"""What ties a name to what is told; who is only mentioned, `my colleague Jana and I`, may be anybody."""


def in_story(look: Callable[[str, int], Ranking], told: str) -> Callable[[str, int], Ranking]:
    """The search for a question, joined with one for the question and what is told."""

    def both(question: str, limit: int) -> Ranking:
        return _joined(look(question, DEEPER * limit), look(f"{told} {question}", limit), limit)

    return both


def _joined(own: Ranking, told: Ranking, limit: int) -> Ranking:
    """The first passages of both rankings, by reciprocal ranks; evidence is what each has for the question alone."""
    worth: dict[str, float] = {}
    for weight, hits in ((1.0, own.hits), (TOLD, told.hits)):
        for rank, hit in enumerate(hits, 1):
            worth[hit.passage.id] = worth.get(hit.passage.id, 0.0) + weight / (RANK + rank)
    kept = sorted(worth, key=lambda one: (-worth[one], one))[:limit]
    hits_by_id = {hit.passage.id: hit for hit in (*_without_evidence(told.hits, own.hits), *own.hits)}
    aligned = {name: [row[id_] for id_ in kept] for name, row in _rows(own, told).items()}
    asked = [*own.explanation["terms"], *_added(own, told)]
    return own._replace(
        hits=tuple(hits_by_id[id_]._replace(score=worth[id_]) for id_ in kept),
        explanation={**own.explanation, **aligned, "terms": asked},
    )


def _added(own: Ranking, told: Ranking) -> Sequence[Mapping[str, object]]:
    """The rarest words of the story that the passage holds which fits all of it best: what the question refers to."""
    if not told.hits:
        return []
    said = frozenset(terms(f"{told.hits[0].passage.metadata['heading']} {told.hits[0].passage.text}"))
    asked = {tuple(one["forms"]) for one in own.explanation["terms"]}
    offered = [
        one
        for one in told.explanation["terms"]
        if one["idf"] and one["word"] not in ASKING and tuple(one["forms"]) not in asked
        and not said.isdisjoint(one["forms"])
    ]  # fmt: skip
    return sorted(offered, key=lambda one: (-one["idf"], one["word"]))[:WORDS]


def _without_evidence(hits: Sequence[Hit], own: Sequence[Hit]) -> list[Hit]:
    """Hits that only the story brought: they count no more than the last one that the question has found."""
    least = min((hit.evidence for hit in own), default=0.0)
    return [hit._replace(evidence=min(least, hit.evidence)) for hit in hits]


def _rows(own: Ranking, told: Ranking) -> Mapping[str, Mapping[str, object]]:
    """What explains each hit, by its passage's id; of hits that only the story brought, nothing."""
    found: dict[str, dict[str, object]] = {}
    for name in sorted(ALIGNED & own.explanation.keys()):
        none = type(own.explanation[name][0])() if own.explanation[name] else {}
        theirs = {hit.passage.id: none for hit in told.hits}
        mine = {hit.passage.id: row for hit, row in zip(own.hits, own.explanation[name], strict=True)}
        found[name] = {**theirs, **mine}
    return found
