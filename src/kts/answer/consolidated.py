"""A claim and clauses that an amendment has changed: the claim is held against the clause as it reads now (EVID-9)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.amended import alters, clause_at
from kts.answers import Reason
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answers import Evidence, Judgement
    from kts.types import Passage

_QUOTED = r"[\"\u201c\u2018'](?P<{name}>[^\"\u201c\u201d]{{1,400}}?)[\"\u201d\u2019']"
_WORDS = re.compile(
    r"(?i)\b(?:words?|figures?|expressions?|references? to)?\s*"
    + _QUOTED.format(name="old")
    + r"\s+(?:is|are|shall be)\s+(?:deleted and\s+)?(?:replaced|substituted)\s+(?:by|with)\s+(?:the\s+)?"
    + r"(?:words?|figures?)?\s*"
    + _QUOTED.format(name="new")
)
"""`the words "30 days" are replaced by the words "21 days"`."""
_SUM = re.compile(
    r"(?i)\b(?:sum|amount|figure|rate|limit|period|percentage|date) of (?P<old>[^,;\"]{1,40}?)(?: for [^,;\"]{1,60}?)?"
    r" (?:is|shall be) replaced (?:by|with) (?:the (?:sum|amount|figure|rate|limit|period|percentage|date) of )?"
    r"(?P<new>[^,;\"]{1,40}?)(?=[.,;]|\Z)"
)
"""`the sum of 10,000 for insurance is replaced by the sum of 15,000`."""
_FROM = re.compile(
    r"(?i)\b(?:reduced|increased|raised|lowered|extended|shortened|changed|decreased|amended|varied) from "
    r"(?P<old>[^,;\"]{1,40}?) to (?P<new>[^,;\"]{1,40}?)(?=[.,;]|\Z| (?:with|from|as|for|in)\b)"
)
"""`is reduced from 30 days to 21 days`."""
_ANEW = re.compile(
    r"(?is)\b(?:replaced|substituted|restated|to read|shall read|amended)\b[^\"\u201c]{0,80}[\"\u201c]"
    r"(?P<new>[^\"\u201d]{8,4000})"
)
"""`is deleted and replaced by the following: "6.2 The Trust shall pay ..."`."""
SHORT = 3
"""Words of what stands in quotes from which it is a clause, not a word of one (a default)."""


class Change(NamedTuple):
    """What an amendment says of a clause: the piece of evidence it stands in, where, and its words."""

    piece: int
    span: Span
    text: str


def changes(passages: Sequence[Passage], pieces: Sequence[int], number: str) -> tuple[Change, ...]:
    """The sentences of passages that change a clause; `pieces` are the passages' numbers among the evidence."""
    found = []
    for passage, piece in zip(passages, pieces, strict=True):
        for start, end in sentences(passage.text):
            if alters(passage.text[start:end], number):
                last = _end_of_quote(passage.text, start, end)
                found.append(Change(piece, Span(start, last), passage.text[start:last]))
    return tuple(found)


def _end_of_quote(text: str, start: int, end: int) -> int:
    """Where the words end that a sentence begins to quote: a clause in quotes may be of several sentences."""
    opened = max(text.rfind("\u201c", start, end), -1)
    if opened >= 0 and text.find("\u201d", opened, end) < 0:
        closed = text.find("\u201d", opened)
        return closed + 1 if closed >= 0 else end
    if text.count('"', start, end) % 2:
        closed = text.find('"', end)
        return closed + 1 if closed >= 0 else end
    return end


def consolidated(clause: str, change: str) -> str | None:
    """The clause as it reads after a change, None where that cannot be told from the words of the change."""
    for pattern in (_WORDS, _SUM, _FROM):
        found = pattern.search(change)
        if found:
            old, new = (" ".join(found[name].split()) for name in ("old", "new"))
            written = re.compile(r"\s+".join(map(re.escape, old.split())), re.IGNORECASE)
            return new.join(written.split(clause)) if written.search(clause) else None
    anew = _ANEW.search(change)
    return anew["new"] if anew and len(anew["new"].split()) > SHORT else None


def as_amended(
    claim: str,
    found: Judgement,
    evidence: Sequence[Evidence],
    change: Change,
    judge: Callable[[str, Sequence[Evidence]], Judgement],
) -> Judgement:
    """The judgement by the clause as it reads now; where that cannot be told, nothing is supported or contradicted."""
    piece, span = found.matched[0]
    old = evidence[piece]
    said = f"{old.path} is changed by {evidence[change.piece].path}: {' '.join(change.text.split())}"
    why = Reason("amended", said)
    new = consolidated(old.text[span.start : span.end], change.text)
    if new is None:
        return found._replace(
            support="unsupported", reasons=(why,), matched=((change.piece, change.span), *found.matched)
        )
    now = judge(claim, [old._replace(text=new, span=None)])
    reasons = (*(one._replace(evidence=None) for one in now.reasons), why)
    return now._replace(reasons=reasons, matched=((change.piece, change.span), (piece, span)))


def clause_of(passage: Passage, found: Judgement) -> str:
    """The number of the clause that decides, in the passage that it stands in."""
    return clause_at(passage, passage.span.start + found.matched[0][1].start)
