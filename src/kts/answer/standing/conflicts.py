"""Where documents in force say different things of one subject (EVID-10): both sides are shown, neither is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.standing.proposals import decided_at
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.lexicon.quantities import Quantity

LIKE = 0.5
"""Share of the words, values apart, that two units on one subject have in common (a default, not fitted)."""
FAR = 2.0
"""Distance of the extraction's scores above which a unit does not rival the lead (a default, not fitted)."""
RIVALS = 8
"""Units that are held against the lead."""


class Stated(NamedTuple):
    """A unit; `document` is the id of its document."""

    held: Held
    document: str


def rivals(
    ranked: Sequence[tuple[float, Held]], lead: Held, document_of: Callable[[Held], str], words: frozenset[str]
) -> tuple[tuple[Held, str, str], ...]:
    """Units of other documents that answer as well as the lead and state another value, with the two values.

    `words` are the terms of the question: both sides must hold the same of them.
    """
    top = ranked[0][0] if ranked else 0.0
    mine = Stated(lead, document_of(lead))
    near = [one for score, one in ranked[:RIVALS] if top - score <= FAR and one is not lead]
    others = [Stated(one, document_of(one)) for one in near]
    found = []
    for other in others:
        if other.document != mine.document and _on_one_subject(mine.held, other.held, words):
            pair = next(differing(mine.held, other.held), None)
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
    if one.unit.kind == "row" and not _under(one) & words <= _under(other) | other.terms:
        return False
    first, second = _wordy(one.terms), _wordy(other.terms)
    smaller = min(len(first), len(second))
    return smaller > 0 and len(first & second) >= LIKE * smaller


def _under(one: Held) -> frozenset[str]:
    """The terms of what a unit stands under: what the rows of a table are of is said above it."""
    return frozenset(terms(one.unit.intro))


def _wordy(found: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in found if not any(character.isdigit() for character in term))


def differing(mine: Held, other: Held) -> Iterator[tuple[Quantity, Quantity]]:
    """Values of two units that could be compared and are not the same, where no value is shared.

    What a unit says that held before differs from nothing, nor what was only asked for: `reduced from 500 to 400`.
    """
    first, second = values(mine), values(other)
    pairs = [(one, two) for one in first for two in second if one.unit and two.unit and comparable(one, two)]
    if any(same(one, two) for one, two in pairs):
        return
    past, their_past = former(mine.unit.text), former(other.unit.text)
    yield from (pair for pair in pairs if not (past(pair[0].start) or their_past(pair[1].start)))


_CHANGE = (
    r"(?:rais(?:e[sd]?|ing)|lift(?:s|ed|ing)?|lower(?:s|ed|ing)?|reduc(?:e[sd]?|ing|tion)|increas(?:e[sd]?|ing)"
    r"|decreas(?:e[sd]?|ing)|cut(?:s|ting)?|chang(?:e[sd]?|ing)|mov(?:e[sd]?|ing)|extend(?:s|ed|ing)?|extension"
    r"|shorten(?:s|ed|ing)?|adjust(?:s|ed|ing|ment)?|postpone[sd]?|brought forward|put off|put back|rises?|rose|falls?"
    r"|fell|drops?|goes|went)"
)
_VALUE = r"(?:[^.;:,()\n]|[.,](?=\d)){1,40}?"
FORMER = later(
    rf"(?i)\b{_CHANGE}\b(?:[^.;\n]|\.(?=\d)){{0,80}}?\bfrom (?:the )?(?P<from>{_VALUE}) (?:to|until)\b"
    rf"|\b(?:instead of|in place of|no longer) (?:the )?(?P<instead>{_VALUE})(?=[.;,)\n]|\Z| (?:in|as|from|for|and)\b)"
    rf"|\((?:before|previously|formerly|so far|until now|was)(?: that)?:? (?P<before>{_VALUE})\)"
)
"""What a text says that held before: `lowered from 65 % to 60 %`, `on day 14 instead of day 10`, `(before: 99.5 %)`."""


def former(text: str) -> Callable[[int], bool]:
    """Tells of a place in a text whether what stands there held before, or was asked for and then decided on."""
    spans = [match.span(match.lastgroup or 0) for match in FORMER.finditer(text)]
    decided = decided_at(text)
    return lambda at: at < decided or any(start <= at < end for start, end in spans)
