"""Where documents in force say different things of one subject (EVID-10): both sides are shown, neither is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.quantities import comparable, quantities, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.extract import Held
    from kts.lexicon.quantities import Quantity

LIKE = 0.5
"""Share of the words, values apart, that two units on one subject have in common (a default, not fitted)."""
FAR = 2.0
"""Distance of the extraction's scores above which a unit does not rival the lead (a default, not fitted)."""
RIVALS = 8
"""Units that are held against the lead."""


class Stated(NamedTuple):
    """A unit with the values that it states; `document` is the id of its document."""

    held: Held
    document: str
    values: tuple[Quantity, ...]


def rivals(
    ranked: Sequence[tuple[float, Held]], lead: Held, document_of: Callable[[Held], str], words: frozenset[str]
) -> tuple[tuple[Held, str, str], ...]:
    """Units of other documents that answer as well as the lead and state another value, with the two values.

    `words` are the terms of the question: both sides must hold the same of them.
    """
    top = ranked[0][0] if ranked else 0.0
    mine = Stated(lead, document_of(lead), values(lead))
    near = [one for score, one in ranked[:RIVALS] if top - score <= FAR and one is not lead]
    others = [Stated(one, document_of(one), values(one)) for one in near]
    found = []
    for other in others:
        if other.document != mine.document and _on_one_subject(mine.held, other.held, words):
            pair = next(differing(mine.values, other.values), None)
            if pair:
                found.append((other.held, pair[0].text, pair[1].text))
    return tuple(found)


def values(held: Held) -> tuple[Quantity, ...]:
    """What the unit states; of a table's row no values of one kind in several columns, which are of several cases."""
    found = quantities(held.unit.text)
    if held.unit.kind != "row":
        return found
    return tuple(one for one in found if sum(comparable(one, other) for other in found) == 1)


def _on_one_subject(one: Held, other: Held, words: frozenset[str]) -> bool:
    if not (one.terms & words) or (one.terms & words) != (other.terms & words):
        return False
    first, second = _wordy(one.terms), _wordy(other.terms)
    smaller = min(len(first), len(second))
    return smaller > 0 and len(first & second) >= LIKE * smaller


def _wordy(found: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in found if not any(character.isdigit() for character in term))


def differing(mine: Sequence[Quantity], others: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """Values that could be compared and are not the same, where no value is shared."""
    pairs = [(one, other) for one in mine for other in others if one.unit and other.unit and comparable(one, other)]
    if not any(same(one, other) for one, other in pairs):
        yield from pairs
