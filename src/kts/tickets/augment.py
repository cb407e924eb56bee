"""What a ticket asks, said otherwise: its question alone, words that mean the same, what it takes for granted.

By rules; a language model may do the same (`tickets/model.py`), and its words only ever search, they are never replied.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from kts.lexicon.analyse import terms
from kts.lexicon.identifiers import identifiers
from kts.lexicon.messages import GREETING, HAIL_LINE
from kts.lexicon.patterns import later
from kts.lexicon.personal import redact, without
from kts.lexicon.sentences import sentences
from kts.tickets.nouns import Augmentation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.tickets.nouns import Ticket

SUMMARY = 240
"""Characters of a summary at most (a default, not fitted)."""
KEYWORDS = 8
"""Keywords of a ticket at most (a default, not fitted)."""
QUESTION = 600
"""Characters of the rephrased question at most; the search reads no more words than some hundred."""

_ASKING = later(
    r"\?\s*$|^(?:please|could|can|may|would|how|what|which|when|where|who|whom|why|is|are|do|does|did|will|shall|must|"
    r"i (?:would|'d) like to know|i need|i want|we need|tell me|let me know|explain)\b",
    re.IGNORECASE,
)
_UNTOLD = later(
    r"(?i)\W*(?:(?:many |a |my |quick |short |small |some |please |urgent )*(?:thanks?|thank you|questions?|help|hi|"
    r"hello|hey|request|urgent|support|info|information|inquiry|enquiry|problems?|issues?|no subject)"
    r"(?: (?:please|needed|a lot))?)?\W*"
)
"""A subject that names nothing: an answer is held to what a question names, and no document is about `thanks`."""
_PERSONAL_TALE = later(
    r"^(?:i am|i'm|sorry|i know|my (?:husband|wife|boss)|anyway|by the way|no rush|fyi)\b", re.IGNORECASE
)
_STOP = frozenset(
    "the a an and or but if in on at to for of with by from is are was were be been am do does did have has had i you "
    "we they he she it my your our their his her this that these those what which who when where why how can could "
    "would should will shall may might must not no yes so as than then there here please thanks hello hi dear just "
    "also very too any some all one two get got go now still about into out up down me us them".split()
)


def augment(ticket: Ticket, synonyms: Callable[[str], Mapping[str, tuple[str, ...]]] | None = None) -> Augmentation:
    """The ticket's question, its codes and product as context, keywords and a summary, by rules; nothing personal."""
    ticket = ticket._replace(subject=redact(ticket.subject), description=redact(ticket.description))
    said = [ticket.description[start:end].strip() for start, end in sentences(ticket.description)]
    said = [one for one in said if one and not GREETING.match(one)]
    keywords = _keywords(ticket)
    return Augmentation(
        rephrased=question(ticket),
        expansion=tuple(dict.fromkeys(code.norm for code in identifiers(ticket.text))),
        synonyms=synonyms(question(ticket)) if synonyms else {},
        implicit_context=_context(ticket),
        summary=_summary(ticket, said),
        keywords=keywords,
    )


def question(ticket: Ticket) -> str:
    """What is looked for: subject and sentences without greetings, the asking ones first when it is long."""
    said = [ticket.description[start:end].strip() for start, end in sentences(ticket.description)]
    said = [" ".join(HAIL_LINE.sub("", one).split()) for one in said if one and not GREETING.match(one.strip())]
    subject = "" if said and _UNTOLD.fullmatch(ticket.subject) else ticket.subject.strip()
    whole = " ".join([*([_ended(subject)] if subject else []), *said])
    if len(whole) <= QUESTION:
        return whole
    asking = [one for one in said if _ASKING.search(one)]
    rest = [one for one in said if one not in asking and not _PERSONAL_TALE.match(one)]
    chosen: dict[str, None] = {}
    for one in (*asking, *rest):
        if sum(len(other) + 1 for other in chosen) + len(one) + len(subject) < QUESTION:
            chosen[one] = None
    kept = [one for one in dict.fromkeys(said) if one in chosen] or [whole[:QUESTION]]
    return " ".join([*([_ended(subject)] if subject else []), *kept])


def _ended(subject: str) -> str:
    return subject if subject[-1:] in ".?!" else f"{subject}."


def _context(ticket: Ticket) -> tuple[str, ...]:
    """What the form says beside the text: product, version, category."""
    named = [str(ticket.metadata.get(key) or "") for key in ("product", "version", "component")]
    return tuple(dict.fromkeys(one for one in (ticket.category, *named) if one))


def _keywords(ticket: Ticket) -> tuple[str, ...]:
    text = without(ticket.text)
    codes = [code.norm for code in identifiers(text)]
    words = [word for word in re.findall(r"[^\W\d_][\w-]{2,}", text.lower()) if word not in _STOP]
    stems: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for word in words:
        stem = (terms(word) or [word])[0]
        stems.setdefault(stem, word)
        counts[stem] += 1
    ranked = sorted(counts, key=lambda stem: (-counts[stem], -len(stem), stem))
    return tuple(dict.fromkeys((*codes, *(stems[stem] for stem in ranked))))[:KEYWORDS]


def _summary(ticket: Ticket, said: list[str]) -> str:
    asking = next((one for one in said if _ASKING.search(one)), said[0] if said else "")
    whole = (
        f"{ticket.subject.strip()}: {asking}" if ticket.subject.strip() and asking else ticket.subject.strip() or asking
    )
    flat = " ".join(whole.split())
    return flat if len(flat) <= SUMMARY else flat[:SUMMARY].rsplit(" ", 1)[0] + " …"
