"""For which version each statement of a reply holds: a reply to one who has 4.0 tells nothing of 5.1 beside it.

A statement holds for the versions that it names; else for those of the heading above it; else for those that its
document says it applies to, or has in its title. Where none of them says any, it may hold for all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer import compose
from kts.answer.constraints.values import applied
from kts.answers import GIVEN
from kts.lexicon.patterns import later
from kts.tickets.versions import form, named, parts, wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket
    from kts.types import Citation

_HEADING = later(r"(?m)^#{1,6} +(\S.*)$")


class Fitted(NamedTuple):
    """An answer without what holds for another version, and what a person must know of it.

    `other` says that what leads holds for another version than the ticket's; `mixed` are versions of statements that
    do not hold together.
    """

    answer: Answer
    other: bool = False
    mixed: tuple[str, ...] = ()


def asked_again(ticket: Ticket, answer: Answer, query: str, probe: Callable[[str], Answer] | None,
                opening: Callable[[str], str]) -> Answer:  # fmt: skip
    """The answer for the version of the ticket's form, where its words name none and the answer is not of that one."""
    version = form(ticket)
    if not wanted(ticket) or named(ticket.text) or probe is None or not answer.claims:
        return answer
    mine = wanted(ticket)
    if all(_meet(mine, held) for held in _held(answer.claims, answer, opening)):
        return answer
    spelled = version if re.search(r"[^\W\d_]{2}", version) else f"version {version}"
    again = probe(f"{query.rstrip(' ?.!')} in {spelled}?")
    first = _held(again.claims, again, opening)[0] if again.claims else frozenset()
    if not _meet(mine, first) or not (again.verdict in GIVEN or (first and _same_source(again, answer))):
        return answer
    return again._replace(ledger_id=answer.ledger_id)


def _same_source(one: Answer, other: Answer) -> bool:
    """Whether two answers lead with the same document: an unsure one of another is no better for naming the version."""
    leads = [next((place.document_id for place in each.claims[0].citations), "") for each in (one, other)]
    return bool(leads[0]) and leads[0] == leads[1]


def fitted(ticket: Ticket, answer: Answer, opening: Callable[[str], str]) -> Fitted:
    """The answer with the statements that hold for the ticket's version, where one of them says that it does.

    `opening(id)` is the beginning of a document.
    """
    if not answer.claims:
        return Fitted(answer)
    mine = wanted(ticket)
    held = _held(answer.claims, answer, opening)
    fits = [_meet(mine, one) for one in held]
    if mine and not all(fits) and any(fit and one for fit, one in zip(fits, held, strict=True)):
        kept = tuple(claim for claim, fit in zip(answer.claims, fits, strict=True) if fit)
        said = answer._replace(claims=kept, text=compose.text(kept))
        return Fitted(said, not fits[0], _apart([one for one, fit in zip(held, fits, strict=True) if fit]))
    return Fitted(answer, bool(mine) and not all(fits), _apart(held))


def _apart(held: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """The versions of statements of which two hold for none together; empty where all do."""
    told = [one for one in held if one]
    parted = any(not _meet(one, other) for number, one in enumerate(told) for other in told[number + 1 :])
    return tuple(sorted({version for one in told for version in one})) if parted else ()


def _meet(mine: frozenset[str], held: frozenset[str]) -> bool:
    """Whether a statement may hold for any of these versions: 5.1.2 is one of 5.1, and without any said all are."""
    return not mine or not held or any(_same(one, other) for one in mine for other in held)


def _same(one: str, other: str) -> bool:
    first, second = parts(one), parts(other)
    shorter = min(len(first), len(second))
    return first[:shorter] == second[:shorter] if shorter else one == other


def earlier(one: str, other: str) -> bool:
    """Whether a version comes before another one, and is no part of it nor the whole of it."""
    return not _same(one, other) and parts(one) < parts(other)


def _held(claims: Sequence[Claim], answer: Answer, opening: Callable[[str], str]) -> list[frozenset[str]]:
    hits = answer.ranking.hits if answer.ranking else ()
    texts = {hit.passage.id: (hit.passage.text, hit.passage.span.start) for hit in hits}
    headings = {hit.passage.id: str(hit.passage.metadata.get("heading", "")) for hit in hits}
    return [_of(claim, texts, headings, opening) for claim in claims]


def _of(
    claim: Claim, texts: dict[str, tuple[str, int]], headings: dict[str, str], opening: Callable[[str], str]
) -> frozenset[str]:
    """The versions that a statement holds for, empty where nothing says any."""
    own = named(claim.text) | applied(claim.text)
    if own or not claim.citations:
        return own
    place = claim.citations[0]
    head = named(_above(place, *texts.get(place.passage_id, ("", 0)))) or named(headings.get(place.passage_id, ""))
    return head or applied(opening(place.document_id)) or named(place.title)


def _above(place: Citation, text: str, start: int) -> str:
    """The last heading of a passage above a cited place of it."""
    found = _HEADING.findall(text[: max(0, place.span.start - start)])
    return found[-1] if found else ""
