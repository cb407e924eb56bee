"""The part of the facade that holds claims against evidence: given, or looked up in the index."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answers import Claim, Evidence
from kts.errors import UsageError
from kts.types import Filter, Query, Span
from kts.workspace.opened import OpenIndex, resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.answers import Judgement
    from kts.ports import DocumentRecord
    from kts.ports.models import TokenVectors
    from kts.store.corpus import SqliteCorpus
    from kts.types import Citation, Hit

LOOKED_UP = 10
"""Passages that a claim without evidence is held against."""


class Stated(NamedTuple):
    """A claim to check; `evidence` are the texts to hold it against, None to look it up."""

    id: str
    text: str
    evidence: tuple[str, ...] | None = None


class CheckedClaim(NamedTuple):
    """A claim as it was judged.

    Of evidence from the index the claim's citations tell the place, and its reasons give offsets into that document;
    of given evidence `evidence` is the index of the text and `span` the statement in it, and so do the reasons.
    """

    id: str
    claim: Claim
    evidence: int | None = None
    span: Span | None = None


class Checking(OpenIndex):
    """Says of each claim whether the evidence supports it."""

    def check(
        self, claims: Iterable[Stated], *, filters: Filter | None = None, mode: str | None = None, k: int = LOOKED_UP
    ) -> Iterator[CheckedClaim]:
        """Judge claims one after the other: supported, contradicted or unsupported, with reasons and places.

        A claim with evidence is held against that, any other against the best `k` passages. Raises NoIndex,
        CorruptStore, UsageError for an empty claim.
        """
        from kts.answer.gate import judge

        with self._snapshot() as corpus:
            narrowed = resolved(filters or Filter(), corpus)
            vectors = self._token_vectors(corpus, mode)
            for one in claims:
                if one.evidence is not None:
                    yield against_texts(one, vectors)
                    continue
                hits = self._looked_up(one, narrowed, corpus, mode=mode, k=k)
                records = corpus.records({_document(hit) for hit in hits})
                found = judge(one.text, [evidence(hit, records[_document(hit)]) for hit in hits], vectors)
                yield self._cited(one, found, hits, records, corpus)

    def _looked_up(
        self, one: Stated, filters: Filter, corpus: SqliteCorpus, *, mode: str | None, k: int
    ) -> Sequence[Hit]:
        query = Query(_worded(one), one.text, filters)
        return self._ranking(query, corpus, k=k, per_document=k, mode=mode).hits

    def _token_vectors(self, corpus: SqliteCorpus, mode: str | None) -> TokenVectors | None:
        """Token vectors of the model whose vectors serve, kept for texts that come again; None without one."""
        choice = self._choice(mode or self.settings.search.mode, corpus)
        if choice.dense is None:
            return None
        from functools import lru_cache

        found: TokenVectors | None = getattr(choice.dense.embedder, "embed_tokens", None)
        return lru_cache(maxsize=256)(found) if found else None

    def _cited(
        self,
        one: Stated,
        found: Judgement,
        hits: Sequence[Hit],
        records: Mapping[int, DocumentRecord],
        corpus: SqliteCorpus,
    ) -> CheckedClaim:
        from kts.answer.compose import quoted

        cited: list[Citation] = []
        offset = 0
        for piece, span in found.matched:
            hit = hits[piece]
            offset = hit.passage.span.start
            place = Span(offset + span.start, offset + span.end)
            sources = self._sources(corpus)
            cited.append(quoted(hit, place, records[_document(hit)], corpus=corpus, sources=sources))
        return CheckedClaim(one.id, _claim(one, found, tuple(cited), offset))


def against_texts(one: Stated, vectors: TokenVectors | None = None) -> CheckedClaim:
    """Judge a claim against the texts that came with it; needs no index."""
    from kts.answer.gate import judge

    _worded(one)
    found = judge(one.text, [Evidence(text) for text in one.evidence or ()], vectors)
    piece, span = found.matched[0] if found.matched else (None, None)
    return CheckedClaim(one.id, _claim(one, found, (), 0), piece, span)


def evidence(hit: Hit, record: DocumentRecord) -> Evidence:
    """A hit as a piece of evidence, with what it stands under."""
    passage = hit.passage
    return Evidence(
        text=passage.text,
        passage_id=passage.id,
        document_id=passage.document_id,
        document_key=record.key,
        span=passage.span,
        title=record.title,
        heading=f"{passage.metadata['section']} {passage.metadata['heading']}".strip(),
        path=record.path,
        score=hit.score,
        metadata={**record.metadata, "content_date": record.content_date},
    )


def _claim(one: Stated, found: Judgement, cited: tuple[Citation, ...], offset: int) -> Claim:
    reasons = tuple(
        why._replace(evidence=Span(why.evidence.start + offset, why.evidence.end + offset)) if why.evidence else why
        for why in found.reasons
    )
    return Claim(one.text, found.support, reasons, cited, found.score)


def _worded(one: Stated) -> str:
    if not one.text.strip():
        message = f"claim {one.id} is empty"
        raise UsageError(message, hint='kts check "what is claimed"')
    return one.text


def _document(hit: Hit) -> int:
    return int(hit.passage.metadata["document_key"])
