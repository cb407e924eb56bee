"""Two questions in one sentence: what an answer to both together leaves out is asked by itself.

`What does it mean and how do we get rid of it?` is answered by the sentence that says what it means, for that has more
of the words. The second half alone refers to what the ticket tells, and is asked behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import compose
from kts.answer.parts import OF_PART, best
from kts.answers import GIVEN
from kts.lexicon.identifiers import identifiers
from kts.lexicon.messages import SAYING, closed, content, message, refers
from kts.lexicon.patterns import later
from kts.search.decompose import pieces
from kts.tickets.questions import (
    ANNOUNCES,
    ASKED,
    OPEN,
    SOLVING,
    STEP,
    all_found,
    content_of,
    is_joined,
    listed,
    of_parts,
    places_of,
    speaks,
    spelled,
    told_beside,
    touches,
    without,
)
from kts.tickets.versions import CODES

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket

JOINT = "what is to be done was looked up by itself: see that it is all of it"
"""Doubt of an answer to which a remedy was added: its article may name several, and the first need not be found."""
_BETWEEN = later(
    r"(?i),?\s(?:and|or|but)(?: also)?,?\s(?=(?:what|which|who|when|where|why|how|is|are|do|does|did|can|may|must|"
    r"should|will)\b)"
)
"""What joins them."""
_IT = later(r"(?i)(?<=[a-z] )(?:it|this|that(?: error| message)?)\b(?=\W*(?:mean|\Z))")
"""What refers to the code that the ticket names."""


def halves(ticket: Ticket) -> tuple[str, ...]:
    """The two questions of a sentence that joins two, in the ticket's own words; empty where none does."""
    text = spelled(ticket.description)
    said = (" ".join(closed(text, one).split()) for one in message(text).asks)
    joint = next((one for one in said if is_joined(one)), "")
    found = [part for part in _BETWEEN.split(ANNOUNCES.sub("", joint.rstrip(" ?"))) if part.strip()]
    return tuple(f"{part.strip(' ,')}?" for part in found) if len(found) == ASKED else ()


def both(ticket: Ticket, answer: Answer, probe: Callable[[str], Answer] | None) -> Answer:
    """The answer with what each half of a double question gets, where the answer as a whole does not tell it.

    `answer` is what the ticket gets as a whole; a ticket with a list of questions keeps it, `probe` asks one question.
    """
    asked = () if probe is None or listed(ticket) else halves(ticket)
    if probe is None or not asked or (answer.verdict in GIVEN and all(_is_told(one, answer) for one in asked)):
        return answer
    of_first = refers(asked[-1]) and not refers(asked[0]) and len(content(asked[0])) >= SAYING
    told = "" if of_first else told_beside(ticket)
    whole = pieces(" and ".join(one.rstrip("?") for one in asked) + "?") if not told else asked
    alone = [
        _alone(_coded(one, ticket), told, probe)._replace(query=own)
        for one, own in zip(whole if len(whole) == len(asked) else asked, asked, strict=True)
    ]
    new = [one for one in alone if one.verdict in GIVEN and one.claims]
    if answer.verdict not in GIVEN:
        return of_parts(answer, alone) if new else answer
    there = places_of(answer.claims)
    more = [claim for one in new for claim in _beside(one, there)]
    if not more:
        return answer
    solved = any(SOLVING.search(one.query) and _beside(one, there) for one in new)
    claims = tuple({tuple(places_of((one,))): one for one in (*answer.claims, *more)}.values())
    return answer._replace(
        claims=claims,
        text=compose.text(claims),
        confidence=min(one.confidence for one in (answer, *new)),
        chance=min(one.before_gates for one in (answer, *new)),
        ranking=all_found(answer, alone),
        doubts=(*answer.doubts, JOINT) if solved else answer.doubts,
        freshness=tuple(dict.fromkeys(each for one in (answer, *new) for each in one.freshness)),
        notes=tuple(note for note in answer.notes if not note.startswith(OPEN)),
    )


def _beside(alone: Answer, there: frozenset[tuple[object, ...]]) -> list[Claim]:
    """What a question got by itself that is not there yet: all of it is new, or it says what is to be done."""
    if SOLVING.search(alone.query):
        return [one for one in alone.claims if STEP.search(one.text) and there.isdisjoint(places_of((one,)))][:OF_PART]
    return best(alone.claims) if there.isdisjoint(places_of(alone.claims)) else []


def _is_told(question: str, answer: Answer) -> bool:
    """Whether a statement speaks of a question; what only refers to another one (`get rid of it`) is told by none."""
    return not content_of(question) or (not refers(question) and any(speaks(one, question) for one in answer.claims))


def _coded(question: str, ticket: Ticket) -> str:
    """A question that refers to the one code of its ticket, with that: `how do we get rid of it?`."""
    codes = {one.norm: one.surface for one in identifiers(ticket.text) if one.kind in CODES}
    return _IT.sub(next(iter(codes.values())), question, count=1) if len(codes) == 1 else question


def _alone(question: str, told: str, probe: Callable[[str], Answer]) -> Answer:
    """What a question gets by itself; behind what the ticket tells where it refers to that, or gets nothing without.

    What is found by the story alone, and holds no word of the question, answers the story and not the question.
    """
    leans = refers(question) or len(content(question)) < SAYING
    found = probe(f"{told} {question}" if told and leans else question)
    if found.verdict in GIVEN or not told:
        return found if not (told and leans) or touches(question, found.claims) else without(found)
    found = found if leans else probe(f"{told} {question}")
    return found if found.verdict not in GIVEN or touches(question, found.claims) else without(found)
