"""The first passages as a reading model sees them: whether each answers the question, and where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.window import headed, wanted, window
from kts.lexicon.analyse import QUESTION_WORDS
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.means import Gathered, Means
    from kts.answers import Evidence
    from kts.ports.models import Reader, Reading

READ = 3
"""Passages that are read, after those that do not meet the question are gone (a default: 16 ms of CPU each)."""
_ASKING = re.compile(rf"(?i)\W*(?:{QUESTION_WORDS}|list|name|give|show|explain|describe|tell|find|define|compare)\b")
"""How a question begins. What is none (a claim, a few words, `summarize the risks`) no single passage answers, and the
reader was not trained on it."""


def asks(question: str) -> bool:
    """Whether it is a question that a passage can answer."""
    return "?" in question or _ASKING.match(question) is not None


def read(question: str, found: Gathered, means: Means) -> Gathered:
    """What was found, with the readings of its first passages; as it was without a reader, or for no question."""
    if means.reader is None or not found.evidence or not asks(question):
        return found
    first = found.evidence[:READ]
    languages = [found.records[one.document_key].language for one in first]
    return found._replace(
        readings=readings(question, first, means.reader, languages, spoken=means.corpus.languages() or ("en",))
    )


def readings(
    question: str, evidence: Sequence[Evidence], reader: Reader, languages: Sequence[str], *, spoken: Sequence[str]
) -> tuple[Reading, ...]:
    """One reading a piece of evidence, its span in the piece's whole text.

    `languages` are those of the pieces, `spoken` all that the question may be in.
    """
    asked = wanted(question, spoken)
    spans = [
        window(asked, one.text, reader.count, budget=reader.window, language=language)
        for one, language in zip(evidence, languages, strict=True)
    ]
    texts = [one.text[span.start : span.end] for one, span in zip(evidence, spans, strict=True)]
    leads = [
        headed((one.title, one.heading), text, reader.count, budget=reader.heading)
        for one, text in zip(evidence, texts, strict=True)
    ]
    found = reader.read(question, [lead + text for lead, text in zip(leads, texts, strict=True)])
    moves = [(span.start, len(lead)) for span, lead in zip(spans, leads, strict=True)]
    return tuple(_moved(one, *move) for one, move in zip(found, moves, strict=True))


def _moved(one: Reading, by: int, lead: int) -> Reading:
    """The reading with its span in the whole text; without one where it lies in what was put before the text."""
    if one.span is None or one.span.end <= lead:
        return one._replace(span=None)
    return one._replace(span=Span(max(one.span.start, lead) - lead + by, one.span.end - lead + by))
