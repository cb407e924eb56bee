"""The values that the ports take and return.

Apart from the ports because a question needs these at once and none of the protocols. Standard library only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, NamedTuple

    from kts.types import Level, Outcome
else:
    from kts.nouns import NamedTuple

CLOSED = "cannot be read"
"""How the problem of a folder begins that could not be listed."""


class Walked(NamedTuple):
    """An entry of a walk. `problem` is empty for a regular file, else why it is not read (a folder, too)."""

    path: str
    size: int
    mtime_ns: int
    problem: str = ""
    folder: bool = False


class Root(NamedTuple):
    """A folder that is ingested. `mode` files: only the named files of it, never the whole folder."""

    label: str
    path: str
    mode: str


class Staged(NamedTuple):
    """A version that is stored and not yet live: its key, how its conversion went, and its chunks."""

    key: int
    outcome: Outcome
    reason: str
    chunks: int


class VersionTexts(NamedTuple):
    """A live version whose vectors are wanted; `failed` says why it could not be embedded before, if it was tried."""

    key: int
    document_id: str
    path: str
    language: str
    failed: str = ""


class EmbeddedText(NamedTuple):
    """A text's vector: `vector` is little-endian float16, `windows` as how many windows it was embedded."""

    sha256: str
    windows: int
    vector: bytes


class EmbeddedVersion(NamedTuple):
    """What became of a version's vectors; `reason` says why they are not ready."""

    key: int
    state: Literal["ready", "failed", "skipped"]
    reason: str = ""


class ModelRecord(NamedTuple):
    """The model whose vectors an index serves."""

    key: int
    provider_id: str
    hash: str
    dims: int


class DocumentRecord(NamedTuple):
    """What the corpus knows of a live document version without reading its text."""

    key: int
    id: str
    root: str
    path: str
    sha256: str
    converter: str
    title: str
    doc_type: str
    regime: str
    language: str
    content_date: str
    length: int
    stale: bool
    metadata: Mapping[str, object]


class PassageRecord(NamedTuple):
    """A passage row as ranking needs it: `terms` is the forward index of `lexicon.forward`."""

    key: int
    id: str
    document_key: int
    terms: bytes
    title_length: int
    heading_length: int
    body_length: int


class LevelStatistics(NamedTuple):
    """Over the live rows of one level: how many there are, and the mean length of each field in terms."""

    rows: int
    title: float
    heading: float
    body: float


class Candidate(NamedTuple):
    """A first-stage hit: passage key and the index's own score, comparable only within one list."""

    key: int
    score: float


class IndexedPassage(NamedTuple):
    """What a follower is given for a passage: analysed terms (space separated, repeated) and filter values."""

    key: int
    document_key: int
    level: Level
    terms: str
    filters: Mapping[str, tuple[str, ...]]


class IndexChange(NamedTuple):
    """One document version leaves (`op` remove, `passages` empty) or enters (`op` add) the index."""

    op: str
    document_key: int
    passages: tuple[IndexedPassage, ...] = ()


class IndexedVector(NamedTuple):
    """A row of the dense index: `vector` is little-endian float16, `filters` as in `IndexedPassage`."""

    key: int
    document_key: int
    level: Level
    vector: bytes
    filters: Mapping[str, tuple[str, ...]]


class VectorChange(NamedTuple):
    """One document version leaves (`op` remove) or enters (`op` add, with all its rows) the dense index."""

    op: str
    document_key: int
    vectors: tuple[IndexedVector, ...] = ()
