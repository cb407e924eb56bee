"""Adapters that live in memory: for tests of your own, and as the shortest reading of each port.

Each keeps the same conformance suite as the adapter that is shipped for use.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote_from_bytes

from kts.errors import SourceUnreachable, TooLarge, UnstableFile, UsageError
from kts.records import Candidate, Walked
from kts.testing.filters import admits
from kts.testing.memory import MemoryCorpus, MemoryTruth
from kts.types import SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from kts.records import IndexChange, IndexedPassage
    from kts.types import Filter, Level

__all__ = ["MemoryCorpus", "MemoryIndex", "MemoryLedger", "MemorySources", "MemoryTruth"]

K1, B = 1.2, 0.75
"""BM25 as usual; the scores of a first stage only choose candidates."""


class MemoryIndex:
    """Implements `ports.PassageIndex` without a disk: each process builds it anew from the truth."""

    name = "memory"

    def __init__(self, folder: object = None) -> None:
        del folder
        self._documents: dict[int, tuple[IndexedPassage, ...]] = {}
        self._generation = 0

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty."""
        return self._generation

    @property
    def wasted(self) -> bool:
        """Never: what is removed is gone."""
        return False

    def reopen(self) -> None:
        """Nothing to look at: no other process can have changed this one's memory."""

    def apply(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Apply removals and additions, then the generation number, in one step. Idempotent."""
        self._switch(dict(self._documents), changes, generation)

    def rebuild(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Replace everything by what `changes` add."""
        self._switch({}, changes, generation)

    def _switch(
        self, documents: dict[int, tuple[IndexedPassage, ...]], changes: Iterable[IndexChange], generation: int
    ) -> None:
        for change in changes:
            documents.pop(change.document_key, None)
            if change.op == "add":
                documents[change.document_key] = change.passages
        self._documents, self._generation = documents, generation

    def keys(self) -> set[int]:
        """The keys of all live passages."""
        return {passage.key for passages in self._documents.values() for passage in passages}

    def search_lexical(
        self, terms: Mapping[str, float], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best `limit` passages by BM25, best first."""
        counted = [
            (passage, Counter(passage.terms.split()))
            for passages in self._documents.values()
            for passage in passages
            if passage.level == level
        ]
        mean = sum(counts.total() for _, counts in counted) / max(1, len(counted))
        idf = {term: _idf(sum(term in counts for _, counts in counted), len(counted)) for term in terms}
        weights = {term: weight * idf[term] for term, weight in terms.items()}
        found = [
            Candidate(passage.key, _score(counts, weights, mean))
            for passage, counts in counted
            if any(term in counts for term in terms) and admits(filters, passage.filters)
        ]
        return tuple(sorted(found, key=lambda candidate: (-candidate.score, candidate.key))[:limit])

    def document_frequency(self, term: str, *, level: Level) -> int:
        """In how many live passages of the level the analysed term occurs."""
        return sum(
            passage.level == level and term in passage.terms.split()
            for passages in self._documents.values()
            for passage in passages
        )


def _idf(frequency: int, count: int) -> float:
    return math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))


def _score(counts: Mapping[str, int], weights: Mapping[str, float], mean: float) -> float:
    norm = K1 * (1 - B + B * sum(counts.values()) / max(mean, 1.0))
    held = ((weight, counts[term]) for term, weight in weights.items() if term in counts)
    return sum(weight * count * (K1 + 1) / (count + norm) for weight, count in held)


class MemorySources:
    """Implements `ports.Sources` over a mapping: root -> path -> bytes.

    A path in `unstable` is a file that changes whenever it is read. To change a file, change the mapping.
    """

    def __init__(self, files: Mapping[str, Mapping[str, bytes]], *, unstable: Collection[str] = ()) -> None:
        self._files = files
        self._unstable = frozenset(unstable)

    def _root(self, root: str) -> Mapping[str, bytes]:
        if root not in self._files:
            message = f"{root}: No such file or directory"
            raise SourceUnreachable(message, path=root, hint="nothing was deleted; make the folder reachable")
        return self._files[root]

    def _content(self, root: str, path: str) -> bytes:
        try:
            return self._root(root)[path]
        except KeyError:
            message = f"no file {path} under {root}"
            raise FileNotFoundError(message) from None

    def walk(self, root: str, *, below: str, ignored: Callable[[str, bool], bool]) -> Iterator[Walked]:
        """Every file below a path of the root, in order of path, folder by folder."""
        files = self._root(root)
        closed: dict[str, bool] = {"": False, below: False}
        for path in sorted(files, key=lambda path: path.split("/")):
            if below in ("", path) or path.startswith(f"{below}/"):
                named = path == below
                if named or not (_closed(path, closed, ignored) or ignored(path, False)):  # noqa: FBT003
                    yield Walked(path, len(files[path]), _mtime(files[path]))

    def stat(self, root: str, path: str) -> SourceFile:
        """Size and mtime now; the mtime stands for the content, since nothing else dates it."""
        content = self._content(root, path)
        return SourceFile(root, path, len(content), _mtime(content))

    def read(self, root: str, path: str, *, limit: int) -> tuple[SourceFile, bytes]:
        """The bytes and what they are."""
        content = self._content(root, path)
        if path in self._unstable:
            message = f"{path} changed while it was read"
            raise UnstableFile(message, path=path, hint="run kts ingest again when it is quiet")
        if len(content) > limit:
            message = f"{len(content):,} bytes; the cap is {limit:,}"
            raise TooLarge(message, path=path, hint="raise ingest.max_file_bytes, or exclude the file")
        digest = hashlib.sha256(content).hexdigest()
        return SourceFile(root, path, len(content), _mtime(content), digest), content

    def uri(self, root: str, path: str) -> str:
        """A `file:` URI below a folder that is named like the root."""
        return "file:///" + quote_from_bytes(f"{root}/{path}".encode("utf-8", "surrogateescape"), safe="/")


def _closed(path: str, closed: dict[str, bool], ignored: Callable[[str, bool], bool]) -> bool:
    """Whether a folder above `path` is left out; each folder is asked about once, the upper ones first."""
    folder = path.rpartition("/")[0]
    if folder not in closed:
        closed[folder] = _closed(folder, closed, ignored) or ignored(folder, True)  # noqa: FBT003
    return closed[folder]


def _mtime(content: bytes) -> int:
    """Nanoseconds that differ when the content does."""
    return int.from_bytes(hashlib.sha256(content).digest()[:7], "big")


class MemoryLedger:
    """Implements `ports.Ledger` in a list; the chain is that of the ledger on disk."""

    def __init__(self) -> None:
        self._records: list[dict[str, object]] = []

    def append(self, kind: str, body: Mapping[str, object]) -> str:
        """Add a record and return its id."""
        from kts.store.ledger import chained
        from kts.store.rows import dumps

        number, previous = len(self._records) + 1, self.head()
        created, text = datetime.now(UTC).isoformat(timespec="milliseconds"), dumps(dict(body))
        digest = chained(previous, number, created, kind, text)
        record = {"number": number, "id": f"led_{digest[:16]}", "created_at": created, "kind": kind}
        self._records.append({**record, "body": text, "previous": previous, "hash": digest})
        return f"led_{digest[:16]}"

    def head(self) -> str:
        """The hash of the newest record, empty when there is none."""
        return str(self._records[-1]["hash"]) if self._records else ""

    def read(self, record_id: str) -> Mapping[str, object]:
        """One record with its chain fields."""
        for record in self._records:
            if record["id"] == record_id:
                return {**record, "body": json.loads(str(record["body"]))}
        message = f"the ledger has no record {record_id}"
        raise UsageError(message, hint="ids begin with led_ and are printed with each answer")
