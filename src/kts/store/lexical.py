"""The lexical follower: tantivy finds candidates; their scores are computed elsewhere, from live statistics.

One folder a build under `.kts/lexical`, named `<number>-<format>`; the newest readable one serves. tantivy
writes each commit to new files and switches by renaming its `meta.json`, so readers never see a mixture. The
generation is a document of the index itself: it is part of the commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tantivy

from kts.ports import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from kts.ports import IndexChange, IndexedPassage
    from kts.types import Filter, Level

FORMAT = "1"
LEVELS = ("document", "section", "chunk", "item")
HEAP = 60_000_000
"""Bytes of tantivy's writing buffer; 15 MB is its least."""
WASTE = 0.5
"""A build with a greater share of deleted passages is built anew."""


class LexicalIndex:
    """Implements `ports.PassageIndex` on tantivy."""

    name = "lexical"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index: tantivy.Index | None = None
        self._state = (0, 0)
        self._frequencies: dict[tuple[str, str], int] = {}
        self._open()

    def reopen(self) -> None:
        """Look at what is on disk now: another process may have committed or rebuilt."""
        self._open()

    def _open(self) -> None:
        self._index = None
        self._state = (0, 0)
        for build in self._builds():
            try:
                self._index = tantivy.Index.open(str(build))
                self._load()
            except (ValueError, OSError):
                self._index = None
                continue
            return

    def _builds(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        named = [path for path in self._folder.iterdir() if path.name.endswith(f"-{FORMAT}")]
        return sorted(named, key=lambda path: int(path.name.partition("-")[0]), reverse=True)

    def _load(self) -> None:
        index = self._opened()
        index.config_reader("manual")
        index.reload()
        self._searcher = index.searcher()
        self._schema = index.schema
        hits = self._searcher.search(self._term("role", "meta"), 1, count=False).hits
        if not hits:
            message = "no generation is noted"
            raise ValueError(message)
        at = [address for _, address in hits]
        (generation,) = self._searcher.fast_field_values("generation", at)
        (deleted,) = self._searcher.fast_field_values("deleted", at)
        self._state = (int(generation or 0), int(deleted or 0))
        self._frequencies = {}

    def _opened(self) -> tantivy.Index:
        if self._index is None:
            message = "the lexical follower is empty"
            raise ValueError(message)
        return self._index

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty or unreadable."""
        return self._state[0]

    def _count(self) -> int:
        return int(self._searcher.num_docs) - 1 if self._index is not None else 0

    def keys(self) -> set[int]:
        """The keys of all live passages, of all levels."""
        if self._index is None:
            return set()
        hits = self._searcher.search(tantivy.Query.all_query(), self._count() + 2, count=False).hits
        values = self._searcher.fast_field_values("key", [address for _, address in hits])
        return {int(value) for value in values if value is not None}

    @property
    def wasted(self) -> bool:
        """Whether so much was deleted that building anew is cheaper than carrying it."""
        return self._state[1] > WASTE * max(1000, self._count())

    def rebuild(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Build anew under a new name, then remove what was before, as far as the system allows."""
        old = list(self._folder.glob("*-*")) if self._folder.is_dir() else []
        number = 1 + max((int(path.name.partition("-")[0]) for path in old), default=0)
        build = self._folder / f"{number}-{FORMAT}"
        build.mkdir(parents=True)
        self._index = tantivy.Index(_schema(), path=str(build))
        self._schema = self._index.schema
        self._write(changes, generation=generation, deleted=0, fresh=True)
        import shutil

        for path in old:
            shutil.rmtree(path, ignore_errors=True)

    def apply(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Apply removals and additions, then the generation number, in one commit. Idempotent."""
        if self._index is None:
            self.rebuild(changes, generation=generation)
        else:
            self._write(changes, generation=generation, deleted=self._state[1], fresh=False)

    def _write(self, changes: Iterable[IndexChange], *, generation: int, deleted: int, fresh: bool) -> None:
        index = self._opened()
        writer = index.writer(heap_size=HEAP, num_threads=1)
        try:
            for change in changes:
                if not fresh:
                    deleted += self._count_of(change.document_key)
                    writer.delete_documents_by_term("version", change.document_key)
                for passage in change.passages:
                    writer.add_document(_document(passage))
            writer.delete_documents_by_term("role", "meta")
            writer.add_document(tantivy.Document(role="meta", generation=generation, deleted=deleted))
            writer.commit()
        finally:
            writer.wait_merging_threads()
        self._load()

    def _count_of(self, document_key: int) -> int:
        query = self._term("version", document_key)
        return self._counted(query)

    def _counted(self, query: tantivy.Query) -> int:
        return int(self._searcher.search(query, 1, count=True).count or 0)  # type: ignore[attr-defined]

    def _term(self, field: str, value: Any) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, value)

    def search_lexical(
        self, terms: Mapping[str, float], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` passages that hold any of the weighted, analysed terms, best first."""
        if self._index is None or not terms:
            return ()
        query = self._any_of(level, terms)
        clauses = self._clauses(filters)
        if clauses:
            must = [(tantivy.Occur.Must, tantivy.Query.const_score_query(clause, 0.0)) for clause in clauses]
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *must])
        hits = self._searcher.search(query, limit, count=False).hits
        keys = self._searcher.fast_field_values("key", [address for _, address in hits])
        found = [Candidate(int(key or 0), float(score)) for key, (score, _) in zip(keys, hits, strict=True)]
        return tuple(sorted(found, key=lambda candidate: (-candidate.score, candidate.key)))

    def _any_of(self, level: str, terms: Mapping[str, float]) -> tantivy.Query:
        should = []
        for term, weight in terms.items():
            query = self._term(level, term)
            boosted = query if weight == 1.0 else tantivy.Query.boost_query(query, weight)
            should.append((tantivy.Occur.Should, boosted))
        return tantivy.Query.boolean_query(should)

    def _clauses(self, filters: Filter) -> list[tantivy.Query]:
        clauses = []
        for name, values in _wanted(filters):
            options = [(tantivy.Occur.Should, self._term("filter", f"{name}:{value}")) for value in values]
            clauses.append(tantivy.Query.boolean_query(options))
        if filters.since or filters.until:
            low, high = _day(filters.since) or 1, _day(filters.until) or 99_999_999
            kind = tantivy.FieldType.Integer
            clauses.append(tantivy.Query.range_query(self._schema, "date", kind, low, high))
        return clauses

    def document_frequency(self, term: str, *, level: Level) -> int:
        """In how many live passages of the level the analysed term occurs."""
        if self._index is None:
            return 0
        if not self._state[1]:
            return int(self._searcher.doc_freq(level, term))
        known = self._frequencies.get((level, term))
        if known is None:
            known = self._counted(self._term(level, term))
            self._frequencies[level, term] = known
        return known


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in ("key", "generation", "deleted"):
        builder.add_integer_field(name, stored=False, indexed=name == "key", fast=True)
    for name in ("version", "date"):
        builder.add_integer_field(name, stored=False, indexed=True, fast=name == "date")
    for name in ("role", "filter"):
        builder.add_text_field(name, stored=False, tokenizer_name="raw", index_option="basic")
    for level in LEVELS:
        builder.add_text_field(level, stored=False, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def _document(passage: IndexedPassage) -> tantivy.Document:
    filters = [f"{name}:{value}" for name, values in passage.filters.items() if name != "date" for value in values]
    dates = [_day(value) for value in passage.filters.get("date", ())]
    return tantivy.Document(
        key=passage.key,
        version=passage.document_key,
        role="passage",
        filter=filters,
        date=[day for day in dates if day],
        **{passage.level: passage.terms},
    )


def _wanted(filters: Filter) -> list[tuple[str, tuple[str, ...]]]:
    named = (
        ("doc_type", filters.doc_type),
        ("regime", filters.regime),
        ("tool", tuple(tool.casefold() for tool in filters.tool)),
        ("code", filters.code),
        ("item_type", filters.item_type),
        ("section", filters.section),
        ("language", filters.language),
        ("path", tuple(path.rstrip("/") for path in filters.path)),
        ("document", filters.document),
    )
    return [(name, values) for name, values in named if values]


def _day(date: str) -> int:
    """YYYYMMDD of an ISO date, 0 when there is none."""
    digits = date[:10].replace("-", "")
    return int(digits) if len(digits) == len("YYYYMMDD") and digits.isdigit() else 0
