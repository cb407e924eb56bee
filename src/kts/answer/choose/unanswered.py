"""A question that a document asks is no answer to it: `What shall we do with them?` at the end of a mail.

Who wrote it did not know. What stands before it tells why it is asked; only what stands behind it may answer it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.means import document as document_of
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, terms, words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit
    from kts.records import DocumentRecord
    from kts.types import Hit

ONLY_ASKED = "what is cited only asks the same"
_QUESTION = later(r"(?<![^\s(>*_])[A-Z][^.?!>]{3,200}\?")
"""A question of one sentence, on one line or more; one that a reply quotes breaks off at the mark of its next line."""
_QUOTED = later(r"(?m)^[ \t]*>|\bwrote:|^-{2,} ?(?:Original|Forwarded)")
"""Where a reply begins to quote: what stands above answers what is asked below."""
_ASKS = frozenset("what when where which who whom whose why how was wann wo welche wer warum wie".split())
_ASKED_ABOUT = later(
    r"(?i)\b(?:ask(?:s|ed|ing)?|questions?|quer(?:y|ies)|enquir\w+|inquir\w+|requests?|requested|wants?|wanted)\b"
)
_ASKER = later(
    r"(?i)\b(?:requester|reporter|customer|client|e-?mail|from|sender|contact|caller|priority|severity|urgency|opened"
    r"|created)\b"
)
"""Columns of an export of requests: who asks, and how urgent it is."""
_ANSWER = later(
    r"(?i)answer|reply|replies|response|resol|solution|solved|comment|outcome|conclusion|closing|advice|fix"
)
"""Columns of an export that say what came of a request."""
_POINTS_BACK = frozenset(terms("it they them this that these those he him she her one ones so now then here there"))
_PLAIN = _POINTS_BACK | frozenset(
    terms(
        " ".join(
            (*STOP_WORDS, *"can could may might must shall should would did we i you us our my your please".split())
        )
    )
)


def without_questions(
    question: str, stated: Iterable[Unit], hits: Sequence[Hit], records: Mapping[int, DocumentRecord]
) -> tuple[Unit, ...]:
    """The units without what the writers of mails and of open requests ask, unless what was asked is asked for."""
    units = tuple(stated)
    if _ASKED_ABOUT.search(question):
        return units
    of = [records[document_of(hit)] for hit in hits]
    mails = {at for at, one in enumerate(of) if one.metadata.get("message_id") or one.converter.startswith("mbox")}
    remedied = _REMEDIED.search(question) is not None

    def is_asked(one: Unit) -> bool:
        if one.kind == "row":
            return _requested(question, one)
        return one.hit in mails and (_asks(one.text) or (remedied and _echoes(question, one.text)))

    return tuple(one for one in units if not is_asked(one))


def _asks(text: str) -> bool:
    return text.rstrip(' *_"\u201d').endswith("?")


def _echoes(question: str, text: str) -> bool:
    """Whether a text tells the trouble that the question tells, and hardly more: whoever wrote it asks, too."""
    named = set(terms(text)) - _PLAIN
    return len(named) >= FEWEST and len(named.intersection(terms(question))) >= SAME * len(named)


FEWEST, SAME = 3, 0.6
"""Words of a text that may repeat what is asked, and the share of them that does (defaults)."""
_REMEDIED = later(
    r"(?i)\bwhat (?:should|can|must|do|shall|could|to)\b[^?]*\bdo\b|\bhow (?:do|can|could|should) (?:i|we|you)\b"
    r"|\bfix\b"
    r"|\bwhat does (?:it|this|that)\b[^?]*\bmean\b|\bwhat(?:'s| is) wrong\b|\bwhy\b|\bwhat now\b"
)
"""How people ask who tell of a trouble."""


def _requested(question: str, row: Unit) -> bool:
    """Whether a row of an export of requests only asks the same: no column of it says what came of the request."""
    heads, values = cells(row.header), cells(row.text)
    if len(heads) != len(values) or not any(map(_ASKER.search, heads)):
        return False
    answered = any(value and _ANSWER.search(head) for head, value in zip(heads, values, strict=True))
    return not answered and any(_same(value, question, mailed=False) for value in values if _asks(value))


def only_asked(question: str, chosen: Sequence[Chosen], found: Gathered) -> Iterator[str]:
    """The doubt where what leads only comes before the same question, and nothing that is shown stands behind it."""
    if not chosen or _ASKED_ABOUT.search(question):
        return
    lead = chosen[0].held.unit
    hit = found.ranking.hits[lead.hit]
    passage, mailed = hit.passage, bool(found.records[document_of(hit)].metadata.get("message_id"))
    last = max(one.held.unit.span.end for one in chosen if one.held.unit.hit == lead.hit) - passage.span.start
    start = lead.span.start - passage.span.start
    for match in _QUESTION.finditer(passage.text, start):
        quoted = _QUOTED.search(passage.text, passage.text.rfind("\n", 0, start) + 1, match.end())
        if last <= match.end() and not quoted and _same(match[0], question, mailed=mailed):
            yield ONLY_ASKED
            return


def _same(one: str, question: str, *, mailed: bool) -> bool:
    """Whether a question asks with the word of another one, and names nothing that this does not.

    One that names nothing at all (`What shall we do with them?`) asks of what stands before it, in a mail.
    """
    word = next((word for word in words(one) if word in _ASKS), "")
    if word not in {said for said in words(question) if said in _ASKS}:
        return False
    named = set(terms(one)) - _PLAIN
    return (mailed or bool(named)) and named <= set(terms(question))
