"""A supported claim that another document seems to dispute, where that document is changed, or says that this stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.standing.amended import is_overtaken
from kts.answer.standing.wording import leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Evidence, Judgement
    from kts.records import DocumentRecord

MOST = 3
"""Documents whose dispute is looked at, one after the other (a default: of most claims there is one)."""


def settled(
    claim: str,
    found: Judgement,
    evidence: Sequence[Evidence],
    judge: Callable[[str, Sequence[Evidence]], Judgement],
    yields: Callable[[int, int], bool],
) -> Judgement:
    """The judgement without a dispute that is none: `yields(deciding piece, other piece)`, or what the other leaves.

    Another document may dispute the claim all the same, so it is judged again without the one that does not.
    """
    kept, now = list(range(len(evidence))), found
    for _ in range(MOST):
        if now.support != "supported" or not any(why.kind == "disputed" for why in now.reasons):
            return now
        (own, _), (other, span) = now.matched[:2]
        if not (yields(own, other) or leaves(evidence[other].text[span.start : span.end], claim)):
            return now
        kept = [at for at in kept if evidence[at].path != evidence[other].path]
        again = judge(claim, [evidence[at] for at in kept])
        again = again._replace(matched=tuple((kept[at], place) for at, place in again.matched))
        if again.support != "supported" or again.matched[0] != found.matched[0]:
            reasons = tuple(why for why in found.reasons if why.kind != "disputed")
            return found._replace(reasons=reasons, matched=found.matched[:1])
        now = again
    return now


def gives_way(of: DocumentRecord, other: DocumentRecord, amended: Mapping[str, AbstractSet[str]]) -> bool:
    """Whether what another document says gives way to that of the one which decides.

    That one amends it, or both amend one document and the other is older.
    """
    return of.id in amended.get(other.id, ()) or is_overtaken(of, other, amended)
