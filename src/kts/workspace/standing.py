"""The part of the facade that knows what is in force: what replaced which document, and what amends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kts.workspace.opened import OpenIndex
from kts.workspace.standings import read
from kts.workspace.threads import kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kts.answer.standing.namesakes import Replaced
    from kts.answer.standing.series import Families
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.types import Passage, Query, Ranking, Rechecked, Result, Span
    from kts.workspace.standings import Standings

T = TypeVar("T")
HOLDS = {"standing": "current", "superseded_by": ""}
"""What is told of a document of which nothing else is to be said."""


class _Derived(Generic[T]):
    """What is made of a generation once, when it is first asked for."""

    def __init__(self, make: Callable[[SqliteCorpus], T]) -> None:
        self._make = make
        self._kept: tuple[int, T] | None = None

    def of(self, corpus: SqliteCorpus) -> T:
        if self._kept is None or self._kept[0] != corpus.generation:
            self._kept = (corpus.generation, self._make(corpus))
        return self._kept[1]


class Stood(OpenIndex):
    """What is in force of what is shown."""

    @kept
    def _successors(self) -> _Derived[Mapping[str, Replaced]]:
        """What replaced which document."""
        from kts.answer.standing.inforce import replaced
        from kts.answer.standing.namesakes import Replaced

        def made(corpus: SqliteCorpus) -> Mapping[str, Replaced]:
            told = self._told.of(corpus)
            if told is None:
                return replaced(corpus.documents())
            return {one: Replaced(*by) for one, by in told.replaced.items()}

        return _Derived(made)

    @kept
    def _amended(self) -> _Derived[Mapping[str, frozenset[str]]]:
        """What amends which document."""
        from kts.answer.standing.inforce import amendments

        def made(corpus: SqliteCorpus) -> Mapping[str, frozenset[str]]:
            told = self._told.of(corpus)
            if told is None:
                return amendments(corpus.documents(), lambda one: corpus.text(one.key))
            return {one: frozenset(by) for one, by in told.amended.items()}

        return _Derived(made)

    @kept
    def _unclear(self) -> _Derived[Mapping[str, frozenset[str]]]:
        """What may amend which document, and does not say so clearly."""
        from kts.answer.standing.inforce import unclear

        def made(corpus: SqliteCorpus) -> Mapping[str, frozenset[str]]:
            told = self._told.of(corpus)
            if told is None:
                return unclear(corpus.documents(), self._amended.of(corpus))
            return {one: frozenset(by) for one, by in told.unclear.items()}

        return _Derived(made)

    @kept
    def _families(self) -> _Derived[Families]:
        """Which documents may come in a series."""
        from kts.answer.standing.series import families

        return _Derived(lambda corpus: families(corpus.documents()))

    @kept
    def _told(self) -> _Derived[Standings | None]:
        """What an ingest has found of all of this, None where that is of another generation."""
        return _Derived(lambda corpus: read(self.layout, corpus.hash))

    def _all_hold(self, documents: Iterable[str], corpus: SqliteCorpus) -> bool:
        """Whether an ingest found nothing to be said of documents (ids) but that they hold."""
        told = self._told.of(corpus)
        return told is not None and told.marked.isdisjoint(documents)

    def _with_standing(self, results: tuple[Result, ...], corpus: SqliteCorpus) -> tuple[Result, ...]:
        """The results of a search, each with whether it is in force and what amends it."""
        if self._all_hold((one.hit.passage.document_id for one in results), corpus):
            return tuple(one._replace(standing={**HOLDS, "amended_by": []}) for one in results)
        records = corpus.records(one.hit.passage.metadata["document_key"] for one in results)

        def stood(passage: Passage) -> Mapping[str, Any]:
            record = records[passage.metadata["document_key"]]
            if record.id not in self._amended.of(corpus):
                return self._stands(record, corpus)
            from kts.answer.standing.clauses import clauses
            from kts.answer.standing.targets import annex

            return self._stands(record, corpus, clauses(passage, annex(record.title)))

        return tuple(one._replace(standing=stood(one.hit.passage)) for one in results)

    def _stands(
        self, record: DocumentRecord, corpus: SqliteCorpus, clauses: frozenset[str] | None = None
    ) -> Mapping[str, Any]:
        """Whether a document holds today: `{standing, superseded_by, amended_by}`, in the words of answers.

        `standing` is current, superseded, future, or draft by its name; `superseded_by` the path of what took its
        place, empty where that is not known; `amended_by` the paths of the documents in force that amend it: of those
        `clauses`, None of all.
        """
        from kts.answer.standing.drafts import is_draft
        from kts.answer.standing.inforce import freshness, in_force

        replaced, day = self._successors.of(corpus), today()
        badge = freshness(record, replaced, day).badge
        by = replaced.get(record.id) if badge == "superseded" else None
        holds = "draft" if is_draft(record) else "current"
        amending = [corpus.document(one) for one in sorted(self._amended.of(corpus).get(record.id, ()))]
        paths = sorted(
            one.path
            for one in amending
            if in_force(one, replaced, day) and (clauses is None or _changes(one, clauses, corpus))
        )
        return {
            "standing": badge if badge in {"superseded", "future"} else holds,
            "superseded_by": corpus.document(by.by).path if by else "",
            "amended_by": paths,
        }

    def _standing_today(self, one: Rechecked, corpus: SqliteCorpus) -> Rechecked:
        """A rechecked citation with whether its document is in force, where the index still has that."""
        from kts.errors import UsageError

        try:
            return one._replace(standing=self._stands(corpus.document(str(one.citation["document_id"])), corpus))
        except UsageError:
            return one

    def _successors_first(
        self, ranking: Ranking, corpus: SqliteCorpus, search: Callable[[Query, int], Ranking], limit: int
    ) -> Ranking:
        """The ranking with what took a document's place right before it, looked up where it was not found.

        As it is where nothing found has been replaced, or the query names the past, a version, a year or documents.
        `search(query, limit)` brings one passage a document.
        """
        if self._all_hold((hit.passage.document_id for hit in ranking.hits), corpus):
            return ranking
        from collections import deque

        from kts.answer.standing.inforce import followers, is_over, names_past
        from kts.search.succession import inserted, overtaken

        query, replaced = ranking.query, self._successors.of(corpus)
        ids = [hit.passage.document_id for hit in ranking.hits]
        old = {one for one in ids if one in replaced and is_over(corpus.document(one), replaced, today())}
        if not old or query.filters.document or names_past(query.original or query.text):
            return ranking
        newest = {one: by for one in old for by in deque(followers(one, replaced, today()), maxlen=1)}
        missing = sorted({by for one, by in newest.items() if by not in ids})
        if missing:
            within = query._replace(filters=query.filters._replace(document=tuple(missing)))
            ranking = inserted(ranking, search(within, len(missing)), newest)
        return overtaken(ranking, newest, limit=limit)


def clauses_in(record: DocumentRecord, span: Span, corpus: SqliteCorpus) -> frozenset[str]:
    """The numbers of the clauses that lie in a stretch of a document, or hold it."""
    from kts.answer.standing.clauses import number_of, numbers_in
    from kts.answer.standing.targets import annex

    if part := annex(record.title):
        return frozenset({part})
    sections = corpus.sections(record.key)
    inside = {number_of(one.number) for one in sections if one.span.start < span.end and span.start < one.span.end}
    return numbers_in(corpus.slice(record.key, span)) | (inside - {""})


def _changes(amending: DocumentRecord, clauses: frozenset[str], corpus: SqliteCorpus) -> bool:
    """Whether an amendment says that it changes one of some clauses; one that names no clause may change any."""
    from kts.answer.standing.clauses import altered
    from kts.lexicon.sentences import sentences

    text = corpus.text(amending.key)
    named = {number for start, end in sentences(text) for number in altered(text[start:end])}
    return not named or any(f"{one}.".startswith(f"{number}.") for one in clauses for number in named)


def today() -> str:
    """Today's date, ISO."""
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()
