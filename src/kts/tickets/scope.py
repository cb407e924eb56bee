"""For whom the cited places hold, as far as they say it: what holds for others than the sender is no reply to them.

A place says so of itself (`It applies to hosted customers only`), or denies near by what the ticket names as its own
(`Version 6 does not run on Oracle`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.constraints.named import NAMED, constraints, distinctive
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket
    from kts.types import Hit

_WORKS = (
    "amendments?|agreements?|annex|appendix|articles?|chapters?|clauses?|conditions?|contracts?|documents?|guides?|"
    "instructions?|notices?|offers?|pages?|plans?|polic(?:y|ies)|procedures?|prices?|provisions?|rules?|runbooks?|"
    "sections?|terms?|above|below|following"
)
_THIS = (
    rf"(?:^|(?<=[.!?\n] ))\W{{0,4}}(?:It|(?:This|These)\b[^.;:\n]{{0,40}}?|The (?:[\w-]+ ){{0,3}}?(?:{_WORKS}))\b"
    r"[^.;:\n]{0,40}?"
)
"""How a sentence begins that a document says of itself, or of a part of it."""
_LIMITS = "only|exclusively|solely"
_ONLY = later(
    rf"(?im){_THIS}\b(?:appl(?:y|ies)|(?:is|are) (?:valid|meant|intended|binding)|holds?) (?:to|for|in|on|of) "
    rf"(?P<whose>[^.;:\n]{{3,80}}?),? (?:{_LIMITS})\b|"
    rf"{_THIS}\b(?:(?:{_LIMITS}) appl(?:y|ies)|appl(?:y|ies) (?:{_LIMITS})|"
    rf"(?:is|are) (?:{_LIMITS}) (?:valid|meant|intended)|(?:is|are) (?:valid|meant|intended) (?:{_LIMITS})) "
    r"(?:to|for|in|on|of) (?P<who>[^.;:,\n]{3,80})"
)
"""A document, or a part of it, that says for whom alone it holds."""
_NOT_FOR = later(
    r"(?im)^\W{0,4}(?P<whose>[^.;:\n]{3,60}): [^.;:\n]{3,60}\b(?:do|does|shall|will) not apply\b|"
    r"\b(?:do|does|shall|will) not apply (?:to|for|in) (?P<who>[^.;:,\n]{3,60})"
)
"""And for whom it does not."""
_DENIES = later(
    r"(?i)\b(?:(?:is|are|was|were) (?:not|no longer) (?:supported|available|possible|allowed|included|offered|"
    r"suitable|compatible|covered|affected)|"
    r"(?:do|does|can|will) (?:not|no longer) (?:run|work|apply|support|include|cover|start)|"
    r"cannot (?:run|work|be used)|unsupported|incompatible|not (?:with|on|for|suitable))\b"
)
"""What a place says of a thing that it does not hold for."""
_TITLED = later(r"\(([^()]{3,60})\)")
_PLAIN = frozenset(
    stem
    for word in "customer user client person people case all any our your their system site company one who edition "
    "plan with without contract".split()
    for stem in terms(word)
)
"""Stems that tell nobody from anybody."""
_NO = later(r"(?i)\b(?:not|no|never|without|neither|cannot|except)\b|n['\u2019]t\b")
OPENING = 40
"""Characters from which on a passage is no more the beginning of its document (a default, not fitted)."""


def outside(ticket: Ticket, answer: Answer | None, around: Sequence[Hit]) -> tuple[str, ...]:
    """What the cited documents say against holding for the ticket, in their own sentences; empty where nothing does.

    `around` are further passages of the cited documents. What the answer tells itself its reader sees.
    """
    if answer is None or not answer.claims:
        return ()
    cited = {one.document_id: one.title for claim in answer.claims for one in claim.citations}
    places = {one.passage_id for claim in answer.claims for one in claim.citations}
    hits = {hit.passage.id: hit for hit in (*(answer.ranking.hits if answer.ranking else ()), *around)}
    near = [hit for hit in hits.values() if hit.passage.document_id in cited]
    said = _flat(" ".join(claim.text for claim in answer.claims))
    found = [
        one
        for hit in near
        for one in _said_of(ticket, hit, cited[hit.passage.document_id], itself=_is_here(hit, places))
    ]
    found += _denied(ticket, answer.claims, near, cited)
    return tuple(dict.fromkeys(one for one in found if one not in said))


def exception_first(ticket: Ticket, claims: Sequence[Claim]) -> list[Claim]:
    """The statements, and first the one that denies for what the ticket names what the lead says of all.

    `Starter edition has no grace period` goes before `For 14 days everything keeps working` of the same document.
    """
    names = [one for one in _named(ticket) if one]
    if not claims or not names or any(one <= stems(claims[0].text) for one in names):
        return list(claims)
    own = {one.document_id for one in claims[0].citations}
    first = [
        one
        for one in claims[1:]
        if _NO.search(one.text)
        and any(name <= stems(one.text) for name in names)
        and own.issuperset(place.document_id for place in one.citations)
    ][:1]
    return [*first, *(one for one in claims if one not in first)]


def _named(ticket: Ticket) -> list[frozenset[str]]:
    """The stems of each name in a ticket."""
    return [_called(one.value) for one in constraints(ticket.text) if one.kind in NAMED]


def _is_here(hit: Hit, places: set[str]) -> bool:
    """Whether a passage is a cited one, or begins its document: what is said there of all of it holds for the place."""
    return hit.passage.id in places or hit.passage.span.start <= OPENING


def _said_of(ticket: Ticket, hit: Hit, title: str, *, itself: bool) -> Iterator[str]:
    """Sentences that say for whom alone the document holds, or for whom it does not."""
    if not itself:
        return
    text = hit.passage.text.replace("*", "")
    own = stems(ticket.text)
    called = [_telling(one) for one in _TITLED.findall(title)]
    for match in _ONLY.finditer(text):
        group = _telling(match["whose"] or match["who"])
        if group and not any(_names(ticket.text, one) for one in (group, *called) if one):
            yield _sentence(text, match.start())
    for match in _NOT_FOR.finditer(text):
        group = _telling(match["whose"] or match["who"])
        if group and group <= own:
            yield _sentence(text, match.start())


def _telling(words: str) -> frozenset[str]:
    return frozenset(stem for stem in terms(words) if stem not in STOP_WORDS) - _PLAIN


def _names(text: str, group: frozenset[str]) -> bool:
    """Whether a sentence of a text names a group, and does not deny it."""
    return any(group <= stems(text[start:end]) and not _NO.search(text[start:end]) for start, end in sentences(text))


def _denied(ticket: Ticket, claims: Sequence[Claim], near: Sequence[Hit], cited: dict[str, str]) -> Iterator[str]:
    """Sentences of the cited documents that deny what the ticket names and the reply does not speak of."""
    said = stems(" ".join((*(claim.text for claim in claims), *cited.values())))
    names = [one for one in _named(ticket) if one and one.isdisjoint(said)]
    for hit in near if names else ():
        text = hit.passage.text.replace("*", "")
        for start, end in sentences(text):
            if _DENIES.search(text, start, end) and any(one <= stems(text[start:end]) for one in names):
                yield _flat(text[start:end])


def _called(name: str) -> frozenset[str]:
    """The stems of a name, without numbers beside its words: of `Oracle 19c` the first."""
    words = distinctive(name)
    return frozenset(stem for word in [one for one in words if one.isalpha()] or words for stem in terms(word))


def _sentence(text: str, at: int) -> str:
    """The sentence around a place of a text."""
    at += len(text[at:]) - len(text[at:].lstrip())
    return next((_flat(text[start:end]) for start, end in sentences(text) if start <= at < end), _flat(text[at:]))


def _flat(text: str) -> str:
    return " ".join(text.split())
