"""Evidence for a question: search, hold against what the question names, look deeper where little meets it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kts.answer.constraints import meets
from kts.answer.constraints.editions import EDITION
from kts.answer.constraints.named import IN_FORCE
from kts.answer.means import Gathered, text_before
from kts.answer.means import document as document_of
from kts.answer.standing.dated import written_after
from kts.answer.standing.inforce import ended, followers, in_force, is_over, written
from kts.answer.tables.rows import amounts
from kts.answer.tables.spells import days_asked
from kts.answer.tables.timed import times_asked
from kts.answer.units.quotable import header_before
from kts.answers import Evidence
from kts.lexicon.patterns import later
from kts.search.succession import inserted, overtaken

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kts.answer.means import Means
    from kts.answers import Constraint, Unmet
    from kts.records import DocumentRecord
    from kts.types import Hit, Ranking

ALIGNED = frozenset({"matched", "evidence", "ranks"})
"""Parts of a ranking's explanation that have an entry a hit."""
ENOUGH = 3
"""Passages that meet the constraints, below which the search goes deeper (a default, not fitted)."""
_QUOTES = frozenset('"\u201c\u201e')
DEEPLY = "few passages held all that the question names: searched again, in more of them"
DEEPER = 3
"""How many times as many passages the deeper search brings (a default, not fitted)."""


def gathered(question: str, wants: Sequence[Constraint], means: Means) -> Gathered:
    """Search; where little that was found meets what the question names, look once more and deeper for just that."""
    first = valid(_current(question, _looked(question, means.settings.passages, means), wants, means), wants, means)
    quoted = _quoted(question, wants)
    narrow = _worded(narrowed(first, wants, means), quoted)
    if not wants or not means.settings.retries or (narrow.met and len(narrow.evidence) >= ENOUGH):
        return narrow
    missing = meets.unmet(wants, first.evidence, known=means.known)
    asked_for = " ".join(one.constraint.text for one in missing)
    more = _looked(f"{asked_for} {question}", DEEPER * means.settings.passages, means)
    deeper = valid(_current(question, more, wants, means), wants, means)
    again = _worded(narrowed(deeper, wants, means), quoted)
    return (again if again.met and len(again.evidence) > len(narrow.evidence) * narrow.met else narrow)._replace(
        again=DEEPLY
    )


def with_hits(found: Gathered, more: Gathered, kept: Sequence[int]) -> Gathered:
    """What was found with some hits of another search behind it, which count no more than the last of it."""
    last, added = found.ranking.hits[-1], _only(more.ranking, kept)
    hits = tuple(
        hit._replace(score=min(last.score, hit.score), evidence=min(last.evidence, hit.evidence)) for hit in added.hits
    )
    told = {
        name: [*value, *added.explanation[name]] if name in ALIGNED and name in added.explanation else value
        for name, value in found.ranking.explanation.items()
    }
    evidence = tuple(more.evidence[at]._replace(score=hit.score) for at, hit in zip(kept, hits, strict=True))
    ranking = found.ranking._replace(hits=(*found.ranking.hits, *hits), explanation=told)
    return found._replace(
        ranking=ranking, records={**found.records, **more.records}, evidence=(*found.evidence, *evidence)
    )


def _looked(question: str, limit: int, means: Means) -> Gathered:
    return of_the_day(means.look(question, limit), means)


def of_the_day(ranking: Ranking, means: Means) -> Gathered:
    """The evidence of a search; only what was in force then, where the question is asked as of a day."""
    records = means.corpus.records({document_of(hit) for hit in ranking.hits})
    if means.as_of:
        day = means.as_of
        ranking = _only(
            ranking,
            [
                number
                for number, hit in enumerate(ranking.hits)
                if in_force(records[document_of(hit)], means.successors, day)
                and written(records[document_of(hit)], day)
                and not (means.told_by and written_after(records[document_of(hit)], means.told_by))
            ],
        )
    said = tuple(_evidence(hit, records[document_of(hit)]) for hit in ranking.hits)
    return Gathered(ranking, records, _with_columns(said, ranking, means), met=False)


def _with_columns(evidence: Sequence[Evidence], ranking: Ranking, means: Means) -> tuple[Evidence, ...]:
    """The evidence with the headers of tables that began before it, where an amount or a day may have to be placed."""
    asked = ranking.query.original or ranking.query.text
    if not amounts(asked) and not days_asked(asked) and not times_asked(asked):
        return tuple(evidence)
    before = text_before(means)
    return tuple(
        one._replace(columns=header_before(one.text, hit.passage, before))
        for one, hit in zip(evidence, ranking.hits, strict=True)
    )


def valid(found: Gathered, wants: Sequence[Constraint], means: Means) -> Gathered:
    """Without documents that had been replaced on the day for which a rule is asked, where there are others.

    What took effect only later stays: it may tell what held before, and the constraint holds it to its dates.
    """
    days = [one.value.partition("/")[0] for one in wants if one.certain and one.value.endswith(IN_FORCE)]
    if len(days) != 1:
        return found
    kept = [
        number
        for number, hit in enumerate(found.ranking.hits)
        if not ended(found.records[document_of(hit)], means.successors, days[0])
    ]
    if not kept or len(kept) == len(found.evidence):
        return found
    return found._replace(ranking=_only(found.ranking, kept), evidence=tuple(found.evidence[number] for number in kept))


def _current(question: str, found: Gathered, wants: Sequence[Constraint], means: Means) -> Gathered:
    """Without documents whose successor was found beside them, where the question asks for nothing past.

    The two say much the same in other figures, so that the old one's would lead by chance. What is asked for by a name
    or a code is the newer one where that bears it, too. A successor that was not found is looked in; one that has
    nothing of it leaves the old one, which is told to be old.
    """
    kinds = TIMED & {one.kind for one in wants}
    if means.as_of or not means.successors or PAST.search(question) or kinds - {"document"}:
        return found
    found = _with_successors(question, found, means)
    named = [one for one in wants if one.certain and one.kind in NAMED_BY]
    so_called = meets.meeting(named, found.evidence, known=means.known) if named else range(len(found.evidence))
    ids = {found.ranking.hits[number].passage.document_id for number in so_called}
    kept = [
        number
        for number, hit in enumerate(found.ranking.hits)
        if not (
            is_over(found.records[document_of(hit)], means.successors, means.today)
            and _followed(hit.passage.document_id, ids, means)
        )
    ]
    if not kept or len(kept) == len(found.evidence):
        return found
    return found._replace(ranking=_only(found.ranking, kept), evidence=tuple(found.evidence[number] for number in kept))


def _with_successors(question: str, found: Gathered, means: Means) -> Gathered:
    """What was found, with the passages of what took the place of a document and was not found, where it lay."""
    if means.look_in is None:
        return found
    ids = [hit.passage.document_id for hit in found.ranking.hits]
    newest = {
        hit.passage.document_id: by
        for hit in found.ranking.hits
        if is_over(found.records[document_of(hit)], means.successors, means.today)
        for by in deque(followers(hit.passage.document_id, means.successors, means.today), maxlen=1)
    }
    missing = sorted({by for by in newest.values() if by not in ids})
    if not missing:
        return found
    more = means.look_in(question, missing, means.settings.passages)
    ranking = inserted(found.ranking, more, newest)
    return of_the_day(overtaken(ranking, newest, limit=len(ranking.hits)), means)


def _followed(document: str, found: Collection[str], means: Means) -> bool:
    """Whether what took a document's place, or the place of that, was found."""
    return any(one in found for one in followers(document, means.successors, means.today))


PAST = later(
    r"(?i)\b(?:was|were|did|had|used to|been|old|older|previous(?:ly)?|former(?:ly)?|earlier|past|superseded|chang\w+"
    r"|differ\w*|compar\w+|before|history|versions?|editions?|new)\b"
)
"""What may ask for more than what holds now."""
TIMED = frozenset({"date", "period", "version", "document", EDITION})
"""Kinds of constraints by which a question chooses an older document itself."""
NAMED_BY = frozenset({"document", "code"})
"""Kinds of constraints that an older document may meet and its successor not: each policy has its number."""
_NOW = later(
    r"(?i)\b(?:current(?:ly)?|presently|(?<!at the )latest|newest|in force|today|right now|aktuell\w*|derzeit\w*)\b"
)
"""How a question asks for what holds: the current policy is that one of several of its name."""


def timed(question: str, wants: Sequence[Constraint]) -> bool:
    """Whether a question chooses a time, a version or a document; `the current policy` leaves the choice to the day."""
    kinds = TIMED & {one.kind for one in wants}
    return bool(kinds) and not (kinds == {"document"} and _NOW.search(question) is not None)


def narrowed(found: Gathered, wants: Sequence[Constraint], means: Means) -> Gathered:
    """The evidence that meets all constraints; else what lacks nothing certain; else all of it, as not met.

    Where few meet all, those that only lack words that may be no names stay beside them (`a Canadian institute`).
    """
    if not wants:
        return found._replace(met=True)
    rows = meets.held(wants, found.evidence, known=means.known).rows
    kept = [number for number, row in enumerate(rows) if not any(row)]
    if len(kept) < ENOUGH:
        kept = [number for number, row in enumerate(rows) if all(one is None or _may_lack(one) for one in row)]
    kept = kept or list(meets.meeting(wants, found.evidence, known=means.known))
    if not kept:
        return found
    ranking = _only(found.ranking, kept)
    return Gathered(ranking, found.records, tuple(found.evidence[number] for number in kept), met=True)


def _may_lack(one: Unmet) -> bool:
    return one.constraint.kind == "term" and not one.constraint.certain


def _quoted(question: str, wants: Sequence[Constraint]) -> tuple[str, ...]:
    """What the question puts in quotes: there the words belong together, in this order."""
    return tuple(
        " ".join(one.text.casefold().split())
        for one in wants
        if one.kind == "term" and question[max(0, one.span.start - 1) : one.span.start] in _QUOTES
    )


def _worded(found: Gathered, quoted: Sequence[str]) -> Gathered:
    """Where some evidence holds the quoted words as they stand, what only holds them scattered does not answer."""
    if not quoted or not found.met:
        return found
    texts = [" ".join(f"{one.heading} {one.text}".casefold().split()) for one in found.evidence]
    kept = [number for number, text in enumerate(texts) if all(words in text for words in quoted)]
    if not kept or len(kept) == len(texts):
        return found
    evidence = tuple(found.evidence[number] for number in kept)
    return found._replace(ranking=_only(found.ranking, kept), evidence=evidence)


def _only(ranking: Ranking, kept: Sequence[int]) -> Ranking:
    """A ranking of some of its hits, with what explains each of them."""
    explanation = {
        name: [value[number] for number in kept] if name in ALIGNED else value
        for name, value in ranking.explanation.items()
    }
    return ranking._replace(hits=tuple(ranking.hits[number] for number in kept), explanation=explanation)


def _evidence(hit: Hit, record: DocumentRecord) -> Evidence:
    passage = hit.passage
    heading = f"{passage.metadata['section']} {passage.metadata['heading']}".strip()
    about = {**record.metadata, "content_date": record.content_date, "doc_type": record.doc_type}
    return Evidence(
        text=passage.text,
        passage_id=passage.id,
        document_id=passage.document_id,
        document_key=record.key,
        span=passage.span,
        title=record.title,
        heading=heading,
        path=record.path,
        score=hit.score,
        metadata=about,
    )
