"""A question about an earlier time is answered by what was in force then (EVID-9).

`What was the fee before April 2025?` is asked as of the last day of March, and no longer names a time: what ruled then
was written before, and what names April is rather what changed it. Only where documents amend or replace each other.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints.named import EVENT
from kts.answer.means import document as document_of
from kts.answer.question.renamed import KINDS
from kts.answer.standing.dated import left_out
from kts.answer.standing.inforce import begins
from kts.answer.standing.placed import since
from kts.answers import GIVEN
from kts.lexicon.analyse import terms, words
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kts.answer.means import Means
    from kts.answers import Answer
    from kts.lexicon.dates import Dates
    from kts.records import DocumentRecord
    from kts.types import Citation, Hit

_PAST = later(r"(?i)\b(?:was|were|did|had|used to|applied|could)\b")
_DUTY = later(r"(?i)\b(?:have|had) to (?:be )?\w|\b(?:payable|due|required|allowed|entitled|obliged)\b")
"""What a rule of a time told: `when had invoices to be paid`, beside when they were."""
_BEHIND = later(r"(?i),?\s*\b(?:before|prior to|until|up to|till)(?:\s+the)?\s+\Z")
_TO_THE_END = later(r"(?i)\b(?:until|up to|till)(?:\s+the)?\s+(?:end|close)\b")
"""What counts the last day too; `until 1 March` leaves it open, and most mean the day before."""
_WITHIN = later(r"(?i),?\s*\b(?:back\s+)?(?:in|during|on|as (?:of|at)|at the (?:end|time) of)(?:\s+the)?\s+\Z")
_FROM = later(
    r"(?i),?\s*\b(?:since|as (?:of|from)|(?:with effect |effective |starting |beginning )?(?:from|on))(?:\s+the)?\s+\Z"
)
_OLD = later(
    r"(?i)\b(?:old|previous|former|earlier|superseded|last year['\u2019]s) "
    r"(?:(?:edition|version|issue) of (?:the |our )?)?"
    rf"(?P<what>{'|'.join(KINDS)}|rules|terms|tariff|price list|list|form)s?\b"
)
"""What was replaced, by its kind: a former employee is none."""
_UNCHANGED = later(
    r"(?i),?\s*\b(?:before|prior to) (?:the|its|that|any|this) (?:first )?(?:amendment|variation|addendum)\b(?! to\b)"
)
"""The time before a change that is not dated; a second one is not told from the first."""
_DAY = later(r"\d{4}-\d{2}-\d{2}")
_KINDS = frozenset({"day", "month", "quarter", "half", "year"})


class Then(NamedTuple):
    """A question without its time, and the day (ISO) as of which it is asked.

    `ends` is whether the time that was named is only the end of what is meant.
    """

    question: str
    day: str
    ends: bool


def as_it_was(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer as of the time that is asked about, where that is given; else the one there is."""
    meant = None if means.as_of or not (means.amended or means.successors) else then(question, means)
    if meant is None:
        return said
    found = ask(meant.question, means._replace(as_of=meant.day))
    told = _tells_better(found, said, meant.day, means) or _tells_same(found, said)
    if said.verdict in GIVEN and not meant.ends and not told:
        return said
    better = found.verdict in GIVEN or (said.verdict not in GIVEN and found.confidence > said.confidence)
    cited = found.claims[0].citations if better and found.claims else _nearer(said, found)
    if not cited or not _held(cited[0].document_id, found, meant.day, means):
        return said
    done = "looked in" if found.verdict == "abstained" else "answered from"
    return found._replace(query=question, notes=(f"{done} what was in force on {meant.day}", *found.notes))


def begun_later(question: str, said: Answer, means: Means) -> Answer:
    """An answer as of a day, with the nearest documents that were only written after it: what they say was left out.

    A refusal tells of those that only took effect after it, too.
    """
    if not means.as_of:
        return said
    hits = means.look(question, means.settings.passages).hits[:LOOKED_AT]
    records = means.corpus.records({document_of(hit) for hit in hits})
    found = (records[key] for key in dict.fromkeys(map(document_of, hits)))
    begun = (one for one in found if begins(one) > means.as_of and said.verdict == "abstained")
    late = (f"left out: {one.path}, in force from {begins(one)}" for one in begun)
    written = left_out(hits, records, means.as_of) if means.told_by else ()
    return said._replace(notes=(*said.notes, *dict.fromkeys((*late, *written))))


LOOKED_AT = 3
"""Passages at the top of which it is said that their documents took effect, or were written, later (a default)."""


def then(question: str, means: Means) -> Then | None:
    """The earlier time that a question asks about: before or within a date that it names, or that of an old edition."""
    if old := _OLD.search(question):
        day = _replaced_on(question, old["what"], means)
        return Then(f"{question[: old.start()]}{question[old.start('what') :]}", day, ends=True) if day else None
    if changed := _UNCHANGED.search(question):
        day = _changed_on(question, means)
        return Then(f"{question[: changed.start()]}{question[changed.end() :]}", day, ends=True) if day else None
    named = [one for one in dates(question) if one.kind in _KINDS]
    if len(named) != 1 or not _PAST.search(question) or (EVENT.search(question) and not _DUTY.search(question)):
        return None
    return _of_time(question, named[0], means.today)


def said_of(claim: str, today: str) -> Then | None:
    """The time that a claim speaks of, and the claim without it: `before 1 March 2025`, `in 2024`."""
    named = [one for one in dates(claim) if one.kind in _KINDS]
    if len(named) != 1:
        return None
    found = _of_time(claim, named[0], today)
    return found and found._replace(question=_sentence(found.question))


def held_until(claim: str, then: Then, since: str) -> bool:
    """Whether a claim tells what held before another document took its place on a day (ISO).

    It says so in the past, or ends on the day before: `to be paid before 1 March` may be a day of payment.
    """
    return then.day < since and bool(_PAST.search(claim) or (then.ends and _before(since) == then.day))


def _of_time(text: str, one: Dates, today: str) -> Then | None:
    """The time before or within a date that a text names, and the text without it."""
    before = _BEHIND.search(text, 0, one.start)
    said = before or _WITHIN.search(text, 0, one.start)
    if said is None:
        return None
    whole = before and _TO_THE_END.search(text, before.start(), one.end)
    day = (one.last if whole else _before(one.first)) if before else min(one.last, today)
    return Then(f"{text[: said.start()]}{text[one.end :]}", day, ends=bool(before))


def _sentence(rest: str) -> str:
    """What is left of a sentence, as one."""
    rest = rest.lstrip(" ,")
    return f"{rest[:1].upper()}{rest[1:]}"


def without_beginning(claim: str, day: str) -> str:
    """A claim without the time from which on it holds, where that is a day (ISO) or has it: `Since March 2025, ...`."""
    for one in dates(claim):
        cue = _FROM.search(claim, 0, one.start)
        if cue and one.kind in _KINDS and one.first <= day <= one.last:
            return _sentence(f"{claim[: cue.start()]}{claim[one.end :]}")
    return claim


def _replaced_on(question: str, what: str, means: Means) -> str:
    """The last day on which a document of a kind held that has been replaced: of those that the question finds."""
    wanted = set(terms(what))
    ends = [
        means.successors[one.id].since
        for one in _found(question, means)
        if one.id in means.successors and wanted <= set(terms(f"{one.title} {' '.join(words(one.path))}"))
    ]
    days = [end for end in ends if _DAY.fullmatch(end)]
    return _before(max(days)) if days else ""


def _changed_on(question: str, means: Means) -> str:
    """The last day before the first amendment took effect, of those that the question finds beside what they amend."""
    found = _found(question, means)
    changed = {one.id for one in found} & means.amended.keys()
    changing = {one for base in changed for one in means.amended[base]}
    days = [day for one in found if one.id in changing and _DAY.fullmatch(day := begins(one))]
    return _before(min(days)) if days else ""


def _found(question: str, means: Means) -> Collection[DocumentRecord]:
    """The documents that a question finds."""
    hits = means.look(question, means.settings.passages).hits
    return means.corpus.records({document_of(hit) for hit in hits}).values()


def _before(day: str) -> str:
    return str(date.fromisoformat(day) - timedelta(days=1))


def _nearer(said: Answer, found: Answer) -> tuple[Citation, ...]:
    """The nearest places of that time, where neither way answers and only the time was what the first one lacked."""
    refused = said.verdict == found.verdict == "abstained"
    lacked = said.unmet and not found.unmet and all(one.constraint.kind in {"period", "date"} for one in said.unmet)
    return found.nearest if refused and lacked else ()


def _tells_same(found: Answer, said: Answer) -> bool:
    """Whether both lead with one statement: then it holds as it was, whatever its document's standing is today."""
    leads = [one.claims[0].citations[0] for one in (found, said) if one.verdict in GIVEN and one.claims]
    return len(leads) > 1 and leads[0] == leads[1]


def _tells_better(found: Answer, said: Answer, day: str, means: Means) -> bool:
    """Whether what was in force then, and was replaced since, answers as surely as what only bears the time's date."""
    if found.verdict not in GIVEN or not (found.claims and said.claims) or found.confidence < said.confidence:
        return False
    lead, other = (one.claims[0].citations[0].document_id for one in (found, said))
    by = means.successors.get(lead)
    return lead != other and by is not None and by.since > day


def _held(cited: str, found: Answer, day: str, means: Means) -> bool:
    """Whether a document says that it held by that day, and is one of several that change each other."""
    hits: tuple[Hit, ...] = found.ranking.hits if found.ranking else ()
    key = next((document_of(hit) for hit in hits if hit.passage.document_id == cited), None)
    if key is None:
        return False
    begun = since(means.corpus.records({key})[key])
    changed = {*means.successors, *means.amended, *(one for ids in means.amended.values() for one in ids)}
    return bool(begun) and begun <= day and cited in changed
