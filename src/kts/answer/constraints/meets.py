"""Whether evidence meets what a question names: the second gate's half that reads evidence.

The constraints must be met together: one piece of evidence, with its document's title, path and metadata, meets all of
them. Only constraints of one kind (two versions compared, two people) may be met by different pieces. That a value
occurs somewhere in the corpus counts for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints.amounts import amount_met
from kts.answer.constraints.editions import EDITION, edition_met
from kts.answer.constraints.named import SIDE
from kts.answer.constraints.names import name_met
from kts.answer.constraints.pieces import piece
from kts.answer.constraints.programs import COMMAND, SETTING, command_met, setting_met
from kts.answer.constraints.protocols import PROTOCOL, protocol_met
from kts.answer.constraints.times import time_met
from kts.answer.constraints.values import code_met, section_met, version_met
from kts.answer.constraints.vocabulary import NOWHERE
from kts.answers import Unmet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint, Evidence


class Held(NamedTuple):
    """The constraints held against each piece of evidence: a row a piece, None where the constraint is met."""

    rows: tuple[tuple[Unmet | None, ...], ...]


def held(constraints: Sequence[Constraint], evidence: Sequence[Evidence], *, known: Vocabulary = NOWHERE) -> Held:
    """Hold every constraint against every piece of evidence."""
    pieces = [piece(one) for one in evidence]
    return Held(tuple(tuple(_against(one, found, known) for one in constraints) for found in pieces))


def unmet(
    constraints: Sequence[Constraint], evidence: Sequence[Evidence], *, known: Vocabulary = NOWHERE
) -> tuple[Unmet, ...]:
    """What no piece of the evidence meets together with the rest: what the piece that meets most of it lacks.

    Empty when all is met, or nothing is asked. Without evidence everything is unmet.
    """
    rows = held(constraints, evidence, known=known).rows
    if not rows:
        return tuple(Unmet(one, "nothing was found") for one in constraints)
    separable = _separable(constraints)
    elsewhere = [any(row[at] is None for row in rows) for at in range(len(constraints))]
    lacking = [
        tuple(one for at, one in enumerate(row) if one is not None and not (separable[at] and elsewhere[at]))
        for row in rows
    ]
    return min(lacking, key=_weight)


def meeting(
    constraints: Sequence[Constraint], evidence: Sequence[Evidence], *, known: Vocabulary = NOWHERE
) -> tuple[int, ...]:
    """The pieces that lack nothing certain, by their index: what an answer may be drawn from."""
    rows = held(constraints, evidence, known=known).rows
    separable = _separable(constraints)
    return tuple(
        index
        for index, row in enumerate(rows)
        if not any(one and one.constraint.certain and not separable[at] for at, one in enumerate(row))
    )


def _separable(constraints: Sequence[Constraint]) -> tuple[bool, ...]:
    """Which constraints another piece may meet: the sides of a comparison, and what the question names two of.

    To ask for all names in one piece refuses a third of questions whose answer goes over two documents, and spares
    one near-miss in a hundred (evaluation/confidence).
    """
    kinds = [one.kind for one in constraints]
    return tuple(one.value.endswith(SIDE) or kinds.count(one.kind) > 1 for one in constraints)


def _weight(lacking: Sequence[Unmet]) -> tuple[int, int]:
    return sum(one.constraint.certain for one in lacking), len(lacking)


def _against(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    return _METHODS.get(constraint.kind, name_met)(constraint, found, known)


_METHODS: Mapping[str, Callable[[Constraint, Piece, Vocabulary], Unmet | None]] = {
    "code": code_met,
    "version": version_met,
    EDITION: edition_met,
    PROTOCOL: protocol_met,
    "section": section_met,
    "date": time_met,
    "period": time_met,
    "amount": amount_met,
    "quantity": amount_met,
    SETTING: setting_met,
    COMMAND: command_met,
}
