"""The part of the facade that searches. It stands alone: a search from the command line opens nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from kts.errors import UsageError
from kts.types import Level, Query, SearchResults
from kts.workspace.hopping import Hopping
from kts.workspace.opened import resolved
from kts.workspace.standing import Stood

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from kts.search.whynot import WhyNot
    from kts.store.corpus import SqliteCorpus
    from kts.store.sources import FileSources
    from kts.types import Filter, Ranking, Result, SourceFile

LEVELS: tuple[str, ...] = get_args(Level)
"""The units that can be searched."""


UNKNOWN = -1
"""The time of a file that was written right before it was read: it might have changed within the same time stamp."""
AGAIN = "; run kts ingest"
"""What to do about a file that is not what was read."""
NAMED = 3
"""Files that one note names."""


class Searching(Hopping, Stood):
    """Passages for a question, and what kept others out."""

    def search(  # noqa: PLR0913 - keywords of a facade: each narrows one search
        self,
        text: str,
        *,
        k: int | None = None,
        per_document: int | None = None,
        filters: Filter | Mapping[str, Any] | None = None,
        mode: str | None = None,
        level: Level = "chunk",
        explain: bool = False,
        ranker: str | None = None,
        hops: int | None = None,
    ) -> SearchResults:
        """The best passages for a question, cited. `filters.document` may hold ids, paths or file names.

        `filters` may be a mapping with the names of the command line: `{"doc": "terms.md"}`.

        `per_document` is how many of one document: by default the best of each (a setting), and all where the filters
        name documents, for then they were chosen already. `mode` is lexical, dense or hybrid; `level` is chunk, or
        hidden for text that documents do not show; `explain` adds to the explanation what the ranks would be without
        each kind of evidence; `ranker` is a name of the port `rankers`, or fusion; `hops` is how many rounds names are
        followed in (1: none).
        Raises NoIndex, CorruptStore, Mismatch for vectors of another model, UsageError for an empty question or a mode,
        level or ranker that there is not.
        """
        from kts.trace import mark, record

        if not text.strip():
            message = "the question is empty"
            raise UsageError(message, hint="say what you want to know, in a word or more")
        if level not in LEVELS:
            message = f"no level is named '{level}'"
            raise UsageError(message, hint=f"there are: {', '.join(LEVELS)}")
        settings = self.settings.search
        with record() as timings, self._snapshot() as corpus:
            if not corpus.generation:
                from kts.workspace.caveats import refuse_empty

                refuse_empty(corpus.generation, self._reader(), self.layout)
            limit = settings.max_results if k is None else k
            query = Query(text, text, resolved(filters, corpus), level)
            usual = limit if query.filters.document else settings.per_document
            most = usual if per_document is None else per_document
            ranking = self._ranking(
                query, corpus, k=limit, per_document=most, mode=mode, explain=explain, ranker=ranker, hops=hops
            )
            if level != "hidden":
                look = partial(self._best, corpus=corpus, mode=mode, explain=explain, ranker=ranker)
                ranking = mark("standing", self._successors_first(ranking, corpus, look, limit))
            results = mark("cite", self._with_standing(self._results(ranking, corpus), corpus))
            images, notes = self._pictured(text, query.filters, corpus) if level == "chunk" else ((), ())
            notes = (*notes, *mark("changed", self._changed_since(ranking, corpus)), *_spoken_to(results))
        ranking = ranking._replace(notes=(*ranking.notes, *notes)) if notes else ranking
        return SearchResults(ranking, results, timings, images)

    def _best(
        self, query: Query, limit: int, *, corpus: SqliteCorpus, mode: str | None, explain: bool, ranker: str | None
    ) -> Ranking:
        """The best passage of each document."""
        return self._ranking(query, corpus, k=limit, per_document=1, mode=mode, explain=explain, ranker=ranker)

    def _changed_since(self, ranking: Ranking, corpus: SqliteCorpus) -> tuple[str, ...]:
        """A note on the files of the hits that are not what was read; only one of another size or time is read."""
        sources, found = self._sources(corpus), {}
        cited = corpus.files([hit.passage.document_id for hit in ranking.hits]).values()
        other = [(root, file) for root, file in cited if not _as_it_was(root, file, sources, self._truth)]
        if other:
            from kts.workspace.caveats import as_of_last, away

            absent = away(corpus.roots())
            if absent.keys() & {root for root, _ in other}:
                return (as_of_last(absent),)
        for root, file in other:
            from kts.answer.fresh import BECAME, Known, state

            became = state(Known(root, file), sources, self.settings.ingest.max_file_bytes)
            if became:
                found[file.path] = BECAME[became]
        if len(found) > 1:
            more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
            return (f"{', '.join(list(found)[:NAMED])}{more} have changed or are gone since they were read{AGAIN}",)
        return tuple(f"{path} {became}{AGAIN}" for path, became in found.items())

    def retrieve(self, query: str, top_k: int = 5) -> dict[str, list[dict[str, Any]]]:
        """`{"results": [{id, text, confidence, metadata}]}`, as the original design returned it."""
        from kts.search.results import metadata

        found = self.search(query, k=top_k)
        return {
            "results": [
                {
                    "id": result.hit.passage.id,
                    "text": result.hit.passage.text,
                    "confidence": result.confidence,
                    "metadata": metadata(result),
                }
                for result in found.results
            ]
        }

    def rank(
        self, text: str, *, k: int, per_document: int, mode: str | None = None, ranker: str | None = None
    ) -> tuple[tuple[str, float], ...]:
        """(path, score) of the best passages, without citations: what evaluation needs."""
        with self._snapshot() as corpus:
            ranking = self._ranking(Query(text, text), corpus, k=k, per_document=per_document, mode=mode, ranker=ranker)
            look = partial(self._best, corpus=corpus, mode=mode, explain=False, ranker=ranker)
            ranking = self._successors_first(ranking, corpus, look, k)
            records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in ranking.hits)
        return tuple((records[int(hit.passage.metadata["document_key"])].path, hit.score) for hit in ranking.hits)

    def why_not(
        self,
        document: str,
        question: str,
        *,
        k: int | None = None,
        filters: Filter | Mapping[str, Any] | None = None,
        mode: str | None = None,
    ) -> WhyNot:
        """What kept a document out of the results of a question, and what would bring it in.

        `document` is a path, a unique file name or an id. Raises UsageError where no file of that name is known.
        """
        from kts.search.whynot import why_not

        with self._snapshot() as corpus:
            try:
                record = corpus.document(document)
            except UsageError:
                return self._never_read(document)
            return why_not(
                record,
                question,
                filters=resolved(filters, corpus),
                wanted=k or self.settings.search.max_results,
                search=lambda text, given, limit: self._ranking(
                    Query(text, text, given), corpus, k=limit, per_document=1, mode=mode
                ),
                corpus=corpus,
                index=self._followers.aligned(corpus),
            )

    def _never_read(self, name: str) -> WhyNot:
        """Why a file that is known has no document. Raises UsageError where it is not known, or is not alone."""
        from kts.ingest.remedies import remedy
        from kts.search.whynot import WhyNot
        from kts.store.inspect import files

        found = [line for line in files(self._reader()) if f"/{line.path}".endswith(f"/{name}")]
        if len(found) != 1:
            named = f"no document is named '{name}'" if not found else f"'{name}' names {len(found)} documents"
            raise UsageError(named, hint="kts status --files lists every file with its outcome")
        line = found[0]
        reason = f"it is not indexed: {line.outcome}{f', {line.reason}' if line.reason else ''}"
        advice = remedy(line.outcome, line.reason) or "run kts ingest again"
        return WhyNot(line.path, "not_indexed", (reason,), (advice,))


def _as_it_was(root: str, file: SourceFile, sources: FileSources, index: Path) -> bool:
    """Whether a file has the size and time with which it was read; without a time, whether the index is newer."""
    try:
        now = sources.stat(root, file.path)
        time = file.mtime_ns if file.mtime_ns != UNKNOWN else min(now.mtime_ns, index.stat().st_mtime_ns)
    except OSError:
        return False
    return (now.size, now.mtime_ns) == (file.size, time)


def _spoken_to(results: Iterable[Result]) -> tuple[str, ...]:
    """Notes on the passages that speak to whatever program reads them: what they say is handed to such programs."""
    from kts.lexicon.injection import spoken_to

    return spoken_to((one.citation.path, one.hit.passage.text) for one in results)
