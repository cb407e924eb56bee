"""Questions about what is reported again and again: the newest report answers, or each of them in turn.

`What was the uptime in the latest report?` asks one document of a series, `How did it change from month to month?` all
of them, and `What is the uptime?` the newest that tells it. No passage says of itself that it is the latest one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints.named import constraints
from kts.answer.means import document as document_of
from kts.answer.parts import alike, in_turn
from kts.answer.standing.series import PERIODS, series_of
from kts.answers import GIVEN, WEAK
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answer.means import Means
    from kts.answer.standing.series import Edition
    from kts.answers import Answer
    from kts.records import DocumentRecord
    from kts.types import Ranking

MOST = 8
"""Documents of a series that are asked in turn, the newest ones (a default)."""
CONTENT = 2
"""Words of content that a question must keep without its period (a default)."""
_UNIT = r"(?:week|month|quarter|half[- ]year|year|period)"
_WORK = (
    r"(?:reports?|10-?[QK]s?|filings?|minutes|newsletters?|packs?|bulletins?|meetings?|sessions?|reviews?|surveys?|"
    r"audits?|inspections?|returns?|updates?|accounts|balance sheets?|dashboards?|summary|summaries|digests?|"
    r"briefings?|results|figures|statements?|tests?|assessments?|evaluations?|measurements?|forecasts?|budgets?|plans?|"
    r"editions?|issues?|rounds?|polls?|exercises?|drills?|checks?|lists?|invoices?)"
)
_WORD = (
    r"(?!(?:the|an?|of|in|on|to|for|by|time|was|were|is|are|did|does|do|and|or|we|you|it|that|two|three|four|few|\d+)\s)"
    r"[\w&-]+"
)
_SOURCE = (
    r"(?:(?:as )?(?:stated|reported|shown|disclosed|mentioned|named|given) (?:in|by)|according to|as of|as per|in|from|"
    r"for|during|at|by|per|of)"
)
_NEWEST = later(
    rf"(?i),?\s*(?P<in>\b{_SOURCE}\s+)?(?:\b(?:the|its|our|their|your)\s+|\b\S+['\u2019]s\s+)?(?:very )?"
    rf"\b(?P<new>(?:latest|most recent|newest)(?=(?:\s{_WORD}){{0,3}}?\s(?:{_UNIT}|{_WORK})\b)"
    rf"|last(?=(?:\s{_WORD}){{0,3}}?\s{_WORK}\b))"
    rf"\s+(?P<what>(?:{_WORD}\s){{0,3}}?(?:{_UNIT}|{_WORK})(?:\s{_WORK})?)\b"
)
"""The newest of what is reported; `last month` is a date."""
_NEXT = later(r"(?i)\bwhen\b[^?]*\b(?:meets?|meeting|convenes?)\b[^?]* (?:the )?next\b|\bnext (?:meeting|session)\b")
"""What comes next is told by the newest minutes."""
_ALL = r"(?:all|the|these|those|our|their|of)\s+"
_HOW_OFTEN = (
    r"(?:reported|reporting|historical|past|last|recent|previous|different|various|quarterly|monthly|annual|yearly)\s+"
)
_SEVERAL = rf"(?:{_UNIT}s|reporting periods?|10-?[QK]s|filings|reports|editions)"
_IN_TURN = later(
    rf"(?i),?\s*(?:\bover time\b"
    rf"|(?:\b(?:over|across|throughout)\s+|\b(?:through|during|in|from|for|of)\s+(?={_ALL}))"
    rf"(?:{_ALL})*(?:{_HOW_OFTEN})*{_SEVERAL}\b"
    rf"|\b(?:in |for |at |by |during )?(?:each|every)\s+(?:of the\s+|of these\s+)?(?:{_HOW_OFTEN})?"
    rf"(?:{_UNIT}s?|{_WORK})\b(?!-)"
    rf"|\b(?:from )?(?P<unit>{_UNIT})(?: to |[- ](?:over|by|on|after|to)[- ])(?P=unit)\b"
    rf"|\b(?:compared?|relative|in comparison)\s+(?:to|with)\s+(?:(?:the|its|their|those|of|in)\s+)*"
    rf"(?:previous|prior|earlier|past|preceding|last|reported|historical)\s+(?:{_UNIT}|{_SEVERAL})\b)"
)
_PAST = later(r"(?i)\b(?:was|were|did|had|been|changed?|compared?|trends?|reported|(?:has|have) [^?]*(?:ed|en|wn))\b")
"""What was reported, or changed: how much is due each month is a term, and no series."""
_NOW = later(
    r"(?i)\W*(?:(?:what|who|where|which)(?:['\u2019]s| (?:[\w-]+ ){0,3}?(?:is|are|do|does|have|has)\b)|who [a-z]+s\b|"
    r"how (?:many|much|high|low|large|big|long|old)\b[^?]*\b(?:is|are|do|does|have|has)\b)"
)
"""What is, not what was."""
_CHANGED = later(
    r"(?i)\A\W*how (?:has|have|had|did|does|do) (?P<what>.+?) (?:changed?|develop(?:ed)?|evolved?|fluctuated?|varied|"
    r"vary|mov(?:ed|e)|trended|grown?|risen|fallen|compared?|seen (?:variations?|changes?))\b(?P<after>[^?]*)\??"
)
_HOW = later(r"(?i)\W*how (?:do|does|did)\b")
_ANY_CHANGE = later(
    r"(?i)\A\W*(?:(?:has|have) there been|are there|is there|were there|was there|can|could)(?: [\w-]+){0,2}? "
    r"(?:[\w-]+ )?(?:changes?|trends?|shifts?|alterations?|variations?)(?: be (?:seen|identified|found))? (?:in|to|of) "
    r"(?P<what>[^?]+)"
)
_GROWN = later(
    r"(?i)\A\W*(?:has|have|did) (?P<what>.+?) "
    r"(?:grown?|changed?|risen?|rise|fallen?|increased?|decreased?|improved?|worsened)\b"
)
_KINDS = {
    "week": {"day"},
    "month": {"month"},
    "quarter": {"quarter"},
    "half": {"half"},
    "year": {"year", "fiscal_year"},
    "annual": {"year", "fiscal_year"},
    "10": {"quarter", "year", "fiscal_year"},
}
"""Kinds of the periods of a series by how a question calls them; 10-K and 10-Q are filings of a year and a quarter."""
_CALLED = later(rf"(?i)\b(?:{'|'.join(_KINDS)})")


class Form(NamedTuple):
    """A question without its period, and how its period was called; `each` asks all documents of the series."""

    question: str
    unit: str
    each: bool


def asks(question: str) -> Form | None:
    """Whether a question asks for the newest of a series, or for each of it in turn."""
    every, newest = _IN_TURN.search(question), _NEWEST.search(question)
    if every and (newest or _PAST.search(question)):
        unit = f"{every[0]} {newest['what'] if newest else ''}"
        bare = _NEWEST.sub(" ", question) if newest else question
        without = _IN_TURN.sub(_kept if _HOW.match(question) else " ", bare)
        return Form(_stated(" ".join(without.split())), unit, each=True)
    if newest:
        whole = f"{question[: newest.start()]} {question[newest.end() :]}"
        bare = f"{question[: newest.start('new')]}{question[newest.end('new') :].lstrip()}"
        kept = whole if newest["in"] and len(_content(whole)) >= CONTENT else bare
        return Form(re.sub(r"\A\s*[,;]\s*", "", " ".join(kept.split())), newest["what"], each=False)
    return Form(question, "", each=False) if _NEXT.search(question) else None


def answered(question: str, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer to a question, by the newest document of a series or by each in turn where it asks for that."""
    form = asks(question)
    if means.look_in is None:
        return ask(question, means)
    if form is None:
        return _of_its_time(question, ask(question, means), means, ask)
    plain = ask(form.question, means)
    found = _series(question, form, plain, means)
    if not found:
        return ask(question, means)
    if form.each:
        said = [(one.label, ask(form.question, _within(one, means))) for one in found[-MOST:]]
        return in_turn(question, said)
    return _by_newest(question, ask(form.question, _within(found[-1], means)), found)


def _by_newest(question: str, said: Answer, series: Sequence[Edition]) -> Answer:
    note = f"answered from the newest of {len(series)}: {series[-1].record.path}"
    return said._replace(query=question, notes=(note, *said.notes))


def _of_its_time(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer to a question about a time, or about now: by the one of a series that is of that time, or the newest.

    What others of the series tell of the time (`we meet again on 11 November`) stands back.
    """
    cited = _documents(said, means)[:1] if said.claims else []
    series = _until_today(cited[0], means) if cited else ()
    times = [one for one in dates(question) if one.kind in PERIODS and not one.first.startswith("-")] if series else []
    if len(times) == 1:
        fitting = [one for one in series if times[0].first <= one.first and one.last <= times[0].last]
        if len(fitting) != 1 or fitting[0].record.id == cited[0].id:
            return said
        found = ask(question, _within(fitting[0], means))
        return found if found.verdict in GIVEN else said
    if not series or times or not _is_of_now(question, means) or _is_of(said, series[-1]):
        return said
    found = _as_sure(ask(question, _within(series[-1], means)), said)
    same = found.claims and alike(found.claims[0], said.claims[0]) and found.band == said.band
    return _by_newest(question, found, series) if same else said


def _as_sure(found: Answer, said: Answer) -> Answer:
    """What one of a series tells, as sure as what all of them do: its words are rarer among those of all documents."""
    weak = found.verdict == "answered" or (found.doubts and all(one.startswith(WEAK) for one in found.doubts))
    if said.verdict != "answered" or not weak:
        return found
    return found._replace(verdict=said.verdict, confidence=said.confidence, band=said.band, doubts=said.doubts)


def _is_of_now(question: str, means: Means) -> bool:
    """Whether a question asks what is, and names nothing that chooses a document."""
    return bool(_NOW.match(question)) and not _PAST.search(question) and not constraints(question, known=means.known)


def _is_of(said: Answer, one: Edition) -> bool:
    """Whether an answer cites one document alone, and none says otherwise."""
    cited = {place.document_id for claim in said.claims for place in claim.citations}
    return cited == {one.record.id} and not said.conflicts


def _stated(question: str) -> str:
    """What is asked for at one time, by a question how it changed."""
    if found := _CHANGED.match(question):
        return f"What was {found['what']}{found['after'].rstrip()}?"
    if found := _ANY_CHANGE.match(question) or _GROWN.match(question):
        return f"What was {found['what'].rstrip()}?"
    return question


def _kept(match: re.Match[str]) -> str:
    """What stays of a period: that something is compared with it, which says how it is asked."""
    return " compare " if "compare" in match[0].casefold() else " "


def _content(text: str) -> list[str]:
    return [word for word in terms(text) if word not in STOP_WORDS]


def _series(question: str, form: Form, plain: Answer, means: Means) -> tuple[Edition, ...]:
    """The series that is asked, as it is on the day: the one whose name the question holds most of, then the first."""
    asked, known = set(_content(question)), []
    for record in _documents(plain, means):
        editions = _until_today(record, means)
        if editions and _fits(form, editions[0].kind):
            known.append(editions)
        elif not form.unit:  # only the document that answers can tell what comes next
            break
    return max(known, key=lambda one: len(asked & set(terms(f"{one[-1].record.title} {one[-1].name}"))), default=())


def _until_today(record: DocumentRecord, means: Means) -> tuple[Edition, ...]:
    day = means.as_of or means.today
    found = tuple(one for one in series_of(record, means.families) if one.first <= day)
    return found if len(found) > 1 else ()


def _documents(plain: Answer, means: Means) -> list[DocumentRecord]:
    """The documents that an answer cites, then those that were found for it."""
    hits = plain.ranking.hits if plain.ranking else ()
    by_id = {hit.passage.document_id: document_of(hit) for hit in hits}
    cited = [by_id.get(place.document_id) for claim in plain.claims for place in claim.citations]
    keys = [key for key in dict.fromkeys((*cited, *by_id.values())) if key is not None]
    records = means.corpus.records(keys)
    return [records[key] for key in keys if key in records]


def _fits(form: Form, kind: str) -> bool:
    called = _CALLED.findall(form.unit)
    return not called or any(kind in _KINDS[one.casefold()] for one in called)


def _within(one: Edition, means: Means) -> Means:
    """The means that look in one document alone."""
    look_in = means.look_in
    assert look_in is not None  # noqa: S101 - looked at by who calls

    def look(text: str, limit: int) -> Ranking:
        return look_in(text, (one.record.id,), limit)

    return means._replace(look=look, look_in=None)
