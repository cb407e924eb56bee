"""IDX-1, IDX-2, IDX-3: every passage index keeps the indexes' suite, and finds what the others find."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts import registry
from kts.records import IndexChange, IndexedPassage
from kts.testing import MemoryIndex, check_index, check_interruption
from kts.types import Filter

MANY = 1_000
WORDS = ("cure", "period", "notice", "fee")
NAMES = sorted(registry.BUILT_IN["indexes"])


@pytest.mark.parametrize("name", NAMES)
def test_idx_1_every_index_keeps_the_suite(name, tmp_path):
    numbers = iter(range(1_000))
    check_index(lambda: registry.load("indexes", name)(tmp_path / str(next(numbers))))


@pytest.mark.parametrize("name", ["lexical", "memory"])
def test_i2_every_index_survives_changes_that_break_off(name, tmp_path):
    numbers = iter(range(1_000))
    check_interruption(lambda: registry.load("indexes", name)(tmp_path / str(next(numbers))))


def added(document, text, doc_type):
    filters = {"doc_type": (doc_type,), "document": (f"doc_{document}",)}
    return IndexChange("add", document, (IndexedPassage(document * 10, document, "chunk", text, filters),))


TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
CHANGES = st.one_of(
    st.builds(added, st.integers(1, 5), TEXTS, st.sampled_from(["POLICY", "SOP"])),
    st.integers(1, 5).map(lambda document: IndexChange("remove", document)),
)
BATCHES = st.lists(CHANGES, max_size=4, unique_by=lambda change: change.document_key)
"""A document version enters or leaves once in a generation."""


def seen(index):
    """What a reader can learn from an index, without the scores, which are each index's own."""
    filters = (Filter(), Filter(doc_type=("SOP",)), Filter(document=("doc_1", "doc_2")))
    found = {
        (word, asked): frozenset(
            candidate.key for candidate in index.search_lexical({word: 1.0}, level="chunk", filters=asked, limit=MANY)
        )
        for word in WORDS
        for asked in filters
    }
    return index.generation, index.keys(), [index.document_frequency(word, level="chunk") for word in WORDS], found


@settings(max_examples=15)
@given(st.lists(BATCHES, min_size=1, max_size=4))
def test_idx_1_every_index_finds_what_the_plainest_finds(batches):
    plain = MemoryIndex()
    with tempfile.TemporaryDirectory() as folder:
        others = [registry.load("indexes", name)(Path(folder) / name) for name in NAMES if name != plain.name]
        for generation, changes in enumerate(batches, 1):
            for index in (plain, *others):
                index.apply(changes, generation=generation)
        for index in others:
            assert seen(index) == seen(plain)


class Late(MemoryIndex):
    """Filters after the limit."""

    def search_lexical(self, terms, *, level, filters, limit):
        found = super().search_lexical(terms, level=level, filters=Filter(), limit=limit)
        kept = super().search_lexical(terms, level=level, filters=filters, limit=MANY)
        return tuple(candidate for candidate in found if candidate in kept)


class Hasty(MemoryIndex):
    """Notes the generation before its changes are in."""

    def apply(self, changes, *, generation):
        self._generation = generation
        super().apply(changes, generation=generation)


class Piecemeal(MemoryIndex):
    """Shows each change as it comes."""

    def apply(self, changes, *, generation):
        for change in changes:
            super().apply([change], generation=self.generation)
        self._generation = generation


class Doubling(MemoryIndex):
    """Adds without removing what was there."""

    def apply(self, changes, *, generation):
        changes = tuple(changes)
        before = dict(self._documents)
        super().apply(changes, generation=generation)
        for change in changes:
            old = before.get(change.document_key, ())
            self._documents[change.document_key] = (*self._documents.get(change.document_key, ()), *old)


class Counting(MemoryIndex):
    """Counts occurrences."""

    def document_frequency(self, term, *, level):
        passages = [passage for passages in self._documents.values() for passage in passages]
        return sum(passage.terms.split().count(term) for passage in passages if passage.level == level)


class Untidy(MemoryIndex):
    """Orders equal scores by what came last."""

    def search_lexical(self, terms, *, level, filters, limit):
        found = super().search_lexical(terms, level=level, filters=filters, limit=MANY)
        return tuple(sorted(found, key=lambda candidate: (-candidate.score, -candidate.key)))[:limit]


class Boundless(MemoryIndex):
    """Forgets the limit."""

    def search_lexical(self, terms, *, level, filters, limit):
        return super().search_lexical(terms, level=level, filters=filters, limit=MANY * limit)


@pytest.mark.parametrize(
    ("index", "rule"),
    [
        (Late, "never after"),
        (Hasty, "leaves the generation as it was|before its commit"),
        (Piecemeal, "changes nothing"),
        (Doubling, "idempotent|no passage is found twice"),
        (Counting, "not occurrences"),
        (Untidy, "ordered by key"),
        (Boundless, "`limit`"),
    ],
)
def test_idx_1_a_broken_rule_is_named(index, rule):
    with pytest.raises(AssertionError, match=rule):
        check_index(index)
