"""A hit with everything that a face shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.search.cite import cite
from kts.types import Result, Span

if TYPE_CHECKING:
    from kts.ports import Corpus, DocumentRecord, Sources
    from kts.types import Hit, Ranking


def result(
    hit: Hit, record: DocumentRecord, *, ranking: Ranking, corpus: Corpus, sources: Sources, length: int
) -> Result:
    """Cite the passage and choose the stretch of it to show."""
    from kts.search.snippet import snippet  # who only shows what a server found needs none of it

    passage = hit.passage
    terms = ranking.explanation["terms"]
    wanted = {form: float(term["idf"]) for term in terms if term["idf"] for form in term["forms"]}
    shown = snippet(passage.text, wanted, length=length, languages=corpus.languages())
    span = Span(passage.span.start + shown.span.start, passage.span.start + shown.span.end)
    return Result(
        hit=hit,
        citation=cite(record, passage, corpus=corpus, sources=sources),
        doc_type=record.doc_type,
        snippet=shown.text,
        snippet_span=span,
        marks=shown.marks,
        place=corpus.locate(record.key, _spot(span, shown.best)),
        confidence=round(hit.evidence, 4),
        stale=record.stale,
    )


def _spot(span: Span, best: Span | None) -> Span:
    """The word that says most, where there is one: what a person looks for on the page or in the sheet."""
    return Span(span.start + best.start, span.start + best.end) if best else span


def metadata(result: Result) -> dict[str, Any]:
    """What is known of a hit's passage and document."""
    passage = result.hit.passage
    return {
        "title": result.citation.title,
        "path": result.citation.path,
        "doc_type": result.doc_type,
        "section": passage.metadata["section"],
        "heading": passage.metadata["heading"],
        "level": passage.level,
        "kind": passage.kind,
        "document_id": passage.document_id,
        "section_id": passage.section_id,
        "stale": result.stale,
    }
