"""Vectors of record without a disk, `MemoryVectorTruth`, and what every such store must keep: `check_vector_truth`.

CRAWL-5, RELIABILITY I2 and I6: vectors belong to texts, so that nothing is embedded twice, and states to versions.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.context import entitled, in_context
from kts.records import EmbeddedText, EmbeddedVersion, IndexedVector, Root, VectorChange, VersionTexts
from kts.testing.documents import prepared
from kts.testing.embedder import HashEmbedder
from kts.testing.memory import filter_values
from kts.testing.rules import require, require_equal
from kts.testing.truth import committed
from kts.types import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kts.ports import Corpus, Embedder, Truth, VectorTruth
    from kts.testing.memory import MemoryTruth, Version
    from kts.types import PreparedPassage

DONE = ("ready", "skipped")


class MemoryVectorTruth:
    """Implements `ports.VectorTruth` beside a `MemoryTruth`."""

    def __init__(self, truth: MemoryTruth, embedder: Embedder) -> None:
        self._truth = truth
        self._model = embedder.model_hash
        self._texts = truth.texts.setdefault(self._model, {})
        self._states = truth.embedded.setdefault(self._model, {})

    def pending(self) -> tuple[VersionTexts, ...]:
        """The live versions without vectors, or whose vectors failed, by path."""
        waiting = [
            VersionTexts(key, version.document.id, version.document.source.path, version.document.language)
            for key, version in self._truth.versions().items()
            if self._states.get(key) not in DONE
        ]
        return tuple(sorted(waiting, key=lambda one: (one.path, one.document_id)))

    def count(self, versions: Sequence[int]) -> int:
        """How many texts of these versions have no vector yet; one that stands twice counts once."""
        return len({digest for version in versions for digest in self.missing(version)})

    def missing(self, version: int) -> Mapping[str, str]:
        """The texts of a version that have no vector yet, by their SHA-256."""
        stored = self._truth.versions()[version]
        embedded = {passage.context_sha256.hex(): passage for _, passage in _chunks(stored)}
        return {digest: _text(stored, one) for digest, one in embedded.items() if digest not in self._texts}

    def keep(self, texts: Iterable[EmbeddedText]) -> None:
        """Store vectors; a text keeps its first."""
        for text in texts:
            self._texts.setdefault(text.sha256, text)

    def commit(self, versions: Sequence[EmbeddedVersion]) -> int:
        """Make the states of these versions the next generation."""
        self._states |= {version.key: version.state for version in versions}
        if not self._truth.model or "pending" not in self._truth.counted(self._model):
            self._truth.model = self._model
        self._truth.generation += 1
        return self._truth.generation

    @property
    def serving(self) -> bool:
        """Whether the index answers with this model's vectors."""
        return self._truth.model == self._model

    def changes(self) -> Iterator[VectorChange]:
        """What fills a vector index: `index.rebuild(vectors.changes(), generation=..., model=...)`."""
        for key, version in self._truth.versions().items():
            if key in self._states:
                yield VectorChange("add", key, tuple(self._rows(key, version)))

    def _rows(self, key: int, version: Version) -> Iterator[IndexedVector]:
        found = []
        for number, passage in _chunks(version):
            kept = self._texts.get(passage.context_sha256.hex())
            if kept is not None:
                found.append(kept.vector)
                yield IndexedVector(number, key, "chunk", kept.vector, filter_values(version.document, passage))
        for number, passage in version.rows():
            if found and passage.level == "document":
                whole = _pooled(found)
                yield IndexedVector(number, key, "document", whole, filter_values(version.document, passage))


def _chunks(version: Version) -> Iterator[tuple[int, PreparedPassage]]:
    """The passages that are embedded: a table of contents is none."""
    return ((key, one) for key, one in version.rows() if one.level == "chunk" and one.kind != "contents")


def _text(version: Version, passage: PreparedPassage) -> str:
    document = version.document
    text = document.text[passage.span.start : passage.span.end]
    called = entitled(document.title, document.metadata)
    if passage.section is None:
        return in_context(text, title=called)
    section = document.sections[passage.section]
    return in_context(text, title=called, number=section.number, heading=section.heading)


def _pooled(vectors: Sequence[bytes]) -> bytes:
    """The direction of the mean."""
    import numpy as np

    mean = np.mean([np.frombuffer(vector, "<f2").astype(np.float32) for vector in vectors], axis=0)
    pooled: bytes = (mean / max(float(np.sqrt(mean @ mean)), 1e-6)).astype("<f2").tobytes()
    return pooled


# -- the suite ----------------------------------------------------------------------------------------------------


class Beside(NamedTuple):
    """A truth, how its newest generation is opened, and the vectors of record that a model has beside it."""

    truth: Truth
    corpus: Callable[[], Corpus]
    vectors: Callable[[Embedder], VectorTruth]


ROOTS = (Root("docs", "/docs", "tree"),)
CURE = prepared(
    "cure.md", "# Cure\n\nThe cure period is thirty days.\n\n# Notice\n\nNotice is written.\n", language="en"
)
LUNCH = prepared("lunch.md", "# Lunch\n\nThe menu changes on Mondays.\n", language="en")
COPY = prepared("copy.md", CURE.document.text, language="en")
FRIST = prepared("frist.md", "# Frist\n\nDie Frist betr\u00e4gt dreissig Tage.\n", language="de")
NEWER = prepared("cure.md", CURE.document.text.replace("written", "spoken"), language="en")._replace(
    fingerprint="newer"
)
LISTED = prepared(
    "listed.md",
    "# Manual\n\n## Table of contents\n\n"
    + "".join(f"{number}. Part {number} of the manual ........ {number}\n" for number in range(1, 41))
    + "\n## Notice\n\nNotice is written.\n",
    language="en",
)
MODEL = HashEmbedder()
OTHER = HashEmbedder(dims=32)


def check_vector_truth(make: Callable[[Sequence[Root]], Beside]) -> None:
    """Raise AssertionError naming the first rule of `ports.VectorTruth` that does not hold.

    `make(roots)` returns a new, empty truth that knows these roots.
    """
    for check in (_check_nothing, _check_pending, _check_texts, _check_shared, _check_kept, _check_states):
        check(make(ROOTS))
    for check in (_check_retry, _check_changed, _check_removed, _check_models, _check_contents):
        check(make(ROOTS))


def _paths(vectors: VectorTruth) -> list[str]:
    return [version.path for version in vectors.pending()]


def _keys(vectors: VectorTruth) -> dict[str, int]:
    return {version.path: version.key for version in vectors.pending()}


def _kept(vectors: VectorTruth, version: int, embedder: Embedder = MODEL) -> int:
    """Embed what a version still lacks; returns how many texts that were."""
    texts = vectors.missing(version)
    rows = embedder.embed_documents(list(texts.values())).astype("<f2")
    vectors.keep([EmbeddedText(sha256, 1, row.tobytes()) for sha256, row in zip(texts, rows, strict=True)])
    return len(texts)


def _all_ready(vectors: VectorTruth, embedder: Embedder = MODEL) -> int:
    """Embed everything that waits, and commit it as one generation."""
    waiting = vectors.pending()
    for version in waiting:
        _kept(vectors, version.key, embedder)
    return vectors.commit([EmbeddedVersion(version.key, "ready") for version in waiting])


def _check_nothing(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    require_equal(vectors.pending(), (), "vectors: an empty truth waits for nothing")
    require(not vectors.serving, "vectors: before its first commit no model serves")
    require_equal(dict(beside.corpus().vectors()), {}, "corpus: without a model nothing is counted")


def _check_pending(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    beside.truth.stage(COPY)
    committed(beside.truth, LUNCH, CURE, FRIST)
    found = [(version.document_id, version.path, version.language) for version in vectors.pending()]
    wanted = [(one.document.id, one.document.source.path, one.document.language) for one in (CURE, FRIST, LUNCH)]
    require_equal(found, wanted, "vectors: the live versions wait, by path; what is staged does not")


def _check_texts(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    committed(beside.truth, CURE)
    found = vectors.missing(vectors.pending()[0].key)
    digests = {digest: hashlib.sha256(text.encode()).hexdigest() for digest, text in found.items()}
    require(all(digest == real for digest, real in digests.items()), "vectors: a text goes by its SHA-256", digests)
    wanted = {passage.context_sha256.hex() for passage in CURE.passages if passage.level == "chunk"}
    require_equal(set(found), wanted, "vectors: the texts of a version are those of its chunks, in their context")
    require(all("Cure" in text for text in found.values()), "vectors: a text stands under its document's title", found)


def _check_shared(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    committed(beside.truth, CURE)
    _all_ready(vectors)
    committed(beside.truth, COPY)
    require_equal(_paths(vectors), ["copy.md"], "vectors: a new document waits, whatever its texts")
    found = dict(vectors.missing(_keys(vectors)["copy.md"]))
    require_equal(found, {}, "vectors: a text that stands in two documents is embedded once")


def _check_kept(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    number = committed(beside.truth, CURE)
    (version,) = vectors.pending()
    texts = vectors.missing(version.key)
    first = next(iter(texts))
    vectors.keep([EmbeddedText(first, 1, MODEL.embed_documents([texts[first]])[0].astype("<f2").tobytes())])
    require_equal(_paths(vectors), ["cure.md"], "vectors: keeping a vector makes no version ready")
    left = set(beside.vectors(MODEL).missing(version.key))
    require_equal(left, set(texts) - {first}, "vectors: what is kept is not made again, though it is not committed")
    require_equal(beside.corpus().generation, number, "vectors: keeping a vector makes no generation")


def _check_states(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    before = committed(beside.truth, CURE, LUNCH, FRIST)
    keys = _keys(vectors)
    _kept(vectors, keys["cure.md"])
    number = vectors.commit(
        [EmbeddedVersion(keys["cure.md"], "ready"), EmbeddedVersion(keys["frist.md"], "skipped", "de")]
    )
    require_equal(number, before + 1, "vectors: a commit is the next generation")
    require_equal(beside.corpus().generation, number, "vectors: a commit is the next generation of the whole truth")
    require_equal(_paths(vectors), ["lunch.md"], "vectors: what is ready or skipped does not wait")
    require(vectors.serving, "vectors: the first model serves at once")
    wanted = {"ready": 2, "skipped": 1, "pending": 1}
    require_equal(
        dict(beside.corpus().vectors()), wanted, "corpus: passages are counted by what became of their vectors"
    )


def _check_retry(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    committed(beside.truth, LUNCH)
    (version,) = vectors.pending()
    vectors.commit([EmbeddedVersion(version.key, "failed", "ValueError: no")])
    require_equal(dict(beside.corpus().vectors()), {"failed": 1}, "corpus: a failure is counted as one")
    require_equal(_paths(vectors), ["lunch.md"], "vectors: what failed is tried again")
    _all_ready(vectors)
    require_equal(dict(beside.corpus().vectors()), {"ready": 1}, "vectors: the newest state of a version counts")
    require_equal(_paths(vectors), [], "vectors: what was mended does not wait")


def _check_changed(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    committed(beside.truth, CURE)
    _all_ready(vectors)
    committed(beside.truth, NEWER)
    (version,) = vectors.pending()
    texts = list(vectors.missing(version.key).values())
    fresh = len(texts) == 1 and "spoken" in texts[0]
    require(fresh, "vectors: of a changed document only the changed texts are embedded", texts)


def _check_removed(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    committed(beside.truth, CURE, LUNCH)
    _all_ready(vectors)
    beside.truth.commit(Batch("docs", "ingest", removed=("cure.md",)))
    require_equal(dict(beside.corpus().vectors()), {"ready": 1}, "corpus: vectors of removed documents are not counted")
    committed(beside.truth, CURE)
    (version,) = vectors.pending()
    found = dict(vectors.missing(version.key))
    require_equal(found, {}, "vectors: a text that comes back has its vector still")


def _check_models(beside: Beside) -> None:
    committed(beside.truth, CURE, LUNCH)
    first, other = beside.vectors(MODEL), beside.vectors(OTHER)
    _all_ready(first)
    keys = _keys(other)
    require_equal(sorted(keys), ["cure.md", "lunch.md"], "vectors: each model has vectors and states of its own")
    _kept(other, keys["cure.md"], OTHER)
    other.commit([EmbeddedVersion(keys["cure.md"], "ready")])
    serving = (first.serving, other.serving)
    require_equal(
        serving, (True, False), "vectors: another model takes the first one's place when it has all documents"
    )
    _all_ready(other, OTHER)
    require_equal((first.serving, other.serving), (False, True), "vectors: with all documents the other model serves")
    require_equal(dict(beside.corpus().vectors()), {"ready": 3}, "corpus: what is counted is the serving model's")


def _check_contents(beside: Beside) -> None:
    vectors = beside.vectors(MODEL)
    committed(beside.truth, LISTED)
    require_equal(_paths(vectors), ["listed.md"], "vectors: a document with a table of contents waits for its vectors")
    texts = vectors.missing(vectors.pending()[0].key).values()
    require_equal([text for text in texts if "...." in text], [], "vectors: a table of contents is not embedded")
    _all_ready(vectors)
    listed = sum(passage.kind == "contents" for passage in LISTED.passages)
    wanted = {"ready": len(texts), "skipped": listed}
    require_equal(dict(beside.corpus().vectors()), wanted, "corpus: a table of contents is left out, and nothing waits")
