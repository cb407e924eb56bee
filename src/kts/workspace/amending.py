"""The part of the facade that holds claims against clauses as they read on a day: as amended, or replaced (EVID-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answers import Evidence
from kts.types import Filter, Query
from kts.workspace.answering import Answering

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.answer.claims.outdated import Successor
    from kts.answers import Judgement
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.types import Hit
    from kts.workspace.checking import Stated

SUCCEEDING = 4
"""Passages of a successor that are held against a claim of which only the old document was found; not fitted."""


class Held(NamedTuple):
    """What a claim is held against: hits, the same as evidence, and their documents.

    `told_by` is the day (ISO) as of which it is judged, where the asker gave one.
    """

    hits: list[Hit]
    pieces: list[Evidence]
    records: dict[int, DocumentRecord]
    told_by: str = ""


class Amending(Answering):
    """Says how the clauses that claims are held against read on a day."""

    def _settled(
        self,
        one: Stated,
        found: Judgement,
        held: Held,
        corpus: SqliteCorpus,
        judged: Callable[..., Judgement],
        *,
        on: str,
    ) -> Judgement:
        """The judgement without a dispute by a document that the one which decides has changed, or one out of force."""
        from kts.answer.claims.disputes import gives_way, settled

        if not any(why.kind == "disputed" for why in found.reasons):
            return found
        out = self._outdated(held, corpus, on)

        def yields(own: int, other: int) -> bool:
            of, by = (held.records[document_of(held.hits[at])] for at in (own, other))
            return (other in out and own not in out) or gives_way(of, by, self._amended.of(corpus))

        return settled(one.text, found, held.pieces, judged, yields)

    def _by_clause(
        self,
        one: Stated,
        found: Judgement,
        held: Held,
        corpus: SqliteCorpus,
        judged: Callable[..., Judgement],
        *,
        on: str,
    ) -> tuple[Judgement, Held] | None:
        """The judgement by the clause that an amendment changes, where a sentence of the amendment was found for it.

        That sentence has both what the clause says now and what it said. A claim of the change itself stays with it.
        """
        from kts.answer.claims.consolidated import clause_of, says_the_old
        from kts.answer.standing.clauses import altered, alters_anew, clauses
        from kts.answer.standing.conditions import is_special
        from kts.answer.standing.targets import annex

        if not found.matched or altered(one.text):
            return None
        piece, span = found.matched[0]
        said, by = held.pieces[piece].text[span.start : span.end], held.hits[piece].passage.document_id
        numbers = set(altered(said))
        if alters_anew(said) and is_special(held.records[document_of(held.hits[piece])]):
            numbers.add(clause_of(held.hits[piece].passage, found))
        bases = {base for base, ids in self._amended.of(corpus).items() if by in ids} if numbers else set()
        amended = [
            number
            for number, hit in enumerate(held.hits)
            if hit.passage.document_id in bases
            and numbers & clauses(hit.passage, annex(held.records[document_of(hit)].title))
        ]
        for number in amended:
            clause = judged(one.text, [held.pieces[number]])
            matched = tuple((number, place) for _, place in clause.matched)
            now, whole = self._amended_since(one, clause._replace(matched=matched), held, corpus, judged, on=on)
            is_told = any(why.kind == "amended" for why in now.reasons)
            if is_told and (now.support == "supported" or says_the_old(one.text, said)):
                return now, whole
        return None

    def _amended_since(
        self,
        one: Stated,
        found: Judgement,
        held: Held,
        corpus: SqliteCorpus,
        judged: Callable[..., Judgement],
        *,
        on: str,
    ) -> tuple[Judgement, Held]:
        """The judgement by the clause as it reads now, where a document in force has changed the one that decides."""
        from kts.answer.claims.consolidated import as_amended, changes, clause_of, of_statement
        from kts.answer.standing.conditions import is_special
        from kts.answer.standing.inforce import in_force
        from kts.answer.standing.placed import since
        from kts.answer.standing.targets import annex

        if not found.matched:
            return found, held
        hit = held.hits[found.matched[0][0]]
        part = annex(held.records[document_of(hit)].title)
        number = clause_of(hit.passage, found, part)
        by = self._amended.of(corpus).get(hit.passage.document_id, frozenset())
        if not number or not by:
            return found, held
        query = Query(f"clause {number} {one.text}", one.text, Filter(document=tuple(sorted(by))))
        looked = self._ranking(query, corpus, k=SUCCEEDING * len(by), per_document=SUCCEEDING, mode=None).hits
        records = corpus.records({document_of(one) for one in looked})
        replaced = self._successors.of(corpus)
        valid = [one for one in looked if in_force(records[document_of(one)], replaced, on)]
        more = sorted(valid, key=lambda one: since(records[document_of(one)]))
        pieces = [evidence(one, records[document_of(one)]) for one in more]
        first = len(held.hits)
        own = {first + at for at, one in enumerate(more) if is_special(records[document_of(one)])}
        piece, span = found.matched[0]
        told = held.pieces[piece].text[span.start : span.end]
        said = changes([one.passage for one in more], range(first, first + len(more)), number, one.text, told, own)
        if part:
            said = of_statement(said, found, held.pieces)
        if not said:
            return found, held
        said = tuple(one._replace(since=since(records[document_of(more[one.piece - first])])) for one in said)
        whole = Held([*held.hits, *more], [*held.pieces, *pieces], {**held.records, **records})
        return as_amended(one.text, found, whole.pieces, said, judged), whole

    def _outdated(self, against: Held, corpus: SqliteCorpus, on: str) -> Mapping[int, Successor]:
        """The pieces of documents that do not hold on a day, with what is to be said of each."""
        from kts.answer.claims.aside import asides

        return asides(
            against.pieces,
            against.hits,
            against.records,
            replaced=self._successors.of(corpus),
            path_of=lambda one: corpus.document(one).path,
            on=on,
            told_by=against.told_by,
        )


def document_of(hit: Hit) -> int:
    """The key of a hit's document."""
    return int(hit.passage.metadata["document_key"])


def evidence(hit: Hit, record: DocumentRecord, opening: str = "", header: str = "") -> Evidence:
    """A hit as a piece of evidence, with what it stands under, how its document begins, and its table's `header`."""
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
        metadata={**record.metadata, "content_date": record.content_date, "opening": opening, "table_header": header},
    )
