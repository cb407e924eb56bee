"""The nouns: what travels between the stages. Immutable, standard library only.

Named tuples (docs/decisions/0003-named-tuples.md says why); change one with `noun._replace(field=value)`.
Offsets are always character offsets (Unicode code points) into `Document.text`, end exclusive.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

Outcome = Literal["ok", "partial", "empty", "hidden_only", "encrypted", "unsupported", "too_large", "timeout",
                  "memory", "crashed", "malformed", "unstable", "unreadable"]  # fmt: skip
Level = Literal["document", "section", "chunk", "item", "hidden"]
CitationStatus = Literal["unchanged", "moved", "changed", "gone"]
NOTHING: Mapping[str, Any] = MappingProxyType({})
"""The empty mapping: a default that nobody can change."""


class SourceFile(NamedTuple):
    """A file as the crawl saw it. `path` is relative to its root, `/`-separated, surrogate-escaped."""

    root: str
    path: str
    size: int
    mtime_ns: int
    sha256: str = ""


class Span(NamedTuple):
    """A range of the canonical text: `text[start:end]`."""

    start: int
    end: int


class Location(NamedTuple):
    """A place in the original file; only the fields of its `kind` are set.

    kind: pdf (page from 1, boxes), text (line from 1, byte range), docx (paragraph | table, row, cell, all
    from 1), pptx (slide, shape), xlsx (sheet, cell as A1 or A1:C1), eml (part, line of its text), image (sha256).
    Boxes are (left, bottom, right, top) in PDF points from the page's lower left corner.
    """

    kind: str
    page: int | None = None
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    line: int | None = None
    byte_start: int | None = None
    byte_end: int | None = None
    paragraph: int | None = None
    table: int | None = None
    row: int | None = None
    cell: str | int | None = None
    slide: int | None = None
    shape: int | None = None
    sheet: str | None = None
    part: str | None = None
    sha256: str | None = None


class Mapped(NamedTuple):
    """The canonical range `start:end` comes from `location`."""

    start: int
    end: int
    location: Location


class Marked(NamedTuple):
    """A canonical range with a property: hidden text and its kind, or OCR text and its confidence (0..1)."""

    start: int
    end: int
    kind: str
    confidence: float | None = None


class SourceMap(NamedTuple):
    """Where every canonical range comes from.

    For decoded text files (`encoding` set, `entries` empty) the place is computed: line and bytes of the range
    in the file, after `bom` bytes of byte order mark. For all others `entries` are sorted, do not overlap, and
    a range between two entries belongs to the nearer one.
    """

    entries: tuple[Mapped, ...] = ()
    encoding: str | None = None
    bom: int = 0
    hidden: tuple[Marked, ...] = ()
    ocr: tuple[Marked, ...] = ()

    def locate(self, text: str, span: Span) -> Location:
        """Where `span` of the canonical `text` is in the original."""
        if self.encoding:
            return self._in_text(text, span, self.encoding)
        touched = [entry for entry in self.entries if entry.start < span.end and entry.end > span.start]
        if touched:
            return _joined([entry.location for entry in touched])
        if not self.entries:
            return Location("none")
        return min(self.entries, key=lambda entry: (_distance(entry, span), entry.start)).location

    def _in_text(self, text: str, span: Span, encoding: str) -> Location:
        before = text[: span.start]
        start = self.bom + len(before.encode(encoding, "surrogatepass"))
        size = len(text[span.start : span.end].encode(encoding, "surrogatepass"))
        line = 1 + line_ends(before, text[span.start : span.start + 1])
        return Location("text", line=line, byte_start=start, byte_end=start + size)


def line_ends(text: str, following: str = "") -> int:
    """How many lines end in `text`, by any of the three conventions; a CR LF cut before `following` has not ended."""
    cut = text.endswith("\r") and following == "\n"
    return text.count("\n") + text.count("\r") - text.count("\r\n") - cut


def well_formed(text: str) -> str:
    """`text` with U+FFFD for each lone surrogate: bytes of a name that are no text, which no store can hold."""
    import re

    return text if text.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", text)


def _distance(entry: Mapped, span: Span) -> int:
    return max(entry.start - span.end, span.start - entry.end, 0)


def _joined(places: list[Location]) -> Location:
    """The first place, widened over the others: boxes of the same page, cells of the sheet, bytes to the last end."""
    first = places[0]
    if first.kind == "pdf":
        return first._replace(boxes=tuple(box for place in places if place.page == first.page for box in place.boxes))
    if first.sheet is not None and isinstance(first.cell, str):
        from kts.cells import range_of

        return first._replace(cell=range_of([str(place.cell) for place in places if place.sheet == first.sheet]))
    return first if first.byte_end is None else first._replace(byte_end=max(place.byte_end or 0 for place in places))


class Image(NamedTuple):
    """An embedded image: identified by content, cited by hash. `at` is its place in the canonical text."""

    sha256: str
    suffix: str
    body: bytes
    at: int
    location: Location | None = None
    alt: str = ""


class Conversion(NamedTuple):
    """What a converter makes of one file's bytes. `text` is empty unless `outcome` is ok or partial.

    `metadata` holds JSON values; understood are title, author, created, modified, content_date (ISO 8601), language,
    doc_type, regime, tool, keywords, effective, effective_to, supersedes, superseded_by, version; others are kept.
    `markup` says how headings are found in the text: markdown (all canonical Markdown) or plain (.txt).
    """

    outcome: Outcome
    text: str = ""
    source_map: SourceMap = SourceMap()
    metadata: Mapping[str, Any] = NOTHING
    images: tuple[Image, ...] = ()
    reason: str = ""
    markup: Literal["markdown", "plain"] = "markdown"


class Section(NamedTuple):
    """A part of a document under one heading: its span runs to the next heading of the same or a higher level.

    `level` is 1 for the top; `parent` the index of the enclosing section or None; `number` as displayed, or empty.
    """

    index: int  # type: ignore[assignment]  # the field's word; nobody searches a section for a value
    parent: int | None
    level: int
    number: str
    heading: str
    span: Span
    id: str = ""


class Passage(NamedTuple):
    """The one retrievable unit. `text == document.text[span.start:span.end]`."""

    id: str
    document_id: str
    section_id: str
    level: Level
    kind: str
    text: str
    span: Span
    metadata: Mapping[str, Any] = NOTHING


class Document(NamedTuple):
    """One version of one file, converted. `version` is the sha256 of the file's bytes."""

    id: str
    source: SourceFile
    version: str
    converter: str
    title: str
    text: str
    source_map: SourceMap
    sections: tuple[Section, ...] = ()
    doc_type: str = ""
    regime: str = ""
    language: str = ""
    content_date: str = ""
    metadata: Mapping[str, Any] = NOTHING


class Filter(NamedTuple):
    """What a hit must be. Empty means no restriction; several values of one field are alternatives.

    `document` and `without` hold ids, of what it is and is not; `path` path prefixes below the root, `section`
    displayed numbers, `code` normalised identifiers; `since` and `until` ISO dates (inclusive) of the content.
    """

    doc_type: tuple[str, ...] = ()
    regime: tuple[str, ...] = ()
    tool: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    item_type: tuple[str, ...] = ()
    section: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    document: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    since: str = ""
    until: str = ""


class Query(NamedTuple):
    """A question on its way. `text` is what is searched, `original` what the person wrote.

    `level` is the unit that is searched: chunk, or hidden for what documents do not show to their readers.
    """

    text: str
    original: str = ""
    filters: Filter = Filter()
    level: Level = "chunk"
    weight: float = 1.0
    origin: Literal["original", "split", "step_back", "comparison", "hyde", "retry"] = "original"


class Hit(NamedTuple):
    """A passage found: the score lives here, unbounded; `signals` are the parts that sum to it.

    `evidence` (0..1) is how good the hit is whatever the other hits are; not calibrated.
    """

    passage: Passage
    score: float
    signals: Mapping[str, float] = NOTHING
    evidence: float = 0.0


class Ranking(NamedTuple):
    """The single list after fusion, best first."""

    query: Query
    hits: tuple[Hit, ...]
    generation: int
    notes: tuple[str, ...] = ()
    explanation: Mapping[str, Any] = NOTHING


class Citation(NamedTuple):
    """A checkable pointer: `quote == document.text[span]`, and `location` is where the original says it."""

    path: str
    uri: str
    title: str
    sha256: str
    version: str
    converter: str
    document_id: str
    passage_id: str
    span: Span
    text_sha256: str
    quote: str
    location: Location


class FileOutcome(NamedTuple):
    """The line of the account for one file; `path` is relative to its root, `known`: the last ingest said the same."""

    path: str
    outcome: Outcome
    reason: str = ""
    root: str = ""
    known: bool = False


class IngestReport(NamedTuple):
    """The account: found = indexed + unchanged + skipped + failed + empty. `files` lists all but ok and unchanged.

    `embedded` texts got a vector, `windowed` in parts; `vectorless` are (path, reason) of those whose vectors failed.
    """

    found: int = 0
    indexed: int = 0
    unchanged: int = 0
    removed: int = 0
    renamed: int = 0
    skipped: int = 0
    failed: int = 0
    empty: int = 0
    passages: int = 0
    generation: int = 0
    seconds: float = 0.0
    files: tuple[FileOutcome, ...] = ()
    withheld: int = 0
    embedded: int = 0
    windowed: int = 0
    vectorless: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


class Problem(NamedTuple):
    """Something `kts verify` found wrong in the store."""

    kind: str
    id: str
    path: str
    detail: str


class PreparedPassage(NamedTuple):
    """A passage with everything that indexing derives from it, ready to be stored.

    `section` is the index of its section or None; `terms` the forward row of `lexicon.analyse`; the lengths
    are counted in terms; `identifiers` are (normalised, kind) pairs; `context_sha256` is the hash of what is embedded
    (`lexicon.context`), empty for what has no vector of its own.
    """

    id: str
    section: int | None
    level: Level
    kind: str
    span: Span
    text_sha256: bytes
    terms: bytes
    title_length: int
    heading_length: int
    body_length: int
    identifiers: tuple[tuple[str, str], ...] = ()
    context_sha256: bytes = b""


class ManifestRow(NamedTuple):
    """What the manifest knows of a file. `mtime_ns` is -1 when it must not be trusted.

    `fingerprint` is that of the live version, empty when the file has none.
    """

    path: str
    size: int
    mtime_ns: int
    sha256: str
    outcome: Outcome
    reason: str
    document_id: str
    fingerprint: str
    stale: bool = False


class Batch(NamedTuple):
    """What one generation changes under one root: all of it or none.

    `staged` are keys of staged versions, `files` the manifest rows to write, `removed` the paths that are
    gone, `aliases` (old document id, new document id) of renamed files.
    """

    root: str
    kind: str
    staged: tuple[int, ...] = ()
    files: tuple[ManifestRow, ...] = ()
    removed: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()


class Result(NamedTuple):
    """A hit as a face shows it: cited as a whole, with the stretch `snippet` that answers most of the question.

    `marks` are the question's words in it, `place` its location in the original, `confidence` (0..1) the hit's own
    evidence, not calibrated; `standing` whether it holds: {standing, superseded_by, amended_by}, empty if not known.
    """

    hit: Hit
    citation: Citation
    doc_type: str
    snippet: str
    snippet_span: Span
    marks: tuple[Span, ...]
    place: Location
    confidence: float
    stale: bool = False
    standing: Mapping[str, Any] = NOTHING


class DescribedImage(NamedTuple):
    """An image of a document with what somebody says that it shows: a place to look at, never a quote, never evidence.

    `made_by` is model or person; `model` and `prompt` say which wrote it of which wording. `location` is the image's
    place in the original; `score` (0..1) the share of the question's words that the description holds.
    """

    sha256: str
    path: str
    uri: str
    title: str
    document_id: str
    location: Location
    description: str
    made_by: Literal["model", "person"]
    model: str
    prompt: str
    score: float


class SearchResults(NamedTuple):
    """A ranking with its citations; `timings_ms` by stage; `images` whose description speaks of the question."""

    ranking: Ranking
    results: tuple[Result, ...]
    timings_ms: Mapping[str, float] = NOTHING
    images: tuple[DescribedImage, ...] = ()


class Rechecked(NamedTuple):
    """A citation held against the original: `moved_to` is where its quote stands, `standing` as that of a `Result`."""

    citation: Mapping[str, Any]
    status: CitationStatus
    detail: str = ""
    moved_to: Location | None = None
    standing: Mapping[str, Any] = NOTHING


class Status(NamedTuple):
    """What an index holds and how it is. `outcomes` counts files by outcome; `writer` is the pid at work.

    `vectors` counts passages by what became of their vectors, `model` {provider_id, hash, dims} names whose they are;
    `activity` is what `evaluate.activity` says of the newest answers, tickets and feedback.
    """

    folder: str
    generation: int
    documents: int
    passages: int
    sections: int
    outcomes: Mapping[str, int]
    stale: int
    roots: tuple[tuple[str, str], ...]
    languages: tuple[str, ...]
    disk_bytes: int
    lexical_generation: int
    content_hash: str
    ledger_head: str
    last_ingest: str
    vectors: Mapping[str, int] = NOTHING
    model: Mapping[str, Any] | None = None
    dense_generation: int = 0
    writer: int | None = None
    activity: Mapping[str, Any] = NOTHING


class Scope(NamedTuple):
    """What one run looks at: a root, or what is below a path of it and of `also`. `only`: these files and no others."""

    root: str
    below: str = ""
    only: frozenset[str] | None = None
    also: tuple[str, ...] = ()


class Checked(NamedTuple):
    """How many things `kts verify` looked at, and what is wrong with some."""

    checked: int
    problems: tuple[Problem, ...]


class Finding(NamedTuple):
    """A line of `kts doctor`. `state` is ok, note (works, but) or problem (mend it)."""

    state: Literal["ok", "note", "problem"]
    subject: str
    detail: str
