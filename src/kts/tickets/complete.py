"""Which questions of a ticket the statements of its draft answer, by what kind of answer each asks for.

`What does it cost, and how long is the warranty?` is answered by an amount and by a length of time; a statement that
shares words with both may hold neither. What stays open is said, and the only statement that answers a question is left
out of no draft.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.valued import lacks_duration
from kts.answer.constraints.expected import expected, holds
from kts.answer.verdict.signals import ASKING
from kts.answers import GIVEN
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.tickets.questions import OPEN, SOLVING, STATED, questions, solves
from kts.tickets.rows import is_row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket

_BETWEEN = later(
    r"(?i),?\s(?:and|or|but)(?: also)?,?\s(?=(?:what|which|who|when|where|why|how|is|are|do|does|did|can|may|must|"
    r"should|will)\b)"
)
"""What joins two questions of one sentence."""
_PRICE = later(
    r"(?i)\bcosts?\b(?! cent)|\b(?:what|which|how high)\b[^?]{0,40}\b(?:fees?|prices?|charges|rent)\b|"
    r"\bhow much (?:is|are) (?:it|this|that|they|the (?:fee|price|rent|charge|deposit)|an?)\b|"
    r"\bhow much (?:do|does|will|would|must|shall)\b[^?]{0,40}\b(?:pay|owe|charge)\b|"
    r"\bwhat (?:do|does) (?:you|it|that|this) charge\b"
)
"""Asks for an amount of money."""
_WHETHER = later(r"(?i)(?:\A|,|\band|\bor|\bbut)\W{0,3}(?:does|do|did|will|would|is|are|must|should)\b[^,?]{0,120}\Z")
"""Asks only whether something costs anything."""
_SIGN = later(
    r"(?i)[$\u20ac\u00a3\u00a5]\s?\d|\b(?:usd|eur|gbp|chf|jpy|sek|nok|dkk|pln)\s?\d|"
    r"\d\s?(?:usd|eur|gbp|chf|jpy|sek|nok|dkk|pln|euros?|dollars?|pounds?|francs?|kroner|cents?|\u20ac|\u00a3|\$|%|"
    r"per ?cent)|"
    r"\b(?:free(?: of charge)?|gratis|no (?:charge|fee|cost)s?|nothing|included|without (?:charge|cost)|at no cost|"
    r"costs? nothing|kostenlos)\b"
)
_CHARGED = later(r"(?i)\b(?:charged|billed|invoiced|payable|pays?|paid|costs?|at your (?:own )?expense|chargeable)\b")
_MONEY_WORDS = frozenset(
    terms("cost costs fee fees price prices charge charges charged rate pay paid amount much money rent")
)
MEASURES = frozenset(
    terms(
        "day days hour hours minute minutes second seconds week weeks month months year years time times date long "
        "last lasts late often many much amount number count today tomorrow yesterday now get gets"
    )
)
"""Words with which one measures, and that tell nothing of what is measured."""
_ASKS = frozenset(terms(" ".join((*ASKING, "why how when where who what which"))))
_ITEM = later(r"(?i)\A\W*(?:\(?\d{1,2}[.):]|\(?[a-h]\)|also|and|or|but|then|last(?:ly)?:|(?:two|three) questions:?)\s+")


def parts(ticket: Ticket) -> tuple[str, ...]:
    """The questions of a ticket, each one by itself: two that `and` joins are two.

    A short one that only refers to what was told (`And what is the fee?`) is one, too, where its kind is known.
    """
    known = questions(ticket)
    text = " ".join(ticket.description.split())
    bare = [
        one
        for one in (text[start:end].strip() for start, end in sentences(text))
        if one.endswith("?") and not any(other.rstrip("?") in one or one.rstrip("?") in other for other in known)
    ]
    found = [
        f"{_ITEM.sub('', part.strip(' ,')).rstrip(' ?.')}?"
        for asked in (*known, *filter(_is_kind, bare))
        for one in re.split(r"(?<=\?)\s+", asked)[:1]  # behind it stands what it refers to
        for part in _BETWEEN.split(one.rstrip(" ?"))
        if part.strip(" ,?")
    ]
    return tuple(dict.fromkeys(found))


def _is_kind(question: str) -> bool:
    """Whether a question tells by itself what kind of answer it wants: a price, a length of time, a remedy."""
    return bool(_PRICE.search(question) or SOLVING.search(question) or lacks_duration(question, ""))


def unanswered(ticket: Ticket, claims: Sequence[Claim], *, words: bool = True) -> tuple[str, ...]:
    """The questions of a ticket that none of the statements answers, as far as their kind or words tell it.

    Without `words` only their kind counts: what is answered in other words was looked up by itself.
    """
    asked = [one for one in parts(ticket) if words or _is_kind(one) or expected(one) in STATED]
    whole = _content(ticket.text) - _MONEY_WORDS
    alone = len(asked) == 1 or not words
    return tuple(one for one in asked if not any(is_answer(one, claim, whole, alone=alone) for claim in claims))


def words_asked(ticket: Ticket) -> frozenset[str]:
    """The stems of what a ticket asks about in its questions, without names in digits and measures."""
    return frozenset(one for one in _content(" ".join(parts(ticket))) - MEASURES if not re.search(r"\d", one))


def rescued(ticket: Ticket, kept: Sequence[Claim], offered: Sequence[Claim]) -> tuple[Claim, ...]:
    """The statements that are kept, with the first offered one for each question that none of these answers."""
    whole = _content(ticket.text) - _MONEY_WORDS
    asked = parts(ticket)
    more = list(kept)
    for one in asked:
        if not any(is_answer(one, claim, whole, alone=False) for claim in more):
            more += [claim for claim in offered if is_answer(one, claim, whole, alone=False)][:1]
    return tuple(claim for claim in offered if claim in more)


def is_answer(question: str, claim: Claim, whole: AbstractSet[str], *, alone: bool) -> bool:
    """Whether a statement is of the kind that a question asks for, and speaks of its matter.

    `whole` are the words of all the ticket. Where it is `alone`, as the one question or as one that was looked up by
    itself, only the kind counts: whether the answer speaks of it was judged before.
    """
    said = _said(claim)
    if _PRICE.search(question):
        return _is_price(question, claim) and bool(whole & said)
    if lacks_duration(question, claim.text):
        return False
    if SOLVING.search(question):
        return solves(claim)
    kind = expected(question)
    if kind in STATED and not holds(kind, claim.text):
        return False
    wanted = _content(question)
    return alone or not (wanted - MEASURES) or not (wanted - MEASURES).isdisjoint(said)


def _is_price(question: str, claim: Claim) -> bool:
    """Whether a statement tells an amount, or that there is none; where only that is asked, that it is charged."""
    if _SIGN.search(claim.text):
        return True
    if _WHETHER.search(question.rstrip(" ?")) and _CHARGED.search(claim.text):
        return True
    return any(is_row(one.quote) for one in claim.citations) and bool(re.search(r"\d[.,]?\d", claim.text))


def _said(claim: Claim) -> AbstractSet[str]:
    """The stems of a statement and of the title it stands under."""
    return _content(" ".join((claim.text, *(one.title for one in claim.citations))))


def _content(text: str) -> set[str]:
    return {one for one in terms(text) if one not in STOP_WORDS} - _ASKS


def noted(ticket: Ticket, answer: Answer, claims: Sequence[Claim]) -> Answer:
    """The answer with a note on each question that the statements of the draft leave open, if none is there yet."""
    said = " ".join(answer.notes)
    open_ones = unanswered(ticket, claims, words=answer.verdict not in GIVEN) if claims else ()
    lacking = [one for one in open_ones if one.rstrip("?") not in said]
    if not lacking:
        return answer
    verdict = "partly" if answer.verdict == "answered" else answer.verdict
    return answer._replace(notes=(*answer.notes, *(f"{OPEN}{one}" for one in lacking)), verdict=verdict)
