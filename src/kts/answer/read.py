"""The first passages as a reading model sees them: whether each answers the question, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.select import selector_for
from kts.answer.means import text_before
from kts.answer.question.form import form
from kts.answer.units.rendered import origin, rendered
from kts.answer.units.window import headed, wanted, window
from kts.answer.verdict.signals import coverages
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Evidence
    from kts.ports.models import Reader, Reading, Weighing
    from kts.types import Ranking

READ = 3
"""Passages that are read, after those that do not meet the question are gone (a default: 16 ms of CPU each)."""


def read(question: str, found: Gathered, means: Means) -> Gathered:
    """What was found, with the readings of its first passages, unless a selector reads their statements.

    As it was where nothing reads what is asked. Beside a selector a reader told nothing more (decision 0026).
    """
    return found if selector_for(question, means) is not None else _read(question, found, means)


def read_beside(
    question: str, ways: Sequence[tuple[Gathered, Picked]], means: Means
) -> tuple[tuple[Gathered, Picked], ...]:
    """What was found in each way and chosen of it, read where what leads is no statement that a selector has read."""
    return tuple(
        (_read(question, found, means) if chosen.said is None and not found.readings else found, chosen)
        for found, chosen in ways
    )


def _read(question: str, found: Gathered, means: Means) -> Gathered:
    reader = means.reader() if found.evidence else None
    if reader is None or form(question) not in reader.weighings:
        return found
    first = found.evidence[:READ]
    languages = [found.records[one.document_key].language for one in first]
    spoken = means.corpus.languages() or ("en",)
    shown = [rendered(hit.passage, text_before(means)) for hit in found.ranking.hits[:READ]]
    given = [one._replace(text=text.text) for one, text in zip(first, shown, strict=True)]
    bare = readings(question, given, reader, languages, spoken=spoken)
    placed = [one._replace(span=one.span and origin(text, one.span)) for one, text in zip(bare, shown, strict=True)]
    return found._replace(readings=joined(placed, found.ranking, first, reader.weighings[form(question)]))


def readings(
    question: str, evidence: Sequence[Evidence], reader: Reader, languages: Sequence[str], *, spoken: Sequence[str]
) -> tuple[Reading, ...]:
    """One reading a piece of evidence, as the model gives it, its span in the piece's whole text.

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


def joined(
    found: Sequence[Reading], ranking: Ranking, evidence: Sequence[Evidence], weighing: Weighing
) -> tuple[Reading, ...]:
    """The readings of the first hits of the ranking, each logit joined with what the search knows of the passage."""
    rows: Sequence[Mapping[str, float | None]] = ranking.explanation.get("evidence", ())
    cosines = [rows[at].get("cosine") if at < len(rows) else None for at in range(len(evidence))]
    return tuple(
        one._replace(answerable=weighed(one.answerable, coverage, cosine, weighing))
        for one, coverage, cosine in zip(found, coverages(ranking, evidence), cosines, strict=True)
    )


def weighed(logit: float, coverage: float, cosine: float | None, weighing: Weighing) -> float:
    """A reader's logit joined with how much of the question's words the passage holds, and how near it is."""
    near = weighing.usual if cosine is None else cosine
    return weighing.bias + weighing.logit * logit + weighing.coverage * coverage + weighing.cosine * near


def _moved(one: Reading, by: int, lead: int) -> Reading:
    """The reading with its span in the whole text; without one where it lies in what was put before the text."""
    if one.span is None or one.span.end <= lead:
        return one._replace(span=None)
    return one._replace(span=Span(max(one.span.start, lead) - lead + by, one.span.end - lead + by))
