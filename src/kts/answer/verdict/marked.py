"""Which statements of an answer do not hold as they are quoted: amended, over, of what is not in force (EVID-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import compose
from kts.answer.claims.consolidated import consolidated
from kts.answer.means import record as record_of
from kts.answer.standing.amended import changed
from kts.answer.standing.drafts import unagreed
from kts.answer.standing.inforce import freshness, in_force
from kts.answer.standing.limited import over_beside
from kts.answer.standing.others import others
from kts.answer.standing.placed import is_old, since
from kts.answer.standing.tocome import early_beside
from kts.answer.verdict import judge
from kts.answer.verdict.notices import beside, stale
from kts.answers import NOW_READS, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.standing.amended import Changed
    from kts.answers import Answer, Claim
    from kts.types import Span

_HOLDS = frozenset({"current", "dated", "undated"})
"""Badges of documents that are in force."""


def completed(said: Answer, found: Gathered, picked: Picked, means: Means) -> Answer:
    """With what else its reader should know: who else answers, how fresh it is, the definitions it depends on."""
    said, told = with_standing(said, picked, found, means)
    asked = found.ranking.query.original or found.ranking.query.text
    notices = (
        *beside(asked, picked, found, means, said.doubts),
        *_among_old(said, found, means),
        *_unclear(said, means),
    )
    further = (*told, *others(found, picked, means), *notices) if said.claims else ()
    return said._replace(
        gates=said.gates if picked.said is None else (*said.gates, judge.SELECTOR),
        notes=(*said.notes, *further),
        freshness=judge.badges(said, found, means),
        as_of=means.as_of,
        definitions=judge.definitions(said, found, means),
    )


def _unclear(said: Answer, means: Means) -> Iterator[str]:
    """Which amendments in force may change what is cited, as nothing tells what they amend."""
    cited = {one.document_id: one.path for claim in said.claims for one in claim.citations}
    for document, path in sorted(cited.items(), key=lambda one: one[1]):
        for by in map(means.corpus.document, sorted(means.unclear.get(document, ()))):
            if in_force(by, means.successors, means.as_of or means.today):
                yield f"{by.path} amends an agreement, and it is not clear which: it may change {path}"


def _among_old(said: Answer, found: Gathered, means: Means) -> Iterator[str]:
    """Which of the cited documents lie among old ones, or are called old copies, and were replaced by none."""
    if means.as_of:
        return
    cited = {one.document_id for claim in said.claims for one in claim.citations}
    for record in sorted(found.records.values(), key=lambda one: one.path):
        if record.id in cited and is_old(record) and in_force(record, means.successors, means.today):
            yield f"kept among old documents, and nothing says that it still holds: {record.path}"


def with_standing(said: Answer, picked: Picked, found: Gathered, means: Means) -> tuple[Answer, tuple[str, ...]]:
    """The answer with the standing of each claim, and notes on what no longer holds as it is quoted."""
    if not said.claims:
        return said, ()
    changes = list(changed(picked, found, means))
    past, coming = list(over_beside(picked, found, means)), list(early_beside(picked, found, means))
    by_place: dict[tuple[str, Span], Reason] = {
        (one.of.id, one.unit.span): Reason("amended", one.said()) for one in reversed(changes)
    }
    by_place |= {(one.document, one.unit.span): Reason("expired", one.said()) for one in past}
    by_place |= {(one.document, one.unit.span): Reason("future", one.said()) for one in coming}
    by_place |= _by_own_word(found, picked, means)
    cited = [record_of(found.ranking.hits[one.held.unit.hit], found) for one in picked.chosen]
    badges = {one.id: freshness(one, means.successors, means.as_of or means.today).badge for one in cited}
    drafts = {one.id for one in cited if badges[one.id] in _HOLDS and unagreed(one, means.known.opening(one.key))}
    badges |= dict.fromkeys(drafts, "draft")
    claims = tuple(_marked(one, by_place, badges) for one in said.claims)
    notes = (
        *(one.said() for one in changes),
        *_readings(changes),
        *(one.said() for one in past),
        *(one.said() for one in coming),
    )
    return said._replace(claims=claims, text=compose.text(claims)), tuple(dict.fromkeys(notes))


def _by_own_word(found: Gathered, picked: Picked, means: Means) -> dict[tuple[str, Span], Reason]:
    """The statements whose page says that it is out of date; as of a day it may not have been."""
    old: dict[tuple[str, Span], Reason] = {}
    for one in () if means.as_of else picked.chosen:
        if said := stale(one.held, found, means):
            unit = one.held.unit
            old[record_of(found.ranking.hits[unit.hit], found).id, unit.span] = Reason("superseded", said)
    return old


def _marked(claim: Claim, by_place: dict[tuple[str, Span], Reason], badges: dict[str, str]) -> Claim:
    if not claim.citations:
        return claim
    cited = claim.citations[0]
    if why := by_place.get((cited.document_id, cited.span)):
        return claim._replace(standing=why.kind, reasons=(*claim.reasons, why))
    badge = badges.get(cited.document_id, "")
    return claim._replace(standing="current" if badge in _HOLDS else badge)


def _readings(changes: Sequence[Changed]) -> Iterator[str]:
    """How each changed unit reads now, where its amendments tell that word by word."""
    for unit in dict.fromkeys(one.unit for one in changes):
        said = sorted((one for one in changes if one.unit == unit), key=lambda one: since(one.by))
        now: str | None = unit.text
        for one in said:
            now = consolidated(now, one.change.text) if now is not None else None
        if now is not None:
            now = " ".join(now.split())
            now = now.strip("| ").replace(" | ", "; ") if unit.kind == "row" else now
            yield f"{said[0].place} of {said[0].of.path} {NOW_READS} {now}"
