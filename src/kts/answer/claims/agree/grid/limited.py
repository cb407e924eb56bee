"""How far a post or grade may go: `up to 100,000` under the column that the claim names, whatever others may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.agree.tables import row, written_row
from kts.answer.claims.agree.values import DOWN, holds
from kts.answer.claims.match import tokens
from kts.lexicon.quantities import comparable, quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row
    from kts.lexicon.quantities import Quantity


def beyond(sides: Sides) -> Iterator[Finding]:
    """An amount beyond the limit that stands under the column which the claim names by its whole header."""
    own = written_row(sides)
    at = _column(sides.claim, own) if own else None
    if own is None or at is None:
        return
    bounds = quantities(own.values[at])
    for one in quantities(sides.claim):
        if len(bounds) != 1 or not _is_limit(bounds[0]) or not comparable(bounds[0], one) or holds(bounds[0], one):
            continue
        if one.comparator or denied(sides.claim, one.start, one.end):
            continue
        above = bounds[0].comparator in DOWN
        text = f"under {quoted(own.heads[at])} the evidence gives {quoted(own.values[at])}, not {quoted(one.text)}"
        yield Finding("cell" if above else "limit", conflict=above, text=text, claim=Span(one.start, one.end))
        return


def settled(sides: Sides, findings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings without that of an amount within the limit of the column that the claim names."""
    own = row(sides.statement, sides.near)
    at = _column(sides.claim, own) if own else None
    bounds = quantities(own.values[at]) if own and at is not None else ()
    if len(bounds) != 1 or not _is_limit(bounds[0]):
        return findings
    within = {Span(one.start, one.end) for one in quantities(sides.claim) if holds(bounds[0], one)}
    return [one for one in findings if one.kind != "number" or one.claim not in within]


def _is_limit(one: Quantity) -> bool:
    return bool(one.comparator) and one.comparator != "~"


def _column(claim: str, own: Row) -> int | None:
    """The column whose header has the most words, all of which stand in the claim one behind the other."""
    said = [token.stem for token in tokens(claim)]
    found: dict[int, int] = {}
    for at in range(1, len(own.heads)):
        head = [token.stem for token in tokens(own.heads[at])]
        if head and any(said[start : start + len(head)] == head for start in range(len(said))):
            found[at] = len(head)
    most = [at for at, length in found.items() if length == max(found.values())]
    return most[0] if len(most) == 1 else None
