"""A time that a question names, and a document that did not hold then: the one is no answer to the other (EVID-9).

`What was the limit in March?` is not answered by a memo that is valid from November on. The question is asked again as
of that time, as `--as-of` asks it; where that brings nothing better, what was found is doubtful.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints.named import EVENT
from kts.answer.means import document as document_of
from kts.answer.standing.inforce import begins
from kts.answer.verdict.judge import doubted
from kts.answers import GIVEN
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.answer.means import Means
    from kts.answers import Answer
    from kts.records import DocumentRecord

_WITHIN = later(r"(?i),?\s*\b(?:back\s+)?(?:in|during|on|as (?:of|at)|at the (?:end|time) of)(?:\s+the)?\s+\Z")
_KINDS = frozenset({"day", "month", "quarter", "half", "year"})
_ASKS_TIMES = later(
    r"(?i)\b(?:when|since|until|chang\w+|differ\w*|new|plan\w*|happen\w*|decid\w+|start\w*|begin\w*|end(?:s|ed)?|expir\w+"
    r"|valid|effective|due|deadline|history|wann|seit)\b"
)
"""What asks for times, or for what is to come, rather than for what held at one."""


class Time(NamedTuple):
    """A question without the time that it names, its words, and the first and the last day (ISO) of it."""

    question: str
    said: str
    first: str
    last: str


def time_of(question: str) -> Time | None:
    """The one time that a question asks about: `in March 2026`, `on 20 December 2026`."""
    named = [one for one in dates(question) if one.kind in _KINDS]
    if len(named) != 1 or EVENT.search(question) or _ASKS_TIMES.search(question):
        return None
    (one,) = named
    cue = _WITHIN.search(question, 0, one.start)
    if cue is None or one.first.startswith("-"):
        return None
    rest = f"{question[: cue.start()]}{question[one.end :]}"
    return Time(rest, question[one.start : one.end], one.first, one.last)


def of_its_time(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer as of the time that is asked about, where what leads did not hold then; else the one there is.

    So it is where nothing is sure, or nothing bears the time, and a document that speaks of it holds for a time only.
    """
    untimed = all(one.constraint.kind in {"date", "period"} for one in said.unmet)
    meant = time_of(question) if not means.as_of and (said.claims or untimed) else None
    if meant is None:
        return said
    apart = _outside(said, meant, means)
    limited = () if apart or said.verdict in GIVEN else _limited(meant, means)
    if not (apart or limited):
        return said
    told = meant.last if meant.last < means.today else ""
    found = ask(meant.question, means._replace(as_of=meant.last, told_by=told))
    cited = {one.document_id for claim in found.claims for one in claim.citations}
    held = {one.id for one in limited if _holds(one, meant.last)}
    better = bool(apart and found.claims) or (found.verdict in GIVEN and held <= cited)
    if better and not _outside(found, meant, means):
        return found._replace(query=question, notes=(f"answered from what is in force on {meant.last}", *found.notes))
    return doubted(said, apart) if apart and said.verdict in GIVEN else said


def _outside(said: Answer, meant: Time, means: Means) -> str:
    """That the document that leads did not hold at a time; empty where it did, or its statement names the time."""
    if not said.claims:
        return ""
    lead = said.claims[0]
    record = _record(lead.citations[0].document_id, said, means)
    begun, ended = _limits(record) if record else ("", "")
    if any(one.first <= meant.last and meant.first <= one.last for one in dates(lead.text) if one.kind in _KINDS):
        return ""
    if begun > meant.last:
        return f"what is cited holds from {begun} on, not {meant.said}"
    return f"what is cited held until {ended}, not {meant.said}" if ended and ended < meant.first else ""


def _limited(meant: Time, means: Means) -> tuple[DocumentRecord, ...]:
    """Documents that speak of what is asked and hold for a time only, or begin between today and a time."""
    early, late = sorted((means.today, meant.last))
    hits = means.look(meant.question, means.settings.passages).hits
    records = means.corpus.records({document_of(hit) for hit in hits}).values()
    return tuple(one for one in records if _limits(one)[1] or early <= begins(one) <= late)


def _holds(record: DocumentRecord, day: str) -> bool:
    begun, ended = _limits(record)
    return begun <= day and (not ended or day <= ended)


def _record(cited: str, said: Answer, means: Means) -> DocumentRecord | None:
    hits = said.ranking.hits if said.ranking else ()
    key = next((document_of(hit) for hit in hits if hit.passage.document_id == cited), None)
    return None if key is None else means.corpus.records({key})[key]


def _limits(record: DocumentRecord) -> tuple[str, str]:
    """The first and the last day (ISO) on which a document holds, each empty where it is not told."""
    return begins(record), str(record.metadata.get("effective_to") or "")[:10]
