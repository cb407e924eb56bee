"""Which statements of an answer bear on what a ticket asks: a reply holds these, a person sees the others, too.

An answer to a person may hold a statement too many, who reads on; a reply that leaves by itself may not. A statement
stays that has words of the ticket beside those of its own document's title, or is near to it in meaning; what stands
in another document than what leads must be a little near in any case. A step between two steps that stay, and the
warning behind what stays, stay too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.valued import lacks_duration
from kts.answer.constraints.expected import expected, holds
from kts.answer.verdict.signals import ASKING
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.identifiers import identifiers
from kts.lexicon.patterns import later
from kts.tickets.around import unsupported
from kts.tickets.complete import MEASURES, rescued
from kts.tickets.questions import SOLVING, STATED, STEP, questions, told_beside, wishes
from kts.tickets.versions import CODES, form, named
from kts.tickets.whole import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket

NEAR = 0.4
"""Cosine of a statement and the ticket from which it bears on it without a word in common. Of the 21 statements behind
the lead that hold the judged key sentence (drafts of the training half of samples/tickets) each has a word; of the 155
others 36 have none, and 31 of these lie below."""
APART = 0.25
"""Cosine below which a statement of another document than the lead's does not bear: of the 58 with a word in common six
lie below, none of them judged; the judged ones begin at .32."""
SEVERAL = 2
"""Words in common with a question from which a statement of another document speaks of the same (a default)."""
_HOLDS_BACK = later(
    r"(?i)\b(?:not|no|never|none|only|unless|except|cannot|without|nur|nicht|kein\w*|au\u00dfer)\b|n['\u2019]t\b"
)
"""Says what does not hold: such a statement is never left out from beside what it holds back."""
_PLAIN = (
    frozenset(terms("version release update edition run use question ticket help please need want know get")) | MEASURES
)
_ASKS = frozenset(terms(" ".join(ASKING)))


class Borne(NamedTuple):
    """The statements that bear on a ticket, and a note on each that does not."""

    claims: tuple[Claim, ...]
    notes: tuple[str, ...] = ()


def bearing(
    ticket: Ticket,
    answer: Answer,
    claims: Sequence[Claim],
    near: Callable[[Sequence[str]], Sequence[float]] | None,
    rows: Sequence[Claim] = (),
) -> Borne:
    """The statements that bear on what the ticket asks, at least one of those that were given.

    `near` gives the cosine of texts to the ticket; without it nothing is left out, for words alone tell too little.
    `rows` are chosen for the ticket already (`kts.tickets.alternatives`) and stay.
    """
    kept = tuple(claims)
    if near is None or len(kept) < 2:  # noqa: PLR2004 - one is not held against itself
        return Borne(kept)
    words = _content(answer.query, ticket)
    own = [words & _content(one.text, ticket) for one in kept]
    cosines = [round(value, 6) for value in near([one.text for one in kept])]
    lead = _lead([len(one) for one in own], cosines)
    asked = questions(ticket) or (answer.query,)
    steps = asks_for_steps(ticket, answer)
    questioned = _questioned(ticket, words, answer.query)
    versions = _asked_versions(ticket, questioned)
    stays = [
        at == lead
        or one in rows
        or not versions.isdisjoint(named(one.text))
        or _bears(one, kept[lead], held=said - _title(one), near=said & questioned, cosine=cosine, asked=asked,
                  steps=steps, words=words)
        for at, (one, said, cosine) in enumerate(zip(kept, own, cosines, strict=True))
    ]  # fmt: skip
    chosen = [one for one, stay in zip(kept, stays, strict=True) if stay]
    leaning = unsupported(chosen, answer)
    borne = whole([one for one in chosen if one not in leaning], kept, answer, every=steps)
    borne = rescued(ticket, borne, kept)
    left = [one for one in kept if one not in borne]
    notes = tuple(f"left out of the draft, for it bears on nothing that is asked: {_flat(one.text)}" for one in left)
    return Borne(borne, notes)


def _lead(words: Sequence[int], cosines: Sequence[float]) -> int:
    """The place of what leads: another one only where the first has no word of the ticket, and that is nearer."""
    better = [at for at in range(1, len(words)) if words[at] and cosines[at] > cosines[0]]
    if words[0] or cosines[0] >= NEAR or not better:
        return 0
    return max(better, key=lambda at: (cosines[at], -at))


def asks_for_steps(ticket: Ticket, answer: Answer) -> bool:
    """Whether it is asked how something is done, or an error is reported by its code."""
    coded = any(one.kind in CODES for one in identifiers(ticket.text))
    asked = (*questions(ticket), answer.query)
    return coded or any(expected(one) == "procedure" or SOLVING.search(one) for one in asked)


_LABELLED = later(r"\W*(?P<label>[^\W\d][^:.;!?\n]{2,60}):(?=\s)")
"""`First delivery of the year: ...`: of what the statement is."""


def _questioned(ticket: Ticket, words: AbstractSet[str], query: str) -> AbstractSet[str]:
    """The words with which the ticket asks, not those of the story beside it; all where it only tells."""
    told = told_beside(ticket)
    asked = words & _content(" ".join((*questions(ticket), *wishes(ticket))), ticket) if told and query else words
    return asked or words


def _asked_versions(ticket: Ticket, questioned: AbstractSet[str]) -> AbstractSet[str]:
    """The versions that a question is about which has hardly another word: `What is the limit of v1?`."""
    return named(" ".join(questions(ticket))) if len(questioned) <= SEVERAL else frozenset()


def _of_other_case(claim: Claim, words: AbstractSet[str], title: AbstractSet[str]) -> bool:
    """Whether a statement is labelled with a case of which the ticket says nothing."""
    label = _LABELLED.match(claim.text.replace("*", ""))
    if label is None:
        return False
    own = {one for one in terms(label["label"]) if one not in STOP_WORDS} - _PLAIN - title
    return len(own) > 1 and own.isdisjoint(words)


def _bears(
    claim: Claim,
    lead: Claim,
    *,
    held: AbstractSet[str],
    near: AbstractSet[str],
    cosine: float,
    asked: Sequence[str],
    steps: bool,
    words: AbstractSet[str],
) -> bool:
    """Whether a statement stays beside the one that leads; `held`: its words of the ticket, `near`: of what it asks.

    A statement of another document has two of what is asked, or one and is near in meaning; numbers and names of things
    (`X40`) are none. Where a value is asked for, another value with one word of the ticket is that of something else.
    """
    beside = {one.document_id for one in claim.citations} & {one.document_id for one in lead.citations}
    if not beside:
        plain = {one for one in near if not re.search(r"\d", one)}
        return bool(plain) and cosine >= (APART if len(plain) >= SEVERAL else NEAR)
    if not held and _of_other_case(claim, words, _title(claim)):
        return False
    kinds = {expected(one) for one in asked}
    if kinds <= STATED and len(held) < SEVERAL and any(holds(kind, claim.text) for kind in kinds):
        return cosine >= NEAR and bool(held & near)
    if held or (cosine >= NEAR and not all(lacks_duration(one, claim.text) for one in asked)):
        return True
    text = claim.text.lstrip("*_-\u2022 ")
    if steps and STEP.search(text):
        return True
    together = {one.passage_id for one in claim.citations} & {one.passage_id for one in lead.citations}
    return bool(together) and (text[:1].islower() or bool(_HOLDS_BACK.search(text)))


def _content(text: str, ticket: Ticket) -> AbstractSet[str]:
    """The stems of a text that tell what it is about: not those that only ask, and no versions."""
    versions = named(text) | named(ticket.text) | {form(ticket)}
    plain = {stem for one in versions for stem in terms(one)} | _PLAIN | _ASKS
    return {stem for stem in terms(text) if stem not in STOP_WORDS} - plain


def _title(claim: Claim) -> AbstractSet[str]:
    return {stem for one in claim.citations for stem in terms(one.title)}


def _flat(text: str) -> str:
    return " ".join(text.split())
