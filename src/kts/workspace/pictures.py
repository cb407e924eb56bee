"""Images that a question may mean, by what a model or a person says that they show; read anew when the file changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.types import DescribedImage, Location, Span

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from kts.errors import UsageError
    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.store.descriptions import Description
    from kts.store.images import ImagePlace
    from kts.store.layout import Layout
    from kts.store.sources import FileSources
    from kts.types import Filter

MOST_SHOWN = 3
"""Images shown beside results or an answer (a default, not fitted)."""


class Pictures:
    """The descriptions of one index that a model or a person made. What OCR read is text of the documents already."""

    def __init__(self, place: Layout) -> None:
        self._path = place.descriptions
        self._state: tuple[int, int] = (0, 0)
        self._known: Mapping[str, Description] = {}

    def known(self, state: tuple[int, int]) -> Mapping[str, Description]:
        """What is described, by SHA-256; `state` is the file's time and size. Raises UsageError for a mistake in it."""
        from kts.store.descriptions import read

        if state != self._state:
            found = read(self._path)
            self._known = {digest: one for digest, one in found.items() if one.source != "ocr" and one.text.strip()}
            self._state = state
        return self._known


def pictured(
    question: str,
    known: Mapping[str, Description],
    filters: Filter,
    *,
    corpus: SqliteCorpus,
    db: sqlite3.Connection,
    sources: FileSources,
) -> tuple[DescribedImage, ...]:
    """The images of documents that pass the filter whose description speaks of the question, best first."""
    from kts.search.pictured import speaking
    from kts.store.images import places

    texts = {digest: one.text for digest, one in known.items()}
    found = speaking(question, texts, languages=corpus.languages())
    there = places(db, filters) if found else {}
    shown = [(digest, share, there[digest]) for digest, share in found if digest in there]
    live = corpus.records([place.version for _, _, place in shown])
    best = [one for one in shown if one[2].version in live][:MOST_SHOWN]
    return tuple(
        _image(known[digest], share, place, live[place.version], digest=digest, corpus=corpus, sources=sources)
        for digest, share, place in best
    )


def _image(
    said: Description,
    share: float,
    place: ImagePlace,
    record: DocumentRecord,
    *,
    digest: str,
    corpus: SqliteCorpus,
    sources: FileSources,
) -> DescribedImage:
    from kts.search.cite import fragment

    location = place.location or corpus.locate(place.version, Span(place.at, place.at + 1))
    if location.kind == "none":
        location = Location("image", sha256=digest)
    return DescribedImage(
        digest,
        record.path,
        sources.uri(record.root, record.path) + fragment(location, ""),
        record.title,
        record.id,
        location,
        said.text,
        "model" if said.source == "model" else "person",
        said.model,
        said.prompt,
        round(share, 4),
    )


def mistaken(problem: UsageError) -> str:
    """A note for a question that is answered without the descriptions."""
    return f"images are not looked at: {problem.message}"
