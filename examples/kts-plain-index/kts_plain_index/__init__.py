"""A passage index without libraries: BM25 in plain Python over one JSON file, enough for some thousand passages."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from typing import TYPE_CHECKING

from kts.records import Candidate, IndexedPassage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from kts.records import IndexChange
    from kts.types import Filter, Level

    Documents = dict[int, tuple[IndexedPassage, ...]]

K1, B = 1.2, 0.75


class PlainIndex:
    """Keeps every passage in memory and writes each generation to a file of its own."""

    name = "plain"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.reopen()

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty."""
        return self._generation

    @property
    def wasted(self) -> bool:
        """Never: each generation is written whole, without what was removed."""
        return False

    def reopen(self) -> None:
        """Read the newest file; one that cannot be read counts as absent, and is built anew."""
        self._generation = 0
        self._documents: Documents = {}
        for path in sorted(self._folder.glob("*.json"), key=lambda path: int(path.stem), reverse=True):
            try:
                self._documents = _read(path)
            except (OSError, ValueError, TypeError):
                continue
            self._generation = int(path.stem)
            return

    def apply(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Apply removals and additions; the file's name is the generation, so both are one commit."""
        self._commit(dict(self._documents), changes, generation)

    def rebuild(self, changes: Iterable[IndexChange], *, generation: int) -> None:
        """Replace everything by what `changes` add."""
        self._commit({}, changes, generation)

    def _commit(self, documents: Documents, changes: Iterable[IndexChange], generation: int) -> None:
        for change in changes:
            documents.pop(change.document_key, None)
            if change.op == "add":
                documents[change.document_key] = change.passages
        _write(documents, self._folder, generation)
        self._documents, self._generation = documents, generation

    def _passages(self) -> Iterator[IndexedPassage]:
        for passages in self._documents.values():
            yield from passages

    def keys(self) -> set[int]:
        """The keys of all passages."""
        return {passage.key for passage in self._passages()}

    def document_frequency(self, term: str, *, level: Level) -> int:
        """In how many passages of the level the term occurs."""
        return sum(passage.level == level and term in passage.terms.split() for passage in self._passages())

    def search_lexical(
        self, terms: Mapping[str, float], *, level: Level, filters: Filter, limit: int
    ) -> tuple[Candidate, ...]:
        """The best passages that hold any of the terms; the filter decides before anything is scored."""
        rows = [(passage, Counter(passage.terms.split())) for passage in self._passages() if passage.level == level]
        mean = sum(counts.total() for _, counts in rows) / max(1, len(rows))
        weights = {term: weight * _idf(term, rows) for term, weight in terms.items()}
        found = [
            Candidate(passage.key, _score(counts, weights, mean))
            for passage, counts in rows
            if weights.keys() & counts.keys() and _admits(filters, passage.filters)
        ]
        return tuple(sorted(found, key=lambda candidate: (-candidate.score, candidate.key))[:limit])


def _idf(term: str, rows: list[tuple[IndexedPassage, Counter[str]]]) -> float:
    frequency = sum(term in counts for _, counts in rows)
    return math.log(1 + (len(rows) - frequency + 0.5) / (frequency + 0.5))


def _score(counts: Counter[str], weights: Mapping[str, float], mean: float) -> float:
    norm = K1 * (1 - B + B * counts.total() / max(1.0, mean))
    return sum(weight * counts[term] * (K1 + 1) / (counts[term] + norm) for term, weight in weights.items())


def _admits(filters: Filter, values: Mapping[str, tuple[str, ...]]) -> bool:
    """Several values of one field are alternatives; all fields that are asked for must agree."""
    if set(filters.without) & set(values.get("document", ())):
        return False
    for name in ("doc_type", "regime", "code", "item_type", "section", "language", "document", "tool", "path"):
        wanted = getattr(filters, name)
        if name == "tool":
            wanted = [tool.casefold() for tool in wanted]
        elif name == "path":
            wanted = [path.rstrip("/") for path in wanted]
        if wanted and not set(wanted) & set(values.get(name, ())):
            return False
    if not filters.since and not filters.until:
        return True
    days = [date[:10] for date in values.get("date", ())]
    return any((filters.since or day) <= day <= (filters.until or day) for day in days)


def _write(documents: Documents, folder: Path, generation: int) -> None:
    """A new name for each generation; readers of the old file keep it until they look again."""
    folder.mkdir(parents=True, exist_ok=True)
    part, whole = folder / f"{generation}.part", folder / f"{generation}.json"
    with part.open("w", encoding="utf-8") as file:
        json.dump(sorted(documents.items()), file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(whole)
    for old in folder.glob("*.json"):
        if old != whole:
            old.unlink(missing_ok=True)


def _read(path: Path) -> Documents:
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {key: tuple(_passage(*fields) for fields in passages) for key, passages in rows}


def _passage(key: int, document: int, level: Level, terms: str, filters: dict[str, list[str]]) -> IndexedPassage:
    return IndexedPassage(key, document, level, terms, {name: tuple(values) for name, values in filters.items()})
