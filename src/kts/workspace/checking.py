"""The part of the facade that holds claims against evidence: given, or looked up in the index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kts.answers import Claim, Evidence, Reason
from kts.errors import UsageError
from kts.types import Query, Span
from kts.workspace.amending import SUCCEEDING, Amending, Held, document_of, evidence
from kts.workspace.filters import day
from kts.workspace.given import shown
from kts.workspace.opened import resolved
from kts.workspace.standing import today

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from kts.answer.claims.outdated import Standing, Successor, Told
    from kts.answer.claims.stated import Stating
    from kts.answers import Judgement
    from kts.ports.models import TokenVectors
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.types import Citation, Filter, Hit, Passage

LOOKED_UP = 10
"""Passages that a claim without evidence is held against (a default: 16 support as many false claims more as true ones,
and of small indexes they contradict more of the true ones; decision 0012)."""
BEGINNING = 1200
"""Characters of a document in which it says between whom it is: the parties of an agreement (a default)."""
STRETCH = 6_000
"""Characters read at a time before a passage in which the header of its table is looked for."""


class Stated(NamedTuple):
    """A claim to check; `evidence` are the texts to hold it against, None to look it up."""

    id: str
    text: str
    evidence: tuple[str, ...] | None = None


class CheckedClaim(NamedTuple):
    """A claim as it was judged.

    Of evidence from the index the claim's citations tell the place, and its reasons give offsets into that document;
    of given evidence `evidence` is the index of the text and `span` the statement in it, and so do the reasons.
    `standing` is whether what decides is in force on the day `judged_on` (ISO): current, superseded, future, expired
    or draft; both are empty where nothing was looked up.
    `rows` has for each citation what a table's row states under its header; "" where the quote is no such row.
    """

    id: str
    claim: Claim
    evidence: int | None = None
    span: Span | None = None
    standing: Standing = ""
    rows: tuple[str, ...] = ()
    judged_on: str = ""


class Checking(Amending):
    """Says of each claim whether the evidence supports it."""

    def check(
        self,
        claims: Iterable[Stated | str],
        *,
        filters: Filter | Mapping[str, Any] | None = None,
        mode: str | None = None,
        k: int = LOOKED_UP,
        drafted: bool = False,
        as_of: date | str | None = "",
    ) -> Iterator[CheckedClaim]:
        """Judge claims one after the other: supported, contradicted or unsupported, with reasons and places.

        A text alone is a claim to look up, its id its number from 1. A claim with evidence is held against that, any
        other against the best `k` passages. `drafted` claims are a language model's, of which less may pass. `as_of`
        (YYYY-MM-DD) judges by what was in force on that day: evidence that was given has no day.
        Raises NoIndex, CorruptStore, UsageError for an empty claim, or a day that is none.
        """
        return self._checked(claims, filters, mode, k, drafted=drafted, as_of=day("as_of", as_of))

    def _checked(
        self,
        claims: Iterable[Stated | str],
        filters: Filter | Mapping[str, Any] | None,
        mode: str | None,
        k: int,
        *,
        drafted: bool,
        as_of: str,
    ) -> Iterator[CheckedClaim]:
        """The claims, judged one after the other as they are asked for; `as_of` is a day (ISO), or empty for today."""
        from kts.workspace.caveats import refuse_empty

        on = as_of or today()
        with self._snapshot() as corpus:
            narrowed = resolved(filters, corpus)
            judged = self._judge(self._token_vectors(corpus, mode), drafted=drafted)
            for one in _stated(claims):
                if one.evidence is not None:
                    yield against_texts(one, judged)
                    continue
                refuse_empty(corpus.generation, self._reader(), self.layout)
                hits = self._looked_up(one, narrowed, corpus, mode=mode, k=k)
                found = self._held(one, hits, corpus, judged, on=on, told_by=bool(as_of))
                yield self._as_it_stands(found, corpus)

    def stating(self, text: str | bytes, *, name: str = "") -> Stating:
        """The claims of a text, or of a file of any kind that is read, and what in it states nothing.

        The bytes are a file's; `name` says by its ending what they are. Raises UsageError for a file without a text.
        """
        from kts.answer.claims.stated import stating
        from kts.workspace.reading import text_in

        return stating(text if isinstance(text, str) else text_in(text, name, self.settings.ingest))

    def _as_it_stands(self, found: CheckedClaim, corpus: SqliteCorpus) -> CheckedClaim:
        """The claim as it was judged, where the files still say what decides; else unsupported, and why."""
        from kts.answer.fresh import LEFT_OUT

        checked = self._still_said((found.claim,), corpus)
        if checked.claims:
            return found
        why = (Reason("changed", checked.notes[0].removeprefix(LEFT_OUT)),)
        return found._replace(claim=found.claim._replace(support="unsupported", reasons=why, citations=()), rows=())

    def _judge(self, vectors: TokenVectors | None, *, drafted: bool) -> Callable[..., Judgement]:
        """The first gate with the models that are there."""
        from functools import partial

        from kts.answer.claims.gate import judge

        reader, entailment = self._passage_reader, self._entailment
        return partial(judge, tokens=vectors, reader=reader, entailment=entailment, drafted=drafted)

    def _held(
        self,
        one: Stated,
        hits: Sequence[Hit],
        corpus: SqliteCorpus,
        judged: Callable[..., Judgement],
        *,
        on: str,
        told_by: bool = False,
    ) -> CheckedClaim:
        """A claim against what was looked up for it; what is in force on the day decides."""
        records = corpus.records({document_of(hit) for hit in hits})
        pieces = pieced(hits, records, corpus)
        against = Held(list(hits), pieces, dict(records), on if told_by else "")
        found, held = self._on_a_day(one, against, corpus, judged, on=on)
        found, held = self._as_it_was(one, found, against, corpus, judged, on=on) or (found, held)
        judgement = self._settled(one, found.judgement, held, corpus, judged, on=on)
        return self._cited(one, judgement, held.hits, held.records, corpus)._replace(
            standing=found.standing, judged_on=on
        )

    def _on_a_day(
        self, one: Stated, against: Held, corpus: SqliteCorpus, judged: Callable[..., Judgement], *, on: str
    ) -> tuple[Told, Held]:
        """A claim by what was in force on a day, clauses as they read then."""
        from kts.answer.claims.aside import without_early
        from kts.answer.claims.outdated import told

        old = self._outdated(against, corpus, on)
        found = told(one.text, against.pieces, old, judged)
        if past := _past(one.text, found, against, on):
            found = told(one.text, against.pieces, {**old, **past}, judged)
        elif sooner := without_early(one.text, found.judgement, against.pieces, on):
            found = told(one.text, sooner, old, judged)
        by_clause = self._by_clause(one, found.judgement, against, corpus, judged, on=on)
        judgement, held = by_clause or self._amended_since(one, found.judgement, against, corpus, judged, on=on)
        return found._replace(judgement=judgement), held

    def _as_it_was(
        self,
        one: Stated,
        found: Told,
        against: Held,
        corpus: SqliteCorpus,
        judged: Callable[..., Judgement],
        *,
        on: str,
    ) -> tuple[Told, Held] | None:
        """The judgement by what held at the time that the claim names, where it has been changed or replaced since.

        What is supported today stands, unless the claim says until when it was so.
        """
        from kts.answer.standing.earlier import held_until, said_of

        then = said_of(one.text, on) if self._amended.of(corpus) or self._successors.of(corpus) else None
        if then is None or not then.question or then.day >= on:
            return None
        if found.judgement.support == "supported" and not then.ends:
            return None
        meant = one._replace(text=then.question)
        was, held = self._on_a_day(meant, against, corpus, judged, on=then.day)
        if was.judgement.support == "unsupported":
            return None
        since = self._amended_since(meant, was.judgement, held, corpus, judged, on=on)[0]
        is_amended = sum(why.kind == "amended" for why in since.reasons) > sum(
            why.kind == "amended" for why in was.judgement.reasons
        )
        by = self._successors.of(corpus).get(held.hits[was.judgement.matched[0][0]].passage.document_id)
        if not is_amended and not (by and by.since <= on and held_until(one.text, then, by.since)):
            return None
        why = Reason("as_it_was", f"held against what was in force on {then.day}")
        return was._replace(judgement=was.judgement._replace(reasons=(*was.judgement.reasons, why))), held

    def _looked_up(
        self, one: Stated, filters: Filter, corpus: SqliteCorpus, *, mode: str | None, k: int
    ) -> Sequence[Hit]:
        """The best passages, and the best of what replaced a document of theirs and is not among them."""
        query = Query(_worded(one), one.text, filters)
        hits = self._ranking(query, corpus, k=k, per_document=k, mode=mode).hits
        replaced, found = self._successors.of(corpus), {hit.passage.document_id for hit in hits}
        missing = {replaced[id_].by for id_ in found if id_ in replaced} - found
        if not missing or filters.document:
            return hits
        query = query._replace(filters=filters._replace(document=tuple(sorted(missing))))
        more = self._ranking(query, corpus, k=SUCCEEDING, per_document=SUCCEEDING, mode=mode).hits
        return (*hits, *more)

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
        rows: list[str] = []
        sources = self._sources(corpus)
        starts = [hits[piece].passage.span.start for piece, _ in found.matched]
        for (piece, span), start in zip(found.matched, starts, strict=True):
            hit, place = hits[piece], Span(start + span.start, start + span.end)
            cited.append(quoted(hit, place, records[document_of(hit)], corpus=corpus, sources=sources))
            rows.append(_row(hit.passage, span, corpus))
        claim = _claim(one, found, tuple(cited), starts[0] if starts else 0)
        return CheckedClaim(one.id, claim, rows=tuple(rows))


def _past(claim: str, found: Told, against: Held, on: str) -> Mapping[int, Successor]:
    """The piece that supports a claim, where its statement was over before a day (ISO), or holds only after it."""
    from kts.answer.claims.outdated import Successor, names
    from kts.answer.standing.limited import over
    from kts.answer.standing.tocome import not_yet

    if found.judgement.support != "supported":
        return {}
    number, span = found.judgement.matched[0]
    piece = against.pieces[number]
    text = piece.text[span.start : span.end]
    if begins := not_yet(text, claim, on):
        return {number: Successor("", begins=begins, of_statement=True)}
    limit = over(text, claim, on)
    return {number: Successor("", over=limit.last)} if limit and not names(claim, piece) else {}


def without_index(claims: Iterable[Stated], *, drafted: bool = False) -> Iterator[CheckedClaim]:
    """Judge claims against the texts that came with them, by words and by an entailment model that is named."""
    import os
    from functools import partial

    from kts import config
    from kts.answer.claims.gate import judge
    from kts.entail.models import DEFAULT
    from kts.workspace.vectors import entailment_of

    settings = config.load(None, os.environ)[0]
    name = settings.answer.entailment
    entailment = None if name == DEFAULT else entailment_of(name, settings.embed)  # that is heard beside vectors alone
    judged = partial(judge, entailment=entailment, drafted=drafted)
    return (against_texts(one, judged) for one in claims)


def against_texts(one: Stated, judged: Callable[..., Judgement]) -> CheckedClaim:
    """Judge a claim against the texts that came with it."""
    _worded(one)
    found = judged(one.text, [Evidence(text) for text in one.evidence or ()])
    piece, span = found.matched[0] if found.matched else (None, None)
    return CheckedClaim(one.id, _claim(one, found, (), 0), piece, span)


def pieced(hits: Sequence[Hit], records: Mapping[int, DocumentRecord], corpus: SqliteCorpus) -> list[Evidence]:
    """Hits as pieces of evidence."""
    openings = {key: corpus.slice(key, Span(0, BEGINNING)) for key in records}
    return [
        evidence(hit, records[document_of(hit)], openings[document_of(hit)], _header(hit.passage, corpus))
        for hit in hits
    ]


def _header(passage: Passage, corpus: SqliteCorpus) -> str:
    """The header of a table that began before a passage."""
    from kts.answer.units.quotable import header_before

    def before(one: Passage) -> str:
        start = one.span.start
        return corpus.slice(int(one.metadata["document_key"]), Span(max(0, start - STRETCH), start))

    return header_before(passage.text, passage, before)


def _row(passage: Passage, span: Span, corpus: SqliteCorpus) -> str:
    """What the row of a table at a stretch of a passage states under its header; "" where none with a header is."""
    from kts.answer.units.quotable import rows_of
    from kts.answer.units.statements import stated

    if "|" not in passage.text[span.start : span.end]:
        return ""
    rows = rows_of(passage.text, _header(passage, corpus))
    here = (row for row in rows if row.header and row.span.start < span.end and row.span.end > span.start)
    return next((stated(row, markdown=True) for row in here), "")


def _claim(one: Stated, found: Judgement, cited: tuple[Citation, ...], offset: int) -> Claim:
    reasons = tuple(
        why._replace(evidence=Span(why.evidence.start + offset, why.evidence.end + offset)) if why.evidence else why
        for why in found.reasons
    )
    return Claim(one.text, found.support, reasons, cited, found.score, found.gates)


def _stated(claims: Iterable[Stated | str]) -> Iterator[Stated]:
    from kts.answer.claims.split import ungreeted

    for number, one in enumerate(claims, 1):
        stated = Stated(str(number), one) if isinstance(one, str) else _whole(number, one)
        yield stated._replace(text=ungreeted(stated.text))


def _whole(number: int, one: Any) -> Stated:
    """A claim whose parts are texts; one text of evidence is one, not its letters. Raises UsageError."""
    if not isinstance(one, Stated) or not isinstance(one.text, str):
        message = f"claim {number} of `claims` takes a text or a kts.Stated, not {shown(one)}"
        raise UsageError(message, hint='check(["what is claimed"])')
    given: Any = one.evidence
    texts = (given,) if isinstance(given, str) else given
    if texts is not None and not (isinstance(texts, tuple | list) and all(isinstance(text, str) for text in texts)):
        message = f"the evidence of claim {one.id} takes a list of texts or None, not {shown(one.evidence)}"
        raise UsageError(message, hint="leave it out to have the claim looked up")
    return one._replace(evidence=None if texts is None else tuple(texts))


def _worded(one: Stated) -> str:
    if not one.text.strip():
        message = f"claim {one.id} is empty"
        raise UsageError(message, hint="say in a sentence what is claimed")
    return one.text
