"""The shape of a checked claim (`kts check --json`): one JSON object a line, not wrapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.answer.claims.outdated import by_what_holds
from kts.server.wire import citation, envelope
from kts.server.wire.answers import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.workspace.checking import CheckedClaim


def claims(
    judged: Iterable[CheckedClaim], aside: Sequence[str] = (), *, offset: int = 0, total: int | None = None
) -> dict[str, Any]:
    """Claims in their envelope, as a server gives them; `aside` is what a text holds beside them.

    `next` is the offset of the claims that follow these, null after the last; `total` counts all.
    """
    found = [checked(one) for one in judged]
    held = sum(one["support"] == "supported" for one in found)
    whole, end = len(found) if total is None else total, offset + len(found)
    data = {
        "claims": found,
        "aside": list(aside),
        "offset": offset,
        "next": end if found and end < whole else None,
        "total": whole,
    }
    return envelope(data, reasoning=f"{held} of {len(found)} claims are supported")


def checked(one: CheckedClaim) -> dict[str, Any]:
    """`{id, claim, support, score, gates, standing, holds, reasons, citations}`; `matched` the place in given texts.

    `in_other_words` marks a supported claim whose evidence says it so differently that a person should read the place.
    `gates` are the checks that it went through: claim (the rules), and reader and entailment where those models read.
    `rows` has for each citation what its row states under the header of its table; "" where the quote is no row.
    `standing` is whether what decides is in force on the day `judged_on`: current, superseded, future, expired (an
    exception that is over) or draft; both are null where nothing was looked up. `holds` is false for a supported claim,
    too, that only such a place supports, unless the claim names it: the past, a version, a time.
    The `evidence` span of a reason is an offset into the cited document, or into the given text.
    """
    span = one.span
    return {
        "id": one.id,
        "claim": one.claim.text,
        "support": one.claim.support,
        "score": one.claim.score,
        "in_other_words": one.claim.in_other_words,
        "gates": list(one.claim.gates),
        "standing": one.standing or None,
        "judged_on": one.judged_on or None,
        "holds": by_what_holds(one.claim),
        "reasons": [reason(why) for why in one.claim.reasons],
        "citations": [citation(cited) for cited in one.claim.citations],
        "rows": list(one.rows),
        "matched": {"evidence": one.evidence, "start": span.start, "end": span.end} if span else None,
    }
