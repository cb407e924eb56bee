"""Statements of a reply that cannot stand together: steps for what another statement says is gone or not to be had.

`The add-in was removed in 5.1` and `Install it under Settings` are both true, each of its version; in one reply to a
ticket on 5.1 the second is wrong. It is left out, with a note. What documents deny and affirm of one thing is left to a
person.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer import compose
from kts.answers import Evidence
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.tickets.versions import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket

_LOST = r"removed|withdrawn|discontinued|retired|dropped|abolished|taken out|switched off"
_HAD = r"available|supported|offered|included|possible|part of"
_GONE = later(
    rf"(?i)(?:(?P<what>[^.;:\n]{{3,80}}?)\s(?:(?:was|were|is|are|has been|have been) (?:now |finally )?(?:{_LOST})|"
    rf"(?:is|are|was|were) (?:not|no longer|never) (?:yet )?(?:{_HAD})|(?:no longer|does not|do not) exists?)"
    r"(?P<rest>[^.;\n]*(?:\.\d[^.;\n]*)*)|"
    rf"\b(?:removed|discontinued|withdrawn): (?P<listed>[^.;:\n]{{3,80}}))"
)
"""A thing that is no more, or not to be had."""
_CANNOT = later(
    r"(?i)\b(?:versions?|release)?\s?\d+(?:\.\d+)+[^.;:\n]{0,20}\b(?:cannot|can not|does not|do not|has no|have no)\b"
    r"(?P<what>[^.;:\n]{3,80})"
)
"""What a version cannot do, said of the version."""
_BARS = later(
    r"(?i)\A\W*(?P<article>(?:the|an?|your|our) )?(?P<what>[\w][^.;:,\n]{1,50}?) "
    r"(?:can(?:not|'t|\u2019t| not)|does not|do not|doesn't|(?:is|are) (?:not able|unable) to|has no|have no|never)\b "
    r"(?P<deed>[^.;\n]{3,90})"
)
"""A thing that cannot do what is said behind it."""
_NAMED = later(r"(?:\A|(?<=\s))(?:[A-Z]\w*|\w*\d\w*)(?=\s|\Z)")
"""A name or a model: `the account cannot be opened` is of everybody's. So is the first word of any sentence written."""
_LIMIT = later(r"(?i)^\W*(?:\Z|(?:in|with|from|since|as of|on|by|before|until|after|for)\b[^,]{0,60}\d)")
"""Behind the thing only a version may follow: `not supported on phones` says nothing of it elsewhere."""
_ONWARDS = later(rf"(?i)\b(?:{_LOST}|no longer|since|as of|after)\b")
_BEFORE = later(r"(?i)\b(?:before|prior to|until|up to|older than)\b[^.]{0,20}\d")
_INSTEAD = later(r"(?i)\b(?:instead|replac\w+|alternative\w*|in (?:its|their) place|stattdessen)\b")
"""What leads on from the thing that is gone."""
_PLAIN = frozenset(terms("version release note new how to use set up article guide"))
ALIKE = 2
"""Words in common from which two statements speak of one thing (a default: with one, of anything with paper in it)."""
AFFIRMS = frozenset({"negation"})
"""Reasons of the gate by which of two statements one denies what the other affirms."""


class Denial(NamedTuple):
    """A sentence that says that a thing is gone: the stems of the thing, the versions it names, and their sense."""

    text: str
    thing: frozenset[str]
    versions: frozenset[str]
    sense: str


def consistent(ticket: Ticket, answer: Answer) -> tuple[Answer, tuple[str, ...]]:
    """The answer without statements on what another of its statements says is gone for this ticket, and notes of them.

    Only statements of a document or section that is of the thing, or that name it, are left out; never the denial
    itself, what leads on from it, and what names the ticket's own version.
    """
    wanted = _versions(ticket)
    found = [one for claim in answer.claims for one in denials(claim.text) if applies(one, wanted)]
    if not found or len(answer.claims) == 1:
        return answer, ()
    left = {claim: one for claim in answer.claims for one in found if _is_denied(claim, one, answer, wanted)}
    kept = tuple(claim for claim in answer.claims if claim not in left)
    if not left or not kept:
        return answer, ()
    notes = tuple(f"left out, for it is said: {one.text} \u2013 {claim.text}" for claim, one in left.items())
    return answer._replace(claims=kept, text=compose.text(kept)), notes


def denied_nearby(ticket: Ticket, answer: Answer) -> tuple[str, ...]:
    """Sentences of the cited passages, not of the answer, by which its matter is not to be had in the ticket's version.

    Empty where the ticket names no version: then it may be told with a version of its own.
    """
    wanted = _versions(ticket)
    if not wanted or not answer.claims or answer.ranking is None:
        return ()
    cited = {one.document_id for claim in answer.claims for one in claim.citations}
    said = " ".join(" ".join(claim.text.split()) for claim in answer.claims)
    found = [
        one
        for hit in answer.ranking.hits
        if hit.passage.document_id in cited
        for one in denials(hit.passage.text)
        if one.versions and applies(one, wanted) and one.text not in said
    ]
    against = [one.text for one in found for claim in answer.claims if _is_denied(claim, one, answer, wanted)]
    return tuple(dict.fromkeys(against))


def opposed(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Pairs of statements of different documents of which one denies what the other affirms, each as one text."""
    from kts.answer.claims.gate import judge

    found = []
    for number, first in enumerate(claims):
        for second in claims[number + 1 :]:
            if _documents(first) & _documents(second) or not first.citations or not second.citations:
                continue
            evidence = Evidence(second.text, second.citations[0].passage_id, second.citations[0].document_id)
            kinds = {one.kind for one in judge(first.text, (evidence,)).reasons}
            alike = len(_telling(first.text) & _telling(second.text)) >= ALIKE
            if alike and kinds >= AFFIRMS and not kinds & {"number", "exchanged"}:
                found.append(f"{first.text} / {second.text}")
    return tuple(found)


def barred(ticket: Ticket, claims: Sequence[Claim]) -> tuple[str, ...]:
    """Pairs of statements of which one says that what the ticket names cannot do what the other tells how to do.

    `The small model cannot take payments offline` beside `Switch it on under Settings > Offline`: of one document both
    are true, each of its model, and the reply tells both to somebody who has the small one.
    """
    told = _things(ticket.text)
    found = []
    for first in claims:
        text = first.text.replace("*", "")
        for match in filter(None, (_BARS.search(" ".join(text[start:end].split())) for start, end in sentences(text))):
            own, deed = _things(match["what"]), _telling(match["deed"])
            named_so = match["what"] if match["article"] else f"{match['what'][:1].lower()}{match['what'][1:]}"
            if not own or not own <= told or not _NAMED.search(named_so):
                continue
            others = (one for one in claims if one != first and not _BARS.search(one.text))
            found += [f"{first.text} / {one.text}" for one in others if deed & _telling(one.text) - own]
    return tuple(dict.fromkeys(found))


def _things(text: str) -> frozenset[str]:
    """The stems of a text with those that have digits: `T2` is half of a name."""
    return frozenset(stem for stem in terms(text) if stem not in STOP_WORDS)


def denials(text: str) -> list[Denial]:
    """What a text says is gone or not to be had."""
    found = []
    for start, end in sentences(text.replace("*", "")):
        said = " ".join(text.replace("*", "")[start:end].split())
        match, cannot = _GONE.search(said), _CANNOT.search(said)
        versions = named(said)
        if match and (match["listed"] or _LIMIT.match(match["rest"] or "")):
            what = match["listed"] or match["what"]
        elif cannot and versions:
            what = cannot["what"]
        else:
            continue
        thing = _telling(what)
        if thing:
            sense = "before" if _BEFORE.search(said) else "onwards" if _ONWARDS.search(said) else "in"
            found.append(Denial(said, thing, versions, sense))
    return found


def applies(denial: Denial, wanted: frozenset[str]) -> bool:
    """Whether a denial is of one of the versions: without any, one that names none or holds from a version on."""
    if not denial.versions:
        return True
    if not wanted:
        return denial.sense == "onwards"
    pairs = [(_parts(one), _parts(other)) for one in wanted for other in denial.versions]
    cut = [(one[: len(other)], other[: len(one)]) for one, other in pairs]
    if denial.sense == "onwards":
        return any(one >= other for one, other in cut)
    return (
        any(one < other for one, other in cut) if denial.sense == "before" else any(one == other for one, other in cut)
    )


def _is_denied(claim: Claim, denial: Denial, answer: Answer, wanted: frozenset[str]) -> bool:
    if _INSTEAD.search(claim.text) or denial.text in " ".join(claim.text.split()) or denials(claim.text):
        return False
    own = named(claim.text)
    if own & wanted or (own and denial.versions and own.isdisjoint(denial.versions) and not wanted):
        return False
    if denial.thing <= _telling(claim.text):
        return True
    return any(under and under <= denial.thing for under in _under(claim, answer))


def _under(claim: Claim, answer: Answer) -> list[frozenset[str]]:
    """The stems of what a statement stands under: the title of its document, the heading of its section."""
    hits = answer.ranking.hits if answer.ranking else ()
    cited = {one.passage_id for one in claim.citations}
    heads = [str(hit.passage.metadata.get("heading") or "") for hit in hits if hit.passage.id in cited]
    return [_telling(one) for one in (*(one.title for one in claim.citations), *heads)]


def _telling(text: str) -> frozenset[str]:
    """The stems of a text that tell its thing: no numbers, versions, codes and words of every article."""
    found = {stem for stem in terms(text) if stem not in STOP_WORDS and not re.search(r"\d", stem)}
    return frozenset(stem for stem in found if len(stem) > 2) - _PLAIN  # noqa: PLR2004 - `kb` of a number


def _documents(claim: Claim) -> set[str]:
    return {one.document_id for one in claim.citations}


def _versions(ticket: Ticket) -> frozenset[str]:
    form = str(ticket.metadata.get("version") or "").strip()
    return named(ticket.text) or (named(f"version {form}") if form else frozenset())


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
