"""The part of the facade that answers: search, extract, check, record."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from kts.data import table
from kts.errors import KTSError, UsageError
from kts.types import Query
from kts.workspace import caveats
from kts.workspace.filters import day
from kts.workspace.opened import resolved
from kts.workspace.standing import Stood, today
from kts.workspace.structure import Structured
from kts.workspace.threads import kept
from kts.workspace.vectors import NO_READER

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence
    from datetime import date

    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answer.fresh import Checked, Known
    from kts.answer.means import Means
    from kts.answer.verdict.confidence import Calibration
    from kts.answers import Answer, Claim
    from kts.ports.models import Reader
    from kts.store.corpus import SqliteCorpus
    from kts.types import Filter, Ranking

DEFINITIONS = 3
"""Definitions attached to one claim at most (a default, not fitted)."""
MAIL = "read as a mail: its head, its signature and what it quotes were put aside"
RECORDED = "answer"
"""The kind of an answer's record in the ledger."""


class Answering(Structured, Stood):
    """Answers from the documents' own words."""

    def ask(
        self,
        question: str,
        *,
        filters: Filter | Mapping[str, Any] | None = None,
        mode: str | None = None,
        strict: bool = False,
        as_of: date | str | None = "",
        record: bool | None = None,
    ) -> Answer:
        """The answer that the documents give, with citations that were checked; or what is missing.

        `strict` shows nothing that is less than sure: a doubtful answer is none. `as_of` (YYYY-MM-DD) answers from what
        was in force on that day, by default today; `judged_on` of the answer says which day that was. `record`
        overrules `answer.record`. `filters` is a `Filter`, or a mapping such as `{"path": "contracts", "since":
        "2024-01-01"}` with the names of the command line.
        Raises NoIndex, CorruptStore, UsageError for a question without a word, or a day or filter that is none.
        """
        from kts.answer.pipeline import answer
        from kts.answer.verdict.told import told
        from kts.lexicon.injection import spoken_to
        from kts.lexicon.mail import own_words
        from kts.trace import mark
        from kts.trace import record as timed

        if not any(character.isalnum() for character in question):
            message = "the question holds no word" if question.strip() else "the question is empty"
            raise UsageError(message, hint="say what you want to know, in a word or more")
        on = day("as_of", as_of)
        said = own_words(question)
        with timed() as timings, self._snapshot() as corpus:
            caveats.refuse_empty(corpus.generation, self._reader(), self.layout)
            narrowed = resolved(filters, corpus)
            found = answer(said, self._means(corpus, narrowed, mode, on), strict=strict)
            found = told(found._replace(judged_on=found.as_of or today()))
            if not (strict or on):  # what an image shows is never sure, nor known to have been so on a day
                images, notes = self._pictured(said, narrowed, corpus)
                found = found._replace(images=images, notes=(*found.notes, *notes))
            quotes = [*(one for claim in found.claims for one in claim.citations), *found.nearest]
            spoken = spoken_to((one.path, one.quote) for one in quotes)
            found = found._replace(notes=(*spoken, *found.notes)) if spoken else found
            found = found._replace(notes=(*found.notes, *self._caveats(said, found, corpus)))
            if said != question:
                found = found._replace(query=question, notes=(*found.notes, MAIL))
            if self.settings.answer.record if record is None else record:
                found = mark("record", self._recorded(found, corpus.model.hash if corpus.model else ""))
        return found._replace(timings_ms=timings)

    def _caveats(self, question: str, found: Answer, corpus: SqliteCorpus) -> tuple[str, ...]:
        """What must be said of the index beside an answer, or beside that there is none."""
        from kts.store.inspect import files

        if found.verdict != "abstained":
            return self._without_models()
        absent = caveats.away(corpus.roots())
        notes = (caveats.as_of_last(absent),) if absent else ()
        return (*notes, *caveats.unread(question, files(self._reader())))

    def _without_models(self) -> tuple[str, ...]:
        """Of the models of an answer those that are wanted and not here."""
        settings = self.settings.answer
        selector = self._statement_reader
        wanted = [("selector", settings.selector, selector)]
        if selector is None:
            wanted.append(("reader", settings.reader, self._passage_reader))
        return caveats.without_models(
            (role, name) for role, name, model in wanted if model is None and name != NO_READER
        )

    def nearness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """The cosine of each text to a question, by the model whose vectors serve; zeros without one."""
        with self._snapshot() as corpus:
            near = self._near(corpus, None)
        return [0.0] * len(texts) if near is None else near(question, texts)

    def _means(self, corpus: SqliteCorpus, filters: Filter, mode: str | None, as_of: str) -> Means:
        from kts.answer.means import Means

        def look(text: str, limit: int) -> Ranking:
            return self._ranking(Query(text, text, filters), corpus, k=limit, per_document=limit, mode=mode)

        def look_in(text: str, documents: Sequence[str], limit: int) -> Ranking:
            within = filters._replace(document=tuple(documents))
            return self._ranking(Query(text, text, within), corpus, k=limit, per_document=limit, mode=mode)

        return Means(
            corpus=corpus,
            sources=self._sources(corpus),
            look=look,
            look_in=None if filters.document else look_in,
            near=self._near(corpus, mode),
            known=self._known(corpus),
            weights=_weights(),
            calibration=self._calibration(),
            recheck=lambda claims: self._still_said(claims, corpus),
            settings=self.settings.answer,
            successors=self._successors.of(corpus),
            today=today(),
            define=lambda key, text: self._closure(corpus, key, text, DEFINITIONS),
            as_of=as_of,
            told_by=as_of,
            amended=self._amended.of(corpus),
            unclear=self._unclear.of(corpus),
            families=lambda: self._families.of(corpus),
            reader=lambda: self._passage_reader,
            selector=self._statement_reader,
        )

    @kept
    def _passage_reader(self) -> Reader | None:
        return self._reader_of("answer.reader", self.settings.answer.reader)

    @kept
    def _statement_reader(self) -> Reader | None:
        return self._reader_of("answer.selector", self.settings.answer.selector)

    def _reader_of(self, setting: str, name: str) -> Reader | None:
        from kts.workspace.vectors import reader_of

        return self._models.get("reader", name, lambda: reader_of(name, self.settings.embed, setting=setting))

    def _calibration(self) -> Calibration:
        return _shipped()

    def _near(self, corpus: SqliteCorpus, mode: str | None) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
        """The cosines of some texts to a question, by the model whose vectors serve."""
        choice = self._choice(mode or self.settings.search.mode, corpus)
        if choice.dense is None:
            return None
        embedder = choice.dense.embedder

        def near(question: str, texts: Sequence[str]) -> Sequence[float]:
            cosines = embedder.embed_documents(texts) @ embedder.embed_query(question)
            return [float(cosine) for cosine in cosines]

        return near

    def _known(self, corpus: SqliteCorpus) -> Vocabulary:
        from kts.answer.constraints.vocabulary import vocabulary

        table = self._lexicon.acronyms(corpus.generation)
        return vocabulary(corpus, self._followers.aligned(corpus), long_forms=lambda short: table.get(short, ()))

    def _still_said(self, claims: Sequence[Claim], corpus: SqliteCorpus) -> Checked:
        from kts.answer.fresh import Checked, Known, checked
        from kts.workspace.reading import finder_of

        if not self.settings.answer.verify:
            return Checked(tuple(claims))

        def known(document_id: str) -> Known | None:
            found = corpus.recorded(document_id)
            return Known(*found) if found else None

        sources = self._sources(corpus)
        settings = self.settings.ingest
        absent = caveats.away(corpus.roots())
        there = [one for one in claims if not absent or not _in_roots(one, absent, known)]
        with finder_of(corpus=corpus, sources=sources, settings=settings) as finder:
            found = checked(
                there,
                known=known,
                sources=sources,
                finder=finder,
                limit=settings.max_file_bytes,
            )
        if len(there) == len(claims):
            return found
        gone = [one for one in there if one not in found.claims]
        lost = found.lost if claims[0] in there else ()
        return Checked(
            tuple(one for one in claims if one not in gone), (caveats.as_of_last(absent), *found.notes), lost
        )

    def _recorded(self, found: Answer, model: str) -> Answer:
        """The answer with its record's id; an index that cannot be written still answers."""
        from kts.answer.record import record
        from kts.config import flatten

        body = record(found, flatten(self.settings), model)
        try:
            return found._replace(ledger_id=self.ledger().append(RECORDED, body))
        except (KTSError, OSError) as problem:
            return found._replace(notes=(*found.notes, f"this answer is not in the ledger: {problem}"))


def _in_roots(claim: Claim, labels: Container[str], known: Callable[[str], Known | None]) -> bool:
    """Whether a claim cites a file of these sources."""
    files = [known(citation.document_id) for citation in claim.citations]
    return any(one is not None and one.root in labels for one in files)


@cache
def _shipped() -> Calibration:
    """The calibration that comes with the product (evaluation/confidence)."""
    from kts.answer.verdict.confidence import calibrated

    return calibrated(table("calibration.json"))


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    """The fitted weights of the extraction (evaluation/answers)."""
    weights: dict[str, dict[str, float]] = table("extract.json")
    return {name: weights[name] for name in ("words", "meaning")}
