"""The lexical follower: tantivy finds candidates; their scores are computed elsewhere, from live statistics.

One folder a build under `.kts/lexical`, named `<number>-<format>`; the newest readable one serves. tantivy
writes each commit to new files and switches by renaming its `meta.json`, so readers never see a mixture. The
generation is a document of the index itself: it is part of the commit.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import tantivy

from kts.errors import CorruptStore, StorageFull
from kts.nouns import each
from kts.records import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import NamedTuple

    from kts.records import IndexChange, IndexedPassage
    from kts.types import Filter, Level
else:
    from kts.nouns import NamedTuple

FORMAT = "2"
LEVELS = ("document", "section", "chunk", "item", "hidden")
HEAP = 60_000_000
"""Bytes of tantivy's writing buffer; 15 MB is its least."""
WASTE = 0.5
"""A build with a greater share of deleted passages is built anew."""
WASTE_FLOOR = 1000
"""Passages below which the share is taken of this many: small builds are not worth the trouble."""
KEPT_FREQUENCIES = 16_384
"""Words whose frequencies are kept while a build is open: some 2 MB."""
KEPT_QUERIES = 4_096
"""Words of a level whose queries are kept, whatever build they are asked of: some 2 MB."""
NO_ROOM = r"code: (?:5|23|24|27|28|30|39|112|122)\b|os error (?:28|112)\b|No space|writer was killed"
"""What the library's errors say when the medium takes no more."""

LISTED = ("meta.json", ".managed.json")
"""Files of a build that the library makes for their owner alone (mode 0600), at each commit and merge."""
LOCK = ".tantivy-meta.lock"
"""The file that the library opens for writing before it reads a build."""
PANIC = "PanicException"
"""The name of what the library raises where it finds its own files impossible; it is no `Exception`."""


class LexicalIndex:
    """Implements `ports.PassageIndex` on tantivy."""

    name = "lexical"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._build: _Build | None = None
        self._frequencies: dict[tuple[str, str], int] = {}
        self._last: _Last | None = None
        self.reopen()

    def reopen(self) -> None:
        """Look at what is on disk now: another process may have committed or rebuilt.

        Twice where nothing can be opened: between the listing of builds and their opening a new one may have been
        committed and the old one removed.
        """
        self._frequencies, self._last = {}, None
        self._build = self._newest() or self._newest()

    def _newest(self) -> _Build | None:
        return next((build for path in self._paths() if (build := _opened(path)) is not None), None)

    def _paths(self) -> list[Path]:
        """The folders of builds of this format, newest first."""
        try:
            named = [path for path in self._folder.iterdir() if path.name.endswith(f"-{FORMAT}")]
        except OSError:  # not there, no folder, or closed to us: who needs an index finds out what can be done
            return []
        return sorted(named, key=_number, reverse=True)

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty or unreadable."""
        return self._build.generation if self._build else 0

    def keys(self) -> set[int]:
        """The keys of all live passages, of all levels."""
        if self._build is None:
            return set()
        searcher = self._build.searcher
        with _whole(self._folder):
            hits = searcher.search(tantivy.Query.all_query(), int(searcher.num_docs) + 1, count=False).hits
            values = searcher.fast_field_values("key", [address for _, address in hits])
        return {int(value) for value in values if value is not None}

    @property
    def wasted(self) -> bool:
        """Whether so much was deleted that building anew is cheaper than carrying it."""
        build = self._build
        return build is not None and build.deleted > WASTE * max(WASTE_FLOOR, int(build.searcher.num_docs))

    def rebuild(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Build anew under a new name, then remove what was before, as far as the system allows."""
        _fill(Draft(self, self._folder, None), changes, generation)

    def apply(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Apply removals and additions, then the generation number, in one commit. Idempotent."""
        _fill(self.draft(), changes, generation)

    def draft(self) -> Draft:
        """The next generation, to be filled while it is still being made."""
        build = self._build
        return Draft(self, self._folder, build if build and Path(build.path).parent == self._folder else None)

    def _counted(self, query: tantivy.Query) -> int:
        if self._build is None:
            return 0
        with _whole(self._folder):
            return int(self._build.searcher.search(query, 1, count=True).count or 0)  # type: ignore[attr-defined]

    def search_lexical(
        self, terms: Mapping[str, float], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` passages that hold any of the weighted, analysed terms, best first. Raises CorruptStore.

        What was asked last is known: a question that looks for names asks for its first passages twice in a row.
        """
        build, asked = self._build, (level, filters, limit)
        if build is None or not terms:
            return ()
        last = self._last
        if last is not None and last.build is build and last.asked == asked and last.terms == terms:
            return last.found
        found = self._searched(build, terms, level, filters, limit)
        self._last = _Last(build, asked, dict(terms), found)
        return found

    def _searched(
        self, build: _Build, terms: Mapping[str, float], level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        searcher = build.searcher
        query = self._any_of(level, terms)
        clauses = self._clauses(filters)
        if clauses:
            must = [(tantivy.Occur.Must, tantivy.Query.const_score_query(clause, 0.0)) for clause in clauses]
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *must])
        with _whole(self._folder):
            hits = searcher.search(query, limit, count=False).hits
            keys = searcher.fast_field_values("key", [address for _, address in hits])
        found = sorted([(-score, key) for key, (score, _) in zip(keys, hits, strict=True)])
        return tuple(each(Candidate, [(key, -score) for score, key in found]))

    def _any_of(self, level: str, terms: Mapping[str, float]) -> tantivy.Query:
        should = []
        for term, weight in terms.items():
            query = _term(level, term)
            boosted = query if weight == 1.0 else tantivy.Query.boost_query(query, weight)
            should.append((tantivy.Occur.Should, boosted))
        return tantivy.Query.boolean_query(should)

    def _clauses(self, filters: Filter) -> list[tantivy.Query]:
        clauses = []
        for name, values in _wanted(filters):
            options = [(tantivy.Occur.Should, _term("filter", f"{name}:{value}")) for value in values]
            clauses.append(tantivy.Query.boolean_query(options))
        if filters.since or filters.until:
            low, high = _day(filters.since) or 1, _day(filters.until) or 99_999_999
            kind = tantivy.FieldType.Integer
            clauses.append(tantivy.Query.range_query(SCHEMA, "date", kind, low, high))
        if filters.without:
            outside = [(tantivy.Occur.MustNot, _term("filter", f"document:{value}")) for value in filters.without]
            clauses.append(tantivy.Query.boolean_query([(tantivy.Occur.Must, tantivy.Query.all_query()), *outside]))
        return clauses

    def document_frequency(self, term: str, *, level: Level) -> int:
        """In how many live passages of the level the analysed term occurs."""
        known = self._frequencies.get((level, term))
        if known is None:
            if self._build is None:
                return 0
            if len(self._frequencies) >= KEPT_FREQUENCIES:
                self._frequencies.clear()
            plainly = not self._build.deleted
            with _whole(self._folder):
                found = self._build.searcher.doc_freq(level, term) if plainly else self._counted(_term(level, term))
            known = int(found)
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


SCHEMA = _schema()


@lru_cache(maxsize=KEPT_QUERIES)
def _term(field: str, value: str) -> tantivy.Query:
    return tantivy.Query.term_query(SCHEMA, field, value)


class _Build(NamedTuple):
    """A committed build that is open."""

    index: tantivy.Index  # type: ignore[assignment]  # the field's word
    searcher: tantivy.Searcher
    generation: int
    deleted: int
    path: str


class _Last(NamedTuple):
    """A search and what it found: one of them, so that another question finds nothing of it."""

    build: _Build
    asked: tuple[Level, Filter, int]
    terms: Mapping[str, float]
    found: tuple[Candidate, ...]


class Draft:
    """Implements `ports.drafts.IndexDraft`: an addition to the build that serves, or a new build where there is none.

    tantivy shows nothing of it before its commit; files of one that was not committed are rubbish that it removes. The
    folder of a new build that was not committed is removed when the next draft is opened.
    """

    def __init__(self, owner: LexicalIndex, folder: Path, before: _Build | None) -> None:
        self._owner = owner
        self._folder = folder
        self._before = before
        self._deleted = before.deleted if before else 0
        self._former = list(folder.iterdir()) if not before and folder.is_dir() else []
        self._path = folder / f"{1 + max(map(_number, self._former), default=0)}-{FORMAT}"
        self._writer: tantivy.IndexWriter | None = None
        self._committed = False

    def _open(self) -> tantivy.IndexWriter:
        """The writer, and its folder, when there is something to write."""
        if self._writer is None:
            _clear(self._folder)
            if self._before:
                index = self._before.index
            else:
                if not self._folder.is_dir():
                    self._folder.unlink(missing_ok=True)
                self._path.mkdir(parents=True)
                index = tantivy.Index(SCHEMA, path=str(self._path))
            self._writer = index.writer(heap_size=HEAP, num_threads=1)
        return self._writer

    def put(self, change: IndexChange) -> None:
        """One change more. Raises StorageFull."""
        with _whole(self._folder), _storage_errors(self._folder):
            writer = self._open()
            if self._before:
                found = self._before.searcher.search(_of_version(change.document_key), 1, count=True)
                self._deleted += int(found.count or 0)  # type: ignore[attr-defined]
                writer.delete_documents_by_term("version", change.document_key)
            for passage in change.passages:
                writer.add_document(_document(passage))

    def commit(self, generation: int) -> None:
        """Make it the index, in one step. Raises StorageFull."""
        import shutil

        with _whole(self._folder), _storage_errors(self._folder):
            writer = self._open()
            writer.delete_documents_by_term("role", "meta")
            writer.add_document(tantivy.Document(role="meta", generation=generation, deleted=self._deleted))
            path = Path(self._before.path) if self._before else self._path
            writer.commit()
            self._committed = True
            _share(path)
            writer.wait_merging_threads()
            _share(path)
        self._owner.reopen()
        for former in self._former:
            shutil.rmtree(former, ignore_errors=True)

    def discard(self) -> None:
        """Leave the index as it was; what was committed stays."""
        import shutil

        self._writer = None
        if not self._before and not self._committed:
            shutil.rmtree(self._path, ignore_errors=True)


def _fill(draft: Draft, changes: Iterable[IndexChange], generation: int) -> None:
    try:
        for change in changes:
            draft.put(change)
        draft.commit(generation)
    except BaseException:
        draft.discard()
        raise


def _clear(folder: Path) -> None:
    """Remove the builds that a killed process began: those without a first commit."""
    import shutil

    for path in folder.iterdir() if folder.is_dir() else ():
        if _number(path) and _unfinished(path):
            shutil.rmtree(path, ignore_errors=True)


def _unfinished(path: Path) -> bool:
    """Whether nothing was ever committed there; a build that is damaged is none of these."""
    import json

    meta = path / "meta.json"
    try:
        return not meta.is_file() or not json.loads(meta.read_bytes())["segments"]
    except (ValueError, KeyError, TypeError):
        return False


def _share(path: Path) -> None:
    """Whoever may read or write the folder of a build may do so with all its files, as with those of the store.

    The folder's rights are those that the system's mask gave it when it was made, or that somebody gave it since.
    """
    wanted = path.stat().st_mode & 0o666
    for name in LISTED:
        with suppress(OSError):  # it is another's, who shares it; or the medium knows no rights
            (path / name).chmod(wanted)


def _of_version(key: int) -> tantivy.Query:
    return tantivy.Query.term_query(SCHEMA, "version", key)


@contextmanager
def _storage_errors(folder: Path) -> Iterator[None]:
    """The library's errors of a full disk, a read-only medium or too many open files, as ours."""
    try:
        yield
    except ValueError as error:
        if not re.search(NO_ROOM, str(error)):
            raise
        message = f"{folder}: {error}"
        raise StorageFull(
            message, path=str(folder), hint="free some space; the last generation still serves"
        ) from error


class _whole:  # noqa: N801 - used as a function is; an `except` cannot name what the library gives up with
    """What the library says, or how it gives up, where a file of the index is damaged, as our error."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if kind is ValueError or (kind and kind.__name__ == PANIC):
            message = f"{self._folder}, the index of words, is damaged: {error}"
            hint = "kts verify --repair builds it anew from kts.db; nothing else is lost"
            raise CorruptStore(message, path=str(self._folder), hint=hint) from error


def _opened(path: Path) -> _Build | None:
    """The build in `path`, None when there is no whole one."""
    try:
        with _whole(path):
            return _load(str(path))
    except (CorruptStore, OSError):
        if _lockable(path) or not (path / "meta.json").is_file():
            return None
    return _copied(path)


def _lockable(path: Path) -> bool:
    """Whether the library can take the lock that it wants before it reads."""
    lock = path / LOCK
    return os.access(path, os.W_OK) and (not lock.exists() or os.access(lock, os.W_OK))


def _copied(path: Path) -> _Build | None:
    """A build on a medium without writing, read from a copy: tantivy takes a lock file to read."""
    try:
        with _whole(path):
            return _load(_scratch(path, (path / "meta.json").stat().st_mtime_ns))
    except (CorruptStore, OSError):
        return None


@cache
def _scratch(path: Path, _stamp: int) -> str:
    """A copy of the build that lives as long as the process."""
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="kts-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for file in path.iterdir():
        shutil.copyfile(file, f"{folder}/{file.name}")
    return folder


def _load(path: str) -> _Build:
    index = tantivy.Index.open(path)
    index.config_reader("manual")
    searcher = index.searcher()
    found = searcher.search(tantivy.Query.term_query(SCHEMA, "role", "meta"), 1, count=False).hits
    at = [address for _, address in found]
    if not at:
        message = "no generation is noted"
        raise ValueError(message)
    (generation,) = searcher.fast_field_values("generation", at)
    (deleted,) = searcher.fast_field_values("deleted", at)
    return _Build(index, searcher, int(generation or 0), int(deleted or 0), path)


def _number(path: Path) -> int:
    """The number of a build, 0 for a folder that is none."""
    number = path.name.partition("-")[0]
    return int(number) if number.isdigit() else 0


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
