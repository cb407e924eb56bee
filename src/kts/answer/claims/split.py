"""The claims of an answer text: its sentences, list entries and clauses, without their citation marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = later(r"(?<!\s)\s*(?:\[(?:\^?\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*)\]|\u3010[^\u3011]{1,40}\u3011|\^\d{1,3}\b)")
_LEAD = later(r"\s*(?:[-*+\u2022\u25cf]\s+|#{1,6}\s+|\(?\d{1,2}[.)]\s+|\([a-z]\)\s+|>\s*)*")
_WORD = later(r"\w")
_ONLY_TITLE = later(r"#{1,6}\s|\*\*[^*]+\*\*:?\Z|[^.!?]{1,80}:\Z")
_JOINT = later(
    r";\s+(?:and\s+|but\s+)?|,\s+(?:and|but)\s+|(?<!\s)\s+and\s+(?=(?:the|a|an|it|they|its|their|all|any|each|no|every)\s)",
    re.IGNORECASE,
)
_PREDICATE = later(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|may|must|shall|will|can|could|should|would|cannot|need|needs|"
    r"[a-z]{3,}(?:ed|es|ies))\b|\b[a-z]{3,}s\s+(?:the|a|an|to|its|their|\d|no|not|any|all|every|each|for|by|in|on|at)\b"
)
_CONDITION = later(
    r"(?:if|when|where|unless|because|although|while|since|after|before|once|provided|that|which|who)\b", re.IGNORECASE
)
_GREETING = later(
    r"\s*(?:dear|hello|hi|hey|good (?:morning|afternoon|evening|day)|greetings|guten (?:tag|morgen|abend)|hallo"
    r"|liebe[rs]?|sehr geehrte[rs]?|bonjour|ch(?:er|\u00e8re)s?)"
    r"(?: (?:(?-i:[A-Z])[\w.'\u2019-]*|and|und|et|all|both|team|sirs?|madam|colleagues?|everyone|customers?)){0,6}"
    r"\s*[,!]\s*(?=\S)",
    re.IGNORECASE,
)
"""A salutation with what is said behind it in the same line or the next."""
WORDS = 4
"""Words that a clause has at least to be a claim of its own; a default, not fitted."""


class ClaimText(NamedTuple):
    """A claim as it is judged, where it stands in the answer, and the numbers of the citations beside it."""

    text: str
    span: Span
    pointers: tuple[int, ...] = ()


def claims(text: str) -> tuple[tuple[str, Span], ...]:
    """The claims of an answer text with their places; `text[span]` still holds citation marks."""
    return tuple((one.text, one.span) for one in pointed(text))


def pointed(text: str) -> tuple[ClaimText, ...]:
    """The claims with the citations that stand in them, or right behind them."""
    return tuple(_claim(text, span) for start, end in sentences(text) for span in _parts(text, start, end))


def unmarked(text: str) -> str:
    """A text without its citation marks, its white space as single blanks."""
    return " ".join(_MARK.sub("", text).split())


def ungreeted(text: str) -> str:
    """A text without the salutation before what it says: `Dear Ms Hall, the fee is 3 pounds`."""
    found = _GREETING.match(text)
    return text[found.end() :] if found else text


def is_predicated(line: str) -> bool:
    """Whether a line holds what may be a verb, with something behind it: at its end it may as well be a plural."""
    return any(found.end() < len(line) for found in _PREDICATE.finditer(line))


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    """The clauses of a sentence that can stand alone; a title or a lead-in is no claim."""
    if _ONLY_TITLE.match(text[start:end]):
        return
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    greeting = _GREETING.match(text, start, end)
    start = greeting.end() if greeting and _WORD.search(text, greeting.end(), end) else start
    if not re.search(r"\w", _MARK.sub("", text[start:end])):
        return
    cut = start
    for joint in _JOINT.finditer(text, start, end):
        if _alone(text[cut : joint.start()]) and _alone(text[joint.end() : end]) and not _CONDITION.match(text[cut:]):
            yield Span(cut, joint.start())
            cut = joint.end()
    if text[cut:end].strip():
        yield Span(cut, end)


def _alone(clause: str) -> bool:
    """Whether a clause has a subject and a predicate of its own."""
    words = clause.split()
    found = _PREDICATE.search(clause)
    return len(words) >= WORDS and bool(found and found.start() > 0) and not _CONDITION.match(clause)


def _claim(text: str, span: Span) -> ClaimText:
    raw = text[span.start : span.end]
    behind = _MARK.match(text, span.end)
    marks = [*_MARK.findall(raw), *([behind[0]] if behind else [])]
    pointers = tuple(dict.fromkeys(int(number) for mark in marks for number in re.findall(r"\d+", mark)))
    return ClaimText(unmarked(raw), span, pointers)
