"""A hit with everything that a face shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.search.cite import cite
from kts.types import Result, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ports import Corpus, Sources
    from kts.records import DocumentRecord
    from kts.types import Hit, Ranking


def results(
    ranking: Ranking, records: Mapping[int, DocumentRecord], *, corpus: Corpus, sources: Sources, length: int
) -> tuple[Result, ...]:
    """Cite each passage and choose the stretch of it to show; `records` are those of the hits' documents by key."""
    from kts.search.snippet import names_in, snippet  # who only shows what a server found needs none of it

    terms = ranking.explanation["terms"]
    wanted = {form: float(term["idf"]) for term in terms if term["idf"] for form in term["forms"]}
    languages = tuple(corpus.languages())
    names = names_in(ranking.query.original or ranking.query.text)
    (cited,) = corpus.columns(("citation",), len(ranking.hits))

    def result(hit: Hit) -> Result:
        passage = hit.passage
        record = records[passage.metadata["document_key"]]
        citation = cited.get((record.key, passage.id))
        if citation is None:
            citation = cited[record.key, passage.id] = cite(record, passage, corpus=corpus, sources=sources)
        shown = snippet(passage.text, wanted, length=length, languages=languages, whole=names)
        start = passage.span.start
        span = Span(start + shown.span.start, start + shown.span.end)
        return Result(
            hit=hit,
            citation=citation,
            doc_type=record.doc_type,
            snippet=shown.text,
            snippet_span=span,
            marks=shown.marks,
            place=corpus.locate(record.key, _spot(span, shown.best)),
            confidence=round(hit.evidence, 4),
            stale=record.stale,
        )

    return tuple(map(result, ranking.hits))


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
        **result.standing,
    }


def in_words(known: Mapping[str, Any]) -> str:
    """The standing of a document in words, of a mapping that has it: `superseded by policy-v3.docx`."""
    standing, by = known.get("standing", "current"), known.get("superseded_by", "")
    said = {
        "superseded": f"superseded by {by}" if by else "superseded",
        "future": "not yet in force",
        "draft": "a draft",
    }.get(standing, "")
    amended = ", ".join(known.get("amended_by", ()))
    return "; ".join(filter(None, (said, f"amended by {amended}" if amended else "")))
