"""What the fitted models of the first gate weigh: signs of a claim and a statement, and each finding by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.bars import FORBIDS, TURNED
from kts.answer.claims.match import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.claims.agree.sides import Finding
    from kts.answer.claims.align import Alignment
    from kts.answer.claims.match import Match

THIN = 0.4
"""Share of the claim under which a statement may well speak of something else; a default, not fitted."""
SENSE = frozenset({*FORBIDS, *TURNED, "exchanged", "role"})
"""Conflicts of sense, which count the more the more of the claim the statement holds."""
COPY = 0.75
"""Share of a claim's words, in order, from which it counts as a copy of the statement; a default, not fitted."""
VALUES, ALONE = 2, 8
"""Values in common, and words without a counterpart, from which more of them count no further; defaults, not fitted."""


def signs(match: Match, alignment: Alignment, findings: Sequence[Finding], statement: str) -> dict[str, float]:
    """What the model weighs; every finding counts by its weight under its kind."""
    total = sum(token.weight for token in (*alignment.alone, *(pair.claim for pair in alignment.pairs))) or 1.0
    found = {
        "held": alignment.held,
        "thin": max(0.0, 1.0 - alignment.held / THIN),
        "cosine": match.cosine,
        "around": match.around,
        "longest_gap": max((token.weight for token in alignment.alone), default=0.0) / total,
        "taken": _taken(alignment, statement),
        "like": sum(pair.kind == "like" for pair in alignment.pairs) / max(1, len(alignment.pairs)),
        "values": min(VALUES, match.values) / VALUES,
        "alone": min(1.0, len(alignment.alone) / ALONE),
        "subject_gap": float(_headless(alignment)),
    }
    sense = [one.weight * alignment.held for one in findings if one.conflict and one.kind in SENSE]
    if sense:
        found["sense"] = max(sense)
    for finding in findings:
        name = finding.kind if finding.conflict or finding.kind.endswith(("gap", "near")) else f"{finding.kind}_soft"
        found[name] = max(found.get(name, 0.0), finding.weight)
    return found


def _headless(alignment: Alignment) -> bool:
    """Whether the first word of the claim that has a meaning, mostly its subject, has no counterpart."""
    first = min((pair.claim.start for pair in alignment.pairs), default=0)
    return any(token.start < first for token in alignment.alone)


def copied_or_touched(copied: float, findings: Sequence[Finding]) -> dict[str, float]:
    """Whether the claim is a copy of the statement, untouched or with something changed in it."""
    if copied < COPY:
        return {}
    touched = any(not finding.kind.endswith("near") for finding in findings)
    return {"touched" if touched else "copied": copied}


def _taken(alignment: Alignment, statement: str) -> float:
    """The share of the statement's own words that the claim takes up."""
    own = tokens(statement)
    used = {pair.evidence for pair in alignment.pairs}
    total = sum(token.weight for token in own)
    return sum(token.weight for token in own if token in used) / total if total else 0.0
